"""An edit as data: the label before and after it, and a title. Applying and reverting are the same one line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoCommand

from core.labels.label import WordLabel

Selection = tuple[int, ...]
"""Places of the selected characters, the one selected last at the end."""

State = tuple[WordLabel | None, Selection]
"""A label (None: there is no label file) and what was selected in it."""


class EditCommand(QUndoCommand):
    """One undoable edit of one image's label.

    Parameters
    ----------
    title : str
        What the undo menu says: "Move character 4".
    before, after : State
    show : callable
        Makes a state the present one; called with the state and the title of what was done.
    merges : str
        Edits that follow one another with the same non-empty `merges` become one entry (a key held down).
    """

    def __init__(
        self, title: str, before: State, after: State, show: Callable[[State, str], None], merges: str = ""
    ) -> None:
        super().__init__(title)
        self.before, self.after = before, after
        self._show = show
        self._merges = merges
        self._undone = False

    def redo(self) -> None:
        """Make the edit; Qt calls this also when it is pushed."""
        again = QCoreApplication.translate("Actions", "Redo: {title}").format(title=self.text())
        self._show(self.after, again if self._undone else self.text())
        self._undone = False

    def undo(self) -> None:
        """Take it back."""
        self._undone = True
        back = QCoreApplication.translate("Actions", "Undo: {title}").format(title=self.text())
        self._show(self.before, back)

    def id(self) -> int:
        """The same for edits that may become one entry; -1 for one that stays alone."""
        return hash(self._merges) & 0x7FFFFFFF if self._merges else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802  Qt's name
        """Take a following edit into this one."""
        if not isinstance(other, EditCommand) or other._merges != self._merges:
            return False
        self.after = other.after
        return True
