"""The open labels, with a document for each image: its current label, its label file, and its undoable edits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QUndoCommand, QUndoStack

from app.project.undo_list import UndoableEdit, redo_title, undo_title
from core.labels.files.history import HistoryEntry
from core.labels.files.journal import hash_of
from core.labels.files.storage import LabelFile, serialise_label
from core.labels.label import WordLabel

Selection = tuple[int, ...]  # places of the selected characters, the one selected last at the end

State = tuple[WordLabel | None, Selection]  # a label (None: there is no label file) and what was selected in it


@dataclass(frozen=True, slots=True)
class Write:
    """One writing of a label file, with the history entries that belong to it."""

    data: bytes | None
    """The label file's new content. None: the file is to be deleted."""
    expected: bytes | None
    """The label file's present content, as far as we know. None: there is no file."""
    entries: tuple[HistoryEntry, ...]
    """The edits that go into the history with the file."""
    overwrite: bool
    """True if the label file is replaced, whatever it holds."""


@dataclass(slots=True, eq=False)
class Document:
    """The open label of one image, whose attributes are changed only by the methods of the document."""

    image: str
    """Path of the image relative to the project, which changes if the image is moved."""
    size: tuple[int, int]
    """(height, width) of the image in pixels."""
    base: LabelFile | None = None
    """The label file as it is on the disk, as far as we know. None: there is no file."""
    label: WordLabel | None = None
    """The label as it is now. None: there is to be no label file."""
    selection: Selection = ()
    """The selected characters, which the editor sets."""
    stack: QUndoStack = field(default_factory=QUndoStack)
    """All edits since the document was opened."""
    unsaved: list[HistoryEntry] = field(default_factory=list)
    """The edits that are not in the history yet, except those of `write`."""
    write: Write | None = None
    """The writing that is in progress."""
    conflict: bool = False
    """True if another program has changed the file since, and the user has not said what counts."""
    last_edit: UndoableEdit | None = None
    """The newest edit of this document in the window's undo list."""
    _layout: LabelFile | None = None
    # what each label of this document was written as: undoing gives back every byte, whatever was written meanwhile
    _written: dict[WordLabel, bytes] = field(default_factory=dict)
    _last: tuple[WordLabel | None, bytes | None] = (None, None)

    @classmethod
    def of(cls, image: str, size: tuple[int, int], file: LabelFile | None) -> Document:
        """Return the document of an image whose label file was just read."""
        document = cls(image, size)
        document.reread(file)
        return document

    # What it is

    @property
    def is_dirty(self) -> bool:
        """True if saving would change the label file."""
        return self.data() != (None if self.base is None else self.base.data)

    @property
    def is_saving(self) -> bool:
        """True if the label file is being written."""
        return self.write is not None

    @property
    def has_something_to_keep(self) -> bool:
        """True if closing the document would lose edits or undo steps."""
        return self.is_dirty or self.is_saving or bool(self.unsaved) or self.stack.count() > 0

    def data(self) -> bytes | None:
        """Return the content of the label file to write, or None if there is to be no file."""
        if self.label is None:
            return None
        if self._last[0] is not self.label:
            data = self._written.get(self.label)
            if data is None:
                name = self.image.rpartition("/")[2]
                data = self._written[self.label] = serialise_label(self.label, name, self.size, self._layout)
            self._last = (self.label, data)
        return self._last[1]

    # What becomes of it

    def edited(self, state: State, title: str, replaced: bytes | None) -> None:
        """Make a state the current one.

        `replaced`: the content of the label file before the edit; None: there was no file.
        """
        self.label, self.selection = state
        after = self.data()
        if after != replaced:
            self.unsaved.append(HistoryEntry(self.image, replaced, after, title))

    def writing(self, *, overwrite: bool = False) -> Write:
        """Begin to write the current label, until `written`, `not_written` or `conflicted` is called."""
        expected = None if self.base is None else self.base.data
        self.write = Write(self.data(), expected, tuple(self.unsaved), overwrite)
        self.unsaved.clear()
        return self.write

    def written(self, file: LabelFile | None, unrecorded: tuple[HistoryEntry, ...] = ()) -> None:
        """Register that the label file was written and is `file` now, or that it was deleted if `file` is None."""
        self.write = None
        self.unsaved[:0] = unrecorded
        self._rebase(file)

    def not_written(self) -> None:
        """Register that the label file could not be written and still has its former content."""
        if self.write is not None:
            self.unsaved[:0] = self.write.entries
            self.write = None

    def conflicted(self) -> None:
        """Register that another program has changed the label file, and write nothing until the user has decided."""
        self.not_written()
        self.conflict = True

    def keep_mine(self) -> Write:
        """End a conflict by writing this label over the one of the other program."""
        self.conflict = False
        return self.writing(overwrite=True)

    def take_theirs(self, file: LabelFile | None) -> None:
        """End a conflict by accepting the other program's label file, so that an edit then changes the label itself."""
        self.conflict = False
        self._written.clear()  # another program's file may differ in what no label says
        self._rebase(file)

    def reread(self, file: LabelFile | None) -> None:
        """Start again from a label file."""
        self.take_theirs(file)
        self.label, self.selection = None if file is None else file.label, ()

    def move(self, image: str) -> None:
        """Change the name of the image and so of its label file."""
        self.image = image
        self._written.clear()

    def forget_last(self) -> None:
        """Forget the last undo step, but leave the label as it is."""
        self.stack.command(self.stack.index() - 1).setObsolete(True)
        self.stack.undo()  # an obsolete command is removed, and not undone

    def _rebase(self, file: LabelFile | None) -> None:
        self.base = file
        if file is not None:
            self._written[file.label] = file.data
            self._layout = file  # kept after the file is deleted, so that undoing that gives back every byte of it
        self._last = (None, None) if file is None else (file.label, file.data)


class Documents:
    """The open documents of a project, closed if they have nothing to keep once another image is opened."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}
        self._drafts: set[str | None] = set()

    def __iter__(self) -> Iterator[Document]:
        return iter([*self._open.values()])

    def get(self, image: str) -> Document | None:
        """Return the document of an image, or None if it is not open."""
        return self._open.get(image)

    def open(self, document: Document) -> None:
        """Add a document, and close those that have nothing to keep."""
        self._open = {image: opened for image, opened in self._open.items() if opened.has_something_to_keep}
        self._open[document.image] = document

    def rename(self, images: Mapping[str, str]) -> None:
        """Keep the documents of images that were moved, given the new names by the old ones."""
        for document in self:
            if document.image in images:
                document.move(images[document.image])
        self._open = {document.image: document for document in self}

    def expect_draft(self, data: bytes) -> None:
        """Expect a label file that this program will write as a draft, so that a person's edit replaces it unasked."""
        self._drafts.add(hash_of(data))

    def is_draft(self, data: bytes | None) -> bool:
        """Return True, in any thread, if a label file contains a draft that this program has written."""
        return data is not None and hash_of(data) in self._drafts

    def clear(self) -> None:
        """Close all documents."""
        self._open.clear()
        self._drafts.clear()


class EditCommand(QUndoCommand):
    """One undoable edit of one document, with the states before and after it.

    `replaced`: the label file before the edit, as the history is to know it. `shown`: called each time the edit was
    made or undone. `merges`: edits that follow one another with the same non-empty `merges` become one entry (a key
    held down). `begins`: True if something else was done since the edit before, so that the two stay apart.
    """

    def __init__(
        self,
        document: Document,
        title: str,
        before: State,
        after: State,
        *,
        replaced: bytes | None,
        shown: Callable[[], None],
        merges: str = "",
        begins: bool = False,
    ) -> None:
        super().__init__(title)
        self._document = document
        self._before, self._after = before, after
        self._replaced = replaced
        self._shown = shown
        self._merges, self._begins = merges, begins
        self._undone = False

    def redo(self) -> None:
        """Make the edit, as Qt also requests when the command is pushed."""
        if self._undone:
            self._document.edited(self._after, redo_title(self.text()), self._document.data())
        else:
            self._document.edited(self._after, self.text(), self._replaced)
        self._undone = False
        self._shown()

    def undo(self) -> None:
        """Undo the edit."""
        self._undone = True
        self._document.edited(self._before, undo_title(self.text()), self._document.data())
        self._shown()

    def id(self) -> int:
        """Return the number that edits share if they may be merged, or -1."""
        return hash(self._merges) & 0x7FFFFFFF if self._merges else -1

    def mergeWith(self, command: QUndoCommand) -> bool:
        """Merge a following edit into this one."""
        if not isinstance(command, EditCommand) or command._begins or command._merges != self._merges:
            return False
        self._after = command._after
        return True
