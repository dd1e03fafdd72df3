"""Curves drawn in the test's own process, at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.training.curve_drawer import CurveDrawer
from app.workers.children.figures import FigureLook, Panel, draw


class Drawn:
    """What was asked to be drawn.

    Attributes
    ----------
    requests : list of (panels, look)
    to_fail : int
        How many of the next requests the process that draws shall die over.
    """

    def __init__(self) -> None:
        self.to_fail = 0
        self.requests: list[tuple[Sequence[Panel], FigureLook]] = []


def draw_at_once(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Let no process draw; what is asked for is noted."""
    drawn = Drawn()

    def at_once(self: CurveDrawer, panels: Sequence[Panel], look: FigureLook, then: Callable[[Any], object]) -> None:
        drawn.requests.append((panels, look))
        drawn.to_fail -= 1
        then(None if drawn.to_fail >= 0 else draw(panels, look))

    monkeypatch.setattr(CurveDrawer, "draw", at_once)
    return drawn
