import json
import math
from collections.abc import Mapping
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from keras import ops
from support.networks.rounding import rounding
from support.networks.tiny_network import batch_of, linear, squared_error, tiny_spec
from support.networks.two_devices import RATE
from support.processes.python import run_python

from core.base.errors import ModelError
from core.data.batches.batches import Batch
from core.model.network.network import build_network
from core.model.steps.groups import freeze, make_groups, parts_of, read
from core.model.steps.step import padded
from core.model.steps.tensorflow_step import TensorFlowStep
from core.model.steps.updating import OptimizerSettings
from core.model.training import guards
from core.runs.curves import PARTS

pytestmark = pytest.mark.long

DEFAULT = tf.distribute.get_strategy()
PLAIN = OptimizerSettings(weight_decay=0.0, clip_norm=1e6, average=0.0)


def step_of(
    model: keras.Model | None = None, settings: OptimizerSettings = PLAIN, loss: Any = squared_error
) -> TensorFlowStep:
    return TensorFlowStep(model or linear(), loss, DEFAULT, settings)


def one(step: TensorFlowStep, batch: Batch, rate: float = 0.1, updates: int = 0) -> Any:
    return step(step.distributed(batch), rate, 1.0, updates)


def weights_of(model: keras.Model) -> list[np.ndarray[Any, Any]]:
    return [np.array(w) for w in model.get_weights()]


def test_updates_are_those_of_adamw_computed_by_hand():
    settings = OptimizerSettings(weight_decay=0.1, clip_norm=0.5, average=0.9)
    model = linear()
    step = step_of(model, settings)
    batch = batch_of(5)
    kernel, bias = (w.astype(np.float64) for w in weights_of(model))
    x, y = batch["image"].astype(np.float64), batch["target"].astype(np.float64)
    slots: dict[str, Any] = {"m": [0.0, 0.0], "v": [0.0, 0.0]}
    average = [kernel, bias]
    for t in range(1, 5):
        error = x @ kernel + bias - y
        gradients = [2 * x.T @ error / len(x), 2 * error.sum(axis=0) / len(x)]
        norm = np.sqrt(sum((g**2).sum() for g in gradients))
        outcome = one(step, batch, 0.01, t - 1)
        assert outcome.gradient_norm == pytest.approx(norm, rel=1e-4)
        new = []
        for i, (w, g) in enumerate(zip((kernel, bias), gradients, strict=True)):
            clipped = g * min(1, 0.5 / norm)
            slots["m"][i] = 0.9 * slots["m"][i] + 0.1 * clipped
            slots["v"][i] = 0.999 * slots["v"][i] + 0.001 * clipped**2
            change = slots["m"][i] / (1 - 0.9**t) / (np.sqrt(slots["v"][i] / (1 - 0.999**t)) + 1e-8)
            new.append(w - 0.01 * (change + (0.1 * w if i == 0 else 0)))  # biases are not decayed
        kernel, bias = new
        decay = min(0.9, t / (9 + t))
        average = [decay * a + (1 - decay) * w for a, w in zip(average, new, strict=True)]
    for found, wanted in zip(weights_of(model), (kernel, bias), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)
    with step.averaged():
        for found, wanted in zip(weights_of(model), average, strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)
    for found, wanted in zip(weights_of(model), (kernel, bias), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("average", [0.0, 0.9])
def test_what_is_saved_is_the_mean_with_the_start_where_the_start_knew_something(average: float):
    model = linear()
    step = step_of(model, OptimizerSettings(average=average, start_share=0.25))
    kernel, bias = (v.path for v in model.variables)
    start = np.array([[1, 2], [3, np.nan], [5, 6]], np.float32)
    step.start = {kernel: start}
    for updates in range(3):
        one(step, batch_of(5), updates=updates)
    kept = step.state()
    learned = kept["average" if average else "weights"]
    with step.averaged():
        found = weights_of(model)
    wanted = np.where(np.isnan(start), learned[kernel], 0.25 * start + 0.75 * learned[kernel])
    np.testing.assert_allclose(found[0], wanted, rtol=1e-6)
    np.testing.assert_allclose(found[1], learned[bias], rtol=1e-6)
    np.testing.assert_allclose(weights_of(model)[0], kept["weights"][kernel], rtol=1e-6)
    again = step_of(settings=OptimizerSettings(average=average, start_share=0.25))
    again.restore(kept)
    with again.averaged():
        np.testing.assert_allclose(weights_of(again.model)[0], found[0], rtol=1e-6)


@pytest.mark.parametrize("eager", [False, True])
def test_norm_of_the_gradient_is_told_for_each_part_as_computed_by_hand(eager: bool):
    inputs = keras.Input((3,), name="image")
    hidden = keras.layers.Dense(4, name="first_1", activation="relu")(inputs)
    hidden = keras.layers.Dense(3, name="second")(hidden)
    model = keras.Model(inputs, {"y": keras.layers.Dense(2, name="first_2")(hidden)})
    batch = batch_of(5)
    with tf.GradientTape() as tape:
        loss = squared_error(model(batch["image"]), batch)["loss"]
    gradients = {
        v.path: np.asarray(g, np.float64)
        for v, g in zip(
            model.trainable_variables, tape.gradient(loss, [v.value for v in model.trainable_variables]), strict=True
        )
    }
    step = step_of(model, OptimizerSettings(weight_decay=0.0, clip_norm=1e-3, average=0.0, eager=eager))
    outcome = one(step, batch)
    assert list(outcome.part_norms) == ["first", "second"]  # in the order in which an image passes them
    for part, norm in outcome.part_norms.items():
        wanted = sum((g**2).sum() for path, g in gradients.items() if path.startswith(part))
        assert norm == pytest.approx(np.sqrt(wanted), rel=1e-4), part
    assert outcome.gradient_norm == pytest.approx(np.sqrt(sum(n**2 for n in outcome.part_norms.values())), rel=1e-5)
    wanted = {
        "first/first_1": outcome.part_norms["first"] ** 2 - sum(
            (g**2).sum() for path, g in gradients.items() if path.startswith("first_2")
        ),
        "second/second": outcome.part_norms["second"] ** 2,
    }  # fmt: skip
    for layer, square in wanted.items():
        assert outcome.layer_norms[layer] == pytest.approx(np.sqrt(square), rel=1e-4), layer
    assert list(outcome.layer_norms) == ["first/first_1", "second/second", "first/first_2"]
    assert not one(step, batch, updates=1).layer_norms  # they are told of every tenth step
    model.get_layer("second").trainable = False
    step.regroup()
    assert list(one(step, batch, updates=1).part_norms) == ["first"]


def test_parts_of_the_network_are_the_stages_of_the_backbone_the_decoder_and_the_branches():
    network = build_network(tiny_spec())
    parts = parts_of(network)
    assert set(parts.values()) <= set(PARTS)  # each has its curve
    found = list(dict.fromkeys(parts.values()))
    assert found[:5] == ["backbone/conv1", "backbone/conv2", "backbone/conv3", "backbone/conv4", "decoder"]
    assert set(found[5:]) == {"character", "order", "localization"}
    assert {v.path for v in network.variables} <= parts.keys()
    step = step_of(network, OptimizerSettings())
    assert set(step.parts) == set(parts.values())
    freeze(network, ("conv1", "conv2"))
    step.regroup()
    assert set(parts.values()) - set(step.parts) == {"backbone/conv1", "backbone/conv2"}


def test_compiled_and_eager_steps_do_the_same():
    models = [linear(), linear()]
    models[1].set_weights(models[0].get_weights())
    for model, eager in zip(models, (False, True), strict=True):
        step = step_of(model, OptimizerSettings(eager=eager))
        for updates in range(3):
            one(step, batch_of(4), updates=updates)
    for a, b in zip(weights_of(models[0]), weights_of(models[1]), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_steps_with_other_numbers_are_not_traced_again():
    step = step_of()
    for updates in range(4):
        one(step, batch_of(4, seed=updates), rate=0.1 / (updates + 1), updates=updates)
    assert step.traces == 1
    assert step.concrete()[0].graph.get_operations()
    assert step.traces == 1


def test_part_of_a_network_that_no_gradient_reaches_is_named_at_the_first_step():
    inputs = keras.Input((3,), name="image")
    used = keras.layers.Dense(2, name="used")(inputs)
    lost = ops.stop_gradient(keras.layers.Dense(2, name="lost")(inputs))
    step = step_of(keras.Model(inputs, {"y": used + lost}))
    with pytest.raises(ModelError, match=r'no gradient reaches the variable "lost/kernel" and 1 more'):
        one(step, batch_of(2))


def test_batch_that_is_not_finite_leaves_no_trace_and_is_told():
    step = step_of(settings=OptimizerSettings())
    one(step, batch_of(4))
    before = step.state()
    bad = batch_of(4)
    bad["target"][1, 0] = np.inf
    outcome = one(step, bad, updates=1)
    assert not outcome.finite
    assert not outcome.overflow
    after = step.state()
    for kind, arrays in before.items():
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, after[kind][name], err_msg=f"{kind} {name}")
    assert guards.not_finite(step, step.distributed(bad)) == 'the batch\'s "target"'


def test_first_tensor_that_is_not_finite_is_named():
    step = step_of()
    batch = step.distributed(batch_of(2))
    model = step.model
    model.get_layer("out").bias.assign([np.nan, 0.0])
    assert guards.not_finite(step, batch) == 'the weight "out/bias"'

    inputs = keras.Input((3,), name="image")
    inner = keras.Sequential(
        [keras.Input((3,)), keras.layers.Dense(2, name="inner"), _Logarithm(name="log")], name="sub"
    )
    outer = keras.Model(inputs, {"y": keras.layers.Dense(2, name="after")(inner(inputs))})
    inner.get_layer("inner").set_weights([np.zeros((3, 2)), -np.ones(2)])
    assert guards.not_finite(step_of(outer), batch) == 'the output of the layer "sub/log"'

    def steep(outputs: Mapping[str, Any], given: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        return {"loss": ops.sum(ops.sqrt(ops.abs(outputs["y"] * 0.0)))}  # finite, its slope is not

    assert guards.not_finite(step_of(loss=steep), batch).startswith('the gradient of "out/')


class _Logarithm(keras.layers.Layer):
    def call(self, x: Any) -> Any:
        return ops.log(x)


def test_backbone_has_its_own_learning_rate():
    spec = tiny_spec()
    network = build_network(spec)
    before = {v.path: np.array(v) for v in network.trainable_variables}
    groups = make_groups(network, np.asarray, backbone_rate=0.25)
    assert {group.name: group.rate for group in groups} == {
        "backbone kernels": 0.25, "backbone vectors": 0.25, "head kernels": 1.0, "head vectors": 1.0, "held": 0.0,
    }  # fmt: skip
    floats = [v for v in network.variables if str(v.dtype).startswith("float")]
    assert sum(group.length for group in groups) == sum(np.array(v).size for v in floats)
    assert all(np.array_equal(before[v.path], np.array(v)) for v in network.trainable_variables)


def test_frozen_stages_are_held_and_thawed_again():
    network = build_network(tiny_spec())
    everything = len(network.trainable_variables)
    freeze(network, ("conv1", "conv2"))
    frozen = {v.path for v in network.variables} - {v.path for v in network.trainable_variables}
    assert "conv2_block1_1_conv/kernel" in {path.partition("backbone/")[2] or path for path in frozen}
    assert not any("conv3" in path for path in frozen if "moving" not in path and "seed" not in path)
    freeze(network, ())
    assert len(network.trainable_variables) == everything
    with pytest.raises(ModelError, match=r'no stage "conv9"\. Choose one of conv1'):
        freeze(network, ("conv9",))


def test_frozen_normalisations_neither_learn_nor_follow_the_batches():
    network = build_network(tiny_spec())
    freeze(network, (), normalisation=True)
    held = {v.path: np.array(v) for v in network.variables if "_bn/" in v.path}
    assert held
    assert not any("_bn/" in v.path for v in network.trainable_variables)
    network(np.full((2, 32, 64, 3), 200, np.uint8), training=True)
    assert all(np.array_equal(held[v.path], np.array(v)) for v in network.variables if v.path in held)


def test_state_restored_into_a_new_step_goes_on_alike():
    first = step_of(settings=OptimizerSettings())
    for updates in range(3):
        one(first, batch_of(4, seed=updates), updates=updates)
    second = step_of(settings=OptimizerSettings())
    second.restore(first.state())
    second.restore_counters(json.loads(json.dumps(first.counters())))
    for step in (first, second):
        one(step, batch_of(4, seed=9), updates=3)
    for kind, arrays in first.state().items():
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, second.state()[kind][name], err_msg=f"{kind} {name}")


def test_state_of_another_network_is_refused():
    state = step_of().state()
    with pytest.raises(ModelError, match="is of another network"):
        step_of(linear(outputs=5)).restore(state)


def test_overflow_of_a_float16_loss_is_skipped_and_its_scale_halved():
    before = keras.config.dtype_policy()
    keras.config.set_dtype_policy("mixed_float16")
    try:
        model = linear()
    finally:
        keras.config.set_dtype_policy(before)
    step = step_of(model, OptimizerSettings())
    assert step.scale == 2.0**15
    weights = weights_of(model)
    batch = batch_of(4)
    batch["target"] *= 1000
    first = one(step, batch)
    assert first.overflow
    assert step.scale == 2.0**14
    assert all(np.array_equal(a, b) for a, b in zip(weights, weights_of(model), strict=True))
    for updates in range(1, 16):
        last = one(step, batch, updates=updates)
    assert last.finite
    assert not any(np.array_equal(a, b) for a, b in zip(weights, weights_of(model), strict=True))


def test_samples_that_fill_a_batch_up_change_no_loss():
    from core.model.network.losses import compute_loss

    rng = np.random.default_rng(0)
    outputs = {
        "character": rng.normal(size=(8, 4, 8, 3)).astype(np.float32),
        "order": rng.normal(size=(8, 4, 8, 3)).astype(np.float32),
        "localization": rng.random((8, 4, 8)).astype(np.float32),
    }
    batch: Batch = {
        "image": np.zeros((5, 16, 32, 3), np.uint8),
        "character": rng.integers(-1, 3, (5, 4, 8)).astype(np.int32),
        "order": rng.integers(0, 3, (5, 4, 8)).astype(np.int32),
        "localization": rng.random((5, 4, 8)).astype(np.float32),
        "text": np.array([[1, 2], [1, 0], [2, 1], [2, 0], [1, 2]], np.int32),
        "has_maps": np.array([True, True, False, True, False]),
    }
    part = compute_loss({name: value[:5] for name, value in outputs.items()}, batch)
    whole = compute_loss(outputs, padded(batch, 8))
    for name, value in part.items():
        assert float(whole[name]) == pytest.approx(float(value), rel=1e-6), name


OVER_PIXELS = rounding(terms=8 * math.prod(tiny_spec().maps.map_size))
"""Relative: losses and gradients of 8 images are sums over the pixels of their maps."""


@pytest.fixture(scope="module")
def two_devices() -> dict[str, Any]:
    """What a child with two logical CPUs found; see support/networks/two_devices.py."""
    found: dict[str, Any] = json.loads(run_python("-m", "support.networks.two_devices").splitlines()[-1])
    return found


def test_two_devices_do_the_same_step_as_one(two_devices: dict[str, Any]):
    assert two_devices["replicas"] == 2
    one, other = two_devices["losses"]
    assert one == pytest.approx(other, rel=OVER_PIXELS)
    moved = len(one) * RATE  # a gradient moves a weight by its share of the largest gradients before it, times the rate
    assert two_devices["weight difference"] < moved * OVER_PIXELS
    assert two_devices["average difference"] < moved * OVER_PIXELS
    assert two_devices["weights changed by"] > 0.1 * moved


def test_thirteen_samples_in_batches_of_eight_weigh_as_much_on_two_devices(two_devices: dict[str, Any]):
    assert two_devices["images"] == [13, 13]
    one, other = two_devices["validation losses"]
    assert one == pytest.approx(other, rel=OVER_PIXELS)


def test_moving_statistics_of_two_devices_are_their_mean(two_devices: dict[str, Any]):
    assert two_devices["statistics"] == [[2.0], [2.0]]  # half way from 0 to the mean of 2 and 6


def test_batches_lie_on_the_device_before_their_step(two_devices: dict[str, Any]):
    for devices in two_devices["placed"].values():
        assert devices and all(device.endswith("CPU:1") for device in devices)


def test_whole_training_runs_on_two_devices(two_devices: dict[str, Any]):
    assert two_devices["events"][-1] == "Finished"
    assert two_devices["device"] == "2 × CPU"
    assert two_devices["steps"] == [1, 2]
    assert "CheckpointSaved" in two_devices["events"]
    assert two_devices["refused"] == "batch: 3 images cannot be divided among 2 devices. Take a multiple of 2."


def test_weights_are_read_as_they_are():
    model = linear()
    assert np.array_equal(read(model.get_layer("out").kernel), model.get_weights()[0])
