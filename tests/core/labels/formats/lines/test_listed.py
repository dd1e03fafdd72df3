"""The form of all lines of a list tells images from texts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.formats.lines.listed import columns_of, shape_of
from core.labels.formats.record import ForeignReading, Reject


def pairs(*lines):
    shape = shape_of(lines)
    return [shape.parse(line) for line in lines if line != shape.header]


@pytest.mark.parametrize(
    "lines",
    [
        ("train/0.png\tCAFE", "train/1.png\tROAD WORK"),
        ("train/0.png CAFE", "train/1.png ROAD WORK"),
        ("train/0.png,CAFE", 'train/1.png,"ROAD WORK"'),
        ("filename,words", "train/0.png,CAFE", 'train/1.png,"ROAD WORK"'),
        ("words,filename", "CAFE,train/0.png", "ROAD WORK,train/1.png"),
        (",image,text", "0,train/0.png,CAFE", "1,train/1.png,ROAD WORK"),
        ("image\tlabel", "train/0.png\tCAFE", "train/1.png\tROAD WORK"),
        ("train/0.png;CAFE", "train/1.png;ROAD WORK"),
        ("train/0.png\tCAFE\t0.98", "train/1.png\tROAD WORK\t1.0"),
        ("filename,words,score", "train/0.png,CAFE,0.9", "train/1.png,ROAD WORK,0.8"),
        ("train/0.png,CAFE,0.98", 'train/1.png,"ROAD WORK",9.1e-05'),
        ("train/0.png\tCAFE\t0.98", "train/1.png\tROAD WORK\t8e-06"),
        ("train/0.png CAFE 0.98", "train/1.png ROAD WORK nan"),
        ('train/0.png\t"CAFE"', 'train/1.png\t"ROAD WORK"'),
    ],
)
def test_each_form(lines: tuple[Any, ...]):
    assert pairs(*lines) == [("train/0.png", "CAFE"), ("train/1.png", "ROAD WORK")]


def test_name_with_a_blank_ends_at_its_ending():
    assert pairs("my words/0.png CAFE", "my words/1.png A 2.png B") == [
        ("my words/0.png", "CAFE"), ("my words/1.png", "A 2.png B"),
    ]  # fmt: skip


def test_text_with_commas_and_without_quotation_marks_is_whole():
    assert pairs("a.png,1,000", "b.png,CAFE")[0] == ("a.png", "1,000")
    assert pairs("filename,words", "a.png,1,000")[0] == ("a.png", "1,000")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("b.png,1,000,0.5", "1,000"),
        ("b.png,HELLO, WORLD,0.5", "HELLO, WORLD"),
        ('b.png,"HELLO, WORLD",0.5', "HELLO, WORLD"),
        ('b.png, "say ""no""",0.5', 'say "no"'),
        ('b.png,"A" AND B,0.5', '"A" AND B'),
        ('b.png,12",0.5', '12"'),
    ],
)
@pytest.mark.parametrize("header", [(), ("file,text,score",)])
def test_text_with_commas_and_quotation_marks_before_a_probability_is_whole(
    header: tuple[str, ...], line: str, text: str
):
    lines = [*header, *["a.png,CAFE,0.75"] * 9, line]
    shape = shape_of(lines)
    assert (shape.parse(line), shape.reading(line)) == (("b.png", text), ForeignReading(0.5))


def test_text_with_commas_keeps_its_blanks():
    assert pairs("a.png,HELLO, WORLD", "b.png,CAFE")[0] == ("a.png", "HELLO, WORLD")


def test_text_without_a_probability_among_many_with_one_is_whole():
    lines = [*["a.png,CAFE,0.75"] * 9, "b.png,1,000"]
    shape = shape_of(lines)
    assert (shape.parse(lines[-1]), shape.reading(lines[-1])) == (("b.png", "1,000"), None)


def test_quotation_marks_of_one_word_and_numbers_of_one_word_stay():
    assert pairs('a.png\t"CAFE"', "b.png\tEXIT") == [("a.png", '"CAFE"'), ("b.png", "EXIT")]
    assert shape_of(["a.png\tCAFE\t0.98", "b.png\tEXIT"]).share is None


def test_a_probability_is_of_its_text():
    shape = shape_of(["a.png\tCAFE\t0.98"])
    assert shape.reading("a.png\tCAFE\t0.98") == ForeignReading(0.98)
    assert shape.reading("b.png\tEXIT") is None
    assert shape_of(["a.png\tCAFE"]).reading("a.png\tCAFE") is None


def test_guesses_are_noted():
    assert [remark.kind for remark in shape_of(["a.png CAFE"]).remarks] == ["guessed"]
    assert shape_of(["a.png\tCAFE"]).remarks == ()


@pytest.mark.parametrize(
    "lines",
    [(), ("hello world",), ('a.png\t[{"transcription": "A"}]',), ('{"file": "a.png", "text": "A"}',), ("a.png",),
     ("a.png CAFE", "a long text without", "any image at all")],
)  # fmt: skip
def test_other_lines_are_no_list(lines: tuple[Any, ...]):
    assert shape_of(lines) is None


def test_columns_are_known_by_their_names():
    assert columns_of(["Index", " Filename", "Words"]) == (1, 2)
    assert columns_of(["a.png", "text"]) is None


@given(st.lists(st.text("a.png,;|\t \"'", max_size=40), min_size=1, max_size=4))
def test_any_lines_give_pairs_or_a_reason(lines: list[Any]):
    shape = shape_of(lines)
    for line in lines if shape is not None else ():
        try:
            image, text = shape.parse(line)
        except Reject:
            continue
        assert isinstance(image, str) and isinstance(text, str)
