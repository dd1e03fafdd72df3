"""What all tests of networks and trainings share."""

import gc
import importlib
import sys
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def _keras(request: pytest.FixtureRequest) -> Any:
    """Keras, or None among the quick tests, which load no TensorFlow."""
    return importlib.import_module("keras") if request.config.getoption("--all") else sys.modules.get("keras")


@pytest.fixture(autouse=True, scope="session")
def _no_unusable_card(_keras: Any) -> Iterator[None]:
    """No card of this machine changes what the tests see, fixtures of wider scopes included."""
    with pytest.MonkeyPatch.context() as patch:
        if _keras is not None:  # among the quick tests this import would load TensorFlow
            patch.setattr("core.model.steps.tensorflow_devices.unusable_gpu", lambda visible: "")
        yield


@pytest.fixture(autouse=True, scope="module")
def _networks_are_released(_keras: Any) -> Iterator[None]:
    """Keras keeps what a module's networks are made of until it is told; TensorFlow then frees their functions."""
    yield
    if _keras is not None:
        _keras.backend.clear_session()  # collects as well
        gc.freeze()  # what has survived will be passed over, so that the next collection is short


@pytest.fixture(autouse=True, scope="module")
def _seeded_fixtures(_keras: Any) -> None:
    """Weights that a module's fixtures draw are the same every time, and other ones than those of its tests."""
    if _keras is not None:
        _keras.utils.set_random_seed(1)


@pytest.fixture(autouse=True)
def _seeded(_keras: Any) -> None:
    """Weights that a test draws are the same every time, whichever tests ran before it."""
    if _keras is not None:
        _keras.utils.set_random_seed(2)
