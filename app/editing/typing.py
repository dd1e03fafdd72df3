"""The state of typing the word of the image on screen, which the window shows and which other parts ask for."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.editing.document import Documents
from app.editing.editor import Editor
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from core.index.filters import STATUSES
from core.labels.label import WordLabel

Keyboard = Literal["picture", "text", "symbol", "elsewhere"]
"""The owner of the keyboard: the picture, the field of the text, a field for one symbol, or something else."""

Way = Literal["word", "text", "symbol", "symbols"]
"""A way that letters change the word: typed in the picture, in the field of the text, in a field for one symbol, or one
symbol after the other in the picture."""

Pause = Literal["known", "elsewhere", "unreadable"]
"""The reason that letters are no word although typing has begun: a known or damaged label, or the keyboard."""

_UNLABELLED = [STATUSES.index(status) for status in ("none", "pending")]
_DRAFT = STATUSES.index("draft")
_AGREED = STATUSES.index("agreed")
_UNREADABLE = STATUSES.index("unreadable")


def is_known(label: WordLabel) -> bool:
    """Return True if a person or an import has given or accepted the word, so that no letter may replace it.

    A model's draft is not known.
    """
    known = label.teaching
    return label.is_reviewed or (known is not None and bool(known.word or known.characters))


def unknown_words(catalog: Catalog, documents: Documents) -> NDArray[np.bool_]:
    """Return an array (n,) that is True for each image in the catalogue's table whose word still has to be typed.

    Open labels count as they are now.
    """
    table = catalog.table
    without: NDArray[np.bool_] = np.isin(table.status, _UNLABELLED) | ~(table.known | (table.status == _AGREED))
    without |= (table.status == _DRAFT) & (table.length == 0)
    without &= table.status != _UNREADABLE
    for document in documents:
        place = table.index_of(document.image)
        if place is not None:
            without[place] = document.label is None or not is_known(document.label)
    return without


class Typing(QObject):
    """The mode for typing words, from the key W until Esc or a change of tool, layout or folder.

    It pauses on an image whose label is known, and while the keyboard is elsewhere: letters are keys there. The field
    of the text, and the fields and keys for single symbols, change a known word as well, once a person has begun it.
    """

    changed = Signal()  # `way` or `pause`, or the image while letters change its word or typing pauses
    pasted = Signal(str)  # a text that belongs to the word as if it was typed

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        documents: Documents,
        editor: Editor,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.is_on = False  # True from W on
        self._workspace = workspace
        self._catalog = catalog
        self._documents = documents
        self._editor = editor
        self._typed = ""
        self._keyboard: Keyboard = "picture"
        self._types_over = False
        self._notified: tuple[object, ...] = self._state
        workspace.image_changed.connect(self._follow_state)
        for shown in (editor.loaded_changed, editor.label_changed, catalog.rows_changed, catalog.images_changed):
            shown.connect(self._follow_state)

    # What it is

    @property
    def typed(self) -> str:
        """The letters that were typed in the picture and are pending until Enter, Esc, or another image."""
        return self._typed

    @typed.setter
    def typed(self, typed: str) -> None:
        self._typed = typed
        self._follow_state()

    @property
    def is_known(self) -> bool:
        """True if the word of the image on screen is known, also while the image is still being read."""
        editor, image = self._editor, self._workspace.image
        if editor.document is not None and editor.document.image == image:  # and not still the one before
            return is_known(editor.committed_label)
        place = None if image is None else self._catalog.table.index_of(image)
        return place is not None and not bool(unknown_words(self._catalog, self._documents)[place])

    @property
    def takes_letters(self) -> bool:
        """True if a letter typed in the picture belongs to the word, even if it is a shortcut."""
        if not self.is_on or self._workspace.image is None or self._is_unreadable:
            return False
        return bool(self._typed) or not self.is_known

    @property
    def way(self) -> Way | None:
        """The way that letters change the word of the image on screen, or None if they do not."""
        match self._keyboard:
            case "text" | "symbol" if self._editor.can_edit:
                return self._keyboard
            case "picture" if self._types_over:
                return "symbols"
            case "picture" if self.takes_letters:
                return "word"
        return None

    @property
    def pause(self) -> Pause | None:
        """The reason why typing pauses, or None if it does not pause or has not begun."""
        if not self.is_on or self._workspace.image is None or self.way is not None:
            return None
        if self._is_unreadable:
            return "unreadable"
        return "elsewhere" if self.takes_letters else "known"

    @property
    def name(self) -> str:
        """The name of the image on screen, without its folder and suffix."""
        return PurePosixPath(self._workspace.image or "").stem

    # What becomes of it

    def turn(self, is_on: bool) -> None:
        """Begin or end typing in the picture, and discard the letters that are pending."""
        self.is_on, self._typed = is_on, ""
        self._follow_state()

    def have_keyboard(self, keyboard: Keyboard) -> None:
        """Note the part of the window that has the keyboard."""
        self._keyboard = keyboard
        self._follow_state()

    def type_over(self, is_on: bool) -> None:
        """Note if a letter in the picture replaces the symbol of a character."""
        self._types_over = is_on
        self._follow_state()

    # How the window hears of it

    @property
    def _is_unreadable(self) -> bool:
        loaded = self._editor.loaded
        return loaded is not None and loaded.image == self._workspace.image and self._editor.document is None

    @property
    def _state(self) -> tuple[object, ...]:
        way = self.way
        is_about_image = self.is_on or way is not None
        return self.is_on, way, self.pause, self._workspace.image if is_about_image else None

    def _follow_state(self) -> None:
        if self._state != self._notified:
            self._notified = self._state
            self.changed.emit()
