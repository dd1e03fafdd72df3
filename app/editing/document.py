"""The labels that are open: one document an image, with its undo stack, for as long as it has something to keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtGui import QUndoStack

from app.editing.commands import Selection
from core.labels.files.history import HistoryEntry
from core.labels.files.storage import LabelFile, serialise_label
from core.labels.label import WordLabel


@dataclass(slots=True, eq=False)
class Document:
    """One image's label while it is open.

    Attributes
    ----------
    image : str
        Relative path in the project.
    size : (height, width)
        Of the image in pixels.
    base : LabelFile or None
        The label file as it is on the disk, as far as we know; None: there is none.
    label : WordLabel or None
        What it is now; None: there is to be no label file.
    selection : Selection
    stack : QUndoStack
        All edits since the document was opened.
    unsaved : list of HistoryEntry
        The edits that are not in the history yet.
    saving : bool
        Whether the file is being written.
    writing : bytes or None
        What it is to hold then, while it is being written; None: it is being deleted.
    conflict : bool
        Whether another program has changed the file since, and the user has not said what counts.
    """

    image: str
    size: tuple[int, int]
    base: LabelFile | None = None
    label: WordLabel | None = None
    selection: Selection = ()
    stack: QUndoStack = field(default_factory=QUndoStack)
    unsaved: list[HistoryEntry] = field(default_factory=list)
    saving: bool = False
    writing: bytes | None = None
    conflict: bool = False
    _layout: LabelFile | None = None
    _last: tuple[WordLabel | None, bytes | None] = (None, None)

    @classmethod
    def of(cls, image: str, size: tuple[int, int], file: LabelFile | None) -> Document:
        """The document of an image whose label file was just read."""
        document = cls(image, size)
        document.rebase(file)
        document.label = None if file is None else file.label
        return document

    @property
    def is_dirty(self) -> bool:
        """Whether the label file would become another one if it were saved."""
        return self.data() != (None if self.base is None else self.base.data)

    @property
    def has_something_to_keep(self) -> bool:
        """Whether closing it would lose edits or the way back from them."""
        return self.is_dirty or self.saving or bool(self.unsaved) or self.stack.count() > 0

    def rebase(self, file: LabelFile | None) -> None:
        """The file on the disk is this one now."""
        self.base = file
        if file is not None:
            self._layout = file  # kept after the file is deleted, so that undoing that gives back every byte of it
        self._last = (None, None) if file is None else (file.label, file.data)

    def data(self) -> bytes | None:
        """The label file to be written; None for none."""
        if self.label is None:
            return None
        if self._last[0] is not self.label:  # coordinates are rounded in the file: labels cannot be compared
            name = self.image.rpartition("/")[2]
            self._last = (self.label, serialise_label(self.label, name, self.size, self._layout))
        return self._last[1]


class Documents:
    """The open documents of a project; those with nothing to keep are closed once another image is opened."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter([*self._open.values()])

    def get(self, image: str) -> Document | None:
        """The document of an image, None if it is not open."""
        return self._open.get(image)

    def open(self, document: Document) -> None:
        """Keep a document, and close those that have nothing to keep."""
        self._open = {image: other for image, other in self._open.items() if other.has_something_to_keep}
        self._open[document.image] = document

    def clear(self) -> None:
        """Close all of them."""
        self._open.clear()
