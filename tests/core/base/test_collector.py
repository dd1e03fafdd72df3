"""The pause of the garbage collector ends, and does not begin what was off."""

import gc
from collections.abc import Iterator

import pytest

from core.base.collector import collector_paused


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


@pytest.mark.parametrize("is_on", [True, False])
def test_collector_is_off_within_the_pause_and_afterwards_as_it_was(is_on: bool):
    (gc.enable if is_on else gc.disable)()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() == is_on


def test_collector_is_on_again_after_an_error():
    gc.enable()
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()
