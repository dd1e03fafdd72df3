"""The class of each tool.

A module of its own, because no tool knows the others.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.session import Tool
from app.views.canvas.tool import CanvasTool
from app.views.canvas.tools.box import BoxTool
from app.views.canvas.tools.brush import BrushTool, EraserTool
from app.views.canvas.tools.curved import CurvedTool
from app.views.canvas.tools.gaussian import GaussianTool
from app.views.canvas.tools.polygon import PolygonTool
from app.views.canvas.tools.renumber import RenumberTool
from app.views.canvas.tools.select import SelectTool
from app.views.canvas.tools.split import SplitTool
from app.views.canvas.tools.word import WordTool

TOOLS: Mapping[Tool, type[CanvasTool]] = {
    "select": SelectTool,
    "polygon": PolygonTool,
    "box": BoxTool,
    "word": WordTool,
    "split": SplitTool,
    "brush": BrushTool,
    "eraser": EraserTool,
    "renumber": RenumberTool,
    "gaussian": GaussianTool,
    "curved": CurvedTool,
}
"""The class of each tool; the canvas makes one of each."""
