"""A picture of the method, made by the program itself: a word, its three target maps, and the word read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.theme import colour
from app.widgets.contrast import Recoloured
from app.workers.background import Background

_WORD = "LETTER"  # with two symbols that come twice: same colour in one map, two colours in the other
_HEIGHT, _WIDTH = 64, 256  # px of the word image
_SIZE = QSize(560, 176)  # px of the picture
_WORD_BOX = QRectF(0, 52, 208, 52)
_MAPS_LEFT, _MAP = 250.0, QSize(160, 40)  # px
_READING_LEFT = 456.0
_PAPER = QColor("#f6f1e4")
_SHADE = QColor("#ded5c0")
_INK = QColor("#25364f")


@dataclass(frozen=True)
class _Parts:
    """The parts of the picture, in pixels of the word image: glyphs, boxes, maps in colours, and the reading."""

    glyphs: QPainterPath
    boxes: Sequence[QRectF]
    hues: Sequence[QColor]
    maps: tuple[QImage, QImage, QImage]
    reading: str


class MethodPicture(Recoloured, QWidget):
    """Paints the picture of the method, sharp at every scale of the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background: Background | None = None
        self._parts: _Parts | None = None
        self._is_asked = False
        self._captions: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._captions = (
            self.tr("a word image"),
            self.tr("characters (G): which symbol"),
            self.tr("order (S): which position"),
            self.tr("centres (Q): where each character is"),
            self.tr("what the maps read"),
        )
        self.setAccessibleName(self.tr("A word image, its three target maps, and the word that the maps read"))

    def make(self, background: Background) -> None:
        """Render the maps in the background once the picture is visible."""
        self._background = background
        self.update()

    def sizeHint(self) -> QSize:
        return _SIZE

    def minimumSizeHint(self) -> QSize:
        return _SIZE

    def recolour(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts that are rendered."""
        if self._background is not None and not self._is_asked:
            self._is_asked = True
            glyphs, boxes = _drawn_word()
            self._background.start("", lambda job: _made(glyphs, boxes), finished=self._take_parts)
        parts = self._parts
        if parts is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(QPointF((self.width() - _SIZE.width()) / 2, 0))
            self._paint_word(painter, parts)
            self._paint_maps(painter, parts)
            self._paint_reading(painter, parts)

    def _take_parts(self, parts: _Parts) -> None:
        self._parts = parts
        self.update()

    def _paint_word(self, painter: QPainter, parts: _Parts) -> None:
        self._write(painter, self._captions[0], QRectF(_WORD_BOX.left(), _WORD_BOX.bottom() + 4, _WORD_BOX.width(), 16))
        painter.save()
        painter.translate(_WORD_BOX.topLeft())
        painter.scale(_WORD_BOX.width() / _WIDTH, _WORD_BOX.height() / _HEIGHT)
        paper = QLinearGradient(0, 0, 0, _HEIGHT)
        paper.setColorAt(0, _PAPER)
        paper.setColorAt(1, _SHADE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(paper)
        painter.drawRoundedRect(QRectF(0, 0, _WIDTH, _HEIGHT), 3, 3)
        painter.setBrush(_INK)
        painter.drawPath(parts.glyphs)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box, hue in zip(parts.boxes, parts.hues, strict=True):
            painter.setPen(QPen(hue, 2))
            painter.drawRect(box)
        painter.restore()

    def _paint_maps(self, painter: QPainter, parts: _Parts) -> None:
        step = _MAP.height() + 18
        for number, (image, caption) in enumerate(zip(parts.maps, self._captions[1:4], strict=True)):
            box = QRectF(_MAPS_LEFT, number * step, _MAP.width(), _MAP.height())
            painter.drawImage(box, image)
            self._write(painter, caption, QRectF(box.center().x() - 110, box.bottom() + 1, 220, 17))
            self._paint_arrow(painter, _WORD_BOX.right() + 8, _MAPS_LEFT - 8, _WORD_BOX.center().y(), box.center().y())
            self._paint_arrow(painter, box.right() + 8, _READING_LEFT - 8, box.center().y(), _WORD_BOX.center().y())

    def _paint_reading(self, painter: QPainter, parts: _Parts) -> None:
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(24)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        box = QRectF(_READING_LEFT, _WORD_BOX.top(), _SIZE.width() - _READING_LEFT, _WORD_BOX.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, parts.reading)
        self._write(painter, self._captions[4], QRectF(box.left(), box.bottom() + 4, box.width(), 30))

    def _paint_arrow(self, painter: QPainter, left: float, right: float, start: float, end: float) -> None:
        painter.setPen(QPen(colour("muted"), 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, start), QPointF(right, end))

    def _write(self, painter: QPainter, text: str, box: QRectF) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        painter.setFont(font)
        painter.setPen(colour("muted"))
        painter.drawText(
            box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, text
        )


def _drawn_word() -> tuple[QPainterPath, list[QRectF]]:
    """The glyphs of the word in its image, and their places."""
    font = QFont("DejaVu Serif")
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setBold(True)
    font.setPixelSize(44)
    metrics = QFontMetricsF(font)
    apart = (_WIDTH - 16 - sum(metrics.horizontalAdvance(symbol) for symbol in _WORD)) / (len(_WORD) - 1)
    glyphs = QPainterPath()
    boxes = []
    x = 8.0
    for symbol in _WORD:
        glyph = QPainterPath()
        glyph.addText(x, 48, font, symbol)
        boxes.append(glyph.boundingRect().adjusted(-2, -3, 2, 3))
        glyphs.addPath(glyph)
        x += metrics.horizontalAdvance(symbol) + apart
    return glyphs, boxes


def _made(glyphs: QPainterPath, boxes: Sequence[QRectF]) -> _Parts:
    """Render the maps of the word and read them.

    This runs in another thread, which loads what the first page does without.
    """
    from app.pictures.map_colours import argb_image, colours_of, numbers_image, shades
    from core.charset import Charset
    from core.labels.label import CharacterLabel, WordLabel
    from core.labels.maps.decoding import upper_bound
    from core.labels.maps.render import render
    from core.labels.maps.spec import MapSpec

    characters = []
    for order, (symbol, box) in enumerate(zip(_WORD, boxes, strict=True), 1):
        corners = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft())
        characters.append(CharacterLabel(symbol, tuple((at.x(), at.y()) for at in corners), order))
    label, charset = WordLabel(tuple(characters), _WORD), Charset(tuple(sorted(set(_WORD))))
    size, spec = (_HEIGHT, _WIDTH), MapSpec(height=_HEIGHT, width=_WIDTH, stride=1, max_length=8)
    maps = render(label, size, charset, spec)
    images = (
        argb_image(shades("character", charset.symbols, True).take(maps.character, mode="wrap")),
        argb_image(shades("order", len(_WORD), True).take(maps.order, mode="wrap")),
        numbers_image(maps.localization, "viridis", True),
    )
    hues = [QColor(*hue.tolist()) for hue in colours_of("order", len(_WORD))[1 : len(_WORD) + 1]]
    return _Parts(glyphs, boxes, hues, images, upper_bound(label, size, charset, spec).word.text)
