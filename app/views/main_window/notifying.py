"""Notifies the person on the desktop when a training ends while the window is not active."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from app.language.figures import validation_share
from app.session import Session
from app.widgets.icons import APPLICATION, icon
from core.runs.events import Failed, Finished

_SHOWN = 10_000  # ms


class Notifier(QObject):
    """Sends a notification when a training ends while the window is not active."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._training = session.training
        self._window = window
        self.tray: QSystemTrayIcon | None = None  # made when it is first needed
        session.training.state_changed.connect(self._notify)

    def _notify(self) -> None:
        training = self._training
        if training.state.phase not in {"finished", "failed", "lost"} or self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self.tray is None:
            self.tray = QSystemTrayIcon(icon(APPLICATION), self)
            self.tray.messageClicked.connect(self._come)
        self.tray.show()
        is_good = training.state.phase == "finished"
        kind = QSystemTrayIcon.MessageIcon.Information if is_good else QSystemTrayIcon.MessageIcon.Warning
        self.tray.showMessage(self._title(is_good), self._sentence(), kind, _SHOWN)

    def _title(self, is_good: bool) -> str:
        run = "" if self._training.state.run is None else self._training.state.run.name
        text = self.tr("Training finished: {run}") if is_good else self.tr("Training interrupted: {run}")
        return text.format(run=run)

    def _sentence(self) -> str:
        match self._training.state.result:
            case Finished(metrics=metrics, step=step) if "word_accuracy" in metrics:
                started = self._training.state.started
                share = validation_share(metrics["word_accuracy"], None if started is None else started.validation)
                return self.tr("{share} were read right at step {step}.").format(share=share, step=step)
            case Finished(step=step):
                return self.tr("Step {step} is done.").format(step=step)
            case Failed(message=message):
                return message
            case _:
                return ""

    def _come(self) -> None:
        self._window.activateWindow()
        self._window.raise_()
