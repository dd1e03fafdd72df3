"""Actions that choose and adjust the tools of the canvas."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_picture
from app.editing.tools import TOOLS, Tool
from app.session import Session

_BRUSH_FACTOR = 1.25


def change_brush(session: Session, factor: float) -> None:
    """Multiply the size of the brush by a factor, within the limits of its setting."""
    radius = float(session.settings.value("canvas.brush_radius")) * factor
    session.settings.set("canvas.brush_radius", min(max(round(radius, 1), 0.5), 100.0))


def _uses_brush(session: Session) -> bool:
    return session.tool in {"brush", "eraser"}


def _tool(tool: Tool) -> Action:
    return Action(
        f"tool.{tool.id}",
        tool.title,
        tool.help,
        run=lambda session, asker: session.set_tool(tool.id),
        shortcuts=(tool.key,),
        icon=f"tool-{tool.id}",
        enabled=has_picture,
        checked=lambda session, asker: session.tool == tool.id,
        group="tool",
    )


ACTIONS = (
    *map(_tool, TOOLS),
    Action(
        "tool.brush_larger",
        "Larger brush",
        run=lambda session, asker: change_brush(session, _BRUSH_FACTOR),
        shortcuts=("]",),
        enabled=_uses_brush,
        repeats=True,
    ),
    Action(
        "tool.brush_smaller",
        "Smaller brush",
        run=lambda session, asker: change_brush(session, 1 / _BRUSH_FACTOR),
        shortcuts=("[",),
        enabled=_uses_brush,
        repeats=True,
    ),
)
