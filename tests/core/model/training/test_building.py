"""Training steps as they are made for a configuration, their schedule, and the ways in which batches come."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.networks.one_step import LEAST_CHANGE, one_step, rows_that_one_step_changes, start_with, step_for
from support.networks.tiny_training import final_state, recorded, run_child

from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import SCENE
from core.data.drawing.synthesis import sample
from core.model.network.branches import CLASS_HEAD
from core.model.network.saving import load_model
from core.model.steps.schedule import Schedule, average_decay
from core.model.training.building import MANY_SYMBOLS, build
from core.model.using.prediction import Predictor
from core.runs.bundled import model_path
from core.runs.config import make_config

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("symbols", "all_have_maps"),
    [(MANY_SYMBOLS - 1, True), (MANY_SYMBOLS, False)],
    ids=["few symbols", "words without maps"],
)
def test_class_head_is_trained_at_all_pixels(symbols: Any, all_have_maps: bool):
    step = step_for(symbols, all_have_maps=all_have_maps, eager=True)
    assert step.trained is step.model


def test_class_head_of_thousands_of_symbols_is_trained_at_some_pixels():
    step = step_for(MANY_SYMBOLS, eager=True)
    head = step.model.get_layer(CLASS_HEAD)
    before = head.kernel.numpy()
    one_step(step, 5)
    assert not np.array_equal(head.kernel.numpy(), before)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return start_with(tmp_path_factory.mktemp("start") / "start.keras", MANY_SYMBOLS)


@pytest.mark.parametrize(
    ("symbols", "learned", "choices"),
    [
        (MANY_SYMBOLS, [], {}),
        (MANY_SYMBOLS + 2, [MANY_SYMBOLS + 1, MANY_SYMBOLS + 2], {}),
        (MANY_SYMBOLS, range(MANY_SYMBOLS + 1), {"known_symbols": "trained"}),
        (MANY_SYMBOLS - 1, range(MANY_SYMBOLS), {}),
    ],
    ids=["all known", "two new ones", "as somebody chose", "few symbols"],
)
def test_a_class_head_of_thousands_of_symbols_learns_only_those_that_the_start_does_not_know(
    start: Path, symbols: int, learned: Sequence[int], choices: dict[str, Any]
):
    """A batch shows one symbol, whose gradient is large; every other row has a small one."""
    changed = rows_that_one_step_changes(symbols, start=start, eager=True, **choices)
    assert changed == [[*learned], [*learned]]


def test_features_go_on_learning_below_a_class_head_that_is_kept(start: Path):
    step = step_for(MANY_SYMBOLS, start=start, eager=True)
    below = [layer for layer in step.model.layers if layer.name.startswith("character") and layer.weights]
    before = {layer.name: layer.weights[0].numpy() for layer in below}
    one_step(step, 7)
    changes = {layer.name: np.abs(layer.weights[0].numpy() - before[layer.name]).max() for layer in below}
    changed = {name for name, change in changes.items() if change > LEAST_CHANGE}
    assert changed == before.keys() - {CLASS_HEAD}


def test_rate_rises_linearly_to_the_peak_and_falls_to_the_final_one():
    schedule = Schedule(1.0, 100, warmup=4, final=0.1)
    assert [schedule.rate(step) for step in range(4)] == pytest.approx([0.2, 0.4, 0.6, 0.8])
    assert schedule.rate(4) == pytest.approx(1.0)
    assert schedule.rate(99) == pytest.approx(0.1)


def test_decay_is_a_cosine():
    schedule = Schedule(2.0, 11)
    expected = [1 + math.cos(math.pi * step / 10) for step in range(11)]
    assert [schedule.rate(step) for step in range(11)] == pytest.approx(expected)


def test_decay_by_steps_has_three_levels_of_equal_length_and_equal_factors():
    schedule = Schedule(1e-3, 9, final=0.01, decay="steps")
    assert [schedule.rate(step) for step in range(9)] == pytest.approx([1e-3] * 3 + [1e-4] * 3 + [1e-5] * 3)


def test_decay_by_steps_follows_the_clock_of_a_run_limited_in_time():
    schedule = Schedule(1e-3, 1_000_000, final=0.01, seconds=90, decay="steps")
    assert [schedule.rate(10, elapsed) for elapsed in (29, 31, 61, 1000)] == pytest.approx([1e-3, 1e-4, 1e-5, 1e-5])


def test_warmup_takes_at_most_a_tenth_of_the_run():
    assert Schedule(1.0, 50, warmup=100).rising == 5


def test_run_limited_in_time_follows_the_clock_where_that_is_nearer_to_its_end():
    schedule = Schedule(1.0, 1_000_000, final=0.0, seconds=100)
    assert schedule.rate(10, elapsed=50) == pytest.approx(0.5)
    assert schedule.rate(10, elapsed=1000) == pytest.approx(0.0)
    assert Schedule(1.0, 11, seconds=1e9).rate(5, elapsed=1) == pytest.approx(0.5)


def test_time_of_compiling_and_warming_up_takes_nothing_from_the_peak():
    schedule = Schedule(1.0, 1_000_000, warmup=10, final=0.0, seconds=100)
    assert schedule.rate(10, elapsed=40, risen=40) == pytest.approx(1.0)
    assert schedule.rate(10, elapsed=70, risen=40) == pytest.approx(0.5)
    assert schedule.rate(10, elapsed=100, risen=40) == pytest.approx(0.0)


def test_run_of_one_step_trains_at_the_peak():
    assert Schedule(0.3, 1, warmup=10, final=0.01).rate(0) == pytest.approx(0.3)


@given(
    st.integers(1, 500),
    st.integers(0, 100),
    st.floats(0, 1),
    st.integers(0, 1000),
    st.floats(0, 1e6, allow_nan=False),
    st.floats(0, 1),
    st.sampled_from(["cosine", "steps"]),
)
def test_rate_is_never_outside_of_zero_and_the_peak(
    steps: int, warmup: int, final: float, step: int, elapsed: float, share: float, decay: Any
):
    rate = Schedule(0.5, steps, warmup, final, 1000.0, decay).rate(step, elapsed, share * elapsed)
    assert 0 <= rate <= 0.5 + 1e-12


def test_average_forgets_the_start_at_once_and_then_reaches_its_decay():
    assert average_decay(0.99, 0) == pytest.approx(0.1)
    assert average_decay(0.99, 10**6) == 0.99


@pytest.mark.slow
def test_feeds_and_loaders_give_the_same_training(project: Path, tmp_path: Path):
    ways: list[dict[str, Any]] = [{}, {"feed": "pydataset"}, {"loading": "processes"}]
    runs = [tmp_path / str(number) for number in range(len(ways))]
    for way, run in zip(ways, runs, strict=True):
        run_child(project, run, **way)
    first = [line["loss"] for line in recorded(runs[0]) if line["kind"] == "step"]
    for run in runs[1:]:
        assert [line["loss"] for line in recorded(run) if line["kind"] == "step"] == pytest.approx(first, rel=1e-3)


@pytest.mark.slow
def test_a_step_of_a_training_by_fit_gives_the_weights_of_ours_and_the_run_goes_on(project: Path, tmp_path: Path):
    ours, fitted = tmp_path / "ours", tmp_path / "fitted"
    run_child(project, ours, steps=3, stop_at=1)
    run_child(project, fitted, steps=3, trainer="fit", stop_at=1)
    wanted, found = final_state(ours), final_state(fitted)
    weights = [name for name in wanted if name.startswith("weights/")]
    differences = np.concatenate([np.abs(wanted[name] - found[name]).ravel() for name in weights])
    assert np.median(differences) < 1e-6
    assert (differences < 1e-6).mean() > 0.9  # where a gradient is nearly 0, Adam makes a step of its rounding
    run_child(project, fitted, steps=3, trainer="fit", resume=True)
    steps = [line for line in recorded(fitted) if line["kind"] == "step"]
    assert [line["step"] for line in steps] == [1, 2, 3]
    assert steps[0]["loss"] == pytest.approx(recorded(ours)[0]["loss"], rel=1e-4)


@pytest.mark.slow
def test_a_rest_that_is_dropped_is_counted_and_told(project: Path, tmp_path: Path):
    told = run_child(project, tmp_path / "run", batch=5, remainder="drop", shuffle_buffer=3, steps=3)
    assert any("left out of each round" in line for line in told)


def test_six_new_symbols_take_no_place_of_those_that_the_start_reads():
    start = load_model(model_path("reader"))
    spec = start.spec.with_(charset=(*start.spec.charset, *"éßøłñæ"))
    config = make_config({"folder": "a", "run": "b", "start": "reader", "preset": "reader"}).resolved()
    synthesis = prepare(Charset.named("alnum"), SCENE, (3, 8)).config
    images = [sample(synthesis, 7, number).image for number in range(24)]
    readers = (start, build(config, spec, fresh=True).recogniser)
    texts = [[prediction.word.text for prediction in Predictor(reader).read(images)] for reader in readers]
    assert texts[1] == texts[0] and len({*texts[0]}) > 12
