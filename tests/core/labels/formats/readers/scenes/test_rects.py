"""Files as the page of ReCTS (ICDAR 2019) describes them."""

import json
from pathlib import Path
from typing import Any

from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.rects import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source


def box(left: int, text: str, width: int = 40, ignore: int = 0) -> dict[str, Any]:
    return {"points": [left, 20, left + width, 20, left + width, 60, left, 60], "transcription": text, "ignore": ignore}


FILE = {
    "chars": [box(100, "美"), box(145, "食")],
    "lines": [box(98, "美食", 90), box(300, "###", 40, 1), box(200, "店")],
}


def put(folder: Path, value: object) -> Path:
    path = folder / "train_ReCTS_000001.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_line_with_its_characters_is_cut_out(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 100, 400, "train_ReCTS_000001.jpg")
    put(scenes, FILE)
    assert detect(scenes).id == "rects"
    done = convert(scenes, tmp_path / "words")
    assert (done.written, [str(each) for each in done.refusals]) == (
        2, ['train_ReCTS_000001.json, line 2: illegible ("###").'],
    )  # fmt: skip
    label = read_label(tmp_path / "words" / "train_ReCTS_000001_01.json").label
    assert (label.text, [c.symbol for c in label.in_order]) == ("美食", ["美", "食"])
    assert label.characters[0].polygon == ((2, 0), (42, 0), (42, 40), (2, 40))
    assert read_label(tmp_path / "words" / "train_ReCTS_000001_03.json").label.is_word_level


def test_characters_that_do_not_spell_their_line_leave_it_word_level(tmp_path: Path):
    wrong = {"chars": [box(100, "美"), {"points": 3}, None], "lines": [box(98, "美食", 90)]}
    (record,) = FORMAT.read(Source(put(tmp_path, wrong)))
    assert record.label.is_word_level


def test_bad_line_is_refused_and_the_next_read(tmp_path: Path):
    bad = {"chars": [], "lines": [{"points": [1], "transcription": "美"}, 7, box(0, "食")]}
    first, second, record = FORMAT.read(Source(put(tmp_path, bad)))
    assert isinstance(first, Refusal) and isinstance(second, Refusal) and isinstance(record, Record)
