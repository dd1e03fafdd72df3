"""The field that differs from shape to shape holds the words; a class name is none, and a doubt is asked."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.errors import FormatError
from core.labels.files.storage import read_label
from core.labels.formats.conversion import Conversion, convert
from core.labels.formats.source import SourceChoices
from core.labels.formats.text_field import TextFieldError, fields_of, find_text_field


def shapes(labels: list[str], **fields: list[str]) -> list[dict[str, str]]:
    rows = [{"label": label} | {key: texts[at] for key, texts in fields.items()} for at, label in enumerate(labels)]
    return [fields_of(row) for row in rows]


WORDS = ["CAFE", "MARKET", "EXIT", "OPEN"]


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        (shapes(WORDS), "label"),
        (shapes(["text"] * 4, description=WORDS), "description"),
        (shapes(["question", "answer", "other", "text"], description=WORDS), "description"),
        (shapes(["plate"], description=["B AB 123"]), "description"),
        (shapes(["shop"] * 4, transcription=WORDS), "transcription"),
        (shapes(["shop", "shop", "street", "street"], text=WORDS), "text"),
        (shapes(WORDS, description=[""] * 4), "label"),
        (shapes(WORDS, description=["blurred"] * 4), "label"),
        (shapes(WORDS, description=["", "old", "", ""]), "label"),
        (shapes(WORDS, description=WORDS), "label"),
        (shapes(["HOUSE"] * 4), "label"),
        (shapes(["CAFE", "TEXT", "WORD", "OPEN"]), "label"),
        (shapes(["text"] * 4, description=["CAFE", "MARKET", "", ""]), "description"),
        (shapes(["text"] * 4), ""),
        (shapes(["question", "answer"]), ""),
        ([fields_of({"label": "text", "attributes": {"text": word, "color": "red"}}) for word in WORDS],
         "attributes.text"),
        ([fields_of({"label": "text", "attributes": [{"name": "reading", "value": word}]}) for word in WORDS],
         "attributes.reading"),
        ([fields_of({"label": word, "attributes": {"color": str(at)}}) for at, word in enumerate(WORDS)], "label"),
    ],
)  # fmt: skip
def test_field_of_the_words(rows: Any, field: str):
    assert find_text_field(rows, "in").name == field


@pytest.mark.parametrize(
    "rows",
    [
        shapes(WORDS, description=["old", "new", "broken", "blue"]),
        shapes(["HOUSE"], description=["old"]),
        shapes(["CAFE", "text"], description=["", "MARKET"]),
    ],
)
def test_two_fields_that_may_be_it_are_named_with_examples(rows: Any):
    with pytest.raises(TextFieldError, match="--text-from FIELD") as error:
        find_text_field(rows, "in")
    assert error.value.candidates == ("label", "description")
    assert f'"label" ({rows[0]["label"]}' in str(error.value)
    assert find_text_field(rows, "in", "description").name == "description"


def test_field_that_no_shape_has_is_refused_with_those_that_there_are():
    with pytest.raises(FormatError, match=r'no text in the field|"words"\. The fields are description, label') as error:
        find_text_field(shapes(WORDS, description=WORDS), "in", "words")
    assert "description" in str(error.value)


def test_attribute_may_be_named_alone():
    rows = [fields_of({"label": "text", "attributes": {"reading": word}}) for word in WORDS]
    assert find_text_field(rows, "in", "reading").name == "attributes.reading"


# Whole files -------------------------------------------------------------------------------------------------------


def scene(folder: Path, name: str, *entries: dict[str, Any], **keys: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.png").write_bytes(bytes(cv2.imencode(".png", np.zeros((100, 200, 3), np.uint8))[1]))
    box = [[10, 10], [60, 10], [60, 30], [10, 30]]
    listed = [{"points": box, "shape_type": "rectangle", **entry} for entry in entries]
    (folder / f"{name}.json").write_text(json.dumps({"shapes": listed, "imagePath": f"{name}.png", **keys}))
    return folder


def texts(done: Conversion) -> list[str | None]:
    return [read_label(path).label.text for path in sorted(done.folder.glob("*.json"))]


def notes(done: Conversion) -> list[tuple[str, str, int]]:
    return [(note.kind, str(note.what), note.count) for note in done.notes if "utf-8" not in note.what]


def test_words_in_the_description_are_taken_from_there_and_that_is_noted(tmp_path: Path):
    for name, word in zip("ab", ("CAFE", "MARKET"), strict=True):
        scene(tmp_path / "in", name, {"label": "text", "description": word})
    done = convert(tmp_path / "in", tmp_path / "out")
    assert texts(done) == ["CAFE", "MARKET"]
    assert ("guessed", 'texts were taken from "description"', 2) in notes(done)


def test_shape_without_a_text_is_an_image_without_a_label(tmp_path: Path):
    entries = ({"label": "text", "description": text} for text in ("CAFE", "", "MARKET"))
    scene(tmp_path / "in", "a", *entries)
    done = convert(tmp_path / "in", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "a_01.json", "a_01.png", "a_02.png", "a_03.json", "a_03.png",
    ]  # fmt: skip
    assert ("left out", 'words have no text in "description"', 1) in notes(done)


def test_class_names_alone_are_no_texts_unless_a_person_says_so(tmp_path: Path):
    scene(tmp_path / "in", "a", {"label": "plate"}, {"label": "plate"})
    done = convert(tmp_path / "in", tmp_path / "out")
    assert texts(done) == []
    assert ("left out", 'words have no text in "label"', 2) in notes(done)
    done = convert(tmp_path / "in", tmp_path / "named", choices=SourceChoices(text_from="label"))
    assert texts(done) == ["plate", "plate"]


def test_doubt_stops_the_conversion_before_anything_is_written(tmp_path: Path):
    scene(tmp_path / "in", "a", {"label": "CAFE", "description": "old"}, {"label": "EXIT", "description": "new"})
    with pytest.raises(TextFieldError):
        convert(tmp_path / "in", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert texts(convert(tmp_path / "in", tmp_path / "out", choices=SourceChoices("description"))) == ["old", "new"]


@pytest.mark.parametrize("read_as", [None, "labelme-scene"])
@pytest.mark.parametrize("text", ["", "Two signs in a street"])
def test_text_that_another_program_writes_at_the_top_makes_no_word_image(
    tmp_path: Path, read_as: str | None, text: str
):
    scene(tmp_path / "in", "a", {"label": "CAFE"}, {"label": "MARKET"}, text=text)
    done = convert(tmp_path / "in", tmp_path / "out", read_as=read_as)
    assert done.read_as == "labelme-scene"
    assert texts(done) == ["CAFE", "MARKET"]


def test_label_file_of_ours_is_no_scene_and_the_sentence_is_true(tmp_path: Path):
    scene(tmp_path / "in", "a", {"label": "CAFE"}, text="CAFE", schema=1)
    done = convert(tmp_path / "in", tmp_path / "out", read_as="labelme-scene")
    assert "this program wrote the label" in done.refusals[0].reason


def test_text_with_a_probability_is_a_draft_and_counted(tmp_path: Path):
    scene(tmp_path / "in", "a", {"label": "CAFE", "score": 0.9}, {"label": "EXIT", "score": None})
    done = convert(tmp_path / "in", tmp_path / "out")
    assert (
        "guessed",
        "texts with a probability: taken as drafts; --texts known takes them as known",
        1,
    ) in notes(done)


def test_characters_of_several_code_points_are_named_once_for_the_file_and_never_cut_out(tmp_path: Path):
    scene(tmp_path / "in", "a", *({"label": symbol} for symbol in ("क्ष", "त्र", "क")))
    scene(tmp_path / "in", "b", {"label": "A"})
    done = convert(tmp_path / "in", tmp_path / "out")
    assert (done.read_as, done.written) == ("labelme", 1)
    (refusal,) = done.refusals
    assert 'characters of several code points, such as "क्ष", are not supported' in refusal.reason


def test_words_of_such_characters_are_words(tmp_path: Path):
    scene(tmp_path / "in", "a", {"label": "क्षेत्र"})
    assert texts(convert(tmp_path / "in", tmp_path / "out")) == ["क्षेत्र"]
