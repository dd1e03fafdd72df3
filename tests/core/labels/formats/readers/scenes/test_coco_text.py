"""COCO-Text 2 (anns with mask), COCO-Text 1 (polygon) and TextOCR (points), in the forms that their pages show."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.coco_text import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source, SourceChoices
from core.labels.formats.text_field import TextFieldError

CORNERS = [10.0, 20.0, 60.0, 20.0, 60.0, 40.0, 10.0, 40.0]
IMAGE = {"id": 217925, "set": "train", "width": 100, "height": 60, "file_name": "COCO_train2014_000000217925.jpg"}


def annotation(number: int, text: str, **keys: Any) -> dict[str, Any]:
    known = {"id": number, "image_id": 217925, "bbox": [10.0, 20.0, 50.0, 20.0], "utf8_string": text, "area": 1000.0}
    return {**known, "language": "english", "class": "machine printed", "legibility": "legible", **keys}


def put(folder: Path, *annotations: dict[str, Any]) -> Path:
    anns = {str(each["id"]): each for each in annotations}
    value = {"cats": {}, "anns": anns, "imgs": {"217925": IMAGE}, "imgToAnns": {"217925": [*anns]}, "info": {}}
    path = folder / "cocotext.v2.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_words_are_cut_out_and_illegible_ones_left(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 60, 100, str(IMAGE["file_name"]))
    put(scenes, annotation(45346, "Ave", mask=CORNERS), annotation(7, "", legibility="illegible"), annotation(8, "."))
    assert detect(scenes).id == "coco-text"
    done = convert(scenes, tmp_path / "words")
    assert (done.written, len(done.refusals)) == (1, 2)
    assert read_label(tmp_path / "words" / "COCO_train2014_000000217925_01.json").label.text == "Ave"


@pytest.mark.parametrize("key", ["mask", "points", "polygon", "none of them"])
def test_outline_under_each_name_and_the_box_without(tmp_path: Path, key: str):
    (record,) = FORMAT.read(Source(put(tmp_path, annotation(1, "Ave", **{key: CORNERS}))))
    assert (record.crop, record.image) == (((10, 20), (60, 20), (60, 40), (10, 40)), IMAGE["file_name"])


def test_word_of_an_unknown_image_is_refused(tmp_path: Path):
    (refusal,) = FORMAT.read(Source(put(tmp_path, annotation(1, "Ave", image_id=3))))
    assert isinstance(refusal, Refusal) and "not in the list of images" in refusal.reason


def coco_scene(folder: Path, *annotations: dict[str, Any]) -> Path:
    """COCO's instances of one class, as CVAT and Roboflow export them."""
    boxes = [[10, 20, 50, 20], [10, 45, 50, 10]]
    numbered = [
        {"id": number, "image_id": 1, "category_id": 1, "bbox": boxes[number - 1], "iscrowd": 0, **annotation}
        for number, annotation in enumerate(annotations, 1)
    ]
    value = {
        "images": [{"id": 1, "file_name": "a.png", "width": 100, "height": 60}],
        "categories": [{"id": 1, "name": "plate"}],
        "annotations": numbered,
    }
    path = folder / "instances_default.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        (
            {"attributes": [{"name": "text", "value": "CAFE"}]},
            {"attributes": [{"name": "text", "value": "BAR"}]},
            "attributes.text",
        ),
        ({"attributes": {"occluded": False, "text": "CAFE"}}, {"attributes": {"text": "BAR"}}, "attributes.text"),
        ({"description": "CAFE"}, {"description": "BAR"}, "description"),
        (
            {"attributes": {"ocr": "CAFE", "color": "red"}},
            {"attributes": {"ocr": "BAR", "color": "red"}},
            "attributes.ocr",
        ),
    ],
)
def test_words_of_coco_scenes_are_found_in_the_field_that_differs(
    tmp_path: Path, first: dict[Any, Any], second: dict[Any, Any], field: str
):
    scenes = grey_scenes(tmp_path / "scenes", 60, 100, "a.png")
    coco_scene(scenes, first, second)
    assert detect(scenes).id == "coco-text"
    done = convert(scenes, tmp_path / "words")
    texts = [read_label(tmp_path / "words" / f"a_{number:02}.json").label.text for number in (1, 2)]
    assert (texts, done.refusals) == (["CAFE", "BAR"], ())
    assert any(f'texts were taken from "{field}"' in str(note.what) for note in done.notes)


def test_coco_scenes_with_two_fields_that_may_hold_the_word_are_refused_until_one_is_named(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 60, 100, "a.png")
    path = coco_scene(scenes, {"description": "old", "text": "CAFE"}, {"description": "new", "text": "BAR"})
    with pytest.raises(TextFieldError, match="--text-from"):
        list(FORMAT.read(Source(path)))
    records = list(FORMAT.read(Source(path, choices=SourceChoices(text_from="text"))))
    assert [record.label.text for record in records if isinstance(record, Record)] == ["CAFE", "BAR"]


def test_coco_boxes_of_characters_with_a_text_of_their_image_are_no_scene(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 60, 100, "a.png")
    path = coco_scene(scenes, {"attributes": {"occluded": False}})
    value = json.loads(path.read_text())
    value["categories"][0]["name"], value["images"][0]["text"] = "A", "A"
    path.write_text(json.dumps(value))
    assert detect(scenes).id == "coco"
