"""Curves drawn in the test's own process, at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.project.workspace import Workspace
from app.training.curve_drawer import CurveDrawer
from app.workers.children.figures import FigureLook, Panel, draw


class DrawnAtOnce(CurveDrawer):
    """Draws in the test's own process, and notes what was asked for.

    Attributes
    ----------
    requests : list of (panels, look)
    to_fail : int
        How many of the next requests the process that draws shall die over.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, workspace)
        self.to_fail = 0
        self.requests: list[tuple[Sequence[Panel], FigureLook]] = []

    def draw(self, panels: Sequence[Panel], look: FigureLook, then: Callable[[Any], object]) -> None:
        self.requests.append((panels, look))
        self.to_fail -= 1
        then(None if self.to_fail >= 0 else draw(panels, look))
