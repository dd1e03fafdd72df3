"""Evaluations broken down: by what is read how well, what is confused, what a probability is worth."""

import math
from collections.abc import Mapping

import pytest

from core.labels.maps.decoding import ReadCharacter, ReadWord
from core.model.metrics.breakdown import (
    JudgedWord,
    Tally,
    bin_of,
    centre_errors,
    character_readings,
    judge_word,
    misread_places,
    misread_symbols,
    most_confused,
    only_one_reads,
    reliability,
    shares,
    source_of,
    word_readings,
    words_confused,
    words_of,
    worst,
)
from core.model.metrics.metrics import confusions

SQUARES = [((20.0 * k, 0.0), (20.0 * k + 10, 0.0), (20.0 * k + 10, 10.0), (20.0 * k, 10.0)) for k in range(4)]


def read(text: str, scores: tuple[float, ...] = (), centers: tuple[tuple[float, float], ...] = ()) -> ReadWord:
    scores = scores or (0.9,) * len(text)
    centers = centers or tuple((20.0 * k + 5, 5.0) for k in range(len(text)))
    characters = tuple(
        ReadCharacter(symbol, k, score, center)
        for k, (symbol, score, center) in enumerate(zip(text, scores, centers, strict=True), 1)
    )
    return ReadWord(text, math.prod(scores), characters, (), probability=math.prod(scores))


def judged(target: str, text: str, *scores: float) -> JudgedWord:
    return judge_word(target, read(text, scores), (), str)


@pytest.fixture
def words() -> Mapping[str, JudgedWord]:
    return {
        "a/1.png": judged("CAB", "CAB", 0.9, 0.9, 0.9),
        "a/2.png": judged("CAB", "CO8", 0.8, 0.5, 0.5),
        "b/3.png": judged("OO", "O0", 0.9, 0.6),
        "4.png": judged("A", ""),
    }


def test_shares_count_words_by_length_and_folder_and_characters_by_symbol_and_position(words: Mapping[str, JudgedWord]):
    found = shares(words)
    assert found["length"] == {1: Tally(1, 0), 2: Tally(1, 0), 3: Tally(2, 1)}
    assert found["source"] == {"": Tally(1, 0), "a": Tally(2, 1), "b": Tally(1, 0)}
    assert found["symbol"] == {"A": Tally(3, 1), "B": Tally(2, 1), "C": Tally(2, 2), "O": Tally(2, 1)}
    assert found["position"] == {1: Tally(4, 3), 2: Tally(3, 1), 3: Tally(2, 1)}
    assert list(found["length"]) == [1, 2, 3]


def test_each_share_leads_to_its_words(words: Mapping[str, JudgedWord]):
    assert words_of(words, "length", 3) == ("a/1.png", "a/2.png")
    assert words_of(words, "length", 3, is_right=False) == ("a/2.png",)
    assert words_of(words, "symbol", "A", is_right=False) == ("a/2.png", "4.png")
    assert words_of(words, "position", 2, is_right=True) == ("a/1.png",)
    assert words_confused(words, ("O", "0")) == ("b/3.png",)
    assert words_confused(words, ("A", None)) == ("4.png",)
    assert misread_symbols(words["a/2.png"].score) == {"A", "B"}
    assert misread_places(words["a/2.png"].score) == {2, 3}


def test_source_is_the_first_folder_below_the_project():
    assert [source_of(image) for image in ("1.png", "a/1.png", "a/b/1.png")] == ["", "a", "a"]


def test_the_most_confused_symbols_stand_in_order_and_nothing_last(words: Mapping[str, JudgedWord]):
    wrong = [step for step in confusions(word.score for word in words.values()) if step[0] != step[1]]
    assert most_confused(wrong, 0, 9) == ["A", "B", "O"]
    assert most_confused(wrong, 1, 9) == ["0", "8", "O", None]
    assert len(most_confused(wrong, 1, 2)) == 2


@pytest.mark.parametrize(("probability", "place"), [(0.0, 0), (0.05, 0), (0.1, 0), (0.11, 1), (0.95, 9), (1.0, 9)])
def test_the_upper_end_of_an_interval_belongs_to_it(probability: float, place: int):
    assert bin_of(probability) == place


def test_calibration_error_weighs_each_interval_by_its_readings():
    """Four readings at 0.75, three of them right: nothing is amiss. Two at 0.95, none right: 0.95 of a third."""
    found = reliability([(0.75, True)] * 3 + [(0.75, False)] + [(0.95, False)] * 2)
    assert found.error == pytest.approx(2 / 6 * 0.95)
    assert [each.share for each in found.bins if each.share.count] == [Tally(4, 3), Tally(2, 0)]
    assert found.bins[7].probability == pytest.approx(0.75)
    assert reliability([]).error is None
    assert reliability([(1.0, True)] * 5).error == 0


def test_readings_of_words_and_of_characters(words: Mapping[str, JudgedWord]):
    assert [is_right for _, is_right in word_readings(words)] == [True, False, False, False]
    of_characters = [*character_readings(words)]
    assert of_characters[3:] == [(0.8, True), (0.5, False), (0.5, False), (0.9, True), (0.6, False)]


def test_scores_of_a_reading_whose_number_of_symbols_normalisation_changed_are_left_out():
    word = judge_word("ab", read("ab"), (), lambda text: text.replace("a", "aa"))
    assert word.scores == ()
    assert [*character_readings({"x.png": word})] == []


def test_marks_that_were_read_are_left_out_with_their_places_for_labels_without_marks():
    word = read("A.BC", centers=((5.0, 5.0), (17.0, 5.0), (25.0, 5.0), (45.0, 5.0)))
    scores = [judge_word("ABC", word, SQUARES[:3], str, with_marks=marks).score for marks in (True, False)]
    assert [(score.exact, score.found, score.placed) for score in scores] == [(False, 3, 1), (True, 3, 3)]


def test_centres_are_off_by_pixels_and_by_a_share_of_the_characters_size():
    """Each polygon is 10 px wide and high; the second centre is 3 px right and 4 px below its middle."""
    word = judge_word("AB", read("AB", centers=((5.0, 5.0), (28.0, 9.0))), SQUARES[:2], str)
    assert [(each.pixels, each.relative) for each in word.centres] == [
        (pytest.approx(0.0), pytest.approx(0.0)),
        (pytest.approx(5.0), pytest.approx(0.5)),
    ]
    found = centre_errors({"x.png": word})
    assert (found.count, found.missing) == (2, 0)
    assert (found.mean, found.mean_relative) == (pytest.approx(2.5), pytest.approx(0.25))


def test_characters_without_a_centre_are_missing():
    found = centre_errors({"x.png": judge_word("ABC", read("A"), SQUARES[:3], str)})
    assert (found.count, found.missing) == (1, 2)
    assert centre_errors({"x.png": judged("A", "A")}).mean is None


def test_the_worst_words_are_the_furthest_from_their_targets_then_the_most_confident(words: Mapping[str, JudgedWord]):
    assert worst(words) == ("4.png", "a/2.png", "b/3.png")
    equal = {"doubtful.png": judged("AB", "AX", 0.9, 0.2), "sure.png": judged("AB", "AY", 0.9, 0.9)}
    assert worst(equal) == ("sure.png", "doubtful.png")


def test_of_two_models_each_reads_words_that_the_other_does_not():
    one = {"1": judged("A", "A"), "2": judged("B", "X"), "3": judged("C", "C"), "only here": judged("D", "D")}
    other = {"1": judged("A", "Y"), "2": judged("B", "B"), "3": judged("C", "C")}
    assert only_one_reads(one, other) == (("1",), ("2",))
