from __future__ import annotations

import keras

from core.model.profiling.costs import layer_costs, operator_costs
from core.model.profiling.trace import OperatorRun
from core.runs.profile import LOSSES, OTHER, UPDATE, LayerCost, OperatorCost


def run(name: str, kind: str, seconds: float) -> OperatorRun:
    return OperatorRun(name, kind, 0, round(seconds * 10**12))


def model() -> keras.Model:
    image = keras.Input((8, 8, 3), name="inner_image")
    inner = keras.Model(image, keras.layers.BatchNormalization(name="block_1_bn")(image), name="backbone")
    outer = keras.Input((8, 8, 3), name="image")
    return keras.Model(outer, keras.layers.Conv2D(2, 1, name="order")(inner(outer)))


def test_operators_are_told_by_type_the_most_expensive_first() -> None:
    runs = [run("a", "Mul", 0.1), run("b", "Conv2D", 0.5), run("c", "Mul", 0.3)]
    assert operator_costs(runs, steps=2) == (OperatorCost("Conv2D", 0.5, 0.25), OperatorCost("Mul", 1.0, 0.2))


def test_an_operator_belongs_to_the_innermost_layer_of_its_name_also_where_tensorflow_numbered_it() -> None:
    runs = [
        run("network_1/backbone_1/block_1_bn_1/batchnorm/mul", "Mul", 1.0),
        run("gradient_tape/network_1/backbone_1/block_1_bn_1/mul/Sum", "Sum", 4.0),
        run("network_1/order_1/convolution", "Conv2D", 2.0),
        run("losses/network/Softmax", "Softmax", 0.5),
        run("gradient_tape/losses/Softmax", "Mul", 0.25),
        run("update/mul_7", "Mul", 0.1),
        run("IteratorGetNext", "IteratorGetNext", 0.05),
    ]
    assert layer_costs(runs, model(), steps=1) == (
        LayerCost("backbone/block_1_bn", "BatchNormalization", 1.0, 4.0),
        LayerCost("order", "Conv2D", 2.0, 0.0),
        LayerCost(LOSSES, "", 0.5, 0.25),
        LayerCost(UPDATE, "", 0.1, 0.0),
        LayerCost(OTHER, "", 0.05, 0.0),
    )
