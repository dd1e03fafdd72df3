"""The grid of the open image's maps: a row for each map and a column for each source, turned for a vertical word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QSlider, QToolButton, QWidget, QWidgetAction

from app.display import MAP_NAMES, SOURCES, MapKey, Overlay
from app.language.sentences import translated
from app.language.words import explained
from app.pictures.arrangement import Box, cells
from app.pictures.colormaps import NAMES, table
from app.pictures.map_images import prepare
from app.pictures.outlines import outline
from app.pictures.shown_maps import (
    gives_place_to_sentence,
    is_swiped,
    is_upright,
    model_name,
    no_characters,
    shown_keys,
    shown_large,
    shown_sources,
)
from app.session import Session
from app.views.maps.pane import GridPane, Outlines
from app.widgets.boxes import Label, column, explain, offer_menu, row, set_tip
from app.widgets.captions import Style, Title, style_of
from app.widgets.icons import icon

_LEAST = QSize(96, 72)  # px


_MARGIN = 4  # px to the edges of the maps


_ICONS: Mapping[Overlay, str] = {
    "none": "overlay-none",
    "character": "map-character",
    "order": "map-order",
    "localization": "map-localization",
}
_SAMPLE = QSize(40, 12)  # px


class OverlayControls(QWidget):
    """Chooses map, opacity and colormap of the overlay."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.buttons: dict[Overlay, QToolButton] = {}
        group = QButtonGroup(self)
        together = row(spacing=0)
        for overlay, drawing in _ICONS.items():
            button = QToolButton()
            button.setIcon(icon(drawing))
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _, overlay=overlay: session.display.set(overlay=overlay))
            group.addButton(button)
            together.addWidget(button)
            self.buttons[overlay] = button
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setSingleStep(5)
        self.opacity.valueChanged.connect(lambda percent: session.display.set(opacity=percent / 100))
        self.colormap = QComboBox(iconSize=_SAMPLE)
        for name in NAMES:
            self.colormap.addItem(_sample(name), name)
        self.colormap.textActivated.connect(self._choose_colormap)
        over = column(together, self.opacity, self.colormap, spacing=6)
        column(Label(self.tr("Over the picture")), over, parent=self, spacing=4, margins=(12, 8, 12, 6))
        session.workspace.switching.later(self.show_choices, session.display.changed, parent=self)
        titles: Mapping[Overlay, str] = {
            "none": self.tr("Nothing over the picture"),
            "character": self.tr("Character map (G) over the picture"),
            "order": self.tr("Order map (S) over the picture"),
            "localization": self.tr("Centre map (Q) over the picture"),
        }
        widgets: dict[QWidget, str] = {button: titles[overlay] for overlay, button in self.buttons.items()}
        widgets[self.opacity] = self.tr("Opacity of the map over the picture")
        widgets[self.colormap] = self.tr("Colours of the centre map and of a single position")
        for widget, text in widgets.items():
            explain(widget, text)
        for overlay, button in self.buttons.items():
            if overlay != "none":
                set_tip(button, explained(f"{overlay} map", before=titles[overlay]))
        self.show_choices()

    def show_choices(self) -> None:
        """Show the current choices."""
        choices = self._session.display.choices
        self.buttons[choices.overlay].setChecked(True)
        with QSignalBlocker(self.opacity):  # its steps are coarser than what may have been chosen elsewhere
            self.opacity.setValue(round(100 * choices.opacity))
        self.colormap.setCurrentText(choices.colormap)

    def _choose_colormap(self, name: str) -> None:
        self._session.settings.set("maps.colormap", name)  # for the next time
        self._session.display.set(colormap=name)


def _sample(name: str) -> QIcon:
    """A colormap from 0 to 1."""
    ramp = table(name)
    image = QImage(ramp.tobytes(), len(ramp), 1, 3 * len(ramp), QImage.Format.Format_RGB888)
    return QIcon(QPixmap.fromImage(image.scaled(_SAMPLE * 2)))


class MapsButton(QToolButton):
    """Opens the menu of the maps, which begins with the controls of the overlay."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("Maps"))
        set_tip(self, self.tr("Choose the maps that are shown, and the map over the picture"))
        self.overlay = OverlayControls(session)
        shown = QWidgetAction(self)
        shown.setDefaultWidget(self.overlay)
        self.addAction(shown)
        offer_menu(self, "maps")
        self.clicked.connect(lambda: self.customContextMenuRequested.emit(QPoint(0, self.height())))

    def place(self, room: QRect) -> None:
        """Place the button in the lower right corner of the maps."""
        self.adjustSize()
        self.move(room.right() - self.width() - _MARGIN, room.bottom() - self.height() - _MARGIN)


class OtherModelButton(QToolButton):
    """Shows beside the maps those of the other model: the one in use, or the run that was inspected before it."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setCheckable(True)
        self.clicked.connect(session.predictions.show_other)
        self.show_other_model()

    def show_other_model(self) -> None:
        """Name the other model, or hide the button if its maps cannot be shown beside those of the model on view."""
        session, predictions = self._session, self._session.predictions
        model = predictions.other
        self.setVisible(model is not None and not is_swiped(session) and len(shown_sources(session)) > 1)
        self.setChecked(predictions.shows_other)
        if model is not None:
            name = model_name(session, model)
            self.setText(self.tr("Beside: {model}").format(model=name))
            set_tip(self, self.tr("Show the maps of {model} beside those of the selected model").format(model=name))

    def place(self, corner: QWidget) -> None:
        """Place the button left of another button."""
        if not self.isHidden():
            self.adjustSize()
            self.move(corner.x() - self.width() - _MARGIN, corner.y())


class GridShape(NamedTuple):
    """The arguments that arrange image and maps (`app.pictures.arrangement.arrange`)."""

    ratio: float
    """Width / height of the image."""
    kinds: int
    """Number of the maps of each source that are shown."""
    sources: int
    """Number of the sources that are shown."""
    is_upright: bool
    """True if the image shows a vertical word."""


class MapGrid(QWidget):
    """Shows the character, order and localization maps of each source, or a sentence that says why there are none."""

    shape_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        keys: list[MapKey] = [(name, source) for name in MAP_NAMES for source in SOURCES]
        self.panes = {
            key: GridPane(session, key, self) for key in keys
        }  # all of them; those that are shown are visible
        self.sentence = Label(self, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.sentence.setContentsMargins(12, 12, 12, 12)
        self.corner = MapsButton(session, self)  # made after the maps, and so on top of them
        self.other = OtherModelButton(session, self)
        self._shape = GridShape(4.0, 0, 0, False)
        self._keys: tuple[MapKey, ...] = ()
        self._is_turned = False
        self._style: Style = "line"  # how titles are written, and what that follows from
        self._given: tuple[tuple[Title, ...], QSize, QFont] | None = None
        # True until the first maps of the open folder are there; then their room stays, so that nothing jumps about
        self.are_awaited = True
        self._root: Path | None = None  # the open folder
        session.editor.rendered_maps.prepare = lambda rendering: prepare(rendering, session.display.choices)
        changed = session.editor.label_changed, session.display.changed, session.predictions.changed
        models = session.predictions.model_changed, session.runs.changed  # captions name them
        switching = session.workspace.switching
        switching.once(self.show_maps, *changed, *models, session.project_changed, parent=self)
        switching.later(self._describe, *changed, parent=self)
        session.editor.selection_changed.connect(self._select)
        self.show_maps()
        self._describe()

    @property
    def shape_of_grid(self) -> GridShape:
        """The current shape of the grid."""
        return self._shape

    def set_turned(self, is_turned: bool) -> None:
        """Put the sources below each other and the three maps side by side, or the reverse."""
        if is_turned != self._is_turned:
            self._is_turned = is_turned
            self._place()

    def show_maps(self) -> None:
        """Show the current label."""
        session = self._session
        self.other.show_other_model()
        keys, reason = shown_keys(session), self._reason()
        outlines, large = self._outlines(), shown_large(session)
        if self.sentence.text() != reason:
            self.sentence.setText(reason)
        self.sentence.setVisible(bool(reason))
        for key, pane in self.panes.items():
            pane.setVisible(key in keys and not reason)
            if key in keys and not reason:
                pane.show_label(outlines, large)
        size = session.editor.image_size
        ratio, upright = self._shape.ratio, self._shape.is_upright
        if size is not None:  # while the next image is being read, nothing moves
            ratio, upright = size[1] / size[0], is_upright(size)
        shape = GridShape(ratio, len(session.display.choices.rows), len(shown_sources(session)), upright)
        self.other.place(self.corner)
        root = session.workspace.root
        are_awaited = bool(reason) and (self.are_awaited or root != self._root)
        self._root = root
        has_changed = (shape, keys, are_awaited) != (self._shape, self._keys, self.are_awaited)
        self.are_awaited = are_awaited
        self._shape, self._keys = shape, keys
        if has_changed:
            self.setVisible(bool(keys))
            self._place()
            self.shape_changed.emit()
        else:
            self._write_titles()

    def _describe(self) -> None:
        """Describe the maps for a screen reader, which does not listen during a gesture."""
        if not self._session.editor.is_previewing:
            for key in self._keys:
                self.panes[key].describe()

    def _select(self) -> None:
        """Draw the outlines of the selected characters thicker."""
        outlines = self._outlines()
        for key in self._keys:
            self.panes[key].show_outlines(outlines)

    def _outlines(self) -> Outlines:
        """Return the outlines to be drawn over each map, none if no polygons are shown."""
        session = self._session
        if not session.display.choices.polygons:
            return ()
        selected, characters = frozenset(session.editor.selection), session.editor.label.characters
        return tuple((outline(character.polygon), place in selected) for place, character in enumerate(characters))

    def minimumSizeHint(self) -> QSize:
        return _LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._write_titles()
        super().changeEvent(event)

    def _place(self) -> None:
        """Give each map its room."""
        self.sentence.setGeometry(self.rect())
        rows = cells(Box(0, 0, self.width(), self.height()), self._shape.kinds, self._shape.sources, self._is_turned)
        for key, box in zip(self._keys, (box for line in rows for box in line), strict=True):
            left, top = round(box.x), round(box.y)
            right, bottom = round(box.x + box.width), round(box.y + box.height)
            self.panes[key].setGeometry(QRect(left, top, right - left, bottom - top))
        self.corner.place(self.rect())
        self.other.place(self.corner)
        self._write_titles()

    def _write_titles(self) -> None:
        """Write all titles in one style that gives each room."""
        panes = [self.panes[key] for key in self._keys]
        if panes:
            first = panes[0]
            given = tuple(pane.title for pane in panes), first.size(), first.font()
            if given != self._given:
                self._given = given
                self._style = style_of(given[0], first.width(), first.height(), first.fontMetrics())
            for pane in panes:
                if pane.style_of_title != self._style:
                    pane.set_title(pane.title, self._style)

    def _reason(self) -> str:
        """Return the reason why no maps are shown, or "" if they are."""
        session, editor = self._session, self._session.editor
        maps = editor.maps
        if session.project is None:
            return self.tr("Open a folder of word images to see their target maps here.")
        if editor.pixels is None:
            return self.tr("The target maps of the image appear here.")
        if not gives_place_to_sentence(session):
            return ""
        if editor.document is None:
            return self.tr("There are no target maps, because the label cannot be read.")
        if isinstance(maps, str):
            return translated(maps)
        if not editor.label.characters:
            return no_characters(editor.label)
        return ""
