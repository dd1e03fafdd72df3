"""macOS, whose lines nobody has run on a Mac: docs/systems.md says what was read about each."""

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
    """Return an address that nobody uses: a file in the temporary folder.

    A socket's path may have 103 bytes here, and the temporary folder takes some 50: the name takes 29.
    """
    return str(Path(tempfile.gettempdir()) / f"textscanner-{secrets.token_hex(6)}.sock")


def is_own(connection: AnyConnection) -> bool:
    """Return True, because the address is in the temporary folder of this user, which nobody else may open."""
    return True


def be_nice(niceness: int, *, session: bool = False) -> None:
    """Let other programs have the processor first, the more so the higher the niceness (0 to 19)."""
    os.nice(niceness)


def keep_freed_memory() -> None:
    """Do nothing, because no library makes the system hand freed memory back."""


def font_folders() -> tuple[Path, ...]:
    """Return the folders for the fonts of the system and of this person, even if some are missing."""
    return Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path.home() / "Library/Fonts"


def has_screen() -> bool:
    """Return True if a window can be shown, as far as the system can say before Qt starts."""
    return True


def work_of(pid: int) -> tuple[float, int]:
    """Return the processor time of a process in seconds, and 0 for bytes read, which `ps` does not count.

    The time is 0, too, if nobody says it.
    """
    try:
        answer = subprocess.run(["ps", "-o", "time=", "-p", str(pid)], capture_output=True, text=True, check=True)
        minutes, seconds = answer.stdout.strip().split(":")[-2:]
        return 60 * float(minutes) + float(seconds), 0
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0.0, 0


def processor_flags() -> frozenset[str]:
    """Return no instruction set: the system names none in the way that is asked for."""
    return frozenset()


def available_memory() -> int | None:
    """Return the bytes that this machine has, because the system does not say how many are free."""
    return installed_memory()


def limit_memory(most: int) -> None:
    """Do nothing: the system takes limits of memory and does not keep them."""


def resident_memory() -> int | None:
    """Return None, because the system says how much a process has held at most, and not what it holds."""
    return None
