"""The program's icons, which are SVG drawings in the text colour of the theme, sharp at every size and scale.

Each is drawn on a grid of 24 × 24 with strokes of 1.5; `currentColor` in it becomes the palette's text colour at the
moment of painting, so that a change of theme needs nothing. `NAMES` lists them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from core.base.files import read_file

FOLDER = Path(__file__).resolve().parent.parent / "icons"

APPLICATION = "textscanner"  # the program's own icon, in colours of its own

NAMES: frozenset[str] = frozenset(file.stem for file in FOLDER.glob("*.svg"))


@cache
def icon(name: str) -> QIcon:
    """Return an icon by its name from `NAMES`, or raise FileNotFoundError if there is none of that name."""
    return QIcon(_SvgEngine(name, read_file(FOLDER / f"{name}.svg").decode()))


_clones: list[QIconEngine] = []
"""Qt does not say that it owns a clone: without this, Python would delete it under Qt's hands."""


class _SvgEngine(QIconEngine):
    """Draws one icon."""

    def __init__(self, name: str, drawing: str) -> None:
        super().__init__()
        self._name = name
        self._drawing = drawing

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the picture as a square in the middle of a rectangle."""
        side = min(rect.width(), rect.height())
        square = QRectF(0, 0, side, side)
        square.moveCenter(QRectF(rect).center())
        painter.save()
        if mode == QIcon.Mode.Disabled and self._name == APPLICATION:
            painter.setOpacity(0.4)  # it knows no palette
        self._renderer(mode).render(painter, square)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A picture for a screen whose scale is 1."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """A picture of a size in device-independent pixels, for a screen of that scale."""
        if size.isEmpty():  # asked for by a button that is squeezed to nothing, and nothing can be painted on
            return QPixmap()
        size *= scale  # Qt before 6.9 gives device pixels: then the picture is finer than need be, and Qt shrinks it
        key = f"icon-{self._name}-{_colour(mode)}-{mode.name}-{size.width()}x{size.height()}@{scale}"
        kept = QPixmap()
        if QPixmapCache.find(key, kept):
            return kept
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        pixmap.setDevicePixelRatio(scale)
        QPixmapCache.insert(key, pixmap)
        return pixmap

    def clone(self) -> QIconEngine:
        """A copy, which Qt asks for when an icon is changed."""
        copied = _SvgEngine(self._name, self._drawing)
        _clones.append(copied)
        return copied

    def iconName(self) -> str:
        return self._name

    def _renderer(self, mode: QIcon.Mode) -> QSvgRenderer:
        drawing = self._drawing.replace("currentColor", _colour(mode))
        return QSvgRenderer(QByteArray(drawing.encode()))


def _colour(mode: QIcon.Mode) -> str:
    group = QPalette.ColorGroup.Disabled if mode == QIcon.Mode.Disabled else QPalette.ColorGroup.Active
    role = QPalette.ColorRole.HighlightedText if mode == QIcon.Mode.Selected else QPalette.ColorRole.ButtonText
    return QGuiApplication.palette().color(group, role).name()
