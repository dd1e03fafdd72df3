"""Reads files from any source safely, and writes files so that a crash or a full disk never leaves half of one.

Every file that the program did not write in this run is opened by `open_file`, or read by `read_file`; beside them
are `core.base.json_text.read_json` and `core.base.archives` (ZIP archives, NumPy arrays).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import platform
import re
import secrets
import stat
import time
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from core.base.errors import FileWriteError, Sentence
from core.base.systems import system

_TEMPORARY = re.compile(r"\.tss-(?:([0-9a-f]{3})([0-9a-f]{6})[0-9a-f]{6}|[0-9a-f]{12})\.tmp")
"""The names of temporary files: the machine and the process that write them, and a random part.

Those of older versions have only a random part.
"""
_OLD = 3600.0  # seconds since the last change
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_READING = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer would be waited for
    | getattr(os, "O_NOCTTY", 0)
)

_LONGEST_LINE = 1 << 20  # bytes
_AT_ONCE = 1 << 20  # bytes of a part of a file
_MORE = 4096  # bytes by which a file may have grown since its size was asked
PRIVATE = ".textscanner"  # the folder in a project that is ours

MAX_FILE = 64 << 20  # bytes of a file that is read as a whole, if its kind has no limit of its own


def open_file(path: Path | str) -> BufferedReader:
    """Open a regular file for reading bytes, but no pipe or device, from which reading may never end.

    Raises
    ------
    OSError
        If there is no such file, or it may not be read, or a folder, pipe or device has its name; `strerror` says
        which.
    """
    return os.fdopen(_opened(path)[0], "rb")


def file_parts(path: Path | str) -> Iterator[bytes]:
    """Yield the content of a regular file part by part, and a small file as one part.

    No file object is made, since 100,000 small files are read so.

    Raises
    ------
    OSError
        As `open_file` raises it, or if the file cannot be read.
    """
    descriptor, size = _opened(path)
    try:
        while part := os.read(descriptor, min(size + _MORE, _AT_ONCE)):
            yield part
    finally:
        os.close(descriptor)


def _opened(path: Path | str) -> tuple[int, int]:
    """Open a regular file for reading, and return its descriptor and its size in bytes."""
    descriptor = os.open(path, _READING)
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, Sentence("it is a folder"))
        raise OSError(errno.EINVAL, Sentence("it is a pipe or a device, not a file"))
    return descriptor, status.st_size


def open_lock(path: Path, *, create: bool = False) -> int:
    """Open one of our files for locking, never through a link, and return its descriptor.

    Raises
    ------
    OSError
        If the file cannot be opened.
    """
    return os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | (os.O_CREAT if create else 0), 0o666)


def read_file(path: Path, most: int = MAX_FILE) -> bytes:
    """Read a whole file of at most `most` bytes.

    Raises
    ------
    OSError
        If the file is larger than `most`, or `open_file` raises it.
    """
    with open_file(path) as file:
        data = file.read(min(most, os.fstat(file.fileno()).st_size) + 1)  # so much memory is taken, whatever is there
    if len(data) > most:
        raise OSError(
            errno.EFBIG,
            Sentence("it is larger than {limit}", limit=f"{most >> 20} MB" if most >> 20 else f"{most >> 10} kB"),
        )
    return data


def read_lines(file: BinaryIO, most: int = _LONGEST_LINE) -> Iterator[bytes]:
    """Yield the lines of an open file, but of a longer line only its first `most` bytes, without the line feed."""
    while line := file.readline(most):
        yield line
        while not line.endswith(b"\n") and (line := file.readline(most)):
            pass


def write_atomically(path: Path, data: bytes, *, through_link: bool = False) -> bool:
    """Replace the whole content of a file by `data`, or leave everything as it was.

    The bytes go to a temporary file in the same folder, are flushed to the disk, and take the file's place in one step.
    Permission bits are kept.

    Parameters
    ----------
    path : Path
        The file; its folder has to exist.
    data : bytes
        Its new content.
    through_link : bool
        If `path` is a symbolic link, replace the file that it points to. Else it is refused, as is one that has a link
        for a folder of ours (`PRIVATE`, or one in it): a project may come from anywhere, and lead anywhere.

    Returns
    -------
    bool
        False, with nothing touched, when the file holds these bytes already.

    Raises
    ------
    FileWriteError
        If the file cannot be written (read-only, disk full, no such folder …); no temporary file stays behind.
    """
    try:
        if not through_link:
            _refuse_links(path)
        target = Path(os.path.realpath(path))
        mode = _permissions(target)
        if mode is not None and target.stat().st_size == len(data) and target.read_bytes() == data:
            return False
        _replace_content(target, data, mode)
    except OSError as error:
        raise _refusal(path, error) from error
    return True


def append_lines(path: Path, data: bytes) -> None:
    """Append whole lines to a file of ours, created if missing, and flush them to the disk, or change nothing.

    A last line that is cut off, as a power cut leaves it, goes. Raises FileWriteError as `write_atomically`.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    make_folder(path.parent)
    try:
        _refuse_links(path)
        with locked_folder(path.parent), os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _LONGEST_LINE))
            tail = file.read(_LONGEST_LINE)
            size -= len(tail) - tail.rfind(b"\n") - 1
            file.truncate(size)
            try:
                _write_all(file.fileno(), data)
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):  # the first error is the one to tell
                    file.truncate(size)
                raise
    except OSError as error:
        raise _refusal(path, error) from error


def remove_file(path: Path) -> bool:
    """Delete a file, and return False if it did not exist.

    Raises
    ------
    FileWriteError
        If the file is there and cannot be deleted.
    """
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _refusal(path, error, "deleted") from error
    flush_folder(path.parent)
    return True


def make_folder(path: Path) -> None:
    """Create a folder and its missing parents.

    A project's folder is never created for a folder of ours in it: the disk that holds it may be away for a moment.

    Raises
    ------
    FileWriteError
        If that is not possible.
    """
    if PRIVATE in path.parts:
        _refuse_links(path)
        project = Path(*path.parts[: path.parts.index(PRIVATE)])
        if not project.is_dir():
            raise FileWriteError("{folder} is not there at the moment. Nothing was written.", folder=project)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise FileWriteError(
            "{name}: not created, because a file has this name or that of a folder above it. Choose another name.",
            name=path.name,
        ) from error
    except OSError as error:
        raise _refusal(path, error, Sentence("created")) from error


@lru_cache(maxsize=1024)
def _remove_orphans(folder: Path) -> None:
    """Delete temporary files that a killed process of ours left in a folder (not in its subfolders).

    Once a process: a folder of 100,000 files takes a tenth of a second to look through. A file younger than an hour may
    belong to a program that is writing now, unless it is of a process of this machine that has ended. One that cannot
    be deleted stays for the next time.
    """
    limit = time.time() - _OLD
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = _TEMPORARY.fullmatch(entry.name)
            if name is None:
                continue
            is_left = name[1] == _machine() and system.has_ended(int(name[2], 16))
            with contextlib.suppress(OSError):  # gone meanwhile, or not ours to delete
                if not entry.is_file(follow_symlinks=False):
                    continue
                if is_left or entry.stat(follow_symlinks=False).st_mtime < limit:
                    Path(entry.path).unlink()


@cache
def _machine() -> str:
    """Three hexadecimal digits made from this machine's name: several machines may write into one folder."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:3]


@contextlib.contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Keep other processes of this program from writing into a folder, on systems that can (not Windows).

    The lock makes "compare with the file on the disk, then replace it" one step among programs that take it; other
    programs are not stopped.
    """
    descriptor = system.lock_folder(folder)  # without a lock the short window stays
    try:
        yield
    finally:
        system.release(descriptor)


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be read, so that nothing overwrites it, and return its new path.

    Raises
    ------
    OSError
        If the file cannot be renamed.
    """
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    os.replace(path, aside)  # noqa: PTH105  a folder of that name is moved as well
    return aside


def _refuse_links(path: Path) -> None:
    """Refuse what would be written elsewhere than it seems: a link, or a path through a link below a `PRIVATE`."""
    parts = path.parts
    ours = len(parts) - parts[::-1].index(PRIVATE) - 1 if PRIVATE in parts else len(parts) - 1
    for place in range(ours, len(parts)):
        link = Path(*parts[: place + 1])
        if link.is_symlink():
            raise FileWriteError(
                "{name}: not written, because {link} is a link to another place. Put the file or folder itself there.",
                name=path.name,
                link=link.name,
            )


def _permissions(path: Path) -> int | None:
    """Return the permission bits of a file, or None if the file does not exist.

    A write-protected file is refused here, because replacing it would only need the folder's permission.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise FileWriteError("{name}: not written, a folder or device has this name. Move it away.", name=path.name)
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is write-protected")
    return stat.S_IMODE(status.st_mode)


def _replace_content(target: Path, data: bytes, mode: int | None) -> None:
    # A short name of its own: one made from the target's could become longer than file systems allow.
    temporary = target.parent / f".tss-{_machine()}{os.getpid() & 0xFFFFFF:06x}{secrets.token_hex(3)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(temporary, flags, 0o666)  # the user's umask applies, as for any new file
    try:
        try:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        _replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):  # the first error is the one to tell; `_remove_orphans` gets what stays
            temporary.unlink()
        raise
    flush_folder(target.parent)
    _remove_orphans(target.parent)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _replace(temporary: Path, target: Path) -> None:
    for attempt in range(1, system.REPLACE_ATTEMPTS + 1):
        try:
            os.replace(temporary, target)  # noqa: PTH105  the tests put a failing one in its place
        except PermissionError:
            if attempt == system.REPLACE_ATTEMPTS:
                raise
            time.sleep(0.02 * attempt)
        else:
            return


def flush_folder(folder: Path) -> None:
    """Make the renaming of a file in a folder durable, on systems that can.

    A failure is no error, because the content is whole either way.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _refusal(path: Path, error: OSError, done: str = Sentence("written")) -> FileWriteError:
    folder = path.parent.name or str(path.parent)
    if error.errno in _FULL:
        why = Sentence("the disk is full. Free some space and try again")
    elif error.errno in _FORBIDDEN:
        why = Sentence(
            'the file or its folder "{folder}" is read-only. Change its permissions, or work on a copy', folder=folder
        )
    elif error.errno == errno.ENOENT:
        why = Sentence('the folder "{folder}" does not exist. Create it, or choose another', folder=folder)
    elif error.errno == errno.ENAMETOOLONG:
        why = Sentence("the name is too long for this disk. Choose a shorter name")
    else:
        why = Sentence("{why}. Check the disk and try again", why=error.strerror or error)
    return FileWriteError("{name}: not {done}, {why}.", name=path.name, done=done, why=why)
