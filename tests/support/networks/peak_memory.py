"""The most memory that this process has held."""

import re
import resource
import sys
from pathlib import Path


def peak_bytes() -> int:
    """Peak resident set in bytes.

    On Linux from the process's own memory map: `getrusage` also counts what the parent held when it forked, which in a
    worker that has loaded TensorFlow is over a gigabyte.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
