"""Brings open labels in line with label files that something else than the saver has written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from app.editing.document import Document, Documents, State
from app.editing.editor import Editor
from app.editing.saver import Saver
from app.project.loading import Loaded
from core.labels.files.storage import LabelFile


class Reconciler:
    """Takes over what another program, or an action on many labels, has written into the files of open labels."""

    def __init__(self, documents: Documents, saver: Saver, editor: Editor) -> None:
        self._documents, self._saver, self._editor = documents, saver, editor

    @property
    def open_images(self) -> frozenset[str]:
        """The images whose label is open."""
        return frozenset(document.image for document in self._documents)

    def when_saved(self, then: Callable[[], None]) -> None:
        """Write all open labels now, then call `then`."""
        self._saver.when_saved(then)

    def expect_draft(self, data: bytes) -> None:
        """Know a label file that is about to be written as a draft: a person's edit goes over it unasked."""
        self._documents.expect_draft(data)

    def reconcile(self, loaded: Loaded) -> None:
        """Take over the label of an open image as it was read again; with unsaved edits of ours it is a conflict."""
        document = self._documents.get(loaded.image)
        if document is None or document.is_saving or loaded.label_error:
            return
        theirs = None if loaded.file is None else loaded.file.data
        known = None if document.base is None else document.base.data
        if theirs == known:
            return
        if document.is_dirty:  # the saver writes over a draft
            if theirs == document.data():  # both came to the same
                document.take_theirs(loaded.file)
                self._saver.settled(document)
            elif not self._documents.is_draft(theirs):
                document.conflicted()
                self._editor.conflicted.emit(loaded.image)
            return
        self.take(document, loaded.file)

    def take(self, document: Document, file: LabelFile | None, title: str = "") -> None:
        """Make the label file the document's label: an undoable step where the document has undo steps.

        Parameters
        ----------
        file : LabelFile or None
            What is there now; None: no label file.
        title : str
            Of an action of our own that has written it and its part of the history: always a step then.
        """
        if not title and not document.stack.count():
            document.reread(file)
            self._saver.settled(document)
            self._editor.refresh(document)
            return
        before, replaced = (document.label, document.selection), document.data()
        document.take_theirs(file)
        after: State = (None, ()) if file is None else (file.label, ())
        if title:  # the history has it already
            replaced = None if file is None else file.data
        step = title or QCoreApplication.translate("Edits", "Take over what another program wrote")
        self._editor.push(document, step, before, after, replaced)

    def take_over(self, files: Mapping[str, LabelFile | None], title: str) -> None:
        """Show the label files that an action on many labels has written in their open documents, as one undoable step.

        A label that was edited meanwhile is left to `reconcile`, as after another program. A file that was noticed and
        read before the action has ended is a step as well, unless it was one already.
        """
        for image, file in files.items():
            document = self._documents.get(image)
            if document is None or document.is_dirty or document.is_saving or document.conflict:
                continue
            theirs = None if file is None else file.data
            if theirs != (None if document.base is None else document.base.data):
                self.take(document, file, title)
            elif document.before_reading is not None and not document.stack.count():
                self._editor.push(document, title, document.before_reading, (document.label, ()), theirs)
