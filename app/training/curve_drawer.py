"""Draws all curves of a window in one child process, which is started for the first of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from PySide6.QtCore import QObject

from app.project.desk import Desk
from app.workers import running
from app.workers.children.figures import Drawing, DrawingAnswer, FigureLook, Panel, Request
from app.workers.death import Death
from app.workers.process import Worker

_ENTRY = "app.workers.children.figures"
_MOST_DEATHS = 3  # in a row without a drawing


class CurveDrawer(QObject):
    """Passes requests on to the process that draws, and the drawings back."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._worker: Worker | None = None
        self._numbers = count()
        self._waiting: dict[int, Callable[[Drawing | None], object]] = {}
        self._deaths = 0
        desk.ending.connect(self._end)

    @property
    def is_given_up(self) -> bool:
        """Whether one process after another has died, so that no other one is started."""
        return self._deaths >= _MOST_DEATHS

    def draw(self, panels: Sequence[Panel], look: FigureLook, then: Callable[[Drawing | None], object]) -> None:
        """Draw; `then` is given the drawing, or None where the process has died over it."""
        worker = self._worker or self._start()
        if worker is None:
            then(None)
            return
        number = next(self._numbers)
        self._waiting[number] = then
        worker.send(Request(number, tuple(panels), look))

    def _start(self) -> Worker | None:
        if self.is_given_up:
            return None  # told already
        worker = Worker(self.tr("Drawing the curves"), self)
        worker.received.connect(self._take)
        worker.ended.connect(self._ended)
        try:
            worker.start(_ENTRY, None, running.folder() / "curves.log")
        except OSError as error:
            self._deaths = _MOST_DEATHS
            self._desk.tell(self.tr("The curves cannot be drawn: {reason}").format(reason=error), "error")
            return None
        self._worker = worker
        return worker

    def _take(self, message: object) -> None:
        if isinstance(message, DrawingAnswer):
            self._deaths = 0
            self._waiting.pop(message.number)(message.drawing)

    def _ended(self, death: Death) -> None:
        if self._worker is not None:
            self._worker.deleteLater()
            self._worker = None
        self._deaths += 1
        if death.cause and self._deaths == _MOST_DEATHS:
            self._desk.tell(death.cause, "error")
        waiting, self._waiting = self._waiting, {}
        for then in waiting.values():
            then(None)

    def _end(self) -> None:
        self._waiting.clear()
        if self._worker is not None:
            self._worker.leave()
