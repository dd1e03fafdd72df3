from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.numbers import SPEC, Numbers

from core.base.errors import DataError
from core.data.batches.feeds import (
    BLOCK,
    Mix,
    OnePass,
    Part,
    Share,
    balancing_weights,
    buffered,
    generator,
    systematic_sample,
    whole_number,
)
from core.data.samples.samples import Prepared


def indices(mix: Mix, start: int, stop: int) -> list[int]:
    return [mix.place(position).index for position in range(start, stop)]


@pytest.mark.parametrize("buffer", [None, 5])
def test_every_round_has_each_sample_once_and_another_order(buffer: int | None):
    mix = Mix([Part(Numbers(37))], seed=3, buffer=buffer)
    rounds = [indices(mix, 37 * k, 37 * (k + 1)) for k in range(4)]
    assert all(sorted(one) == list(range(37)) for one in rounds)
    assert len({tuple(one) for one in rounds}) == 4


def test_without_shuffling_the_order_is_kept():
    assert indices(Mix([Part(Numbers(5))], shuffle=False), 0, 12) == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]


@pytest.mark.parametrize("size", [1, 2, 7, 37, 100])
def test_a_shuffle_buffer_gives_each_sample_once_and_none_before_it_can_be_in_the_buffer(size: int):
    order = np.arange(37)
    found = buffered(order, size, np.random.default_rng(0))
    assert sorted(found) == list(order)
    assert all(number < place + size for place, number in enumerate(found))
    assert (list(found) == list(order)) == (size == 1)


def test_a_round_without_its_rest_leaves_out_other_samples_each_time():
    mix = Mix([Part(Numbers(13)), Part(Numbers(None)), Part(Numbers(3))], seed=3, whole=4)
    assert mix.dropped == 1  # three samples make no batch of four at all, and stay
    alone = Mix([Part(Numbers(13))], seed=3, whole=4)
    rounds = [indices(alone, 12 * turn, 12 * turn + 12) for turn in range(5)]
    assert all(len(set(found)) == 12 for found in rounds)
    assert len({*range(13)}.intersection(*({*range(13)} - set(found) for found in rounds))) == 0


def test_an_endless_source_is_followed():
    assert indices(Mix([Part(Numbers(None))], seed=9), 4, 8) == [4, 5, 6, 7]


@given(position=st.integers(0, 5000), seed=st.integers(0, 99))
def test_a_position_says_all_wherever_one_starts(position: int, seed: int):
    def mix() -> Mix:
        return Mix([Part(Numbers(37), 2), Part(Numbers(None)), Part(Numbers(5), 0.3)], seed=seed)

    walked = mix()
    for before in range(max(0, position - 50), position):
        walked.sample(before)
    one, other = walked.sample(position), mix().sample(position)
    assert one.name == other.name
    assert one.text.tolist() == other.text.tolist()


def test_the_shares_of_a_mix_hold_in_every_block():
    mix = Mix([Part(Numbers(37), 3), Part(Numbers(None), 1)], seed=1)
    for block in range(3):
        parts = Counter(mix.place(position).part for position in range(block * BLOCK, (block + 1) * BLOCK))
        assert parts == {0: 750, 1: 250}
    assert mix.shares == (0.75, 0.25)


@given(shares=st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=12))
def test_every_part_of_a_mix_has_a_share(shares: list[Any]):
    found = Mix([Part(Numbers(3), share) for share in shares]).shares
    assert sum(found) == pytest.approx(1)
    assert min(found) >= 1 / BLOCK
    wanted = np.array(shares) / sum(shares)
    assert np.abs(found - wanted).max() <= len(shares) / BLOCK + 1e-9


def test_each_part_of_a_mix_is_gone_through_without_gaps():
    mix = Mix([Part(Numbers(40), 1), Part(Numbers(None), 2)], seed=4)
    places = [mix.place(position) for position in range(3 * BLOCK)]
    assert [place.index for place in places if place.part == 1] == list(range(sum(p.part == 1 for p in places)))
    finite = [place.index for place in places if place.part == 0]
    for start in range(0, len(finite) - 40, 40):
        assert sorted(finite[start : start + 40]) == list(range(40))


def test_another_seed_is_another_order_and_another_augmentation():
    one, other = Mix([Part(Numbers(50))], seed=0), Mix([Part(Numbers(50))], seed=1)
    assert indices(one, 0, 50) != indices(other, 0, 50)
    assert one.sample(0).text[1] != other.sample(0).text[1]


def test_the_same_sample_is_augmented_otherwise_in_the_next_round():
    mix = Mix([Part(Numbers(1))])
    drawn = {int(mix.sample(position).text[1]) for position in range(20)}
    assert len(drawn) == 20


def test_a_replacement_is_another_sample_of_the_same_part_and_the_same_every_time():
    mix = Mix([Part(Numbers(1000, "a")), Part(Numbers(None, "b"))], seed=2)
    for position in range(40):
        first, second = (mix.sample(position, attempt).name for attempt in (0, 1))
        assert first != second
        assert first[0] == second[0]
        assert mix.sample(position, 1).name == second


def test_weights_decide_how_often_a_sample_is_drawn():
    weights = np.array([1.0, 2.0, 0.0, 5.0])
    mix = Mix([Part(Numbers(4), weights=weights)])
    counts = Counter(indices(mix, 0, 4000))
    assert counts[2] == 0
    for index in (0, 1, 3):
        assert counts[index] == pytest.approx(weights[index] / 8 * 4000, abs=60)


@given(
    weights=st.lists(st.floats(0, 100), min_size=1, max_size=30).filter(lambda w: sum(w) > 1e-3),
    seed=st.integers(0, 99),
)
def test_systematic_sampling_rounds_the_expected_count_up_or_down(weights: Any, seed: int):
    array = np.array(weights)
    counts = np.bincount(systematic_sample(array, generator(seed)), minlength=len(array))
    expected = array / array.sum() * len(array)
    assert counts.sum() == len(array)
    assert (np.abs(counts - expected) < 1 + 1e-6).all()


def test_words_with_rare_symbols_are_drawn_more_often():
    weights = balancing_weights(["aaaa"] * 9 + ["ab"])
    assert weights[9] > weights[0]
    assert balancing_weights(["a", "b", "c"]).tolist() == pytest.approx([1, 1, 1])
    assert balancing_weights(["aaaa"] * 9 + ["ab"], strength=0).tolist() == pytest.approx([1] * 10)
    assert balancing_weights([]).tolist() == []


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Mix([]), "no source is given"),
        (lambda: Mix([Part(Numbers(0, "empty"))]), "empty: no sample in it"),
        (lambda: Mix([Part(Numbers(3), 0)]), "its share is 0"),
        (lambda: Mix([Part(Numbers(3), weights=np.ones(2))]), "one weight"),
        (lambda: Mix([Part(Numbers(3), weights=np.zeros(3))]), "one weight"),
        (lambda: Mix([Part(Numbers(3))], seed=-1), "seed: -1"),
        (lambda: Mix([Part(Numbers(3))], seed=True), "seed: True"),
        (lambda: OnePass(Numbers(None)), "has no end"),
        (lambda: OnePass(Numbers(0)), "no sample in it"),
    ],
)
def test_impossible_feeds_are_refused(make: Callable[..., Any], reason: str):
    with pytest.raises(DataError, match=reason):
        make()


def test_sources_prepared_otherwise_do_not_mix():
    other = replace(Numbers(3).preparation, maps=SPEC.with_(width=64))
    with pytest.raises(DataError, match="b: prepared differently from a"):
        Mix([Part(Numbers(3, "a")), Part(Numbers(3, "b", other))])


def test_one_pass_has_each_sample_once_in_order_and_unaugmented():
    feed = OnePass(Numbers(4))
    assert feed.length == 4
    texts = [feed.sample(position).text.tolist() for position in range(4)]
    assert texts == [[k, -1, 0] for k in range(4)]


@pytest.mark.parametrize("value", [True, False, 1.0, "3", None, -1])
def test_only_whole_numbers_count(value: Any):
    with pytest.raises(DataError, match=r"passes: .* is not a whole number of 0 or more"):
        whole_number(value, "passes")


def test_shares_of_all_workers_are_the_batches_of_one():
    mix = Mix([Part(Numbers(37))], seed=3)
    shares = [Share(mix, 6, index, 3) for index in range(3)]
    assert [share.each for share in shares] == [2, 2, 2]
    whole = [mix.name_of(position) for position in range(24)]
    for batch in range(4):
        rows = [share.name_of(batch * 2 + row) for share in shares for row in range(2)]
        assert rows == whole[batch * 6 : batch * 6 + 6]
    sample = shares[2].sample(3)
    assert isinstance(sample, Prepared) and sample.name == whole[11]
