"""Letters with accents are drawn in faces that have only the letters, and the accent belongs to the letter's box."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charset import ALNUM
from core.data.drawing.fonts import FontFace, bundled
from core.data.drawing.glyphs import from_atlas
from core.data.drawing.unknown.accents import accented, parts_of

FACES: tuple[FontFace, ...] = tuple(face for face in bundled(ALNUM) if "DejaVu" in face.name)
LETTERS = tuple(chr(code) for code in range(0xC0, 0x180) if parts_of(chr(code)))


def test_most_letters_of_western_languages_are_known():
    assert set("éèêëñçåøÅÖÜšžőąěčřů") - set(LETTERS) == {"ø"}  # a stroke is no accent
    assert parts_of("é") == ("e", "\u0301")


@pytest.mark.parametrize("symbol", ["e", "ß", "í", "й中"[1], "ĵ"])
def test_what_has_no_accent_or_loses_its_dot_is_not_drawn(symbol: str):
    assert parts_of(symbol) is None


@given(st.sampled_from(FACES), st.sampled_from(LETTERS))
def test_accent_is_drawn_beside_the_whole_letter(face: FontFace, symbol: str):
    letter = unicodedata.normalize("NFD", symbol)[0]
    plain, drawn = from_atlas(face.path, face.index, letter), accented(face.path, face.index, symbol)
    top, left = plain.top - drawn.top, plain.left - drawn.left
    rows, columns = plain.mask.shape
    within = drawn.mask[top : top + rows, left : left + columns]
    assert (within >= plain.mask).all()
    outside = drawn.mask.copy()
    outside[top : top + rows, left : left + columns] = 0
    assert (outside > 127).sum() >= 4
    assert drawn.advance == plain.advance
    # the box encloses all ink but its soft rim
    x0, y0, x1, y1 = drawn.box
    ys, xs = np.nonzero(drawn.mask > 127)
    assert (x0, y0) == (xs.min() + drawn.left, ys.min() + drawn.top)
    assert (x1, y1) == (xs.max() + drawn.left + 1, ys.max() + drawn.top + 1)


@pytest.mark.parametrize(("symbol", "is_above"), [("é", True), ("ç", False), ("ö", True), ("ą", False)])
def test_accent_is_on_its_side(symbol: str, is_above: bool):
    plain, drawn = (draw(FACES[0].path, 0, s) for draw, s in ((from_atlas, parts_of(symbol)[0]), (accented, symbol)))
    assert (drawn.box[1] < plain.box[1] - 3) is is_above
    assert (drawn.box[3] > plain.box[3] + 3) is not is_above
