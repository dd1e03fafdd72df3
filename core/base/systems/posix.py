"""The functions that macOS and Linux share: locks, signals, niceness, sockets."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

assert sys.platform != "win32"  # so that mypy, asked about Windows, passes over this module

import fcntl

_HANGING_UP = () if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else (signal.SIGHUP,)  # under nohup none

ENDING = (signal.SIGINT, signal.SIGTERM, *_HANGING_UP)
"""The signals by which a terminal and the system ask a program to end."""

AnyConnection = Connection  # what `multiprocessing.connection` connects by

CUT_OFF = (EOFError, OSError)  # the errors that end reading from a connection when either side closes it

KILL = signal.SIGKILL  # the signal that ends another process at once

REPLACE_ATTEMPTS = 1  # how often the replacing of a file is tried

FAMILY = "AF_UNIX"  # the kind of connection between a window and its children, as `multiprocessing.connection` calls it


def lock(descriptor: int, *, shared: bool = False) -> None:
    """Lock an open file for this process until `release` is called.

    `descriptor`: the file, opened for reading and writing. `shared`: True if others may hold such a lock at the same
    time, to see that nobody holds the other kind. Raises BlockingIOError if another process holds a lock. Raises
    OSError if the file system knows no locks.
    """
    fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def release(descriptor: int) -> None:
    """Close a file or folder, which ends the lock on it, or do nothing for -1."""
    if descriptor >= 0:
        os.close(descriptor)


def lock_folder(folder: Path) -> int:
    """Lock a folder, waiting for other processes, and return a descriptor for `release`, or -1 without locks."""
    descriptor = -1
    with contextlib.suppress(OSError):  # some network mounts know no locks
        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def leads_elsewhere(entry: os.DirEntry[str]) -> bool:
    """Return True if an apparent folder that is no symbolic link leads to another folder."""
    return False


def begin_options(niceness: int, *, survives: bool = False) -> dict[str, Any]:
    """Return the arguments of `subprocess.Popen` for a child process of the window.

    `niceness`: as that of `be_nice`, which the child calls itself here. `survives`: True if it goes on when the
    terminal is closed or gets Ctrl-C.
    """
    return {"start_new_session": True} if survives else {}


def is_gone(pid: int) -> bool:
    """Return True if none of our processes has this number any more."""
    try:
        os.kill(pid, 0)
    except OSError:
        return True
    return False


def has_ended(pid: int) -> bool:
    """Return True if certainly no process on this machine, of any user, has this number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # another user's
        return False
    return False


def hang_up(connection: AnyConnection) -> None:
    """End a connection, so that another thread that is reading from it wakes up.

    Raises
    ------
    OSError
        If the connection cannot be ended.
    """
    # Closing the file would not wake the thread
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


def installed_memory() -> int | None:
    """Return the bytes of this machine's memory, or None if the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None
