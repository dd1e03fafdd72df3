"""Asks the person which of two labels counts, and which edits of a killed program to restore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.editing.conflicts import Conflict, read_conflict, settle
from app.editing.recovery import Offer, offers
from app.session import Session

if TYPE_CHECKING:
    from app.views.messages.conflict_dialog import ConflictDialog


class Decisions(QObject):
    """Asks one question at a time and carries out each answer."""

    conflict_settled = Signal(str)  # an image about whose label there was a question, answered or put off

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._asking: str | None = None
        self._waiting: list[str] = []
        session.editor.conflicted.connect(self.ask)
        session.recovered.connect(self._offer)

    def conflicts(self) -> tuple[str, ...]:
        """Return the images with conflicting labels between which the person has not decided yet."""
        return tuple(document.image for document in self._session.documents if document.conflict)

    def ask(self, image: str) -> None:
        """Ask which label of an image counts, after any question that is open already."""
        if image == self._asking or image in self._waiting:
            return
        self._waiting.append(image)
        self._go_on()

    def _go_on(self) -> None:
        if self._asking is not None or not self._waiting:
            return
        image = self._waiting.pop(0)
        document, project = self._session.documents.get(image), self._session.project
        if document is None or project is None or not document.conflict:
            self._go_on()
            return
        self._asking = image
        root, mine = project.root, document.label
        self._session.workspace.background.start(
            "",
            lambda job: read_conflict(root, image, mine),
            lane="pictures",
            finished=self._take_conflict,
            failed=self._not_read,
        )

    def _take_conflict(self, conflict: Conflict) -> None:
        from app.views.messages.conflict_dialog import ConflictDialog  # seldom needed: not at the start

        document = self._session.documents.get(conflict.image)
        if document is None or not document.conflict:
            self._over()
            return
        dialog = ConflictDialog(self._session, conflict, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda _: self._answered(conflict, dialog))
        dialog.open()

    def _answered(self, conflict: Conflict, dialog: ConflictDialog) -> None:
        document = self._session.documents.get(conflict.image)
        if document is not None and document.conflict:
            settle(self._session.saver, self._session.folder.reconciler, document, conflict, dialog.answer)
        self._over()

    def _not_read(self, error: Exception) -> None:
        self._session.notify(str(error), "error")
        self._over()

    def _over(self) -> None:
        image, self._asking = self._asking, None
        if image is not None:
            self.conflict_settled.emit(image)
        self._go_on()

    def _offer(self) -> None:
        project = self._session.project
        if project is None:
            return
        root, recovered = project.root, self._session.saver.recovered
        self._session.workspace.background.start(
            "", lambda job: offers(root, recovered), lane="pictures", finished=self._offered
        )

    def _offered(self, recoveries: tuple[Offer, ...]) -> None:
        from app.views.messages.recovery_dialog import RecoveryDialog  # seldom needed: not at the start

        present = self._session.saver.recovered
        # the project may be another by now
        known = tuple(offer for offer in recoveries if offer.recovered in present)
        if known:
            dialog = RecoveryDialog(self._session, known, self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()
