"""The model of the tests in which processes are killed: a network that has learnt nothing."""

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from support.networks.tiny_network import tiny_spec

    from core.model.network.saving import build_recogniser, save_model

    path = tmp_path_factory.mktemp("model") / "model.keras"
    save_model(path, build_recogniser(tiny_spec("0123456789")))
    return path
