"""The scatter plot of accuracy against one choice that differs between runs, with one point for each run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QWidget

from app.desktop.theme import colour
from app.language.figures import clock, percent, share_of
from app.views.runs.choices import text_of_choice, title_of_choice
from app.views.runs.rows import RunRows
from app.widgets.boxes import Explained, column, explain, named, plain_label, row, set_tip
from core.runs.info import RunInfo

# px round the axes
_LEFT = 48
_RIGHT = 16
_TOP = 10
_BOTTOM = 22
_TWO_LINES, _THREE_LINES = 14, 36  # px that the axis needs for so many
_DOT = 4.5  # px, half
_NEAR = 10.0  # px from a point that is meant
_DECADES = 20.0  # ratio of the largest value to the smallest from which on the axis is logarithmic
_SCORE = "word_accuracy"


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """One run in the plot, with its place, both coordinates from 0 to 1, and its text."""

    path: Path
    """The folder of the run."""
    x: float
    """The place of its value on the horizontal axis."""
    accuracy: float
    """The share of words read exactly."""
    said: str
    """The text of its tooltip."""


class RunScatter(Explained):
    """Paints the points, and selects the run of a clicked point."""

    chosen = Signal(object)  # the path of a run

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: tuple[ScatterPoint, ...] = ()
        self._ticks: tuple[tuple[float, str], ...] = ()
        self._selected: frozenset[Path] = frozenset()

    def show_points(self, points: Sequence[ScatterPoint], ticks: Sequence[tuple[float, str]]) -> None:
        """Show other points, and the texts below the axis at places from 0 to 1."""
        self.points, self._ticks = tuple(points), tuple(ticks)
        self.update()

    def select(self, runs: frozenset[Path]) -> None:
        """Mark the points of the selected runs."""
        self._selected = runs
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 160)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 90)

    def place_of(self, point: ScatterPoint) -> QPointF:
        """Return the place of a point in the widget."""
        low, high = self._span()
        axes = self._axes()
        share = (point.accuracy - low) / (high - low)
        return QPointF(axes.left() + point.x * axes.width(), axes.bottom() - share * axes.height())

    def _axes(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)

    def _span(self) -> tuple[float, float]:
        """The lowest and the highest accuracy on the axis."""
        scores = [point.accuracy for point in self.points] or [0.0]
        low, high = math.floor(min(scores) * 10) / 10, math.ceil(max(scores) * 10) / 10
        return low, high if high > low else low + 0.1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        axes = self._axes()
        (low, high) = self._span()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        if axes.height() < _TWO_LINES:
            return
        muted = colour("muted")
        for share in (0.0, 0.5, 1.0) if axes.height() > _THREE_LINES else (0.0, 1.0):
            y = axes.bottom() - share * axes.height()
            painter.setPen(QPen(muted, 1, Qt.PenStyle.DotLine if share else Qt.PenStyle.SolidLine))
            painter.drawLine(QPointF(axes.left(), y), QPointF(axes.right(), y))
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, y - 8, _LEFT - 6, 16), right, percent(low + share * (high - low)))
        room = axes.width() / max(len(self._ticks), 1)
        for share, text in self._ticks:
            fitting = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room))
            width = painter.fontMetrics().horizontalAdvance(fitting)
            left = min(max(axes.left() + share * axes.width() - width / 2, 0.0), self.width() - width)
            painter.drawText(QPointF(left, axes.bottom() + 3 + painter.fontMetrics().ascent()), fitting)
        for point in self.points:
            is_selected = point.path in self._selected
            ink = colour("error" if is_selected else "accent")
            painter.setPen(QPen(ink, 1.5))
            ink.setAlpha(230 if is_selected else 120)
            painter.setBrush(ink)
            painter.drawEllipse(self.place_of(point), _DOT, _DOT)

    def point_at(self, place: QPointF) -> ScatterPoint | None:
        """Return the point nearest to a place in the widget, or None if none is near."""

        def distance(point: ScatterPoint) -> float:
            away = self.place_of(point) - place
            return math.hypot(away.x(), away.y())

        nearest = min(self.points, key=distance, default=None)
        return nearest if nearest is not None and distance(nearest) <= _NEAR else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self.point_at(event.position())
        if point is not None:
            self.chosen.emit(point.path)

    def text_at(self, place: QPoint) -> str:
        """Return the text about the run whose point is at a place in the widget."""
        point = self.point_at(QPointF(place))
        return "" if point is None else point.said


class ScatterPage(QWidget):
    """The plot with a box that chooses the choice to compare the runs by."""

    def __init__(self, rows: RunRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.by = explain(QComboBox(), self.tr("Compare the runs by"))
        self.by.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.by.activated.connect(self._choose)
        self._chosen: str | None = None  # by the person
        self._says = plain_label()
        self.diagram = named(RunScatter(), self.tr("Accuracy of the runs"))
        top = row(self.by, self._says, spacing=8)
        top.setStretchFactor(self._says, 1)
        column(top, self.diagram, parent=self, spacing=4, margins=(6, 6, 6, 6)).setStretchFactor(self.diagram, 1)
        rows.modelReset.connect(self._fill)
        rows.dataChanged.connect(lambda *_: self._show_points())
        self._fill()

    def _fill(self) -> None:
        """Offer the different choices of the runs, and what all runs have."""
        self.by.clear()
        for name in self._rows.varying:
            self.by.addItem(title_of_choice(name), name)
        for name, title in (
            ("preset", self.tr("Network")),
            ("", self.tr("Steps")),
            ("seconds", self.tr("Duration")),
        ):
            self.by.addItem(title, name)
        self.by.setCurrentIndex(max(self.by.findData(self._chosen), 0))
        self._show_points()

    def _choose(self) -> None:
        self._chosen = self.by.currentData()
        self._show_points()

    def _show_points(self) -> None:
        name = self.by.currentData()
        runs = [info for info in self._rows.entries if _SCORE in info.metrics]
        values = [self._value(info, name) for info in runs]
        texts = [
            clock(info.seconds) if name == "seconds" else text_of_choice(v)
            for info, v in zip(runs, values, strict=True)
        ]
        places, ticks = _placed(values, texts)
        sentence = self.tr("{run}: {accuracy}; {name} {value}")
        self.diagram.show_points(
            [
                ScatterPoint(
                    info.path,
                    x,
                    info.metrics[_SCORE],
                    sentence.format(
                        run=info.name,
                        accuracy=share_of(info.metrics[_SCORE], info.validated),
                        name=self.by.currentText(),
                        value=text,
                    ),
                )
                for info, x, text in zip(runs, places, texts, strict=True)
            ],
            ticks,
        )
        self._says.setText(
            self.tr("Word accuracy of the best model") if runs else self.tr("No run has been validated yet.")
        )
        set_tip(self._says, self.tr("Click a point to select its run."))

    def _value(self, info: RunInfo, name: str) -> object:
        match name:
            case "":
                return info.step
            case "seconds":
                return info.seconds
            case "preset":
                return info.preset
        return self._rows.choice(info, name)


def _placed(values: Sequence[object], texts: Sequence[str]) -> tuple[list[float], list[tuple[float, str]]]:
    """The places of values on an axis, 0 to 1, with some of them named: numbers by size, others one after the other."""
    numbers = [float(v) for v in values if isinstance(v, (int, float)) and not isinstance(v, bool)]
    if len(numbers) < len(values) or not numbers:
        names = sorted(dict.fromkeys(texts))
        ticks = [((at + 0.5) / len(names), name) for at, name in enumerate(names)]
        where = {name: x for x, name in ticks}
        return [where[text] for text in texts], ticks
    low, high = min(numbers), max(numbers)
    scale: Callable[[float], float] = math.log if low > 0 and high > _DECADES * low else float
    span = scale(high) - scale(low)
    places = [(scale(number) - scale(low)) / span if span else 0.5 for number in numbers]
    ends = {min(places): texts[places.index(min(places))], max(places): texts[places.index(max(places))]}
    return places, sorted(ends.items())
