"""What a whole training tells and keeps, and how it is taken up again."""

import json
import shutil
from pathlib import Path

import keras
import numpy as np
import pytest
import tensorflow as tf
from support.networks.noise import config_of, of_kind, resumed_config, warned
from support.networks.tiny_training import images_of, recorded

from core.analysis.learning.history import PLACED, RIGHT
from core.base.errors import RunError
from core.model.network.saving import load_model
from core.model.steps.schedule import Schedule
from core.model.training import training
from core.model.training.checkpoints import Checkpoints
from core.model.using.opening import open_recogniser
from core.runs.backends import installed_version
from core.runs.bundled import file_hash
from core.runs.curves import TIME_KINDS
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Finished,
    LayersTraced,
    Prediction,
    Profiled,
    Started,
    Step,
    ValidationDone,
)
from core.runs.files import RunFiles
from core.runs.learning_history import read_learning_history
from core.runs.profile import Profile

pytestmark = pytest.mark.long

SHORT = {"steps": 2, "validate_every": 2}


@pytest.fixture(scope="module")
def whole(project: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Event], Path]:
    """A run with everything that is told and kept switched on."""
    run = tmp_path_factory.mktemp("whole") / "运行 run"
    choices = {"watch": images_of(project)[:1], "live_every": 0, "tensorboard": True, "histogram_every": 3}
    choices |= {"picture_every": 3, "profile": (3, 4), "eager": False}
    return list(training.train(config_of(project, run, **choices))), run


def test_training_tells_what_it_does_in_order(whole: tuple[list[Event], Path]):
    events, run = whole
    before = {"check of the images", "network"}
    checking = [event for event in events if isinstance(event, Compiling) and event.what in before]
    kinds = [type(event) for event in events if event not in checking]
    assert kinds.index(Started) < kinds.index(Compiling) < kinds.index(Step)
    assert [event.step for event in of_kind(events, Step)] == [1, 2, 3, 4, 5, 6]
    assert [(event.step, event.best) for event in of_kind(events, ValidationDone)][:1] == [(0, False)]
    assert [event.step for event in of_kind(events, ValidationDone)] == [0, 3, 6]
    assert [event.step for event in of_kind(events, CheckpointSaved)] == [3, 6]
    finished = events[-1]
    assert (finished.step, finished.reason, finished.model) == (6, "steps", run / "model.keras")
    assert warned(events) == []


def test_compilation_is_announced_and_its_end_too(whole: tuple[list[Event], Path]):
    events, _ = whole
    ends = {event.what: event.seconds for event in of_kind(events, Compiling) if event.done}
    assert {*ends} - {"check of the images"} == {"network", "training step", "validation", "prediction"}
    assert min(ends.values()) > 0


def test_start_tells_sizes_counts_and_memory(whole: tuple[list[Event], Path]):
    (started,) = of_kind(whole[0], Started)
    assert started.training + started.validation == 12
    assert started.character_level == started.training
    assert started.spec["maps"]["width"] == 64
    assert 300e6 < started.memory < 3e9


def test_losses_fall(project: Path, tmp_path: Path):
    events = list(
        training.train(config_of(project, tmp_path / "run", eager=False, steps=25, validate_every=25, batch=4))
    )
    losses = [event.losses["loss"] for event in of_kind(events, Step)]
    assert np.mean(losses[-5:]) < 0.8 * np.mean(losses[:5])


def test_an_eager_training_tells_what_each_layer_gave_in_its_first_step(project: Path, tmp_path: Path):
    events = list(training.train(config_of(project, tmp_path / "run", steps=2)))
    (traced,) = of_kind(events, LayersTraced)
    assert events.index(traced) < events.index(of_kind(events, Step)[0])
    lines = {line.split()[0]: line for line in traced.table.splitlines()[1:]}
    layers = {name.rpartition("/")[2] for name in lines}
    built = load_model(tmp_path / "run" / "model.keras").network
    inner = [layer for layer in built.layers if isinstance(layer, keras.Model)]
    wanted = {layer.name for model in (built, *inner) for layer in model.layers} - {layer.name for layer in inner}
    assert layers == {name for name in wanted if not name.endswith("image")}
    assert traced.step == 1
    assert all("EagerTensor" in line for line in lines.values())


def test_run_folder_holds_all_that_is_known(whole: tuple[list[Event], Path], project: Path):
    _, run = whole
    assert json.loads((run / "config.json").read_text())["steps"] == 6
    info = json.loads((run / "run.json").read_text())
    assert info["beginnings"][0]["versions"]["tensorflow"]
    assert len(info["digest"]) == 32
    assert info["data"]["training"][0]["used"] > 0
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    steps = [line for line in lines if line["kind"] == "step"]
    assert [line["step"] for line in steps] == [1, 2, 3, 4, 5, 6]
    assert [line["gradient_norms"] for line in steps] == [event.part_norms for event in of_kind(whole[0], Step)]
    assert [len(line["layer_norms"]) > 20 for line in steps] == [True, *[False] * 5]
    assert [set(line["time_shares"]) for line in steps][-1] == set(TIME_KINDS)
    assert all(0 <= share <= 1 for line in steps for share in line["time_shares"].values())
    assert [line["step"] for line in lines if line["kind"] == "validation"] == [0, 3, 6]
    assert {"word_accuracy", "one_minus_ned"} <= lines[0]["metrics"].keys()
    assert len(list((run / "checkpoints").iterdir())) == 2


def test_model_file_loads_and_is_that_of_the_best_validation(whole: tuple[list[Event], Path]):
    events, run = whole
    best = [event.step for event in of_kind(events, ValidationDone) if event.best][-1]
    assert json.loads((run / "model.json").read_text())["step"] == best == events[-1].best_step
    assert load_model(run / "model.keras").spec.charset == tuple("0123456789")


def test_readings_of_the_best_validation_are_kept_word_by_word(whole: tuple[list[Event], Path], project: Path):
    events, run = whole
    best = [event for event in of_kind(events, ValidationDone) if event.best][-1]
    lines = [json.loads(line) for line in (run / "readings.jsonl").read_text().splitlines()]
    assert len(lines) == best.images
    assert {line["image"] for line in lines} <= {path.name for path in images_of(project)}
    exact = sum(line["target"] == line["text"] for line in lines)
    assert exact / len(lines) == pytest.approx(best.metrics["word_accuracy"])


def test_the_learning_history_has_every_validation_with_the_words_that_were_read(whole: tuple[list[Event], Path]):
    events, run = whole
    validations = of_kind(events, ValidationDone)
    found = read_learning_history(run)
    assert found is not None and not found.note
    learning_history = found.learning_history
    assert learning_history.steps.tolist() == [event.step for event in validations]
    for row, event in enumerate(validations):
        assert (learning_history.exact[row] & RIGHT > 0).mean() == pytest.approx(event.metrics["word_accuracy"])
    assert (learning_history.marks & PLACED > 0).all(), "all its labels have polygons"
    lines = [json.loads(line) for line in (run / "readings.jsonl").read_text().splitlines()]
    assert {(line["image"], line["target"]) for line in lines} == set(learning_history.words)


def test_watched_image_is_predicted_with_its_step_and_kept(whole: tuple[list[Event], Path], project: Path):
    events, run = whole
    watched = images_of(project)[0]
    predictions = of_kind(events, Prediction)
    assert [event.step for event in predictions] == [0, 1, 2, 3, 4, 5, 6]
    assert json.loads((RunFiles(run).watched_folder(watched) / "image.json").read_text()) == {"image": str(watched)}
    with np.load(predictions[-1].path) as arrays:
        np.testing.assert_array_equal(arrays["order_map"].astype(np.float16), predictions[-1].maps.order)
        assert arrays["order_map"].shape == (8, 16, 5)
        assert str(arrays["text"]) == predictions[-1].maps.word.text
    assert not np.array_equal(predictions[1].maps.order, predictions[-1].maps.order)


def test_last_prediction_is_that_of_the_model_file_where_it_is_of_that_step(project: Path, tmp_path: Path):
    from core.base.images import read_image
    from core.data.samples.samples import fit_image

    watched = images_of(project)[0]
    choices = {"steps": 2, "validate_every": 2, "watch": [watched], "live_every": 0}
    events = list(training.train(config_of(project, tmp_path / "run", **choices)))
    model = load_model(tmp_path / "run" / "model.keras")
    image = fit_image(read_image(watched), model.spec.maps)
    found = {name: np.asarray(value)[0] for name, value in model.model(image[None]).items()}
    last = of_kind(events, Prediction)[-1]
    assert last.step == 2
    np.testing.assert_allclose(last.maps.localization, found["localization_map"], atol=1e-5)


def test_tensorboard_files_hold_scalars_pictures_graph_and_histograms(whole: tuple[list[Event], Path]):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    accumulator = EventAccumulator(str(whole[1] / "tensorboard"), size_guidance={"tensors": 0})
    accumulator.Reload()
    tags = accumulator.Tags()
    assert tags["graph"]
    scalars = accumulator.Tensors("training/loss")
    assert [event.step for event in scalars] == [1, 2, 3, 4, 5, 6]
    assert {event.step for event in accumulator.Tensors("validation/word_accuracy")} == {0, 3, 6}
    validated = (whole[1] / "readings.jsonl").read_text().splitlines()
    assert sum(tag.startswith("maps/") for tag in tags["tensors"]) == len(validated)
    pictures = accumulator.Tensors("maps/0")
    assert [event.step for event in pictures] == [1, 3, 6]
    drawn = [tf.io.decode_png(event.tensor_proto.string_val[2]).numpy() for event in pictures]
    assert all(np.array_equal(drawn[0][:, :288], picture[:, :288]) for picture in drawn[1:])  # image and targets
    assert not np.array_equal(drawn[0], drawn[2])  # predictions
    histograms = {event.step for event in accumulator.Tensors("weights/order_logits/kernel")}
    assert histograms == {1, 3, 6}
    assert "gradients/order_logits/kernel" in tags["tensors"]


def test_profile_of_chosen_steps_is_told_and_kept_with_its_trace(whole: tuple[list[Event], Path]):
    events, run = whole
    (profiled,) = of_kind(events, Profiled)
    profile = profiled.profile
    assert (profile.step, profile.steps, profiled.step, profile.compilations) == (3, 2, 4, 0)
    assert 0 <= profile.waiting < profile.seconds
    assert {"Conv2D", "Conv2DBackpropFilter"} <= {operator.kind for operator in profile.operators}
    layers = {layer.name: layer for layer in profile.layers}
    convolution = layers["backbone/conv1_conv"]
    assert convolution.kind == "Conv2D"
    assert convolution.forward > 0 < convolution.backward
    assert {"losses", "update", "backbone/conv1_bn", "order_gru"} <= layers.keys()
    assert sum(layer.seconds for layer in profile.layers) == pytest.approx(profile.total)
    assert layers["other"].seconds < 0.2 * profile.total if "other" in layers else True
    assert 0 < profile.normalisation < 1
    assert profile.memory is None or profile.memory > 1e8
    assert [file.suffix for file in Path(profile.trace).iterdir()] == [".pb"]
    assert Path(profile.trace).is_relative_to(run / "tensorboard" / "plugins" / "profile")
    assert Profile.from_dict(json.loads((run / "profile.json").read_text())) == profile


def test_resuming_with_another_network_is_wrong_usage(whole: tuple[list[Event], Path], project: Path):
    with pytest.raises(RunError, match="width = 64, and 96"):
        training.train(resumed_config(whole[1], width=96))


def test_raising_the_steps_on_resume_is_said_and_done(whole: tuple[list[Event], Path], tmp_path: Path):
    run = tmp_path / "run"
    shutil.copytree(whole[1], run)
    before = recorded(run)
    events = list(training.train(resumed_config(run, eager=True, steps=7, live_every=86_400)))
    (warning,) = warned(events)
    assert warning.message.startswith("7 steps instead of 6 steps: the learning rate falls")
    assert [event.step for event in of_kind(events, Step)] == [7]
    assert recorded(run)[: len(before)] == before
    assert isinstance(events[-1], Finished)


def test_model_file_lost_in_a_kill_is_written_again_from_the_best_checkpoint(
    whole: tuple[list[Event], Path], project: Path, tmp_path: Path
):
    run = tmp_path / "run"
    shutil.copytree(whole[1], run)
    before = load_model(run / "model.keras").model.get_weights()
    (run / "model.keras").unlink()
    assert isinstance(list(training.train(resumed_config(run, live_every=86_400)))[-1], Finished)
    after = load_model(run / "model.keras").model.get_weights()
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_finished_run_that_is_resumed_is_finished_and_another_version_than_it_began_with_is_told(
    whole: tuple[list[Event], Path], tmp_path: Path
):
    run = tmp_path / "run"
    shutil.copytree(whole[1], run)
    info = json.loads((run / "run.json").read_text())
    info["beginnings"][0]["versions"]["keras"] = "3.0.1"
    (run / "run.json").write_text(json.dumps(info))
    events = list(training.train(resumed_config(run, live_every=86_400)))
    (warning,) = warned(events)
    assert warning.kind == "resume"
    assert warning.message.startswith("The run began with Keras 3.0.1, and ")
    assert of_kind(events, Step) == []
    assert isinstance(events[-1], Finished)


@pytest.mark.parametrize(("backend", "is_told"), [("tensorflow", True), ("jax", False)])
def test_another_version_of_a_backend_is_told_if_the_run_began_on_it(
    whole: tuple[list[Event], Path], tmp_path: Path, backend: str, is_told: bool
):
    run = tmp_path / "run"
    shutil.copytree(whole[1], run)
    info = json.loads((run / "run.json").read_text())
    assert info["beginnings"][0]["backend"] == "tensorflow"
    assert info["beginnings"][0]["versions"]["jax"] == installed_version("jax")
    info["beginnings"][0] |= {"backend": backend, "versions": {"tensorflow": "2.1", "jax": "0.1"}}
    (run / "run.json").write_text(json.dumps(info))
    told = [event.message for event in warned(list(training.train(resumed_config(run, live_every=86_400))))]
    assert [message.startswith("The run began with TensorFlow 2.1, and ") for message in told] == [True] * is_told


def test_run_that_starts_from_a_model_keeps_that_model_s_hash(
    project: Path, whole: tuple[list[Event], Path], tmp_path: Path
):
    before, run = RunFiles(whole[1]), RunFiles(tmp_path / "run")
    list(training.train(config_of(project, run.path, start=before.path, **SHORT)))
    (begun,) = json.loads(run.facts.read_text(encoding="utf-8"))["beginnings"]
    assert begun["start"] == {"model": before.path.name, "hash": file_hash(before.model)}
    list(training.train(resumed_config(run.path, steps=3)))
    first, resumed = json.loads(run.facts.read_text(encoding="utf-8"))["beginnings"]
    assert first["start"] == begun["start"]
    assert "start" not in resumed


def test_run_that_was_ended_before_its_first_checkpoint_starts_from_its_model_again(
    project: Path, whole: tuple[list[Event], Path], tmp_path: Path
):
    before, run = RunFiles(whole[1]), RunFiles(tmp_path / "run")
    still = {"learning_rate": 1e-9, "weight_decay": 0.0, "ema": 0.0, **SHORT}
    list(training.train(config_of(project, run.path, start=before.path, **still)))
    shutil.rmtree(run.checkpoints)
    run.model.unlink()
    list(training.train(resumed_config(run.path)))
    wanted = {variable.path: variable for variable in load_model(before.model).network.weights}
    for found in load_model(run.model).network.trainable_variables:
        np.testing.assert_allclose(found, wanted[found.path], atol=1e-6)


def rates_of(run: RunFiles) -> list[float]:
    """The learning rates of the steps that a run reported."""
    lines = map(json.loads, run.metrics.read_text().splitlines())
    return [line["learning_rate"] for line in lines if line["kind"] == "step"]


@pytest.mark.parametrize(("validation", "share"), [(0.0, 0.75), (0.5, 0.0)])  # of which a start of 6 steps reads little
def test_the_saved_model_is_a_mean_with_a_start_that_reads(
    validation: float, share: float, project: Path, whole: tuple[list[Event], Path], tmp_path: Path
):
    before, run = RunFiles(whole[1]), RunFiles(tmp_path / "run")
    rates = {"learning_rate": 0.004, "start_rate": 0.25}
    choices = {"start": before.path, "start_share": 0.75, "validation": validation, **SHORT, **rates}
    told = warned(list(training.train(config_of(project, run.path, **choices))))
    assert any("The starting model reads" in warning.message for warning in told) is (share == 0)
    peak = 0.004 if share == 0 else 0.001
    assert rates_of(run) == pytest.approx([Schedule(peak, 2, final=0.01).rate(step) for step in range(2)])
    learned = Checkpoints(run.checkpoints).latest()[0][1]["average"]
    start = {v.path: np.array(v) for v in load_model(before.model).network.weights}
    assert any(np.abs(learned[path] - value).max() > 1e-4 for path, value in start.items())
    for v in load_model(run.model).network.weights:
        wanted = share * start[v.path] + (1 - share) * learned[v.path]
        np.testing.assert_allclose(v, wanted, rtol=1e-5, atol=1e-6, err_msg=v.path)
    (checkpoint,) = run.checkpoints.glob("step_*")
    saved = open_recogniser(run.model).network.get_weights()
    for one, other in zip(open_recogniser(checkpoint).network.get_weights(), saved, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    list(training.train(resumed_config(run.path, steps=4)))
    assert rates_of(run)[2:] == pytest.approx([Schedule(peak, 4, final=0.01).rate(step) for step in (2, 3)])
