"""What JAX would pass over in silence, in a process of its own: each process has one backend of Keras."""

import importlib.util
import json

import pytest
from support.processes.python import run_python

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed"),
]

ONE_STEP = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import jax, json, keras, numpy as np
from keras import ops
from core.base.errors import ModelError
from core.model.steps.jax_step import JaxStep
from core.model.steps.updating import OptimizerSettings

inputs = keras.Input((3,), name="image")
batch = {"image": np.ones((4, 3), np.float32), "target": np.ones((4, 2), np.float32)}


def loss(outputs, batch, *, mutual_weight):
    return {"loss": ops.mean(ops.square(outputs["y"] - batch["target"]))}


def first_step(side):
    used = keras.layers.Dense(2, name="used")(keras.layers.Dense(3, name="before", activation="relu")(inputs))
    network = keras.Model(inputs, {"y": used + side(keras.layers.Dense(2, name="side")(inputs))})
    step = JaxStep(network, loss, jax.devices()[:1], OptimizerSettings())
    try:
        return str(step(step.distributed(batch), 0.1, 1.0, 0).finite)
    except ModelError as error:
        return str(error)


sides = [lambda side: side, lambda side: 0.0 * side, ops.stop_gradient]
print(json.dumps([first_step(side) for side in sides]))
"""


def test_variable_that_no_gradient_reaches_is_named_at_the_first_step():
    """One whose gradient is zero has one all the same."""
    told = json.loads(run_python("-c", ONE_STEP, JAX_PLATFORMS="cpu"))
    assert told[:2] == ["True", "True"]
    assert 'no gradient reaches the variable "side/kernel" and 1 more' in told[2]


REFUSED = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import json
from core.base.errors import RunError
from core.model.steps import backends
from core.model.training.training import train
from core.runs.config import make_config


def said(choices):
    try:
        return backends.prepare(make_config({"folder": "a", "run": "b", "batch": 4, **choices})).description
    except RunError as error:
        return str(error)


def said_of_worker(index):
    workers = ("127.0.0.1:5001", "127.0.0.1:5002")
    try:
        return str(train(make_config({"folder": "a", "run": "b", "workers": workers, "index": index})))
    except RunError as error:
        return str(error)


print(json.dumps([said_of_worker(0), said_of_worker(1)]))
print(json.dumps([said(choices) for choices in (
    {"devices": ("CPU:0", "CPU:1"), "batch": 3}, {"devices": ("CPU:0", "CPU:1"), "profile": (3, 5), "resume": True},
    {"devices": ("CPU:0", "CPU:2")}, {"trainer": "fit"}, {"profile": (3, 5)},
    {"workers": ("127.0.0.1:5001", "127.0.0.1:5002")}, {"backend": "torch"},
    {"devices": ("GPU:0",)},
)]))
"""


def test_what_jax_cannot_do_is_refused_in_one_sentence_before_the_run_begins():
    of_workers, of_choices = map(json.loads, run_python("-c", REFUSED, JAX_PLATFORMS="cpu").splitlines())
    uneven, two, late, fit, profile, workers, other, gpu = of_choices
    assert of_workers == [workers, workers], "nobody is waited for"
    for name, sentence in (("trainer", fit), ("profile", profile), ("workers", workers)):
        assert sentence.startswith(f"{name}: only TensorFlow can do this, and this training runs on jax.")
    assert other.startswith("backend: this process computes with jax, and torch is chosen.")
    assert gpu == "devices: there is no GPU:0; JAX sees 0 GPUs. See `textscanner doctor`."
    assert uneven == "batch: 3 images cannot be divided among 2 devices. Take a multiple of 2."
    assert two == "2 × CPU, through JAX"
    assert late == "devices: JAX has already started, so its CPU can no longer be divided. Start a new process."


SCALED = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import jax, json, keras, numpy as np
from keras import ops
from core.model.steps.hardware import policy
from core.model.steps.jax_step import JaxStep
from core.model.steps.updating import OptimizerSettings


def loss(outputs, batch, *, mutual_weight):
    return {"loss": ops.mean(ops.square(ops.cast(outputs["y"], "float32") - batch["target"]))}


with policy("mixed_float16"):
    image = keras.Input((3,), name="image")
    model = keras.Model(image, {"y": keras.layers.Dense(2, name="out")(image)})
step = JaxStep(model, loss, jax.devices()[:1], OptimizerSettings())
batch = {"image": np.ones((4, 3), np.float32), "target": np.full((4, 2), 3000, np.float32)}
before = model.get_weights()
outcomes = [step(step.distributed(batch), 0.1, 1.0, updates) for updates in range(2)]
scale, kept = step.scale, all(map(np.array_equal, before, step.model.get_weights()))
outcomes += [step(step.distributed(batch), 0.1, 1.0, updates) for updates in range(2, 18)]
print(json.dumps([outcomes[0].overflow, scale, kept, outcomes[-1].finite, step.traces]))
"""


def test_overflow_of_a_float16_loss_is_skipped_and_its_scale_halved():
    overflow, scale, is_kept, finite, traces = json.loads(run_python("-c", SCALED, JAX_PLATFORMS="cpu"))
    assert (overflow, scale, is_kept) == (True, 2.0**13, True)
    assert finite
    assert traces == 1, "another scale is another number, not another step"


SETTLED = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import jax, json, keras, numpy as np
from keras import ops
from core.model.steps.jax_step import JaxStep
from core.model.steps.updating import OptimizerSettings


def loss(outputs, batch, *, mutual_weight):
    return {"loss": ops.mean(ops.square(outputs["y"] - batch["target"]))}


def moved(average):
    image = keras.Input((3,), name="image")
    model = keras.Model(image, {"y": keras.layers.Dense(2, name="out")(image)})
    before = model.get_weights()[0]
    step = JaxStep(model, loss, jax.devices()[:1], OptimizerSettings(average=average))
    step(step.distributed({"image": np.ones((4, 3), np.float32), "target": np.ones((4, 2), np.float32)}), 0.1, 1.0, 0)
    with step.averaged():
        return float(np.abs(model.get_weights()[0] - before).max())


print(json.dumps([moved(average) for average in (0.0, 0.5)]))
"""


def test_what_is_saved_has_the_weights_of_the_last_step():
    """Between steps they are in vectors, and the network itself is behind."""
    alone, averaged = json.loads(run_python("-c", SETTLED, JAX_PLATFORMS="cpu"))
    assert alone == pytest.approx(0.1, rel=0.02)
    assert averaged > 0.0
