import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.edits import ordering
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


def word(centres: Sequence[tuple[float, float]], symbols: str | None = None, text: str | None = None) -> WordLabel:
    symbols = symbols or "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(centres)]
    return WordLabel(
        tuple(
            CharacterLabel(symbol, rectangle(x - 4, y - 6, x + 4, y + 6))
            for symbol, (x, y) in zip(symbols, centres, strict=True)
        ),
        text=text,
    )


def row(count: int) -> WordLabel:
    return word([(10.0 * i, 20.0) for i in range(count)], text="ABCDEFGH"[:count])


def orders_of(label: WordLabel) -> list[int | None]:
    return [character.order for character in label.characters]


def test_a_character_moved_to_a_rank_pushes_those_between():
    moved = ordering.move_to_rank(row(4), 3, 2)
    assert moved.reading == "ADBC"
    assert orders_of(moved) == [None, 3, 4, 2]


def test_moving_to_its_own_rank_changes_nothing():
    assert ordering.move_to_rank(row(4), 2, 3) == row(4)


@pytest.mark.parametrize("rank", [0, 5])
def test_a_rank_outside_the_word_is_refused(rank: int):
    with pytest.raises(LabelError, match="Choose from 1 to 4"):
        ordering.move_to_rank(row(4), 0, rank)


def test_swapping_twice_gives_the_reading_order_again_and_touches_two_shapes():
    once = ordering.swap(row(5), 1, 3)
    assert once.reading == "ADCBE"
    assert orders_of(once) == [None, 4, None, 2, None]
    assert ordering.swap(once, 1, 3).reading == "ABCDE"


def test_renumbering_reads_the_clicked_ones_first():
    assert ordering.renumber(row(4), [2, 0]).reading == "CABD"


def test_renumbering_one_twice_is_refused():
    with pytest.raises(LabelError, match="named twice"):
        ordering.renumber(row(3), [1, 1])


def test_reversing_turns_the_word_and_its_text():
    label = ordering.reverse(row(4))
    assert (label.reading, label.text) == ("DCBA", "DCBA")
    assert ordering.reverse(label).reading == "ABCD"


def test_reversing_some_keeps_the_ranks_of_the_others():
    assert ordering.reverse(row(5), [1, 3]).reading == "ADCBE"


def test_sorting_left_to_right_and_top_to_bottom_go_by_the_centroids():
    label = word([(30, 0), (10, 20), (20, 10)])
    assert ordering.sort_left_to_right(label).reading == "BCA"
    assert ordering.sort_top_to_bottom(label).reading == "ACB"


def test_equals_keep_their_order_when_sorted():
    label = ordering.swap(word([(10, 0), (10, 20), (0, 40)]), 0, 1)
    assert ordering.sort_left_to_right(label).reading == "CBA"


def test_sorting_some_leaves_the_others_at_their_ranks():
    label = word([(50, 0), (40, 0), (30, 0), (20, 0)])
    assert ordering.sort_left_to_right(label, [0, 2]).reading == "CBAD"


def test_sorting_what_is_sorted_changes_nothing():
    assert ordering.sort_along_baseline(row(5)) == row(5)


def line(angle: float, count: int = 7) -> list[tuple[float, float]]:
    t = np.deg2rad(angle)
    return [(100 + 12 * i * np.cos(t), 100 + 12 * i * np.sin(t)) for i in range(count)]


def arc(start: float, end: float, count: int = 9, radius: float = 40) -> list[tuple[float, float]]:
    return [(100 + radius * np.cos(t), 100 + radius * np.sin(t)) for t in np.deg2rad(np.linspace(start, end, count))]


@pytest.mark.parametrize(
    "centres",
    [
        pytest.param(line(0), id="straight"),
        pytest.param(line(35), id="slanted down"),
        pytest.param(line(-55), id="slanted up"),
        pytest.param(line(90), id="vertical"),
        pytest.param(line(75), id="steep"),
        pytest.param(line(105), id="steep, leaning left"),
        pytest.param(arc(-150, -30), id="shallow arch"),
        pytest.param(arc(-180, 0), id="half circle above"),
        pytest.param(arc(180, 0), id="half circle below"),
        pytest.param(arc(-225, 45, 14), id="three quarters of a circle"),
        pytest.param(arc(-255, 75, 18), id="nearly a full circle"),
        pytest.param([(12 * i, 100 + 15 * np.sin(i / 2)) for i in range(12)], id="wave"),
        pytest.param([(12 * i, 100 + 9 * (i % 2)) for i in range(9)], id="zigzag of high and low letters"),
        pytest.param([(0, 10), (9, 16)], id="a letter and a full stop"),
        pytest.param([(0, 10)], id="one"),
    ],
)
def test_sorting_along_the_baseline_finds_the_reading_order(centres: Any):
    generator = np.random.default_rng(0)
    for _ in range(5):
        shuffled = generator.permutation(len(centres))
        symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(centres)]
        label = word([centres[i] for i in shuffled], "".join(symbols[i] for i in shuffled))
        assert ordering.sort_along_baseline(label).reading == symbols


def test_sorting_an_empty_label_gives_it_back():
    assert ordering.sort_along_baseline(WordLabel(text="A")) == WordLabel(text="A")


def test_sorting_characters_on_one_spot_keeps_their_order():
    assert ordering.sort_along_baseline(word([(5, 5)] * 6)).reading == "ABCDEF"


@given(st.lists(st.integers(0, 9), max_size=7), st.permutations(range(7)))
def test_a_renumbered_label_reads_as_asked_with_the_fewest_written_orders(orders: list[Any], sequence: Any):
    count = len(orders)
    sequence = [place for place in sequence if place < count]
    label = WordLabel(
        tuple(
            CharacterLabel("ABCDEFG"[i], rectangle(i, 0, i + 1, 1), order=order or None)
            for i, order in enumerate(orders)
        )
    )
    result = ordering.renumber(label, sequence)
    assert list(result.ranking) == sequence
    effective = [character.order or place + 1 for place, character in enumerate(result.characters)]
    assert sorted(effective) == list(range(1, count + 1))
    changed = sum(a.order != b.order for a, b in zip(label.characters, result.characters, strict=True))
    must = sum((label.characters[place].order or place + 1) != rank for rank, place in enumerate(sequence, 1))
    assert changed == must
    assert all(a.polygon is b.polygon for a, b in zip(label.characters, result.characters, strict=True))


def test_every_pair_of_places_can_be_swapped():
    for a, b in itertools.product(range(4), repeat=2):
        expected = list("ABCD")
        expected[a], expected[b] = expected[b], expected[a]
        assert ordering.swap(row(4), a, b).reading == "".join(expected)


@pytest.mark.parametrize(
    ("picture", "reading"),
    [("ABCD", "ABCD"), ("םולש", "שלום"), ("21 םולש", "שלום 21"), ("مالس", "سلام")],
)
def test_characters_are_sorted_in_the_direction_of_their_script(picture: str, reading: str):
    label = word([(10.0 * i, 20.0) for i in range(len(picture))], picture)
    shuffled = ordering.reverse(label)
    assert ordering.sort_along_baseline(label).reading == reading
    assert ordering.sort_along_baseline(shuffled).reading == reading


def test_right_hebrew_label_stays_as_it_is():
    label = ordering.reverse(word([(10.0 * i, 20.0) for i in range(4)], "םולש"))
    assert label.reading == "שלום"
    assert ordering.sort_along_baseline(label).ranking == label.ranking
