import builtins
import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import tensorflow as tf
from support.networks.tiny_network import linear
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from core.analysis.learning.history import OUTCOMES, outcomes_of
from core.charset import Charset
from core.data.batches.batches import collate
from core.data.samples.samples import LabelledWord, Preparation, prepare
from core.labels.geometry import rectangle
from core.labels.label import ILLEGIBLE, CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.model.metrics.measurable import unusable
from core.model.steps.groups import make_groups, read
from core.model.training.observing import Measured, Observer
from core.model.training.run_logs import RunLogs, open_logs
from core.model.training.tensorboard import Logs
from core.runs.config import make_config
from core.runs.spec import NetworkSpec

SPEC = MapSpec(height=32, width=64, stride=4, max_length=4)
CHARSET = Charset(tuple("abc"))


def measured(accuracy: float, loss: float = 1.0) -> Measured:
    return Measured({"loss": loss}, {"word_accuracy": accuracy, "one_minus_ned": accuracy}, 1)


@pytest.mark.parametrize("monitor", ["word_accuracy", "one_minus_ned", "loss"])
def test_measure_that_is_not_a_number_is_worse_than_any_other(monitor: str):
    broken = measured(math.nan, math.nan).score(monitor)
    assert broken[0] == -math.inf
    assert measured(0.0, 1e9).score(monitor) > broken


def test_larger_measure_and_smaller_loss_are_better():
    assert measured(0.5).score("word_accuracy") > measured(0.4).score("word_accuracy")
    assert measured(0.5, 1.0).score("loss") > measured(0.5, 2.0).score("loss")


def spelled(*symbols: str) -> WordLabel:
    boxes = [CharacterLabel(s, rectangle(12 * k + 2, 4, 12 * k + 12, 28)) for k, s in enumerate(symbols)]
    return WordLabel(tuple(boxes))


def observer_that_reads(text: str) -> Observer:
    ids = np.zeros((1, SPEC.max_length), np.int32)
    ids[0, : len(text)] = [CHARSET.id_of(symbol) for symbol in text]
    words = {
        "ids": tf.constant(ids),
        "scores": tf.where(ids > 0, 0.8, 0.0),
        "presence": tf.where(ids > 0, 0.9, 0.0),
        "centres": tf.zeros((1, SPEC.max_length, 2)),
    }
    h, w = SPEC.map_size
    classes = {"character": 1 + len(CHARSET), "order": 1 + SPEC.max_length}
    blank = {"localization": tf.zeros((1, h, w))} | {
        name: tf.one_hot(tf.ones((1, h, w), tf.int32), count) for name, count in classes.items()
    }
    recogniser: Any = SimpleNamespace(
        spec=NetworkSpec("small", CHARSET.symbols, SPEC),
        network=lambda image, training: blank,
        model=SimpleNamespace(get_layer=lambda name: lambda outputs: words),
    )
    step: Any = SimpleNamespace(
        distributed=lambda batch: batch,
        measuring=lambda work: lambda batch, mutual: work(batch, mutual, lambda counts: counts),
        reading=lambda model: model,
        loss=lambda *_, **__: {"loss": tf.constant(1.0)},
    )
    return Observer(recogniser, step, batch=1)


def measured_of(label: WordLabel, read: str, *more: WordLabel) -> Measured:
    words = (LabelledWord("word", np.zeros((32, 64, 3), np.uint8), one) for one in (label, *more))
    batches = ((["word"], collate([prepare(word, Preparation(CHARSET, SPEC))], SPEC)) for word in words)
    return observer_that_reads(read).validate(batches, 1.0)


def validated(label: WordLabel, read: str) -> dict[str, Any]:
    return measured_of(label, read).metrics


@pytest.mark.parametrize("symbols", ["abé", "éab", "aéb"])
def test_word_with_a_symbol_outside_the_charset_is_never_read_rightly_wherever_it_stands(symbols: str):
    metrics = validated(spelled(*symbols), "ab")
    assert metrics["word_accuracy"] == 0
    assert metrics["one_minus_ned"] == pytest.approx(2 / 3), "as evaluation counts it"


def test_word_that_is_read_counts_as_read():
    assert validated(spelled("a", "b"), "ab")["word_accuracy"] == 1


def test_word_with_something_illegible_is_not_compared_as_in_the_evaluation():
    label = spelled("a", ILLEGIBLE)
    assert unusable(label)
    assert "word_accuracy" not in validated(label, "a")


def test_maps_are_scored_against_those_of_words_that_have_any():
    metrics = validated(spelled("a", "b"), "ab")  # predicted: the first class everywhere
    assert 0 < metrics["character_map_iou"] < metrics["character_map_f1"] < 1
    assert measured_of(spelled("a", "b"), "ab", WordLabel(text="ab")).metrics["order_map_f1"] == metrics["order_map_f1"]


def test_each_reading_is_told_with_name_and_target():
    assert measured_of(spelled("a", "b"), "ac").readings == (("word", "ab", "ac"),)


def test_word_with_something_illegible_has_no_reading_to_compare():
    assert measured_of(spelled("a", ILLEGIBLE), "a").readings == ()


def test_only_words_with_a_known_text_are_counted_in_what_a_validation_says_of_texts():
    measured = measured_of(spelled("a", "b"), "ab", spelled("a", ILLEGIBLE))
    assert (measured.images, measured.metrics["word_accuracy"]) == (1, 1.0)


def test_what_became_of_each_character_is_told_of_the_words_that_have_a_reading():
    (marks,) = measured_of(spelled("a", "b"), "ac").marks
    assert marks.word == ("word", "ab") and not marks.is_exact
    assert marks.read.tolist() == [ord("a"), ord("c")] and marks.confidence.tolist() == [204, 204]
    assert [OUTCOMES[number] for number in outcomes_of(marks.marks)] == ["right", "localization"], "Q is 0 everywhere"
    assert measured_of(spelled("a", ILLEGIBLE), "a").marks == ()


def test_what_the_start_reads_is_counted_in_any_case():
    readings = (("a", "STREET", "Street"), ("b", "Exit", "exat"))
    assert replace(MEASURED, readings=readings).read_in_any_case == pytest.approx((1 + 0.75) / 2)
    assert MEASURED.read_in_any_case == 1.0, "nothing speaks against the start"


MEASURED = Measured({"loss": 1.0}, {"word_accuracy": 0.5}, 3)
FULL = OSError(28, "No space left on device", "/run/events.v2")


class Failing:
    """Event files on a disk that is full when what waits is written."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def scalars(self, step: int, values: Any) -> None:
        self.asked.append(f"scalars {step}")

    def flush(self) -> None:
        self.asked.append("flush")
        raise FULL

    def close(self) -> None:
        self.asked.append("close")


def logs_of(writer: Any) -> RunLogs:
    config = make_config({"folder": "a", "run": "b"})
    nothing = cast("Any", None)
    return RunLogs(writer, config, nothing, nothing, nothing)


def test_writer_that_fails_is_given_up_and_told_once():
    writer = Failing()
    logs = logs_of(writer)
    logs.validation(5, MEASURED)
    logs.validation(6, MEASURED)
    logs.close()
    assert writer.asked == ["scalars 5", "flush", "close"]
    failure = logs.take_failure()
    assert "No space left on device" in failure and "/run/events.v2" in failure
    assert "\n" not in failure
    assert logs.take_failure() == ""


def test_other_errors_of_the_program_are_not_taken_for_a_full_disk():
    class Broken(Failing):
        def flush(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        logs_of(Broken()).validation(5, MEASURED)


def test_without_event_files_nothing_is_written_and_nothing_told():
    logs = logs_of(None)
    logs.validation(5, MEASURED)
    logs.close()
    assert logs.take_failure() == ""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'tensorboard'"), "TensorBoard is not installed"),
        (FULL, "No space left on device"),
        (PermissionError(13, "Permission denied"), "Permission denied"),
    ],
)
def test_files_that_cannot_be_opened_are_told_and_not_raised(error: Any, said: str, tmp_path: Path):
    def failing(folder: Path) -> Logs:
        raise error

    logs, told = open_logs(tmp_path, failing)
    assert logs is None
    assert said in told


def read_back(folder: Path) -> EventAccumulator:
    accumulator = EventAccumulator(str(folder), size_guidance={"tensors": 0})
    accumulator.Reload()
    return accumulator


def noise(count: int = 2) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {
        "image": rng.integers(0, 256, (count, 32, 64, 3)).astype(np.uint8),
        "character": rng.integers(-1, 3, (count, 8, 16)).astype(np.int32),
        "order": rng.integers(0, 3, (count, 8, 16)).astype(np.int32),
        "localization": rng.random((count, 8, 16)).astype(np.float32),
    }


def test_scalars_have_their_real_steps(tmp_path: Path):
    logs = Logs(tmp_path)
    for step in (1, 7):
        logs.scalars(step, {"training/loss": step / 2})
    logs.close()
    events = read_back(tmp_path).Tensors("training/loss")
    assert [(e.step, float(tf.make_ndarray(e.tensor_proto))) for e in events] == [(1, 0.5), (7, 3.5)]


def test_histograms_leave_out_what_is_not_finite(tmp_path: Path):
    model = linear()
    model.get_layer("out").bias.assign([np.nan, 3.0])
    logs = Logs(tmp_path)
    logs.histograms(5, make_groups(model, np.asarray), {v.path: read(v) for v in model.variables})
    logs.close()
    accumulator = read_back(tmp_path)
    assert set(accumulator.Tags()["tensors"]) == {
        "weights/out/kernel", "weights/out/bias", "gradients/out/kernel", "gradients/out/bias",
    }  # fmt: skip
    (event,) = accumulator.Tensors("weights/out/bias")
    buckets = np.frombuffer(event.tensor_proto.tensor_content, np.float64).reshape(-1, 3)
    assert event.step == 5
    assert buckets[:, 2].sum() == 1
    assert np.isfinite(buckets).all()


def test_pictures_show_target_and_prediction_side_by_side(tmp_path: Path):
    batch, predicted = noise(), noise()
    predicted = {**predicted, "positions": np.full((*np.shape(batch["order"]), 5), 0.2, np.float32)}
    logs = Logs(tmp_path)
    logs.pictures(3, batch, predicted, "ab", ["one.png", "other.png"])
    logs.close()
    tags = set(read_back(tmp_path).Tags()["tensors"])
    assert {"maps/0", "maps/1", "order channels/0", "order channels/1"} <= tags


def test_missing_package_is_told_when_the_logs_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    whole = builtins.__import__

    def lacking(name: str, *arguments: Any, **options: Any) -> Any:
        if name.startswith("tensorboard"):
            raise ModuleNotFoundError(f"No module named '{name}'")
        return whole(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(ImportError):
        Logs(tmp_path)
