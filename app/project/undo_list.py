"""The list of the undoable edits in a window, in order, so that the last one is undone first wherever it was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.language.languages import translate


@dataclass(frozen=True, slots=True, eq=False)
class UndoableEdit:
    """An undoable edit: of a label, of many labels by one action, or of a prediction by a repair."""

    title: str
    """Title for the menu: "Move character 4"."""
    undo: Callable[[], object]
    """Undoes the edit. Returns False to refuse that: the edit then stays in place."""
    redo: Callable[[], object]
    """Makes the edit again. Returns False to refuse that: the edit then stays in place."""
    is_possible: Callable[[], bool] = lambda: True
    """Returns False once the edit can be neither undone nor redone: its prediction is shown no more."""


class UndoList(QObject):
    """The edits of one window in the open project that can be undone and redone."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done: list[UndoableEdit] = []
        self._undone: list[UndoableEdit] = []
        self._held = False

    @property
    def last(self) -> UndoableEdit | None:
        """The edit that is undone next, or None if there is none."""
        return _top(self._done)

    @property
    def next(self) -> UndoableEdit | None:
        """The undone edit that is redone next, or None if there is none."""
        return _top(self._undone)

    @property
    def is_held(self) -> bool:
        """True if an edit is being undone in the background, so that the next edit has to wait."""
        return self._held

    def add(self, edit: UndoableEdit) -> UndoableEdit:
        """Add an edit that was made, after which undone edits can no longer be redone."""
        self._done.append(edit)
        self._undone.clear()
        self.changed.emit()
        return edit

    def drop(self, edit: UndoableEdit) -> None:
        """Forget an edit."""
        for edits in (self._done, self._undone):
            if edit in edits:
                edits.remove(edit)
        self.changed.emit()

    def undo(self) -> None:
        """Undo the last edit."""
        edit = self.last
        if edit is not None and not self._held and edit.undo() is not False:
            self._move(edit, self._done, self._undone)

    def redo(self) -> None:
        """Redo the edit that was undone last."""
        edit = self.next
        if edit is not None and not self._held and edit.redo() is not False:
            self._move(edit, self._undone, self._done)

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

    def _move(self, edit: UndoableEdit, source: list[UndoableEdit], target: list[UndoableEdit]) -> None:
        if edit in source:
            source.remove(edit)
            target.append(edit)
        self.changed.emit()


def undo_title(title: str) -> str:
    """Return the title for undoing an edit: "Undo: Move character 4"."""
    return translate("Actions", "Undo: {title}").format(title=title)


def redo_title(title: str) -> str:
    """Return the title for redoing an edit."""
    return translate("Actions", "Redo: {title}").format(title=title)


def _top(edits: list[UndoableEdit]) -> UndoableEdit | None:
    """Return the last edit that still holds, after those behind it are forgotten, or None if there is none."""
    while edits and not edits[-1].is_possible():
        edits.pop()
    return edits[-1] if edits else None
