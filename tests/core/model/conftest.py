"""What all tests of networks and trainings share."""

import gc
from collections.abc import Iterator

import keras
import pytest


@pytest.fixture(autouse=True, scope="session")
def _no_unusable_card() -> Iterator[None]:
    """No card of this machine changes what the tests see, fixtures of wider scopes included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.model.steps.tensorflow_devices.unusable_gpu", lambda visible: "")
        yield


@pytest.fixture(autouse=True, scope="module")
def _networks_are_released() -> Iterator[None]:
    """Keras keeps what a module's networks are made of until it is told; TensorFlow then frees their functions."""
    yield
    keras.backend.clear_session()  # collects as well
    gc.freeze()  # what has survived will be passed over, so that the next collection is short


@pytest.fixture(autouse=True, scope="module")
def _seeded_fixtures() -> None:
    """Weights that a module's fixtures draw are the same every time, and other ones than those of its tests."""
    keras.utils.set_random_seed(1)


@pytest.fixture(autouse=True)
def _seeded() -> None:
    """Weights that a test draws are the same every time, whichever tests ran before it."""
    keras.utils.set_random_seed(2)
