"""TensorFlow Lite in 8 bits: smaller, with nearly the same numbers; words are formed in floats, from its maps."""

import warnings
from pathlib import Path

import keras
import numpy as np
import pytest
import tensorflow as tf
from numpy.typing import NDArray
from support.networks.tiny_network import tiny_spec

from core.model.export.converting import convert, with_weights_of_8_bits
from core.model.export.forms import MAPS, WORDS, Form
from core.model.network.saving import build_recogniser


def converted() -> bytes:
    image = keras.Input((8, 8, 4), 1)
    x = keras.layers.Conv2D(32, 3, padding="same", activation="relu", name="large")(image)
    y = keras.layers.Conv2D(2, 1, name="small")(x)
    converter = tf.lite.TFLiteConverter.from_keras_model(keras.Model(image, y))
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.target_spec.supported_types = [tf.float16]
    model: bytes = converter.convert()
    return model


def run(model: bytes, image: NDArray[np.float32]) -> NDArray[np.float32]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that another package is to come
        interpreter = tf.lite.Interpreter(model_content=model)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], image)
    interpreter.invoke()
    return np.asarray(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))


@pytest.mark.slow
def test_large_layers_are_rounded_and_small_ones_are_not():
    plain = converted()
    rounded = with_weights_of_8_bits(plain)
    assert len(rounded) < len(plain) - 32 * 4 * 3 * 3 + 32 * 16  # a byte a weight less, and the scale of each channel
    image = np.random.default_rng(0).normal(size=(1, 8, 8, 4)).astype(np.float32)
    wanted, found = run(plain, image), run(rounded, image)
    assert 0 < np.abs(found - wanted).max() < 0.02 * np.abs(wanted).max()
    np.testing.assert_array_equal(run(with_weights_of_8_bits(plain, fine=1), image), wanted)


@pytest.mark.slow
def test_words_are_formed_in_floats_from_the_maps_of_8_bits(tmp_path: Path):
    recogniser = build_recogniser(tiny_spec())
    for weight in recogniser.network.weights:
        if "logits" in weight.path and weight.path.endswith("kernel"):
            weight.assign(weight.numpy() * 60)  # or else nothing is present
    maps, rng = recogniser.spec.maps, np.random.default_rng(0)
    images = list(rng.integers(0, 256, (4, maps.height, maps.width, 3)).astype(np.uint8))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of bytes that were never given as such, and that another package is to come
        convert(recogniser, Form("tflite", "int8"), tmp_path, images=images)
        run = tf.lite.Interpreter(model_path=str(tmp_path / "model-int8.tflite")).get_signature_runner()
    characters = 0
    for image in images:
        scaled = np.asarray(recogniser.network.get_layer("pixels")(image[None]), np.float32)
        found = run(image=scaled)
        assert set(found) == {*MAPS, *WORDS}
        strength = (found["order"][..., 1:] * found["localization"][..., None]).reshape(-1, maps.max_length)
        np.testing.assert_allclose(found["presence"][0], strength.max(0), rtol=1e-6)  # one product of float32
        votes = strength.T @ found["character"][..., 1:].reshape(len(strength), -1)
        read = found["ids"][0] > 0
        characters += read.sum()
        np.testing.assert_allclose(
            found["scores"][0][read], (votes.max(1) / strength.sum(0))[read], rtol=len(strength) * 2.0**-23
        )
    assert characters, "the network reads something"
