"""The memory that this process holds.

A module of its own, because the processes of the window and those that train ask for it, and the first import little.
"""

from __future__ import annotations

import os
from pathlib import Path


def resident_memory() -> int | None:
    """Return the bytes that this process holds; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
