"""The network as a whole: sizes, names, gradients, precision."""

from collections.abc import Iterator
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from support.networks.tiny_network import noise_batch

from core.base.errors import CharsetError, ModelError
from core.charset import ALNUM, Charset
from core.labels.maps.spec import MapSpec
from core.model.network.blocks import PixelScaling
from core.model.network.losses import compute_loss
from core.model.network.network import build_network
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long

MAPS = MapSpec(height=32, width=64, max_length=5)


def spec_of(preset: Any = "small", stride: int | None = None, symbols: str = "abc") -> NetworkSpec:
    spec = NetworkSpec.of(preset, Charset(tuple(symbols)), MAPS)
    return spec if stride is None else spec.with_(maps=spec.maps.with_(stride=stride))


def images(height: int = 32, width: int = 64, size: int = 2) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (size, height, width, 3)).astype(np.uint8)


@pytest.fixture(scope="module")
def network() -> keras.Model:
    return build_network(spec_of())


def test_small_has_at_most_a_million_parameters_with_62_symbols():
    for stride in (2, 4):
        spec = NetworkSpec.of("small", Charset(tuple(ALNUM)), MapSpec())
        assert build_network(spec.with_(maps=spec.maps.with_(stride=stride))).count_params() <= 1_000_000


@pytest.mark.parametrize("size", [(32, 32), (32, 96), (64, 256), (96, 32), (160, 64)])
def test_any_height_and_width_that_32_divides_goes_through(network: keras.Model, size: tuple[Any, ...]):
    found = network(images(*size))
    h, w = size[0] // 4, size[1] // 4
    assert found["character"].shape == (2, h, w, 4)
    assert found["order"].shape == (2, h, w, 6)
    assert found["localization"].shape == (2, h, w)


@pytest.mark.parametrize(
    ("preset", "stride"),
    [("small", 4), ("small", 2), ("reader", 4), ("reader", 2), ("wide", 4), ("paper", 2), ("paper", 4)],
)
def test_maps_have_the_stride_of_the_spec(preset: str, stride: int):
    found = build_network(spec_of(preset, stride))(images())
    assert found["localization"].shape == (2, 32 // stride, 64 // stride)
    assert all(value.dtype == "float32" for value in found.values())


def test_presets_have_their_own_strides():
    assert spec_of("small").maps.stride == 4
    assert spec_of("paper").maps.stride == 2


def test_shapes_are_known_while_the_graph_is_built(network: keras.Model):
    assert network.input.shape == (None, None, None, 3)
    assert network.input.dtype == "uint8"
    assert network.output["character"].shape == (None, None, None, 4)


def test_two_builds_have_the_same_names():
    first, second = build_network(spec_of()), build_network(spec_of())
    assert [layer.name for layer in first.layers] == [layer.name for layer in second.layers]
    assert [v.path for v in first.weights] == [v.path for v in second.weights]
    assert len({v.path for v in first.weights}) == len(first.weights)


def test_no_layer_has_a_name_that_keras_counts_up(network: keras.Model):
    counted = ("conv2d", "batch_normalization", "re_lu", "add", "up_sampling2d", "input_layer", "functional")
    for model in (network, network.get_layer("backbone")):
        assert not [layer.name for layer in model.layers if layer.name.startswith(counted)]


def test_network_is_described_and_rebuilt_from_its_json(network: keras.Model):
    rebuilt = keras.models.model_from_json(network.to_json())
    assert [w.path for w in rebuilt.weights] == [w.path for w in network.weights]
    lines: list[str] = []
    network.summary(print_fn=lambda line, **_: lines.append(line))
    assert f"{network.count_params():,}" in "\n".join(lines)


def test_bytes_are_scaled_inside_the_model():
    for preset, wanted in (("small", [-1, 0.6, 1]), ("paper", [255 - 103.939, 204 - 116.779, -123.68])):
        pixels = build_network(spec_of(preset)).get_layer("pixels")
        found = pixels(np.array([[[[0, 204, 255]]]], np.uint8)).numpy()[0, 0, 0]
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


@pytest.mark.parametrize("preset", ["small", "paper"])
def test_every_trainable_variable_gets_a_finite_gradient(preset: str):
    spec = spec_of(preset)
    model, batch = build_network(spec), noise_batch(spec, 2)
    with tf.GradientTape() as tape:
        loss = compute_loss(model(batch["image"], training=True), batch)["loss"]
    gradients = tape.gradient(loss, model.trainable_variables)
    without = [v.path for v, g in zip(model.trainable_variables, gradients, strict=True) if g is None]
    assert without == []
    for variable, gradient in zip(model.trainable_variables, gradients, strict=True):
        assert np.all(np.isfinite(gradient)), variable.path
        # a bias before batch normalisation, as ResNet50 has them, moves nothing: its gradient is 0 but for rounding
        assert np.any(gradient) or variable.path.endswith("_conv/bias"), variable.path


def test_a_few_steps_lower_the_loss():
    keras.utils.set_random_seed(0)
    spec = spec_of()
    model, batch = build_network(spec), noise_batch(spec, 2)
    batch["has_maps"][:] = True
    columns = np.broadcast_to(np.arange(spec.maps.map_size[1]) // 4, batch["order"].shape)
    batch["order"], batch["character"] = columns.astype(np.int32), columns.astype(np.int32)
    batch["localization"][:] = columns > 0
    optimizer = keras.optimizers.Adam(3e-3)
    values = []
    for _ in range(8):
        with tf.GradientTape() as tape:
            loss = compute_loss(model(batch["image"], training=True), batch)["loss"]
        optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
        values.append(float(loss))
    assert values[-1] < 0.8 * values[0]


@pytest.fixture
def mixed_precision() -> Iterator[None]:
    before = keras.config.dtype_policy()
    keras.config.set_dtype_policy("mixed_bfloat16")
    yield
    keras.config.set_dtype_policy(before)


@pytest.mark.usefixtures("mixed_precision")
def test_heads_stay_in_single_precision_under_a_mixed_policy():
    model = build_network(spec_of())
    assert model.get_layer("character_conv").compute_dtype == "bfloat16"
    # Traced and not computed: not every processor, and not every library on it, multiplies in bfloat16
    traced = tf.function(model).get_concrete_function(tf.TensorSpec((2, 32, 64, 3), tf.uint8))
    assert {name: value.dtype.name for name, value in traced.structured_outputs.items()} == dict.fromkeys(
        ("character", "order", "localization"), "float32"
    )
    for name in ("character_logits", "order_logits", "localization_logits"):
        assert model.get_layer(name).compute_dtype == "float32"


def test_spec_survives_its_dictionary():
    spec = spec_of("paper", symbols="añ字𠀀").with_(padding=9, score_threshold=0.5, unknown_units=7)
    assert NetworkSpec.from_dict(spec.to_dict()) == spec


def test_spec_refuses_what_no_network_can_be_built_for():
    with pytest.raises(CharsetError, match="no symbol"):
        NetworkSpec("small", (), MAPS.with_(stride=4))
    with pytest.raises(CharsetError, match="twice"):
        NetworkSpec("small", ("a", "a"), MAPS.with_(stride=4))
    with pytest.raises(ModelError, match="stride is 1"):
        NetworkSpec("small", ("a",), MAPS)
    with pytest.raises(ModelError, match="preset"):
        NetworkSpec.of("large", Charset(("a",)), MAPS)
    for wrong in (
        {"padding": 256},
        {"padding": True},
        {"score_threshold": 0},
        {"score_threshold": float("nan")},
        {"unknown_units": -1},
        {"unknown_units": 1.5},
        {"unknown_units": 10_000},
    ):
        with pytest.raises(ModelError):
            spec_of().with_(**wrong)


def test_the_reader_is_as_small_as_a_file_in_the_repository_may_be():
    spec = NetworkSpec.of("reader", Charset.named("alnum"), MapSpec(height=32, width=128, max_length=24))
    assert build_network(spec).count_params() <= 2_200_000


def test_reader_sees_a_faint_word_as_it_sees_a_bold_one():
    scaling = PixelScaling("contrast")
    bold = images().astype(np.float32)
    faint = 100 + bold / 8
    assert np.asarray(scaling(faint)) == pytest.approx(np.asarray(scaling(bold)), abs=1e-4)
    assert np.asarray(scaling(bold)).std(axis=(1, 2, 3)) == pytest.approx(1, abs=1e-4)
    network = build_network(spec_of("reader"))
    assert network.get_layer("pixels").mode == "contrast"


def test_noise_of_an_empty_image_is_not_blown_up():
    empty = 200 + images().astype(np.float32) / 255
    assert np.abs(np.asarray(PixelScaling("contrast")(empty))).max() < 1
    assert np.asarray(PixelScaling("contrast")(np.full((1, 2, 2, 3), 7, np.uint8))) == pytest.approx(0)


@pytest.mark.parametrize("mode", ["symmetric", "caffe", "contrast"])
def test_scaling_leaves_no_tensor_outside_an_exported_graph(mode: str):
    image = keras.Input((32, 64, 3), dtype="uint8")
    plain = tf.function(keras.Model(image, PixelScaling(mode).call(image)))
    assert plain.get_concrete_function(tf.TensorSpec((1, 32, 64, 3), tf.uint8)).captured_inputs == []
