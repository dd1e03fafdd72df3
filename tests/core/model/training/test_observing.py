from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from core.analysis.learning_history import OUTCOMES, outcomes_of
from core.charset import Charset
from core.data.batches.batches import collate
from core.data.samples.samples import LabelledWord, Preparation, prepare
from core.labels.geometry import rectangle
from core.labels.label import ILLEGIBLE, CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.model.training.observing import Measured, Observer
from core.model.using.evaluation import unusable
from core.runs.spec import NetworkSpec

SPEC = MapSpec(height=32, width=64, stride=4, max_length=4)
CHARSET = Charset(tuple("abc"))


def measured(accuracy: float, loss: float = 1.0) -> Measured:
    return Measured({"loss": loss}, {"word_accuracy": accuracy, "one_minus_ned": accuracy}, 1)


@pytest.mark.parametrize("monitor", ["word_accuracy", "one_minus_ned", "loss"])
def test_measure_that_is_not_a_number_is_worse_than_any_other(monitor: str) -> None:
    broken = measured(math.nan, math.nan).score(monitor)
    assert broken[0] == -math.inf
    assert measured(0.0, 1e9).score(monitor) > broken


def test_larger_measure_and_smaller_loss_are_better() -> None:
    assert measured(0.5).score("word_accuracy") > measured(0.4).score("word_accuracy")
    assert measured(0.5, 1.0).score("loss") > measured(0.5, 2.0).score("loss")


def spelled(*symbols: str) -> WordLabel:
    boxes = [CharacterLabel(s, rectangle(12 * k + 2, 4, 12 * k + 12, 28)) for k, s in enumerate(symbols)]
    return WordLabel(tuple(boxes))


def observer_that_reads(text: str) -> Observer:
    """An observer whose network always reads one word."""
    ids = np.zeros((1, SPEC.max_length), np.int32)
    ids[0, : len(text)] = [CHARSET.id_of(symbol) for symbol in text]
    words = {
        "ids": tf.constant(ids),
        "scores": tf.where(ids > 0, 0.8, 0.0),
        "presence": tf.where(ids > 0, 0.9, 0.0),
        "centres": tf.zeros((1, SPEC.max_length, 2)),
    }
    h, w = SPEC.map_size
    blank = {"character": tf.zeros((1, h, w, 1 + len(CHARSET))), "localization": tf.zeros((1, h, w))}
    recogniser: Any = SimpleNamespace(
        spec=NetworkSpec("small", CHARSET.symbols, SPEC),
        model=SimpleNamespace(get_layer=lambda name: lambda outputs: words),
    )
    step: Any = SimpleNamespace(
        settings=SimpleNamespace(eager=True),
        strategy=tf.distribute.get_strategy(),
        distributed=lambda batch: batch,
        model=lambda image, training: blank,
        loss=lambda *_, **__: {"loss": tf.constant(1.0)},
    )
    return Observer(recogniser, step, batch=1)


def measured_of(label: WordLabel, read: str) -> Measured:
    prepared = prepare(LabelledWord("word", np.zeros((32, 64, 3), np.uint8), label), Preparation(CHARSET, SPEC))
    return observer_that_reads(read).validate([(["word"], collate([prepared], SPEC))], 1.0)


def validated(label: WordLabel, read: str) -> dict[str, Any]:
    return measured_of(label, read).metrics


@pytest.mark.parametrize("symbols", ["abé", "éab", "aéb"])
def test_word_with_a_symbol_outside_the_charset_is_never_read_rightly_wherever_it_stands(symbols: str) -> None:
    metrics = validated(spelled(*symbols), "ab")
    assert metrics["word_accuracy"] == 0
    assert metrics["one_minus_ned"] == pytest.approx(2 / 3), "as evaluation counts it"


def test_word_that_is_read_counts_as_read() -> None:
    assert validated(spelled("a", "b"), "ab")["word_accuracy"] == 1


def test_word_with_something_illegible_is_not_compared_as_in_the_evaluation() -> None:
    label = spelled("a", ILLEGIBLE)
    assert unusable(label)
    assert "word_accuracy" not in validated(label, "a")


def test_each_reading_is_told_with_name_and_target() -> None:
    assert measured_of(spelled("a", "b"), "ac").readings == (("word", "ab", "ac"),)


def test_word_with_something_illegible_has_no_reading_to_compare() -> None:
    assert measured_of(spelled("a", ILLEGIBLE), "a").readings == ()


def test_what_became_of_each_character_is_told_of_the_words_that_have_a_reading() -> None:
    (marks,) = measured_of(spelled("a", "b"), "ac").marks
    assert marks.word == ("word", "ab") and not marks.is_exact
    assert marks.read.tolist() == [ord("a"), ord("c")] and marks.confidence.tolist() == [204, 204]
    assert [OUTCOMES[number] for number in outcomes_of(marks.marks)] == ["right", "localization"], "Q is 0 everywhere"
    assert measured_of(spelled("a", ILLEGIBLE), "a").marks == ()
