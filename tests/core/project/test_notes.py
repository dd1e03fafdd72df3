"""What a person has said of single images, and the charset that is read from the labels of a project."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.project_folder import small_project

from core.base.errors import ProjectError
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


def written(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "textscanner.json").read_text(encoding="utf-8"))
    return found


def test_a_note_of_the_project_is_read_and_goes_before_the_hash(tmp_path: Path) -> None:
    project = opened(tmp_path, '{"images": {"a.png": {"tags": ["to ask", "blur"], "split": "validation"}}}')
    assert project.note_of("a.png") == ImageNote(("blur", "to ask"), "val")
    assert project.split_of("a.png") == "val"
    assert split_of("a.png", Validation()) == "train", "the hash says otherwise"


def test_what_the_label_says_goes_before_the_project(tmp_path: Path) -> None:
    project = opened(tmp_path, '{"images": {"a.png": {"tags": ["old"], "split": "validation"}}}')
    label = ImageNote.of(WordLabel(text="x", tags=("new",), split="train"))
    assert (project.note_of("a.png", label), project.split_of("a.png", label)) == (
        ImageNote(("new",), "train"),
        "train",
    )
    assert project.note_of("a.png", ImageNote.of(WordLabel(text="x"))) == ImageNote(("old",), "val"), "it says nothing"


def test_noting_images_changes_their_lines_alone(tmp_path: Path) -> None:
    entries = '    "a.png": {"tags": ["x"], "colour": "red"},\n    "b.png": {"split": "train"}\n'
    before = f'{{\n  "schema": 1,\n  "images": {{\n{entries}  }}\n}}\n'
    project = opened(tmp_path, before)
    after = noted(project, {"a.png": ImageNote(("y", "z")), "b.png": ImageNote(), "ä/c.png": ImageNote(split="val")})
    assert (tmp_path / "textscanner.json").read_text(encoding="utf-8") == before.replace('"x"', '"y", "z"').replace(
        '"b.png": {"split": "train"}', '"ä/c.png": {"split": "validation"}'
    ), "a key that is not ours stays"
    assert after.notes == {"a.png": ImageNote(("y", "z")), "ä/c.png": ImageNote(split="val")}
    assert Project.open(tmp_path).notes == after.notes


def test_the_first_note_makes_the_file_and_the_last_one_leaves_no_trace(tmp_path: Path) -> None:
    first = noted(Project.open(tmp_path), {"a.png": ImageNote(("x",)), "b.png": ImageNote(split="train")})
    lines = (tmp_path / "textscanner.json").read_text(encoding="utf-8").splitlines()
    assert sum(".png" in line for line in lines) == 2 and not any(line.count(".png") > 1 for line in lines)
    noted(first, {"a.png": ImageNote(), "b.png": ImageNote()})
    assert written(tmp_path) == {}


@pytest.mark.parametrize(
    ("images", "named"),
    [("[]", "images is"), ('{"a": 3}', "images.a"), ('{"a": {"tags": "x"}}', "a"), ('{"a": {"split": "test"}}', "a")],
)
def test_a_note_that_is_none_is_refused_by_name(tmp_path: Path, images: str, named: str) -> None:
    with pytest.raises(ProjectError, match=named):
        opened(tmp_path, f'{{"images": {images}}}')


def test_tags_are_kept_in_one_form() -> None:
    assert in_order([" b ", "a", "", "a", "A\u0308"]) == ("a", "b", "Ä")
    assert ImageNote(("a", "b"), "val").tagged(["c"], ["a"]) == ImageNote(("b", "c"), "val")


def test_charset_is_the_sorted_symbols_of_every_label_that_can_be_read(tmp_path: Path) -> None:
    project = Project.open(small_project(tmp_path).root)
    images = project.images().images
    seen: list[tuple[int, int]] = []
    charset = charset_of_labels(project, images, lambda done, total: seen.append((done, total)))
    assert charset.symbols == tuple(sorted(set("BA标签text only")))
    assert seen == [(0, len(images))] * len(images)


def test_symbols_are_counted_as_often_as_they_are_used(tmp_path: Path) -> None:
    project = Project.open(small_project(tmp_path).root)
    used = symbols_used(project, project.images().images)
    assert set(used) == set(charset_of_labels(project, project.images().images))
    assert used["t"] == 2  # of "text only"


def test_without_a_label_each_symbol_of_the_charset_counts_once(tmp_path: Path) -> None:
    settings = ProjectSettings(charset=Charset(tuple("xy")))
    assert symbols_used(Project(tmp_path, settings), ()) == {"x": 1, "y": 1}
    assert not symbols_used(Project(tmp_path, ProjectSettings()), ())
