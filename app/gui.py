"""Runs the desktop program: its settings, session and window, and the handling of unexpected errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.desktop.appearance import announce_language, follow_settings
from app.desktop.folders import unwritable
from app.desktop.garbage_collection import GarbageCollector
from app.desktop.unexpected import Interrupts, Trouble
from app.settings.settings import Settings
from app.views.main_window.window import MainWindow
from app.widgets.icons import APPLICATION, icon
from app.workers.loading import Loading
from core.base.errors import FileWriteError, Sentence, StudioError
from core.base.folders import SETTINGS_NAME
from core.base.plugins.active import plugins
from core.base.systems import system


@dataclass(frozen=True, slots=True)
class Options:
    """The options that the command line sets."""

    folder: Path | None = None
    """The project to open, or an image in it. None: the last one, if the settings say so."""
    config: Path | None = None
    """The file with the settings. None: the person's."""
    language: str | None = None
    """Language that is used in place of the setting, and not kept."""
    theme: str | None = None
    """Theme that is used in place of the setting, and not kept."""


def run(options: Options, started: Callable[[MainWindow], None] | None = None) -> int:
    """Show the window until it is closed, and return the exit status.

    `started`: called with the window once it is shown and the event loop runs: the tour. StudioError is raised if there
    is no screen, or an option is wrong.
    """
    _require_screen()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("textscanner-studio")
    application.setApplicationDisplayName("TextScanner Studio")
    application.setDesktopFileName("textscanner-studio")
    application.setWindowIcon(icon(APPLICATION))
    collector = GarbageCollector(application)
    trouble = Trouble()
    trouble.install()
    settings = Settings(options.config)
    sentences = settings.load()
    for name, value in (("language", options.language), ("theme", options.theme)):
        if value is not None:
            settings.override(name, value)
    follow_settings(application, settings)
    window = MainWindow()
    opens = _folder_to_open(window, settings, options.folder)
    window.welcome.show_opening(opens)
    news = _PluginNews(application)

    def contents() -> Generator[None]:
        from app.session import Session  # loaded by the first step, in a thread
        from core.runs.bundled import BUNDLED

        yield from window.filling(lambda: Session(settings, bundled=BUNDLED))
        session = window.session
        trouble.happened.connect(window.show_report)
        settings.trouble.connect(lambda sentence: session.notify(sentence, "warning"))
        for sentence in sentences:
            session.notify(sentence, "warning")
        news.failed.connect(lambda sentence: session.notify(sentence, "warning"))
        plugins().listen(news.failed.emit)
        announce_language(settings, lambda sentence: session.notify(sentence, "warning"))
        session.workspace.background.start(
            "", lambda job: unwritable(settings.path.parent), finished=session.workspace.notify_unkept
        )
        QTimer.singleShot(0, lambda: _open(window, opens, options.folder))
        if started is not None:
            QTimer.singleShot(0, partial(started, window))

    loading = Loading(contents(), application)
    interrupts = Interrupts(window.close)
    trouble.interrupted.connect(window.close)
    window.show()
    try:
        status = application.exec()
    finally:
        loading.stop()
        session = getattr(window, "session", None)  # None if the window was closed at once
        is_over = session is None or session.shutdown()
        collector.stop()
        try:
            settings.save()
        except FileWriteError as error:
            print(error, file=sys.stderr)  # there is no window any more
        interrupts.remove()
        trouble.remove()
    if loading.error is not None:
        raise loading.error
    if not is_over:
        print(
            Sentence("A disk does not answer: the program ends without waiting for it. Labels are saved."),
            file=sys.stderr,
        )
        os._exit(status)
    return status


class _PluginNews(QObject):
    """Brings the sentence of a plug-in that has failed into the thread that paints."""

    failed = Signal(object)


def _folder_to_open(window: MainWindow, settings: Settings, folder: Path | None) -> Path | None:
    """Return the given folder or file, or the last project if the settings say so, without asking the disk."""
    if folder is None and settings.value("projects.reopen_last"):
        return next(iter(window.recent_projects()), None)
    return folder


def _open(window: MainWindow, opens: Path | None, given: Path | None) -> None:
    """Open a folder, or the folder of a file, but leave out a last project that is not there."""
    if opens is None or (given is None and not opens.is_dir()):
        window.welcome.show_opening(None)
        return
    session = window.session
    from core.base.images import is_image

    if opens.name == SETTINGS_NAME and opens.is_file():  # from the desktop, which opens files
        session.open(opens.absolute().parent)
    elif is_image(opens) and opens.is_file():
        session.open(opens.absolute().parent, opens.name)
    else:
        session.open(opens)


def _require_screen() -> None:
    """Raise an error if there is no screen, before Qt would end the process."""
    if not system.has_screen():
        raise StudioError(
            "There is no screen to show the window on. Start it in a desktop session, or set DISPLAY; "
            "'textscanner --help' lists the commands that need none."
        )
