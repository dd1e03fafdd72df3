"""Reads labels in a process that `core.index.scanners` starts with `python -m` this module."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from pathlib import Path

from core.base.systems import system
from core.index.database import CacheDatabase
from core.index.scan_work import NICENESS, ScanWork, keep, scan
from core.index.store import SCHEMA, VERSION


def main() -> int:
    """Answer the requests on standard input with rows until it ends, and return 1 if no file can be kept."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not come between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program: this process ends with it
    system.be_nice(NICENESS)
    orders = sys.stdin.buffer
    with CacheDatabase(Path(sys.argv[1]), SCHEMA, VERSION) as database:
        if database.note:
            return 1
        while True:
            try:
                order = pickle.load(orders)
            except EOFError:
                return 0
            if isinstance(order, ScanWork):
                work = order
                continue
            entries = [scan(work, image, stamp) for image, stamp in order.items()]
            pickle.dump(keep(entries, database), answers)
            answers.flush()


if __name__ == "__main__":
    sys.exit(main())
