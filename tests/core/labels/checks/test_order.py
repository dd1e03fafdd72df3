"""Checks of one label's reading order: numbers, and jumps back along the line."""

import math
from dataclasses import replace
from typing import Any

import pytest

from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import Problem, apply_fix
from core.labels.edits.edits import reverse, swap
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, Point, WordLabel

LETTERS = "ABCDEFGHIJKLMNOP"
CHARSET = Charset((*LETTERS, "א", "ב", "ג", "ד", "'"))
SIZE = (512, 512)


def at(*centres: Point, symbols: str = LETTERS, size: float = 20) -> WordLabel:
    """Squares round some centres, in reading order."""
    half = size / 2
    return WordLabel(
        tuple(
            CharacterLabel(s, rectangle(x - half, y - half, x + half, y + half))
            for s, (x, y) in zip(symbols, centres, strict=False)
        )
    )


def with_orders(*orders: int | None, text: str | None = None) -> WordLabel:
    label = at(*((20 + 24 * k, 60) for k in range(len(orders))))
    characters = [replace(c, order=order) for c, order in zip(label.characters, orders, strict=True)]
    return WordLabel(tuple(characters), text)


def check(label: WordLabel) -> list[Problem]:
    return [p for p in check_label(label, SIZE, CHARSET, name="w.png") if p.id.startswith("order")]


def ids(label: WordLabel) -> list[str]:
    return [problem.id for problem in check(label)]


@pytest.mark.parametrize("orders", [(None, None, None), (1, 2, 3), (None, 2, None), (1, None, 3)])
def test_numbers_one_to_n_are_right(orders: tuple[Any, ...]):
    assert check(with_orders(*orders)) == []


def test_gap_is_reported_at_the_character_behind_it():
    (problem,) = check(with_orders(1, 2, 4))
    assert (problem.id, problem.severity, problem.character) == ("order-gap", "warning", 3)
    assert problem.message == (
        'w.png: the order jumps from 2 to 4 at character 3 "C". '
        "Add the character that is missing, or renumber the characters."
    )


@pytest.mark.parametrize("orders", [(2, 3, 4), (-1, 1, 2), (5,)])
def test_order_has_to_begin_with_one(orders: tuple[Any, ...]):
    (problem,) = check(with_orders(*orders))
    assert (problem.id, problem.character) == ("order-gap", 1)
    assert f"begins with {orders[0]}" in problem.message


def test_double_is_reported_at_the_second_character():
    (problem,) = check(with_orders(1, 2, 2, 4))
    assert (problem.id, problem.severity, problem.character) == ("order-double", "warning", 3)
    assert "two characters have the order 2, from character 2 on" in problem.message


def test_order_may_not_be_the_place_of_a_character_without_one():
    assert "order-double" in ids(with_orders(2, None, None))


def test_double_and_gap_beyond_it_are_both_reported():
    assert ids(with_orders(1, 1, 5)) == ["order-double", "order-gap"]


@pytest.mark.parametrize("orders", [(1, 2, 4), (1, 2, 2, 4), (7, 7, 9), (0, 1, 2)])
def test_renumbering_ends_gaps_and_doubles_and_keeps_the_reading_order(orders: tuple[Any, ...]):
    label = with_orders(*orders)
    for problem in check(label):
        renumbered = apply_fix(label, problem)
        assert check(renumbered) == []
        assert renumbered.reading == label.reading


def test_gap_is_not_closed_where_the_text_knows_of_one_more_symbol():
    (problem,) = check(with_orders(1, 2, 4, text="ABXC"))
    assert problem.fixes == ()


def line(count: int, angle: float = 0) -> list[Point]:
    t = math.radians(angle)
    return [(250 + (k - count / 2) * 22 * math.cos(t), 250 + (k - count / 2) * 22 * math.sin(t)) for k in range(count)]


def arc(count: int, degrees: float, start: float) -> list[Point]:
    """Clockwise on screen round (250, 250) from an angle on, so that text above the centre reads left to right."""
    steps = [math.radians(start + k * degrees / (count - 1)) for k in range(count)]
    return [(250 + 150 * math.cos(t), 250 + 150 * math.sin(t)) for t in steps]


HONEST: dict[str, list[Point]] = {
    "straight": line(8),
    "slanted up": line(8, -50),
    "slanted down": line(8, 50),
    "downwards": line(8, 90),
    "upwards, as on a picture turned by a quarter": line(8, -90),
    "two characters": line(2),
    "two characters, one under the other": line(2, 90),
    "arc of 120° upwards": arc(9, 120, -150),
    "arc of 120° downwards": [(x, 500 - y) for x, y in arc(9, 120, -150)],
    "arc of 250°": arc(12, 250, -215),
    "wave": [(30 + 22 * k, 100 + 18 * math.sin(k)) for k in range(14)],
    "letters of uneven height": [(40 + 24 * k, 60 + (0, 4, -3, 5, 1, -4)[k % 6]) for k in range(9)],
    "letters of uneven height, slanted": [(40 + 24 * k, 160 + (0, 6, -4)[k % 3] - 3 * k) for k in range(9)],
    "two lines": [(60, 100), (84, 100), (108, 100), (60, 130), (84, 130), (108, 130)],
    "two lines of two": [(60, 100), (84, 101), (60, 130), (84, 129)],
    "two columns, the right one first": [(84, 100), (84, 124), (84, 148), (60, 100), (60, 124), (60, 148)],
    "overlapping": [(60, 100), (70, 96), (68, 104), (84, 100)],
}


@pytest.mark.parametrize("centres", HONEST.values(), ids=HONEST.keys())
def test_honest_reading_order_is_no_problem(centres: Any):
    assert check(at(*centres)) == []


STRAIGHTFORWARD = [
    name for name, centres in HONEST.items() if len(centres) > 2 and not name.startswith(("two", "over"))
]


@pytest.mark.parametrize("name", STRAIGHTFORWARD)
def test_swapped_neighbours_jump_backwards(name: Any):
    label = at(*HONEST[name])
    for k in range(len(label.characters) - 1):
        (problem,) = check(swap(label, k, k + 1))
        assert (problem.id, problem.severity) == ("order-backwards", "warning")


def test_swapped_neighbours_in_one_of_two_lines_jump_backwards_but_sorting_is_no_fix():
    (problem,) = check(swap(at(*HONEST["two lines"]), 0, 1))
    assert (problem.id, problem.fixes) == ("order-backwards", ())


@pytest.mark.parametrize("name", [name for name in STRAIGHTFORWARD if "wards" not in name or "arc" in name])
def test_word_read_from_its_end_jumps_backwards(name: Any):
    assert ids(reverse(at(*HONEST[name]))) == ["order-backwards"]


def test_jump_is_reported_at_the_character_that_it_leads_to():
    (problem,) = check(swap(at(*line(6)), 2, 3))
    assert problem.character == 4
    assert problem.message == (
        'w.png: the reading order jumps backwards from character 3 "D" to character 4 "C". '
        "Sort the characters along the line, or correct the symbols."
    )


def test_last_character_read_first_jumps_backwards():
    centres = line(6)
    assert ids(at(centres[-1], *centres[:-1])) == ["order-backwards"]


def test_word_read_from_right_to_left_jumps_backwards():
    (problem,) = check(reverse(at(*line(5))))
    assert "and 3 more times" in problem.message


def test_script_that_is_read_from_right_to_left_does_not_jump_backwards():
    assert check(at(*line(4)[::-1], symbols="אבגד")) == []


def test_swapped_neighbours_of_a_right_to_left_script_jump_backwards():
    assert ids(swap(at(*line(4)[::-1], symbols="אבגד"), 1, 2)) == ["order-backwards"]


def test_right_to_left_script_read_from_left_to_right_jumps_backwards():
    assert ids(at(*line(4), symbols="אבגד")) == ["order-backwards"]


def test_apostrophe_above_the_letter_before_it_is_no_jump():
    label = at((30, 60), (54, 60), (78, 60))
    apostrophe = CharacterLabel("'", polygon_of([(50, 40), (54, 40), (54, 46), (50, 46)]))
    characters = (*label.characters[:2], apostrophe, label.characters[2])
    assert check(WordLabel(characters)) == []


def test_sorting_without_a_text_to_contradict_is_the_fix():
    label = swap(at(*line(5)), 1, 2)
    (problem,) = check(label)
    assert apply_fix(label, problem).reading == "ABCDE"


def test_sorting_is_the_fix_where_it_makes_text_and_characters_agree():
    label = replace(swap(at(*line(5)), 1, 2), text="ABCDE")
    (problem,) = check(label)
    mended = apply_fix(label, problem)
    assert (mended.reading, mended.text) == ("ABCDE", "ABCDE")


def test_where_text_and_characters_agree_a_person_chooses_which_of_order_and_symbols_is_wrong():
    label = swap(replace(at(*line(5)), text="ABCDE"), 1, 2)
    (problem,) = check(label)
    assert problem.fix is None
    by_place, by_text = (apply_fix(label, problem, fix) for fix in problem.fixes)
    assert (by_place.reading, by_place.text) == ("ABCDE", "ABCDE")
    assert (by_text.reading, by_text.text) == ("ACBDE", "ACBDE")
    assert check(by_place) == check(by_text) == []
