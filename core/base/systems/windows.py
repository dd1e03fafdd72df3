"""Windows, whose lines nobody has run there: docs/systems.md says what was read about each."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

assert sys.platform == "win32"  # so that mypy, asked about another system, passes over this module

import msvcrt
from multiprocessing.connection import Connection, PipeConnection

ENDING = (signal.SIGINT, signal.SIGBREAK)
"""Ctrl-C and Ctrl-Break.

A request to end by SIGTERM never comes here: `KILL` ends a process without asking.
"""

AnyConnection = Connection | PipeConnection  # what `multiprocessing.connection` connects by

CUT_OFF = (EOFError, OSError, RuntimeError, TypeError)
"""The errors by which reading from a connection ends when either side closes it.

Where this side closes a pipe while another thread reads, `PipeConnection` raises RuntimeError for the operation that is
broken off, or TypeError where reading had not begun.
"""

KILL = signal.SIGTERM  # `os.kill` and `Popen.send_signal` end a process at once by this one; there is no SIGKILL

REPLACE_ATTEMPTS = 6
"""The number of tries to replace a file: virus scanners and indexers hold files open for moments."""

FAMILY = "AF_PIPE"  # the kind of connection between a window and its children, as `multiprocessing.connection` calls it

FOLLOWS_XDG = False
"""True if folders and menus are as freedesktop.org has them: XDG_STATE_HOME and its like, desktop entries."""


def lock(descriptor: int, *, shared: bool = False) -> None:
    """Lock the first byte of an open file for this process, until `release`.

    `descriptor`: the file, opened for reading and writing and at its beginning; it may be empty. `shared`: True if the
    lock only looks whether another holds one: it is released at once, as there is no shared kind. Raises
    BlockingIOError if another process holds a lock. Raises OSError if the file system knows no locks.
    """
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(error.errno, "another process holds the lock") from error
    if shared:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)


def release(descriptor: int) -> None:
    """Close a file, and end the lock on it, which the system would do at its leisure, or do nothing for -1."""
    if descriptor >= 0:
        with contextlib.suppress(OSError):  # it was not locked
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        os.close(descriptor)


def lock_folder(folder: Path) -> int:
    """Return -1: a folder cannot be opened here, and so not locked."""
    return -1


def leads_elsewhere(entry: os.DirEntry[str]) -> bool:
    """Return True if what passes for a folder, and is no symbolic link, leads to another folder.

    A junction does; other reparse points, such as OneDrive's, are folders.
    """
    return entry.stat(follow_symlinks=False).st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT


def begin_options(niceness: int, *, survives: bool = False) -> dict[str, Any]:
    """Return the arguments of `subprocess.Popen` for a child of the window.

    `niceness`: above 0 the child has a class of priority below the window's. The class below that one would get no time
    while any other program computes. `survives`: True if it goes on when the terminal is closed or gets Ctrl-C.
    """
    flags = subprocess.CREATE_NO_WINDOW
    if niceness:
        flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS
    if survives:
        flags |= subprocess.CREATE_NEW_PROCESS_GROUP
    return {"creationflags": flags}


def be_nice(niceness: int, *, session: bool = False) -> None:
    """Do nothing: whoever started this process has given it its class of priority."""


def is_gone(pid: int) -> bool:
    """Return True: `os.kill(pid, 0)` does not ask here, it sends Ctrl-C."""
    return True


def has_ended(pid: int) -> bool:
    """Return False: `os.kill(pid, 0)` does not ask here, it sends Ctrl-C."""
    return False


def hang_up(connection: AnyConnection) -> None:
    """End a connection, so that another thread that reads from its pipe wakes up.

    Raises
    ------
    OSError
        If the connection cannot be ended.
    """
    connection.close()


def is_own(connection: AnyConnection) -> bool:
    """Return True: only whoever may open the pipe gets here."""
    return True


def new_address() -> str:
    """Return an address that nobody uses: the name of a pipe."""
    return rf"\\.\pipe\textscanner-{secrets.token_hex(12)}"


def keep_freed_memory() -> None:
    """Do nothing, because no library makes the system hand freed memory back."""


def font_folders() -> tuple[Path, ...]:
    """Return the folders for the fonts of the system and of this person, even if some are missing."""
    own = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    return Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"), own / "Microsoft/Windows/Fonts"


def has_screen() -> bool:
    """Return True if a window can be shown, as far as the system can say before Qt starts."""
    return True


_QUERY_LIMITED = 0x1000  # the right to ask a process for its times


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of sysinfoapi.h."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong),
        ("total_page", ctypes.c_ulonglong),
        ("available_page", ctypes.c_ulonglong),
        ("total_virtual", ctypes.c_ulonglong),
        ("available_virtual", ctypes.c_ulonglong),
        ("extended", ctypes.c_ulonglong),
    )


def work_of(pid: int) -> tuple[float, int]:
    """Return the processor time of a process in seconds, and the bytes that it has read, or zeros if nobody says."""
    kernel = ctypes.windll.kernel32
    kernel.OpenProcess.restype = ctypes.c_void_p  # by default an int, which cuts a handle off
    handle = ctypes.c_void_p(kernel.OpenProcess(_QUERY_LIMITED, False, pid))
    if not handle:
        return 0.0, 0
    times, counts = (ctypes.c_ulonglong * 4)(), (ctypes.c_ulonglong * 6)()
    try:
        # begin, end, in the kernel, in the program: units of 100 ns
        size = ctypes.sizeof(ctypes.c_ulonglong)
        kernel.GetProcessTimes(handle, *(ctypes.byref(times, number * size) for number in range(4)))
        kernel.GetProcessIoCounters(handle, ctypes.byref(counts))
    finally:
        kernel.CloseHandle(handle)
    return (times[2] + times[3]) * 1e-7, int(counts[3])


def processor_flags() -> frozenset[str]:
    """Return no instruction set: the system names none in the way that is asked for."""
    return frozenset()


def available_memory() -> int | None:
    """Return the bytes of memory that are free, or None if the system does not say."""
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    return int(status.available) if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def limit_memory(most: int) -> None:
    """Do nothing: only a job object, which whoever starts this process has to make, would limit its memory."""


def resident_memory() -> int | None:
    """Return None, because only a library that is used for nothing else would say what a process holds."""
    return None
