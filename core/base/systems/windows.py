"""The functions that depend on the system, for Windows, never run there (docs/systems.md names the sources)."""

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
    """Lock the first byte of an open file for this process until `release` is called.

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
    """Close a file and end its lock, which the system would do only later, or do nothing for -1."""
    if descriptor >= 0:
        with contextlib.suppress(OSError):  # it was not locked
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        os.close(descriptor)


def lock_folder(folder: Path) -> int:
    """Return -1, because Windows cannot open a folder and so cannot lock it."""
    return -1


def leads_elsewhere(entry: os.DirEntry[str]) -> bool:
    """Return True if an apparent folder that is no symbolic link leads to another folder.

    A junction does; other reparse points, such as OneDrive's, are folders.
    """
    return entry.stat(follow_symlinks=False).st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT


def begin_options(niceness: int, *, survives: bool = False) -> dict[str, Any]:
    """Return the arguments of `subprocess.Popen` for a child process of the window.

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
    """Do nothing, because the process that started this one has set its priority class."""


def is_gone(pid: int) -> bool:
    """Return True, because `os.kill(pid, 0)` would send Ctrl-C here and not ask."""
    return True


def has_ended(pid: int) -> bool:
    """Return False, because `os.kill(pid, 0)` would send Ctrl-C here and not ask."""
    return False


def hang_up(connection: AnyConnection) -> None:
    """End a connection, so that another thread that is reading from its pipe wakes up.

    Raises
    ------
    OSError
        If the connection cannot be ended.
    """
    connection.close()


def is_own(connection: AnyConnection) -> bool:
    """Return True, because only a process that may open the pipe can connect."""
    return True


def new_address() -> str:
    """Return an unused address for a connection, which is the name of a pipe."""
    return rf"\\.\pipe\textscanner-{secrets.token_hex(12)}"


def keep_freed_memory() -> None:
    """Do nothing, because no library makes the system hand freed memory back."""


def font_folders() -> tuple[Path, ...]:
    """Return the font folders of the system and of this person, even if some do not exist."""
    own = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    return Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"), own / "Microsoft/Windows/Fonts"


def has_screen() -> bool:
    """Return True if a window can be shown, as far as the system knows before Qt starts."""
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
    """Return a process's processor time in seconds and the bytes that it has read, or zeros if they are unknown."""
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
    """Return no instruction sets, because the system does not name them in the expected way."""
    return frozenset()


def available_memory() -> int | None:
    """Return how many bytes of memory are free, or None if the system does not say."""
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    return int(status.available) if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def limit_memory(most: int) -> None:
    """Do nothing, because only a job object, made by the starting process, could limit the memory."""


def resident_memory() -> int | None:
    """Return None, because only a library with no other use could tell how much memory a process holds."""
    return None
