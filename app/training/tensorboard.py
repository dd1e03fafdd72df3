"""TensorBoard for a run, served by a child process and shown in the browser at one click."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.project.workspace import Workspace
from app.workers import running
from app.workers.children.tensorboard import Serving
from app.workers.death import Death
from app.workers.process import Worker

FOLDER = "tensorboard"  # of a run: its event files

_ENTRY = "app.workers.children.tensorboard"

_TROUBLE = "TensorBoard"


class TensorBoard(QObject):
    """Serves the runs that were asked for, each in a process that ends with the window."""

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._workers: dict[Path, Worker] = {}
        self.served: dict[Path, str] = {}  # URLs by run; "" while one is being started
        workspace.ending.connect(self._end)

    def open(self, run: Path) -> None:
        """Show a run in the browser, after starting a process for it the first time."""
        url = self.served.get(run)
        if url:
            self._open_browser(url)
        elif url is None:
            self._start(run)

    def stop(self) -> None:
        """End all TensorBoard processes."""
        for worker in self._workers.values():
            worker.stop()

    def _start(self, run: Path) -> None:
        if not (run / FOLDER).is_dir():
            self._workspace.notify(
                self.tr("{run}: there are no logs for TensorBoard. Train with “Logs for TensorBoard” on.").format(
                    run=run.name
                ),
                "warning",
            )
            return
        worker = Worker(self.tr("TensorBoard"), self)
        worker.received.connect(partial(self._serves, run))
        worker.ended.connect(partial(self._ended, run))
        log = running.folder() / f"tensorboard-{len(self._workers)}.log"
        try:
            worker.start(_ENTRY, run / FOLDER, log)
        except OSError as error:
            sentence = self.tr("TensorBoard could not be started: {reason}")
            self._workspace.notify_trouble(_TROUBLE, sentence.format(reason=error))
            return
        self._workers[run] = worker
        self.served[run] = ""
        self._workspace.notify(self.tr("TensorBoard is being started; the browser opens automatically."))
        self.changed.emit()

    def _serves(self, run: Path, message: object) -> None:
        if isinstance(message, Serving):
            self.served[run] = message.url
            self._workspace.end_trouble(_TROUBLE)
            self.changed.emit()
            self._open_browser(message.url)

    def _ended(self, run: Path, death: Death) -> None:
        self._workers.pop(run).deleteLater()
        self.served.pop(run, None)
        if death.cause:
            self._workspace.notify_trouble(_TROUBLE, death.cause)
        self.changed.emit()

    def _end(self) -> None:
        for worker in self._workers.values():
            worker.leave()

    def _open_browser(self, url: str) -> None:
        if not QDesktopServices.openUrl(QUrl(url)):
            self._workspace.notify(
                self.tr("No browser could be opened. Open {url} in a browser to see TensorBoard.").format(url=url)
            )
