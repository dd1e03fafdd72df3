"""Curves drawn in the test's own process, at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.curve_drawer import CurveDrawer
from app.curve_drawing import Look, Panel, draw


class Drawn:
    """What was asked to be drawn."""

    def __init__(self) -> None:
        self.requests: list[tuple[Sequence[Panel], Look]] = []


def draw_at_once(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Let no process draw; what is asked for is noted."""
    drawn = Drawn()

    def at_once(self: CurveDrawer, panels: Sequence[Panel], look: Look, then: Callable[[Any], object]) -> None:
        drawn.requests.append((panels, look))
        then(draw(panels, look))

    monkeypatch.setattr(CurveDrawer, "draw", at_once)
    return drawn
