"""TensorFlow Lite whose large layers have weights of 8 bits: smaller, with nearly the same numbers."""

from __future__ import annotations

import warnings

import keras
import numpy as np
import pytest
import tensorflow as tf
from numpy.typing import NDArray

from core.model.export.weights_of_8_bits import with_weights_of_8_bits


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
def test_large_layers_are_rounded_and_small_ones_are_not() -> None:
    plain = converted()
    rounded = with_weights_of_8_bits(plain)
    assert len(rounded) < len(plain) - 32 * 4 * 3 * 3 + 32 * 16  # a byte a weight less, and the scale of each channel
    image = np.random.default_rng(0).normal(size=(1, 8, 8, 4)).astype(np.float32)
    wanted, found = run(plain, image), run(rounded, image)
    assert 0 < np.abs(found - wanted).max() < 0.02 * np.abs(wanted).max()
    np.testing.assert_array_equal(run(with_weights_of_8_bits(plain, fine=1), image), wanted)
