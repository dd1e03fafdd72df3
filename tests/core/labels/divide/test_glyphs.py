"""What symbols look like, from the table in the package."""

from __future__ import annotations

import numpy as np

from core.labels.divide.glyphs import shapes_of, width_of


def test_every_visible_symbol_of_ascii_has_a_drawing_of_length_one() -> None:
    symbols = "".join(map(chr, range(33, 127)))
    for symbol in symbols:
        assert np.isclose(np.linalg.norm(shapes_of(symbol), axis=2).max(), 1, atol=1e-4), symbol


def test_an_accent_changes_nothing_and_an_unknown_symbol_looks_like_nothing() -> None:
    word, plain = shapes_of("né中"), shapes_of("ne")
    assert np.array_equal(word[:2], plain)
    assert not word[2].any()


def test_ink_is_as_wide_as_in_print_or_unknown() -> None:
    i, n, m = (width_of(symbol) or 0.0 for symbol in "inm")
    assert 0 < i < n < m
    assert width_of("ñ") == n
    assert width_of("中") is None
