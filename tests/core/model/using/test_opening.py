"""Recognisers from model files, runs and checkpoints, and what a run has kept of watched images."""

from pathlib import Path

import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec

from core.base.errors import ModelError, RunError
from core.charset import Charset
from core.model.network.saving import Recogniser, build_recogniser, save_model
from core.model.training.checkpoints import Checkpoints, Progress
from core.model.using.opening import model_hash, open_judges, open_recogniser
from core.runs.config import make_config
from core.runs.cross_check import CrossCheck
from core.runs.folder import RunFolder
from core.runs.spec import NetworkSpec
from core.runs.watched import losses_by_step, read_watched, run_spec

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return build_recogniser(tiny_spec())


@pytest.fixture
def run(tmp_path: Path, recogniser: Recogniser) -> Path:
    """A run with a model, and a checkpoint at step 7 whose averaged weights are twice the others."""
    folder = RunFolder(tmp_path / "run", make_config({"folder": tmp_path, "run": tmp_path / "run"}))
    folder.path.mkdir()
    folder.write_json(folder.facts, {"spec": recogniser.spec.to_dict()})
    save_model(folder.model, recogniser)
    weights = {v.path: np.asarray(v) for v in recogniser.network.variables}
    floats = {path: value for path, value in weights.items() if value.dtype.kind == "f"}
    average = {path: 2 * value for path, value in floats.items()}
    Checkpoints(folder.checkpoints).save(Progress(step=7), {"weights": floats, "average": average})
    return folder.path


def test_run_stands_for_its_best_model(run: Path, recogniser: Recogniser):
    opened = open_recogniser(run)
    assert opened.spec == recogniser.spec
    assert model_hash(run) == model_hash(run / "model.keras")


def test_checkpoint_predicts_with_its_averaged_weights(run: Path, recogniser: Recogniser):
    opened = open_recogniser(run / "checkpoints" / "step_00000007")
    for mine, theirs in zip(opened.network.variables, recogniser.network.variables, strict=True):
        if str(mine.dtype).startswith("float"):
            np.testing.assert_allclose(np.asarray(mine), 2 * np.asarray(theirs), rtol=1e-6)


def test_hash_changes_with_the_weights(run: Path):
    checkpoint = run / "checkpoints" / "step_00000007"
    assert model_hash(checkpoint) != model_hash(run)


def test_checkpoint_that_is_gone_says_so(run: Path):
    with pytest.raises(ModelError, match="step_00000008"):
        open_recogniser(run / "checkpoints" / "step_00000008")
    with pytest.raises(ModelError, match="cannot be read"):
        model_hash(run / "checkpoints" / "step_00000008")


def test_damaged_checkpoint_says_so(run: Path):
    arrays = run / "checkpoints" / "step_00000007" / "state.npz"
    arrays.write_bytes(arrays.read_bytes()[:2000])
    with pytest.raises(ModelError, match="gone or damaged"):
        open_recogniser(arrays.parent)


def test_run_without_a_description_says_so(run: Path):
    (run / "run.json").unlink()
    with pytest.raises(RunError, match=r"run\.json"):
        run_spec(run)
    with pytest.raises(ModelError, match=r"run\.json"):
        open_recogniser(run / "checkpoints" / "step_00000007")


def test_kept_prediction_comes_back_as_it_was(run: Path):
    folder = RunFolder(run, make_config({"folder": run, "run": run}))
    path = folder.save_prediction(run / "word.png", 3, "ab", {"ids": np.arange(4)})
    found = read_watched(path)
    assert list(found) == ["ids"]
    np.testing.assert_array_equal(found["ids"], np.arange(4))
    path.write_bytes(b"")
    with pytest.raises(RunError, match="missing or damaged"):
        read_watched(path)


def test_losses_are_those_of_the_training_steps(run: Path):
    folder = RunFolder(run, make_config({"folder": run, "run": run}))
    folder.append({"kind": "step", "step": 1, "loss": 2.5})
    folder.append({"kind": "validation", "step": 1, "losses": {"loss": 9.0}})
    folder.append({"kind": "step", "step": 2, "loss": float("nan")})
    assert losses_by_step(run) == {1: 2.5}


def as_run(path: Path, recogniser: Recogniser) -> Path:
    path.mkdir(parents=True)
    save_model(path / "model.keras", recogniser)
    return path


def test_cross_check_opens_a_model_for_each_fold_and_anything_else_one(tmp_path: Path, recogniser: Recogniser):
    other = build_recogniser(recogniser.spec)
    first, second = as_run(tmp_path / "a", recogniser), as_run(tmp_path / "b", other)
    found = CrossCheck(tmp_path, 2, runs=(second, first))
    found.write()
    judges = open_judges(found.path)
    assert len(judges) == 2
    for judge, source in zip(judges, (other, recogniser), strict=True):
        for mine, theirs in zip(judge.network.weights, source.network.weights, strict=True):
            np.testing.assert_array_equal(np.asarray(mine), np.asarray(theirs))
    assert len(open_judges(first)) == 1
    hashes = {model_hash(path) for path in (found.path, first, second)}
    assert len(hashes) == 3
    CrossCheck(tmp_path, 2, runs=(first, second)).write()
    assert model_hash(found.path) not in hashes


def test_cross_check_that_is_not_complete_says_so(tmp_path: Path, recogniser: Recogniser):
    found = CrossCheck(tmp_path, 2, runs=(as_run(tmp_path / "a", recogniser), None))
    found.write()
    with pytest.raises(ModelError, match="1 of its 2 trainings"):
        open_judges(found.path)
    with pytest.raises(ModelError, match="1 of its 2 trainings"):
        model_hash(found.path)


def test_models_of_different_charsets_are_no_cross_check(tmp_path: Path, recogniser: Recogniser):
    spec = NetworkSpec.of("small", Charset(("x", "y")), recogniser.spec.maps)
    runs = (as_run(tmp_path / "a", recogniser), as_run(tmp_path / "b", build_recogniser(spec)))
    found = CrossCheck(tmp_path, 2, runs=runs)
    found.write()
    with pytest.raises(ModelError, match="changed between its trainings"):
        open_judges(found.path)
