"""The layers with a kernel, and how strong their channels are, as rows of a table."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from app.desktop.theme import colour
from app.widgets.column_model import RIGHT, Column, ColumnModel
from core.model.inside.saliency import WEAK, LayerSaliency


class StrengthRows(ColumnModel[LayerSaliency]):
    """One row a layer."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.share = WEAK  # below this share of its layer's strongest channel a channel is weak
        columns = (
            Column[LayerSaliency](
                lambda: self.tr("Layer"), lambda found: found.layer.removeprefix("network/"), self._tip, width=180
            ),
            Column[LayerSaliency](
                lambda: self.tr("Weak"), self._weak, self._tip, self._count, 70, RIGHT, ink=self._ink
            ),
            Column[LayerSaliency](
                lambda: self.tr("Weakest"), lambda found: f"{found.least:.3g}", self._tip, self._least, 70, RIGHT
            ),
            Column[LayerSaliency](
                lambda: self.tr("Strongest"), lambda found: f"{found.most:.3g}", self._tip, self._most, 75, RIGHT
            ),
        )
        super().__init__(columns, parent)

    @property
    def weak(self) -> int:
        """The number of weak channels."""
        return sum(map(self._count, self.entries))

    @property
    def channels(self) -> int:
        """The number of channels."""
        return sum(len(entry.values) for entry in self.entries)

    def set_share(self, share: float) -> None:
        """Judge by another share."""
        self.share = share
        self.update_cells()

    def _count(self, found: LayerSaliency) -> int:
        return len(found.below(self.share))

    def _weak(self, found: LayerSaliency) -> str:
        return f"{self._count(found)} / {len(found.values)}"

    def _least(self, found: LayerSaliency) -> float:
        return found.least

    def _most(self, found: LayerSaliency) -> float:
        return found.most

    def _ink(self, found: LayerSaliency) -> QColor | None:
        return colour("warning") if self._count(found) else None

    def _tip(self, found: LayerSaliency) -> str:
        weak = found.below(self.share)
        text = self.tr("{layer}: mean |kernel| of {count} channels").format(layer=found.layer, count=len(found.values))
        named = self.tr("Weak: {channels}").format(channels=" ".join(map(str, weak)))
        return f"{text}\n{named}" if weak else text
