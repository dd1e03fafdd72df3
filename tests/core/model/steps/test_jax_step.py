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
