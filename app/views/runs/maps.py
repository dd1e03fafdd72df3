"""The maps of two runs for one word, side by side at the same zoom, with their differences."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QHideEvent, QMouseEvent, QPainter, QResizeEvent, QShowEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.display import MAP_NAMES, MapName, Viewport
from app.instruments.compare import Seen
from app.language.sentences import translated
from app.pictures.arrangement import Box, arrange, cells
from app.pictures.map_colours import Held, MapImage
from app.pictures.map_marks import Mark, draw_marks, predicted_marks
from app.pictures.map_painting import draw_image, small_image
from app.pictures.predicted_images import apart_image, apart_swatches, predicted_image
from app.pictures.shown_maps import is_upright, map_name
from app.reading.predicted import Predicted
from app.session import Session
from app.widgets.boxes import Label, column, plain_label, set_tip
from app.widgets.captions import Title, style_of
from app.widgets.contrast import Recoloured
from app.widgets.map_pane import MapPane
from core.runs.info import RunInfo

_LEAST = (320, 200)  # px of all pictures together; in a smaller panel they are scrolled

Who = Literal["picture", "one", "other", "apart"]
"""Whose map a pane shows: none's, the first run's, the second's, or the difference of the two."""

_Key = tuple[Who, MapName | None]
_RUNS: tuple[Who, Who] = ("one", "other")
_COLUMNS: tuple[Who, ...] = (*_RUNS, "apart")


class ComparedPane(MapPane):
    """Shows a map that does not come from the open image."""

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(viewport, parent)
        self._found: MapImage | None = None
        self._marks: tuple[Mark, ...] = ()
        self._sentence = ""

    @property
    def found(self) -> MapImage | None:
        """The map that is drawn, or None if there is none."""
        return self._found

    def show_map(self, image: MapImage | None, sentence: str = "", marks: tuple[Mark, ...] = ()) -> None:
        """Draw a map with the values on its blobs, or a sentence that says why there is no map."""
        self._found = image
        self._sentence = sentence
        self._marks = marks
        self.redraw()

    @property
    def sentence(self) -> str:
        return self._sentence

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        if self._found is None:
            return None
        draw_image(painter, self._found, to_pane, QRectF(self.rect()))
        return draw_marks(painter, self._marks, self._found, to_pane)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole word again at a double click."""
        self.viewport.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom all panes with Ctrl held, or else scroll the panel."""
        if event.modifiers():
            super().wheelEvent(event)
        else:
            event.ignore()


class _Pictures(QWidget):
    """Places the pictures: the word and, below or beside it, a row for each map and a column for each run."""

    def __init__(self, panes: dict[_Key, ComparedPane], zoom: Viewport) -> None:
        super().__init__()
        self._panes, self._zoom = panes, zoom
        self.setMinimumSize(*_LEAST)
        for pane in panes.values():
            pane.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Give each picture its room, and its title one that it has room for."""
        size = self._zoom.image_size
        if size.isEmpty():
            return
        ratio = size.width() / size.height()
        upright = is_upright((round(size.height()), round(size.width())))
        kinds, sources = len(MAP_NAMES), len(_COLUMNS)
        made = arrange((self.width(), self.height()), ratio, kinds, sources, is_upright=upright, margin=0)
        self._panes["picture", None].setGeometry(_rounded(made.image))
        for name, row in zip(MAP_NAMES, cells(made.maps, kinds, sources, made.place.is_turned), strict=True):
            for who, box in zip(_COLUMNS, row, strict=True):
                self._panes[who, name].setGeometry(_rounded(box))
        self._zoom.set_pane_size(made.image.width, made.image.height)
        self.write_titles()

    def write_titles(self) -> None:
        """Write the titles of the maps in one style."""
        panes = [pane for (who, _), pane in self._panes.items() if who != "picture"]
        first = panes[0]
        style = style_of((pane.title for pane in panes), first.width(), first.height(), first.fontMetrics())
        for pane in self._panes.values():  # the names of runs may be of any length
            pane.set_title(pane.title, "cut" if style == "none" or pane not in panes else style)


def _rounded(box: Box) -> QRect:
    left, top = round(box.x), round(box.y)
    return QRect(left, top, round(box.x + box.width) - left, round(box.y + box.height) - top)


class RunMaps(Recoloured, QScrollArea):
    """Shows the maps that two runs predict for the open image."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.compared = session.instruments.compared
        self.zoom = Viewport(self)  # that all panes share; not that of the image area, which has more room
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        keys: list[_Key] = [("picture", None)]
        for name in MAP_NAMES:
            keys += [("one", name), ("other", name), ("apart", name)]
        self.panes = {key: ComparedPane(self.zoom) for key in keys}  # the word is ("picture", None)
        self._legend = Label()
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setWordWrap(True)
        self._sentence = plain_label(self.tr("Select a word to see the maps of both runs here."))
        self._maps = _Pictures(self.panes, self.zoom)
        self._held: tuple[object, ...] = (None, None, None)
        self._choices: tuple[object, ...] = ()
        page = QWidget()
        whole = column(self._sentence, self._maps, self._legend, parent=page, spacing=4, margins=(6, 4, 6, 4))
        whole.setStretchFactor(self._maps, 1)
        whole.addStretch(0)
        self.setWidget(page)
        self.compared.changed.connect(self.show_maps)
        session.workspace.switching.later(
            self.show_maps, session.editor.label_changed, parent=self
        )  # also once another image has been read
        self._choices = ()  # some panes say a sentence
        swatches = "&nbsp;&nbsp; ".join(
            f'<span style="color:{swatch.colour.name()}">■</span>&nbsp;{swatch.text}' for swatch in apart_swatches()
        )
        self._legend.setText(self.tr("Difference: {legend}").format(legend=swatches))
        self.show_maps()

    def set_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Compare the maps of two runs."""
        self.compared.set_runs(runs)

    def show_maps(self) -> None:
        """Show the current maps of the open image."""
        if not self.isVisible():
            return
        editor, runs = self._session.editor, self.compared.runs
        size = editor.image_size
        is_there = len(runs) == 2 and size is not None and editor.image == self._session.image
        self._maps.setVisible(is_there)
        self._legend.setVisible(is_there)
        self._sentence.setVisible(len(runs) == 2 and self._session.image is None)
        if not is_there or size is None:
            return
        if (self.zoom.image_size.width(), self.zoom.image_size.height()) != (size[1], size[0]):
            self.zoom.show_image(size[1], size[0])
            self._maps.place()
        one, second = (self.compared.prediction_of(info) for info in runs)
        self._name_panes(runs, (one, second))
        held = (editor.pixels, one, second)
        choices = (size, editor.charset, self._session.display.choices.colormap)
        if choices != self._choices or any(a is not b for a, b in zip(held, self._held, strict=True)):
            self._held, self._choices = held, choices  # an edit while the mouse moves must not draw them again
            self._show_picture()
            for name in MAP_NAMES:
                for who, maps in zip(_RUNS, (one, second), strict=True):
                    self._show_run(who, name, maps, size)
                self._show_apart(name, one, second, size)

    def showEvent(self, event: QShowEvent) -> None:
        """Request the predictions of both runs while the panel is visible."""
        super().showEvent(event)
        self.compared.want(True)
        self.show_maps()

    def hideEvent(self, event: QHideEvent) -> None:
        """Request no predictions while the panel is hidden."""
        super().hideEvent(event)
        self.compared.want(False)

    def recolour(self) -> None:
        self.show_maps()

    # How it is shown

    def _show_picture(self) -> None:
        pixels = self._session.editor.pixels
        pane = self.panes["picture", None]
        pane.show_map(None if pixels is None else small_image(Held(pixels)))

    def _name_panes(self, runs: tuple[RunInfo, ...], seen: tuple[Seen, Seen]) -> None:
        target = self._session.editor.label.word
        titles: dict[_Key, Title] = {("picture", None): (self._session.image or "", target)}
        for name in MAP_NAMES:
            titles["apart", name] = (map_name(name), self.tr("difference"))
            for who, info, maps in zip(_RUNS, runs, seen, strict=True):
                titles[who, name] = (map_name(name), f"{info.name}{_said_reading(maps, target)}")
        for key, title in titles.items():
            self.panes[key].set_title(title)
            set_tip(self.panes[key], "\n".join(part for part in title if part))
        self._maps.write_titles()

    def _show_run(self, who: Who, name: MapName, seen: Seen, size: tuple[int, int]) -> None:
        if isinstance(seen, str):
            self.panes[who, name].show_map(None, translated(seen))
            return
        colormap, charset = self._session.display.choices.colormap, self._session.editor.charset
        shown = predicted_image(seen, size, name, colormap, charset, opaque=True)
        marks = () if shown.is_number else predicted_marks(Held(seen), name, size)
        self.panes[who, name].show_map(shown, marks=marks)

    def _show_apart(self, name: MapName, first: Seen, second: Seen, size: tuple[int, int]) -> None:
        pane = self.panes["apart", name]
        if isinstance(first, str) or isinstance(second, str):
            pane.show_map(None)
            return
        image = apart_image(first, second, size, name)
        pane.show_map(image, "" if image else self.tr("The two models' maps are not of the same size."))


def _said_reading(seen: Seen, target: str) -> str:
    """Return a run's reading with its probability and, if the label has a text, a mark for right or wrong."""
    if not isinstance(seen, Predicted):
        return ""
    word = seen.maps.word
    is_right = "" if not target else " ✓" if word.text == target else " ✗"
    return f": {word.text or '–'} {word.probability:.2f}{is_right}"
