import itertools
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.base.errors import StudioError, SynthesisError
from core.charset import ALNUM, Charset
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.effects import FULL
from core.data.drawing.fonts import FontFace, bundled, of_system
from core.data.drawing.glyphs import draw
from core.data.drawing.layout import PlacedSymbol, WordLayout
from core.data.drawing.paint import coverage
from core.data.drawing.synthesis import Synthesis, label_of, layout_of, sample, text_of
from core.labels.geometry import signed_area

CHINESE = "中文扫描京沪粤路店"  # one text for all tests: the fonts of a machine are looked through in 24 s, once


@pytest.fixture
def chinese() -> tuple[FontFace, ...]:
    """The fonts of the machine that have all of `CHINESE`."""
    faces = tuple(face for face in of_system(CHINESE) if face.symbols == frozenset(CHINESE))
    if not faces:
        pytest.skip("no font with Chinese symbols is installed")
    return faces


def ink_of(placed: PlacedSymbol, layout: WordLayout) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres, (n, 2) image pixels, and coverage, (n,) 0 to 1, of the pixels that one symbol's ink touches."""
    ink = coverage([placed], layout.size)
    ys, xs = np.nonzero(ink)
    return np.column_stack([xs, ys]).astype(np.float64) + 0.5, ink[ys, xs] / 255


def assert_ink_fills_polygon(layout: WordLayout) -> None:
    for placed in layout.symbols:
        centres, covered = ink_of(placed, layout)
        inked = centres[covered > 0.3]
        polygon = shapely.Polygon(placed.polygon)
        points = shapely.points(inked)
        assert shapely.distance(polygon, points).max() <= 1, f"ink of {placed.symbol} outside its polygon"
        for start, end in itertools.pairwise([*placed.polygon, placed.polygon[0]]):
            side = shapely.LineString([start, end])
            assert shapely.distance(side, shapely.points(centres)).min() <= 1.2, (
                f"{placed.symbol} does not reach a side"
            )


@pytest.mark.parametrize("effects", ["mild", "full"])
def test_ink_of_every_symbol_lies_in_its_polygon_and_fills_it(configure: Callable[..., Synthesis], effects: str):
    config = configure(effects)
    for index in range(60):
        assert_ink_fills_polygon(layout_of(config, 1, index))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**63), length=st.integers(3, 7), vertical=st.booleans())
def test_polygon_of_a_filled_square_is_its_ink_under_every_warp(seed: int, length: int, vertical: bool):
    effects = replace(FULL, vertical_share=float(vertical))
    config = Synthesis(Charset(("■",)), bundled("■"), effects, (length, length))
    layout = layout_of(config, seed, 0)
    for placed in layout.symbols:
        centres, covered = ink_of(placed, layout)
        polygon = shapely.Polygon(placed.polygon)
        centre = (centres * covered[:, None]).sum(axis=0) / covered.sum()
        assert np.hypot(*(centre - polygon.centroid.coords[0])) < 0.12
        assert covered.sum() == pytest.approx(polygon.area, rel=0.06)


@pytest.mark.parametrize("effects", ["mild", "full"])
def test_polygons_are_simple_clockwise_inside_the_picture_and_at_least_two_pixels_wide(
    configure: Callable[..., Synthesis], effects: str
):
    config = configure(effects, symbols=ALNUM + ".,-'", length=(1, 9))
    for index in range(80):
        height, width = layout_of(config, 2, index).size
        for character in label_of(config, 2, index).characters:
            corners = character.corners
            assert len(corners) == 4
            assert shapely.Polygon(corners).is_valid
            assert signed_area(character.polygon) > 0
            assert np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min() >= 2
            assert (corners >= 0).all()
            assert (corners <= (width, height)).all()


def test_label_has_text_orders_and_two_decimals(configure: Callable[..., Synthesis]):
    config = configure("full")
    for index in range(30):
        synthetic = sample(config, 4, index)
        label = synthetic.label
        assert label.text == label.reading == text_of(config, 4, index).text
        assert [character.order for character in label.characters] == list(range(1, len(label.characters) + 1))
        assert all(value == round(value, 2) for c in label.characters for point in c.polygon for value in point)
        assert synthetic.image.dtype == np.uint8
        assert synthetic.image.shape == (*layout_of(config, 4, index).size, 3)


def test_sample_depends_on_seed_and_number_alone(configure: Callable[..., Synthesis]):
    config = configure("full")
    one, again = [sample(config, 5, index) for index in range(6)][4], sample(configure("full"), 5, 4)
    assert again.image.tobytes() == one.image.tobytes()
    assert again.label == one.label == label_of(config, 5, 4)
    assert sample(config, 6, 4).image.tobytes() != again.image.tobytes()


def test_configuration_travels_to_other_processes(configure: Callable[..., Synthesis]):
    config = configure("mild", words=("exit", "open"))
    copy = pickle.loads(pickle.dumps(config))
    assert sample(copy, 1, 3).image.tobytes() == sample(config, 1, 3).image.tobytes()


def test_vertical_signs_are_tall_and_read_from_top_to_bottom(configure: Callable[..., Synthesis]):
    config = configure("full", vertical_share=1.0, plate_share=0.0)
    for index in range(40):
        height, width = layout_of(config, 3, index).size
        middles = [np.mean([y for _, y in c.polygon]) for c in label_of(config, 3, index).characters]
        assert height > 1.5 * width
        assert middles == sorted(middles)


@pytest.mark.parametrize("length", [(1, 1), (2, 2), (3, 12)])
def test_other_words_are_never_so_tall_that_they_would_be_turned(
    configure: Callable[..., Synthesis], length: tuple[Any, ...]
):
    config = configure("full", symbols="Il1.W", length=length, vertical_share=0.0)
    for index in range(40):
        height, width = layout_of(config, 3, index).size
        assert height <= 1.5 * width


def test_straight_words_have_the_heights_asked_for_and_read_from_left_to_right(configure: Callable[..., Synthesis]):
    config = configure("mild", vertical_share=0.0, curve_share=0.0, height=(24, 64))
    heights = []
    for index in range(60):
        heights.append(layout_of(config, 3, index).size[0])
        middles = [np.mean([x for x, _ in c.polygon]) for c in label_of(config, 3, index).characters]
        assert middles == sorted(middles)
    assert max(heights) <= 65
    assert min(heights) < 32


def test_space_between_symbols_has_a_polygon_of_its_own(configure: Callable[..., Synthesis]):
    config = configure("mild", symbols="ab ", words=("a b",), length=(3, 3), vertical_share=0.0)
    label = next(one for one in (label_of(config, 0, index) for index in range(50)) if one.text == "a b")
    before, space, after = (shapely.Polygon(c.polygon) for c in label.characters)
    assert space.area > 4
    assert before.centroid.x < space.centroid.x < after.centroid.x
    assert max(space.intersection(before).area, space.intersection(after).area) < 0.1 * space.area


def test_word_is_drawn_with_one_font_that_has_all_its_symbols(configure: Callable[..., Synthesis]):
    config = configure("mild", symbols="A<é", words=("A<é",))
    masks = {face.name: [draw(face.path, 0, s, 48).advance for s in "A<é"] for face in config.fonts}
    assert any(name.startswith("cm") for name in masks)  # they have A alone
    for index in range(30):
        layout = layout_of(config, 0, index)
        whole = [face for face in config.fonts if {p.symbol for p in layout.symbols} <= face.symbols]
        drawn = {
            face.name
            for face in whole
            for size in (12, 16, 20, 24, 28, 32, 40, 48, 64, 80, 96)
            if all(np.array_equal(draw(face.path, 0, p.symbol, size).mask, p.mask) for p in layout.symbols)
        }
        assert drawn, "no single font has all the masks"


def test_symbols_on_a_bowl_shaped_baseline_do_not_run_into_each_other(configure: Callable[..., Synthesis]):
    straight = dict.fromkeys(("rotation", "shear", "tracking", "wave"), (0, 0))
    changed = {"curve_share": 1.0, "curve": (100, 100), "plate_share": 0.0, "vertical_share": 0.0, "perspective": 0.0}
    config = configure("full", length=(6, 8), jitter_turn=0.0, jitter_shift=0.0, **straight, **changed)
    overlaps = []
    for index in range(60):
        boxes = [shapely.Polygon(placed.polygon) for placed in layout_of(config, 1, index).symbols]
        overlaps += [a.intersection(b).area / min(a.area, b.area) for a, b in itertools.pairwise(boxes)]
    assert np.percentile(overlaps, 95) < 0.03


def test_chinese_words_are_drawn_larger_and_sharper_than_others(
    configure: Callable[..., Synthesis], chinese: tuple[FontFace, ...]
):
    config = Synthesis(Charset(tuple(CHINESE)), chinese, FULL, (2, 5))
    heights = [np.ptp(c.corners[:, 1]) for index in range(30) for c in label_of(config, 0, index).characters]
    assert np.median(heights) > 20
    assert layout_of(config, 0, 0).detail < layout_of(configure("full", length=(2, 5)), 0, 0).size[0]


def test_chinese_words_are_drawn_exactly_too(chinese: tuple[FontFace, ...]):
    config = Synthesis(Charset(tuple(CHINESE)), chinese, FULL, (2, 5))
    for index in range(30):
        assert_ink_fills_polygon(layout_of(config, 0, index))


def test_chinese_fonts_draw_each_symbol_differently(chinese: tuple[FontFace, ...]):
    for face in chinese:
        assert len({draw(face.path, face.index, symbol, 48).mask.tobytes() for symbol in CHINESE}) == len(CHINESE)


def test_chinese_symbols_are_borrowed_from_the_system_or_named(tmp_path: Path):
    charset = Charset(tuple(CHINESE))
    if of_system(CHINESE):
        recipe = prepare(charset, length=(2, 3))
        assert recipe.borrowed == tuple(sorted(CHINESE))
        assert write_demo(tmp_path, recipe.config, count=3).images == 3
    else:
        with pytest.raises(SynthesisError, match='no font found has "'):
            prepare(charset)


def test_symbol_without_a_font_is_named():
    with pytest.raises(SynthesisError, match=r'"中" \(U\+4E2D\); symbols without a font: 2\.'):
        Synthesis(Charset(("A", "中", "文")), bundled("A"))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"length": (0, 3)}, "length"),
        ({"length": (5, 3)}, "length"),
        ({"words": ("a", "b!")}, 'word 2, "b!"'),
        ({"words": ("",)}, "word 1"),
        ({"symbols": ""}, "no symbol"),
        ({"symbols": " "}, "spaces"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_name(
    configure: Callable[..., Synthesis], changed: dict[Any, Any], said: str
):
    with pytest.raises(StudioError, match=said):
        configure("mild", **changed)


def test_seed_below_zero_is_refused(configure: Callable[..., Synthesis]):
    with pytest.raises(SynthesisError, match="seed -1"):
        sample(configure("mild"), -1, 0)
