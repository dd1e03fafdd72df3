"""The target and predicted maps of the open image, one below the other, in line with the picture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QStackedLayout, QToolButton, QWidget

from app.display import MAP_NAMES, MapName, Source
from app.language.sentences import translated
from app.pictures.legends import Legend
from app.pictures.shown_maps import is_stacked, map_title, row_source
from app.session import Session
from app.views.maps.pane import SMALLEST, MapPane
from app.views.maps.scrolled import Scrolled
from app.widgets.language import Translated
from core.labels.maps.spec import VERTICAL_RATIO

_LOW = SMALLEST // 2  # px across of a map while target and predicted ones are stacked: there are six then
_LEAST = 3 * SMALLEST  # px that the rows are high at least, however many there are; then they are scrolled
_GROUND = 215  # of 255: alpha of a title that lies over its map
_UNBOUNDED = 16_777_215  # Qt's QWIDGETSIZE_MAX


class MapRow(Translated, QWidget):
    """One map with its title, its legend and an arrow that folds it away.

    Parameters
    ----------
    is_predicted : bool
        Whether it belongs to the rows of the prediction, which are there only while these are stacked below the others.
    """

    def __init__(
        self, session: Session, name: MapName, is_predicted: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.name = name
        self.is_predicted = is_predicted
        self.pane = MapPane(session, name, self)
        self._header = QWidget(self, autoFillBackground=True)
        self.arrow = QToolButton(self._header, autoRaise=True)
        self.arrow.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.arrow.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.arrow.clicked.connect(lambda: session.display.toggle_row(name, is_predicted))
        self.legend = Legend(session, self._header)
        line = QHBoxLayout(self._header)
        line.setSpacing(12)
        line.setContentsMargins(0, 0, 6, 0)
        line.addWidget(self.arrow)
        line.addWidget(self.legend, 1)
        self._is_beside = False
        self._arranged: tuple[bool, bool, bool] | None = None

    @property
    def is_folded(self) -> bool:
        """Whether only the title of the row is shown."""
        choices = self._session.display.choices
        return self.name not in (choices.predicted_rows if self.is_predicted else choices.rows)

    @property
    def is_there(self) -> bool:
        """Whether the row is shown now."""
        return is_stacked(self._session) or not self.is_predicted

    @property
    def source(self) -> Source:
        """Source of the map: the target or the prediction."""
        return "prediction" if self.is_predicted else row_source(self._session)

    def set_beside(self, is_beside: bool) -> None:
        """Stand as a column beside the picture, or as a row below it, from the next `refresh` on."""
        self._is_beside = is_beside
        self.pane.set_beside(is_beside)

    def refresh(self) -> None:
        """Show the label as it is now."""
        self.setVisible(self.is_there)
        if not self.is_there:
            return
        session = self._session
        swiped = session.predictions.is_on and session.display.choices.compare == "swipe" and not self.is_predicted
        title = map_title(session, self.name, self.source)
        if swiped:
            title = self.tr("{map} | predicted").format(map=title)
        self.legend.show_map(self.name, self.source)
        self.pane.setAccessibleName(title)
        self.pane.show_source(self.source, swiped)
        self._say(title)
        self._arrange()

    def sizeHint(self) -> QSize:
        header = self._header.sizeHint().height()
        return QSize(4 * SMALLEST, header if self.is_folded else header + 2 * SMALLEST)

    def minimumSizeHint(self) -> QSize:
        header = self._header.minimumSizeHint().height()
        least = _LOW if is_stacked(self._session) else SMALLEST
        if self._is_beside:
            return QSize(self.arrow.sizeHint().width() if self.is_folded else 2 * least, header + SMALLEST)
        return QSize(2 * SMALLEST, header if self.is_folded else header + least)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def retranslate(self) -> None:
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._place()
        super().changeEvent(event)

    def _say(self, title: str) -> None:
        action = self.tr("Unfold: {map}") if self.is_folded else self.tr("Fold away: {map}")
        said = action.format(map=title)
        narrow = self.is_folded and self._is_beside
        self.arrow.setText("" if narrow else title)
        self.arrow.setArrowType(
            Qt.ArrowType.DownArrow
            if not self.is_folded
            else Qt.ArrowType.LeftArrow
            if self._is_beside
            else Qt.ArrowType.RightArrow
        )
        if self.arrow.toolTip() != said:
            self.arrow.setToolTip(said)
            self.arrow.setAccessibleName(said)

    def _arrange(self) -> None:
        """Limit the row to the room that it needs across."""
        arrangement = self.is_folded, self._is_beside, is_stacked(self._session)
        if self._arranged == arrangement:
            return  # an edit while the mouse moves must not lay the window out again
        self._arranged = arrangement
        self.pane.setVisible(not self.is_folded)
        self.legend.setVisible(not (self.is_folded and self._is_beside))
        policy = QSizePolicy.Policy.Fixed if self.is_folded else QSizePolicy.Policy.Expanding
        expanding = QSizePolicy.Policy.Expanding
        self.setSizePolicy(*((policy, expanding) if self._is_beside else (expanding, policy)))
        least = self.minimumSizeHint()
        folded = (least.width(), _UNBOUNDED) if self._is_beside else (_UNBOUNDED, least.height())
        self.setMaximumSize(*(folded if self.is_folded else (_UNBOUNDED, _UNBOUNDED)))
        self.updateGeometry()
        self._place()

    def _place(self) -> None:
        """The title stands above its map, or over it where the map's place must not depend on the title's height."""
        height = self._header.sizeHint().height()
        self._header.setGeometry(0, 0, self.width(), height)
        palette = self.palette()
        ground = QColor(palette.color(QPalette.ColorRole.Window))
        if self._is_beside and not self.is_folded:
            ground.setAlpha(_GROUND)
        palette.setColor(QPalette.ColorRole.Window, ground)
        self._header.setPalette(palette)
        top = 0 if self._is_beside else height
        self.pane.setGeometry(0, top, self.width(), max(self.height() - top, 0))
        self._header.raise_()


class MapRows(Translated, QWidget):
    """The character, order and localization map, and the predicted ones; or the sentence that says why there is none.

    It stands below the picture, or beside it where that is tall. The window puts both into one splitter, gives that
    the `orientation` of this widget, and follows `orientation_changed`; where both begin at the same edge and are
    equally wide (of a tall picture: high), each pixel of a map is in line with the same pixel of the picture.
    """

    orientation_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.orientation = Qt.Orientation.Vertical
        """Of the splitter that holds the picture and the maps: Vertical where they stand below the picture."""
        self.rows: dict[MapName, MapRow] = {name: MapRow(session, name) for name in MAP_NAMES}
        self.predicted_rows: dict[MapName, MapRow] = {name: MapRow(session, name, True) for name in MAP_NAMES}
        panes = self._panes = QWidget()
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, panes)
        self._box.setSpacing(0)
        self._box.setContentsMargins(0, 0, 0, 0)
        for row in self._all:
            self._box.addWidget(row, 1)
        self._box.addStretch(0)
        self.sentence = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setContentsMargins(12, 12, 12, 12)
        self.sentence.setMinimumSize(2 * SMALLEST, SMALLEST)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(Scrolled(panes, _LEAST))
        self._stack.addWidget(self.sentence)
        session.editor.label_changed.connect(self.refresh)
        session.predictions.changed.connect(self.refresh)
        session.project_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the label as it is now."""
        turned = self._turn()
        self.sentence.setText(self._reason())
        self._stack.setCurrentIndex(1 if self.sentence.text() else 0)
        for row in self._all:
            row.refresh()
        if turned:
            self.orientation_changed.emit()
        self._give_room_back()

    def retranslate(self) -> None:
        self.refresh()

    @property
    def needed_height(self) -> int:
        """Pixels that the rows need below the picture, where none is to be scrolled out of sight."""
        return 0 if self.sentence.text() else self._panes.minimumSizeHint().height()

    @property
    def _all(self) -> tuple[MapRow, ...]:
        return (*self.rows.values(), *self.predicted_rows.values())

    def _reason(self) -> str:
        """Why no maps are shown; "" where they are."""
        session, editor = self._session, self._session.editor
        maps = editor.maps
        if session.project is None:
            return self.tr("Open a folder of word images to see their target maps here.")
        if editor.pixels is None:
            return self.tr("The target maps of the image stand here.")
        if session.predictions.is_on and session.display.choices.compare != "target":
            return ""
        if editor.document is None:
            return self.tr("There are no target maps, because the label cannot be read.")
        if isinstance(maps, str):
            return translated(maps)
        if not editor.label.characters:
            return self.tr(
                "The word has no characters yet. Draw them, or a box round the word, to see its target maps."
            )
        return ""

    def _give_room_back(self) -> None:
        """Limit the rows to their titles when all are folded."""
        there = [row for row in self._all if row.is_there]
        folded = all(row.is_folded for row in there) and not self.sentence.text()
        is_beside = self.orientation == Qt.Orientation.Horizontal
        least = sum(row.maximumWidth() if is_beside else row.maximumHeight() for row in there)
        width = least if folded and is_beside else _UNBOUNDED
        height = least if folded and not is_beside else _UNBOUNDED
        if (self.maximumWidth(), self.maximumHeight()) != (width, height):
            self.setMaximumSize(width, height)

    def _turn(self) -> bool:
        """Stand beside a tall picture and below any other; returns whether the rows moved."""
        size = self._session.editor.image_size
        if size is None:
            return False
        is_beside = size[0] > VERTICAL_RATIO * size[1]
        orientation = Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical
        if orientation == self.orientation:
            return False
        self.orientation = orientation
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._box.setDirection(beside if is_beside else below)
        for row in self._all:
            row.set_beside(is_beside)
        return True
