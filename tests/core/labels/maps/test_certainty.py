from typing import Any

import numpy as np
import pytest

from core.labels.maps.certainty import EVIDENCE, MANY, SURE, UNKNOWN, probability_right


def outputs(scores: list[float], presence: list[float], doubles: list[int] | None = None) -> dict[str, np.ndarray]:
    place = np.arange(len(presence))
    found = {
        "ids": np.where(place < len(scores), 7, 0),
        "scores": np.array([*scores, *[0.0] * (len(presence) - len(scores))]),
        "presence": np.array(presence),
    }
    return found if doubles is None else found | {"doubles": np.isin(place, doubles)}


def probability_of(given: dict[str, np.ndarray], symbols: int = 62) -> float:
    return probability_right(given, symbols)


def seen(background: float, entropy: float, count: int = 4) -> dict[str, np.ndarray]:
    """A word of clear scores under whose positions the class map has so much background and entropy."""
    evidence = {"background": background, "entropy": entropy, "spread": 2 * entropy}
    return outputs([0.9] * count, [0.95] * count + [0.01], []) | {
        name: np.full(count + 1, value) for name, value in evidence.items()
    }


def test_class_map_that_is_background_or_torn_makes_a_reading_less_probable():
    clear, faint, torn = (probability_of(seen(*facts)) for facts in ((0.01, 0.05), (0.4, 0.05), (0.01, 1.5)))
    assert max(faint, torn) < clear < 1


def test_symbol_that_the_network_tells_to_be_unknown_makes_a_reading_less_probable_and_not_believed():
    known, unknown = (np.full(5, share) for share in (0.01, 0.01))
    unknown[2] = 0.95
    for word in (seen(0.02, 0.1), {name: value for name, value in seen(0.02, 0.1).items() if name != "doubles"}):
        chances = [probability_of(word | {UNKNOWN: shares}) for shares in (unknown, known)]
        assert chances[0] < SURE < chances[1]


def test_thousands_of_symbols_are_judged_the_same_whether_the_class_map_was_looked_at_or_not():
    looked_at = seen(0.4, 1.5)
    word = {name: value for name, value in looked_at.items() if name not in EVIDENCE}
    known, unknown = ({UNKNOWN: np.full(5, share)} for share in (0.01, 0.95))
    for more in ({}, known, unknown):
        assert probability_of(looked_at | more, MANY) == probability_of(word | more, MANY)
    assert probability_of(word | unknown, MANY) < probability_of(word | known, MANY)


def test_word_that_a_language_chose_against_the_network_is_less_probable():
    word = seen(0.02, 0.3)
    lost = [np.full(5, loss) for loss in (0.0, 3.0)]
    assert probability_of(word | {"lost": lost[1]}) < probability_of(word | {"lost": lost[0]})


def test_probability_of_whatever_a_network_gives_is_a_number_from_0_to_1():
    for background, entropy in ((1.0, 0.0), (0.0, 9.0), (1.0, 9.0)):
        for symbols in (1, MANY):
            assert 0 <= probability_of(seen(background, entropy), symbols) <= 1


@pytest.mark.parametrize("doubles", [None, []])
def test_word_of_clear_symbols_is_sure_and_one_of_weak_symbols_is_not(doubles: list[Any] | None):
    clear = probability_of(outputs([0.98] * 5, [0.95] * 5 + [0.01], doubles))
    weak = probability_of(outputs([0.9, 0.1, 0.3], [0.9, 0.4, 0.5, 0.2], doubles))
    assert weak < SURE < clear < 1


def test_position_that_is_nearly_read_makes_a_reading_less_probable_unless_it_is_a_double():
    near, far = (outputs([0.9] * 3, [0.9] * 3 + [presence], doubles=[]) for presence in (0.25, 0.01))
    double = outputs([0.9] * 3, [0.9] * 3 + [0.25], doubles=[3])
    chances = [probability_of(each) for each in (near, far, double)]
    assert chances[0] < chances[1] < chances[2]


def test_empty_word_is_never_right():
    assert probability_of(outputs([], [0.1, 0.0], [])) == 0
