"""Help with the program itself."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from app.actions.action import Action, Asker
from app.language.languages import marked
from app.session import Session
from core.base.files import make_folder
from core.base.folders import log_folder


def open_log_folder(session: Session, asker: Asker) -> None:
    """Show the folder in the system's file manager; where there is none, say its path."""
    folder = log_folder()
    make_folder(folder)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        session.tell(QCoreApplication.translate("Actions", "The log files are in {folder}").format(folder=folder))


ACTIONS = (
    Action(
        "help.shortcuts",
        marked("Actions", "Keyboard shortcuts"),
        lambda session, asker: asker.show_dialog("shortcuts"),
        menu="help",
        shortcuts=("F1",),
        icon="keyboard",
        tip=marked("Actions", "All actions with their keys"),
        repeats=False,
    ),
    Action(
        "help.doctor",
        marked("Actions", "Check this machine"),
        lambda session, asker: asker.show_dialog("doctor"),
        menu="help",
        section="machine",
        icon="doctor",
        tip=marked("Actions", "What of Python, TensorFlow, graphics cards and fonts works here"),
        repeats=False,
    ),
    Action(
        "help.log_folder",
        marked("Actions", "Open the log folder"),
        open_log_folder,
        menu="help",
        section="machine",
        icon="log",
        repeats=False,
    ),
    Action(
        "help.about",
        marked("Actions", "About TextScanner Studio"),
        lambda session, asker: asker.show_dialog("about"),
        menu="help",
        section="about",
        icon="about",
        repeats=False,
    ),
)
