"""The gradient norms of a run by layer as a picture, with an explanation of its colours."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.pictures.map_colours import numbers_image
from app.views.runs.curve_plot import title_of
from app.widgets.boxes import Explained, column, plain_label
from core.runs.curves import GRADIENT, Gradients

_COLORMAP = "viridis"
_LEFT = 150  # px for the names of the parts
_LEAST = 2  # px a layer
_WEAKEST = 1e-8  # a norm that is less, or none at all, has the colour of this


class GradientMap(Explained):
    """The picture, with steps across and layers down in the order from image to maps, and its values at the mouse."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Gradients | None = None
        self._image = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_gradients(self, gradients: Gradients | None) -> None:
        """Show these gradient norms, or nothing for None."""
        self._found = gradients
        if gradients is not None:
            powers = np.log10(np.maximum(gradients.norms, _WEAKEST))
            low, high = powers.min(), powers.max()
            self._image = numbers_image((powers - low) / max(high - low, 1e-9), _COLORMAP, True)
            self.setMinimumHeight(_LEAST * len(gradients.layers))
        self.update()

    def text_at(self, place: QPoint) -> str:
        """Return layer, step and norm at a point of the widget, or "" beside the picture."""
        box, norms = self._box(), self._found
        if norms is None or not box.contains(place):
            return ""
        row = int((place.y() - box.top()) / box.height() * len(norms.layers))
        number = int((place.x() - box.left()) / box.width() * len(norms.steps))
        norm = self.locale().toString(float(norms.norms[row, number]), "g", 3)
        return f"{norms.layers[row].rpartition('/')[2]} · {self.locale().toString(int(norms.steps[number]))} · {norm}"

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._found is None:
            return
        painter, box = QPainter(self), self._box()
        painter.drawImage(box, self._image)
        top = box.top()
        high = box.height() / len(self._found.layers)
        line = painter.fontMetrics().height()
        free = 0.0  # below the name before: names of parts with few layers would lie on each other
        for part, layers in groupby(self._found.layers, key=lambda layer: layer.rpartition("/")[0]):
            height = high * len(list(layers))
            free = max(free, top + (height - line) / 2)
            painter.drawText(QRectF(0, free, _LEFT - 6, line), Qt.AlignmentFlag.AlignRight, title_of(GRADIENT + part))
            free += line
            painter.drawLine(int(box.left()) - 4, int(top), int(box.left()), int(top))
            top += height

    def _box(self) -> QRectF:
        return QRectF(_LEFT, 0, max(self.width() - _LEFT - 6, 1), max(self.height() - 2, 1))


class GradientsPage(QWidget):
    """Shows the picture with an explanation of its colours, or a sentence if a run has no gradient norms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = plain_label()
        self.says.setWordWrap(True)
        self.map = GradientMap()
        whole = column(self.says, self.map, parent=self, spacing=4, margins=(6, 4, 6, 4))
        whole.setStretchFactor(self.map, 1)
        self.set_gradients(None)

    def set_gradients(self, gradients: Gradients | None) -> None:
        """Show these gradient norms, or a sentence for None."""
        self.map.set_gradients(gradients)
        self.map.setVisible(gradients is not None)
        if gradients is None:
            self.says.setText(self.tr("There are no gradient norms by layer: they are kept for every tenth step."))
            return
        norms, shown = gradients.norms, self.locale().toString
        text = self.tr(
            "Gradient norm of each layer, from {low} (dark) to {high} (bright) by powers of ten; steps run across, and "
            "an image passes the layers from the top down. A layer that stays dark hardly learns."
        )
        self.says.setText(text.format(low=shown(float(norms.min()), "g", 2), high=shown(float(norms.max()), "g", 2)))
        self.map.setAccessibleName(self.says.text())
