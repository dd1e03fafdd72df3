"""The functions that depend on the system, for macOS, never run on a Mac (docs/systems.md names the sources)."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

assert sys.platform != "win32"  # so that mypy, asked about Windows, passes over this module

from core.base.systems.posix import *  # noqa: F403  what Linux and macOS have in common
from core.base.systems.posix import AnyConnection, installed_memory

FOLLOWS_XDG = False
"""True if folders and menus are as freedesktop.org has them: XDG_STATE_HOME and its like, desktop entries."""


def new_address() -> str:
    """Return an unused address for a connection, which is a file in the temporary folder.

    A socket's path may have 103 bytes here, and the temporary folder takes some 50: the name takes 29.
    """
    return str(Path(tempfile.gettempdir()) / f"textscanner-{secrets.token_hex(6)}.sock")


def is_own(connection: AnyConnection) -> bool:
    """Return True, because only this user may open addresses in the user's temporary folder."""
    return True


def be_nice(niceness: int, *, session: bool = False) -> None:
    """Give other programs priority on the processor, more of it for a higher niceness (0 to 19)."""
    os.nice(niceness)


def keep_freed_memory() -> None:
    """Do nothing, because no library makes the system hand freed memory back."""


def font_folders() -> tuple[Path, ...]:
    """Return the font folders of the system and of this person, even if some do not exist."""
    return Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path.home() / "Library/Fonts"


def has_screen() -> bool:
    """Return True if a window can be shown, as far as the system knows before Qt starts."""
    return True


def work_of(pid: int) -> tuple[float, int]:
    """Return a process's processor time in seconds, and 0 for the bytes read, which `ps` does not count.

    The time is 0, too, if nobody says it.
    """
    try:
        answer = subprocess.run(["ps", "-o", "time=", "-p", str(pid)], capture_output=True, text=True, check=True)
        minutes, seconds = answer.stdout.strip().split(":")[-2:]
        return 60 * float(minutes) + float(seconds), 0
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0.0, 0


def processor_flags() -> frozenset[str]:
    """Return no instruction sets, because the system does not name them in the expected way."""
    return frozenset()


def available_memory() -> int | None:
    """Return the bytes of this machine's memory, because the system does not say how many are free."""
    return installed_memory()


def limit_memory(most: int) -> None:
    """Do nothing, because the system accepts limits of memory but does not enforce them."""


def resident_memory() -> int | None:
    """Return None, because the system reports only the most that a process has held, and not what it holds now."""
    return None
