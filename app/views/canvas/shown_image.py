"""All that the canvas shows of the open image: put together once for each change, then painted from back to front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPalette, QPen, QTransform

from app.display import Choices, Viewport
from app.editing.document import Selection
from app.pictures.legends import Explanation
from app.pictures.map_colours import MapImage
from app.pictures.map_painting import ShownMap
from app.pictures.reading_path import draw_reading_path
from app.pictures.repaired import smallest_repair
from app.pictures.shown_maps import map_title, overlay_key, path_title, shown_large, shown_overlay
from app.session import Session
from app.views.canvas.frame import reads_downwards, room_of
from app.views.canvas.hits import box_around
from app.views.canvas.marks import MarkLook, draw_characters
from app.views.canvas.painter import draw_grid, draw_ground, draw_overlay, draw_picture
from app.widgets.captions import TEXT, beside_marks, draw_chip, draw_title, in_line, inside, place_legend
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import Problem, Severity
from core.labels.label import WordLabel
from core.labels.maps.decoding import ReadWord

_GAP = 10  # px between the name of the map over the picture and its legend
_REPAIR = 0.7  # opacity of the repaired pixels over the picture
_WORST_FIRST: tuple[Severity, ...] = ("error", "warning", "note")


Rgb = NDArray[np.uint8]
Tones = tuple[float, float, float]  # brightness, contrast, gamma, as in `Choices`


def tones_of(choices: Choices) -> Tones:
    """Return the choices that change the pixel values of the picture."""
    return choices.brightness, choices.contrast, choices.gamma


def tone_table(tones: Tones) -> NDArray[np.uint8]:
    """Return the lookup table with the new value of each pixel value 0 … 255, (256,) uint8.

    It is, with v from 0 to 1, ((v - ½) · contrast + ½ + brightness), cut to 0 … 1, to the power of 1 / gamma.
    """
    brightness, contrast, gamma = tones
    values = (np.arange(256) / 255 - 0.5) * contrast + 0.5 + brightness
    table: NDArray[np.uint8] = np.round(np.clip(values, 0, 1) ** (1 / gamma) * 255).astype(np.uint8)
    return table


class Picture:
    """Keeps one picture ready to be painted, and converts it again only if its pixels or tones change."""

    def __init__(self) -> None:
        self._pixels: Rgb | None = None
        self._tones: Tones = (0.0, 1.0, 1.0)
        self._levels: list[QImage] = []

    def show(self, pixels: Rgb, tones: Tones) -> None:
        """Set the pixels, (height, width, 3) RGB, and the tones of the picture."""
        if pixels is not self._pixels or tones != self._tones:
            self._pixels, self._tones = pixels, tones
            self._levels = []

    def clear(self) -> None:
        """Forget the picture and free its memory."""
        self._pixels, self._levels = None, []

    def at_scale(self, scale: float) -> QImage:
        """Return the smallest copy of the picture with at least one pixel for each pixel of the screen.

        The copy is painted over the whole image, and halved as often as `scale`, the pixels of the screen (not
        device-independent ones) for an image pixel, allows. Painting a picture at less than half its size straight from
        its pixels leaves most of them out, so that thin strokes flicker or vanish.
        """
        if self._pixels is None:
            return QImage()
        if not self._levels:
            plain = self._tones == (0.0, 1.0, 1.0)
            self._levels = [
                _image(self._pixels if plain else np.asarray(cv2.LUT(self._pixels, tone_table(self._tones))))
            ]
        level, part = 0, scale
        while part <= 0.5 and min(self._levels[level].width(), self._levels[level].height()) > 1:
            level, part = level + 1, part * 2
            if level == len(self._levels):
                self._levels.append(_halved(self._levels[level - 1]))
        return self._levels[level]


def _image(pixels: Rgb) -> QImage:
    height, width, _ = pixels.shape
    pixels = np.ascontiguousarray(pixels)
    image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)  # its own memory, and what painting is fastest with


def _halved(image: QImage) -> QImage:
    """Return an image of half the width and height, each of its pixels the mean of up to four."""
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine() // 4, 4)[:, :width]
    size = (max(1, round(width / 2)), max(1, round(height / 2)))
    smaller = np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))
    return QImage(smaller.data, *size, 4 * size[0], QImage.Format.Format_RGB32).copy()


@dataclass(frozen=True, slots=True)
class ShownImage:
    """The open image as the canvas shows it: picture, label, maps and prediction, put together once for each change."""

    pixels: Rgb
    """(height, width, 3) RGB."""
    choices: Choices
    """The choices of how the image is shown."""
    label: WordLabel
    """The label, with a gesture in progress applied."""
    selection: Selection
    """The places of the selected characters."""
    troubles: Mapping[int, Severity]
    """The gravest severity of each character that has a problem, by rank."""
    is_downwards: bool
    """True for a vertical word."""
    map: ShownMap | None
    """The map in the picture's place, which all tools work on. None: the picture itself is shown."""
    overlay: MapImage | None
    """The map over the picture."""
    legend: tuple[str, Explanation] | None
    """The name of the map over the picture, and what its colours mean. None: no such map is to be seen."""
    path: ReadWord | None
    """The reading whose path is drawn."""
    repair: MapImage | None
    """The repaired pixels of a prediction."""
    title: tuple[str, str]
    """The title of the reading path or of the map, and of its source."""

    @classmethod
    def of(cls, session: Session) -> ShownImage | None:
        """Return the open image as it is now, or None if there is no picture."""
        editor, choices = session.editor, session.display.choices
        if editor.pixels is None or editor.image_size is None:
            return None
        large, predicted = shown_large(session), session.predictions.current
        overlay = shown_overlay(session) if large is None else None
        repair = smallest_repair(session)
        title = (path_title(session), "") if choices.path else ("", "")
        return cls(
            pixels=editor.pixels,
            choices=choices,
            label=editor.label,
            selection=editor.selection,
            troubles=worst_by_rank(editor.problems),
            is_downwards=reads_downwards(editor),
            map=None if large is None else ShownMap.of(session, large),
            overlay=overlay,
            legend=None if overlay is None or not choices.opacity else _legend(session, overlay),
            path=predicted.maps.word if choices.path and predicted is not None else None,
            repair=None if repair is None else repair.image,
            title=title if large is None else map_title(session, *large),
        )


def _legend(session: Session, overlay: MapImage) -> tuple[str, Explanation] | None:
    key = overlay_key(session)
    return None if key is None else (in_line(map_title(session, *key)), Explanation.of(session, key, overlay))


class ImagePainter:
    """Paints an image with its label, and asks nothing of the session."""

    def __init__(self) -> None:
        self._picture = Picture()

    def paint(
        self,
        painter: QPainter,
        shown: ShownImage | None,
        pane: QRectF,
        to_pane: QTransform,
        palette: QPalette,
        *,
        viewport: Viewport,
        pixel_ratio: float,
        handle_size: float,
        hovered: int | None,
        typing: int | None,
        composed: str,
    ) -> None:
        """Paint the whole canvas except the marks of a tool.

        `painter`: on a device whose coordinates are those of the pane. `hovered` and `typing`: places of the character
        under the mouse, and of the one that takes the typing.
        """
        draw_ground(painter, pane, palette)
        if shown is None:
            self._picture.clear()
            return
        height, width = shown.pixels.shape[:2]
        target = to_pane.mapRect(QRectF(0, 0, width, height))
        scale = viewport.scale * pixel_ratio
        choices = shown.choices
        self._picture.show(shown.pixels, tones_of(choices))
        if shown.map is None:
            draw_picture(painter, self._picture.at_scale(scale), target, pane, smooth=scale < 1)
        else:
            shown.map.draw(painter, to_pane, target)
        if shown.overlay is not None:
            draw_overlay(painter, (shown.overlay.image, shown.overlay.to_image), to_pane, target, choices.opacity)
        if choices.pixel_grid:
            draw_grid(painter, viewport, target, pane, pixel_ratio)
        look = MarkLook(
            label=shown.label,
            selection=shown.selection,
            hovered=hovered,
            polygons=choices.polygons,
            symbols=choices.symbols,
            troubles=shown.troubles,
            beside=shown.is_downwards,
            typing=typing,
            composed=composed,
            room=room_of(handle_size),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        painter.setFont(symbol_font(font))
        draw_characters(painter, look, to_pane, pane)
        if shown.path is not None:
            draw_reading_path(painter, shown.path, to_pane)
        if shown.repair is not None:
            draw_overlay(painter, (shown.repair.image, shown.repair.to_image), to_pane, target, _REPAIR)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        marks = to_pane.mapRect(box_around(look.label, range(len(look.label.characters))))
        marks.setTop(marks.top() - metrics.height() - look.room)  # the chips are above the characters
        written = draw_title(painter, beside_marks(pane, shown.title, metrics, marks), shown.title, "line", QRectF())
        if shown.legend is not None:
            _draw_legend(painter, pane, written, *shown.legend)
        painter.setPen(QPen())


def _draw_legend(painter: QPainter, pane: QRectF, title: QRectF, name: str, colours: Explanation) -> None:
    """Name the map over the picture, and say what its colours mean, beside the title of the picture."""
    metrics = painter.fontMetrics()
    named, height = metrics.horizontalAdvance(name) + _GAP, metrics.height()
    place = place_legend(pane, title, named + colours.width(metrics), height)
    if place is None:
        return
    draw_chip(painter, place)
    room = inside(place)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
    colours.draw(painter, room.adjusted(named, 0, 0, 0), TEXT)


def worst_by_rank(problems: tuple[Problem, ...]) -> Mapping[int, Severity]:
    """Return the gravest severity of each character that has a problem, by the character's rank."""
    worst: dict[int, Severity] = {}
    for problem in problems:
        if problem.character is not None:
            known = worst.get(problem.character, "note")
            worst[problem.character] = min(known, problem.severity, key=_WORST_FIRST.index)
    return worst
