"""Actions on projects and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from app.actions.action import Action, Asker
from app.actions.conditions import has_project
from app.language.languages import translate
from app.session import Session


def open_folder(session: Session, asker: Asker) -> None:
    """Ask for a folder and open it as a project."""
    folder = asker.choose_folder(translate("Actions", "Open a folder of word images"))
    if folder is not None:
        session.open(folder)


def recent_projects(session: Session, asker: Asker) -> Iterable[tuple[str, Callable[[], object]]]:
    """The projects opened last, to be opened again."""
    for folder in asker.recent_projects():
        yield str(folder).replace("&", "&&"), partial(session.open, folder)


def save_now(session: Session, asker: Asker) -> None:
    """Write what is unsaved without waiting for a moment of quiet."""
    session.saver.flush()


ACTIONS = (
    Action(
        "file.open",
        "Open folder…",
        open_folder,
        shortcuts=("Ctrl+O",),
        icon="folder-open",
        tip="Open a folder of word images as a project",
    ),
    Action(
        "file.close",
        "Close project",
        lambda session, asker: session.close(),
        shortcuts=("Ctrl+W",),
        icon="close",
        enabled=has_project,
    ),
    Action(
        "file.save",
        "Save now",
        save_now,
        section="save",
        shortcuts=("Ctrl+S",),
        icon="save",
        tip="Write the label file now; it is also written by itself a moment after each edit",
        enabled=has_project,
    ),
    Action(
        "file.import",
        "Import…",
        lambda session, asker: asker.show_dialog("import"),
        section="exchange",
        shortcuts=("Ctrl+Shift+I",),
        icon="import",
        tip="Read labels of another format into a folder",
    ),
    Action(
        "file.crop_words",
        "Crop words from scenes…",
        lambda session, asker: asker.show_dialog("crop_words"),
        section="exchange",
        shortcuts=("Ctrl+Shift+W",),
        icon="crop-words",
        tip="Draw boxes round the words of photographs, and make word images of them in a new folder",
    ),
    Action(
        "file.export",
        "Export…",
        lambda session, asker: asker.show_dialog("export"),
        section="exchange",
        shortcuts=("Ctrl+Shift+E",),
        icon="export",
        tip="Write the project's labels in another format",
        enabled=has_project,
    ),
    Action(
        "file.export_model",
        "Export model…",
        lambda session, asker: asker.show_dialog("export_model"),
        section="exchange",
        icon="export-model",
        tip="Write a model for other programs (TensorFlow Lite, ONNX, …), and see how far each form agrees",
    ),
    Action(
        "file.foreign_model",
        "Open foreign model…",
        lambda session, asker: asker.show_dialog("foreign_model"),
        section="exchange",
        icon="foreign-model",
        tip="Look into a SavedModel or a frozen graph of another program, and run it on an image",
    ),
    Action(
        "file.change_model",
        "Change a model…",
        lambda session, asker: asker.show_dialog("change_model"),
        section="exchange",
        icon="layers",
        tip="Make a new model of the chosen one: other symbols, weights of a file, or weak channels set to 0",
        enabled=lambda session: session.predictions.is_on,
    ),
    Action(
        "file.compare_labels",
        "Compare labels…",
        lambda session, asker: asker.show_dialog("compare_labels"),
        section="exchange",
        icon="compare",
        tip="Compare these labels with somebody else's of the same images, and walk through the differences",
        enabled=has_project,
    ),
    Action(
        "file.statistics",
        "Statistics…",
        lambda session, asker: asker.show_dialog("statistics"),
        section="exchange",
        tip="How often symbols and lengths occur, and what was labelled on which day, by whom",
        enabled=has_project,
    ),
    Action(
        "problems.look",
        "Look for changes in the folder",
        lambda session, asker: session.catalog.look(),
        section="folder",
        menu="file",
        shortcuts=("F5",),
        icon="reset",
        tip="Take over what other programs have changed, and check it",
        enabled=has_project,
    ),
    Action(
        "problems.check_folder",
        "Check the folder",
        lambda session, asker: asker.show_dialog("check_folder"),
        section="folder",
        menu="file",
        shortcuts=("Shift+F5",),
        icon="check-folder",
        tip="List the problems of all labels",
        enabled=has_project,
    ),
    Action(
        "file.project_settings",
        "Project settings…",
        lambda session, asker: asker.show_dialog("project_settings"),
        section="settings",
        shortcuts=("Ctrl+Alt+P",),
        icon="project-settings",
        tip="Charset, target maps and validation of this project",
        enabled=has_project,
    ),
    Action(
        "file.settings",
        "Settings…",
        lambda session, asker: asker.show_dialog("settings"),
        section="settings",
        shortcuts=("Ctrl+,",),
        icon="settings",
    ),
    Action(
        "file.quit", "Quit", lambda session, asker: asker.close(), section="quit", shortcuts=("Ctrl+Q",), icon="quit"
    ),
)
