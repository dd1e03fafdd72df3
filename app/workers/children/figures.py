"""The child process that draws curves: matplotlib in a thread of the window would make it wait for Python's lock.

Matplotlib is loaded by the first drawing; a window imports only what it asks for and is answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.workers.child import Channel
from core.base.errors import StudioError
from core.runs.curves import Curve, smoothed, thinned

if TYPE_CHECKING:
    from core.model.metrics.breakdown import Words

_DPI = 96  # px an inch, as Qt counts where nothing is scaled
_FONT = 7.5  # points
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 12, 20, 20  # px round each pair of axes; above it stands its title
_TICK = 50  # px that a number of the step axis needs
_LEAST = 60  # px: less has no room for axes
_WIDE, _HIGH = 320, 360  # px that a panel beside others has at least; of a picture: less, and all stand in one row
_IN_A_ROW = 2  # panels of a high picture: the third has the full width
_FAINT = 0.25  # opacity of the measured values behind their average


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One curve."""

    curve: Curve
    colour: str  # "#rrggbb"
    is_dashed: bool = False
    is_marked: bool = False  # True if each value has a mark: for values that are measured seldom
    is_smooth: bool = True  # True if the moving average is drawn over the curve


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One pair of axes."""

    lines: Sequence[Line]
    is_log: bool = False  # a logarithmic value axis
    bounds: tuple[float, float] | None = None  # (float, float): bounds of the value axis; None: those of the lines


@dataclass(frozen=True, slots=True)
class FigureLook:
    """The size and the colours of a figure."""

    # width, height: device-independent pixels
    width: int
    height: int
    scale: float  # device pixels each of them has
    # ink, grid: colours of axes and texts, and of the grid
    ink: str
    grid: str
    smoothing: float = 0.0  # as the weight of `smoothed`


@dataclass(frozen=True, slots=True)
class AxesArea:
    """Where a pair of axes is in the picture, in device-independent pixels, and which steps it shows."""

    left: float
    top: float
    width: float
    height: float
    # first, last: steps at its left and right edge
    first: float
    last: float

    def step_at(self, x: float) -> float:
        """Return the step at an x coordinate."""
        return self.first + (x - self.left) / self.width * (self.last - self.first)

    def x_of(self, step: float) -> float:
        """Return the x coordinate of a step."""
        return self.left + (step - self.first) / (self.last - self.first) * self.width

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is within the axes."""
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A picture of curves."""

    pixels: NDArray[np.uint8]  # (h, w, 4) uint8: RGBA in device pixels, on a transparent ground
    scale: float
    areas: tuple[AxesArea, ...]  # one a panel; fewer where there is no room


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A request to draw; `number` distinguishes requests."""

    number: int
    panels: tuple[Panel, ...]
    look: FigureLook


@dataclass(frozen=True, slots=True, eq=False)
class DrawingAnswer:
    """The drawing that was requested under a number."""

    number: int
    drawing: Drawing


@dataclass(frozen=True, slots=True, eq=False)
class WriteFigures:
    """A request to write the figures and tables of an evaluation; parameters as `core.model.metrics.figures`."""

    number: int
    folder: Path
    words: Words
    maps: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class FiguresWritten:
    """They were written, or not: `problem` is the sentence that says why."""

    number: int
    problem: str | None = None


def main(channel: Channel, argument: None) -> None:
    """Draw every requested figure, until the window is gone."""
    for request in channel:
        if isinstance(request, Request):
            channel.send(DrawingAnswer(request.number, draw(request.panels, request.look)))
        elif isinstance(request, WriteFigures):
            channel.send(FiguresWritten(request.number, _write(request)))


def _write(request: WriteFigures) -> str | None:
    from core.model.metrics.figures import write_figures  # the window imports only what it asks for

    try:
        write_figures(request.folder, request.words, request.maps)
    except StudioError as error:
        return str(error)
    return None


def draw(panels: Sequence[Panel], look: FigureLook) -> Drawing:
    """Draw panels in rows of as many as there is room for; the last row is filled."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # only once there is a curve
    from matplotlib.figure import Figure

    figure = Figure((look.width / _DPI, look.height / _DPI), dpi=_DPI * look.scale, facecolor="none")
    canvas: Any = FigureCanvasAgg(figure)  # matplotlib's methods have no types
    areas = []
    span = _span(panels)
    for panel, (left, top, width, height) in zip(panels, _places(len(panels), look), strict=False):
        axes = figure.add_axes(
            (left / look.width, 1 - (top + height) / look.height, width / look.width, height / look.height)
        )
        axes.set_xlim(*span)
        _fill(axes, panel, look, round(width * look.scale))
        areas.append(AxesArea(left, top, width, height, *span))
    canvas.draw()
    return Drawing(np.asarray(canvas.buffer_rgba()).copy(), look.scale, tuple(areas))


def _places(count: int, look: FigureLook) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of each pair of axes; those for which there is no room are left out."""
    most = look.width // (_WIDE if look.height >= _HIGH else _LEFT + _RIGHT + _LEAST)
    columns = min(max(most, 1), _IN_A_ROW if look.height >= _HIGH else count, count)
    rows = [columns] * (count // columns) + ([count % columns] if count % columns else [])
    height = look.height / len(rows) - _TOP - _BOTTOM
    if look.width / columns - _LEFT - _RIGHT < _LEAST or height < _LEAST / 2:
        return _places(count - 1, look) if count > 1 else []
    return [
        (
            place * look.width / many + _LEFT,
            line * look.height / len(rows) + _TOP,
            look.width / many - _LEFT - _RIGHT,
            height,
        )
        for line, many in enumerate(rows)
        for place in range(many)
    ]


def _number(value: float, place: int) -> str:
    """A number at an axis: 0.4, or 5e-5 where zeros would fill the room."""
    mantissa, _, exponent = f"{value:.3g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def _span(panels: Sequence[Panel]) -> tuple[float, float]:
    """First and last step of all panels, so that the same step is at the same place in each."""
    steps = [line.curve[0] for panel in panels for line in panel.lines if len(line.curve[0])]
    if not steps:
        return 0.0, 1.0
    first, last = float(min(each[0] for each in steps)), float(max(each[-1] for each in steps))
    return first, max(last, first + 1)


def _fill(axes: Any, panel: Panel, look: FigureLook, columns: int) -> None:
    from matplotlib.ticker import EngFormatter, FuncFormatter, MaxNLocator

    axes.patch.set_alpha(0)
    is_log = panel.is_log and any((line.curve[1] > 0).any() for line in panel.lines)
    if is_log:
        axes.set_yscale("log", nonpositive="mask")
    for line in panel.lines:
        style = "--" if line.is_dashed else "-"
        marks = {"marker": "o", "ms": 2.5} if line.is_marked else {}
        weight = look.smoothing if line.is_smooth and not line.is_marked else 0.0
        steps, values = line.curve
        if weight:
            axes.plot(*thinned(line.curve, columns), style, color=line.colour, lw=0.8, alpha=_FAINT)
        axes.plot(*thinned((steps, smoothed(values, weight)), columns), style, color=line.colour, lw=1.2, **marks)
    if panel.bounds is not None:
        axes.set_ylim(*panel.bounds)
    axes.xaxis.set_major_locator(MaxNLocator(min(5, max(1, round(columns / look.scale / _TICK))), integer=True))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    if not is_log:
        axes.yaxis.set_major_locator(MaxNLocator(5))
        axes.yaxis.set_major_formatter(FuncFormatter(_number))  # matplotlib's own writes a factor over the legend
    axes.grid(color=look.grid, lw=0.6)
    axes.tick_params(which="both", colors=look.ink, labelsize=_FONT, length=2, width=0.6, pad=2)
    for edge in axes.spines.values():
        edge.set(color=look.grid, lw=0.8)
