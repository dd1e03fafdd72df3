"""What painting a widget calls: what is shown is put together before, so that painting asks for nothing."""

import sys
from collections.abc import Callable
from types import FrameType


def entered_by(act: Callable[[], object]) -> set[str]:
    """The modules whose functions an act calls."""
    entered: set[str] = set()

    def enter(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            entered.add(str(frame.f_globals.get("__name__", "")))

    sys.setprofile(enter)
    try:
        act()
    finally:
        sys.setprofile(None)
    return entered
