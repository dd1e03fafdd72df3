"""The tools of the canvas."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_picture
from app.language.languages import TableText
from app.session import Session, Tool

_BRUSH_FACTOR = 1.25


def change_brush(session: Session, factor: float) -> None:
    """Make the brush larger or smaller, within the bounds of its setting."""
    radius = float(session.settings.value("canvas.brush_radius")) * factor
    session.settings.set("canvas.brush_radius", min(max(round(radius, 1), 0.5), 100.0))


def _uses_brush(session: Session) -> bool:
    return session.tool in {"brush", "eraser"}


def _tool(tool: Tool, text: TableText, key: str, tip: TableText, icon: str = "") -> Action:
    return Action(
        f"tool.{tool}",
        text,
        lambda session, asker: session.set_tool(tool),
        menu="label.tools",
        shortcuts=(key,),
        icon=icon or f"tool-{tool}",
        tip=tip,
        enabled=has_picture,
        checked=lambda session, asker: session.tool == tool,
        group="tool",
    )


ACTIONS = (
    _tool("select", "Select", "V", "Select, move and reshape characters"),
    _tool("polygon", "Polygon", "P", "Draw a character corner by corner"),
    _tool("box", "Box", "B", "Draw a character by two opposite corners"),
    _tool(
        "word",
        "Word box",
        "W",
        "Type the word, or draw a box round it: it is divided into the characters of its text",
        "tool-word-box",
    ),
    _tool(
        "curved",
        "Curved word",
        "Shift+B",
        "Draw a line along the top of a curved word and one along its bottom, and divide it",
    ),
    _tool("split", "Split", "C", "Cut a character in two along a line"),
    _tool("brush", "Brush", "R", "Paint the area of the selected character"),
    _tool("eraser", "Eraser", "Shift+R", "Erase from the painted area"),
    _tool("renumber", "Renumber", "N", "Click the characters one after the other, in reading order"),
    _tool("gaussian", "Gaussian", "G", "Set centre, radii and angle of a character's target by hand"),
    Action(
        "tool.brush_larger",
        "Larger brush",
        lambda session, asker: change_brush(session, _BRUSH_FACTOR),
        menu="label.tools",
        section="brush",
        shortcuts=("]",),
        enabled=_uses_brush,
        repeats=True,
    ),
    Action(
        "tool.brush_smaller",
        "Smaller brush",
        lambda session, asker: change_brush(session, 1 / _BRUSH_FACTOR),
        menu="label.tools",
        section="brush",
        shortcuts=("[",),
        enabled=_uses_brush,
        repeats=True,
    ),
)
