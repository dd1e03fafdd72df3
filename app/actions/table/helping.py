"""Help with the program itself."""

from __future__ import annotations

from app.actions.action import Action
from app.desktop.folders import open_log_folder
from app.language.languages import marked

ACTIONS = (
    Action(
        "help.shortcuts",
        marked("Actions", "Keyboard shortcuts"),
        lambda session, asker: asker.show_dialog("shortcuts"),
        shortcuts=("F1",),
        icon="keyboard",
        tip=marked("Actions", "All actions with their keys"),
    ),
    Action(
        "help.doctor",
        marked("Actions", "Check this machine"),
        lambda session, asker: asker.show_dialog("doctor"),
        section="machine",
        icon="doctor",
        tip=marked("Actions", "Check Python, TensorFlow, graphics cards and fonts"),
    ),
    Action(
        "help.log_folder",
        marked("Actions", "Open the log folder"),
        lambda session, asker: open_log_folder(session.tell),
        section="machine",
        icon="log",
    ),
    Action(
        "help.about",
        marked("Actions", "About TextScanner Studio"),
        lambda session, asker: asker.show_dialog("about"),
        section="about",
        icon="about",
    ),
)
