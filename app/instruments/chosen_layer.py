"""The layer of the chosen model that a person inspects, the same in all views of layers.

Apart from the views of layers: those are of plug-ins that do not know each other.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class ChosenLayer(QObject):
    """Stores the name of one layer."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = ""
        """The layer's name, as `core.model.network.layer_outputs.leaf_layers` gives it. "" for none."""

    def choose(self, name: str) -> None:
        """Inspect a layer, or none for ""."""
        if name != self.name:
            self.name = name
            self.changed.emit()
