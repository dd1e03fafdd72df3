"""Paints pinned words, each with its image, its target map and its predicted map, into one large picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from app.display import MapName
from app.pictures.map_colours import MapImage
from app.pictures.map_images import target_image
from app.pictures.predicted_images import predicted_image
from app.reading.predicted import Predicted
from core.charset import Charset
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec

_GAP = 2  # px between the parts
_LARGEST = 4.0  # a pixel of a small image
_WIDE = 1.5  # width by height; from it on the parts are below each other
_TILE = (300, 240)  # px of one word in a saved picture
_TEXT = 18  # px of the line below it
_MARGIN = 8
_GROUND = QColor("#ffffff")
_INK = QColor("#1b1c1e")
_WRONG = QColor("#b3261e")


@dataclass(frozen=True, slots=True, eq=False)
class PinnedWord:
    """One pinned image with its maps and texts."""

    image: str
    """Path of the image relative to the project."""
    picture: QImage
    """The image, null until it has been read."""
    target: TargetMaps | None
    """Target maps of the image's label, under `spec` and `charset`. None if the label has none."""
    predicted: Predicted | None
    """The last prediction for the image. None if there is none so far."""
    spec: MapSpec
    """The geometry of `target`."""
    charset: Charset
    """The project's charset."""
    text: str = ""
    """The text below the word: the reading, or why there is none."""
    is_wrong: bool = False
    """True if the reading differs from the label's word."""
    label: str = ""
    """The label's word. "" if the label has no text."""


def paint_word(painter: QPainter, room: QRectF, word: PinnedWord, name: MapName, colormap: str) -> None:
    """Paint image, target and predicted map into a rectangle, below each other if the image is wide."""
    picture = word.picture
    if picture.isNull() or room.height() <= 0 or room.width() <= 0:
        return
    size = (picture.height(), picture.width())
    maps: list[MapImage | None] = [
        None
        if word.target is None
        else target_image(word.target, word.charset, word.spec, size=size, name=name, colormap=colormap),
        None
        if word.predicted is None
        else predicted_image(word.predicted, size, name, colormap, word.charset, opaque=True),
    ]
    is_wide = picture.width() >= _WIDE * picture.height()
    across, down = (1, 3) if is_wide else (3, 1)
    width, height = (room.width() - _GAP * (across - 1)) / across, (room.height() - _GAP * (down - 1)) / down
    scale = min(width / picture.width(), height / picture.height(), _LARGEST)
    part = QRectF(0, 0, picture.width() * scale, picture.height() * scale)
    left = room.center().x() - (across * part.width() + (across - 1) * _GAP) / 2
    top = room.center().y() - (down * part.height() + (down - 1) * _GAP) / 2
    step = QPointF(0, part.height() + _GAP) if is_wide else QPointF(part.width() + _GAP, 0)
    for number, shown in enumerate((picture, *maps)):
        part.moveTopLeft(QPointF(left, top) + step * number)
        if isinstance(shown, QImage):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(part, shown)
        elif shown is None:
            painter.fillRect(part, QColor(128, 128, 128, 40))
        else:
            painter.save()
            painter.setClipRect(part)
            painter.fillRect(part, Qt.GlobalColor.black)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            into = QTransform.fromTranslate(part.x(), part.y()).scale(scale, scale)
            painter.setTransform(shown.to_image * into, True)
            painter.drawImage(QPointF(0, 0), shown.image)
            painter.restore()


def wall_picture(words: Sequence[PinnedWord], name: MapName, colormap: str, title: str = "") -> QImage:
    """Return a picture of all words, three in each row, with the reading below each, painted in any thread."""
    columns = min(3, max(len(words), 1))
    rows = -(-len(words) // columns)
    width, height = _TILE
    head = _TEXT if title else 0
    picture = QImage(
        columns * (width + _MARGIN) + _MARGIN,
        rows * (height + _TEXT + _MARGIN) + _MARGIN + head,
        QImage.Format.Format_RGB32,
    )
    picture.fill(_GROUND)
    painter = QPainter(picture)
    centred = Qt.AlignmentFlag.AlignCenter
    painter.setPen(_INK)
    painter.drawText(QRectF(0, _MARGIN / 2, picture.width(), head), centred, title)
    for number, word in enumerate(words):
        row, column = divmod(number, columns)
        left, top = _MARGIN + column * (width + _MARGIN), head + _MARGIN + row * (height + _TEXT + _MARGIN)
        paint_word(painter, QRectF(left, top, width, height), word, name, colormap)
        painter.setPen(_WRONG if word.is_wrong else _INK)
        painter.drawText(QRectF(left, top + height, width, _TEXT), centred, word.text)
    painter.end()
    return picture
