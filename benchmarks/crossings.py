"""Counts how often the thread that paints goes from one room into another: `python -m benchmarks.crossings [--where]`.

A crossing is a call of a Python function whose module is in another room than the caller's: `app.views`, `app.editing`,
`core.labels` …. What happens at one movement of the mouse in a drag, and at the next image, passes through many rooms;
fewer crossings are a flow that is easier to follow. `--where` also prints the most frequent ones of each act.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from PySide6.QtWidgets import QWidget

from benchmarks.folders import write_words
from benchmarks.gui import isolate, synthetic_words
from benchmarks.gui_window import Studio

_WORDS = 60
_MOST = 60  # crossings that --where prints

Crossing = tuple[str, str, str, str]
"""The caller's room and function, and the other room's."""


def room_of(frame: FrameType | None) -> str:
    """Return the room of a frame's module, such as "app.views", or "" for code that is not the program's."""
    name = "" if frame is None else str(frame.f_globals.get("__name__", ""))
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] in ("app", "core") else ""


class Crossings:
    """Counts the crossings of this thread while it is asked to."""

    def __init__(self) -> None:
        self.counts: Counter[Crossing] = Counter()

    @contextmanager
    def counting(self) -> Iterator[Counter[Crossing]]:
        """Count within this context, and yield the counts."""
        self.counts = Counter()
        sys.setprofile(self._entered)
        try:
            yield self.counts
        finally:
            sys.setprofile(None)

    def _entered(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call":
            return
        room = room_of(frame)
        if not room:
            return
        caller = frame.f_back
        while caller is not None and not room_of(caller):  # Qt, or a function of Python's library
            caller = caller.f_back
        before = room_of(caller)
        if caller is not None and before and before != room:
            self.counts[before, caller.f_code.co_qualname, room, frame.f_code.co_qualname] += 1


class CountedStudio(Studio):
    """The window, which counts the crossings of each act in place of measuring its time alone."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.counts: list[Counter[Crossing]] = []
        """The crossings of each act since the list was emptied."""
        self._crossings = Crossings()

    def _timed(
        self,
        act: Callable[[], object],
        panes: tuple[QWidget, ...],
        holds: Callable[[], bool] = lambda: True,
        again: int = 0,
    ) -> tuple[float, float]:
        with self._crossings.counting() as counts:
            times = super()._timed(act, panes, holds, again)
        self.counts.append(counts)
        return times


def counted(folder: Path) -> dict[str, list[Counter[Crossing]]]:
    """Drive the window on a folder of words, and count the crossings of each act."""
    studio = CountedStudio(str(folder))
    studio.open()
    studio.settle()
    acts = {}
    for name, step in (("a movement of the mouse in a drag", studio.drag), ("the next image", studio.next_at_leisure)):
        studio.counts.clear()
        step()
        acts[name] = [*studio.counts]
    studio.end()
    return acts


def main() -> int:
    """Print the median of each act, and with --where where the crossings are."""
    with tempfile.TemporaryDirectory() as name:
        isolate(Path(name))
        folder = Path(name) / "words"
        write_words(folder, synthetic_words(Path(name) / "synthetic", _WORDS), _WORDS)
        acts = counted(folder)
    print(json.dumps({act: statistics.median(one.total() for one in counts) for act, counts in acts.items()}, indent=2))
    if "--where" in sys.argv[1:]:
        for act, counts in acts.items():
            print(f"\n{act}")
            for (before, caller, room, callee), count in counts[-1].most_common(_MOST):
                print(f"{count:5}  {before} {caller} → {room} {callee}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
