"""Opens the window from the command line, and lists the commands, because a folder must not share a command's name."""

from __future__ import annotations

import signal
from pathlib import Path

from app.console.terminal import UsageError

COMMANDS = (
    "demo",
    "convert",
    "check",
    "maps",
    "train",
    "predict",
    "evaluate",
    "readers",
    "records",
    "export",
    "cross-check",
    "learning-history",
    "diagnose",
    "layers",
    "prune",
    "adapt",
    "explain",
    "reference",
    "compare-labels",
    "merge-label",
    "doctor",
    "install-desktop-entry",
)
"""The names of all commands; a command line that begins with none of them opens the window."""


def open_window(
    folder: Path | None = None, config: Path | None = None, language: str | None = None, theme: str | None = None
) -> int:
    """Open the desktop program. Return its exit status once the window is closed.

    Raises UsageError if there is no such folder, language or theme. Raises StudioError if there is no screen.
    """
    from app.settings.table import SETTINGS

    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # commands end with a sentence; a window is ended by the system
    for option, name, value in (("--lang", "language", language), ("--theme", "theme", theme)):
        if value is not None and SETTINGS[name].accepted(value) is None:
            raise UsageError(f'{option}: "{value}" is not known; it has to be {SETTINGS[name].allowed()}.')
    if folder is not None and not folder.exists():
        raise UsageError(f'"{folder}" is no folder, and no command ({", ".join(COMMANDS)}).')
    from app.desktop.starting import quick_loading

    with quick_loading():
        from app.gui import Options, run

    return run(Options(folder, config, language, theme))
