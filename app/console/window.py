"""Opens the window from the command line, and names the commands, since a folder must not share a command's name."""

from __future__ import annotations

import signal
from pathlib import Path

from app.console.terminal import UsageError
from core.base.plugins.active import plugins, switched_off_command

COMMANDS = (
    "demo",
    "convert",
    "check",
    "maps",
    "train",
    "predict",
    "evaluate",
    "readers",
    "plugins",
    "records",
    "export",
    "cross-check",
    "learning-history",
    "diagnose",
    "explain",
    "reference",
    "merge-label",
    "doctor",
    "install-desktop-entry",
)
"""The names of the program's own commands."""


def command_names() -> tuple[str, ...]:
    """Return the names of all commands, since a command line that begins with none of them opens the window."""
    return (*COMMANDS, *(part.id for _, part in plugins().parts("commands", COMMANDS)))


def refuse_switched_off(name: str) -> None:
    """Raise UsageError if a command of that name belongs to a plug-in that is switched off."""
    plugin = switched_off_command(name)
    if plugin:
        raise UsageError(
            f'{name}: its plug-in "{plugin}" is switched off in Settings › Plug-ins. Switch it on there, or by '
            f'"textscanner plugins on {plugin}".'
        )


def open_window(
    folder: Path | None = None, config: Path | None = None, language: str | None = None, theme: str | None = None
) -> int:
    """Open the desktop program, and return its exit status once the window is closed.

    UsageError is raised if there is no such folder, language or theme, and StudioError if there is no screen.
    """
    from app.settings.table import SETTINGS

    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # commands end with a sentence; a window is ended by the system
    for option, name, value in (("--lang", "language", language), ("--theme", "theme", theme)):
        if value is not None and SETTINGS[name].accepted(value) is None:
            raise UsageError(f'{option}: "{value}" is not known; it has to be {SETTINGS[name].allowed()}.')
    if folder is not None and not folder.exists():
        refuse_switched_off(str(folder))
        raise UsageError(f'"{folder}" is no folder, and no command ({", ".join(command_names())}).')
    from app.desktop.starting import quick_loading

    with quick_loading():
        from app.gui import Options, run

    return run(Options(folder, config, language, theme))
