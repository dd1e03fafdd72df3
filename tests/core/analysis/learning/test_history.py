"""The learning history: marks of characters, and when words and characters were learned and lost."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from support.words.learning_histories import history_of, validation, word_marks

from core.analysis.learning.history import (
    FOUND,
    IN_ORDER,
    KNOWN,
    OUTCOMES,
    PLACED,
    RIGHT,
    SEEN,
    LearningHistory,
    LearningWord,
    PlaceFacts,
    lives_of,
    mark_word,
    outcomes_of,
)
from core.model.metrics.metrics import align


def outcomes(target: str, read: str, failed: str = "") -> list[str]:
    return [OUTCOMES[number] for number in outcomes_of(word_marks("a.png", target, read, failed).marks)]


def test_a_character_is_right_or_the_first_branch_that_failed_is_at_fault():
    assert outcomes("abcd", "axyz", ".loc") == ["right", "localization", "order", "class"]


def test_what_is_read_right_is_right_whatever_its_place_says():
    assert outcomes("ab", "ab", "lo") == ["right", "right"]


def test_without_places_a_wrong_character_has_no_branch_at_fault():
    assert outcomes("ab", "ax") == ["right", "unknown"]


def test_what_is_read_in_a_characters_place_is_kept_with_its_score():
    marked = mark_word("a.png", "cat", align("cat", "at"))
    assert marked.read.tolist() == [0, ord("a"), ord("t")]
    assert marked.marks.tolist() == [SEEN, SEEN | RIGHT, SEEN | RIGHT] and not marked.is_exact
    assert word_marks("a.png", "ab", "a").confidence.tolist() == [204, 0]


def test_a_surplus_character_spoils_the_word_and_none_of_its_characters():
    marked = mark_word("a.png", "at", align("at", "cat"))
    assert (marked.marks & RIGHT > 0).all() and not marked.is_exact
    assert [OUTCOMES[each] for each in outcomes_of(marked.marks)] == ["surplus", "right"]
    behind = mark_word("a.png", "at", align("at", "atx"))
    assert [OUTCOMES[each] for each in outcomes_of(behind.marks)] == ["right", "surplus"]


def test_score_of_a_character_is_of_the_position_that_it_was_read_at():
    """Behind a gap the second position present is not position 2."""
    none = np.zeros(3, np.bool_)
    gap = PlaceFacts(np.array([1, 0, 2]), np.array([10, 20, 30]), none, none, none, none)
    facts_with_gap = mark_word("a.png", "ab", align("ab", "ab"), gap)
    assert facts_with_gap.confidence.tolist() == [10, 30]


def test_words_that_come_and_go_keep_their_columns():
    found = history_of(
        (10, {"a.png": ("ab", "xb"), "b.png": ("c", "c")}),
        (20, {"b.png": ("c", "c"), "d.png": ("e", "e")}),
        (30, {"a.png": ("ab", "ab")}),
    )
    assert found.words == (LearningWord("a.png", "ab"), LearningWord("b.png", "c"), LearningWord("d.png", "e"))
    assert (found.exact & SEEN > 0).tolist() == [[True, True, False], [False, True, True], [True, False, False]]
    assert (found.marks & RIGHT > 0).tolist() == [[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 0, 0]]
    assert found.characters_of(1) == slice(2, 3) and found.word_of.tolist() == [0, 0, 1, 2]


def test_a_corrected_label_is_another_word_and_the_same_word_twice_is_two():
    twice = validation(10, {"a.png": ("ab", "ab")})
    both = LearningHistory.of(
        [type(twice).of(10, [word_marks("a.png", "ab", "ab")] * 2), validation(20, {"a.png": ("ac", "ab")})]
    )
    assert [word.target for word in both.words] == ["ab", "ab", "ac"]


def test_a_learning_history_without_validations_is_empty():
    empty = LearningHistory.of([])
    assert len(empty) == 0 and empty.words == () and lives_of(empty.steps, empty.exact).never.shape == (0,)


MARKS = st.integers(0, 6).flatmap(
    lambda rows: arrays.arrays(np.uint8, (rows, 4), elements=st.sampled_from([0, int(SEEN), int(SEEN | RIGHT)]))
)


@given(MARKS)
def test_lives_are_those_that_reading_column_by_column_gives(marks: Any):
    steps = np.arange(1, len(marks) + 1) * 100
    found = lives_of(steps, marks)
    for column in range(marks.shape[1]):
        seen = [
            (int(step), bool(mark & RIGHT)) for step, mark in zip(steps, marks[:, column], strict=True) if mark & SEEN
        ]
        right = [step for step, is_right in seen if is_right]
        after = [step for step, _ in seen if right and step > right[-1]]
        assert found.seen[column] == bool(seen)
        assert found.first_learned[column] == (right[0] if right else -1)
        assert found.forgotten[column] == (after[0] if after else -1)
        assert found.never[column] == (bool(seen) and not right)


def test_marks_hold_all_that_is_known_of_a_place():
    (mark,) = word_marks("a.png", "a", "a", ".").marks.tolist()
    assert mark == SEEN | RIGHT | PLACED | FOUND | IN_ORDER | KNOWN
