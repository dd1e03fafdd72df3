"""The layers of a model as rows of a table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from app.desktop.theme import colour
from app.widgets.column_model import RIGHT, Column, ColumnModel
from core.model.inside.facts import LayerFacts


class LayerRows(ColumnModel[LayerFacts]):
    """One row a layer, in the order of the computation."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.show_columns(with_values=False)

    def show_columns(self, *, with_values: bool) -> None:
        """Show the columns of the facts and, if wanted, those of the values for an image."""
        columns = [
            Column[LayerFacts](lambda: self.tr("Layer"), _name, self._tip, width=190),
            Column[LayerFacts](lambda: self.tr("Class"), lambda layer: layer.kind, self._tip, width=120),
            Column[LayerFacts](lambda: self.tr("Output"), lambda layer: layer.shape_text, self._tip, width=110),
            Column[LayerFacts](lambda: self.tr("Layout"), lambda layer: layer.layout, self._tip, width=60),
            Column[LayerFacts](lambda: self.tr("Kernel"), lambda layer: layer.kernel_layout, self._tip, width=95),
            self._number(lambda: self.tr("Parameters"), lambda layer: layer.parameters, 85),
            self._number(lambda: self.tr("Multiply-adds"), lambda layer: layer.multiply_adds, 95),
            Column[LayerFacts](lambda: self.tr("Type"), lambda layer: layer.dtype, self._tip, width=60),
        ]
        if with_values:
            columns += [
                self._value(lambda: self.tr("Least"), lambda layer: layer.least),
                self._value(lambda: self.tr("Mean"), lambda layer: layer.mean),
                self._value(lambda: self.tr("Most"), lambda layer: layer.most),
            ]
        self.set_columns(columns)

    def _number(self, title: Callable[[], str], of: Callable[[LayerFacts], int], width: int) -> Column[LayerFacts]:
        return Column(title, lambda layer: f"{of(layer):,}", self._tip, of, width, RIGHT)

    def _value(self, title: Callable[[], str], of: Callable[[LayerFacts], float | None]) -> Column[LayerFacts]:
        def text(layer: LayerFacts) -> str:
            value = of(layer)
            return "–" if value is None else f"{value:.4g}"

        def key(layer: LayerFacts) -> float:
            value = of(layer)
            return float("-inf") if value is None else value

        return Column(title, text, self._tip, key, 75, RIGHT, ink=_ink)

    def _tip(self, layer: LayerFacts) -> str:
        lines = [layer.name]
        if layer.inputs:
            lines.append(self.tr("Takes: {names}").format(names=", ".join(layer.inputs)))
        for weight in layer.weights:
            shape = " × ".join(map(str, weight.shape))
            lines.append(f"{weight.name}: {shape} {weight.layout}")
        if layer.parameters != layer.trainable:
            frozen = self.tr("Not changed by training: {count}")
            lines.append(frozen.format(count=f"{layer.parameters - layer.trainable:,}"))
        if layer.not_finite:
            lines.append(self.tr("NaN or infinite: {count}").format(count=f"{layer.not_finite:,}"))
        return "\n".join(lines)


def _name(layer: LayerFacts) -> str:
    return layer.name.removeprefix("network/")


def _ink(layer: LayerFacts) -> QColor | None:
    return colour("error") if layer.not_finite else None
