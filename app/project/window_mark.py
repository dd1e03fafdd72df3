"""Marks a project as open in a window, so that windows on the same project know of each other."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

_MOST = 8  # windows of one project that know of each other; a ninth one knows of the eight, and none of it


class WindowMark:
    """The mark of one window, which is a lock of its own in the project's journal folder.

    A lock ends with its process: that of a program that was killed counts for nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None  # None if no lock can be made
        self._number = 0
        for number in range(_MOST):
            lock = self._lock_of(number)
            if lock.tryLock(0):
                self._lock, self._number = lock, number
                return
            if lock.error() != QLockFile.LockError.LockFailedError:  # there can be no such file
                return
        self._number = _MOST

    @property
    def folder(self) -> Path:
        """The folder that changes when a window marks the project or removes its mark."""
        return self._folder

    @property
    def has_others(self) -> bool:
        """True if another window has the project open at this moment."""
        return any(self._is_held(number) for number in range(_MOST) if number != self._number)

    def take_away(self) -> None:
        """Remove the mark, because the project is no longer open in this window."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _is_held(self, number: int) -> bool:
        lock = self._lock_of(number)
        if not Path(lock.fileName()).exists():
            return False
        if lock.tryLock(0):  # left by a program that was killed
            lock.unlock()
            return False
        return lock.error() == QLockFile.LockError.LockFailedError

    def _lock_of(self, number: int) -> QLockFile:
        lock = QLockFile(str(self._folder / (f"window-{number + 1}.lock" if number else "window.lock")))
        lock.setStaleLockTime(0)  # a window may be open for days: only the end of its process ends its lock
        return lock
