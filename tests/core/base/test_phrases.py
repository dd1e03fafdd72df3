"""Numbers with their nouns, and lists."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Sentence
from core.base.phrases import listed, number_of


@pytest.mark.parametrize(
    ("count", "wanted"), [(0, "0 words"), (1, "1 word"), (2, "2 words"), (-1, "-1 words"), (3843, "3,843 words")]
)
def test_noun_agrees_with_its_number(count: int, wanted: str):
    assert number_of(count, "word", "words") == wanted


@given(st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8), max_size=40))
def test_list_has_its_parts_in_order_with_commas_between(parts: list[Any]):
    assert listed(parts) == ", ".join(parts)


def test_braces_of_a_part_are_no_places():
    assert listed(["{name}", "a{", 3]) == "{name}, a{, 3"


def test_list_is_a_place_of_a_sentence():
    names = listed([Sentence("the {what}", what="last"), "two"])
    assert Sentence("missing: {names}", names=names) == "missing: the last, two"
    assert Sentence("missing: {names}", names=listed([])) == "missing: "


def test_of_very_many_parts_the_first_are_listed():
    assert listed(range(100)) == ", ".join(map(str, range(40))) + ", …"
