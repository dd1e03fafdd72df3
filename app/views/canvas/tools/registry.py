"""The class of each tool, loaded with its module when the tool is first taken.

A module of its own, because no tool knows the others.
"""

from __future__ import annotations

import pkgutil

from app.session import Tool
from app.views.canvas.tool import CanvasTool

_NAMES: dict[Tool, str] = {
    "select": "select:SelectTool",
    "polygon": "polygon:PolygonTool",
    "box": "box:BoxTool",
    "word": "word:WordTool",
    "split": "split:SplitTool",
    "brush": "brush:BrushTool",
    "eraser": "brush:EraserTool",
    "renumber": "renumber:RenumberTool",
    "gaussian": "gaussian:GaussianTool",
    "curved": "curved:CurvedTool",
}


def tool_class(tool: Tool) -> type[CanvasTool]:
    """The class of a tool. One that draws nothing has `CanvasTool` itself."""
    if tool not in _NAMES:
        return CanvasTool
    cls: type[CanvasTool] = pkgutil.resolve_name(f"app.views.canvas.tools.{_NAMES[tool]}")
    return cls
