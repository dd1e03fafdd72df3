"""The plot of the curves, which the mouse zooms and moves, with the values at the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.desktop.theme import colour, is_dark
from app.language.languages import TableText, translate
from app.widgets.contrast import Recoloured
from core.runs.curves import (
    GRADIENT,
    GROUPS,
    LOSSES,
    MAP_METRICS,
    METRICS,
    Curve,
    Group,
    is_validated,
    smoothed,
    value_at,
)

CONTEXT = "Curves"

NAMES: Mapping[str, TableText] = {
    "loss": "Loss",
    "localization": "Centres",
    "order": "Order",
    "character": "Character",
    "mutual": "Mutual",
    "term": "Term of a plug-in",
    "validation_loss": "Loss, validation",
    "validation_localization": "Centres, validation",
    "validation_order": "Order, validation",
    "validation_character": "Character, validation",
    "validation_mutual": "Mutual, validation",
    "validation_term": "Term of a plug-in, validation",
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
    "gradient_norm/localization": "Gradient, centres",
    "images_per_second": "Images a second",
    "time/step": "Time of steps",
    "time/feed": "Time waiting for images",
    "time/validation": "Time of validations",
    "time/maps": "Time of live maps",
    "difficulty": "Difficulty",
    **{metric.id: metric.title for metric in (*METRICS, *MAP_METRICS)},
}
"""Titles of the curves: English source texts, context "Curves"."""

_HELPS: Mapping[str, TableText] = {
    "time/step": "Share of the last half minute that the network and the optimizer took",
    "time/feed": "Share of the last half minute that the steps waited for images: above 0.2 preparing the images is "
    "the bottleneck",
    "time/validation": "Share of the last half minute that reading the validation words and saving took",
    "time/maps": "Share of the last half minute that maps of the watched images took",
    **{metric.id: metric.help for metric in METRICS},
}

# Okabe and Ito 2008, distinct to the colour-blind, too; darker on light and lighter on dark if contrast needs it
_COLOURS = (
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8a3d"),
    ("#00795a", "#35c79b"),
    ("#b0548c", "#e29ac4"),
    ("#8a6d00", "#f0d442"),
    ("#5b5b5b", "#b2b2b2"),
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
_EVERY = 500  # ms between two drawings: curves that grow need no more
_SETTLE = 60  # ms: a window that is being resized asks for many sizes
_WIDE, _HIGH = 320, 360  # px that a panel beside others has at least; of a picture: less, and all are in one row
_LEAST = 130  # px that a panel in one row has
_IN_A_ROW = 2  # panels of a high picture: the third has the full width
_LEAST_RANGE = 0.02  # of an axis: a share of the largest value, or in powers of ten
_EDGES = 80  # px of a panel beside its legend: numbers of the axis, and margins
_LONE = 11  # px: a single value is a dot large enough to be seen, on a line across
_FAINT = 60  # of 255: the measured values behind their average


@dataclass(frozen=True, slots=True, eq=False)
class ShownRun:
    """The curves of one run."""

    title: str
    """Title that tells the run apart if several are shown. "" for the only one."""
    curves: Mapping[str, Curve]
    """Steps and values of each curve, by the names of `core.runs.curves.Curves`."""


@cache
def _step_axis() -> Any:
    """Return the class of an axis of steps, which never divides a step."""
    import pyqtgraph

    class StepAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
        """Marks whole steps alone."""

        def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
            whole = [spacing for spacing in super().tickSpacing(least, most, size) if spacing[0] >= 1]
            return whole or [(1, 0)]

    return StepAxis


def _level(value: float, ink: QColor, is_log: bool) -> Any:
    """Return a line at the only value of a curve so far, from which the next validation will differ."""
    import pyqtgraph

    faint = QColor(ink)
    faint.setAlpha(_FAINT)
    pen = pyqtgraph.mkPen(faint, width=1.5, style=Qt.PenStyle.DotLine)
    return pyqtgraph.InfiniteLine(pos=float(np.log10(value) if is_log else value), angle=0, movable=False, pen=pen)


def title_of(name: str) -> str:
    """Return the title of a curve in the current language."""
    return translate(CONTEXT, NAMES[name])


def help_of(name: str) -> str:
    """Return a sentence about a curve in the current language, or its title if that says everything."""
    return translate(CONTEXT, _HELPS[name]) if name in _HELPS else title_of(name)


def colour_of(name: str) -> QColor:
    """Return the colour of a curve in the current theme."""
    plain = name.removeprefix("validation_").removeprefix(GRADIENT)
    if name.startswith(GRADIENT) and plain not in LOSSES:
        return QColor(_DEPTHS[GROUPS["parts"].index(name)][is_dark()])
    names = next(names for names in GROUPS.values() if plain in names)
    return QColor(_COLOURS[names.index(plain) % len(_COLOURS)][is_dark()])


class CurvePlot(Recoloured, QWidget):
    """Draws each group of curves in a panel of its own, at most twice a second and only while visible.

    A drag moves all panels along the steps and one up and down, the wheel zooms, a double click shows everything again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[ShownRun, ...] = ()
        self._shown: frozenset[str] = frozenset()
        self._is_log = False
        self._smoothing = 0.0
        self._view: Any = None  # pyqtgraph is loaded by the first curves that are seen
        self.panels: dict[Group, Any] = {}  # the axes, `pyqtgraph.PlotItem`
        self._rulers: list[Any] = []  # the line at the cursor, one a panel
        self._spans: dict[Group, int] = {}  # columns that a panel has
        self._columns = 0
        self._is_whole = True  # True until a person moves or zooms
        self._step: float | None = None  # under the cursor
        self._soon = QTimer(self, singleShot=True, interval=_EVERY)
        self._soon.timeout.connect(self._draw)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self.setMinimumSize(160, 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_runs(self, runs: Sequence[ShownRun], shown: frozenset[str], *, is_log: bool, smoothing: float) -> None:
        """Set the runs and the names of the curves to draw, with their scale and smoothing.

        `runs`: the curves of all but the first are dashed. `shown`: names of the curves that are drawn, if a run has
        them. `is_log`: losses on a logarithmic axis. `smoothing`: see `core.runs.curves.smoothed`.
        """
        self._runs = tuple(runs)
        self._shown = shown
        self._is_log = is_log
        self._smoothing = smoothing
        self._ask()

    @property
    def entries(self) -> tuple[str, ...]:
        """The curves that are drawn, with the run if there are several, and the value at the cursor or the last one."""
        return tuple(
            " ".join(filter(None, (title_of(name), run.title and f"· {run.title}", self._value(run, name))))
            for name, run in self._lines(self.panels)
        )

    def rows(self) -> list[tuple[object, ...]]:
        """Return the numbers of the curves as a table: run, curve, step, value."""
        return [("run", "curve", "step", "value")] + [
            (run.title, name, int(step), float(value))
            for name, run in self._lines(GROUPS)
            for step, value in zip(*run.curves[name], strict=True)
        ]

    def show_all(self) -> None:
        """Reset the view of the curves to all steps and values."""
        self._is_whole = True
        drawn = [run.curves[name][0] for name, run in self._lines(self.panels)]
        first = min((steps[0] for steps in drawn), default=0)  # a double click where no curve is shows nothing
        last = max((steps[-1] for steps in drawn), default=1)
        for group, panel in self.panels.items():
            panel.setXRange(first, max(last, first + 1), padding=0.02)
            panel.setYRange(0, 1) if group == "measures" else panel.enableAutoRange(axis="y")

    def _follow_panel(self, moved: Any, *_: object) -> None:
        """Show the steps of a panel that a person has moved in all others."""
        self._is_whole = False
        for panel in self.panels.values():
            if panel is not moved:
                panel.setXRange(*moved.viewRange()[0], padding=0)

    def point_at(self, step: float | None) -> None:
        """Show the values at a step, or the last ones for None."""
        if step != self._step:
            self._step = step
            self._label()

    # What Qt asks

    def sizeHint(self) -> QSize:
        return QSize(560, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.panels:
            self._soon.start(_SETTLE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def recolour(self) -> None:
        self._ask()

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)
        super().leaveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    # Drawing

    def _ask(self) -> None:
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(0 if not self.panels else _EVERY)

    def _curves(self, group: Group) -> dict[str, list[ShownRun]]:
        """The names of a group that are shown, each with the runs that have a number of it."""
        curves = {
            name: [run for run in self._runs if name in run.curves and np.isfinite(run.curves[name][1]).any()]
            for name in GROUPS[group]
            if name in self._shown
        }
        return {name: runs for name, runs in curves.items() if runs}

    def _lines(self, groups: Iterable[Group]) -> Iterator[tuple[str, ShownRun]]:
        return ((name, run) for group in groups for name, runs in self._curves(group).items() for run in runs)

    def _in_a_row(self, count: int) -> int:
        is_high = self.height() >= _HIGH
        return max(1, min(self.width() // (_WIDE if is_high else _LEAST), _IN_A_ROW if is_high else count, count))

    def _draw(self) -> None:
        if not self.isVisible():
            return
        groups = [group for group in GROUPS if self._curves(group)]
        if [*self.panels] != groups or self._columns != self._in_a_row(len(groups)):
            self._arrange(groups)
        palette = self.palette()
        if self._view is not None:
            self._view.setBackground(palette.color(QPalette.ColorRole.Base))
        ink, ruled = palette.color(QPalette.ColorRole.PlaceholderText), palette.color(QPalette.ColorRole.Mid)
        for group, panel in self.panels.items():
            for side in ("left", "bottom"):
                axis = panel.getAxis(side)
                axis.setTextPen(ink)
                axis.setPen(ruled)
            self._fill(group, panel)
        for ruler in self._rulers:
            ruler.setPen(colour("muted"))
        if self.panels and self._is_whole:
            self.show_all()
        self._label()

    def _arrange(self, groups: Sequence[Group]) -> None:
        """Make a panel for each group, as many in a row as there is room for, and fill the last row."""
        import pyqtgraph  # only once there is a curve

        if self._view is None:
            self._view = pyqtgraph.GraphicsLayoutWidget()
            self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            self._view.scene().sigMouseMoved.connect(self._moved)
            self._box.addWidget(self._view)
        self._view.clear()
        self.panels, self._rulers = {}, []
        self._spans = {}
        self._columns = columns = self._in_a_row(len(groups))
        for place, group in enumerate(groups):
            is_last = place == len(groups) - 1
            span = columns - place % columns if is_last else 1
            axes = {"bottom": _step_axis()("bottom")}
            panel = self._view.addPlot(place // columns, place % columns, 1, span, axisItems=axes)
            self._spans[group] = span
            panel.setMenuEnabled(False)
            panel.hideButtons()
            panel.showGrid(x=True, y=True, alpha=0.2)
            panel.setTitle(" ")
            panel.vb.sigRangeChangedManually.connect(partial(self._follow_panel, panel))
            self._rulers.append(pyqtgraph.InfiniteLine(angle=90, movable=False))
            self.panels[group] = panel

    def _fill(self, group: Group, panel: Any) -> None:
        import pyqtgraph

        panel.clear()
        curves = self._curves(group)
        # Parts differ by powers of ten
        is_log = group == "parts" or (self._is_log and group in {"losses", "validated"})
        is_log = is_log and any((run.curves[name][1] > 0).any() for name, run in self._lines([group]))
        panel.setLogMode(y=is_log)
        for name, runs in curves.items():
            for run in runs:
                steps, values = run.curves[name]
                ink = colour_of(name)
                style = Qt.PenStyle.SolidLine if run is self._runs[0] else Qt.PenStyle.DashLine
                values = np.where(values > 0, values, np.nan) if is_log else values
                has_marks = is_validated(name)
                weight = self._smoothing if group not in {"rate", "difficulty"} and not has_marks else 0.0
                if weight:
                    faint = QColor(ink)
                    faint.setAlpha(_FAINT)
                    panel.plot(steps, values, pen=pyqtgraph.mkPen(faint, style=style), connect="finite")
                drawn = panel.plot(
                    steps,
                    smoothed(values, weight),
                    pen=pyqtgraph.mkPen(ink, width=1.5, style=style),
                    connect="finite",
                    symbol="o" if has_marks or len(steps) == 1 else None,
                    symbolSize=5 if len(steps) > 1 else _LONE,
                    symbolBrush=ink,
                    symbolPen=None,
                )
                if len(steps) == 1 and np.isfinite(values[0]):
                    panel.addItem(_level(values[0], ink, is_log), ignoreBounds=True)
                drawn.setDownsampling(auto=True, method="peak")
                drawn.setClipToView(True)
        lines = self._lines([group])
        highest = max((np.nanmax(np.abs(run.curves[name][1]), initial=0) for name, run in lines), default=0)
        # Of a curve that hardly changes, an axis would tell numbers of fifteen digits apart
        panel.vb.setLimits(minYRange=_LEAST_RANGE * (1 if is_log else highest or 1))
        panel.addItem(self._rulers[[*self.panels].index(group)], ignoreBounds=True)

    # Reading off

    def _moved(self, place: QPointF) -> None:
        panel = next((panel for panel in self.panels.values() if panel.vb.sceneBoundingRect().contains(place)), None)
        self.point_at(None if panel is None else round(panel.vb.mapSceneToView(place).x()))

    def _value(self, run: ShownRun, name: str) -> str:
        """Return a curve's value at the cursor, or its last one, or "" if it has none."""
        value = value_at(run.curves[name], np.inf if self._step is None else self._step)
        return "" if value is None else self.locale().toString(value[1], "g", 3)

    def _legend(self, group: Group, room: float) -> list[tuple[str, str]]:
        """Return the curves of a panel with their texts, as many as there is room for, and one at the least.

        A name is worth more than a value: if not all have room, those behind the first stand there without theirs.
        """
        width = self.fontMetrics().horizontalAdvance
        curves = self._curves(group)
        whole = {
            name: f"{title_of(name)} {' / '.join(filter(None, (self._value(run, name) for run in runs)))}"
            for name, runs in curves.items()
        }
        if sum(width(f"━ {text}  ") for text in whole.values()) > room:
            whole = {name: title_of(name) if number else text for number, (name, text) in enumerate(whole.items())}
        texts = [*whole.items()]
        while len(texts) > 1 and sum(width(f"━ {text}  ") for _, text in texts) > room:
            texts.pop()
        return texts

    def _label(self) -> None:
        """Write above each panel its curves with their values, and the count of those for which there is no room.

        A curve is there once, with the values of all runs in their order: their names are above all panels.
        """
        metrics, step = self.fontMetrics(), self._step
        for (group, panel), ruler in zip(self.panels.items(), self._rulers, strict=True):
            ruler.setVisible(step is not None)
            if step is not None:
                ruler.setValue(step)
            texts = [] if step is None else [self.tr("Step {step}").format(step=self.locale().toString(int(step)))]
            room = self._spans[group] * self.width() / self._columns - _EDGES
            room -= sum(map(metrics.horizontalAdvance, texts))
            parts = [escape(text) for text in texts]
            legend = self._legend(group, room)
            for name, text in legend:
                mark = "●" if is_validated(name) else "━"
                parts.append(f'<span style="color:{colour_of(name).name()}">{mark}</span> {escape(text)}')
            if rest := len(self._curves(group)) - len(legend):
                parts.append(f"+{rest}")
            ink = self.palette().color(QPalette.ColorRole.Text).name()
            panel.setTitle("&nbsp; ".join(parts), color=ink, size=f"{self.font().pointSizeF():g}pt", justify="left")
        self.setAccessibleDescription("; ".join(self.entries))
