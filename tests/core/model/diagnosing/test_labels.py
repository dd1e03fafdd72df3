from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.model.diagnosing.labels import JudgedLabel, Placed, displacements, label_findings

WORDS = ("Private", "station", "Market", "bread", "Coffee", "Hotel", "garage", "Museum", "school", "Bakery", "river")
CHARSET = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


def placed(text: str, right: float = 0.0) -> tuple[Placed, ...]:
    """Characters 10 px wide, 20 high, beside each other."""
    return tuple(Placed(symbol, 10.0 * k + 5 + right, 15.0, 10.0, 20.0) for k, symbol in enumerate(text))


def judged(text: str, read: str, right: float = 0.0) -> JudgedLabel:
    return JudgedLabel(f"{read}.png", text, placed(text, right), read, placed(read))


def ids(words: list[JudgedLabel]) -> list[str]:
    return [found.id for found in label_findings(words, CHARSET)]


RIGHT = [judged(word, word) for word in WORDS]


def test_labels_as_they_are_read_are_not_accused() -> None:
    assert ids(RIGHT) == []
    assert ids([judged(word, word[:-1] + "x") for word in WORDS]) == []


def test_symbols_one_further_on_are_a_shifted_charset_and_the_sentence_says_which_way() -> None:
    shifted = ["".join(CHARSET[(CHARSET.index(s) + 1) % len(CHARSET)] for s in word) for word in WORDS]
    (found,) = label_findings([judged(text, word) for text, word in zip(shifted, WORDS, strict=True)], CHARSET)
    assert (found.id, found.severity) == ("charset-shift", "error")
    assert found.seen == pytest.approx(1) and "at -1 from it" in found.sentence


def test_symbols_of_the_word_in_another_order_are_a_wrong_order_also_without_polygons() -> None:
    rng = np.random.default_rng(0)
    texts = ["".join(rng.permutation(list(word))) for word in WORDS]
    words = [judged(text, word) for text, word in zip(texts, WORDS, strict=True)]
    assert ids(words) == ["order-labels"]
    assert ids([replace(word, characters=()) for word in words]) == ["order-labels"]


def test_characters_that_jump_along_the_line_are_a_wrong_order_where_no_model_reads() -> None:
    def jumping(word: str) -> JudgedLabel:
        first, second, *rest = placed(word)
        return JudgedLabel("a.png", word, (second, *rest, first))

    assert ids([jumping(word) for word in WORDS]) == ["order-labels"]
    backwards = [JudgedLabel("a.png", word, placed(word)[::-1]) for word in WORDS]
    assert ids(backwards) == []  # from right to left


def test_labels_of_other_images_are_mismatched() -> None:
    words = [judged(text, read) for text, read in zip(WORDS[3:] + WORDS[:3], WORDS, strict=True)]
    (found,) = label_findings(words, CHARSET)
    assert found.id == "labels-mismatched"
    assert found.images and "another image's label" in found.sentence


def test_a_model_that_reads_badly_accuses_no_label() -> None:
    """A script that it hardly knows: the lengths are right, and next to no symbol."""
    assert ids([judged(word, "z" * len(word)) for word in WORDS]) == []
    assert ids([judged(word, "") for word in WORDS]) == []


@pytest.mark.parametrize(("right", "expected"), [(5.0, ["polygon-shift"]), (-5.0, ["polygon-shift"]), (1.0, [])])
def test_polygons_half_a_character_away_do_not_lie_on_their_characters(right: float, expected: list[str]) -> None:
    assert ids([judged(word, word, right) for word in WORDS]) == expected


def test_displacement_is_in_sizes_of_a_character_and_of_those_alone_that_are_read_as_labelled() -> None:
    away = displacements([judged("Ab", "Ax", right=5.0)])
    assert away.tolist() == [[-0.5, 0.0]]


def test_few_words_are_not_judged() -> None:
    assert ids([judged(text, read) for text, read in zip(WORDS[1:4], WORDS[:3], strict=True)]) == []
