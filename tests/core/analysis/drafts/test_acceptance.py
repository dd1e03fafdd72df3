"""A label that takes over what a network reads: planted errors go, and all else stays as a person drew it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.words.synthetic_maps import CHARSETS, SPEC, seen, synthetic_word

from core.analysis.drafts.acceptance import accept_reading
from core.analysis.label_errors.disagreement import disagreement
from core.base.errors import LabelError
from core.charset import normalise
from core.data.drawing.planted_errors import KINDS, Kind, places, plant
from core.labels.edits.edits import set_ignored
from core.labels.label import WordLabel
from core.labels.maps.decoding import ReadWord

DIGITS = CHARSETS["digits"]


def planted(kind: Kind) -> list[tuple[int, WordLabel, WordLabel, tuple[int, int]]]:
    """Number, right and wrong label, and size of some words with one error each."""
    found = []
    for index in range(12):
        label, size = synthetic_word(index, charset="digits")
        if places(kind, label.word, DIGITS):
            wrong, _ = plant(kind, label, DIGITS, str(index), size, seed=[4, index])
            found.append((index, label, wrong, size))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_planted_error_is_gone_with_what_the_network_reads(kind: Any):
    known = [
        (right, wrong, size, predicted)
        for index, right, wrong, size in planted(kind)
        if (predicted := seen(right, size, DIGITS, np.random.default_rng([9, index]))).word.text == right.word
    ]
    assert len(known) > 6
    for right, wrong, size, predicted in known:
        mended = accept_reading(wrong, predicted, size, SPEC, normalise)
        assert (mended.text, mended.reading) == (right.word, right.word)
        assert not mended.disagrees
        assert disagreement(mended, predicted, size, DIGITS, SPEC).score < 1


@pytest.mark.parametrize("kind", ["symbol", "order"])
def test_polygons_that_are_in_their_places_stay_as_they_were_drawn(kind: str):
    for _, right, wrong, size in planted(kind):
        mended = accept_reading(wrong, seen(right, size, DIGITS), size, SPEC, normalise)
        assert [one.polygon for one in mended.in_order] == [one.polygon for one in right.in_order]


def test_only_the_character_that_was_shifted_gets_another_polygon():
    for _, right, wrong, size in planted("shift"):
        mended = accept_reading(wrong, seen(right, size, DIGITS), size, SPEC, normalise)
        is_new = [one.polygon != other.polygon for one, other in zip(mended.in_order, wrong.in_order, strict=True)]
        was_shifted = [one.polygon != other.polygon for one, other in zip(right.in_order, wrong.in_order, strict=True)]
        assert is_new == was_shifted


def test_right_label_stays_as_it_is():
    label, size = synthetic_word(0, charset="digits")
    assert accept_reading(label, seen(label, size, DIGITS), size, SPEC, normalise) == label


def test_symbol_that_differs_only_by_the_normalisation_stays_as_it_is_written():
    label, size = synthetic_word(0, charset="digits")
    wide = chr(ord(label.characters[0].symbol) + 0xFEE0)
    written = replace(
        label, characters=(replace(label.characters[0], symbol=wide), *label.characters[1:]), text=wide + label.word[1:]
    )

    def narrow(text: str) -> str:
        return normalise(text, "NFKC")

    assert accept_reading(written, seen(label, size, DIGITS), size, SPEC, narrow) == written


def test_draft_of_a_model_becomes_a_persons_own():
    label, size = synthetic_word(0, charset="digits")
    draft = replace(label, characters=tuple(replace(one, source="model", score=0.5) for one in label.characters))
    assert accept_reading(draft, seen(label, size, DIGITS), size, SPEC, normalise) == label


def test_label_without_characters_gets_the_text_alone():
    label, size = synthetic_word(0, charset="digits")
    predicted = seen(label, size, DIGITS)
    assert accept_reading(WordLabel(text="9"), predicted, size, SPEC, normalise) == WordLabel(text=label.word)
    same = WordLabel(text=label.word)
    assert accept_reading(same, predicted, size, SPEC, normalise) is same


def test_illegible_character_that_is_read_stays_illegible():
    label, size = synthetic_word(0, charset="digits")
    illegible = set_ignored(label, [0])
    mended = accept_reading(illegible, seen(label, size, DIGITS), size, SPEC, normalise)
    assert [one.is_ignored for one in mended.in_order] == [one.is_ignored for one in illegible.in_order]


def test_illegible_character_that_is_not_read_is_not_lost():
    label, size = synthetic_word(0, charset="digits")
    rest = WordLabel(label.in_order[1:], label.word[1:])
    with pytest.raises(LabelError, match=r"character 1 is illegible.*by hand"):
        accept_reading(set_ignored(label, [0]), seen(rest, size, DIGITS), size, SPEC, normalise)


def test_nothing_read_is_nothing_to_accept():
    label, size = synthetic_word(0, charset="digits")
    nothing = replace(seen(label, size, DIGITS), word=ReadWord("", 0.0, (), ()))
    with pytest.raises(LabelError, match="nothing to accept"):
        accept_reading(label, nothing, size, SPEC, normalise)
