"""Strips above the image for lasting states, such as an unreadable label."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.language.sentences import translated
from app.session import Session
from app.views.messages.banners import Banner, Button, StateBanners
from core.labels.files.storage import label_path


class States(QObject):
    """Shows a strip when a state begins and removes the strip when the state ends."""

    def __init__(self, session: Session, banners: StateBanners) -> None:
        super().__init__(banners)
        self._session = session
        self._banners = banners
        self._label: tuple[str | None, str] = (None, "")
        session.editor.loaded_changed.connect(self._say_label)
        session.desk.folder_changed.connect(self._say_project)
        session.catalog.images_changed.connect(self._say_skipped)
        self._skipped: object = None
        self._offered = 0
        session.learning.changed.connect(self._say_learning)
        session.learning.learned.connect(self._say_learned)

    def retranslate(self) -> None:
        """Show all strips again, in the present language."""
        self._label, self._skipped, self._offered = (None, ""), None, 0
        self._say_label()
        self._say_project()
        self._say_skipped()
        self._say_learning()
        if self._banners.shown("learned") is not None:
            self._say_learned()

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
            + self.tr("The label cannot be edited here, so that nothing in the file is lost.")
        )
        self._banners.set_banner("label", Banner("error", sentence, buttons, shown=loaded.label_text, can_close=False))

    def _say_project(self) -> None:
        session = self._session
        shared = self.tr(
            "Another window has this project open. If both edit the same image, you are asked which counts."
        )
        read_only = self.tr("This folder is read-only: labels can be looked at, not edited.")
        self._banners.set_banner("shared", Banner("warning", shared) if session.opening.is_shared else None)
        self._banners.set_banner("read_only", Banner("warning", read_only) if session.desk.is_read_only else None)

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

    def _say_learning(self) -> None:
        """Offer that the model learns from what was corrected; it never learns by itself."""
        learning = self._session.learning
        if not learning.previous:
            self._banners.set_banner("learned", None)
        count = learning.corrected if learning.is_offered else 0
        if count == self._offered:
            return
        self._offered = count
        if not count:
            self._banners.set_banner("learning", None)
            return
        sentence = self.tr(
            "You have corrected {count} drafts. The model can learn from them in the background, some ten minutes, and "
            "make better drafts then."
        ).format(count=f"{count:,}")
        banner = Banner("note", sentence, [Button(self.tr("Learn from these corrections"), learning.learn)])
        banner.closed.connect(learning.postpone)
        self._banners.set_banner("learning", banner)

    def _say_learned(self) -> None:
        learning = self._session.learning
        sentence = self.tr("The model has learned from your corrections and makes the next drafts.")
        back = Button(self.tr("Back to the previous model"), learning.go_back)
        self._banners.set_banner("learned", Banner("note", sentence, [back]))

    def _next(self) -> Button:
        return Button(self.tr("Next image"), lambda: self._session.step(1))

    def _open_label(self) -> None:
        project, image = self._session.project, self._session.image
        if project is None or image is None:
            return
        path = label_path(project.path_of(image))
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._session.tell(self.tr("The system has no program for this file: {path}").format(path=path), "warning")
