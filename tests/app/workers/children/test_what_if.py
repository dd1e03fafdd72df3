"""What is asked about changed images, in its turn. A reader without a network reads."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.workers.prediction_messages import Answered, FindFlips, Occlude, StopSearch, TryOut
from core.base.errors import ModelError
from core.charset import Charset
from core.data.what_if.change import SLIDERS, Change
from core.labels.label import WordLabel
from core.labels.maps.decoding import ReadWord
from core.labels.maps.spec import MapSpec
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long  # loads Keras

PIXELS = np.full((20, 40, 3), 120, np.uint8)
ONE, TWO, GONE = Path("one.keras"), Path("two.keras"), Path("gone.keras")


class Brightness:
    """Reads whether an image is dark."""

    recogniser = SimpleNamespace(spec=NetworkSpec.of("small", Charset.named("digits"), MapSpec(max_length=3)))

    def __init__(self) -> None:
        self.one = self.several = self

    def read(self, images: Sequence[Any], names: Sequence[str] | None = None) -> list[Any]:
        n, kept = np.zeros((4, 4), np.float32), np.zeros((4, 4, 8), np.float32)
        maps = {"order_map": np.zeros((4, 4, 4)), "localization_map": n, "symbol_ids": kept, "symbol_scores": kept}
        maps |= {"candidate_ids": np.zeros((3, 5)), "candidate_scores": np.zeros((3, 5))}
        maps |= {"ids": np.array([1, 0, 0]), "presence": np.ones(3)}
        texts = ["dark" if image.mean() < 60 else "light" for image in images]
        return [SimpleNamespace(word=ReadWord(text, 1.0, (), ()), maps=maps) for text in texts]


@pytest.fixture
def work() -> Any:
    from app.workers.children.what_if import WhatIfWork  # Keras

    def opened(path: Path, image: str) -> Any:
        if path == GONE:
            raise ModelError("{path}: is gone", path=path)
        return Brightness()

    return WhatIfWork(opened)


def test_the_newest_image_of_each_model_is_read_and_no_model_waits_for_ever(work: Any):
    work.take(TryOut(1, ONE, "word.png", PIXELS))
    work.take(TryOut(2, TWO, "word.png", PIXELS))
    assert work.answer().number == 1
    for number in range(3, 9):
        work.take(TryOut(number, (ONE, TWO)[number % 2], "word.png", PIXELS))
    assert (work.answer().number, work.answer().number) == (7, 8), "the second model's turn comes first"
    assert not work.has_tries


def test_flips_are_told_slider_by_slider_and_a_search_can_be_stopped(work: Any):
    work.take(FindFlips(5, ONE, "word.png", PIXELS, WordLabel(), Change()))
    told: list[Answered] = []
    while work.has_search:
        told.append(work.search_on())
    found = {name: flips for message in told for name, flips in message.result.flips.items()}
    assert found.keys() == SLIDERS.keys()
    assert [(flip.value, flip.text) for flip in found["brightness"]] == [(-0.24, "dark")]
    assert found["rotation"] == ()
    assert {message.number for message in told} == {5}
    assert [message.is_over for message in told] == [False] * (len(told) - 1) + [True]

    work.take(Occlude(9, ONE, "word.png", PIXELS))
    while work.has_search:
        told.append(work.search_on())
    assert (told[-1].number, told[-1].result.done, told[-1].result.total) == (9, 105, 105)
    assert told[-1].result.heat.shape == (3, 8, 16)
    work.take(FindFlips(6, ONE, "word.png", PIXELS, WordLabel(), Change()))
    work.search_on()
    work.take(StopSearch())
    assert not work.has_search
    work.take(FindFlips(7, GONE, "word.png", PIXELS, WordLabel(), Change()))
    last = work.search_on()
    assert (last.is_over, last.result, work.has_search) == (True, "gone.keras: is gone", False)
