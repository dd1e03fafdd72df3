"""Displays: every symbol that one can show differs from all others and has its ink in its box."""

import itertools
from typing import Any

import numpy as np
import pytest

from core.charset import ALNUM, CAPITALS, DIGITS, SIGNS
from core.data.drawing.segments import DISPLAYS, SegmentDisplay, shown


def test_digits_are_shown_by_all_displays_capitals_by_two_and_all_signs_by_dots():
    assert DISPLAYS["seven"].issuperset(DIGITS)
    assert DISPLAYS["sixteen"].issuperset(DIGITS + CAPITALS)
    assert DISPLAYS["dots"].issuperset(SIGNS)


@pytest.mark.parametrize("kind", DISPLAYS)
@pytest.mark.parametrize("faint", [False, True])
def test_no_two_symbols_look_the_same(kind: Any, faint: bool):
    display = SegmentDisplay(kind, faint, False)
    pictures = {}
    for symbol in sorted(display.symbols):
        glyph = shown(display, symbol)
        canvas = np.zeros((80, 80), bool)
        rows, columns = glyph.mask.shape
        canvas[60 + glyph.top : 60 + glyph.top + rows, 10 + glyph.left : 10 + glyph.left + columns] = glyph.mask > 127
        pictures[symbol] = canvas
    for one, other in itertools.combinations(pictures, 2):
        assert (pictures[one] != pictures[other]).sum() > 4, one + other


@pytest.mark.parametrize("kind", DISPLAYS)
@pytest.mark.parametrize("faint", [False, True])
@pytest.mark.parametrize("square", [False, True])
def test_what_shines_lies_in_the_box_and_reaches_its_sides(kind: Any, faint: bool, square: bool):
    display = SegmentDisplay(kind, faint, square)
    for symbol in display.symbols:
        glyph = shown(display, symbol)
        rows, columns = np.nonzero(glyph.mask > 127)
        x0, y0, x1, y1 = glyph.box
        lit = (
            columns.min() + glyph.left,
            rows.min() + glyph.top,
            columns.max() + 1 + glyph.left,
            rows.max() + 1 + glyph.top,
        )
        np.testing.assert_allclose(lit, (x0, y0, x1, y1), atol=1.5, err_msg=symbol)


def test_a_display_is_drawn_only_for_what_it_can_show():
    rng = np.random.default_rng(0)
    assert {SegmentDisplay.draw(rng, "12:30").kind for _ in range(60)} == {"seven", "sixteen", "dots"}
    assert {SegmentDisplay.draw(rng, "EXIT").kind for _ in range(60)} == {"sixteen", "dots"}
    assert {SegmentDisplay.draw(rng, "Exit2").kind for _ in range(60)} == {"dots"}
    assert SegmentDisplay.draw(rng, ALNUM + "中") is None
