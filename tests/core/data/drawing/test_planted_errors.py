from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import SynthesisError
from core.charset import ALNUM, Charset
from core.data.drawing.planted_errors import KINDS, Kind, amount, plan, plant
from core.data.drawing.synthesis import Synthesis, label_of, layout_of
from core.labels.label import CharacterLabel, WordLabel

CHARSET = Charset(tuple(ALNUM))
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def planted_pairs(configure: Callable[..., Synthesis], kind: Kind, **changed: object):
    config = configure("mild", **changed)
    for index in range(25):
        right = label_of(config, 9, index)
        size = layout_of(config, 9, index).size
        if kind != "order" or len(set(right.word)) > 1:
            yield right, *plant(kind, right, config.charset, "a.png", size, seed=[9, index]), size


def test_wrong_symbol_is_in_the_text_too(configure: Callable[..., Synthesis]):
    for right, wrong, record, _ in planted_pairs(configure, "symbol"):
        assert not wrong.disagrees
        differing = [k for k, (a, b) in enumerate(zip(right.word, wrong.word, strict=True), 1) if a != b]
        assert differing == [record.order]
        assert (record.was, record.now) == (right.word[record.order - 1], wrong.word[record.order - 1])
        assert [c.polygon for c in wrong.characters] == [c.polygon for c in right.characters]


def test_exchanged_orders_are_of_neighbours_with_different_symbols_and_in_the_text_too(
    configure: Callable[..., Synthesis],
):
    for right, wrong, record, _ in planted_pairs(configure, "order"):
        k = record.order
        expected = list(right.word)
        expected[k - 1], expected[k] = expected[k], expected[k - 1]
        assert wrong.word == wrong.reading == "".join(expected) != right.word
        assert (record.was, record.now) == ([k, k + 1], [k + 1, k])
        assert wrong.in_order[k - 1].polygon == right.in_order[k].polygon


@pytest.mark.parametrize("vertical", [0.0, 1.0])
def test_shifted_box_moves_along_the_word_by_half_a_character_and_stays_in_the_picture(
    configure: Callable[..., Synthesis], vertical: float
):
    for right, wrong, record, (height, width) in planted_pairs(configure, "shift", vertical_share=vertical):
        before, after = right.in_order[record.order - 1].corners, wrong.in_order[record.order - 1].corners
        move = (after - before).mean(axis=0)
        axis = int(height > 1.5 * width)
        assert abs(move[axis]) >= 0.5 * np.ptp(before[:, axis])
        assert move[1 - axis] == pytest.approx(0, abs=0.01)
        assert ((after.mean(axis=0) > 0) & (after.mean(axis=0) < (width, height))).all()
        assert (record.was, record.now) == (before.tolist(), after.tolist())
        assert wrong.word == right.word
        assert sum(a != b for a, b in zip(right.characters, wrong.characters, strict=True)) == 1


def test_missing_character_is_missing_in_the_text_too_and_the_orders_close_up(configure: Callable[..., Synthesis]):
    for right, wrong, record, _ in planted_pairs(configure, "missing"):
        place = record.order - 1
        assert wrong.word == wrong.reading == right.word[:place] + right.word[place + 1 :]
        assert [c.order for c in wrong.characters] == list(range(1, len(right.word)))
        assert (record.was, record.now) == (right.word[place], "")


def test_near_miss_looks_like_the_right_symbol_and_is_no_other_case_of_it():
    label = WordLabel(tuple(CharacterLabel(symbol, SQUARE, order) for order, symbol in enumerate("0x", 1)), "0x")
    wrong, record = plant("near", label, CHARSET, "a.png", (10, 20), seed=[4])
    assert (record.order, record.was) == (1, "0")  # nothing looks like an x
    assert wrong.word[0] == record.now and record.now in {"O", "o"}


def test_doubled_character_stands_in_both_halves_of_its_place(configure: Callable[..., Synthesis]):
    for right, wrong, record, _ in planted_pairs(configure, "doubled", vertical_share=0.0):
        place = record.order - 1
        assert wrong.word == wrong.reading == right.word[: place + 1] + right.word[place:]
        assert [c.order for c in wrong.characters] == list(range(1, len(right.word) + 2))
        left, whole, end = (wrong.in_order[place], right.in_order[place], wrong.in_order[place + 1])
        assert np.ptp(left.corners[:, 0]) == pytest.approx(np.ptp(whole.corners[:, 0]) / 2, abs=0.02)
        assert left.corners[:, 0].min() == pytest.approx(whole.corners[:, 0].min(), abs=0.01)
        assert end.corners[:, 0].max() == pytest.approx(whole.corners[:, 0].max(), abs=0.01)


def test_wrong_text_differs_from_the_characters(configure: Callable[..., Synthesis]):
    for right, wrong, record, _ in planted_pairs(configure, "text"):
        assert wrong.characters == right.characters
        assert wrong.disagrees
        assert (record.was, record.now) == (right.text, wrong.text)
        assert wrong.word[record.order - 1] != right.word[record.order - 1]


@given(st.integers(1, 400), st.floats(0, 1), st.integers(0, 9))
def test_kinds_take_turns_one_word_each(count: int, share: float, seed: int):
    texts = ["abc"] * count
    chosen = plan(texts, CHARSET, share, seed)
    kinds = Counter(chosen.values())
    assert kinds["text"] == (share > 0 and count > 1)
    assert sum(kinds[kind] for kind in KINDS) == amount(count, share)
    assert max(kinds[kind] for kind in KINDS) - min(kinds[kind] for kind in KINDS) <= 1
    assert all(0 <= number < count for number in chosen)


@pytest.mark.parametrize(
    ("count", "share", "expected"), [(400, 0.02, 8), (2000, 0.02, 40), (10, 0.02, 1), (400, 0, 0), (5, 1, 4), (1, 1, 1)]
)
def test_number_of_errors_is_the_share_but_at_least_one(count: int, share: float, expected: int):
    assert amount(count, share) == expected


def test_plan_is_the_same_for_the_same_seed_and_another_for_another():
    texts = ["abc"] * 100
    assert plan(texts, CHARSET, 0.1, 1) == plan(texts, CHARSET, 0.1, 1) != plan(texts, CHARSET, 0.1, 2)


def test_orders_are_exchanged_only_in_words_where_it_shows():
    texts = ["aaa"] * 20 + ["aba"]
    chosen = plan(texts, CHARSET, 0.2, 0)
    assert [number for number, kind in chosen.items() if kind == "order"] == [20]


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_share_outside_0_to_1_is_refused(share: Any):
    with pytest.raises(SynthesisError, match="from 0 to 1"):
        amount(10, share)


def test_error_without_a_place_is_refused():
    label = WordLabel((CharacterLabel("a", SQUARE, 1), CharacterLabel("a", SQUARE, 2)), "aa")
    with pytest.raises(SynthesisError, match="order"):
        plant("order", label, CHARSET, "a.png", (10, 20), seed=[0])
    with pytest.raises(SynthesisError, match="missing"):
        plant(
            "missing", replace(label, characters=label.characters[:1], text="a"), CHARSET, "a.png", (10, 20), seed=[0]
        )
