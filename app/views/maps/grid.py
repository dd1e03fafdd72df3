"""The maps of the open image: a row for each of the three, a column for each source. Turned for an upright word."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.display import MAP_NAMES, SOURCES, MapKey
from app.language.sentences import translated
from app.pictures.arrangement import Box, cells
from app.pictures.captions import style_of
from app.pictures.map_images import prepare
from app.pictures.shown_maps import is_upright, no_characters, shown_keys, shown_sources
from app.session import Session
from app.views.maps.corner import MapsButton
from app.views.maps.pane import GridPane
from app.widgets.boxes import Label

_LEAST = QSize(96, 72)  # px


class GridShape(NamedTuple):
    """The arguments of the arrangement of image and maps, see `app.pictures.arrangement.arrange`."""

    ratio: float
    kinds: int
    sources: int
    is_upright: bool


class MapGrid(QWidget):
    """The character, order and localization map of each source, or the sentence that says why there is none."""

    shape_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        keys: list[MapKey] = [(name, source) for name in MAP_NAMES for source in SOURCES]
        self.panes = {key: GridPane(session, key, self) for key in keys}  # all nine; those that are shown are visible
        self.sentence = Label(self, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.sentence.setContentsMargins(12, 12, 12, 12)
        self.corner = MapsButton(session, self)
        self._shape = GridShape(4.0, 0, 0, False)
        self._keys: tuple[MapKey, ...] = ()
        self._is_turned = False
        session.editor.rendered_maps.prepare = lambda rendering: prepare(rendering, session.display.choices)
        changed = session.editor.label_changed, session.display.changed, session.predictions.changed
        session.workspace.switching.once(self.refresh, *changed, session.project_changed, parent=self)
        self.refresh()

    @property
    def shape_of_grid(self) -> GridShape:
        """The shape that the grid has now."""
        return self._shape

    def set_turned(self, is_turned: bool) -> None:
        """Put the sources below each other and the three maps side by side, or the other way round."""
        if is_turned != self._is_turned:
            self._is_turned = is_turned
            self._place()

    def refresh(self) -> None:
        """Show the label as it is now."""
        session = self._session
        keys, reason = shown_keys(session), self._reason()
        if self.sentence.text() != reason:
            self.sentence.setText(reason)
        self.sentence.setVisible(bool(reason))
        for key, pane in self.panes.items():
            pane.setVisible(key in keys and not reason)
            if key in keys and not reason:
                pane.refresh()
        size = session.editor.image_size
        ratio, upright = self._shape.ratio, self._shape.is_upright
        if size is not None:  # while the next image is being read, nothing moves
            ratio, upright = size[1] / size[0], is_upright(size)
        shape = GridShape(ratio, len(session.display.choices.rows), len(shown_sources(session)), upright)
        has_changed = shape != self._shape or keys != self._keys
        self._shape, self._keys = shape, keys
        if has_changed:
            self.setVisible(bool(keys))
            self._place()
            self.shape_changed.emit()
        else:
            self._write_titles()

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
        for key, box in zip(self._keys, (box for row in rows for box in row), strict=True):
            left, top = round(box.x), round(box.y)
            right, bottom = round(box.x + box.width), round(box.y + box.height)
            self.panes[key].setGeometry(QRect(left, top, right - left, bottom - top))
        self.corner.place(self.rect())
        self._write_titles()

    def _write_titles(self) -> None:
        """Write all titles in one style that gives each room."""
        panes = [self.panes[key] for key in self._keys]
        if panes:
            first = panes[0]
            style = style_of((p.title for p in panes), first.width(), first.height(), first.fontMetrics())
            for pane in panes:
                pane.set_title(pane.title, style)

    def _reason(self) -> str:
        """The reason why no maps are shown. "" if they are."""
        session, editor = self._session, self._session.editor
        maps = editor.maps
        if session.project is None:
            return self.tr("Open a folder of word images to see their target maps here.")
        if editor.pixels is None:
            return self.tr("The target maps of the image stand here.")
        if session.predictions.is_on and shown_sources(session) != ("target",):
            return ""
        if editor.document is None:
            return self.tr("There are no target maps, because the label cannot be read.")
        if isinstance(maps, str):
            return translated(maps)
        if not editor.label.characters:
            return no_characters(editor.label)
        return ""
