"""A panel as data: its contents, its key, and its place.

Apart from the table, so that a plug-in can make one without loading the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.base.described import Described

CONTEXT = "Actions"  # translation context of the titles


@dataclass(frozen=True, slots=True)
class Panel(Described):
    """A panel, and its place in a layout that does not contain it."""

    widget: str = field(kw_only=True)
    """The class of the contents, as "package.module:class", which is given the session. If the class has a signal
    `asked`, it asks for actions by their ids."""
    key: str = field(kw_only=True)
    """Shortcut that shows the panel, or hides it."""
    icon: str = "panel-bottom"
    """Name of the icon of the action that shows the panel."""
    side: Literal["left", "right", "bottom"] = "bottom"
    """Side of the image area."""
    size: int = 130
    """Its width in px at the left and right, its height in px at the bottom, if it is alone there."""
