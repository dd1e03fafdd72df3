"""How image and maps share their room: in shape, apart, and as large as is fixed."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.display import MARGIN
from app.pictures.arrangement import LEAST_MAP, LEAST_WORD, Arrangement, Box, GridPlace, arrange, cells

# What the panels of the layout Inspect leave of a window on either screen: 300 px for what stands beside the stage,
# and menus, tool bar, status line and the strip of positions above and below it.
INSPECT = {(1280, 720): (980.0, 520.0), (1440, 900): (1140.0, 700.0)}

rooms = st.tuples(st.floats(50, 3000), st.floats(50, 2000))
ratios = st.floats(0.05, 20)
counts = st.integers(1, 3)


def boxes(made: Arrangement, kinds: int, sources: int) -> list[Box]:
    return [box for row in cells(made.maps, kinds, sources, made.place.is_turned) for box in row]


def overlap(one: Box, other: Box) -> bool:
    close = 1e-6
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > close and down > close


def sizes(room: tuple[float, float], ratio: float, sources: int, is_upright: bool = False) -> tuple[Box, Box]:
    made = arrange(room, ratio, 3, sources, is_upright=is_upright)
    return made.image.fitted(ratio, MARGIN), boxes(made, 3, sources)[0].fitted(ratio)


@given(rooms, ratios, counts, counts, st.booleans())
def test_rooms_lie_inside_and_apart_and_all_maps_are_of_one_size(
    room: Any, ratio: Any, kinds: Any, sources: Any, is_upright: bool
):
    made = arrange(room, ratio, kinds, sources, is_upright=is_upright)
    maps = boxes(made, kinds, sources)
    assert len(maps) == kinds * sources
    for one, other in combinations([made.image, *maps], 2):
        assert not overlap(one, other)
    for box in (made.image, *maps):
        assert min(box) >= 0
        assert box.x + box.width <= room[0] + 1
        assert box.y + box.height <= room[1] + 1
    assert len({(round(box.width, 6), round(box.height, 6)) for box in maps}) == 1


@given(rooms, ratios, counts, st.sampled_from([(600.0, 500.0), (1400.0, 800.0)]), ratios)
def test_arrangement_that_is_kept_is_little_worse(
    room: Any, ratio: Any, sources: Any, other_room: Any, other_ratio: Any
):
    """The maps of the next word stay where they are, but not at any price."""
    best = arrange(room, ratio, 3, sources)
    kept = arrange(room, ratio, 3, sources, before=arrange(other_room, other_ratio, 3, sources))
    scores = []
    for made in (best, kept):
        image, one = made.image.fitted(ratio, MARGIN).height, boxes(made, 3, sources)[0].fitted(ratio).height
        scores.append(image * min(one, image) ** 2)
        if image >= min(LEAST_WORD[0] / ratio, LEAST_WORD[1]) and one >= LEAST_MAP:
            scores[-1] *= 10
    assert scores[1] >= 0.59 * scores[0]


@pytest.mark.parametrize(("window", "least"), [((1280, 720), 56), ((1440, 900), 80)])
def test_six_maps_of_a_word_of_four_to_one_are_as_high_as_is_fixed(window: tuple[Any, ...], least: int):
    image, one = sizes(INSPECT[window], 4.0, 2)
    assert one.height >= least
    assert image.width >= 400


@pytest.mark.parametrize(("window", "least"), [((1280, 720), 40), ((1440, 900), 56)])
@pytest.mark.parametrize("ratio", [0.25, 1 / 3])
def test_six_maps_of_an_upright_word_are_as_wide_as_is_fixed(window: tuple[Any, ...], least: int, ratio: Any):
    assert sizes(INSPECT[window], ratio, 2, is_upright=True)[1].width >= least


@given(st.floats(500, 3000), st.floats(400, 2000), st.floats(2, 6), counts)
def test_word_and_maps_have_their_least_sizes_where_there_is_room_for_both(
    width: float, height: float, ratio: float, sources: Any
):
    """Room enough below each other: margins, gaps, the word, and three rows of maps."""
    least_word = min(LEAST_WORD[0] / ratio, LEAST_WORD[1])
    has_height = height >= least_word + 3 * LEAST_MAP + 2 * MARGIN + 16
    has_width = width >= max(400 + 2 * MARGIN, sources * (LEAST_MAP * ratio + 4) + 4)
    if has_height and has_width:
        image, one = sizes((width, height), ratio, sources)
        assert one.height >= LEAST_MAP - 1
        assert image.height >= least_word - 1


def test_maps_are_rows_of_sources_below_a_wide_word():
    made = arrange(INSPECT[1280, 720], 4.0, 3, 2)
    assert made.place == GridPlace(is_beside=False, is_turned=False)
    rows = cells(made.maps, 3, 2, is_turned=False)
    assert rows[0][0].y == rows[0][1].y
    assert rows[0][0].x == rows[1][0].x


def test_maps_of_an_upright_word_are_side_by_side_target_above_predicted():
    made = arrange(INSPECT[1280, 720], 0.25, 3, 2, is_upright=True)
    assert made.place == GridPlace(is_beside=True, is_turned=True)
    rows = cells(made.maps, 3, 2, is_turned=True)
    assert rows[0][0].x == rows[0][1].x
    assert rows[0][0].y < rows[0][1].y
    assert rows[0][0].y == rows[1][0].y


def test_squarish_word_has_its_maps_beside_it():
    assert arrange(INSPECT[1280, 720], 1.0, 3, 2).place.is_beside


def test_next_word_of_a_similar_shape_moves_nothing():
    first = arrange(INSPECT[1280, 720], 4.0, 3, 2)
    assert arrange(INSPECT[1280, 720], 4.6, 3, 2, before=first) == first


def test_image_has_all_the_room_where_no_map_is_shown():
    made = arrange((900, 500), 4.0, 0, 2)
    assert made.image == Box(0, 0, 900, 500)
    assert cells(made.maps, 0, 2, is_turned=False) == ()
