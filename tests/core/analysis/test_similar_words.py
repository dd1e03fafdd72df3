"""Words that look similar: nearest by what a network sees in them."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.similar_words import nearest


def test_the_nearest_point_the_same_way_from_what_all_have_in_common() -> None:
    away = np.array([[1, 0], [3, 0.2], [0, 2], [-1, 0], [0, -2]], np.float32)
    vectors = (away + 50).astype(np.float16)  # all alike but for a little, as behind rectified units
    (place, cosine), *others = nearest(vectors, 0, 3)
    assert place == 1 and cosine > 0.9
    assert all(other < 0.1 for _, other in others), "as they stand, all vectors point the same way"


@pytest.mark.parametrize("count", [0, 1, 2, 20_000])
def test_every_other_word_once_at_most(count: int) -> None:
    vectors = np.random.default_rng(1).normal(size=(10_000, 4)).astype(np.float16)
    vectors[9_999] = vectors[3]
    found = nearest(vectors, 3, count)
    assert len(found) == min(count, 9_999) == len({place for place, _ in found})
    assert 3 not in [place for place, _ in found]
    if count:
        assert found[0][0] == 9_999, "beyond the words that are compared at once"


def test_words_in_which_nothing_is_seen_have_no_direction() -> None:
    assert [cosine for _, cosine in nearest(np.zeros((3, 2), np.float16), 0, 2)] == [0.0, 0.0]
