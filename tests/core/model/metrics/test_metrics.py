import dataclasses
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.labels.geometry import rectangle
from core.labels.label import Point
from core.labels.maps.decoding import ReadCharacter, ReadWord
from core.model.metrics.metrics import (
    LengthScore,
    accuracy_by_length,
    align,
    confusions,
    inside,
    one_minus_ned,
    score_word,
    summarise,
)

TEXTS = st.text(alphabet="abcAß-1", max_size=7)
BOXES = [rectangle(10 * i, 0, 10 * i + 8, 20) for i in range(4)]


def word(*characters: tuple[int, str, Point]) -> ReadWord:
    """A word of (order, symbol, centre)."""
    read = tuple(ReadCharacter(symbol, order, 0.9, center) for order, symbol, center in characters)
    return ReadWord("".join(c.symbol for c in read), 0.9, read, ())


def of(*texts: tuple[str, str]) -> list:
    return [score_word(target, ReadWord(predicted, 0.5, (), ())) for target, predicted in texts]


# --- words


def test_word_accuracy_is_exact():
    assert summarise(of(("Cat", "Cat"), ("Cat", "cat"), ("Cat", "Cat "), ("", ""))).word_accuracy == 2 / 4


def test_word_accuracy_ci_folds_case_and_keeps_what_is_alphanumeric_in_any_script():
    assert summarise(of(("Don't", "DONT"), ("Straße", "STRASSE"), ("a", "b"), ("标", "签"))).word_accuracy_ci == 2 / 4


def test_word_accuracy_ci_skips_targets_that_are_left_empty():
    assert summarise(of(("--", "x"), ("", ""), ("a", "A!"))).word_accuracy_ci == 1.0
    assert summarise(of(("--", "x"), ("", ""))).word_accuracy_ci is None


def test_one_minus_ned_by_hand():
    assert one_minus_ned("kitten", "sitting") == 1 - 3 / 7
    assert one_minus_ned("AB", "ab") == 0.0
    assert one_minus_ned("", "") == 1.0
    assert one_minus_ned("", "abc") == one_minus_ned("abc", "") == 0.0
    assert one_minus_ned("ab", "xyz") == 0.0  # dividing by the target would give -0.5
    assert summarise(of(("kitten", "sitting"), ("", ""))).one_minus_ned == pytest.approx((4 / 7 + 1) / 2)


@given(TEXTS, TEXTS)
def test_one_minus_ned_is_symmetric_and_one_for_equal_texts_alone(a: Any, b: Any):
    value = one_minus_ned(a, b)
    assert 0.0 <= value <= 1.0
    assert value == one_minus_ned(b, a)
    assert (value == 1.0) == (a == b)


# --- characters


def test_character_f1_is_micro_averaged():
    # 3 of 3, and 1 match of 1 target and 5 predicted characters; the mean of both F would be (1 + 1/3)/2
    assert summarise(of(("abc", "abc"), ("a", "axxxx"))).character_f1 == pytest.approx(2 * 4 / (4 + 8))


def test_character_f1_is_the_harmonic_mean_of_precision_and_recall():
    found = summarise(of(("hello", "helo"), ("wrld", "world"), ("x", "y"))).character_f1
    precision, recall = 8 / 10, 8 / 10
    assert found == pytest.approx(2 * precision * recall / (precision + recall))


def test_an_alignment_by_hand():
    assert align("HELLO", "HALO") == (("H", "H"), ("E", "A"), ("L", None), ("L", "L"), ("O", "O"))
    assert align("", "ab") == ((None, "a"), (None, "b"))
    assert align("ab", "") == (("a", None), ("b", None))
    assert align("", "") == ()


def test_among_equally_short_alignments_the_one_with_most_matches_wins():
    # two substitutions would be as short, and would call a and b confused with each other
    assert align("ab", "ba") == ((None, "b"), ("a", "a"), ("b", None))


@cache
def _best(a: str, b: str) -> tuple[int, int]:
    """(edits, -matches) of the best alignment, by trying everything."""
    if not a or not b:
        return len(a) + len(b), 0
    across, deleted, inserted = _best(a[1:], b[1:]), _best(a[1:], b), _best(a, b[1:])
    same = a[0] == b[0]
    return min((across[0] + (not same), across[1] - same), (deleted[0] + 1, deleted[1]), (inserted[0] + 1, inserted[1]))


@given(TEXTS, TEXTS)
def test_an_alignment_is_as_short_as_can_be_and_has_the_most_matches(a: Any, b: Any):
    steps = align(a, b)
    assert "".join(x for x, _ in steps if x is not None) == a
    assert "".join(y for _, y in steps if y is not None) == b
    assert (None, None) not in steps
    edits, matches = sum(x != y for x, y in steps), sum(x == y for x, y in steps)
    assert edits == Levenshtein.distance(a, b)
    assert (edits, -matches) == _best(a, b)


@given(TEXTS, TEXTS)
def test_character_f1_is_symmetric_and_one_for_equal_texts_alone(a: Any, b: Any):
    value = summarise(of((a, b))).character_f1
    if not a and not b:
        assert value is None
    else:
        assert value == summarise(of((b, a))).character_f1
        assert (value == 1.0) == (a == b)


# --- places


def test_a_point_on_the_edge_is_in_the_polygon():
    points = [(0.0, 0.0), (8.0, 10.0), (8.01, 10.0), (4.0, 20.0), (float("nan"), 1.0)]
    np.testing.assert_array_equal(inside(BOXES[:1], points), [[True, True, False, True, False]])


def test_a_point_in_the_notch_of_a_polygon_is_outside():
    notched = ((0, 0), (10, 0), (5, 5), (10, 10), (0, 10))
    np.testing.assert_array_equal(inside([notched], [(9.0, 5.0), (4.0, 5.0)]), [[False, True]])


def test_center_in_box_takes_any_decoded_centre():
    read = word((1, "b", (14, 5)), (2, "a", (4, 5)), (3, "x", (100, 5)))
    score = score_word("abc", read, BOXES[:3])
    assert (score.polygons, score.found) == (3, 2)  # the swapped ones count, the lost one does not
    assert summarise([score]).center_in_box == 2 / 3


def test_two_centres_in_one_polygon_find_one_character():
    assert score_word("ab", word((1, "a", (1, 1)), (2, "b", (2, 2))), BOXES[:2]).found == 1


def test_order_accuracy_wants_each_centre_in_its_own_polygon():
    swapped = score_word("abc", word((1, "a", (14, 5)), (2, "b", (4, 5)), (3, "c", (24, 5))), BOXES[:3])
    assert summarise([swapped]).order_accuracy == 1 / 3
    assert summarise([swapped]).center_in_box == 1.0


def test_behind_a_gap_order_counts_not_the_place_in_the_list():
    read = word((1, "a", (4, 5)), (3, "c", (24, 5)), (4, "d", (34, 5)))
    assert score_word("abcd", read, BOXES).placed == 3  # by place in the list it would be 1


def test_behind_a_character_that_was_counted_twice_the_others_move_up_one_place():
    read = word((2, "a", (4, 5)), (3, "b", (14, 5)), (5, "c", (24, 5)), (7, "d", (34, 5)))
    assert score_word("abcd", read, BOXES).placed == 0
    read = dataclasses.replace(read, doubles=(1, 4, 6))
    assert score_word("abcd", read, BOXES).placed == 4


def test_a_missing_centre_is_a_miss():
    assert summarise([score_word("abcd", word((1, "a", (4, 5))), BOXES)]).order_accuracy == 1 / 4


def test_centres_beyond_the_last_character_do_no_harm():
    score = score_word("a", word((1, "a", (4, 5)), (2, "b", (4, 6))), BOXES[:1])
    assert (score.found, score.placed) == (1, 1)


def test_places_are_averaged_over_characters_not_words():
    good = score_word("abcd", word(*[(k + 1, "x", (10 * k + 4.0, 5.0)) for k in range(4)]), BOXES)
    bad = score_word("a", word(), BOXES[:1])
    assert summarise([good, bad]).order_accuracy == 4 / 5
    assert summarise([good, bad]).center_in_box == 4 / 5


def test_places_are_not_measured_where_no_label_has_polygons():
    metrics = summarise([score_word("ab", word((1, "a", (4, 5))))])
    assert metrics.center_in_box is None
    assert metrics.order_accuracy is None
    assert metrics.word_accuracy == 0.0


def test_word_level_labels_do_not_count_among_the_places():
    with_polygons = score_word("a", word((1, "a", (4, 5))), BOXES[:1])
    assert summarise([with_polygons, score_word("abc", word())]).order_accuracy == 1.0


@given(st.lists(st.tuples(st.integers(1, 6), st.floats(0, 40), st.floats(0, 25)), max_size=6, unique_by=lambda c: c[0]))
def test_what_is_in_order_is_also_found(places: list[Any]):
    score = score_word("abcd", word(*[(k, "x", (x, y)) for k, x, y in sorted(places)]), BOXES)
    assert score.placed <= score.found <= score.polygons == 4


# --- over all words


def test_nothing_at_all_is_not_measured():
    measures = summarise([]).to_dict()
    assert measures.pop("images") == 0
    assert set(measures.values()) == {None}


def test_confusions_count_misses_and_inventions_too():
    counts = confusions(of(("cat", "cut"), ("cat", "at"), ("a", "as"), ("t", "t")))
    assert counts == Counter(
        {("c", "c"): 1, ("a", "u"): 1, ("t", "t"): 3, ("c", None): 1, ("a", "a"): 2, (None, "s"): 1}
    )


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
def test_confusions_add_up_to_all_characters(pairs: list[Any]):
    counts = confusions(of(*pairs))
    assert sum(n for (wanted, _), n in counts.items() if wanted is not None) == sum(len(a) for a, _ in pairs)
    assert sum(n for (_, read), n in counts.items() if read is not None) == sum(len(b) for _, b in pairs)


def test_accuracy_by_length_is_by_the_length_of_the_target():
    found = accuracy_by_length(of(("abc", "abc"), ("abc", "ab"), ("x", "x"), ("", "zz")))
    assert found == {0: LengthScore(1, 0), 1: LengthScore(1, 1), 3: LengthScore(2, 1)}
    assert list(found) == [0, 1, 3]
    assert found[3].accuracy == 0.5
