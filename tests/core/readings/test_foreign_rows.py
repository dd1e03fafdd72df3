"""Rows of other programs: the quick way for the commonest keys gives what the general one does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.formats.record import Refusal
from core.readings.foreign_rows import plain_row, row_of

VALUES = st.one_of(st.none(), st.text(max_size=3), st.floats(0, 1), st.just([0.5]), st.booleans())
KEYS = ("image", "file", "text", "probability", "confidence", "score", "reader", "reader_version", "when", "scores")


@given(st.dictionaries(st.sampled_from([*KEYS, "picture", "Image"]), VALUES))
def test_the_quick_way_gives_what_the_general_one_does_or_leaves_it_to_that(values: dict[str, Any]):
    quick = plain_row(values, 7)
    if quick is not None:
        general = row_of(values, "line 7")
        assert not isinstance(general, Refusal)
        assert quick._replace(where="line 7") == general


@pytest.mark.parametrize(
    "values",
    [
        {"image": "a.png", "text": "x", "probability": 0.5, "reader": "R", "when": "2026-01-01"},
        {"file": "a.png", "text": "", "confidence": "0,5"},
        {"image": "a.png", "text": "x", "probability": None, "score": 97.5, "scores": [0.5]},
    ],
)
def test_usual_rows_take_the_quick_way(values: dict[str, Any]):
    quick = plain_row(values, 7)
    assert quick is not None and quick._replace(where="line 7") == row_of(values, "line 7")
