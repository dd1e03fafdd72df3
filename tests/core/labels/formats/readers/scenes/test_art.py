"""Entries as MMOCR's converter quotes them from ArT's train_labels.json and LSVT's train_full_labels.json."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.art import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source

CURVED = [[141, 199], [237, 201], [313, 236], [357, 283], [359, 300], [309, 261], [233, 230], [140, 231]]
ART = {"transcription": "燎申集团", "points": CURVED, "language": "Chinese", "illegibility": False}
LSVT = {"transcription": "一站式", "points": [[45, 272], [215, 273], [212, 296], [45, 290]], "illegibility": False}


def put(folder: Path, value: object) -> Path:
    path = folder / "train_labels.json"
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def test_words_are_cut_out_and_illegible_ones_left(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 320, 400, "gt_1726.jpg")
    put(scenes, {"gt_1": [], "gt_1726": [ART, LSVT | {"illegibility": True}, LSVT]})
    assert detect(scenes).id == "art"
    done = convert(scenes, tmp_path / "words")
    assert (done.written, [str(each) for each in done.refusals]) == (
        2, ['train_labels.json, gt_1726, word 2: illegible ("一站式").'],
    )  # fmt: skip
    assert read_label(tmp_path / "words" / "gt_1726_01.json").label.text == "燎申集团"


def test_word_images_of_task_2_are_taken_whole(tmp_path: Path):
    found = {"res_1": [{"transcription": "A", "language": "Latin", "illegibility": False}]}
    (record,) = FORMAT.read(Source(put(tmp_path, found)))
    assert (record.stem, record.crop, record.label.text) == ("res_1", None, "A")


@pytest.mark.parametrize("bad", [7, None, {"transcription": 5}, LSVT | {"points": [[1, 2]]}])
def test_bad_word_is_refused_and_the_next_read(tmp_path: Path, bad: Any):
    found = list(FORMAT.read(Source(put(tmp_path, {"gt_1": [bad, LSVT], "../gt_2": [LSVT]}))))
    assert [type(each) for each in found] == [Refusal, Record, Refusal]
