"""TensorFlow Lite in 8 bits that forms words: in floats, from the maps that it gives."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from support.networks.tiny_network import tiny_spec

from core.model.export.converting import convert
from core.model.export.forms import MAPS, WORDS, Form
from core.model.network.saving import build_recogniser


@pytest.mark.slow
def test_words_are_formed_in_floats_from_the_maps_of_8_bits(tmp_path: Path) -> None:
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
