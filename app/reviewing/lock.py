"""The lock of a project's cross-check, which lets only one window or command train it at a time.

It is apart from the cross-check of the window, so that the command takes it without the window's state.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

from core.base.files import make_folder
from core.labels.files.journal import journal_folder


def cross_check_lock(root: Path) -> QLockFile:
    """Return the lock of a project's cross-check, in the user's state folder, not locked yet."""
    lock = QLockFile(str(journal_folder(root) / "cross-check.lock"))
    lock.setStaleLockTime(0)  # a cross-check takes hours
    return lock


def take_lock(lock: QLockFile) -> bool:
    """Acquire the lock until it is deleted, and return False if another window or command holds it.

    A folder without locks stops nobody. FileWriteError is raised if the folder cannot be made.
    """
    make_folder(Path(lock.fileName()).parent)
    return lock.isLocked() or lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError
