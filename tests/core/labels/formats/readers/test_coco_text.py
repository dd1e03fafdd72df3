"""COCO-Text 2 (anns with mask), COCO-Text 1 (polygon) and TextOCR (points), in the forms that their pages show."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.coco_text import FORMAT
from core.labels.formats.record import Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source

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


def test_words_are_cut_out_and_illegible_ones_left(tmp_path):
    scenes = grey_scenes(tmp_path / "scenes", 60, 100, str(IMAGE["file_name"]))
    put(scenes, annotation(45346, "Ave", mask=CORNERS), annotation(7, "", legibility="illegible"), annotation(8, "."))
    assert detect(scenes).id == "coco-text"
    done = convert(scenes, tmp_path / "words")
    assert (done.written, len(done.refusals)) == (1, 2)
    assert read_label(tmp_path / "words" / "COCO_train2014_000000217925_01.json").label.text == "Ave"


@pytest.mark.parametrize("key", ["mask", "points", "polygon", "none of them"])
def test_outline_under_each_name_and_the_box_without(tmp_path, key):
    (record,) = FORMAT.read(Source(put(tmp_path, annotation(1, "Ave", **{key: CORNERS}))))
    assert (record.crop, record.image) == (((10, 20), (60, 20), (60, 40), (10, 40)), IMAGE["file_name"])


def test_word_of_an_unknown_image_is_refused(tmp_path):
    (refusal,) = FORMAT.read(Source(put(tmp_path, annotation(1, "Ave", image_id=3))))
    assert isinstance(refusal, Refusal) and "not in the list of images" in refusal.reason
