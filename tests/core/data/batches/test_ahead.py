"""Items that a thread makes ahead of their use."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from core.base.errors import DataError
from core.data.batches.ahead import made_ahead


@given(st.lists(st.integers(), max_size=20), st.integers(1, 4))
def test_items_come_in_their_order(items: list[Any], count: int):
    assert list(made_ahead(items, count)) == items


def test_an_error_comes_in_its_turn_and_is_itself():
    def items() -> Iterator[int]:
        yield 1
        raise DataError("the third batch cannot be made")

    ahead = made_ahead(items(), 2)
    assert next(ahead) == 1
    with pytest.raises(DataError, match="the third batch"):
        next(ahead)


def test_no_more_is_made_than_wanted_and_the_thread_ends_with_its_user(qtbot: QtBot):
    made: list[int] = []

    def items() -> Iterator[int]:
        while True:
            made.append(len(made))
            yield made[-1]

    before = threading.active_count()
    ahead = made_ahead(items(), 2)
    assert next(ahead) == 0
    qtbot.waitUntil(lambda: len(made) == 4)  # two are ready, and one waits for its place
    ahead.close()
    assert threading.active_count() == before, "at the end of the process it would take this one down"
    assert len(made) == 4
