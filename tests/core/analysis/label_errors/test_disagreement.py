"""The queue brings planted errors to its front, and counts only models that have not seen the image."""

from collections import Counter

import numpy as np
import pytest
from support.words.synthetic_maps import CHARSETS, SPEC, seen, synthetic_word

from core.analysis.label_errors.disagreement import WEIGHTS, Judged, disagreement, rank
from core.base.errors import LabelError
from core.data.drawing.planted_errors import KINDS, plan, plant
from core.labels.edits.edits import set_ignored
from core.labels.label import WordLabel

DIGITS = CHARSETS["digits"]


@pytest.mark.long
def test_first_twentieth_of_800_words_holds_nine_of_ten_planted_errors():
    words = [synthetic_word(index, charset="digits") for index in range(800)]
    kinds = plan([label.word for label, _ in words], DIGITS, 0.05, 3)
    planted = {index: kind for index, kind in kinds.items() if kind != "text"}
    assert Counter(planted.values()) == dict.fromkeys(KINDS, 10)
    judged = []
    for index, (label, size) in enumerate(words):
        predicted = seen(label, size, DIGITS, np.random.default_rng([9, index]))
        if index in planted:
            label, _ = plant(planted[index], label, DIGITS, str(index), size, seed=[3, index])  # noqa: PLW2901
        judged.append(
            Judged(str(index), disagreement(label, predicted, size, DIGITS, SPEC).score, predicted.word.confidence)
        )
    front = [int(one.image) for one in rank(judged)[: len(words) // 20]]
    assert sum(index in planted for index in front) >= 36


def test_right_label_agrees():
    label, size = synthetic_word(0, charset="digits")
    found = disagreement(label, seen(label, size, DIGITS, np.random.default_rng(0)), size, DIGITS, SPEC)
    assert found.score < 0.1


def test_ignored_character_contradicts_no_symbol():
    label, size = synthetic_word(0, charset="digits")
    predicted = seen(label, size, DIGITS)
    assert disagreement(set_ignored(label, [1]), predicted, size, DIGITS, SPEC).score < 0.1


def test_label_without_polygons_is_judged_by_its_text():
    label, size = synthetic_word(0, charset="digits")
    predicted = seen(label, size, DIGITS)
    assert disagreement(WordLabel(text=label.word), predicted, size, DIGITS, SPEC).score < 0.1
    found = disagreement(WordLabel(text=label.word[1:]), predicted, size, DIGITS, SPEC)
    assert found.score > disagreement(WordLabel(text=label.word), predicted, size, DIGITS, SPEC).score
    assert (found.found.place, found.found.order, found.found.stray) == (0, 0, 0)


def test_text_that_differs_from_the_characters_counts_as_what_is_worse():
    label, size = synthetic_word(0, charset="digits")
    other = WordLabel(label.characters, label.word[:-1] + str((int(label.word[-1]) + 1) % 10))
    found = disagreement(other, seen(label, size, DIGITS), size, DIGITS, SPEC)
    assert found.found.symbol > 3


def test_probability_and_score_say_the_same():
    label, size = synthetic_word(0, charset="digits")
    wrong, _ = plant("shift", label, DIGITS, "a.png", size, seed=[1])
    for each in (label, wrong):
        found = disagreement(each, seen(label, size, DIGITS), size, DIGITS, SPEC)
        assert found.probability == pytest.approx(1 - np.exp(-found.score))
        assert found.probability == pytest.approx(1 / (1 + np.exp(-found.log_odds)))


def test_nothing_but_the_doubt_of_the_network_speaks_for_a_label():
    assert all(weight >= 0 for name, weight in WEIGHTS._asdict().items() if name != "doubt")
    assert WEIGHTS.doubt < 0


def test_label_that_says_nothing_cannot_be_judged():
    label, size = synthetic_word(0, charset="digits")
    with pytest.raises(LabelError, match="nothing that can be compared"):
        disagreement(WordLabel(), seen(label, size, DIGITS), size, DIGITS, SPEC)


def test_score_of_a_model_that_trained_on_the_image_comes_behind_all_that_count():
    judged = [
        Judged("seen", 9.0, 0.5, was_trained_on=True),
        Judged("agrees", 0.0, 0.9),
        Judged("differs", 3.0, 0.9),
        Judged("unsure", 0.0, 0.2),
    ]
    assert [one.image for one in rank(judged)] == ["differs", "unsure", "agrees", "seen"]
