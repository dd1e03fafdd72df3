"""The viewport that all panes of an image share, and the choices of overlay and maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal

from app.settings.settings import Settings

MapName = Literal["character", "order", "localization"]
Overlay = Literal["none", "character", "order", "localization"]

Source = Literal["target", "prediction", "difference", "other"]
"""The source of a map's values: the label, the model that is looked at, the difference of the two, or another model."""
MapKey = tuple[MapName, Source]  # one map of the open image: which of the three, and from which source
Way = Literal["grid", "swipe"]
"""The way target and prediction are shown: each source in a column of its own, or both in one, divided by a bar."""


class Grid(NamedTuple):
    """The arrangement of target and prediction, of the maps and of the positions, separate for each layout."""

    way: Way = "grid"
    """The layout's value of `Choices.way`."""
    columns: tuple[Source, ...] = ("target", "prediction")
    """The layout's value of `Choices.columns`."""
    strip: bool = False
    """The layout's value of `Choices.strip`."""
    beside: bool | None = None
    """The layout's value of `Choices.beside`."""


GRIDS: Mapping[str, Grid] = {"label": Grid(columns=("target",))}
"""By layout: how they stand until a person chooses otherwise; as `Grid` says if no other is named."""

MAP_NAMES: tuple[MapName, ...] = ("character", "order", "localization")
SOURCES: tuple[Source, ...] = ("target", "prediction", "difference", "other")

MARGIN = 24.0  # pane pixels around an image that is fitted: room for what is written beside its characters

_LARGEST = 64.0  # pane pixels an image pixel


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices that determine how image and maps are drawn."""

    overlay: Overlay = "none"
    """The map that lies over the image."""
    opacity: float = 0.5
    """Opacity of the overlay, in [0, 1]."""
    colormap: str = "viridis"
    """Matplotlib's name of the colormap for a map of numbers (localization, an isolated position)."""
    overlay_source: Source = "target"
    """Source of the overlay's map, if there is a prediction."""
    rows: tuple[MapName, ...] = MAP_NAMES
    """The maps that are shown, each a row of the grid."""
    columns: tuple[Source, ...] = ("target", "prediction")
    """The sources that are shown if there is a prediction, each a column of the grid."""
    way: Way = "grid"
    """The way target and prediction are shown."""
    large: MapKey | None = None
    """The map that has changed places with the image: the large picture, while the image is a small one."""
    strip: bool = False
    """True if the order channels of the single positions are shown."""
    beside: bool | None = None
    """True if the maps are beside the image, False if they are below it. None: as is best in the room."""
    swipe: float = 0.5
    """Place of the bar between target and prediction, in [0, 1] of the image's width (of a tall image: height)."""
    path: bool = True
    """True if the predicted characters' centres are drawn over the image, joined in reading order."""
    position: int | None = None
    """The k whose order channel (Z_k, H_k) is shown alone. None: all."""
    polygons: bool = True
    """True if the polygons are drawn."""
    symbols: bool = True
    """True if the symbols are drawn."""
    pixel_grid: bool = True
    """True if the pixel grid is drawn."""
    brightness: float = 0.0
    """Brightness that is added, in [-1, 1], in units of the whole range."""
    contrast: float = 1.0
    """Factor about middle grey, in [0.1, 10]."""
    gamma: float = 1.0
    """Gamma, in [0.1, 10]: the exponent is 1/gamma."""
    trial: bool = False
    """True if a copy of the image that can be changed is shown in its place."""


class Display(QObject):
    """Stores the choices, and emits a signal when one of them changes.

    The settings give the colormap and the opacity to begin with, and again whenever a person changes them there.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.layout = ""  # of the window
        self.is_beside = False  # if the maps of the open image are beside it
        self._before: dict[str, Any] = {}
        # at which target maps are drawn beside predicted ones; None: nothing is compared
        self.model_stride: int | None = None
        self.pointed: MapKey | None = None  # the map that the mouse was over last, also while a menu is open over it
        self.grids: dict[str, Grid] = {}  # by layout of the window: how target and prediction were left there
        self.choices = Choices(colormap=settings.value("maps.colormap"), opacity=settings.value("maps.opacity"))
        settings.changed.connect(self._setting_changed)

    def set(self, **changes: Any) -> None:
        """Change some of the choices, given the names of fields of `Choices`."""
        new = replace(self.choices, **changes)
        self._before = {name: value for name, value in self._before.items() if name not in changes}
        if new != self.choices:
            self.choices = new
            self.grids[self.layout] = Grid(new.way, new.columns, new.strip, new.beside)
            self.changed.emit()

    def set_for_image(self, **changes: Any) -> None:
        """Change some of the choices until another image or layout is shown, or a person changes them."""
        before = {name: getattr(self.choices, name) for name in changes}
        kept = before | self._before
        self.set(**changes)
        self._before = kept

    def restore(self) -> None:
        """Undo the changes that `set_for_image` has made."""
        self.set(**self._before)

    @property
    def lasting(self) -> Choices:
        """The choices without changes that apply only to one image."""
        return replace(self.choices, **self._before)

    def compare(self, stride: int | None) -> None:
        """Draw target maps at the stride of the model to compare them with, or of the project if it is None."""
        if stride != self.model_stride:
            self.model_stride = stride
            self.changed.emit()

    def show_layout(self, layout: str) -> None:
        """Arrange target and prediction as in a layout of the window.

        Another layout than before shows the image itself, no copy.
        """
        has_changed, before = layout != self.layout, self.choices
        self.layout = layout
        grid = self.grids.get(layout, GRIDS.get(layout, Grid()))
        returned = self._before if has_changed else {}
        self.set(**{**returned, **grid._asdict()}, trial=before.trial and not has_changed)
        if has_changed and self.choices == before:
            self.changed.emit()

    def take_grids(self, grids: Mapping[str, Grid]) -> None:
        """Arrange target and prediction in each layout as they were left in another project."""
        self.grids = dict(grids)
        self.show_layout(self.layout)

    def reset_layout(self) -> None:
        """Reset the arrangement of target and prediction to the default of the current layout."""
        self.grids.pop(self.layout, None)
        self.show_layout(self.layout)

    def toggle_row(self, name: MapName) -> None:
        """Show a map from all visible sources, or hide it."""
        rows = self.choices.rows
        self.set(rows=tuple(row for row in MAP_NAMES if (row in rows) != (row == name)))

    def toggle_column(self, source: Source) -> None:
        """Show a column with a source's maps, or hide it unless it is the last column."""
        columns = self.choices.columns
        if self.choices.way != "grid" and source in columns:
            columns = tuple(column for column in columns if column != source)  # it is asked for, and was not in sight
        new = tuple(column for column in SOURCES if (column in columns) != (column == source))
        self.set(columns=new or columns, way="grid")

    def swap(self, key: MapKey) -> None:
        """Make a map the large picture and the image a small one, or the reverse if that map is large already."""
        self.set(large=None if self.choices.large == key else key)

    def _setting_changed(self, setting: str) -> None:
        """Follow the settings of colormap and opacity.

        No other setting undoes a choice that was made on the canvas.
        """
        if setting in {"maps.colormap", "maps.opacity"}:
            self.set(**{setting.removeprefix("maps."): self._settings.value(setting)})


class Viewport(QObject):
    """The visible part of the image and its zoom, which every pane of the image area uses for drawing.

    The large pane shows the image pixel `center` in its own middle, `scale` device-independent pixels an image pixel; a
    small one shows the same with a scale that is as much smaller as the whole image would be in that pane.
    """

    changed = Signal()
    cursor_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cursor: QPointF | None = None
        """Where the mouse is, in image pixels, unrounded. None while it is over no pane."""
        self.scale = 1.0
        self.center = QPointF(0, 0)
        self.image_size = QSizeF(0, 0)
        self.pane_size = QSizeF(0, 0)
        self.fits = True  # whether the image is kept as large as its pane allows

    def show_image(self, width: float, height: float) -> None:
        """Show another image, fitted into the pane unless it has the size of the previous one."""
        size = QSizeF(width, height)
        if size != self.image_size:
            self.image_size = size
            self.fit()

    def set_cursor(self, cursor: QPointF | None) -> None:
        """Set the image point under the mouse, in whichever pane, or None once the mouse has left."""
        if cursor != self.cursor:
            self.cursor = cursor
            self.cursor_changed.emit()

    def set_pane_size(self, width: float, height: float) -> None:
        """Set the size of the main pane in device-independent pixels."""
        size = QSizeF(width, height)
        if size != self.pane_size:
            self.pane_size = size
            if self.fits:
                self.fit()
            else:
                self.changed.emit()

    def fit(self) -> None:
        """Show the whole image as large as the pane allows, also after changes of the pane's size."""
        self.fits = True
        self.center = QPointF(self.image_size.width() / 2, self.image_size.height() / 2)
        self.scale = self.fitting_scale
        self.changed.emit()

    def set_scale(self, scale: float) -> None:
        """Zoom about the middle of the pane to a scale in device-independent pixels for each image pixel."""
        self.fits = False
        self.scale = self._bounded(scale)
        self.changed.emit()

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom by a factor, with the image point `anchor` (image pixels, default: the middle) fixed in its place."""
        if anchor is None:
            anchor = self.center
        scale = self._bounded(self.scale * factor)
        self.center = anchor + (self.center - anchor) * (self.scale / scale)
        self.scale = scale
        self.fits = False
        self.changed.emit()

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by (dx, dy) device-independent pixels, keeping some of it visible."""
        center = self.center - QPointF(dx, dy) / self.scale
        width, height = self.image_size.width(), self.image_size.height()
        self.center = QPointF(min(max(center.x(), 0.0), width), min(max(center.y(), 0.0), height))
        self.fits = False
        self.changed.emit()

    def reveal(self, x: float, y: float) -> None:
        """Bring an image point into view if it is hidden."""
        half = self.pane_size / (2 * self.scale)
        seen = QRectF(
            self.center.x() - half.width(), self.center.y() - half.height(), 2 * half.width(), 2 * half.height()
        )
        if not seen.contains(QPointF(x, y)):
            self.center = QPointF(x, y)
            self.fits = False
            self.changed.emit()

    @property
    def fitting_scale(self) -> float:
        """The scale at which the whole image fits into the main pane."""
        if self.image_size.isEmpty() or self.pane_size.isEmpty():
            return self.scale
        room = QSizeF(max(self.pane_size.width() - 2 * MARGIN, 1.0), max(self.pane_size.height() - 2 * MARGIN, 1.0))
        return self._bounded(min(room.width() / self.image_size.width(), room.height() / self.image_size.height()))

    def _bounded(self, scale: float) -> float:
        smallest = 0.02
        return min(max(scale, smallest), _LARGEST)
