import re
from xml.etree import ElementTree

import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec

from core.model.network.saving import Recogniser, build_recogniser
from core.plugins.inside.describing import describe
from core.plugins.inside.facts import LayerFacts, layer_table, totals
from core.plugins.inside.graph import graph_of, svg_of

IMAGE = np.random.default_rng(0).integers(0, 256, (32, 64, 3)).astype(np.uint8)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return build_recogniser(tiny_spec())


@pytest.fixture(scope="module")
def layers(recogniser: Recogniser) -> tuple[LayerFacts, ...]:
    return describe(recogniser, IMAGE)


def named(layers: tuple[LayerFacts, ...], name: str) -> LayerFacts:
    [found] = [layer for layer in layers if layer.own_name == name]
    return found


def test_sums_are_those_of_the_models_summary(recogniser: Recogniser, layers: tuple[LayerFacts, ...]):
    lines: list[str] = []
    recogniser.model.summary(print_fn=lines.append, expand_nested=True)
    summary = "\n".join(lines)

    def said(title: str) -> int:
        found = re.search(rf"{title} params: ([\d,]+)", summary)
        return int(found[1].replace(",", ""))

    sums = totals(layers)
    assert sums["parameters"] == said("Total")
    assert sums["trainable"] == said(" Trainable")
    assert sums["parameters"] - sums["trainable"] == said("Non-trainable")


def test_a_convolution_is_told_with_shape_layout_weights_and_multiply_adds(layers: tuple[LayerFacts, ...]):
    logits = named(layers, "character_logits")
    assert logits.name == "network/character_logits"
    assert (logits.kind, logits.shapes, logits.layout, logits.dtype) == ("Conv2D", ((1, 8, 16, 3),), "NHWC", "float32")
    kernel, bias = logits.weights
    assert (kernel.name, kernel.shape, kernel.layout) == ("kernel", (1, 1, 64, 3), "[h, w, in, out]")
    assert (bias.name, bias.shape, bias.layout) == ("bias", (3,), "[out]")
    assert logits.parameters == 64 * 3 + 3
    assert logits.multiply_adds == 8 * 16 * 64 * 3


def test_a_layer_within_a_layer_counts_at_each_step_it_takes(layers: tuple[LayerFacts, ...]):
    gru = named(layers, "order_gru")
    assert gru.shapes == ((1, 1, 2, 64),)
    kernels = [weight for weight in gru.weights if weight.name.endswith("kernel")]
    assert {(weight.shape, weight.layout) for weight in kernels} == {
        ((64, 96), "[in, 3 out]"),
        ((32, 96), "[out, 3 out]"),
    }
    assert gru.multiply_adds == 1 * 2 * 2 * (64 + 32) * 96, "two steps, two directions"


def test_moving_statistics_are_parameters_that_no_training_step_changes(layers: tuple[LayerFacts, ...]):
    bn = named(layers, "character_bn")
    assert (bn.parameters, bn.trainable, bn.multiply_adds) == (4 * 64, 2 * 64, 0)


def test_layers_are_connected_through_the_models_inside(layers: tuple[LayerFacts, ...]):
    assert layers[0].name == "image" and layers[0].inputs == ()
    assert named(layers, "pixels").inputs == ("image",)
    assert named(layers, "conv1_conv").name == "network/backbone/conv1_conv"
    assert named(layers, "conv1_conv").inputs == ("network/pixels",)
    logits = ("network/character_logits", "network/localization_map", "network/order_logits")
    assert sorted(named(layers, "word_formation").inputs) == list(logits)
    assert len(named(layers, "fcn_stride4_add").inputs) == 2
    assert any("backbone/" in name for name in named(layers, "fcn_stride4_skip_conv").inputs)
    places = {layer.name: place for place, layer in enumerate(layers)}
    assert all(places[taken] < places[layer.name] for layer in layers for taken in layer.inputs)


def test_values_are_those_of_the_image_left_out_without_one_and_the_network_is_as_it_was(
    recogniser: Recogniser, layers: tuple[LayerFacts, ...]
):
    relu = named(layers, "conv1_relu")
    assert relu.least == 0.0 and relu.most is not None and relu.most > 0
    assert layers[0].most == float(IMAGE.max())
    before = [weight.copy() for weight in recogniser.model.get_weights()]
    without = describe(recogniser)
    after = recogniser.model.get_weights()
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert all(layer.least is None for layer in without)
    assert [layer.shapes for layer in without] == [layer.shapes for layer in layers]
    assert "least" in layer_table(layers).splitlines()[0]
    assert "least" not in layer_table(without).splitlines()[0]
    assert layer_table(without).splitlines()[-1].split()[0] == str(len(without))


def test_no_line_of_the_drawing_runs_through_a_box_and_no_two_boxes_overlap(layers: tuple[LayerFacts, ...]):
    graph = graph_of(layers)
    assert {box.layer.name for box in graph.boxes} == {layer.name for layer in layers}
    assert {(line.source, line.target) for line in graph.lines} == {(i, x.name) for x in layers for i in x.inputs}
    for one in graph.boxes:
        assert one.x >= 0 and one.x + one.width <= graph.width and one.y + one.height <= graph.height
        for other in graph.boxes:
            assert other is one or other.y != one.y or abs(other.x - one.x) >= one.width
    boxes = {box.layer.name: box for box in graph.boxes}
    for line in graph.lines:
        source, target = boxes[line.source], boxes[line.target]
        assert line.points[0] == pytest.approx((source.x + source.width / 2, source.y + source.height))
        assert line.points[-1] == pytest.approx((target.x + target.width / 2, target.y))
        for x, y in line.points[1:-1]:
            assert not any(box.x < x < box.x + box.width and box.y < y < box.y + box.height for box in graph.boxes)


def test_the_drawing_is_a_document_that_names_every_layer(layers: tuple[LayerFacts, ...]):
    document = ElementTree.fromstring(svg_of(graph_of(layers)))
    groups = document.findall("{http://www.w3.org/2000/svg}g")
    assert [group.get("id") for group in groups] == [layer.name for layer in layers]
    paths = document.findall("{http://www.w3.org/2000/svg}path")
    assert len(paths) == sum(len(layer.inputs) for layer in layers)
