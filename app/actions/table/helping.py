"""Actions that help with the program itself."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_project
from app.desktop.folders import open_log_folder
from app.session import Session


def toggle_checklist(session: Session) -> None:
    """Show the first steps, or hide them."""
    if session.checklist.is_shown:
        session.checklist.dismiss()
    else:
        session.checklist.show()


ACTIONS = (
    Action(
        "help.first_steps",
        "First steps",
        "The first steps as a list beside the picture, which notices what is done",
        run=lambda session, asker: toggle_checklist(session),
        enabled=has_project,
        checked=lambda session, asker: session.checklist.is_shown,
    ),
    Action(
        "help.manual",
        "Manual",
        "Instructions for each task, a page for each instrument, and a search for terms, errors, keys and formats",
        run=lambda session, asker: asker.show_dialog("manual"),
        shortcuts=("Shift+F1",),
    ),
    Action(
        "help.shortcuts",
        "Keyboard shortcuts",
        "All actions with their keys",
        run=lambda session, asker: asker.show_dialog("shortcuts"),
        shortcuts=("F1",),
        icon="keyboard",
    ),
    Action(
        "help.doctor",
        "Check this machine",
        "Check Python, TensorFlow, graphics cards and fonts",
        run=lambda session, asker: asker.show_dialog("doctor"),
        icon="doctor",
    ),
    Action(
        "help.log_folder", "Open the log folder", run=lambda session, asker: open_log_folder(session.notify), icon="log"
    ),
    Action(
        "help.about", "About TextScanner Studio", run=lambda session, asker: asker.show_dialog("about"), icon="about"
    ),
)
