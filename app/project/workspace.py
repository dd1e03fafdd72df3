"""The open project, the image on screen and the ways to show a sentence, shared by every part of a session."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.language.languages import translate
from app.language.sentences import translated
from app.project.switching import Switching
from app.project.undo_list import UndoableEdit, UndoList
from app.settings.settings import Settings
from app.workers.background import Background
from core.project.project import Project

Severity = Literal["note", "warning", "error"]

_log = logging.getLogger(__name__)
_log.setLevel(logging.INFO)  # whatever a person was told
_LEVELS: Mapping[Severity, int] = {"note": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The next step that a sentence offers with a button."""

    text: str
    """The text of the button, translated."""
    run: Callable[[], object]
    """Called when the button is pressed."""
    stays: bool = False
    """True if sentence and button stay after the button was pressed."""


class Workspace(QObject):
    """The open project and the image on screen.

    A part of a session is given the workspace and the parts that it uses, never the session, so that a test of the part
    needs no more than these.
    """

    project_changed = Signal()  # what holds for all of the project is another: its folder, settings or charset
    folder_changed = Signal()  # of these the folder: another project is open, or none; told before `project_changed`
    image_changed = Signal()
    gone_to = Signal()
    """A person has gone to the image on screen, out of a list or by Next of the queue: the next keys are about it."""
    leaving = Signal()
    """The image on screen is about to be left, so that unfinished typing belongs in its label now."""
    labels_written = Signal(object)
    """Images, a tuple of str, whose label files this program has written, other than by the saver."""
    ending = Signal()  # the window closes: parts end their child processes
    meaning_asked = Signal(str)  # a message whose meaning, and what to do about it, help is to show
    run_asked = Signal(object)  # the result of a run, by its folder, is to be shown
    export_asked = Signal(object)  # the dialog that exports is to begin with a model, by its path
    solved = Signal(str)  # the sentence of an error that is none any more
    notified = Signal(str, str, object)
    """(severity, sentence, offers) to be shown: "note", "warning" or "error", and a tuple of `FollowUp`."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.background = Background(self)  # threads for work that the window must not wait for
        self.undo_list = UndoList(self)  # what was done and can be undone
        self.switching = Switching(self)  # who follows another image on screen, and when
        self.project: Project | None = None
        self.image: str | None = None  # relative path of the image on screen, also while it is still being read
        self.is_read_only = False  # True if the project's folder may not be written to
        self._root: Path | None = None
        self._held: frozenset[str] = frozenset()
        self._unkept = ""
        self._troubles: dict[str, str] = {}  # by what is at fault: the sentence that was told of it
        self.project_changed.connect(self._compare_folders)
        settings.save_due.connect(self._save_settings)

    def hold(self, images: Iterable[str]) -> None:
        """Prevent edits to the labels of these images until the next call, because their files are being moved."""
        self._held = frozenset(images)

    def why_held(self, image: str) -> str:
        """Return the reason why this image's label cannot be edited just now, or "" if it can."""
        if image not in self._held:
            return ""
        return self.tr("{image} is being moved. Edit its label when that is over.").format(image=image)

    @property
    def root(self) -> Path | None:
        """The open project's folder, or None without a project."""
        return None if self.project is None else self.project.root

    @property
    def beside(self) -> Path:
        """The first folder to propose for new files about the project: the one that contains the project."""
        return Path.home() if self.project is None else self.project.root.parent

    @property
    def read_only(self) -> str:
        """The reason why no label may be edited, or "" if labels may be edited."""
        if not self.is_read_only:
            return ""
        return self.tr("This folder is read-only, so its labels cannot be edited. Copy it, then open the copy.")

    def undo_of(self, undoable: UndoableEdit | None, alone: Callable[[], object]) -> FollowUp:
        """Return the offer to undo an edit, as the last one, or by itself if other edits have followed."""

        def undo() -> None:
            is_last = undoable is not None and self.undo_list.last is undoable
            (self.undo_list.undo if is_last else alone)()

        return FollowUp(translate("Actions", "Undo"), undo)

    def refuses_edits(self) -> bool:
        """Return True and say why if no label may be edited."""
        if self.is_read_only:
            self.notify(self.read_only, "warning")
        return self.is_read_only

    @property
    def annotator(self) -> str:
        """The name that the person has set, or "" if there is none."""
        return str(self.settings.value("label.annotator"))

    def notify(self, text: Exception | str, severity: Severity = "note", offers: tuple[FollowUp, ...] = ()) -> None:
        """Show a sentence to the person, translated if it is a sentence of `core`."""
        sentence = translated(text)
        _log.log(_LEVELS[severity], sentence)
        self.notified.emit(severity, sentence, offers)

    def notify_trouble(self, about: str, text: Exception | str) -> None:
        """Show an error until `end_trouble` is called with the same `about`, the name of the failed work."""
        self.end_trouble(about)
        self._troubles[about] = translated(text)
        self.notify(text, "error")

    def end_trouble(self, about: str) -> None:
        """Remove the error about something, because it has succeeded or is being tried again."""
        if sentence := self._troubles.pop(about, ""):
            self.solve(sentence)

    def solve(self, text: Exception | str) -> None:
        """Remove a sentence that is no longer true."""
        self.solved.emit(translated(text))

    def notify_unkept(self, sentence: str) -> None:
        """Report once, here and on standard error, the program's folders that cannot be written, or nothing for ""."""
        if sentence and sentence != self._unkept:
            self._unkept = sentence
            self.notify(sentence, "warning")
            print(sentence, file=sys.stderr)

    def show(self, image: str | None) -> None:
        """Put an image on screen, or clear the screen if it is None."""
        if image != self.image:
            self.leaving.emit()
            self.image = image
            with self.switching.under_way():
                self.image_changed.emit()

    def go_to(self, image: str) -> None:
        """Put an image on screen that a person has chosen to work on, which gives the picture the keyboard."""
        self.show(image)
        self.gone_to.emit()

    def _compare_folders(self) -> None:
        if self.root != self._root:
            self._root = self.root
            self.undo_list.clear()
            self.folder_changed.emit()

    def _save_settings(self) -> None:
        settings, write = self.settings, self.settings.writing()

        def written(sentence: str) -> None:
            if sentence:
                settings.trouble.emit(sentence)

        self.background.start("", lambda job: write(), lane="saving", finished=written, failed=settings.trouble.emit)
