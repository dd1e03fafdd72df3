"""Actions on projects and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from app.actions.action import Action, Asker
from app.actions.conditions import has_project
from app.language.languages import translate
from app.session import Session
from core.base.plugins.active import plugins


def open_folder(session: Session, asker: Asker) -> None:
    """Ask for a folder and open it as a project."""
    folder = asker.choose_folder(translate("Actions", "Open a folder of word images"))
    if folder is not None:
        session.open(folder)


def recent_projects(session: Session, asker: Asker) -> Iterable[tuple[str, Callable[[], object]]]:
    """Return the projects opened last, each with the function that reopens it."""
    for folder in asker.recent_projects():
        yield str(folder).replace("&", "&&"), partial(session.open, folder)


def save_now(session: Session, asker: Asker) -> None:
    """Save all unsaved changes at once, instead of after a pause in editing."""
    session.saver.flush()


_CHANGE_MODEL = Action(
    "file.change_model",
    "Change a model…",
    "Make a new model from the chosen one",
    run=lambda session, asker: asker.show_dialog("change_model"),
    icon="layers",
    enabled=lambda session: session.in_use.is_on,
)

_CHANGING = (_CHANGE_MODEL,) if plugins().parts("model_pages") else ()  # each page is of a plug-in

ACTIONS = (
    Action(
        "file.open",
        "Open folder…",
        "Open a folder of word images as a project",
        run=open_folder,
        shortcuts=("Ctrl+O",),
        icon="folder-open",
    ),
    Action(
        "file.close",
        "Close project",
        run=lambda session, asker: session.close(),
        shortcuts=("Ctrl+W",),
        icon="close",
        enabled=has_project,
    ),
    Action(
        "file.save",
        "Save now",
        "Write the label file now; it is also written by itself a moment after each edit",
        run=save_now,
        shortcuts=("Ctrl+S",),
        icon="save",
        enabled=has_project,
    ),
    Action(
        "file.import",
        "Import…",
        "Read labels of another format into a folder",
        run=lambda session, asker: asker.show_dialog("import"),
        shortcuts=("Ctrl+Shift+I",),
        icon="import",
    ),
    Action(
        "file.crop_words",
        "Crop words from scenes…",
        "Draw boxes round the words of photographs, and make word images of them in a new folder",
        run=lambda session, asker: asker.show_dialog("crop_words"),
        shortcuts=("Ctrl+Shift+W",),
        icon="crop-words",
    ),
    Action(
        "file.export",
        "Export…",
        "Write the project's labels in another format",
        run=lambda session, asker: asker.show_dialog("export"),
        shortcuts=("Ctrl+Shift+E",),
        icon="export",
        enabled=has_project,
    ),
    Action(
        "file.export_model",
        "Export model…",
        "Write a model for other programs (TensorFlow Lite, ONNX, …), and see how closely each file agrees with the "
        "model",
        run=lambda session, asker: asker.show_dialog("export_model"),
        icon="export-model",
    ),
    *_CHANGING,
    Action(
        "problems.look",
        "Look for changes in the folder",
        "Load and check what other programs have changed",
        run=lambda session, asker: session.catalog.look_for_changes(),
        shortcuts=("F5",),
        icon="reset",
        enabled=has_project,
    ),
    Action(
        "problems.check_folder",
        "Check the folder",
        "List the problems of all labels",
        run=lambda session, asker: asker.show_dialog("check_folder"),
        shortcuts=("Shift+F5",),
        icon="check-folder",
        enabled=has_project,
    ),
    Action(
        "file.project_settings",
        "Project settings…",
        "Charset, target maps and validation of this project",
        run=lambda session, asker: asker.show_dialog("project_settings"),
        shortcuts=("Ctrl+Alt+P",),
        icon="project-settings",
        enabled=has_project,
    ),
    Action(
        "file.settings",
        "Settings…",
        run=lambda session, asker: asker.show_dialog("settings"),
        shortcuts=("Ctrl+,",),
        icon="settings",
    ),
    Action("file.quit", "Quit", run=lambda session, asker: asker.close(), shortcuts=("Ctrl+Q",), icon="quit"),
)
