import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.desktop.garbage_collection import GarbageCollector


class Cycle(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.myself = self


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[GarbageCollector]:
    made = GarbageCollector()
    yield made
    made.stop()


def test_threads_that_allocate_collect_nothing(collector: GarbageCollector):
    lost = weakref.ref(Cycle())
    worker = threading.Thread(target=lambda: [[] for _ in range(100_000)])
    worker.start()
    worker.join()
    assert lost() is not None


def test_cycle_is_collected_after_a_while(collector: GarbageCollector, qtbot: QtBot):
    lost = weakref.ref(Cycle())
    kept: list[list[int]] = []

    def goes_on_allocating() -> bool:
        # what is freed meanwhile counts against what is allocated, so one helping may not make a collection due
        kept.extend([number] for number in range(gc.get_threshold()[0]))
        return lost() is None

    qtbot.waitUntil(goes_on_allocating)
