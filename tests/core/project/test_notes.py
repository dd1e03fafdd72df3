"""What a person has said of single images, and the charset that is read from the labels of a project."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.project_folder import small_project

from core.base.errors import ProjectError
from core.base.version import program_version
from core.charset import Charset
from core.labels.label import WordLabel
from core.project.label_charset import charset_of_labels, symbols_used
from core.project.notes import ImageNote, in_order
from core.project.project import Project, ProjectSettings, Validation, split_of, write_notes


def opened(folder: Path, text: str = "{}") -> Project:
    (folder / "textscanner.json").write_text(text, encoding="utf-8")
    return Project.open(folder)


def noted(project: Project, notes: dict[str, ImageNote]) -> Project:
    write_notes(project.root, notes)
    return project.with_notes(notes)


def whole_lines(folder: Path) -> list[Any]:
    return [json.loads(line) for line in (folder / ".textscanner/notes.jsonl").read_text("utf-8").splitlines()]


def lines(folder: Path) -> list[Any]:
    """The lines without who wrote them."""
    return [{key: line[key] for key in line if key not in {"schema", "version"}} for line in whole_lines(folder)]


def test_a_note_of_the_project_is_read_and_goes_before_the_hash(tmp_path: Path):
    project = opened(tmp_path, '{"images": {"a.png": {"tags": ["to ask", "blur"], "split": "validation"}}}')
    assert project.note_of("a.png") == ImageNote(("blur", "to ask"), "val")
    assert project.split_of("a.png") == "val"
    assert split_of("a.png", Validation()) == "train", "the hash says otherwise"


def test_what_the_label_says_goes_before_the_project(tmp_path: Path):
    project = opened(tmp_path, '{"images": {"a.png": {"tags": ["old"], "split": "validation"}}}')
    label = ImageNote.of(WordLabel(text="x", tags=("new",), split="train"))
    assert (project.note_of("a.png", label), project.split_of("a.png", label)) == (
        ImageNote(("new",), "train"),
        "train",
    )
    assert project.note_of("a.png", ImageNote.of(WordLabel(text="x"))) == ImageNote(("old",), "val"), "it says nothing"


def test_notes_are_appended_and_go_before_those_of_the_settings(tmp_path: Path):
    before = '{"images": {"a.png": {"tags": ["x"]}, "b.png": {"split": "train"}, "d.png": {"tags": ["d"]}}}'
    project = opened(tmp_path, before)
    once = noted(project, {"a.png": ImageNote(("y", "z")), "b.png": ImageNote(), "ä/c.png": ImageNote(("q",))})
    after = noted(once, {"ä/c.png": ImageNote(split="val")})
    assert lines(tmp_path) == [
        {"image": "a.png", "tags": ["y", "z"]},
        {"image": "b.png"},
        {"image": "ä/c.png", "tags": ["q"]},
        {"image": "ä/c.png", "split": "validation"},
    ]
    assert (tmp_path / "textscanner.json").read_text(encoding="utf-8") == before
    assert after.notes == {
        "a.png": ImageNote(("y", "z")),
        "d.png": ImageNote(("d",)),
        "ä/c.png": ImageNote(split="val"),
    }
    assert Project.open(tmp_path).notes == after.notes


def test_line_of_notes_that_is_cut_off_goes_with_the_next_one(tmp_path: Path):
    noted(Project.open(tmp_path), {"a.png": ImageNote(("x",))})
    with (tmp_path / ".textscanner" / "notes.jsonl").open("ab") as file:
        file.write(b'{"image": "b.png", "ta')
    assert Project.open(tmp_path).notes == {"a.png": ImageNote(("x",))}
    noted(Project.open(tmp_path), {"c.png": ImageNote(split="train")})
    assert lines(tmp_path) == [{"image": "a.png", "tags": ["x"]}, {"image": "c.png", "split": "train"}]


@pytest.mark.parametrize("line", ["{", "[]", '{"tags": ["x"]}', '{"image": 3}', '{"image": "a.png", "split": "test"}'])
def test_line_that_is_no_note_is_named(tmp_path: Path, line: str):
    noted(Project.open(tmp_path), {"a.png": ImageNote(("x",))})
    with (tmp_path / ".textscanner" / "notes.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(ProjectError, match=r"notes\.jsonl: line 2"):
        Project.open(tmp_path)


@pytest.mark.long
def test_of_long_notes_the_last_line_of_each_image_stays(tmp_path: Path):
    noted(Project.open(tmp_path), {f"{number}.png": ImageNote(("x" * 1000,)) for number in range(17_000)})
    project = noted(Project.open(tmp_path), {f"{number}.png": ImageNote(("y" * 1000,)) for number in range(17_000)})
    after = noted(project, {"a.png": ImageNote(("a",)), "0.png": ImageNote()})
    assert len(lines(tmp_path)) == 17_001
    assert Project.open(tmp_path).notes == after.notes


@pytest.mark.parametrize(
    ("images", "named"),
    [("[]", "images is"), ('{"a": 3}', "images.a"), ('{"a": {"tags": "x"}}', "a"), ('{"a": {"split": "test"}}', "a")],
)
def test_a_note_that_is_none_is_refused_by_name(tmp_path: Path, images: str, named: str):
    with pytest.raises(ProjectError, match=named):
        opened(tmp_path, f'{{"images": {images}}}')


def test_tags_are_kept_in_one_form():
    assert in_order([" b ", "a", "", "a", "A\u0308"]) == ("a", "b", "Ä")
    assert ImageNote(("a", "b"), "val").tagged(["c"], ["a"]) == ImageNote(("b", "c"), "val")


def test_charset_is_the_sorted_symbols_of_every_label_that_can_be_read(tmp_path: Path):
    project = Project.open(small_project(tmp_path).root)
    images = project.images().images
    seen: list[tuple[int, int]] = []
    charset = charset_of_labels(project, images, lambda done, total: seen.append((done, total)))
    assert charset.symbols == tuple(sorted(set("BA标签text only")))
    assert seen == [(0, len(images))] * len(images)


def test_symbols_are_counted_as_often_as_they_are_used(tmp_path: Path):
    project = Project.open(small_project(tmp_path).root)
    used = symbols_used(project, project.images().images)
    assert set(used) == set(charset_of_labels(project, project.images().images))
    assert used["t"] == 2  # of "text only"


def test_without_a_label_each_symbol_of_the_charset_counts_once(tmp_path: Path):
    settings = ProjectSettings(charset=Charset(tuple("xy")))
    assert symbols_used(Project(tmp_path, settings), ()) == {"x": 1, "y": 1}
    assert not symbols_used(Project(tmp_path, ProjectSettings()), ())


def test_notes_name_the_version_that_wrote_them(tmp_path: Path):
    write_notes(opened(tmp_path).root, {"a.png": ImageNote(("blur",))})
    assert program_version() != ""
    assert whole_lines(tmp_path) == [{"image": "a.png", "tags": ["blur"], "schema": 1, "version": program_version()}]


def test_notes_of_a_newer_version_are_left_alone(tmp_path: Path):
    write_notes(opened(tmp_path).root, {"a.png": ImageNote(("blur",))})
    path = tmp_path / ".textscanner/notes.jsonl"
    newer = path.read_bytes() + b'{"image": "a.png", "schema": 2, "version": "3.1", "marks": []}\n'
    path.write_bytes(newer)
    with pytest.raises(ProjectError, match=r"version 3\.1 of the program wrote it .* Update the program"):
        Project.open(tmp_path)
    assert path.read_bytes() == newer
