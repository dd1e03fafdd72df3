"""Help with the program itself."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_project
from app.desktop.folders import open_log_folder
from app.session import Session


def toggle_checklist(session: Session) -> None:
    """Show the first steps, or send them away."""
    if session.checklist.is_shown:
        session.checklist.dismiss()
    else:
        session.checklist.show()


ACTIONS = (
    Action(
        "help.first_steps",
        "First steps",
        lambda session, asker: toggle_checklist(session),
        section="start",
        tip="The first steps as a list beside the picture, which notices what is done",
        enabled=has_project,
        checked=lambda session, asker: session.checklist.is_shown,
    ),
    Action(
        "help.manual",
        "Manual",
        lambda session, asker: asker.show_dialog("manual"),
        section="start",
        shortcuts=("Shift+F1",),
        tip="How to do what, a page for each instrument, and a search for words, errors, keys and formats",
    ),
    Action(
        "help.shortcuts",
        "Keyboard shortcuts",
        lambda session, asker: asker.show_dialog("shortcuts"),
        shortcuts=("F1",),
        icon="keyboard",
        tip="All actions with their keys",
    ),
    Action(
        "help.doctor",
        "Check this machine",
        lambda session, asker: asker.show_dialog("doctor"),
        section="machine",
        icon="doctor",
        tip="Check Python, TensorFlow, graphics cards and fonts",
    ),
    Action(
        "help.log_folder",
        "Open the log folder",
        lambda session, asker: open_log_folder(session.tell),
        section="machine",
        icon="log",
    ),
    Action(
        "help.about",
        "About TextScanner Studio",
        lambda session, asker: asker.show_dialog("about"),
        section="about",
        icon="about",
    ),
)
