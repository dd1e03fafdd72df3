"""Reports which of the program's folders cannot be written and what is lost then, and opens that of the logs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.language.languages import TableText, translate
from app.language.sentences import in_a_list, translated
from core.base.errors import Sentence
from core.base.files import make_folder
from core.base.folders import cache_folder, log_folder, settings_folder, state_folder
from core.base.systems import system

_CONTEXT = "OwnFolders"


@dataclass(frozen=True, slots=True)
class _Own:
    """A folder."""

    folder: Callable[[], Path]  # gives its path
    variable: str  # what moves it, on Linux
    lost: TableText  # what is not kept without it; marked for translation


_STATE = _Own(
    state_folder,
    "XDG_STATE_HOME",
    "edits are not protected until they are saved, and the window layout and recent projects are forgotten",
)
_JOURNAL = _Own(_STATE.folder, "", "edits are not protected until they are saved")
_CONFIG = _Own(settings_folder, "XDG_CONFIG_HOME", "settings last until the window is closed")
_CACHE = _Own(cache_folder, "XDG_CACHE_HOME", "projects are indexed again each time")


def unwritable(settings: Path | None = None, journal: Path | None = None) -> str:
    """Return a sentence that names the program's own folders that cannot be written, or "" if all can be.

    Tries to write, so not for the thread that paints. Folders that are missing are made. `settings`: the folder that
    has the settings, if it is not the usual one. `journal`: the folder of a project's journal; it counts if the
    state folder itself can be written.
    """
    state, config, cache = (own.folder() for own in (_STATE, _CONFIG, _CACHE))
    places = [(state, _STATE), (settings or config, _CONFIG), (cache, _CACHE)]
    faults = [(folder, why, own) for folder, own in places if (why := why_not(folder))]
    if journal is not None and not any(own is _STATE for *_, own in faults):
        why = why_not(journal)
        faults = [(journal, why, _JOURNAL), *faults] if why else faults
    if not faults:
        return ""
    variables = [own.variable for folder, _, own in faults if own.variable and folder == own.folder()]
    advice = translate("OwnFolders", "Give yourself write permission for it.")
    if system.FOLLOWS_XDG and len(variables) == len(faults):
        advice = translate(
            "OwnFolders", "Give yourself write permission for it, or set {variables} to another folder."
        ).format(variables=", ".join(variables))
    sentence = translate("OwnFolders", "The program cannot write to {folders}, so {lost}. {advice}")
    return sentence.format(
        folders=in_a_list(f"{folder} ({_said(why)})" for folder, why, _ in faults),
        lost=in_a_list(translate(_CONTEXT, own.lost) for *_, own in faults),
        advice=advice,
    )


def _said(why: str) -> str:
    """The system's message, in the current language if `app.language.sentences` knows it."""
    return translated(Sentence("{why}", why=why))


def writable_log(log: Path) -> Path:
    """Return the file for a log, or one in the temporary folder if the log's folder cannot be written."""
    if not why_not(log.parent):
        return log
    return Path(tempfile.mkdtemp(prefix="textscanner-studio-")) / log.name


def why_not(folder: Path) -> str:
    """Create a folder if it is missing, and return the system's reason why no file can be made in it, or ""."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def open_log_folder(notify: Callable[[str], object]) -> None:
    """Show the folder of the logs in the system's file manager, or pass its path to `tell` if there is none.

    FileWriteError is raised if the folder cannot be made.
    """
    folder = log_folder()
    make_folder(folder)
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        notify(translate("Actions", "The log files are in {folder}").format(folder=folder))
