import json
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import Sentence
from core.labels.formats.readers import labelme
from core.labels.formats.readers.scenes import labelme_scene
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source


def shape(label: str, **keys: Any) -> dict[str, Any]:
    return {"label": label, "points": [[0, 0], [40, 0], [40, 10], [0, 10]], "shape_type": "polygon", **keys}


def put(path: Path, *shapes: dict[str, Any], **keys: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"shapes": shapes, **keys}), encoding="utf-8")
    return path


def scene(source: Path) -> list[Record | Refusal]:
    return list(labelme_scene.FORMAT.read(Source(source)))


def words(source: Path) -> list[Record | Refusal]:
    return list(labelme.FORMAT.read(Source(source)))


def test_a_word_image_keeps_all_of_its_label(tmp_path: Path):
    gaussian = {"center": [3, 4], "sigma": [2, 1], "angle": 5}
    put(tmp_path / "sub" / "a.json", shape("A", order=2, gaussian=gaussian), text="A", status="reviewed", schema=1)
    (record,) = words(tmp_path)
    assert (record.where, record.image, record.stem) == ("sub/a.json", None, "sub/a")
    assert record.label.status == "reviewed"
    assert record.label.characters[0].gaussian is not None


@pytest.mark.parametrize(
    "outside", ["../b.png", "/b.png", "sub/b.png", "C:\\b.png", "..\\b.png", "", "..", "b", "b\0.png"]
)
def test_an_image_path_that_is_more_than_a_name_is_not_followed(tmp_path: Path, outside: str):
    put(tmp_path / "a.json", shape("A"), imagePath=outside)
    (record,) = words(tmp_path)
    assert (record.image, record.stem) == (None, "a")


def test_an_image_path_that_is_a_name_is_tried_first(tmp_path: Path):
    put(tmp_path / "sub" / "a.json", shape("A"), imagePath="b.png")
    (record,) = words(tmp_path)
    assert (record.image, record.stem) == ("sub/b.png", "sub/a")


def test_a_scene_is_cut_into_its_words(tmp_path: Path):
    put(tmp_path / "s.json", shape("EXIT"), shape("###"), shape("B"), shape("no", ignore=True))
    first, second, third, fourth = scene(tmp_path)
    assert (first.where, first.stem, first.number) == ("s.json, shape 1", "s", 1)
    assert first.crop == ((0, 0), (40, 0), (40, 10), (0, 10))
    assert first.label.text == "EXIT"
    assert first.label.is_word_level
    assert second == Refusal("s.json, shape 2", 'illegible ("###").')
    assert isinstance(third, Record)
    assert fourth == Refusal("s.json, shape 4", "marked as illegible.")


def test_a_shape_that_is_no_polygon_is_passed_over_said_and_counted_in_the_numbers(tmp_path: Path):
    put(tmp_path / "s.json", shape("dot", shape_type="point", points=[[1, 1]]), shape("EXIT"))
    source = Source(tmp_path)
    (record,) = labelme_scene.FORMAT.read(source)
    assert record.number == 2
    (passed,) = (note for note in source.notes if note.kind == "left out")
    assert (passed.count, passed.names) == (1, ("s.json",))


def test_a_scene_of_illegible_words_refuses_each(tmp_path: Path):
    put(tmp_path / "s.json", shape("###"), shape("###"))
    assert [each.where for each in scene(tmp_path) if isinstance(each, Refusal)] == [
        "s.json, shape 1",
        "s.json, shape 2",
    ]


def test_a_word_image_among_scenes_and_a_scene_among_word_images_are_sent_to_the_other_format(tmp_path: Path):
    (refusal,) = scene(put(tmp_path / "word.json", shape("A")))
    assert "--from labelme." in refusal.reason
    (refusal,) = words(put(tmp_path / "scene.json", shape("EXIT")))
    assert "--from labelme-scene." in refusal.reason


def test_a_decomposed_letter_is_one_symbol(tmp_path: Path):
    (record,) = words(put(tmp_path / "a.json", shape("e\u0301")))
    assert isinstance(record, Record)


def test_a_damaged_file_is_refused_and_the_next_one_read(tmp_path: Path):
    (tmp_path / "a.json").write_text('{"shapes": [')
    put(tmp_path / "b.json", shape("B"))
    refusal, record = words(tmp_path)
    assert refusal.where == "a.json"
    assert refusal.reason.startswith("a.json: ") and isinstance(refusal.reason, Sentence), "it keeps its template"
    assert str(refusal) == refusal.reason, "the file is named once"
    assert isinstance(record, Record)
