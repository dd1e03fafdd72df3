"""The pinned words as a panel of the window.

Apart from the action: the window lists its panels before a session is there, and this loads none.
"""

from __future__ import annotations

from app.actions.panel import Panel

CONTEXT = "Actions"  # the translation context of these texts

PANEL = Panel(
    "wall", "Pinned words", widget="app.plugins.pinned_words.panel:WallPanel", key="Ctrl+Shift+9", icon="pin", size=240
)
