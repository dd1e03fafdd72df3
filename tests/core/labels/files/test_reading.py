import json
from dataclasses import replace
from typing import Any

import pytest
from support.words.label_documents import A, document, parse, png, serialise, shape

from core.base.errors import LabelError
from core.labels.files.storage import parse_label
from core.labels.geometry import rectangle
from core.labels.label import Gaussian, WordLabel


def test_labelme_file_without_our_keys_is_a_label_without_extra():
    file = parse(document(shape(), shape(label="b")))
    assert [c.symbol for c in file.label.characters] == ["A", "b"]
    assert file.label.extra == () and all(c.extra == () and c.order is None for c in file.label.characters)
    assert (file.label.text, file.image_path, file.image_size, file.passed_over) == (None, "w.png", (32, 100), ())


def test_unknown_keys_are_read_as_the_text_they_have():
    text = json.dumps(document(shape(description="blurred"), flags={"x": True}))
    text = text.replace('"flags": {}, "mask"', '"flags": {}, "Z": [ 1e2,"\\u00e9" ] , "mask"')
    file = parse_label(text.encode(), "w.json")
    assert file.label.extra == (("flags", '{"x": true}'),)
    assert file.label.characters[0].extra == (("description", '"blurred"'), ("Z", '[ 1e2,"\\u00e9" ]'))


def test_rectangle_is_read_from_opposite_corners_in_any_order():
    for corners in ([[20, 30], [10, 2]], [[10, 30], [20, 2]], [[10.0, 2.0], [20.0, 30.0]]):
        character = parse(document(shape(points=corners, shape_type="rectangle"))).label.characters[0]
        assert (character.polygon, character.shape_type) == (rectangle(10, 2, 20, 30), "rectangle")


def test_turned_rectangle_of_four_corners_is_read_as_a_polygon():
    for kind in ("oriented_rectangle", "rotation", "rectangle"):
        points = [[10, 2], [20, 3], [19, 30], [9, 29]]
        character = parse(document(shape(points=points, shape_type=kind))).label.characters[0]
        assert (len(character.polygon), character.shape_type) == (4, "polygon")


def test_our_own_keys_are_read():
    gaussian = {"center": [5, 6.5], "sigma": [2, 3], "angle": 30}
    keys = {"order": 4, "gaussian": gaussian, "ignore": True, "source": "model", "score": 1}
    file = parse(document(shape(**keys), text="x", status="reviewed", reviewed_at="2025-01-01T00:00:00Z", schema=1))
    character = file.label.characters[0]
    assert character.gaussian == Gaussian((5.0, 6.5), (2.0, 3.0), 30.0)
    assert (character.order, character.ignore, character.source, character.score) == (4, True, "model", 1.0)
    assert (file.label.text, file.label.status, file.label.reviewed_at) == ("x", "reviewed", "2025-01-01T00:00:00Z")
    assert file.label.extra == character.extra == ()


def test_word_level_label_needs_no_shapes():
    assert parse({"text": "abc"}).label == WordLabel(text="abc")


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"shape_type": "circle", "points": [[1, 2], [3, 4]]}, 'type "circle"'),
        ({"shape_type": "linestrip"}, 'type "linestrip"'),
        ({"shape_type": "ellipse", "points": "anything"}, 'type "ellipse"'),
        ({"points": [[1, 2], [3, 4]]}, "polygon of 2 corners"),
        ({"points": []}, "polygon of 0 corners"),
        ({"shape_type": "rectangle", "points": [[1, 2]]}, "rectangle of 1 corner"),
        ({"shape_type": "mask", "points": [[1, 2], [3, 4]]}, "without a mask"),
        ({"shape_type": "mask", "points": [[1, 2], [3, 3]], "mask": png([[0, 0, 0], [0, 0, 0]])}, "empty mask"),
    ],
)
def test_shape_that_can_be_no_character_is_passed_over_and_survives_an_edit(keys: dict[Any, Any], reason: str):
    before = document(shape(**keys), shape(label="b"), shape(**keys))
    file = parse(before, indent=4)
    assert [c.symbol for c in file.label.characters] == ["b"]
    assert len(file.passed_over) == 2 and reason in file.passed_over[0] and file.passed_over[0].startswith("Shape 1 ")
    edited = replace(file.label, characters=(replace(file.label.characters[0], symbol="c"), A))
    after = json.loads(serialise(edited, file))
    assert [s for s in after["shapes"] if s["label"] not in "cA" or s == before["shapes"][0]] == [
        before["shapes"][0]
    ] * 2
    assert parse(after).label == edited


def test_unknown_status_is_told_and_stays_until_one_is_set():
    file = parse(document(shape(), status="done"))
    assert file.label.status is None and "done" in file.passed_over[0]
    assert json.loads(serialise(replace(file.label, text="A"), file))["status"] == "done"
    assert json.loads(serialise(replace(file.label, status="reviewed"), file))["status"] == "reviewed"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b'{"shapes": [\n {"label": "A"', r"line 2, column 15, where the file ends"),
        (b'{"shapes": []', "where the file ends"),
        (b"{", "where the file ends"),
        (b"[]", "not an object"),
        (b"3", "not an object"),
        (b"{}", "neither"),
        (b'{"text": "a"} x', "something follows"),
        (b"{text: 1}", "double quotes"),
        (b'{"text" "a"}', '":" is missing'),
        (b'{"text": "a" "b": 1}', '"," or "}" is missing'),
        (b'{"shapes": [1 2]}', '"," or "]" is missing'),
        (b'{"text": "a", "text": "b"}', '"text" occurs twice'),
        (b'{"text": "a", "o": {"k": 1, "k": 1}}', '"k" occurs twice'),
        (b'{"text": "a", "o": NaN}', "NaN"),
        (b'{"text": "a", "o": [-Infinity]}', "Infinity"),
        (b'{"text": "a", "o": ' + b"9" * 5000 + b"}", "thousands of digits"),
        (b'{"text": "a", "o": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"text": "\\ud83d"}', '"text" is not text'),
        (b'{"text": 5}', '"text" is not text'),
        (b'{"text": "a", "status": 5}', '"status" is not text'),
        (b'{"text": "a", "text_source": 3}', '"text_source" is not text'),
        (b'{"text": "a", "reviewed_at": []}', '"reviewed_at" is not text'),
        (b'{"text": "a", "reviewed_by": 3}', '"reviewed_by" is not text'),
        (b'{"shapes": {}}', '"shapes" is not a list'),
        (b'{"shapes": null}', '"shapes" is not a list'),
        (b'{"text": "a", "schema": 2}', "newer version"),
        (b'{"text": "a", "schema": "1"}', '"schema" is not 1'),
        (b'{"text": "a", "schema": true}', '"schema" is not 1'),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff", "Save it as UTF-8"),
    ],
)
def test_damaged_file_is_an_error_that_names_it(data: bytes, reason: str):
    with pytest.raises(LabelError, match=r"^w\.json: [^\n]*" + reason.replace("(", r"\(")):
        parse_label(data, "w.json")


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"label": 5}, "label"),
        ({"label": None}, "label"),
        ({"label": "\ud83d"}, "surrogate"),
        ({"shape_type": 5}, "shape_type"),
        ({"points": None}, "points"),
        ({"points": {"x": 1}}, "points"),
        ({"points": [[1, 2], [3, "4"], [5, 6]]}, "entry 2"),
        ({"points": [[1, 2], [3, 4], [True, 6]]}, "entry 3"),
        ({"points": [[1, 2, 3], [3, 4], [5, 6]]}, "entry 1"),
        ({"points": [1, 2, 3]}, "entry 1"),
        ({"points": [[1, 2], [3, 4], [5, 10**400]]}, "entry 3"),
        ({"points": [[1, 2]] * 10_001}, "10,001 corners"),
        ({"shape_type": "linestrip", "points": [[1, 2]] * 10_001}, "10,001 corners"),
        ({"order": "1"}, "order"),
        ({"order": 1.5}, "order"),
        ({"order": True}, "order"),
        ({"order": 10**30}, "order"),
        ({"score": "high"}, "score"),
        ({"score": True}, "score"),
        ({"source": 5}, "source"),
        ({"ignore": 1}, "ignore"),
        ({"gaussian": [1, 2]}, "gaussian"),
        ({"gaussian": {"center": [1, 2]}}, "gaussian"),
        ({"gaussian": {"center": [1, 2], "sigma": [0, 1]}}, "gaussian"),
        ({"gaussian": {"center": [1, 2], "sigma": [1, 1], "angle": "x"}}, "gaussian"),
    ],
)
def test_wrongly_typed_shape_is_an_error_that_names_it(keys: dict[Any, Any], reason: str):
    with pytest.raises(LabelError, match=rf"^w\.json: shape 2 [^\n]*{reason}"):
        parse(document(shape(), shape(**keys)))


def test_shape_that_is_no_object_is_an_error():
    with pytest.raises(LabelError, match="shape 1 is not an object"):
        parse(document(["A"]))


def test_coordinate_too_large_for_a_float_is_an_error():
    with pytest.raises(LabelError, match=r"shape 1 .*entry 1"):
        parse_label(json.dumps(document(shape())).replace("1.0", "1e999", 1).encode(), "w.json")


def test_million_corners_are_refused():
    many = shape(points=[[1, 2]] * 10_000)
    with pytest.raises(LabelError, match=r"shape 101 .*1,000,000 corners"):
        parse(document(*[many] * 101))


def test_millions_of_values_are_refused_before_they_become_objects():
    with pytest.raises(LabelError, match="5,000,000 values"):
        parse_label(b'{"text": "a", "o": [' + b"0," * 5_000_001 + b"0]}", "w.json")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_other_encodings_are_read_and_written_back_as_utf8(encoding: str):
    text = json.dumps(document(shape(label="字"), shape(label="符"), text="字符"), ensure_ascii=False, indent=2)
    file = parse_label(text.encode(encoding), "w.json")
    assert (file.label.text, file.encoding) == ("字符", encoding)
    assert serialise(file.label, file) == text.encode(encoding)
    assert serialise(replace(file.label, text="字"), file).decode("utf-8") == text.replace('"字符"', '"字"').replace(
        '  "shapes"', '  "schema": 1,\n  "shapes"'
    )


def test_label_of_a_newer_version_is_not_to_be_mended():
    with pytest.raises(LabelError, match="newer version") as refused:
        parse_label(b'{"text": "a", "schema": 2}', "a.json")
    assert "Update the program" in str(refused.value) and "Mend" not in str(refused.value)


@pytest.mark.parametrize(
    ("keys", "sources", "expected"),
    [
        ({"text": "A", "text_source": "model"}, [], "model"),
        ({"text": "A", "text_source": "person"}, ["model"], None),
        ({"text": "A", "text_source": "import"}, ["model"], None),
        ({"text": "A"}, ["model"], "model"),
        ({"text": "A", "status": "draft"}, ["model"], "model"),
        ({"text": "A", "status": "reviewed"}, ["model"], None),
        ({"text": "A"}, ["model", None], None),
        ({"text": "A"}, [], None),
        ({}, ["model"], None),
    ],
)
def test_a_text_without_a_source_is_a_draft_only_over_drafts_alone(
    keys: dict[Any, Any], sources: list[Any], expected: str | None
):
    shapes = [shape() | ({"source": source} if source else {}) for source in sources]
    assert parse(document(*shapes, **keys)).label.text_source == expected
