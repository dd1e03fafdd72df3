"""Repairs of compact maps by hand, and the word that is formed after them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.synthetic_maps import CHARSETS, SPEC, compact, probabilities, seen, synthetic_word

from core.analysis.attribution.repairing import (
    erase_position,
    is_open,
    move_peak,
    paint_localization,
    paint_position,
    paint_symbols,
    read_again,
    stroke,
    swap_positions,
)
from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.render import render

ALNUM = CHARSETS["alnum"]
LABEL, SIZE = synthetic_word(2)
H, W = SPEC.map_size


@pytest.fixture(scope="module")
def maps() -> PredictedMaps:
    return seen(LABEL, SIZE, ALNUM, np.random.default_rng(2))


def again(maps: PredictedMaps) -> PredictedMaps:
    return read_again(maps, ALNUM, SPEC, SIZE)


def pixel_of(maps: PredictedMaps, position: int) -> tuple[int, int]:
    """The map pixel of a position's greatest H, (row, column)."""
    row, column = divmod(int(maps.strength[:, position - 1].argmax()), W)
    return row, column


def brush(row: int, column: int, radius: float = 2.0) -> np.ndarray:
    return stroke([(column + 0.5, row + 0.5)], radius, SPEC.map_size)


@pytest.mark.parametrize("charset", ["alnum", "digits"])
def test_without_a_repair_the_word_is_the_network_s(charset: str):
    for index in range(40):
        label, size = synthetic_word(index, charset=charset)
        seen_maps = seen(label, size, CHARSETS[charset], np.random.default_rng(index))
        read = read_again(seen_maps, CHARSETS[charset], SPEC, size)
        assert read.word.text == seen_maps.word.text
        assert read.word.gaps == seen_maps.word.gaps


def test_painted_symbol_is_read_at_its_position(maps: PredictedMaps):
    wanted = ALNUM.id_of("7")
    row, column = pixel_of(maps, 2)
    read = again(paint_symbols(maps, brush(row, column, 6), wanted)).word
    assert read.text == maps.word.text[0] + "7" + maps.word.text[2:]


@given(symbol=st.integers(0, len(ALNUM)), x=st.floats(-5, W + 5), y=st.floats(-5, H + 5), radius=st.floats(0, 9))
def test_painted_pixels_hold_the_symbol_for_certain_and_each_id_once(
    maps: PredictedMaps, symbol: int, x: float, y: float, radius: float
):
    area = stroke([(x, y)], radius, SPEC.map_size)
    painted = paint_symbols(maps, area, symbol)
    assert (painted.symbol_ids[area][:, 0] == symbol).all()
    assert (painted.symbol_scores[area].sum(axis=-1) == 1).all()
    assert all(len({*ids}) == len(ids) for ids in painted.symbol_ids[area].tolist())
    np.testing.assert_array_equal(painted.symbol_ids[~area], maps.symbol_ids[~area])


def test_erased_position_is_a_gap(maps: PredictedMaps):
    erased = again(erase_position(maps, np.ones(SPEC.map_size, bool), 2))
    assert erased.word.gaps == (2,)
    assert erased.word.text == maps.word.text[0] + maps.word.text[2:]
    np.testing.assert_allclose(erased.order.sum(axis=-1), maps.order.sum(axis=-1), atol=2e-3)  # float16


def test_painted_position_is_present_where_it_was_painted(maps: PredictedMaps):
    position = len(maps.word.text) + 1
    read = again(paint_position(maps, brush(3, 60), position)).word
    assert read.characters[-1].order == position
    x, y = SPEC.to_input(SIZE) @ (*read.characters[-1].center, 1) / SPEC.stride
    assert (int(y), int(x)) == (3, 60)


def test_swapped_positions_exchange_their_symbols(maps: PredictedMaps):
    text = maps.word.text
    assert again(swap_positions(maps, 1, 3)).word.text == text[2] + text[1] + text[0] + text[3:]


def test_moved_peak_takes_its_hump_along_and_leaves_the_others(maps: PredictedMaps):
    row, column = pixel_of(maps, 1)
    other = pixel_of(maps, 2)
    moved = move_peak(maps, (row, column), (1, -2)).localization
    assert moved[row + 1, column - 2] == maps.localization[row, column]
    assert moved[row, column] < maps.localization[row, column]
    assert moved[other] == maps.localization[other]


def test_hump_that_leaves_the_map_is_lost(maps: PredictedMaps):
    start = pixel_of(maps, 1)
    moved = move_peak(maps, start, (0, 2 * W)).localization
    assert moved.sum() < maps.localization.sum()
    assert moved[start] == 0


def test_localization_is_painted_and_erased(maps: PredictedMaps):
    area = brush(2, 5)
    assert (paint_localization(maps, area, 1.0).localization[area] == 1).all()
    gone = again(paint_localization(maps, np.ones(SPEC.map_size, bool), 0.0))
    assert gone.word.text == ""
    assert np.isfinite(gone.candidate_scores).all()


def test_maps_that_are_repaired_stay_as_they_were(maps: PredictedMaps):
    before = maps.order.copy(), maps.localization.copy(), maps.symbol_ids.copy(), maps.symbol_scores.copy()
    area = brush(*pixel_of(maps, 1))
    paint_symbols(maps, area, 1)
    erase_position(maps, area, 1)
    paint_position(maps, area, 2)
    swap_positions(maps, 1, 2)
    move_peak(maps, (5, 5), (1, 1))
    for old, new in zip(before, (maps.order, maps.localization, maps.symbol_ids, maps.symbol_scores), strict=True):
        np.testing.assert_array_equal(old, new)


def test_stroke_has_no_holes_between_its_points_and_does_not_leave_the_map():
    area = stroke([(1.2, 2.9), (9.5, 2.1)], 0.5, (6, 12))
    assert area[2, 1:10].all()
    assert area.sum() == 9
    assert not stroke([(50.0, 50.0)], 1.0, (6, 12)).any()


def test_area_without_a_pixel_changes_nothing(maps: PredictedMaps):
    nothing = np.zeros(SPEC.map_size, bool)
    assert paint_position(maps, nothing, 1) is maps
    np.testing.assert_array_equal(paint_symbols(maps, nothing, 3).symbol_ids, maps.symbol_ids)


def test_symbol_that_no_pixel_keeps_is_read_with_the_whole_of_g_alone():
    """It is ninth everywhere, behind eight others that differ from pixel to pixel: in all it has the most votes."""
    targets = render(LABEL, SIZE, ALNUM, SPEC)
    dense = probabilities(targets, len(ALNUM))
    at = np.argwhere(targets.order == 2)
    ninth = ALNUM.id_of("q")
    for number, (row, column) in enumerate(at):
        others = 1 + (np.arange(8) + 8 * number) % (len(ALNUM) - 12)  # not q, nor those behind it
        dense.character[row, column] = 0
        dense.character[row, column, np.where(others >= ninth, others + 1, others)] = 0.12
        dense.character[row, column, ninth] = 0.04
    maps = compact(dense, ALNUM, SIZE)
    assert len(at) > 10
    assert is_open(maps)
    whole = read_again(maps, ALNUM, SPEC, SIZE, character=dense.character.astype(np.float32))
    assert whole.word.text[1] == "q"
    assert again(maps).word.text[1] != "q"
    painted = paint_symbols(maps, targets.order == 2, 1)
    assert not is_open(painted)
    read = read_again(painted, ALNUM, SPEC, SIZE, character=dense.character.astype(np.float32))
    assert read.word.text[1] == ALNUM.symbol_of(1), "what was painted is certain, whatever the network says"


def test_ordinary_maps_need_no_more_than_the_symbols_that_they_keep(maps: PredictedMaps):
    assert not is_open(maps)
