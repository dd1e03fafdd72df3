"""The picture of curves: drawn in the background, shown with a legend, and read off where the cursor is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QHideEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import isValid

from app.desktop.theme import colour, is_dark
from app.language.languages import TableText, translate
from app.training.curve_drawer import CurveDrawer
from app.widgets.contrast import Recoloured
from app.workers.children.figures import AxesArea, Drawing, FigureLook, Line, Panel
from core.runs.curves import GRADIENT, GROUPS, LOSSES, Curve, Group, is_validated, value_at

CONTEXT = "Curves"

NAMES: Mapping[str, TableText] = {
    "loss": "Loss",
    "localization": "Localization",
    "order": "Order",
    "character": "Character",
    "mutual": "Mutual",
    "validation_loss": "Loss, validation",
    "validation_localization": "Localization, validation",
    "validation_order": "Order, validation",
    "validation_character": "Character, validation",
    "validation_mutual": "Mutual, validation",
    "word_accuracy": "Words read exactly",
    "word_accuracy_ci": "Words, case ignored",
    "one_minus_ned": "1 − edit distance",
    "character_f1": "Character F1",
    "learning_rate": "Learning rate",
    "gradient_norm": "Gradient norm",
    "gradient_norm/backbone/conv1": "Gradient, stage 1",
    "gradient_norm/backbone/conv2": "Gradient, stage 2",
    "gradient_norm/backbone/conv3": "Gradient, stage 3",
    "gradient_norm/backbone/conv4": "Gradient, stage 4",
    "gradient_norm/backbone/conv5": "Gradient, stage 5",
    "gradient_norm/decoder": "Gradient, decoder",
    "gradient_norm/character": "Gradient, character",
    "gradient_norm/order": "Gradient, order",
    "gradient_norm/localization": "Gradient, localization",
    "images_per_second": "Images a second",
    "difficulty": "Difficulty",
}
"""Titles of the curves: English source texts, context "Curves"."""

# Okabe and Ito 2008, told apart by the colour-blind, too; darker on light and lighter on dark where contrast needs it
_COLOURS = (
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8a3d"),
    ("#00795a", "#35c79b"),
    ("#b0548c", "#e29ac4"),
    ("#8a6d00", "#f0d442"),
)
# Of the backbone's stages and the decoder, one hue from far to near; a branch has the colour of its loss
_DEPTHS = (
    ("#1f1f1f", "#f2f2f2"),
    ("#3d3d3d", "#d2d2d2"),
    ("#5b5b5b", "#b2b2b2"),
    ("#757575", "#959595"),
    ("#8f8f8f", "#7a7a7a"),
    ("#0072b2", "#56b4e9"),
)
_EVERY = 500  # ms from the end of one drawing to the begin of the next: curves that grow need no more
_SETTLE = 60  # ms: a window that is being resized asks for many sizes
_SWATCH = QSize(12, 3)
_PAD = 5
_BEFORE = 30  # px before a panel, above the numbers of its axis, that its legend may use


@dataclass(frozen=True, slots=True, eq=False)
class ShownRun:
    """The curves of one run.

    Attributes
    ----------
    title : str
        Told apart by it where several are shown; "" for the only one.
    """

    title: str
    curves: Mapping[str, Curve]


@dataclass(frozen=True, slots=True)
class _PlotEntry:
    """A curve in a legend."""

    name: str
    run: int


def title_of(name: str) -> str:
    """The title of a curve in the present language."""
    return translate(CONTEXT, NAMES[name])


def colour_of(name: str) -> QColor:
    """The present theme's colour of a curve."""
    plain = name.removeprefix("validation_").removeprefix(GRADIENT)
    if name.startswith(GRADIENT) and plain not in LOSSES:
        return QColor(_DEPTHS[GROUPS["parts"].index(name)][is_dark()])
    names = next(names for names in GROUPS.values() if plain in names)
    return QColor(_COLOURS[names.index(plain) % len(_COLOURS)][is_dark()])


class CurvePlot(Recoloured, QWidget):
    """A picture of curves: a background process draws the curves, at most twice a second and only in sight."""

    def __init__(self, drawer: CurveDrawer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawer = drawer
        self._runs: tuple[ShownRun, ...] = ()
        self._shown: frozenset[str] = frozenset()
        self._is_log = False
        self._smoothing = 0.0
        self.drawing: Drawing | None = None
        self._image = QImage()
        self._drawn_groups: tuple[tuple[_PlotEntry, ...], ...] = ()
        self._is_drawing = False
        self._is_stale = False
        self._cursor: QPoint | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._draw)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_runs(self, runs: Sequence[ShownRun], shown: frozenset[str], *, is_log: bool, smoothing: float) -> None:
        """Show some curves of some runs.

        Parameters
        ----------
        runs : sequence of ShownRun
            The curves of all but the first are dashed.
        shown : frozenset of str
            Names of the curves that are drawn, where a run has them.
        is_log : bool
            Losses on a logarithmic axis.
        smoothing : float
            See `core.runs.curves.smoothed`.
        """
        self._runs, self._shown, self._is_log, self._smoothing = tuple(runs), shown, is_log, smoothing
        self._ask(_SETTLE)

    @property
    def entries(self) -> tuple[str, ...]:
        """The texts of the legends as they are on screen, with the values at the cursor."""
        return tuple(self._in_words(entry, self._step()) for entries in self._drawn_groups for entry in entries)

    def values_at(self, step: float) -> dict[str, float]:
        """The values of the first run's drawn curves nearest to a step."""
        found = {entry.name: self._value(entry, step) for group in self._drawn_groups for entry in group}
        return {name: pair[1] for name, pair in found.items() if pair is not None}

    # What Qt asks

    def sizeHint(self) -> QSize:
        return QSize(560, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        drawing = self.drawing
        if drawing is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        # of another size while the window is being resized: it stays in its corner until the next one is there
        painter.drawImage(QPointF(0, 0), self._image)
        step = self._step()
        for area, entries in zip(drawing.areas, self._drawn_groups, strict=False):
            self._paint_legend(painter, area, entries, step)
            if step is not None and area.first <= step <= area.last:
                painter.setPen(colour("muted"))
                x = area.x_of(step)
                painter.drawLine(QPointF(x, area.top), QPointF(x, area.top + area.height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ask(_SETTLE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask(_SETTLE)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()

    def recolour(self) -> None:
        self._ask(_SETTLE)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._cursor = event.position().toPoint()
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._cursor = event.position().toPoint()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._cursor = None
        self.update()

    # Drawing

    def _ask(self, delay: int) -> None:
        self._is_stale = True
        if not self._is_drawing and not self._soon.isActive():
            self._soon.start(delay)

    def _draw(self) -> None:
        if not self._is_stale or self._is_drawing or not self.isVisible():
            return
        self._is_stale = False
        panels, groups = self._panels()
        if not panels:
            self._receive((), None)
            return
        palette = self.palette()
        look = FigureLook(
            self.width(),
            self.height(),
            self.devicePixelRatioF(),
            palette.color(QPalette.ColorRole.PlaceholderText).name(),
            palette.color(QPalette.ColorRole.Mid).name(),
            self._smoothing,
        )
        self._is_drawing = True
        self._drawer.draw(panels, look, partial(self._drawn, groups))

    def _panels(self) -> tuple[list[Panel], tuple[tuple[_PlotEntry, ...], ...]]:
        """The panels to draw, one for each group that has a curve."""
        panels: list[Panel] = []
        groups: list[tuple[_PlotEntry, ...]] = []
        for group, names in GROUPS.items():
            entries = tuple(
                _PlotEntry(name, number)
                for name in names
                for number, run in enumerate(self._runs)
                if name in self._shown and name in run.curves and np.isfinite(run.curves[name][1]).any()
            )
            if entries:
                panels.append(self._panel(group, entries))
                groups.append(entries)
        return panels, tuple(groups)

    def _panel(self, group: Group, entries: Sequence[_PlotEntry]) -> Panel:
        lines = [
            Line(
                self._runs[entry.run].curves[entry.name],
                colour_of(entry.name).name(),
                is_dashed=entry.run > 0,
                is_marked=is_validated(entry.name),
                is_smooth=group not in {"rate", "difficulty"},
            )
            for entry in entries
        ]
        is_log = group == "parts" or (
            self._is_log and group in {"losses", "validated"}
        )  # parts differ by powers of ten
        return Panel(lines, is_log, (0.0, 1.0) if group == "measures" else None)

    def _receive(self, groups: tuple[tuple[_PlotEntry, ...], ...], drawing: Drawing | None) -> None:
        self.drawing, self._drawn_groups = drawing, groups
        if drawing is not None:
            height, width = drawing.pixels.shape[:2]
            self._image = QImage(drawing.pixels.data, width, height, 4 * width, QImage.Format.Format_RGBA8888)
            self._image.setDevicePixelRatio(drawing.scale)
        self.setAccessibleDescription("; ".join(self.entries))
        self.update()

    def _drawn(self, groups: tuple[tuple[_PlotEntry, ...], ...], drawing: Drawing | None) -> None:
        if not isValid(self):
            return
        self._is_drawing = False
        if drawing is not None:
            self._receive(groups, drawing)
        elif not self._drawer.is_given_up:
            self._is_stale = True
        if self._is_stale:
            self._soon.start(_EVERY)

    # Reading off

    def _step(self) -> float | None:
        """The step under the cursor; None if the cursor is beside the panels."""
        if self._cursor is None or self.drawing is None:
            return None
        x, y = self._cursor.x(), self._cursor.y()
        area = next((area for area in self.drawing.areas if area.contains(x, y)), None)
        return None if area is None else round(area.step_at(x))

    def _value(self, entry: _PlotEntry, step: float) -> tuple[int, float] | None:
        if entry.run >= len(self._runs):
            return None
        curve = self._runs[entry.run].curves.get(entry.name)
        return None if curve is None else value_at(curve, step)

    def _in_words(self, entry: _PlotEntry, step: float | None) -> str:
        run = self._runs[entry.run].title if entry.run < len(self._runs) else ""
        said = f"{title_of(entry.name)} · {run}" if run else title_of(entry.name)
        value = self._said_value(entry, step)
        return f"{said} {value}" if value else said

    def _said_value(self, entry: _PlotEntry, step: float | None) -> str:
        """A curve's value at a step, or its last; "" where it has none."""
        found = self._value(entry, np.inf if step is None else step)
        return "" if found is None else self.locale().toString(found[1], "g", 3)

    def _paint_legend(
        self, painter: QPainter, area: AxesArea, entries: Sequence[_PlotEntry], step: float | None
    ) -> None:
        """Curves with their values, above a panel; those for which there is no room are counted.

        A curve stands there once, with the values of all runs in their order: their names are told above all panels.
        """
        metrics = painter.fontMetrics()
        x, end = max(area.left - _BEFORE, 0.0), area.left + area.width
        if step is not None:
            said = self.tr("Step {step}").format(step=self.locale().toString(int(step)))
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(QRectF(x, area.top - 18, end - x, 16), Qt.AlignmentFlag.AlignVCenter, said)
            x += metrics.horizontalAdvance(said) + 2 * _PAD
        curves = {entry.name: [each for each in entries if each.name == entry.name] for entry in entries}
        for number, (name, runs) in enumerate(curves.items()):
            said = " ".join([title_of(name), " / ".join(filter(None, (self._said_value(each, step) for each in runs)))])
            before = _SWATCH.width() + _PAD
            if before + metrics.horizontalAdvance(said) > end - x:
                said = title_of(name)  # rather than half of a number
            width = before + metrics.horizontalAdvance(said)
            more = f"+{len(curves) - number}"
            room = end - x - (0 if number == len(curves) - 1 else metrics.horizontalAdvance(more) + 3 * _PAD)
            if width > room and number:
                painter.setPen(colour("muted"))
                place = QRectF(x, area.top - 18, end - x, 16)  # no further: the next panel's legend begins there
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, more)
                return
            width = int(min(width, max(room, 0)))
            is_dashed = all(each.run for each in runs)
            self._paint_entry(painter, QRectF(x, area.top - 18, width, 16), name, said, is_dashed=is_dashed)
            x += width + 2 * _PAD

    def _paint_entry(self, painter: QPainter, place: QRectF, name: str, said: str, *, is_dashed: bool) -> None:
        pen = painter.pen()
        pen.setColor(colour_of(name))
        pen.setWidthF(2)
        pen.setStyle(Qt.PenStyle.DotLine if is_dashed else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        middle = place.center().y()
        painter.drawLine(QPointF(place.left(), middle), QPointF(place.left() + _SWATCH.width(), middle))
        if is_validated(name):
            painter.setBrush(colour_of(name))
            painter.drawEllipse(QPointF(place.left() + _SWATCH.width() / 2, middle), 2, 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        text = place.adjusted(_SWATCH.width() + _PAD, 0, 0, 0)
        painter.drawText(
            text,
            Qt.AlignmentFlag.AlignVCenter,
            painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, round(text.width()) + 1),
        )
