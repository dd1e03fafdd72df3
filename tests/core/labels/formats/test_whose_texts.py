"""Known texts and drafts: a program's texts are drafts until a person accepts them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.labels.edits.review import accept, mark_reviewed
from core.labels.files.reading import parse_label
from core.labels.files.storage import label_path, read_label
from core.labels.files.writing import serialise_label
from core.labels.formats.conversion import Conversion, convert
from core.labels.formats.record import Reject
from core.labels.formats.source import SourceChoices
from core.labels.formats.whose_texts import Texts, over
from core.labels.label import CharacterLabel, WordLabel


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    for name in "abc":
        picture = np.full((32, 100, 3), ord(name), np.uint8)
        (folder / f"{name}.png").write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    return folder


def converted(source: Path, text: str, name: str = "labels.jsonl", texts: Texts = "auto") -> Conversion:
    (source / name).write_text(text, encoding="utf-8")
    return convert(source / name, source.parent / "target", choices=SourceChoices(texts=texts))


def label_of(source: Path, image: str = "a.png") -> WordLabel:
    return read_label(label_path(source.parent / "target" / image)).label


def notes(report: Conversion) -> dict[str, int]:
    return {str(note.what): note.count for note in report.notes if note.kind != "taken"}


DRAFTED = "texts with a probability: taken as drafts; --texts known takes them as known"
MARKED = "texts marked as a model's: taken as drafts; --texts known takes them as known"


def lines(*records: dict) -> str:
    return "".join(
        json.dumps({"file": f"{name}.png", "text": name} | record) + "\n"
        for name, record in zip("abc", records, strict=False)
    )


@pytest.mark.parametrize("key", ["confidence", "score", "probability"])
def test_a_text_with_a_probability_is_a_draft_that_keeps_it(source: Path, key: str):
    report = converted(source, lines({key: 0.75}, {}))
    label = label_of(source)
    assert (label.text, label.known, label.text_score, label.confidence) == ("a", None, 0.75, 0.75)
    assert label_of(source, "b.png").known == WordLabel(text="b")
    assert notes(report) == {DRAFTED: 1}


@pytest.mark.parametrize("key", ["source", "text_source"])
def test_a_text_that_is_marked_as_a_models_is_a_draft(source: Path, key: str):
    report = converted(source, lines({key: "model"}, {key: "person"}))
    assert label_of(source).known is None
    assert label_of(source, "b.png").known is not None
    assert notes(report) == {MARKED: 1}


def test_drafts_may_be_taken_as_known(source: Path):
    report = converted(source, lines({"confidence": 0.5}, {"source": "model"}, {}), texts="known")
    for name in "abc":
        assert label_of(source, f"{name}.png") == WordLabel(text=name)
    assert {str(note.what): note.count for note in report.notes}[
        "texts that a program has read were taken as known, as chosen"
    ] == 2


def test_all_texts_may_be_taken_as_drafts(source: Path):
    converted(source, lines({}, {}), texts="drafts")
    assert label_of(source) == WordLabel(text="a", text_source="model")


def test_words_that_two_readers_agreed_on_stay_agreed_unless_they_are_taken_otherwise(source: Path):
    file = {"version": "5.0", "shapes": [], "imagePath": "a.png", "imageData": None, "text": "a", "status": "draft"}
    file |= {"schema": 1, "text_source": "model", "accepted_by": "agreement"}
    standings: list[tuple[Texts, bool, bool]] = [
        ("auto", True, False), ("drafts", False, False), ("known", False, True)
    ]  # fmt: skip
    for texts, is_agreed, is_known in standings:
        (source / "a.json").write_text(json.dumps(file), encoding="utf-8")
        target = source.parent / texts
        convert(source, target, choices=SourceChoices(texts=texts))
        label = read_label(target / "a.json").label
        assert (label.is_agreed, label.known is not None) == (is_agreed, is_known)


@pytest.mark.parametrize("share", [97.5, -0.1])
def test_a_probability_outside_0_to_1_is_counted_and_the_text_is_a_draft(source: Path, share: float):
    report = converted(source, lines({"score": share}))
    assert (label_of(source).known, label_of(source).text_score) == (None, None)
    assert notes(report)["probabilities are not numbers from 0 to 1; the drafts have none"] == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.txt", "a.png\ta\t0.75\nb.png\tb\t0.5\n"),
        ("labels.csv", "file,text,confidence\na.png,a,0.75\nb.png,b,0.5\n"),
        ("labels.csv", "file,rec_score,text\na.png,0.75,a\nb.png,0.5,b\n"),
        ("labels.csv", "a.png,a,0.75\nb.png,b,0.5\n"),
        ("labels.tsv", "file\ttext\ttext_score\na.png\ta\t75%\nb.png\tb\t50%\n"),
        ("labels.txt", "a.png a 0.75\nb.png b 0.5\n"),
        ("rec_gt.txt", "a.png\ta\t0.75\nb.png\tb\t5e-1\n"),
        (
            "list.jsonl",
            '{"filename": "a.png", "text": "a", "score": 0.75}\n{"filename": "b.png", "text": "b", "score": 0.5}\n',
        ),
    ],
)
def test_a_file_of_which_every_text_has_a_probability_holds_drafts(source: Path, name: str, text: str):
    report = converted(source, text, name)
    assert (label_of(source).known, label_of(source).text_score) == (None, 0.75)
    assert (label_of(source, "b.png").known, label_of(source, "b.png").text_score) == (None, 0.5)
    assert notes(report)[DRAFTED] == 2


@pytest.mark.parametrize("score", ["high", "n/a", [], True])
def test_what_is_no_number_in_the_place_of_a_probability_marks_a_draft(source: Path, score: object):
    report = converted(source, lines({"confidence": score}, {"confidence": None}, {"confidence": ""}))
    assert (label_of(source).known, label_of(source).text_score) == (None, None)
    assert label_of(source, "b.png").known is not None and label_of(source, "c.png").known is not None
    assert notes(report) == {DRAFTED: 1, "probabilities are not numbers from 0 to 1; the drafts have none": 1}


def test_a_column_says_whose_each_text_is(source: Path):
    converted(source, "file,text,text_source\na.png,a,model\nb.png,b,person\n", "labels.csv")
    assert label_of(source).known is None
    assert label_of(source, "b.png").known is not None


BOX = [10, 2, 60, 2, 60, 30, 10, 30]
CORNERS = [[10, 2], [60, 2], [60, 30], [10, 30]]
_COCO = {
    "images": [{"id": 1, "file_name": "a.png", "width": 100, "height": 32}],
    "categories": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}],
}
_CHARACTERS = [
    {"id": k, "image_id": 1, "category_id": k, "bbox": [30 * k, 2, 20, 28], "score": score}
    for k, score in ((1, 0.75), (2, 0.9))
]


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("art.json", {"gt_a": [{"transcription": "xy", "points": CORNERS, "confidence": 0.75}]}),
        ("a.json", {"chars": [], "lines": [{"transcription": "xy", "points": BOX, "ignore": 0, "score": 0.75}]}),
        ("coco.json", _COCO | {"annotations": _CHARACTERS}),
        ("words.json", _COCO | {"annotations": [_CHARACTERS[0] | {"utf8_string": "xy"}]}),
        ("labels.jsonl", {"file": "a.png", "text": "xy", "chars": [
            {"c": "x", "box": [10, 2, 30, 30], "score": 0.9}, {"c": "y", "box": [30, 2, 60, 30], "score": 0.75}]}),
        ("instances.txt", {"file_name": "a.png", "text": "x", "annotations": [
            {"char_text": "x", "char_box": BOX, "score": 0.75}]}),
    ],
)  # fmt: skip
def test_every_format_takes_a_text_with_a_probability_for_a_draft(source: Path, name: str, document: dict):
    if name == "art.json":
        (source / "gt_a.png").write_bytes((source / "a.png").read_bytes())
    report = converted(source, json.dumps(document) + "\n", name)
    assert notes(report)[DRAFTED] == 1
    (path,) = (source.parent / "target").rglob("*.json")
    label = read_label(path).label
    assert (label.known, label.text_score) == (None, 0.75)


def test_words_of_scenes_with_a_score_are_drafts(source: Path):
    box = [[10, 2], [60, 2], [60, 30], [10, 30]]
    words = [{"transcription": "x", "points": box, "score": 0.75}, {"transcription": "y", "points": box}]
    converted(source, f"a.png\t{json.dumps(words)}\n", "Label.txt")
    assert (label_of(source, "a_01.png").known, label_of(source, "a_01.png").text_score) == (None, 0.75)
    assert label_of(source, "a_02.png").known is not None


def test_characters_of_another_program_with_scores_are_drafts(source: Path):
    shapes = [
        {"label": symbol, "points": [[x, 2], [x + 8, 30]], "shape_type": "rectangle", "score": score}
        for symbol, x, score in (("C", 1, 0.75), ("D", 11, 0.5))
    ]
    file = {"version": "5.0", "flags": {}, "shapes": shapes, "imagePath": "a.png", "imageData": None}
    report = converted(source, json.dumps(file), "a.json")
    label = label_of(source)
    assert (label.known, label.word, label.text_score) == (None, "CD", 0.5)
    assert [character.score for character in label.characters] == [0.75, 0.5]
    assert all(character.is_draft for character in label.characters)
    assert notes(report) == {DRAFTED: 1}


def test_a_word_that_a_person_has_reviewed_stays_known(source: Path):
    file = {"version": "5.0", "shapes": [], "imagePath": "a.png", "imageData": None, "text": "a", "status": "reviewed"}
    converted(source, json.dumps(file | {"schema": 1, "confidence": 0.5}), "a.json")
    assert label_of(source).known is not None


def test_the_probability_goes_when_a_person_accepts_the_text():
    draft = WordLabel(text="a", text_source="model", text_score=0.75)
    data = serialise_label(draft, "a.png", (32, 100))
    file = parse_label(data, "a.json")
    assert file.label == draft
    for accepted in (accept(draft), mark_reviewed(draft, datetime(2026, 1, 2, tzinfo=UTC))):
        assert accepted.text_score is None
        assert b"text_score" not in serialise_label(accepted, "a.png", (32, 100), file)


@pytest.mark.parametrize("score", ['"0.5"', "true", "2", "null", "[]"])
def test_a_score_that_is_none_is_passed_over_and_stays_in_the_file(score: str):
    data = f'{{"shapes": [], "text": "a", "text_source": "model", "text_score": {score}, "schema": 1}}'.encode()
    file = parse_label(data, "a.json")
    assert file.label.text_score is None
    assert serialise_label(file.label, "a.png", (32, 100), file) == data


SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
A_KNOWN = WordLabel(text="a")
A_DRAFT = WordLabel(text="a", text_source="model", text_score=0.5)
AN_AGREED = WordLabel(text="a", status="draft", text_source="model", accepted_by="agreement")
A_REVIEWED = WordLabel(text="a", status="reviewed", reviewed_at="2026-01-01T00:00:00+00:00")
WITH_BOXES = WordLabel((CharacterLabel("a", SQUARE, 1),), "a")
WITH_DRAFTED_BOXES = WordLabel((CharacterLabel("a", SQUARE, 1, source="model", score=0.5),), "a", text_source="model")
BESIDE = {"tags": ("blurred",), "split": "validation", "extra": (("camera", '"left"'),)}


def other(label: WordLabel) -> WordLabel:
    """A label of the same kind with another text."""
    return replace(label, text="b", characters=tuple(replace(each, symbol="b") for each in label.characters))


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    ("there", "label", "made"),
    [
        (A_DRAFT, A_KNOWN, A_KNOWN),
        (A_DRAFT, other(A_KNOWN), other(A_KNOWN)),
        (WITH_DRAFTED_BOXES, other(A_KNOWN), other(A_KNOWN)),
        (WITH_DRAFTED_BOXES, WITH_BOXES, WITH_BOXES),
        (WITH_DRAFTED_BOXES, A_KNOWN, replace(WITH_DRAFTED_BOXES, text_source=None)),
        (AN_AGREED, A_KNOWN, A_KNOWN),
        (A_DRAFT, AN_AGREED, AN_AGREED),
        (WordLabel(), A_DRAFT, A_DRAFT),
        (A_KNOWN, A_DRAFT, A_KNOWN),
        (AN_AGREED, A_DRAFT, AN_AGREED),
        (A_REVIEWED, A_DRAFT, A_REVIEWED),
        (A_REVIEWED, AN_AGREED, A_REVIEWED),
        (WITH_BOXES, A_KNOWN, WITH_BOXES),
    ],
)
def test_a_known_text_takes_the_place_of_a_draft_and_never_a_draft_that_of_a_known_text(
    there: WordLabel, label: WordLabel, made: WordLabel, overwrite: bool
):
    before = replace(there, **BESIDE)
    assert over(before, label, "a.json", overwrite=overwrite) == replace(made, **BESIDE)


@pytest.mark.parametrize("there", [A_KNOWN, A_REVIEWED, AN_AGREED, WITH_BOXES])
@pytest.mark.parametrize("label", [A_DRAFT, WITH_DRAFTED_BOXES])
@pytest.mark.parametrize("overwrite", [False, True])
def test_another_text_that_is_a_draft_does_not_replace_what_a_person_stands_for(
    there: WordLabel, label: WordLabel, overwrite: bool
):
    with pytest.raises(Reject, match="a draft does not replace it"):
        over(there, other(label), "a.json", overwrite=overwrite)


@pytest.mark.parametrize(
    ("there", "label"), [(A_KNOWN, A_KNOWN), (A_REVIEWED, WITH_BOXES), (AN_AGREED, A_KNOWN), (A_DRAFT, A_DRAFT)]
)
def test_another_text_replaces_one_only_when_told_and_keeps_what_is_beside_it(there: WordLabel, label: WordLabel):
    with pytest.raises(Reject, match="exists and differs"):
        over(there, other(label), "a.json", overwrite=False)
    before = replace(there, **BESIDE)
    own = replace(other(label), tags=("night",), split="train", extra=(("angle", "3"),))
    made = over(before, own, "a.json", overwrite=True)
    assert (made.text, made.characters) == (own.text, own.characters)
    assert (made.tags, made.split) == (("blurred", "night"), "train")
    assert made.extra == (("camera", '"left"'), ("angle", "3"))


def test_texts_that_a_person_calls_drafts_take_the_place_of_known_ones_that_nobody_has_reviewed():
    assert over(A_KNOWN, A_DRAFT, "a.json", overwrite=True, demotes=True) == A_DRAFT
    assert over(A_REVIEWED, A_DRAFT, "a.json", overwrite=True, demotes=True) == A_REVIEWED


def test_a_conversion_keeps_tags_and_the_rest_of_a_label_file_that_it_replaces(source: Path):
    target = source.parent / "target"
    target.mkdir()
    there = {"shapes": [], "text": "b", "tags": ["blurred"], "split": "validation", "camera": "left", "schema": 1}
    (target / "a.json").write_text(json.dumps(there, indent=3), encoding="utf-8")
    (source / "labels.jsonl").write_text(lines({}), encoding="utf-8")
    assert convert(source / "labels.jsonl", target, overwrite=True).written == 1
    assert json.loads((target / "a.json").read_text(encoding="utf-8")) == there | {"text": "a"}
    assert convert(source / "labels.jsonl", target, overwrite=True).unchanged == 1


def test_readings_that_were_imported_as_known_become_drafts_by_choice(source: Path):
    drafts = lines({"confidence": 0.75})
    converted(source, drafts, texts="known")
    report = convert(source / "labels.jsonl", source.parent / "target", overwrite=True)
    assert label_of(source).known is not None and report.unchanged == 1
    choices = SourceChoices(texts="drafts")
    convert(source / "labels.jsonl", source.parent / "target", overwrite=True, choices=choices)
    assert (label_of(source).known, label_of(source).text_score) == (None, 0.75)
