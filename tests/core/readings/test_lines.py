"""A line of the file of readings says the same to its pattern and to a JSON parser."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Damaged
from core.readings.lines import ReadingParser, decoded, image_in, reading_lines
from core.readings.reading import PictureReading, Reading

SHARES = st.floats(0, 1).map(lambda share: round(share, 6))
READINGS = st.builds(
    PictureReading,
    st.text(st.characters(exclude_characters="./\\"), min_size=1),
    st.text(min_size=1),
    st.builds(
        Reading,
        st.text(min_size=1),
        st.text(),
        st.none() | SHARES | st.sampled_from([0.0, 1.0, 1e-6]),
        st.lists(SHARES, max_size=3).map(tuple),
        st.sampled_from(["", "2026-11-28T12:00:00Z"]),
        st.text(),
        st.none() | st.floats(0, 1e6).map(lambda seconds: round(seconds, 6)),
    ),
)


@given(READINGS)
def test_a_line_gives_the_reading_that_it_was_made_of_by_the_pattern_and_by_json(read: PictureReading):
    line = reading_lines([read])
    value = decoded(line)
    assert json.loads(line) == value
    assert line.count(b"\n") == 1
    assert ReadingParser().of(value, image_in(value, "image")) == read
    assert ReadingParser().plain(line[:-1]) in (read, None)


def test_a_line_without_escapes_needs_no_json():
    read = PictureReading("ä/a.png", "00ff", Reading("PP-OCR", "中 <b>", 0.97, (), "", "9f86"))
    assert ReadingParser().plain(reading_lines([read])[:-1]) == read


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_probability_that_could_not_be_read_again_is_not_written(share: float):
    with pytest.raises(ValueError, match="between 0 and 1"):
        reading_lines([PictureReading("a.png", "00", Reading("A", "x", share))])


def test_a_path_out_of_the_project_is_refused_by_the_pattern_too():
    line = reading_lines([PictureReading("../a.png", "00", Reading("A", "x"))])[:-1]
    with pytest.raises(Damaged, match="not a path inside"):
        ReadingParser().plain(line)


@pytest.mark.parametrize("share", ["1.5", "0.٥", "2.0"])
def test_what_is_no_share_is_left_to_json(share: str):
    line = reading_lines([PictureReading("a.png", "00", Reading("A", "x", 0.5))])[:-1].decode()
    assert ReadingParser().plain(line.replace("0.5", share).encode()) is None


def test_a_key_that_holds_no_text_is_named_though_another_is_missing():
    value = {"image": "a.png", "picture": "1", "reader": "one", "text": "A", "reader_version": 5}
    with pytest.raises(Damaged, match="reader_version"):
        ReadingParser().of(value, "a.png")
