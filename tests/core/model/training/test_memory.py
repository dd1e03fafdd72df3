import sys

import keras
import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec
from support.processes.python import run_python

from core.model.network.network import build_network
from core.model.training.memory import Estimate, estimate, gigabytes

GB = 10**9
ESTIMATE = Estimate(process=GB, weights=GB, activations=3 * GB, losses=GB, batch=16)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell a process its peak this way")
@pytest.mark.parametrize(
    ("preset", "batch", "symbols"),
    [
        pytest.param("small", 32, 62, marks=pytest.mark.slow),
        pytest.param("small", 16, 4100, marks=pytest.mark.slow),
        pytest.param("paper", 8, 62, marks=pytest.mark.slow),
        pytest.param("paper", 4, 4100, marks=pytest.mark.slow),
    ],
)
def test_estimate_is_within_thirty_per_cent_of_what_is_measured(preset: str, batch: int, symbols: int):
    printed = run_python("-m", "support.networks.measured_memory", preset, batch, symbols)
    estimated, measured = (int(number) for number in printed.split())
    assert 0.7 * measured < estimated < 1.3 * measured


@pytest.mark.long
def test_estimate_grows_with_the_batch_and_the_charset_and_changes_nothing():
    spec = tiny_spec()
    network = build_network(spec)
    weights = network.get_weights()
    one, four = (estimate(network, spec, batch) for batch in (1, 4))
    assert four.activations == pytest.approx(4 * one.activations, rel=0.01)
    assert four.weights == one.weights
    assert four.process == one.process
    many = tiny_spec("".join(chr(0x4E00 + i) for i in range(1000)))
    assert estimate(build_network(many), many, 1).losses > 50 * one.losses
    assert all(np.array_equal(a, b) for a, b in zip(weights, network.get_weights(), strict=True))
    network(np.zeros((1, 32, 64, 3), np.uint8))  # still callable


def test_activations_are_the_outputs_of_the_layers():
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    x = keras.layers.Rescaling(1 / 255)(image)
    inner = keras.Sequential([keras.Input((None, None, 3)), keras.layers.Conv2D(5, 3, strides=2, padding="same")])
    spec = tiny_spec()
    found = estimate(keras.Model(image, inner(x)), spec, 2).activations
    assert found == int(0.85 * 4 * 2 * (32 * 64 * 3 + 16 * 32 * 5))


def test_advice_names_the_setting_and_what_it_would_need():
    assert ESTIMATE.advice() == "Batch 16 needs about 6.0 GB. Lower batch to 8, which needs about 4.0 GB."
    tight = ESTIMATE.advice(available=3 * GB)
    assert tight == ("Batch 16 needs about 6.0 GB, and 3.0 GB are free. Lower batch to 4, which needs about 3.0 GB.")


def test_advice_for_a_single_image_is_another_setting():
    single = Estimate(GB, GB, GB, GB, batch=1)
    assert "Lower width or height" in single.advice()
    none = ESTIMATE.advice(available=2 * GB)
    assert none.startswith("Batch 16 needs about 6.0 GB, and 2.0 GB are free. Lower width or height")


def test_largest_batch_fits():
    assert ESTIMATE.largest_batch(3 * GB) == 4
    assert ESTIMATE.largest_batch(GB) == 0


def test_bytes_are_told_in_words():
    assert [gigabytes(n) for n in (12_000_000, 1_260_000_000)] == ["12 MB", "1.3 GB"]
