from typing import Any

import keras
import numpy as np
import pytest
from keras import ops
from support.networks.tiny_network import tiny_spec

from core.model.network.layer_outputs import as_table, feature_maps, layer_outputs
from core.model.network.network import build_network

IMAGE = np.random.default_rng(0).integers(0, 256, (2, 32, 64, 3)).astype(np.uint8)


class _Root(keras.layers.Layer):  # Keras carries no types
    def call(self, x: Any) -> Any:
        return ops.sqrt(x)


@pytest.mark.long
def test_every_layer_of_the_network_is_told_with_what_it_gives():
    network = build_network(tiny_spec())
    maps = network(IMAGE, training=False)
    found = layer_outputs(network, IMAGE)
    by_name = {output.name: output for output in found}
    backbone = network.get_layer("backbone")
    wanted = {layer.name for layer in network.layers if layer is not backbone}
    wanted |= {f"backbone/{layer.name}" for layer in backbone.layers}
    inputs = {name for name in wanted if name.endswith("image")}
    assert by_name.keys() == wanted - inputs
    logits = by_name["character_logits"]
    values = np.asarray(maps["character"])
    assert (logits.shape, logits.dtype) == ((2, 8, 16, 3), "float32")
    assert logits.least == pytest.approx(values.min(), rel=1e-4)
    assert logits.mean == pytest.approx(values.mean(dtype=np.float64), rel=1e-4)
    assert logits.most == pytest.approx(values.max(), rel=1e-4)
    assert by_name["order_gru"].kind == "RowGRU"
    assert not any(output.not_finite for output in found)
    names = [output.name for output in found]
    assert names.index("pixels") < names.index("backbone/conv1_conv") < names.index("order_gru")


def test_values_that_are_not_finite_are_counted_and_do_not_hide_the_others():
    inputs = keras.Input((3,))
    model = keras.Model(inputs, keras.layers.Rescaling(2.0, name="twice")(_Root(name="root")(inputs)))
    root, twice = layer_outputs(model, np.array([[4.0, -1.0, 9.0]], np.float32))
    assert (root.name, root.kind, root.not_finite) == ("root", "_Root", 1)
    assert (root.least, root.mean, root.most) == (2.0, 2.5, 3.0)
    assert twice.not_finite == 1
    (nothing, _) = layer_outputs(model, np.full((1, 3), -1.0, np.float32))
    assert (nothing.least, nothing.mean, nothing.most, nothing.not_finite) == (None, None, None, 3)
    lines = as_table((root, nothing)).splitlines()
    assert lines[0].split() == ["layer", "class", "tensor", "shape", "dtype", "least", "mean", "most", "values"]
    facts = ["root", "_Root", "EagerTensor", "1", "×", "3", "float32", "2", "2.5", "3"]
    assert lines[1].split() == [*facts, "2", "nan", "3", "1", "NOT", "FINITE"]
    assert lines[2].endswith("3 NOT FINITE")


@pytest.mark.long
def test_network_is_as_it_was_afterwards():
    network = build_network(tiny_spec())
    before = [np.array(weight) for weight in network.get_weights()]
    first = np.asarray(network(IMAGE)["localization"])
    layer_outputs(network, IMAGE)
    assert not any("call" in layer.__dict__ for layer in network.layers)
    np.testing.assert_array_equal(np.asarray(network(IMAGE)["localization"]), first)
    for old, new in zip(before, network.get_weights(), strict=True):
        np.testing.assert_array_equal(old, new)


def test_half_precision_is_told_as_such_and_averaged_without_overflow():
    inputs = keras.Input((4,), dtype="float16")
    model = keras.Model(inputs, keras.layers.Rescaling(1.0, dtype="float16")(inputs))
    (output,) = layer_outputs(model, np.full((3, 4), 60_000, np.float16))
    assert (output.dtype, output.mean, output.not_finite) == ("float16", 60_000.0, 0)


@pytest.mark.long
def test_maps_of_a_layer_are_what_it_gives_and_moving_statistics_stay():
    network = build_network(tiny_spec())
    before = [weight.copy() for weight in network.get_weights()]
    told = {output.name: output for output in layer_outputs(network, IMAGE[:1])}
    for name in ("backbone/conv1_bn", "character_bn", "order_gru"):
        maps = feature_maps(network, IMAGE[0], name)
        assert (1, *maps.shape) == told[name].shape
        assert float(maps.mean(dtype=np.float64)) == pytest.approx(told[name].mean, rel=1e-4, abs=1e-6)
    localization = feature_maps(network, IMAGE[0], "localization_map")
    assert localization is not None and localization.shape == (8, 16, 1)
    image = feature_maps(network, IMAGE[0], "image")
    assert image is not None and np.array_equal(image, IMAGE[0])
    assert feature_maps(network, IMAGE[0], "nothing") is None
    after = network.get_weights()
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert network(IMAGE, training=False)["order"].shape[0] == 2, "the network runs to its end again"
