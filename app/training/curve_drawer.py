"""Draws all curves of a window in one child process, which starts with the first curve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.project.workspace import Workspace
from app.workers import running
from app.workers.children.figures import (
    Drawing,
    DrawingAnswer,
    FigureLook,
    FiguresWritten,
    Panel,
    Request,
    WriteFigures,
)
from app.workers.death import Death
from app.workers.process import Supervised

if TYPE_CHECKING:
    from core.model.metrics.breakdown import Words

ENTRY = "app.workers.children.figures"


class CurveDrawer(QObject):
    """Passes requests on to the process that draws, and the drawings back.

    Parameters
    ----------
    entry : str
        The module that the process begins with.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None, *, entry: str = ENTRY) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._numbers = count()
        self._waiting: dict[int, Callable[[Drawing | None], object]] = {}
        self._writing: dict[int, Callable[[str | None], object]] = {}
        self._process = Supervised(self.tr("Drawing the curves"), entry, running.folder() / "curves.log", parent=self)
        self._process.received.connect(self._receive)
        self._process.died.connect(self._died)
        workspace.ending.connect(self._end)

    @property
    def pid(self) -> int | None:
        """The process id; None while no process runs."""
        return self._process.pid

    @property
    def is_given_up(self) -> bool:
        """Whether so many processes have died in a row that no further one is started."""
        return self._process.is_given_up

    def draw(self, panels: Sequence[Panel], look: FigureLook, then: Callable[[Drawing | None], object]) -> None:
        """Draw; `then` is given the drawing, or None where the process has died over it."""
        if not self._process.start():
            then(None)
            return
        number = next(self._numbers)
        self._waiting[number] = then
        self._process.send(Request(number, tuple(panels), look))

    def write(
        self, folder: Path, words: Words, maps: Mapping[str, Any] | None, then: Callable[[str | None], object]
    ) -> None:
        """Write the figures of an evaluation (`core.model.metrics.figures`).

        Parameters
        ----------
        then : callable
            Is given None, or the sentence that says why they could not be written.
        """
        if not self._process.start():
            then(self.tr("There is no process that draws."))
            return
        number = next(self._numbers)
        self._writing[number] = then
        self._process.send(WriteFigures(number, folder, words, maps))

    def _receive(self, message: object) -> None:
        if isinstance(message, DrawingAnswer):
            self._process.reset_deaths()
            self._waiting.pop(message.number)(message.drawing)
        elif isinstance(message, FiguresWritten):
            self._process.reset_deaths()
            self._writing.pop(message.number)(message.problem)

    def _died(self, death: Death) -> None:
        if death.cause and self.is_given_up:
            self._workspace.tell(death.cause, "error")
        waiting, self._waiting = self._waiting, {}
        for then in waiting.values():
            then(None)
        writing, self._writing = self._writing, {}
        for told in writing.values():
            told(death.cause or self.tr("There is no process that draws."))

    def _end(self) -> None:
        self._waiting.clear()
        self._writing.clear()
        self._process.leave()
