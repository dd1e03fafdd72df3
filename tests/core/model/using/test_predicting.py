"""A doubtful word is looked at again, as often as it takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.labels.maps.spec import MapSpec
from core.model.using.graphs.word_graph import GraphPredictor, WordGraph
from core.model.using.predicting import WordPrediction
from core.model.using.reading_options import AUTO, DOUBTFUL, ReadingOptions
from core.runs.spec import NetworkSpec

SPEC = NetworkSpec("small", tuple("abx"), MapSpec(height=32, width=64, stride=4, max_length=1), language="en")
DOUBT = 0.5


class Looks:
    """A session that reads one letter at each look, in the order given, and notes how many looks came at once."""

    def __init__(self, letters: str, share: float) -> None:
        self._letters = iter(letters)
        self._share = share
        self.sizes: list[int] = []

    def run(self, names: Sequence[str], feeds: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        count = len(feeds["image"])
        self.sizes.append(count)
        outputs = {name: np.zeros((count, 1), np.float32) for name in names}
        outputs["ids"] = np.zeros((count, 1), np.int32)
        outputs["gaps"] = np.zeros((count, 1), bool)
        outputs["centres"] = np.zeros((count, 1, 2), np.float32)
        outputs["localization_map"] = np.ones((count, 8, 16), np.float32)
        outputs["confidence"] = np.zeros(count, np.float32)
        outputs["presence"][:] = 1
        outputs["background"][:] = 1 - self._share
        outputs["shares"] = np.zeros((count, 1, 3), np.float32)
        for row in range(count):
            outputs["shares"][row, 0, "abx".index(next(self._letters))] = self._share
        return [outputs[name] for name in names]


def read(looks: Looks, images: int = 1) -> list[WordPrediction]:
    options = ReadingOptions(ignore_case=True, crops=AUTO, language_model=True)
    return GraphPredictor(WordGraph(SPEC, looks), 16, options=options).read([np.zeros((32, 64, 3), np.uint8)] * images)


@pytest.mark.parametrize(
    ("letters", "sizes", "text"),
    [("aaa", [1, 2], "a"), ("aabaa", [1, 2, 2], "a"), ("abbab", [1, 2, 2], "b")],
)
def test_a_doubtful_word_is_looked_at_four_more_times_or_twice_if_all_agree(letters: str, sizes: list[int], text: str):
    looks = Looks(letters, DOUBT)
    (prediction,) = read(looks)
    assert prediction.word.text == text
    assert 0 < prediction.word.probability < DOUBTFUL
    assert looks.sizes == sizes


def test_each_doubtful_word_of_a_batch_has_the_looks_that_it_needs():
    looks = Looks("aba" + "aa" + "ba" + "aa" + "bb", DOUBT)  # the first looks, two more at each, two more at the second
    assert [found.word.text for found in read(looks, 3)] == ["a", "b", "a"]
    assert looks.sizes == [3, 6, 2]


def test_a_sure_word_is_looked_at_once():
    looks = Looks("a", 1.0)
    (prediction,) = read(looks)
    assert prediction.word.probability >= DOUBTFUL
    assert looks.sizes == [1]
