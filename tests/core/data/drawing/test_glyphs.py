from __future__ import annotations

import numpy as np
import pytest

from core.base.errors import SynthesisError
from core.data.drawing.fonts import bundled_folder
from core.data.drawing.glyphs import SIZES, cap_height, draw, size_for

SANS = str(bundled_folder() / "DejaVuSans.ttf")


@pytest.mark.parametrize("symbol", ["g", "W", ".", "j", "Å"])
@pytest.mark.parametrize("size", [16, 48, 128])
def test_box_and_mask_are_tight_around_the_ink(symbol: str, size: int) -> None:
    glyph = draw(SANS, 0, symbol, size)
    frame = glyph.mask.copy()
    frame[1:-1, 1:-1] = 0
    assert not frame.any()
    ys, xs = np.nonzero(glyph.mask)
    x0, y0, x1, y1 = glyph.box
    for edge, ink in ((x0, xs.min()), (x1, xs.max() + 1)):
        assert abs(edge - (glyph.left + ink)) < 1
    for edge, ink in ((y0, ys.min()), (y1, ys.max() + 1)):
        assert abs(edge - (glyph.top + ink)) < 1


def test_box_of_a_filled_square_is_exact_to_a_part_of_a_pixel() -> None:
    glyph = draw(SANS, 0, "■", 37)
    x0, y0, x1, y1 = glyph.box
    assert glyph.mask.sum() / 255 == pytest.approx((x1 - x0) * (y1 - y0), rel=0.01)


def test_space_takes_a_place_without_ink() -> None:
    glyph = draw(SANS, 0, " ", 48)
    assert not glyph.mask.any()
    x0, y0, x1, y1 = glyph.box
    assert 0 < x0 < x1 < glyph.advance
    assert y1 == 0
    assert -y0 == cap_height(SANS, 0, 48)


def test_capitals_stand_on_the_baseline() -> None:
    assert draw(SANS, 0, "H", 64).box[3] == pytest.approx(0, abs=0.1)
    assert cap_height(SANS, 0, 64) == pytest.approx(0.73 * 64, abs=1)


def test_size_is_the_next_larger_one_kept() -> None:
    assert [size_for(em) for em in (1, 16, 16.01, 1000)] == [SIZES[0], 16, 20, SIZES[-1]]


def test_kept_masks_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        draw(SANS, 0, "A", 48).mask[0, 0] = 1


def test_file_that_is_no_font_is_one_sentence() -> None:
    with pytest.raises(SynthesisError, match=r"^test_glyphs\.py: not a font"):
        draw(__file__, 0, "A", 48)
