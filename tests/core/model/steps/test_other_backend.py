"""Keras' `fit` on JAX: the network, its losses and word formation are written for any backend of Keras."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.fitted_elsewhere import BATCH, SPEC, STEPS
from support.networks.tiny_network import noise_batch
from support.processes.python import run_python

from core.model.network.saving import load_model

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed: pip install '.[jax]'"),
]
AGREED = 3  # steps within which rounding has not yet grown: Adam divides by roots of small averages


def fitted(backend: str, folder: Path) -> Path:
    """Ten steps in a process of its own."""
    folder.mkdir()
    run_python(
        "-m",
        "support.networks.fitted_elsewhere",
        folder,
        TEXTSCANNER_BACKEND=backend,
        KERAS_BACKEND=backend,
        JAX_PLATFORMS="cpu",
    )
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The results of each backend, one after the other."""
    folder = tmp_path_factory.mktemp("fitted")
    return {backend: fitted(backend, folder / backend) for backend in ("jax", "tensorflow")}


def test_ten_steps_on_jax_have_the_losses_of_tensorflow(folders: dict[str, Path]):
    losses: dict[str, Any] = {
        backend: json.loads((folder / "losses.json").read_text()) for backend, folder in folders.items()
    }
    for name, theirs in losses["jax"].items():
        assert len(theirs) == STEPS and np.isfinite(theirs).all()
        np.testing.assert_allclose(theirs[:AGREED], losses["tensorflow"][name][:AGREED], rtol=1e-4)
        np.testing.assert_allclose(theirs, losses["tensorflow"][name], rtol=0.05)
    assert losses["jax"]["character_loss"][-1] < losses["jax"]["character_loss"][0]


def test_a_model_that_jax_has_trained_reads_the_same_here(folders: dict[str, Path]):
    read = load_model(folders["jax"] / "model.keras").model(noise_batch(SPEC, BATCH)["image"], training=False)
    with np.load(folders["jax"] / "word.npz") as there:
        assert set(there) == set(read)
        for name in ("localization_map", "presence"):
            np.testing.assert_allclose(np.asarray(read[name]), there[name], atol=1e-4)
