from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.numbers import Numbers

from core.base.errors import DataError
from core.data.batches.curriculum import Levels, mixed
from core.data.batches.feeds import Mix, Part


def drawn(feed: Levels | Mix, count: int, start: int = 0) -> list[str]:
    return [feed.name_of(position) for position in range(start, start + count)]


def levels(share: Fraction, start: int = 0) -> Levels:
    return Levels(Mix([Part(Numbers(None, "polygons"))]), Mix([Part(Numbers(None, "text"))]), share, start)


@given(st.fractions(0, 1, max_denominator=1000).filter(lambda share: 0 < share < 1), st.integers(0, 99), st.data())
def test_every_stretch_holds_its_share_rounded_up_or_down(share: Any, start: int, data: Any):
    first, count = data.draw(st.integers(start, 3000)), data.draw(st.integers(1, 64))
    found = sum(name.startswith("polygons") for name in drawn(levels(share, start), count, first))
    assert abs(found - count * share) < 1


@given(st.fractions(0, 1, max_denominator=1000).filter(lambda share: 0 < share < 1), st.integers(0, 99))
def test_both_mixes_are_gone_through_without_a_gap(share: Any, start: int):
    names = drawn(levels(share, start), 500)
    for kind in ("polygons", "text"):
        numbers = [int(name.split()[1]) for name in names if name.startswith(kind)]
        assert numbers == list(range(len(numbers)))


def test_before_the_start_nothing_but_character_level_samples_is_drawn():
    names = drawn(levels(Fraction(1, 4), start=10), 14)
    assert all(name.startswith("polygons") for name in names[:10])
    assert sum(name.startswith("text") for name in names[10:]) == 3


def test_a_replacement_is_of_the_same_kind():
    feed = levels(Fraction(1, 2))
    for position in range(20):
        kind = feed.name_of(position).split()[0]
        replaced = feed.sample(position, attempt=3)
        assert replaced.name.split()[0] == kind


def test_parts_are_divided_by_kind_and_keep_their_shares():
    parts = [Part(Numbers(4, "half"), 3.0), Part(Numbers(2, "texts"), 1.0)]
    feed = mixed(parts, [(True, False, True, False), (False, False)], seed=5, least=0.9)
    assert feed.share == Fraction(9, 10)
    assert set(drawn(feed.character, 50)) == {"half 0", "half 2"}
    words = drawn(feed.word, 1000)
    assert sum(name.startswith("texts") for name in words) == 400  # 1.0 beside the half of 3.0
    assert {name for name in words if name.startswith("half")} == {"half 1", "half 3"}


def test_a_larger_share_than_the_least_is_kept():
    feed = mixed([Part(Numbers(5, "a"))], [(True, True, True, True, False)], least=0.5)
    assert feed.share == Fraction(4, 5)


def test_endless_sources_are_character_level():
    feed = mixed([Part(Numbers(None, "synthetic")), Part(Numbers(2, "texts"), 3.0)], [None, (False, False)], least=0.0)
    assert feed.share == Fraction(1, 4)


def test_weights_of_samples_count_for_the_natural_share_and_go_with_them():
    part = Part(Numbers(3, "a"), 1.0, np.array([3.0, 1.0, 0.0]))
    feed = mixed([part], [(True, False, False)], least=0.0)
    assert feed.share == Fraction(3, 4)
    assert set(drawn(feed.word, 20)) == {"a 1"}


@pytest.mark.parametrize("flags", [(True, True), (False, False)])
def test_one_kind_alone_is_a_plain_mix(flags: tuple[Any, ...]):
    assert isinstance(mixed([Part(Numbers(2, "a"))], [flags]), Mix)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1)])
def test_share_of_one_kind_alone_is_refused(share: Any):
    with pytest.raises(DataError, match="is not a share"):
        levels(share)
