"""The command `textscanner install-desktop-entry`.

Apart from the other commands, which know nothing of a desktop.
"""

from __future__ import annotations

from typing import Annotated

import typer

from app.console.terminal import say


def install_desktop_entry(remove: Annotated[bool, typer.Option("--remove", help="Take it out again.")] = False) -> None:
    """Put the program into this person's menu of programs, with its icon, and let it open projects (Linux)."""
    from app.desktop import menu_entry

    for path in menu_entry.remove() if remove else menu_entry.install():
        say(path)
