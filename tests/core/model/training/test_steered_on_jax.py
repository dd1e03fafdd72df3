"""A training on JAX is paused, stopped, guarded and killed as one on TensorFlow, in processes of its own."""

import importlib.util
import json
from pathlib import Path

import pytest
from support.networks.tiny_training import images_of, make_project, recorded, run_child, start_child
from support.processes.python import run_python

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed"),
]

STEERED = """
import json, multiprocessing, sys
import numpy as np
from pathlib import Path
from core.base.keras_home import choose_backend
choose_backend("jax")
from core.model.training.control import Control
from core.model.training.training import train
from core.runs.events import CheckpointSaved, LayerSeen, Paused, Step
from support.networks.noise import config_of, noise

folder, image = Path(sys.argv[1]), Path(sys.argv[2])


def config(name, **choices):
    return config_of(folder, folder / name, backend="jax", eager=False, **choices)


def steered():
    control = Control(tick=0.01)
    for event in train(config("steered", steps=9), control, data=noise(validation=2)):
        yield event
        match event:
            case Step(step=2):
                control.pause()
            case Paused():
                control.watch([image], "network/character_relu")
            case LayerSeen(step=2):
                control.resume()
            case Step(step=4):
                control.stop()


NAMES = "step", "reason", "message"


def told(events):
    return [
        {"kind": type(event).__name__} | {name: str(getattr(event, name)) for name in NAMES if hasattr(event, name)}
        for event in events
    ]


def with_a_killed_loader():
    for event in train(config("killed", steps=200, loading="processes"), Control(), data=noise()):
        yield event
        if isinstance(event, Step) and event.step == 2:
            for child in multiprocessing.active_children():
                child.kill()


def thawed():  # how far the backbone has moved at each step from the second on, frozen for the first two
    control, states = Control(), {}
    choices = {"steps": 4, "freeze": ["backbone"], "unfreeze_at": 2, "checkpoint_minutes": 0}
    for event in train(config("thawed", **choices), control, data=noise()):
        if isinstance(event, CheckpointSaved):
            with np.load(event.path / "state.npz") as arrays:
                (name,) = [name for name in arrays.files if name.endswith("weights/conv2_block1_1_conv/kernel")]
                states[event.step] = arrays[name]
    return [float(np.abs(states[n] - states[n - 1]).max()) for n in (2, 3, 4)]


if __name__ == "__main__":
    if sys.argv[3] == "steered":
        bad = list(train(config("bad"), Control(), data=noise(bad=5)))
        print(json.dumps([told(steered()), told(bad), bool(sys.modules.get("tensorflow"))]))
    else:
        print(json.dumps(thawed() if sys.argv[3] == "thawed" else told(with_a_killed_loader())))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"))


def test_pause_watch_stop_and_a_number_that_is_not_finite(project: Path, tmp_path: Path):
    image = images_of(project)[0]
    out = run_python("-c", STEERED, str(tmp_path), str(image), "steered", JAX_PLATFORMS="cpu")
    steered, bad, has_tensorflow = json.loads(out.splitlines()[-1])
    names = [event["kind"] for event in steered if "step" in event or event["kind"] == "Started"]
    assert not has_tensorflow
    at = names.index("Paused")
    assert names[:at].count("Step") == 2
    assert {"Prediction", "LayerSeen"} <= {*names[at : names.index("Resumed")]}
    assert "Step" not in names[at : names.index("Resumed")]
    assert names.count("Step") == 4
    assert (steered[-1]["reason"], steered[-1]["step"]) == ("stopped", "4")
    assert bad[-1]["step"] == "2"
    assert '"localization" is not a finite number' in bad[-1]["message"]


def test_a_killed_process_of_the_loader_ends_the_training_with_one_sentence(tmp_path: Path):
    script = tmp_path / "script.py"  # the processes of the loader import it, too
    script.write_text(STEERED, encoding="utf-8")
    out = run_python(script, str(tmp_path), str(tmp_path), "killed", JAX_PLATFORMS="cpu")
    last = json.loads(out.splitlines()[-1])[-1]
    assert last["kind"] == "Failed" and "one of its processes died" in last["message"]


def test_frozen_stages_stay_as_they_are_until_they_are_unfrozen(tmp_path: Path):
    out = run_python("-c", STEERED, str(tmp_path), str(tmp_path), "thawed", JAX_PLATFORMS="cpu")
    frozen, *thawed = json.loads(out.splitlines()[-1])
    assert frozen == 0.0 and min(thawed) > 0.0


def test_a_killed_run_goes_on_from_its_checkpoint(project: Path, tmp_path: Path):
    run = tmp_path / "run"
    choices = {"backend": "jax", "steps": 200, "validate_every": 200, "checkpoint_minutes": 0}
    with start_child(project, run, **choices) as child:
        for line in child.stdout:
            if line.startswith("CheckpointSaved 3"):
                break
        child.kill()
    kept = max(int(path.name.removeprefix("step_")) for path in (run / "checkpoints").glob("step_*"))
    lines = run_child(project, run, **choices | {"resume": True, "steps": kept + 4})
    assert lines[-1] == "no tensorflow"
    steps = [line["step"] for line in recorded(run) if line["kind"] == "step"]
    assert steps == [*range(1, kept + 5)]
