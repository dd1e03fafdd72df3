"""The functions that depend on the system, for Linux and systems like it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import resource
import secrets
import socket
import struct
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

assert sys.platform != "win32"  # so that mypy, asked about Windows, passes over this module

from core.base.systems.posix import *  # noqa: F403  what Linux and macOS have in common
from core.base.systems.posix import AnyConnection, installed_memory

_STACK = 16 << 20  # bytes that a thread reserves for its stack, with room to spare
_VMDATA = re.compile(r"^VmData:\s+(\d+) kB", re.MULTILINE)

FOLLOWS_XDG = True
"""True if folders and menus are as freedesktop.org has them: XDG_STATE_HOME and its like, desktop entries."""


def new_address() -> str:
    """Return an unused address for a connection between processes.

    An abstract one, which leaves no file behind however a process ends, and has no limit of some 100 bytes to collide
    with a long temporary folder.
    """
    name = f"textscanner-{secrets.token_hex(12)}"
    if sys.platform == "linux":
        return f"\0{name}"
    return str(Path(tempfile.gettempdir()) / f"{name[:24]}.sock")  # a BSD


def is_own(connection: AnyConnection) -> bool:
    """Return True if a process of this user is at the other end, since any user can reach an abstract address."""
    if sys.platform != "linux":
        return True  # the address is a file, and only its owner may connect to it
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        _, user, _ = struct.unpack("3i", end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return bool(user == os.geteuid())


def be_nice(niceness: int, *, session: bool = False) -> None:
    """Give other programs priority on the processor, more of it for a higher niceness (0 to 19).

    `session`: True if this process has a session of its own: Linux shares the processor out among sessions first, if it
    is set up so.
    """
    os.nice(niceness)
    if session:
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))


def keep_freed_memory() -> None:
    """Keep freed memory for the next allocations, even if a library has set the GNU C library otherwise."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(-3, 32 << 20)  # M_MMAP_THRESHOLD, bytes: only larger blocks are handed back when they are freed
        mallopt(-1, 512 << 20)  # M_TRIM_THRESHOLD, bytes at the end of the heap before they are handed back


def font_folders() -> tuple[Path, ...]:
    """Return the font folders of the system and of this person, even if some do not exist."""
    home = Path.home()
    return (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts")


def has_screen(variables: Mapping[str, str] = os.environ) -> bool:
    """Return True if a window can be shown, which must be known because Qt ends the process otherwise."""
    return any(variables.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"))


def available_memory() -> int | None:
    """Return how many bytes this process may still take, within its control group, or None if unknown."""
    limits = [value for value in (_meminfo(), _control_group(), installed_memory()) if value is not None]
    return min(limits) if limits else None


def resident_memory() -> int | None:
    """Return how many bytes of memory this process holds, or None if the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def limit_memory(most: int) -> None:
    """Limit this process to `most` bytes more than it has now, so that a demand for more fails at once."""
    try:
        has = int(_VMDATA.search(Path("/proc/self/status").read_text())[1]) << 10  # type: ignore[index]
    except (OSError, TypeError):  # a system without it
        return
    wanted = has + most + (os.cpu_count() or 1) * _STACK  # threads that are begun later
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (min([wanted, *limits]), hard))


def work_of(pid: int) -> tuple[float, int]:
    """Return a process's processor time in seconds and the bytes that it has read, or zeros if they are unknown."""
    folder = Path(f"/proc/{pid}")
    computed, read = 0.0, 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        computed = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    with contextlib.suppress(OSError, ValueError, IndexError):  # a process of another user, or a kernel without it
        read = int((folder / "io").read_text().split()[1])
    return computed, read


def processor_flags() -> frozenset[str]:
    """Return the processor's instruction sets by the system's names, or none if the system does not say."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return frozenset()
    named = (line.partition(":")[2] for line in lines if line.startswith(("flags", "Features")))
    return frozenset(next(named, "").split())


def _meminfo() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    return None


def _control_group() -> int | None:
    folder = Path("/sys/fs/cgroup")
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        try:
            return max(0, int((folder / limit).read_text()) - int((folder / used).read_text()))
        except (OSError, ValueError):  # no such group, or "max": no limit
            continue
    return None
