from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import SynthesisError
from core.data.drawing.effects import FULL, MILD, Effects
from core.data.drawing.fonts import bundled_folder
from core.data.drawing.glyphs import SIZES, cap_height, draw, size_for
from core.data.drawing.layout import PlacedSymbol, WordLayout
from core.data.drawing.paint import TEXTURES, contrast, coverage, draw_colours, lightness, luminance, paint
from core.data.drawing.synthesis import Synthesis, layout_of

BLACK, WHITE = np.zeros(3), np.full(3, 255.0)


def test_contrast_is_that_of_wcag():
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == pytest.approx(1)
    assert contrast(np.array([119.0, 119, 119]), WHITE) == pytest.approx(4.48, abs=0.01)  # WCAG's own example #777
    assert luminance(np.array([255.0, 0, 0])) == pytest.approx(0.2126)


def test_lightness_is_that_of_cie():
    assert lightness(WHITE) == pytest.approx(100)
    assert lightness(BLACK) == pytest.approx(0)
    assert lightness(np.full(3, 119.0)) == pytest.approx(50, abs=0.2)


@given(st.integers(0, 10_000), st.sampled_from([MILD, FULL]), st.floats(0, 0.35))
def test_text_stands_out_all_over_its_background(seed: int, effects: Any, texture: float):
    text, ground = draw_colours(np.random.default_rng(seed), effects, texture)
    for edge in (ground * (1 - texture), np.minimum(ground * (1 + texture), 255)):
        assert contrast(text, edge) >= effects.contrast - 1e-9
        assert abs(lightness(text) - lightness(edge)) >= effects.lightness - 1e-9


def test_black_and_white_are_left_where_no_random_pair_has_the_contrast():
    text, ground = draw_colours(np.random.default_rng(0), replace(MILD, contrast=18), 0.0)
    assert contrast(text, ground) >= 18


@pytest.mark.parametrize("name", TEXTURES)
@pytest.mark.parametrize("size", [(24, 60), (64, 500), (300, 40), (8, 8)])
def test_texture_has_the_picture_s_size_and_stays_about_one(name: Any, size: tuple[Any, ...]):
    field = TEXTURES[name](np.random.default_rng(3), size)
    assert field.shape == size
    assert field.dtype == np.float32
    assert np.abs(field).max() < 1.6
    assert name == "plain" or field.std() > 0.05


def test_every_kind_of_background_is_used_in_full():
    assert set(FULL.textures) == set(TEXTURES)


def test_unwarped_mask_is_its_own_coverage():
    mask = np.zeros((6, 5), np.uint8)
    mask[1:-1, 1:-1] = np.arange(12).reshape(4, 3) * 20 + 10
    matrix = np.array([[1.0, 0, 7], [0, 1, 3], [0, 0, 1]])
    placed = PlacedSymbol("x", mask, matrix, np.zeros((4, 2)))
    ink = coverage([placed], (12, 20))
    assert np.array_equal(ink[3:9, 7:12], mask)
    assert ink.sum() == mask.sum()


def test_symbol_partly_outside_is_cut_off_at_the_edge():
    mask = np.full((6, 6), 200, np.uint8)
    for x, y in ((-3, -2), (17, 9), (-50, 0)):
        placed = PlacedSymbol("x", mask, np.array([[1.0, 0, x], [0, 1, y], [0, 0, 1]]), np.zeros((4, 2)))
        ink = coverage([placed], (12, 20))
        assert (ink > 0).sum() == max(0, min(6, 6 + x, 20 - x)) * max(0, min(6, 6 + y, 12 - y))


def effectless(effects: Effects = MILD) -> Effects:
    return replace(effects, textures=("plain",), light=(0, 0), blur=(0, 0), noise=(0, 0), jpeg_share=0, plate_share=0)


@pytest.fixture
def layout(configure: Callable[..., Synthesis]) -> WordLayout:
    return layout_of(configure("mild", plate_share=0.0), 0, 0)


def test_without_effects_a_picture_is_two_colours_and_what_lies_between(layout: WordLayout):
    picture = paint(np.random.default_rng(0), layout, effectless())
    ink = coverage(layout.symbols, layout.size)
    (ground,) = {tuple(colour) for colour in picture[ink == 0]}
    (text,) = {tuple(colour) for colour in picture[ink == 255]}
    assert contrast(np.array(text, float), np.array(ground, float)) > MILD.contrast * 0.98
    assert picture.shape == (*layout.size, 3)


def test_given_colours_are_taken_a_little_off():
    pairs = [((255, 255, 255), (20, 60, 170)), ((0, 0, 0), (225, 165, 30))]
    drawn = [draw_colours(np.random.default_rng(s), replace(MILD, colours=tuple(pairs)), 0.2) for s in range(40)]
    off = np.abs(np.array(drawn)[:, None] - np.array(pairs)).max(axis=(2, 3))
    assert off.min(axis=1).max() <= 20 and set(off.argmin(axis=1)) == {0, 1}


@pytest.mark.parametrize(
    "changed",
    [
        {"noise": (0.1, 0.1)},
        {"blur": (0.05, 0.05)},
        {"light": (0.5, 0.5)},
        {"jpeg_share": 1.0, "jpeg": (30, 30)},
        {"shadow_share": 1.0},
        {"textures": ("tiles",), "texture": (0.3, 0.3)},
    ],
)
def test_every_effect_changes_the_picture(layout: WordLayout, changed: dict[Any, Any]):
    for seed in range(20):  # a shadow falls under light text only, so one seed need not show it
        plain = paint(np.random.default_rng(seed), layout, effectless())
        if not np.array_equal(paint(np.random.default_rng(seed), layout, replace(effectless(), **changed)), plain):
            return
    pytest.fail("no picture changed")


SANS = str(bundled_folder() / "DejaVuSans.ttf")


@pytest.mark.parametrize("symbol", ["g", "W", ".", "j", "Å"])
@pytest.mark.parametrize("size", [16, 48, 128])
def test_box_and_mask_are_tight_around_the_ink(symbol: str, size: int):
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


def test_box_of_a_filled_square_is_exact_to_a_part_of_a_pixel():
    glyph = draw(SANS, 0, "■", 37)
    x0, y0, x1, y1 = glyph.box
    assert glyph.mask.sum() / 255 == pytest.approx((x1 - x0) * (y1 - y0), rel=0.01)


def test_space_takes_a_place_without_ink():
    glyph = draw(SANS, 0, " ", 48)
    assert not glyph.mask.any()
    x0, y0, x1, y1 = glyph.box
    assert 0 < x0 < x1 < glyph.advance
    assert y1 == 0
    assert -y0 == cap_height(SANS, 0, 48)


def test_capitals_stand_on_the_baseline():
    assert draw(SANS, 0, "H", 64).box[3] == pytest.approx(0, abs=0.1)
    assert cap_height(SANS, 0, 64) == pytest.approx(0.73 * 64, abs=1)


def test_size_is_the_next_larger_one_kept():
    assert [size_for(em) for em in (1, 16, 16.01, 1000)] == [SIZES[0], 16, 20, SIZES[-1]]


def test_kept_masks_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        draw(SANS, 0, "A", 48).mask[0, 0] = 1


def test_file_that_is_no_font_is_one_sentence():
    with pytest.raises(SynthesisError, match=r"^test_paint\.py: not a font"):
        draw(__file__, 0, "A", 48)
