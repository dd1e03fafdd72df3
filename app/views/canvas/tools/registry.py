"""Finds the class of each tool, and loads its module when the tool is first used.

A module of its own, because no tool knows the others.
"""

from __future__ import annotations

import pkgutil

from app.editing.tools import TOOLS
from app.views.canvas.tool import CanvasTool

_CLASSES = {tool.id: tool.draws for tool in TOOLS}


def tool_class(tool: str) -> type[CanvasTool]:
    """Return the class of a tool, given its id."""
    cls: type[CanvasTool] = pkgutil.resolve_name(f"app.views.canvas.tools.{_CLASSES[tool]}")
    return cls
