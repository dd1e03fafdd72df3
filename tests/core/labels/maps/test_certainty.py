import numpy as np
import pytest

from core.labels.maps.certainty import SURE, probability_right


def outputs(scores: list[float], presence: list[float], doubles: list[int] | None = None) -> dict[str, np.ndarray]:
    place = np.arange(len(presence))
    found = {
        "ids": np.where(place < len(scores), 7, 0),
        "scores": np.array([*scores, *[0.0] * (len(presence) - len(scores))]),
        "presence": np.array(presence),
    }
    return found if doubles is None else found | {"doubles": np.isin(place, doubles)}


@pytest.mark.parametrize("doubles", [None, []])
def test_word_of_clear_symbols_is_sure_and_one_of_weak_symbols_is_not(doubles):
    clear = probability_right(outputs([0.98] * 5, [0.95] * 5 + [0.01], doubles))
    weak = probability_right(outputs([0.9, 0.1, 0.3], [0.9, 0.4, 0.5, 0.2], doubles))
    assert weak < SURE < clear < 1


def test_position_that_is_nearly_read_makes_a_reading_less_probable_unless_it_is_a_double():
    near, far = (outputs([0.9] * 3, [0.9] * 3 + [presence], doubles=[]) for presence in (0.25, 0.01))
    double = outputs([0.9] * 3, [0.9] * 3 + [0.25], doubles=[3])
    chances = [probability_right(each) for each in (near, far, double)]
    assert chances[0] < chances[1] < chances[2]


def test_empty_word_is_never_right():
    assert probability_right(outputs([], [0.1, 0.0], [])) == 0
