"""Checks of a whole project: files, and what only shows across files."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from support.progress import stop_at
from support.words.project_folder import refuse_scan

from core.base.errors import LabelError, ProjectError
from core.base.progress import Cancelled
from core.charset import Charset
from core.index.checks import check_folder, check_scanned, find_problems, version_of_check
from core.index.scanning import Scanned
from core.labels.checks.label import check_label
from core.labels.checks.problems import KINDS, Check, Problem
from core.labels.files.storage import label_path, serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import Project, ProjectSettings, Validation, split_of, write_settings

SIZE = (24, 64)


class Folder:
    """A project on the disk; every picture differs unless asked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.count = 0

    def picture(self, name: str, like: str | None = None) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if like is not None:
            pixels = np.asarray(Image.open(self.root / like))
        else:
            self.count += 1
            pixels = np.random.default_rng(self.count).integers(0, 256, (*SIZE, 3), np.uint8)
        Image.fromarray(pixels).save(path)
        return path

    def label(self, name: str, text: str = "AB", symbols: str | None = None, size: tuple[int, int] = SIZE) -> Path:
        path = label_path(self.root / name)
        boxes = [rectangle(4 + 20 * k, 4, 20 + 20 * k, 20) for k in range(len(symbols or text))]
        characters = tuple(CharacterLabel(s, box) for s, box in zip(symbols or text, boxes, strict=True))
        path.write_bytes(serialise_label(WordLabel(characters, text), Path(name).name, size))
        return path

    def word(self, name: str, text: str = "AB", like: str | None = None) -> Path:
        path = self.picture(name, like)
        self.label(name, text)
        return path

    def problems(self) -> list[tuple[str, str | None]]:
        return [(problem.id, problem.image) for problem in check_folder(self.root).problems]

    def only(self) -> Problem:
        (problem,) = check_folder(self.root).problems
        return problem


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "项目 project")


def test_problems_come_by_image_in_natural_order(folder: Folder):
    for name in ("w_10.png", "w_2.png", "w_1.png"):
        folder.word(name)
        folder.label(name, "AB", "BA")
    assert folder.problems() == [("text-mismatch", f"w_{k}.png") for k in (1, 2, 10)]


@pytest.mark.parametrize(
    ("make", "found", "said"),
    [
        (lambda folder: folder.picture("b.png"), ("image-without-label", "note", "b.png"), "b.png"),
        (lambda folder: folder.label("gone.png"), ("label-without-image", "warning", "gone.json"), "gone.json"),
        (lambda folder: folder.picture("textscanner.png"), ("image-skipped", "warning", "textscanner.png"), "Rename"),
        (lambda folder: folder.word("b.png").write_bytes(b"-"), ("image-unreadable", "error", "b.png"), "is damaged"),
        (
            lambda folder: (folder.picture("b.png"), folder.label("b.png", size=(48, 128))),
            ("image-other-size", "warning", "b.png"),
            "128 × 48 pixels, but this one has 64 × 24",
        ),
        (
            lambda folder: folder.word("b.bmp", "BA", like="a.png"),
            ("same-picture-different-text", "warning", "b.bmp"),
            '"a.png"',
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told_of_it_alone(
    folder: Folder, make: Callable[..., Any], found: tuple[Any, ...], said: str
):
    folder.word("a.png")
    make(folder)
    problem = folder.only()
    assert (problem.id, problem.severity, problem.image) == found
    assert said in problem.message


def test_json_of_other_programs_is_no_label_without_image(folder: Folder):
    folder.word("a.png")
    for name, content in {
        "planted.json": "[]",
        "package.json": '{"name": "x", "text": "not a label"}',
        "cut.json": '{"shapes": [',
        "textscanner.json": "{}",
    }.items():
        (folder.root / name).write_text(content)
    assert folder.problems() == []


def test_images_that_share_a_label_are_told_of_each_other(folder: Folder):
    folder.word("a.png")
    folder.picture("a.jpg")
    (folder.root / "b.png").mkdir()
    problem = folder.only()
    assert (problem.id, problem.severity) == ("name-clash", "warning")
    assert {problem.image, "a.jpg", "a.png"} == {"a.jpg", "a.png"}
    assert '"a.json"' in problem.message


@pytest.mark.parametrize(
    "words",
    [{"a.png": "AB", "sub/a.jpg": "AB"}, {"a.png": "AB", "b.png": "ÄZ"}],
    ids=["one name in two folders", "the charset is that of all labels"],
)
def test_words_that_are_right_have_no_problem(folder: Folder, words: dict[Any, Any]):
    for image, text in words.items():
        folder.word(image, text)
    assert folder.problems() == []


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp", "a.tif", "a.gif"])
def test_picture_that_was_cut_off_is_truncated(folder: Folder, name: str):
    path = folder.word(name)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    assert folder.only().id == "image-truncated"


def test_label_of_an_unreadable_image_is_checked_as_far_as_it_can_be(folder: Folder):
    folder.picture("a.png").write_bytes(b"no picture")
    folder.label("a.png", "AB", "BA")
    assert folder.problems() == [("image-unreadable", "a.png"), ("text-mismatch", "a.png")]


def test_unreadable_label_is_named_with_its_reason(folder: Folder):
    folder.picture("sub/a.png")
    (folder.root / "sub/a.json").write_text('{"shapes": [')
    problem = folder.only()
    assert (problem.id, problem.severity, problem.image) == ("label-unreadable", "error", "sub/a.png")
    assert problem.message.startswith("sub/a.json: ")
    assert problem.message.count("a.json") == 1


def test_shapes_that_are_no_characters_are_a_note(folder: Folder):
    path = folder.word("a.png")
    data = json.loads(label_path(path).read_bytes())
    data["shapes"] += [{"label": "x", "points": [[1, 1], [5, 5]], "shape_type": "circle"}] * 3
    label_path(path).write_text(json.dumps(data))
    problem = folder.only()
    assert (problem.id, problem.severity) == ("label-passed-over", "note")
    assert "2 more are like it. They stay in the file." in problem.message


@pytest.mark.parametrize(
    "image_path",
    [
        "../images/a.png",
        "..\\images\\a.png",
        "sub/../../a.png",
        "/data/a.png",
        "C:\\words\\a.png",
        "\\\\host\\words\\a.png",
    ],
)
def test_label_that_names_a_picture_outside_its_folder_is_a_note(folder: Folder, image_path: str):
    path = label_path(folder.word("a.png"))
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"imagePath": image_path}))
    problem = folder.only()
    assert (problem.id, problem.severity, problem.image) == ("label-image-elsewhere", "note", "a.png")
    assert "That picture is never opened." in problem.message


@pytest.mark.parametrize("image_path", ["a.png", "other.png", "./a.png", "sub/a.png", "sub/../a.png", "..a.png", ""])
def test_label_that_names_a_picture_below_its_folder_is_no_problem(folder: Folder, image_path: str):
    path = label_path(folder.word("a.png"))
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"imagePath": image_path}))
    assert folder.problems() == []


def test_exif_orientation_is_applied_before_sizes_are_compared(folder: Folder):
    path = folder.picture("a.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(path) as image:
        image.rotate(90, expand=True).save(path, exif=exif)
    folder.label("a.jpg")
    assert folder.problems() == []


@pytest.mark.parametrize("draft", ["a.png", "b.bmp"])
def test_a_draft_contradicts_no_text_of_the_same_picture_and_the_others_are_compared(folder: Folder, draft: str):
    folder.word("a.png", "AB")
    folder.word("b.bmp", "BA", like="a.png")
    folder.word("c.png", "BB", like="a.png")
    path = label_path(folder.root / draft)
    path.write_text(path.read_text("utf-8").replace('"text":', '"text_source": "model", "text":'), "utf-8")
    assert folder.problems() == [("same-picture-different-text", "c.png")]


def test_picture_in_training_and_validation_leaks(folder: Folder):
    folder.word("a.png")
    folder.word("val/b.png", like="a.png")
    write_settings(folder.root, ProjectSettings(validation=Validation(folder="val")))
    problem = folder.only()
    assert (problem.id, problem.image) == ("split-leak", "val/b.png")
    assert '"a.png"' in problem.message


def test_leak_is_found_where_the_split_is_by_hash(folder: Folder):
    names = [f"w{k}.png" for k in range(60)]
    validation = next(name for name in names if split_of(name, Validation()) == "val")
    training = next(name for name in names if split_of(name, Validation()) == "train")
    folder.word(training)
    folder.word(validation, like=training)
    assert folder.problems() == [("split-leak", validation)]


def test_pictures_twice_within_training_do_not_leak(folder: Folder):
    folder.word("a.png")
    folder.word("b.png", like="a.png")
    folder.word("val/c.png")
    write_settings(folder.root, ProjectSettings(validation=Validation(folder="val")))
    assert folder.problems() == []


def test_charset_of_the_project_decides_and_so_does_its_unknown(folder: Folder):
    folder.word("a.png", "AZ")
    write_settings(folder.root, ProjectSettings(charset=Charset(("A", "B")), unknown="error"))
    assert (folder.only().id, folder.only().severity) == ("symbol-unknown", "error")


def test_full_width_forms_are_folded_where_the_project_asks_for_it(folder: Folder):
    folder.picture("a.png")
    folder.label("a.png", "AB", "ＡB")
    charset = Charset(("A", "B"))
    write_settings(folder.root, ProjectSettings(charset=charset, fold_full_width=True))
    assert folder.problems() == []
    write_settings(folder.root, ProjectSettings(charset=charset))
    assert [problem for problem, _ in folder.problems()] == ["symbol-unknown", "text-mismatch"]


def test_folder_that_may_not_be_read_is_named(folder: Folder, monkeypatch: pytest.MonkeyPatch):
    folder.word("a.png")
    folder.word("secret/b.png")
    refuse_scan(monkeypatch, folder.root / "secret")
    problem = folder.only()
    assert (problem.id, problem.image) == ("folder-unreadable", "secret/")


def test_missing_folder_is_refused(tmp_path: Path):
    with pytest.raises(ProjectError):
        check_folder(tmp_path / "none")


def test_image_that_vanishes_meanwhile_was_never_there(folder: Folder):
    folder.word("a.png")
    folder.word("b.png")
    report = check_folder(folder.root, lambda done, total: (folder.root / "b.png").unlink(missing_ok=True))
    assert (report.summary.images, report.summary.labels) == (1, 1)
    assert [problem.id for problem in report.problems] == ["label-without-image"]


def test_label_that_vanishes_meanwhile_was_never_there(folder: Folder):
    folder.word("a.png")
    report = check_folder(folder.root, lambda done, total: label_path(folder.root / "a.png").unlink(missing_ok=True))
    assert [(problem.id, problem.image) for problem in report.problems] == [("image-without-label", "a.png")]


def test_progress_counts_the_images(folder: Folder):
    for k in range(3):
        folder.word(f"{k}.png")
    told: list[tuple[int, int]] = []
    check_folder(folder.root, lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3)
    assert [done for done, _ in told[-3:]] == [1, 2, 3]
    assert {total for _, total in told} == {3}


def test_check_can_be_stopped(folder: Folder):
    for k in range(5):
        folder.word(f"{k}.png")

    with pytest.raises(Cancelled):
        check_folder(folder.root, stop_at(2))


def test_problems_stream_before_all_images_are_looked_at(folder: Folder):
    for k in range(9):
        folder.picture(f"{k}.png")
    finding = find_problems(Project.open(folder.root), ahead=2)
    assert next(finding).image == "0.png"
    (folder.root / "8.png").unlink()
    unlabelled = {"0.png"} | {problem.image for problem in finding if problem.id == "image-without-label"}
    assert unlabelled == {f"{k}.png" for k in range(8)}, "one that is gone by then was not looked at before"


def test_json_document_has_the_agreed_keys(folder: Folder):
    folder.word("a.png")
    folder.label("a.png", "AB", "BA")
    folder.picture("b.png")
    document = json.loads(json.dumps(check_folder(folder.root).to_dict()))
    assert document["folder"] == str(folder.root)
    assert (document["images"], document["labels"]) == (2, 1)
    assert document["counts"] == {"image-without-label": 1, "text-mismatch": 1}
    assert [set(problem) for problem in document["problems"]] == [
        {"id", "severity", "image", "character", "place", "message", "fix"}
    ] * 2


def test_check_writes_nothing(folder: Folder):
    folder.word("a.png")
    before = {path: path.stat().st_mtime_ns for path in folder.root.rglob("*")}
    check_folder(folder.root)
    assert {path: path.stat().st_mtime_ns for path in folder.root.rglob("*")} == before


def test_index_check_finds_what_the_label_says_and_needs_the_header_only(folder: Folder):
    path = folder.word("a.png")
    path.write_bytes(path.read_bytes()[:200])
    check = check_scanned(ProjectSettings(), Charset(("A", "B")))
    outside = WordLabel((CharacterLabel("A", rectangle(200, 4, 220, 20)),), "B")
    assert [p.id for p in check(Scanned("a.png", path, outside))] == ["text-mismatch", "polygon-outside"]
    assert check(Scanned("a.png", path)) == ()
    (unreadable,) = check(Scanned("a.png", path, error=LabelError("a.json: it is empty.")))
    assert unreadable.id == "label-unreadable"
    path.write_bytes(b"")
    assert [p.id for p in check(Scanned("a.png", path, WordLabel(text="A")))] == ["image-unreadable"]


def test_a_label_adds_its_symbols_to_the_charset_of_the_labels_and_not_to_a_chosen_one(folder: Folder):
    path, known = folder.picture("a.png"), Charset(("A",))
    boxes = rectangle(4, 4, 20, 20), rectangle(24, 4, 40, 20)
    drawn = WordLabel(tuple(map(CharacterLabel, "AV", boxes)), "AV")
    for label in (drawn, WordLabel(text="AV")):
        scanned = Scanned("a.png", path, label)
        assert check_scanned(ProjectSettings(), known)(scanned) == ()
        (unknown,) = check_scanned(ProjectSettings(charset=known), known)(scanned)
        assert unknown.id == "symbol-unknown"


def test_labels_are_checked_again_with_another_charset_or_another_kind_of_problem():
    settings, charset, kinds = ProjectSettings(), Charset(("A", "B")), [*KINDS.values()]
    version = version_of_check(settings, charset)
    assert version == version_of_check(settings, charset, kinds)
    assert version != version_of_check(settings, Charset(("A",)))
    assert version != version_of_check(settings, charset, [*kinds, Check("text-spaces", "Two spaces in a row")])
    assert version != version_of_check(settings, charset, [replace(kinds[0], severity="error"), *kinds[1:]])


def test_problems_of_iiit5k_are_its_three_wrong_words(shared_data: Path):
    charset = Charset.named("alnum")
    problems: list[Problem] = []
    for part in ("train", "val"):
        for line in (shared_data / "iiit5k" / f"{part}.jsonl").read_text("utf-8").splitlines():
            record = json.loads(line)
            characters = tuple(CharacterLabel(c["c"], rectangle(*c["box"])) for c in record["chars"])
            label = WordLabel(characters, record["text"])
            problems += check_label(label, (record["height"], record["width"]), charset, name=record["file"])
    # 133_2 and 532_7 number their boxes in another order than the word's; 532_7 and 934_9 have two boxes on one letter.
    assert [(problem.id, Path(problem.image or "").name) for problem in problems] == [
        ("order-backwards", "133_2.png"),
        ("order-backwards", "532_7.png"),
        ("characters-overlap", "532_7.png"),
        ("characters-overlap", "934_9.png"),
    ]


@pytest.mark.parametrize("encoding", ["gbk", "utf-16", "utf-8-sig"])
def test_label_that_labelme_cannot_open_for_its_encoding_is_a_note(folder: Folder, encoding: str):
    path = folder.root / "a.json"
    folder.word("a.png", "中文")
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    problem = folder.only()
    assert (problem.id, problem.severity) == ("label-encoding", "note")
    assert "which labelme cannot open" in problem.message
