"""Strips above the image that report lasting states, such as an unreadable label."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.drafting.adopting import Outcome
from app.language.sentences import translated
from app.project.workspace import FollowUp
from app.session import Session
from app.views.messages.banners import Banner, Button, StateBanners
from core.labels.files.storage import label_path


class States(QObject):
    """Shows a strip when a state begins, and removes it when the state ends."""

    def __init__(self, session: Session, banners: StateBanners) -> None:
        super().__init__(banners)
        self._session = session
        self._banners = banners
        self._label: tuple[str | None, str] = (None, "")
        session.workspace.switching.later(self._say_label, session.editor.loaded_changed, parent=self)
        session.workspace.folder_changed.connect(self._say_project)
        session.opening.shared_changed.connect(self._say_shared)
        session.catalog.images_changed.connect(self._say_skipped)
        self._skipped: object = None
        self._notified: Outcome | None = None  # the comparison that was told of
        session.models.learning.compared.connect(self._say_compared)
        self._say_label()
        self._say_project()
        self._say_skipped()

    def _say_label(self) -> None:
        """Show that an unreadable label blocks editing: a new label would overwrite a file that can be mended."""
        loaded = self._session.editor.loaded
        state = (None, "") if loaded is None else (loaded.image, loaded.label_error)
        if state == self._label:
            return
        self._label = state
        if loaded is None or not loaded.label_error:
            self._banners.set_banner("label", None)
            return
        buttons = [Button(self.tr("Open in text editor"), self._open_label), self._next()]
        sentence = (
            translated(loaded.label_error)
            + "\n"
            + self.tr(
                "To keep everything that is in the file, the label cannot be edited here. Open it in a text editor."
            )
        )
        self._banners.set_banner("label", Banner("error", sentence, buttons, shown=loaded.label_text, can_close=False))

    def _say_project(self) -> None:
        session = self._session
        self._say_shared()
        read_only = self.tr("This folder is read-only: labels can be looked at, not edited.")
        self._banners.set_banner("read_only", Banner("warning", read_only) if session.workspace.is_read_only else None)

    def _say_shared(self) -> None:
        shared = self.tr(
            "Another window has this project open. If both edit the same image, you are asked which edit to keep."
        )
        self._banners.set_banner("shared", Banner("warning", shared) if self._session.opening.is_shared else None)

    def _say_skipped(self) -> None:
        catalog = self._session.catalog
        if catalog.skipped == self._skipped:
            return
        self._skipped = catalog.skipped
        if not catalog.skipped:
            self._banners.set_banner("skipped", None)
            return
        count = len(catalog.skipped)
        sentence = (
            self.tr("One folder or file is left out of the list.")
            if count == 1
            else self.tr("{count} folders and files are left out of the list.").format(count=count)
        )
        reasons = "\n".join(str(skipped) for skipped in catalog.skipped)
        self._banners.set_banner("skipped", Banner("warning", sentence, shown=reasons, details=reasons))

    def _say_compared(self) -> None:
        """Say once that a comparison is through, and leave its details to the card of the run."""
        session, outcome = self._session, self._session.models.learning.outcome
        if outcome is None or outcome is self._notified:
            return
        self._notified = outcome
        if session.display.layout == "train" and session.predictions.run == outcome.run:
            return  # its card is on screen
        is_better, is_used = outcome.verdict == "adopted", session.models.learning.uses_new
        if is_used and not is_better:
            text = self.tr("The model that you have chosen stays in use.")
        elif is_better and not is_used:
            text = self.tr("The new model reads more words. Your own choice of a model stays.")
        elif is_better:
            text = self.tr("The new model reads more words, and is in use.")
        elif outcome.adoption is None:
            text = self.tr("The model in use stays: the new one was not compared. {reason}")
        elif outcome.adoption.reads_less:
            text = self.tr("The model in use stays: the new one reads fewer words.")
        else:
            text = self.tr("The model in use stays: the new one is not clearly better.")
        show = FollowUp(self.tr("Show the result"), partial(session.workspace.run_asked.emit, outcome.run))
        session.notify(text.format(reason=translated(outcome.trouble)), "note", (show,))

    def _next(self) -> Button:
        return Button(self.tr("Next image"), lambda: self._session.step(1))

    def _open_label(self) -> None:
        project, image = self._session.project, self._session.image
        if project is None or image is None:
            return
        path = label_path(project.path_of(image))
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._session.notify(
                self.tr(
                    "No program is set up to open {path}. Choose one in the system's settings, "
                    "or open the file by hand."
                ).format(path=path),
                "warning",
            )
