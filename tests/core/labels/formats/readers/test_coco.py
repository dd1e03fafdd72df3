"""COCO instances with symbols as categories, in the form of cocodataset.org/#format-data."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.words.hand_made_project import grey_scenes

from core.base.errors import FormatError
from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.coco import FORMAT, kind_of
from core.labels.formats.record import Record, Refusal, without_repeats
from core.labels.formats.registry import detect
from core.labels.formats.source import Source
from core.labels.label import CharacterLabel, WordLabel

TRIANGLE = ((10.0, 0.0), (18.0, 0.0), (14.0, 9.5))


def annotation(number: int, category: int, left: float, **keys: Any) -> dict[str, Any]:
    box = {"bbox": [left, 0, 8, 9.5], "area": 76, "iscrowd": 0, "segmentation": []}
    return {"id": number, "image_id": 42, "category_id": category, **box, **keys}


def document(*annotations: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {
        "info": {"year": 2026, "version": "1"},
        "licenses": [],
        "images": [{"id": 42, "width": 100, "height": 32, "file_name": "sub/a.png", "license": 1, **keys}],
        "annotations": list(annotations),
        "categories": [
            {"id": 7, "name": "A", "supercategory": "letter"},
            {"id": 9, "name": "字"},
            {"id": 1, "name": "person"},
        ],
    }


def read(folder: Path, value: object) -> list[Record | Refusal]:
    (folder / "instances.json").write_text(json.dumps(value), encoding="utf-8")
    return list(FORMAT.read(Source(folder)))


def test_characters_of_another_programs_file_are_read_from_left_to_right(tmp_path: Path):
    triangle = [[coordinate for point in TRIANGLE for coordinate in point]]
    parts = [triangle[0], [0.0, 0.0, 1.0, 0.0, 1.0, 1.0]]
    (record,) = read(
        tmp_path, document(annotation(1, 9, 20, segmentation=parts), annotation(2, 7, 10, segmentation=triangle))
    )
    assert (record.image, record.size) == ("sub/a.png", (32, 100))
    assert record.label == WordLabel(
        (
            CharacterLabel("A", TRIANGLE, 1),
            CharacterLabel("字", ((20, 0), (28, 0), (28, 9.5), (20, 9.5)), 2, "rectangle"),
        )
    )


def test_boxes_of_other_classes_beside_the_characters_are_left_out_and_counted(tmp_path: Path):
    grey_scenes(tmp_path / "sub", 32, 100, "a.png")
    boxes = (annotation(1, 1, 0), annotation(2, 7, 10), annotation(3, 1, 30), annotation(4, 9, 20))
    (tmp_path / "instances.json").write_text(json.dumps(document(*boxes)), encoding="utf-8")
    done = convert(tmp_path, tmp_path / "out")
    assert read_label(tmp_path / "out" / "sub" / "a.json").label.reading == "A字"
    (note,) = (note for note in done.notes if note.kind == "left out")
    assert (note.count, note.names) == (2, ("instances.json, image 1",))


def test_characters_of_several_code_points_are_told_once_for_the_file(tmp_path: Path):
    value = document(annotation(1, 5, 0))
    value["categories"].append({"id": 5, "name": "🇩🇪"})
    value["images"].append(value["images"][0] | {"id": 43})
    value["annotations"].append(annotation(2, 5, 0) | {"image_id": 43})
    refusals = read(tmp_path, value)
    assert len(refusals) == 2
    (told,) = without_repeats(refusals)
    assert 'characters of several code points, such as "🇩🇪", are not supported' in told.reason


def test_our_order_and_text_are_kept(tmp_path: Path):
    (record,) = read(tmp_path, document(annotation(1, 9, 20, order=1), annotation(2, 7, 10, order=2), text="字A"))
    assert (record.label.text, record.label.reading) == ("字A", "字A")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"category_id": 1}, 'its category "person" is not a symbol'),
        ({"category_id": 5}, "the symbol of character 1 is missing"),
        ({"bbox": [1, 2, 3]}, "needs 4 numbers"),
        ({"bbox": [1, 2, 3, 1e300]}, "outside any picture"),
        ({"segmentation": {"counts": [1, 2], "size": [3, 4]}, "bbox": None}, "needs 4 numbers"),
    ],
)
def test_image_with_a_bad_annotation_is_refused(tmp_path: Path, change: dict[Any, Any], reason: str):
    (refusal,) = read(tmp_path, document(annotation(1, 7, 0) | change))
    assert isinstance(refusal, Refusal) and reason in refusal.reason


@pytest.mark.parametrize("name", ["/etc/passwd.png", "../../a.png", "C:\\a.png"])
def test_image_outside_the_folder_is_never_followed(tmp_path: Path, name: str):
    (record,) = read(tmp_path, document(annotation(1, 7, 0), file_name=name))
    assert isinstance(record, Record) and record.image is None and record.elsewhere.endswith(Path(name).name[-5:])
    assert convert(tmp_path, tmp_path / "out").written == 0


def test_polygons_names_and_texts_come_back_from_what_is_written(tmp_path: Path, word_images: Path):
    assert convert(word_images, tmp_path / "there", write_as="coco").written == 2
    assert detect(tmp_path / "there").id == "coco"
    written = json.loads((tmp_path / "there" / "coco.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in written["categories"]] == [" ", ",", "A", "B", "粤"]
    assert written["annotations"][0] == {
        "bbox": [10, 2, 8, 28], "segmentation": [[10, 2, 18, 2, 18, 30, 10, 30]], "area": 224, "iscrowd": 0, "order": 1,
        "id": 1, "image_id": 1, "category_id": 3,
    }  # fmt: skip


def test_images_that_are_in_the_file_already_stay(tmp_path: Path, word_images: Path):
    convert(word_images, tmp_path / "there", write_as="coco")
    (word_images / "a.json").unlink()
    again = convert(word_images, tmp_path / "there", write_as="coco")
    assert (again.written, again.unchanged) == (0, 1)
    assert len(json.loads((tmp_path / "there" / "coco.json").read_text(encoding="utf-8"))["images"]) == 2


@pytest.mark.parametrize(
    "data", [b'{"images": [1], "annotations": []', b"", b'{"images": 3, "annotations": [], "categories": []}']
)
def test_damaged_file_is_one_error(tmp_path: Path, data: bytes):
    (tmp_path / "a.json").write_bytes(data)
    with pytest.raises(FormatError, match=r"a\.json"):
        list(FORMAT.read(Source(tmp_path / "a.json")))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_file_in_another_encoding_is_read(tmp_path: Path, encoding: str):
    text = json.dumps(document(annotation(1, 9, 0)), ensure_ascii=False)
    (tmp_path / "a.json").write_bytes(text.encode(encoding))
    assert detect(tmp_path).id == "coco"
    (record,) = FORMAT.read(Source(tmp_path))
    assert isinstance(record, Record) and record.label.reading == "字"


def test_file_of_2_gb_is_refused_unread(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_text('{"images": [], "annotations": [')
    with path.open("r+b") as file:
        file.truncate(2 << 30)  # sparse
    assert kind_of(path) == "characters"
    with pytest.raises(FormatError, match=r"a\.json: 2048 MB, over the limit of 320 MB"):
        list(FORMAT.read(Source(path)))
