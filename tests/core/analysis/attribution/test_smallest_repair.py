"""The fewest map pixels whose exchange for the target's makes a word right, against faults planted in perfect maps."""

from itertools import count

import numpy as np
import pytest
from support.words.synthetic_maps import CHARSETS, SPEC, seen, synthetic_word

from core.analysis.attribution.error_attribution import attribute_error
from core.analysis.attribution.oracle_combinations import Branch
from core.analysis.attribution.repairing import erase_position, paint_localization, paint_symbols, read_again
from core.analysis.attribution.smallest_repair import Repair, exchange, smallest_repair
from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.render import render

ALNUM = CHARSETS["alnum"]
LABEL, SIZE = synthetic_word(2)
TARGETS = render(LABEL, SIZE, charset=ALNUM, spec=SPEC)
ALL = np.ones(SPEC.map_size, bool)
WRONG = ALNUM.id_of("Q") or 0


@pytest.fixture(scope="module")
def perfect() -> PredictedMaps:
    return seen(LABEL, SIZE, ALNUM, np.random.default_rng(2))


def spoilt(maps: PredictedMaps) -> PredictedMaps:
    return read_again(maps, ALNUM, SPEC, SIZE)


def wrong_symbol(perfect: PredictedMaps) -> PredictedMaps:
    return spoilt(paint_symbols(perfect, TARGETS.order == 2, WRONG))


def repaired(maps: PredictedMaps, **how: object) -> Repair | None:
    least = attribute_error(LABEL, maps, SIZE, charset=ALNUM, spec=SPEC).repairs
    texts: dict[Branch, str] = {branch: LABEL.reading for (branch,) in map(tuple, least)}
    return smallest_repair(maps, TARGETS, texts, SIZE, charset=ALNUM, spec=SPEC, **how)


def test_wrong_symbol_is_repaired_in_the_character_map_and_no_pixel_can_be_given_back(perfect: PredictedMaps):
    maps = wrong_symbol(perfect)
    assert maps.word.text != LABEL.reading
    found = repaired(maps)
    assert found.branch == "class"
    assert found.maps.word.text == LABEL.reading
    assert 0 < found.pixels < (TARGETS.order == 2).sum()
    for row, column in np.argwhere(found.area):
        fewer = found.area.copy()
        fewer[row, column] = False
        assert spoilt(exchange(maps, TARGETS, "class", fewer)).word.text != LABEL.reading


def test_of_two_wrong_characters_neither_takes_more_pixels_than_it_needs(perfect: PredictedMaps):
    maps = spoilt(paint_symbols(perfect, (TARGETS.order == 1) | (TARGETS.order == 3), WRONG))
    found = repaired(maps)
    assert {*TARGETS.order[found.area].tolist()} == {1, 3}
    for row, column in np.argwhere(found.area):
        fewer = found.area.copy()
        fewer[row, column] = False
        assert spoilt(exchange(maps, TARGETS, "class", fewer)).word.text != LABEL.reading


def test_position_that_is_nowhere_needs_one_pixel_of_the_order_map(perfect: PredictedMaps):
    found = repaired(spoilt(erase_position(perfect, ALL, 3)))
    assert (found.branch, found.pixels) == ("order", 1)
    assert TARGETS.order[found.area] == 3


def test_centre_that_is_missing_needs_one_pixel_of_the_localization_map(perfect: PredictedMaps):
    found = repaired(spoilt(paint_localization(perfect, TARGETS.order == 1, 0.0)))
    assert (found.branch, found.pixels) == ("localization", 1)
    assert TARGETS.order[found.area] == 1


def test_word_that_no_single_map_mends_has_no_repair(perfect: PredictedMaps):
    assert smallest_repair(perfect, TARGETS, {}, SIZE, charset=ALNUM, spec=SPEC) is None
    assert smallest_repair(perfect, TARGETS, {"order": "never"}, SIZE, charset=ALNUM, spec=SPEC) is None


def test_search_that_is_out_of_time_gives_a_repair_that_is_right_and_larger(perfect: PredictedMaps):
    maps = wrong_symbol(perfect)
    ticks = count()
    hurried = repaired(maps, seconds=0.5, clock=lambda: float(next(ticks)))
    at_leisure = repaired(maps)
    assert hurried.maps.word.text == LABEL.reading
    assert hurried.pixels > at_leisure.pixels
