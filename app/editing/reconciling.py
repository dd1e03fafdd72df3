"""Brings open labels in line with label files that were not written by the saver."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from app.editing.document import Document, Documents, State
from app.editing.editor import Editor
from app.editing.saver import Saver
from app.project.loading import Loaded
from app.project.undo_list import UndoableEdit
from core.labels.files.storage import LabelFile


class Reconciler:
    """Adopts changes that another program, or an action on many labels, has made in the files of open labels."""

    def __init__(self, documents: Documents, saver: Saver, editor: Editor) -> None:
        self._documents = documents
        self._saver = saver
        self._editor = editor
        self._taken: dict[str, UndoableEdit | None] = {}  # what was last taken over from another program, by image

    @property
    def open_images(self) -> frozenset[str]:
        return frozenset(document.image for document in self._documents)

    @property
    def unsaved_images(self) -> frozenset[str]:
        return frozenset(document.image for document in self._documents if document.is_dirty or document.is_saving)

    def follow(self, images: Mapping[str, str]) -> None:
        self._documents.rename(images)
        self._saver.follow(images)

    def when_saved(self, then: Callable[[], None]) -> None:
        self._saver.when_saved(then)

    def expect_draft(self, data: bytes) -> None:
        self._documents.expect_draft(data)

    def reconcile(self, loaded: Loaded) -> None:
        """Adopt the label of an open image as it was read again, or report a conflict with our unsaved edits.

        If the image itself is not there, its label says nothing.
        """
        document = self._documents.get(loaded.image)
        if document is None or document.is_saving or loaded.label_error or not loaded.is_there:
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

    def take(self, document: Document, file: LabelFile | None) -> None:
        """Adopt the label file as the document's label, in an undoable step if the document has undo steps."""
        if not document.stack.count():
            self._reread(document, file)
            return
        before, replaced = (document.label, document.selection), document.data()
        document.take_theirs(file)
        after: State = (None, ()) if file is None else (file.label, ())
        step = QCoreApplication.translate("Edits", "Take over what another program wrote")
        self._taken[document.image] = self._editor.push(document, step, before, after, replaced)

    def take_over(self, files: Mapping[str, LabelFile | None]) -> None:
        """Show the label files that an action on many labels has written in the documents that are open.

        The action is one edit, so this is no step of the documents; nor is a file that was noticed, and taken for
        another program's, before the action has ended. A label that was edited meanwhile is left to `reconcile`.
        """
        for image, file in files.items():
            document = self._documents.get(image)
            if document is None or document.is_dirty or document.conflict:
                continue
            taken = self._taken.pop(image, None)
            if (None if file is None else file.data) == (None if document.base is None else document.base.data):
                if taken is not None and taken is document.last_edit:
                    self._editor.forget(document)
            elif not document.is_saving:
                self._reread(document, file)

    def _reread(self, document: Document, file: LabelFile | None) -> None:
        document.reread(file)
        self._saver.settled(document)
        self._editor.show_document(document)
