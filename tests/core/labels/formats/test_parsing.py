from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.formats import parsing
from core.labels.formats.record import Reject

NO_COORDINATES = ["nan", "inf", "-inf", "1e999", 1e7, "1_000", "", "x", None, True, [1], 10**400]
NO_NAMES_BELOW = [
    *("/etc/passwd", "C:\\a.png", "c:a.png", "\\\\server\\a.png", "../a.png", "a/../../b.png", "a\\..\\b.png"),
    *("", ".", "a\0.png", "a\n.png", 7, None),
]
NO_TEXTS = ["", "  ", "a\tb", "a\x07", "\ud800", None, 3]
NO_RECORDS = ["[" * 100_000, "{", '{"a": NaN}', '{"a": -Infinity}', "1" * 5000, "[1]", "null", ""]


@pytest.mark.parametrize(
    ("parse", "value"),
    [
        *((parsing.number, value) for value in NO_COORDINATES),
        *((parsing.image_name, value) for value in NO_NAMES_BELOW),
        *((parsing.word, value) for value in NO_TEXTS),
        *((parsing.json_object, value) for value in NO_RECORDS),
    ],
)
def test_what_is_no_coordinate_no_name_below_no_text_or_no_record_is_rejected(parse: Any, value: Any):
    with pytest.raises(Reject):
        parse(value)


@pytest.mark.parametrize(("value", "expected"), [(3, 3.0), (" 7 ", 7.0), ("-1.5", -1.5), (2.5, 2.5)])
def test_numbers_and_pieces_of_lines_are_coordinates(value: str | float, expected: float):
    assert parsing.number(value) == expected


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a.png", "a.png"),
        ("./a/b.png", "a/b.png"),
        ("a\\b.png", "a/b.png"),
        ("a//b.png", "a/b.png"),
        ("a..b/c.png", "a..b/c.png"),
    ],
)
def test_paths_of_every_system_become_one_form(written: str, meant: str):
    assert parsing.image_name(written) == meant


@given(st.text())
def test_a_path_that_is_taken_stays_below_its_folder(written: str):
    try:
        name = parsing.image_name(written)
    except Reject:
        return
    parts = name.split("/")
    assert parts
    assert not {"", ".", ".."} & set(parts)
    assert "\0" not in name


@pytest.mark.parametrize("text", ["车牌 粤B", "👨\u200d👩\u200d👧", "a\u2028b", ' "x", y '])
def test_any_other_text_is_kept_as_it_is(text: str):
    assert parsing.word(text) == text


def test_a_space_is_a_symbol_and_nothing_is_not():
    assert parsing.symbol(" ", 1) == " "
    with pytest.raises(Reject, match="character 2 has no symbol"):
        parsing.symbol("", 2)


def test_where_json_is_cut_off_is_said_by_its_column():
    with pytest.raises(Reject, match=r"^not JSON \(unterminated string \(line 1, column 7\)\)$"):
        parsing.json_object('{"a": "b')
