"""The shape of all lines of a file tells where an outline ends and its text begins."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.formats.lines.outlined import shape_of
from core.labels.formats.record import ForeignReading, Reject
from core.labels.geometry import polygon_of, rectangle

BOX = rectangle(17, 13, 101, 41)
EIGHT = "17,13,101,13,101,41,17,41"
CURVE = "15,59,30,34,55,16,85,10,115,16,140,34,155,59,132,68,121,51,105,39,85,35,65,39,49,51,38,68"
LINE = "17,13,31,13,45,13,59,13,73,13,87,13,101,13,101,41,87,41,73,41,59,41,45,41,31,41,17,41"
TEN = "0,10,40,0,80,10,76,30,4,30"
OFFSETS = "100,200,180,260," + ",".join(f"{x},{y}" for x, y in [
    (0, 20), (13, 8), (26, 2), (40, 0), (54, 2), (67, 8), (80, 20),
    (70, 60), (60, 50), (50, 45), (40, 43), (30, 45), (20, 50), (10, 60)])  # fmt: skip


def read(*lines):
    shape = shape_of(lines)
    return None if shape is None else [shape.parse(line) for line in lines]


def texts(*lines):
    return [text for _, text in read(*lines)]


@pytest.mark.parametrize("outline", [CURVE, LINE])
def test_outlines_of_fourteen_corners_with_the_mark_before_the_text(outline: Any):
    ((polygon, text), _) = read(f"{outline},####ROUNDABOUT", f"{outline},####1,2,3")
    assert (len(polygon), text) == (14, "ROUNDABOUT")
    assert texts(f"{outline},####ROUNDABOUT", f"{outline},####1,2,3")[1] == "1,2,3"


@pytest.mark.parametrize("outline", [CURVE, LINE, TEN])
def test_outlines_of_more_corners_without_a_mark(outline: Any):
    polygons = [polygon for polygon, _ in read(f"{outline},ROUNDABOUT", f"{outline},EXIT")]
    assert polygons[0] == polygon_of([float(value) for value in outline.split(",")])
    assert texts(f"{outline},ROUNDABOUT", f"{outline},EXIT") == ["ROUNDABOUT", "EXIT"]


def test_outlines_of_as_many_corners_as_each_word_has():
    lines = (f"{EIGHT},CAFE", f"{CURVE},ROUNDABOUT", f"{TEN},EXIT")
    assert [(len(polygon), text) for polygon, text in read(*lines)] == [(4, "CAFE"), (14, "ROUNDABOUT"), (5, "EXIT")]
    assert [len(polygon) for polygon, _ in read(*(line.replace(",CAFE", ",####CAFE") for line in lines[:1]))] == [4]


def test_a_box_and_offsets_from_it():
    ((polygon, text), _) = read(f"{OFFSETS},####ARC", f"{OFFSETS},####WAY")
    assert text == "ARC"
    assert polygon[:2] == ((100, 220), (113, 208))
    assert texts(f"{OFFSETS},ARC", f"{OFFSETS},WAY") == ["ARC", "WAY"]


@pytest.mark.parametrize("text", ["100,000", "1,2,3", "0,5", "7", "1,2,3,4", "12.50", " 25", "5,abc"])
@pytest.mark.parametrize("others", [(), (f"{EIGHT},CAFE",), (f"{EIGHT},1,000",)])
def test_texts_that_are_numbers_stay_as_they_are(text: str, others: tuple[Any, ...]):
    assert read(f"{EIGHT},{text}", *others)[0] == (BOX, text)


def test_quotation_marks_go_if_all_lines_have_them_and_stay_else():
    assert texts(f'{EIGHT},"CAFE"', f'{EIGHT},"a ""b"", c"', f"{EIGHT},###") == ["CAFE", 'a "b", c', "###"]
    assert texts(f'{EIGHT},"CAFE"', f"{EIGHT},MARKET") == ['"CAFE"', "MARKET"]


@pytest.mark.parametrize(
    "line",
    ['17.0 13.0 101.0 41.0 "CAFE"', "17 13 101 41 CAFE", "17,13,101,41,CAFE", '17.0, 13.0, 101.0, 41.0, "CAFE"',
     "17 13 101 13 101 41 17 41 CAFE", "17\t13\t101\t13\t101\t41\t17\t41\tCAFE", "17;13;101;41;CAFE",
     "17.00,13.00,101.00,13.00,101.00,41.00,17.00,41.00,CAFE"],
)  # fmt: skip
def test_numbers_stand_between_commas_blanks_tabs_or_semicolons_with_or_without_decimals(line: str):
    assert read(line, line) == [(BOX, "CAFE")] * 2


@pytest.mark.parametrize(
    ("before", "kinds"),
    [(("Latin", "Korean"), ["guessed"]), (("en", "zh"), ["guessed"]), (("0", "12"), ["guessed"]),
     (("0.98", "0.5"), [])],
)  # fmt: skip
def test_language_class_or_probability_before_all_texts_is_no_part_of_them(before: tuple[Any, ...], kinds: list[Any]):
    lines = [f"{EIGHT},{word},CAFE, {at}" for at, word in enumerate(before)]
    assert texts(*lines) == ["CAFE, 0", "CAFE, 1"]
    assert [remark.kind for remark in shape_of(lines).remarks] == kinds


def test_what_one_line_alone_has_before_its_text_is_a_part_of_it():
    assert texts(f"{EIGHT},Latin,CAFE", f"{EIGHT},MARKET") == ["Latin,CAFE", "MARKET"]
    assert texts(f"{EIGHT},0,CAFE", f"{EIGHT},MARKET") == ["0,CAFE", "MARKET"]


def test_a_probability_is_of_its_text():
    lines = [f"{EIGHT},0.98,CAFE", f"{EIGHT},0.5,MARKET"]
    assert [shape_of(lines).reading(line) for line in lines] == [ForeignReading(0.98), ForeignReading(0.5)]
    lines = [f"{EIGHT},CAFE,0.98", f"{EIGHT},MARKET,1.0"]
    assert [shape_of(lines).reading(line) for line in lines] == [ForeignReading(0.98), ForeignReading(1.0)]
    assert shape_of([f"{EIGHT},CAFE", f"{EIGHT},MARKET"]).reading(f"{EIGHT},CAFE") is None


def test_probability_behind_all_texts_is_no_part_of_them():
    assert texts(f"{EIGHT},CAFE,0.98", f"{EIGHT},1,000,1.0") == ["CAFE", "1,000"]
    assert texts(f"{EIGHT},CAFE,0.98", f"{EIGHT},MARKET") == ["CAFE,0.98", "MARKET"]


@pytest.mark.parametrize(
    ("line", "look"),
    [(EIGHT, "8 numbers and no text"), (CURVE, "28 numbers and no text"),
     (OFFSETS, "a box and offsets of 14 corners, and no text"),
     ("300 100 80 30 CAFE", "four numbers that are not left"),
     ("0 0.1 0.5 0.3 0.2", "only numbers")],
)  # fmt: skip
def test_lines_that_stay_unclear_are_refused_with_what_they_look_like(line: Any, look: str):
    with pytest.raises(Reject, match=f"its lines look like {line[:6]}.*{look}"):
        shape_of([line, line])


@pytest.mark.parametrize("lines", [["a.png CAFE"], ["hello", "world"], ["1,2,3"], ["", "x"]])
def test_other_lines_are_none(lines: list[Any]):
    assert shape_of(lines) is None


@given(st.lists(st.text('0123456789.,- \t;"#a', max_size=60), min_size=1, max_size=5))
def test_any_lines_give_outlines_or_a_reason(lines: list[Any]):
    try:
        shape = shape_of(lines)
    except Reject:
        return
    for line in lines if shape is not None else ():
        try:
            polygon, _ = shape.parse(line)
        except Reject:
            continue
        assert len(polygon) >= 3
