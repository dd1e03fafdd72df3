"""What several readers read of the same labelled words."""

import pytest

from core.model.metrics.several_readers import ReadTexts, compare_readers
from core.readings.reading import PictureReading, Reading

TARGETS = {"a": "PIZZA", "b": "Bar", "c": "OPEN", "d": "CENTER", "e": "never read"}
OURS = {"a": "PIZZA", "b": "BAR", "c": "0PEN", "d": "CENTRE"}
THEIRS = {"a": "P2220", "b": "Bar", "c": "OPEN", "d": "Centre", "f": "no label"}


def test_readers_are_compared_on_the_words_that_both_have_read():
    found = compare_readers(TARGETS, ReadTexts("reader", OURS, 12.5), ReadTexts("PP-OCR", THEIRS))
    assert (found.first.words, found.first.exact, found.first.any_case) == (4, 1, 2)
    assert (found.second.words, found.second.exact, found.second.any_case) == (4, 2, 2)
    assert (found.only_first, found.only_second) == (("a",), ("c",))
    assert found.misread_alike == ("d",)
    assert found.first.to_dict()["word_accuracy_ci"] == 0.5
    low, high = found.first.interval
    assert 0 < low < 0.5 < high < 1
    assert (found.first.words_per_second, found.second.words_per_second) == (12.5, None)
    assert found.first.one_minus_ned == pytest.approx((1 + 1 / 3 + 3 / 4 + 4 / 6) / 4)


def test_without_a_word_that_both_have_read_there_is_no_comparison():
    assert compare_readers(TARGETS, ReadTexts("a", OURS), ReadTexts("b", {"e": "x"})) is None


@pytest.mark.parametrize(
    ("seconds", "speed"), [((0.25, 0.75), 2.0), ((0.25, None), None), ((None, None), None), ((0.0, 0.0), None)]
)
def test_the_speed_of_readings_is_known_if_each_says_how_long_it_took(
    seconds: tuple[float | None, ...], speed: float | None
):
    readings = [
        PictureReading(image, "p", Reading("A", image.upper(), seconds=taken))
        for image, taken in zip("ab", seconds, strict=True)
    ]
    read = ReadTexts.of("A", readings)
    assert read.texts == {"a": "A", "b": "B"}
    assert read.words_per_second == speed
