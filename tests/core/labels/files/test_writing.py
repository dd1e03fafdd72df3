import base64
import difflib
import json
import os
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.words.label_documents import A, document, parse, serialise, shape

from core.labels.files.storage import parse_label
from core.labels.geometry import rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel

B = CharacterLabel("b", rectangle(10, 2, 20, 30), order=2, shape_type="rectangle")
C = CharacterLabel("字", ((21.0, 2.0), (30.0, 2.0), (30.0, 30.0), (21.0, 30.0)), order=3)
WORD = WordLabel((A, B, C), "Ab字")


def outside(before: bytes, after: bytes) -> list[str]:
    """The lines that a diff says were removed or added."""
    lines = difflib.ndiff(before.decode().split("\n"), after.decode().split("\n"))
    return [line for line in lines if line[0] in "+-"]


def test_file_that_we_create_has_the_layout_of_labelme_and_one_line_a_value():
    text = serialise(replace(WORD, characters=(A, B), status="draft")).decode()
    assert text == (
        '{\n  "version": "5.5.0",\n  "flags": {},\n  "shapes": [\n'
        '    {\n      "label": "A",\n      "points": [[1.0, 2.0], [9.5, 2.0], [9.25, 30.0]],\n      "group_id": null,\n'
        '      "description": "",\n      "shape_type": "polygon",\n      "flags": {},\n      "mask": null,\n'
        '      "order": 1\n    },\n'
        '    {\n      "label": "b",\n      "points": [[10.0, 2.0], [20.0, 30.0]],\n      "group_id": null,\n'
        '      "description": "",\n      "shape_type": "rectangle",\n      "flags": {},\n      "mask": null,\n'
        '      "order": 2\n    }\n  ],\n'
        '  "imagePath": "w.png",\n  "imageData": null,\n  "imageHeight": 32,\n  "imageWidth": 100,\n'
        '  "text": "Ab字",\n  "status": "draft",\n  "schema": 1\n}\n'
    )


def test_what_two_readers_agreed_on_is_a_draft_to_programs_that_do_not_know_the_key():
    characters = tuple(replace(each, source="model", score=0.5) for each in (A, B))
    label = WordLabel(characters, "Ab", "draft", text_source="model", accepted_by="agreement")
    written = json.loads(serialise(label))
    keys = ("status", "text_source", "accepted_by")
    assert [written[key] for key in keys] == ["draft", "model", "agreement"]
    read = parse_label(serialise(label), "w.json")
    assert read.label == label
    confirmed = json.loads(serialise(replace(label, text_source=None), read))
    assert "accepted_by" not in confirmed
    assert confirmed["text_source"] == "person"


@pytest.mark.parametrize("value", ["somebody", 3, None])
def test_another_value_of_accepted_by_means_nothing_and_stays(value: str | int | None):
    file = parse(document(shape(), text="A", text_source="model", accepted_by=value))
    assert not file.label.is_agreed
    assert json.loads(serialise(replace(file.label, status="reviewed"), file))["accepted_by"] == value


def test_new_coordinates_have_at_most_two_decimals():
    label = WordLabel((replace(A, polygon=((1.23456, -0.001), (9.999, 2.0), (5.0, 30.0))),))
    assert json.loads(serialise(label))["shapes"][0]["points"] == [[1.23, 0.0], [10.0, 2.0], [5.0, 30.0]]


LAYOUTS: list[dict[str, Any]] = [
    {"indent": 2},
    {"indent": 4},
    {"indent": "\t"},
    {},
    {"separators": (",", ":")},
    {"indent": 2, "ensure_ascii": False},
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("final", ["", "\n", "\n\n"])
def test_edit_changes_only_the_text_of_its_shape_in_any_layout(layout: Any, line_end: str, final: str):
    shapes = [
        shape(label=s, points=[[i, 2.5], [i + 5, 2], [i, 30]], order=i, zz=[1, {"é": 1.50}])
        for i, s in enumerate("AbC")
    ]
    text = (json.dumps(document(*shapes, text="AbC", other={"a": [1]}), **layout) + final).replace("\n", line_end)
    file = parse_label(text.encode(), "w.json")
    middle = file.label.characters[1]
    moved = replace(middle, symbol="d", polygon=((1.0, 2.5), (7.123, 2.0), (1.0, 30.0)))
    label = replace(file.label, characters=(file.label.characters[0], moved, file.label.characters[2]))
    six = re.compile(r"(?<=[\[\s])6(?=,)")
    assert len(six.findall(text)) == 1
    expected = six.sub("7.12", text.replace('"b"', '"d"'))
    assert serialise(label, file).decode() == expected


def test_unchanged_label_gives_identical_bytes_however_odd_the_file_is():
    data = b'  {"shapes" :[ {"points":[[1,2 ],[3e0,4],\t[5,6.0]],"label":"\\u0041"} ] ,"imageData":null}\r\n\r\n'
    file = parse_label(data, "w.json")
    assert serialise(replace(file.label), file) == data


def test_rectangle_without_area_stays_a_rectangle():
    flat = CharacterLabel("-", rectangle(1, 5, 9, 5), shape_type="rectangle")
    assert parse_label(serialise(WordLabel((flat,))), "w.json").label.characters == (flat,)


def test_points_one_pair_a_line_stay_one_pair_a_line():
    text = '{\n "shapes": [\n  {"label": "A", "points": [\n    [1, 2],\n    [3, 4],\n    [5, 6]\n  ]}\n ]\n}'
    file = parse_label(text.encode(), "w.json")
    moved = replace(file.label.characters[0], polygon=((1.0, 2.0), (3.0, 4.5), (5.0, 6.0), (1.0, 6.0)))
    assert serialise(WordLabel((moved,)), file).decode() == text.replace("[3, 4]", "[3, 4.5]").replace(
        "[5, 6]\n", "[5, 6],\n    [1, 6]\n"
    )


def test_corners_that_stay_keep_more_decimals_than_two():
    file = parse(document(shape(points=[[1.23456, 2], [3, 4], [5, 6]])))
    moved = replace(file.label.characters[0], polygon=((1.23456, 2.0), (3.333333, 4.0), (5.0, 6.0)))
    after = parse_label(serialise(WordLabel((moved,)), file), "w.json")
    assert after.label.characters[0].polygon == ((1.23456, 2.0), (3.33, 4.0), (5.0, 6.0))


def test_setting_the_text_of_a_labelme_file_only_adds_lines():
    file = parse(document(shape()), indent=2)
    after = serialise(replace(file.label, text="A"), file)
    assert outside(file.data, after) == ['+   "text": "A",', '+   "schema": 1,']


def test_marking_our_own_file_reviewed_only_adds_lines():
    file = parse_label(serialise(WORD), "w.json")
    after = serialise(replace(WORD, status="reviewed", reviewed_at="2025-01-01T00:00:00Z", reviewed_by="李 Anna"), file)
    lines = ['+   "status": "reviewed",', '+   "reviewed_at": "2025-01-01T00:00:00Z",', '+   "reviewed_by": "李 Anna",']
    assert outside(file.data, after) == lines


def test_tags_and_split_are_two_lines_and_go_again():
    file = parse_label(serialise(WORD), "w.json")
    after = serialise(replace(WORD, tags=("blurred", "to ask"), split="validation"), file)
    assert outside(file.data, after) == ['+   "tags": ["blurred", "to ask"],', '+   "split": "validation",']
    read = parse_label(after, "w.json")
    assert (read.label.tags, read.label.split, read.label.extra) == (("blurred", "to ask"), "validation", WORD.extra)
    assert serialise(WORD, read) == file.data


def test_tags_and_a_split_of_another_form_stay_until_they_are_set():
    data = b'{"text": "a", "tags": {"x": 1}, "split": "test"}'
    file = parse_label(data, "w.json")
    assert (file.label.tags, file.label.split, len(file.passed_over)) == ((), None, 2)
    kept = serialise(replace(file.label, text="b"), file)
    assert b'"tags": {"x": 1}, "split": "test"' in kept
    assert b'"split": "train"' in serialise(replace(file.label, split="train"), file)


def test_inserted_character_is_laid_out_like_its_neighbours():
    for layout in LAYOUTS:
        shapes = [
            shape(label=s, points=[[float(i), 2.0], [i + 5.0, 2.0], [float(i), 30.0]]) for i, s in enumerate("ABC")
        ]
        file = parse(document(shapes[0], shapes[2]), **layout)
        added = CharacterLabel("B", ((1.0, 2.0), (6.0, 2.0), (1.0, 30.0)))
        label = WordLabel((file.label.characters[0], added, file.label.characters[1]))
        assert serialise(label, file) == parse(document(*shapes), **layout).data


def test_deleted_character_takes_only_its_own_lines_along():
    for layout in LAYOUTS:
        shapes = [shape(label=s) for s in "ABC"]
        file = parse(document(*shapes), **layout)
        for gone in range(3):
            left = [c for i, c in enumerate(file.label.characters) if i != gone]
            expected = parse(document(*[s for i, s in enumerate(shapes) if i != gone]), **layout).data
            assert serialise(WordLabel(tuple(left)), file) == expected


def test_first_character_of_an_empty_file_is_indented_like_the_file():
    for text in (
        '{\n    "text": "A",\n    "shapes": []\n}',
        '{\n    "text": "A"\n}',
        '{"text": "A"}',
        '{"text":"A","shapes":[ ]}',
    ):
        file = parse_label(text.encode(), "w.json")
        after = serialise(replace(file.label, characters=(A,)), file)
        assert parse_label(after, "w.json").label == replace(file.label, characters=(A,))
        lines = after.decode().split("\n")
        assert len(lines) == 1 if "\n" not in text else "        {" in lines and '            "label": "A",' in lines


def test_reordering_moves_no_shape_that_keeps_its_order_key():
    file = parse_label(serialise(WORD), "w.json")
    swapped = replace(WORD, characters=(replace(A, order=2), replace(B, order=1), C))
    assert outside(file.data, serialise(swapped, file)) == [
        '-       "order": 1',
        '+       "order": 2',
        '-       "order": 2',
        '+       "order": 1',
    ]


def test_shape_that_loses_all_our_keys_loses_nothing_else():
    gaussian = Gaussian((5.0, 6.0), (2.0, 3.0), 30.0)
    full = replace(A, gaussian=gaussian, ignore=True, source="model", score=0.5, extra=(("k", "[1,  2]"),))
    file = parse_label(serialise(WordLabel((full,))), "w.json")
    assert file.label.characters == (full,)
    bare = json.loads(serialise(WordLabel((replace(A, order=None, extra=full.extra),)), file))["shapes"][0]
    assert bare == shape(k=[1, 2])


def test_embedded_picture_survives_an_edit_and_is_no_part_of_the_label():
    picture = base64.b64encode(os.urandom(30_000)).decode()
    file = parse(document(shape(), imageData=picture), indent=2)
    assert file.label.extra == ()
    after = serialise(replace(file.label, characters=(replace(file.label.characters[0], symbol="q"),)), file)
    assert json.loads(after)["imageData"] == picture and len(outside(file.data, after)) == 2


def test_half_surrogates_in_foreign_keys_are_carried_along():
    file = parse(document(shape(odd="\ud83d")))
    after = serialise(replace(file.label, characters=(replace(file.label.characters[0], symbol="q"),)), file)
    assert json.loads(after)["shapes"][0]["odd"] == "\ud83d"


coordinates = st.integers(-10_000, 100_000).map(lambda n: n / 100)
points = st.tuples(coordinates, coordinates)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(-1e9, 1e9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
foreign_keys = (
    st.text(max_size=6).map(lambda key: "x" + key).filter(lambda key: not any("\ud800" <= c <= "\udfff" for c in key))
)
extras = st.dictionaries(foreign_keys, json_values, max_size=2).map(
    lambda values: tuple((key, json.dumps(value)) for key, value in values.items())
)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
areas = st.builds(
    lambda x, y, rows: Area.from_array(x, y, np.array(rows, dtype=bool)),
    st.integers(-50, 50),
    st.integers(-50, 50),
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=1, max_size=4)
    ),
)
characters = st.builds(
    CharacterLabel,
    texts,
    st.lists(points, min_size=3, max_size=6).map(tuple),
    order=st.none() | st.integers(-3, 40),
    area=st.none() | areas,
    gaussian=st.none()
    | st.builds(Gaussian, points, st.tuples(*[st.integers(1, 999).map(lambda n: n / 100)] * 2), coordinates),
    ignore=st.booleans(),
    source=st.none() | st.just("model"),
    score=st.none() | st.floats(0, 1),
    extra=extras,
) | st.builds(
    lambda symbol, a, b: CharacterLabel(symbol, rectangle(*a, *b), shape_type="rectangle"),
    texts,
    points,
    st.tuples(
        st.integers(100_000, 300_000).map(lambda n: n / 100), st.integers(100_000, 300_000).map(lambda n: n / 100)
    ),
)
labels = st.builds(
    WordLabel,
    st.lists(characters, max_size=5).map(tuple),
    st.none() | texts,
    st.none() | st.sampled_from(["draft", "reviewed"]),
    st.none() | texts,
    extras,
    reviewed_by=st.none() | texts,
)


def sorted_extra(word: tuple[CharacterLabel, ...]) -> list[CharacterLabel]:
    """Foreign keys that stay keep the file's order, so a new label's may come back in another one."""
    return [replace(character, extra=tuple(sorted(character.extra))) for character in word]


@given(labels)
def test_what_is_written_is_read_back(label: Any):
    assert parse_label(serialise(label), "w.json").label == label


@given(labels, labels, st.sampled_from(LAYOUTS), st.booleans())
@settings(deadline=None)
def test_any_label_can_be_written_over_any_file_in_any_layout(before: Any, after: Any, layout: Any, windows: bool):
    text = json.dumps(json.loads(serialise(before)) | {"foreign": [1, 2]}, **layout)
    file = parse_label((text.replace("\n", "\r\n") if windows else text).encode(), "w.json")
    assert serialise(file.label, file) == file.data
    # The whole of the other label, and half and half, so that shapes are kept, changed, added and removed
    for characters_now in (after.characters, file.label.characters[1:] + after.characters[:2]):
        wanted = replace(after, characters=characters_now, extra=(*after.extra, ("foreign", "[1, 2]")))
        written = parse_label(serialise(wanted, file), "w.json")
        assert sorted_extra(written.label.characters) == sorted_extra(wanted.characters)
        assert (written.label.text, written.label.status) == (wanted.text, wanted.status)
        assert dict(written.label.extra) == dict(wanted.extra)


@given(st.lists(characters, min_size=1, max_size=5), st.data(), st.sampled_from(LAYOUTS[:3]))
@settings(deadline=None)
def test_editing_one_character_leaves_all_lines_outside_its_shape_as_they_are(word: list[Any], data: Any, layout: Any):
    text = json.dumps(json.loads(serialise(WordLabel(tuple(word), "w"))), **layout)
    file = parse_label(text.encode(), "w.json")
    number = data.draw(st.integers(0, len(word) - 1))
    edited = list(file.label.characters)
    edited[number] = replace(data.draw(characters), extra=edited[number].extra)
    assume(not all(each.is_draft for each in edited) or all(each.is_draft for each in word))  # then the text says so
    after = serialise(replace(file.label, characters=tuple(edited)), file).decode()
    first, last = file.layout.shapes[number]
    assert after.startswith(text[:first]) and after.endswith(text[last:])


DRAFT = WordLabel((replace(A, source="model", score=0.5),), "A", "draft", text_source="model")


@pytest.mark.parametrize(
    "label",
    [
        DRAFT,
        replace(DRAFT, text_source=None),
        replace(DRAFT, characters=(), text_source="model"),
        replace(DRAFT, status="reviewed", text_source=None),
        replace(DRAFT, characters=(A,)),
        replace(DRAFT, text=None, text_source=None),
    ],
)
def test_the_source_of_the_text_is_read_as_it_was_written(label: Any):
    assert parse_label(serialise(label), "w.json").label == label


def test_a_drafted_text_says_so_in_the_file_and_no_longer_once_it_is_known():
    written = serialise(DRAFT)
    assert json.loads(written)["text_source"] == "model"
    reviewed = replace(DRAFT, characters=(A,), status="reviewed", text_source=None)
    assert "text_source" not in json.loads(serialise(reviewed, parse_label(written, "w.json")))


def test_a_draft_of_the_version_before_stays_a_draft_when_one_of_its_boxes_is_accepted():
    old = parse(document(shape(source="model"), shape(source="model"), text="AA", status="draft"))
    one, two = old.label.characters
    edited = replace(old.label, characters=(replace(one, source=None), two))
    assert parse_label(serialise(edited, old), "w.json").label.text_source == "model"


def test_a_tag_changes_nothing_of_a_draft_of_the_version_before_but_its_line():
    old = parse(document(shape(source="model"), text="A", status="draft", schema=1), indent=2)
    after = serialise(replace(old.label, tags=("new",)), old)
    assert all("tags" in line or "schema" in line for line in outside(old.data, after))
