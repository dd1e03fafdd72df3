"""The table of the mouse tools on the canvas, which leads to their actions, keys and classes."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.base.described import Described

CONTEXT = "Actions"  # translation context of the titles and helps


@dataclass(frozen=True, slots=True)
class Tool(Described):
    """A mouse tool with the icon `tool-ID`."""

    key: str = field(kw_only=True)
    """Shortcut that chooses the tool."""
    draws: str = field(kw_only=True)
    """The tool's class, by module, in `app.views.canvas.tools`."""


TOOLS = (
    Tool("select", "Select", "Select, move and reshape characters", key="V", draws="select:SelectTool"),
    Tool("polygon", "Polygon", "Draw a character corner by corner", key="P", draws="polygon:PolygonTool"),
    Tool("box", "Box", "Draw a character by two opposite corners", key="B", draws="box:BoxTool"),
    Tool(
        "word",
        "Word box",
        "Type the word, or draw a box round it: it is divided into the characters of its text",
        key="W",
        draws="word:WordTool",
    ),
    Tool(
        "curved",
        "Curved word",
        "Draw a line along the top of a curved word and one along its bottom, and divide it",
        key="Shift+B",
        draws="curved:CurvedTool",
    ),
    Tool("split", "Split", "Cut a character in two along a line", key="C", draws="split:SplitTool"),
    Tool("brush", "Brush", "Paint the area of the selected character", key="R", draws="brush:BrushTool"),
    Tool("eraser", "Eraser", "Erase from the painted area", key="Shift+R", draws="brush:EraserTool"),
    Tool(
        "renumber",
        "Renumber",
        "Click the characters one after the other, in reading order",
        key="N",
        draws="renumber:RenumberTool",
    ),
    Tool(
        "gaussian",
        "Gaussian",
        "Set centre, radii and angle of a character's target by hand",
        key="G",
        draws="gaussian:GaussianTool",
    ),
)
"""In the order of the menu."""
