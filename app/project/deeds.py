"""The list of the undoable edits in a window, in order, so that the last one is undone first wherever it was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.language.languages import translate


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """An undoable edit: of a label, of many labels by one action, or of a prediction by a repair."""

    title: str
    """Title for the menu: "Move character 4"."""
    undo: Callable[[], object]
    """Takes the deed back. Returns False to refuse that: the deed then stays in place."""
    redo: Callable[[], object]
    """Does the deed again. Returns False to refuse that: the deed then stays in place."""
    stands: Callable[[], bool] = lambda: True
    """Returns False once the deed can be neither undone nor done again: its prediction is shown no more."""


class Deeds(QObject):
    """The edits of one window in the open project that can be undone and redone."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done: list[Deed] = []
        self._undone: list[Deed] = []
        self._held = False

    @property
    def last(self) -> Deed | None:
        """The edit that is undone next, or None if there is none."""
        return _top(self._done)

    @property
    def next(self) -> Deed | None:
        """The undone edit that is redone next, or None if there is none."""
        return _top(self._undone)

    @property
    def is_held(self) -> bool:
        """True if an edit is being undone in the background, so that the next edit has to wait."""
        return self._held

    def add(self, deed: Deed) -> Deed:
        """Add an edit that was made, after which undone edits can no longer be redone."""
        self._done.append(deed)
        self._undone.clear()
        self.changed.emit()
        return deed

    def drop(self, deed: Deed) -> None:
        """Forget an edit."""
        for deeds in (self._done, self._undone):
            if deed in deeds:
                deeds.remove(deed)
        self.changed.emit()

    def undo(self) -> None:
        """Undo the last edit."""
        deed = self.last
        if deed is not None and not self._held and deed.undo() is not False:
            self._move(deed, self._done, self._undone)

    def redo(self) -> None:
        """Redo the edit that was undone last."""
        deed = self.next
        if deed is not None and not self._held and deed.redo() is not False:
            self._move(deed, self._undone, self._done)

    def hold(self, is_held: bool) -> None:
        """Let the next edit wait, or stop waiting."""
        self._held = is_held
        self.changed.emit()

    def clear(self) -> None:
        """Forget all edits, because another project is open."""
        self._done = []
        self._undone = []
        self._held = False
        self.changed.emit()

    def _move(self, deed: Deed, source: list[Deed], target: list[Deed]) -> None:
        if deed in source:
            source.remove(deed)
            target.append(deed)
        self.changed.emit()


def undo_title(title: str) -> str:
    """Return the title for undoing an edit: "Undo: Move character 4"."""
    return translate("Actions", "Undo: {title}").format(title=title)


def redo_title(title: str) -> str:
    """Return the title for redoing an edit."""
    return translate("Actions", "Redo: {title}").format(title=title)


def _top(deeds: list[Deed]) -> Deed | None:
    """Return the last edit that still holds, after those behind it are forgotten, or None if there is none."""
    while deeds and not deeds[-1].stands():
        deeds.pop()
    return deeds[-1] if deeds else None
