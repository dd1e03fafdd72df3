"""Trainings on Keras' other backends: the same start and losses, resumed on one another, without TensorFlow."""

import importlib.util
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.tiny_training import images_of, make_project, recorded, run_child

from core.model.network.saving import load_model

pytestmark = pytest.mark.long

STEPS, HALF = 40, 20
AGREED = 3  # steps before rounding has grown: Adam divides by roots of small averages
OTHERS = [
    pytest.param(
        name,
        marks=[
            pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed"),
            *([pytest.mark.slow] if name == "torch" else []),
        ],
    )
    for name in ("jax", "torch")
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"))


def trained(project: Path, run: Path, **choices: Any) -> tuple[Path, list[str]]:
    common = {"steps": STEPS, "validate_every": HALF, "learning_rate": 2e-4, "mutual_start": 0, "warmup": 2}
    return run, run_child(project, run, **common | choices)


@pytest.fixture(scope="module")
def on_tensorflow(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half a training, a copy of it, and the training to its end."""
    run, _ = trained(project, tmp_path_factory.mktemp("tensorflow") / "run", stop_at=HALF)
    shutil.copytree(run, run.parent / "half")
    return trained(project, run, resume=True)[0]


@pytest.fixture(scope="module", params=OTHERS)
def elsewhere(
    request: pytest.FixtureRequest, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, list[str]]:
    """Half a training, a copy of it, and the training to its end."""
    folder = tmp_path_factory.mktemp(request.param)
    watched = {"watch": [str(images_of(project)[0])], "live_every": 0.01, "tensorboard": True}
    run, _ = trained(project, folder / "run", backend=request.param, stop_at=HALF, **watched)
    shutil.copytree(run, folder / "half")
    _, lines = trained(project, run, backend=request.param, resume=True, **watched)
    return request.param, run, lines


def losses_of(run: Path) -> dict[int, float]:
    return {line["step"]: line["loss"] for line in recorded(run) if line["kind"] == "step"}


def test_losses_are_those_of_tensorflow(elsewhere: tuple[str, Path, list[str]], on_tensorflow: Path):
    ours, theirs = losses_of(on_tensorflow), losses_of(elsewhere[1])
    assert [*ours] == [*theirs] == list(range(1, STEPS + 1))
    np.testing.assert_allclose(
        [theirs[n] for n in range(1, AGREED + 1)], [ours[n] for n in range(1, AGREED + 1)], rtol=1e-4
    )
    late = range(STEPS - 9, STEPS + 1)
    assert np.mean([theirs[n] for n in late]) == pytest.approx(np.mean([ours[n] for n in late]), rel=0.05)
    assert theirs[STEPS] < theirs[1]


def test_last_validation_is_near_that_of_tensorflow(elsewhere: tuple[str, Path, list[str]], on_tensorflow: Path):
    """It reads with moving statistics and averaged weights, which no loss of a step shows."""
    ours, theirs = (
        [line for line in recorded(run) if line["kind"] == "validation"][-1] for run in (on_tensorflow, elsewhere[1])
    )
    assert ours["step"] == theirs["step"] == STEPS
    assert theirs["losses"]["loss"] == pytest.approx(ours["losses"]["loss"], rel=0.05)


def test_first_validation_is_that_of_tensorflow(elsewhere: tuple[str, Path, list[str]], on_tensorflow: Path):
    ours, theirs = (
        next(line for line in recorded(run) if line["kind"] == "validation") for run in (on_tensorflow, elsewhere[1])
    )
    for name, value in ours["losses"].items():
        assert theirs["losses"][name] == pytest.approx(value, rel=1e-4), name
    assert theirs["metrics"].keys() == ours["metrics"].keys()


def test_tensorflow_is_never_loaded(elsewhere: tuple[str, Path, list[str]]):
    assert elsewhere[2][-1] == "no tensorflow"


def test_what_is_watched_is_predicted_and_logs_are_written(elsewhere: tuple[str, Path, list[str]]):
    _, run, lines = elsewhere
    assert any(line.startswith("Prediction") for line in lines)
    assert list((run / "tensorboard").glob("events.out.tfevents.*"))
    assert not any(line.startswith("Warned") for line in lines), lines


def test_model_is_opened_here(elsewhere: tuple[str, Path, list[str]]):
    recogniser = load_model(elsewhere[1] / "model.keras")
    assert np.isfinite(np.asarray(recogniser.network(np.zeros((1, 32, 64, 3), np.uint8))["localization"])).all()


def test_run_is_resumed_on_tensorflow_and_goes_on_alike(elsewhere: tuple[str, Path, list[str]], project: Path):
    backend, run, _ = elsewhere
    half = run.parent / "half"
    config = json.loads((half / "config.json").read_text(encoding="utf-8"))
    _, lines = trained(project, half, resume=True, backend="tensorflow")
    assert config["backend"] == backend and lines[-1] == "tensorflow"
    ours, theirs = losses_of(half), losses_of(run)
    for number in range(HALF + 1, HALF + AGREED + 1):
        assert ours[number] == pytest.approx(theirs[number], rel=1e-3)
    assert [*ours] == list(range(1, STEPS + 1))


def test_run_of_tensorflow_is_resumed_and_goes_on_alike(
    elsewhere: tuple[str, Path, list[str]], on_tensorflow: Path, project: Path, tmp_path: Path
):
    half = Path(shutil.copytree(on_tensorflow.parent / "half", tmp_path / "half"))
    _, lines = trained(project, half, resume=True, backend=elsewhere[0], stop_at=HALF + AGREED)
    assert lines[-1] == "no tensorflow"
    ours, theirs = losses_of(half), losses_of(on_tensorflow)
    assert [*ours] == list(range(1, HALF + AGREED + 1))
    for number in range(HALF + 1, HALF + AGREED + 1):
        assert ours[number] == pytest.approx(theirs[number], rel=1e-3)


def test_a_checkpoint_that_lacks_a_variable_is_refused_and_stays_as_it_is(
    elsewhere: tuple[str, Path, list[str]], project: Path, tmp_path: Path
):
    half = Path(shutil.copytree(elsewhere[1].parent / "half", tmp_path / "half"))
    state = max((half / "checkpoints").glob("step_*")) / "state.npz"
    with np.load(state) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    lost = max(name for name in kept if name.startswith("weights/") and name.endswith("kernel"))
    del kept[lost]
    np.savez(state, **kept)
    before = state.read_bytes()
    _, lines = trained(project, half, resume=True, backend="tensorflow")
    (failed,) = (line for line in lines if line.startswith("Failed"))
    assert f'the weight "{lost.removeprefix("weights/")}" is missing' in failed
    assert state.read_bytes() == before


def test_two_devices_of_jax_learn_as_one(elsewhere: tuple[str, Path, list[str]], project: Path, tmp_path: Path):
    if elsewhere[0] != "jax":
        pytest.skip("PyTorch uses one device")
    run, lines = trained(project, tmp_path / "run", backend="jax", devices=["CPU:0", "CPU:1"], stop_at=AGREED)
    assert not any(line.startswith(("Warned", "Failed")) for line in lines), lines
    ours, theirs = losses_of(run), losses_of(elsewhere[1])
    for number in range(1, AGREED + 1):
        assert ours[number] == pytest.approx(theirs[number], rel=1e-4)


def test_a_start_has_its_share_in_what_reads_as_on_tensorflow(
    elsewhere: tuple[str, Path, list[str]], on_tensorflow: Path, project: Path, tmp_path: Path
):
    choices = {"start": str(on_tensorflow / "model.keras"), "start_share": 0.5, "steps": 3, "validate_every": 3}
    last = {}
    for backend in ("tensorflow", elsewhere[0]):
        run, _ = trained(project, tmp_path / backend, backend=backend, **choices)
        last[backend] = [line for line in recorded(run) if line["kind"] == "validation"][-1]["losses"]["loss"]
    assert last[elsewhere[0]] == pytest.approx(last["tensorflow"], rel=1e-3)
