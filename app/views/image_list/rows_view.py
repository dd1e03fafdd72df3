"""The scrolling part of the image list, with the current row, the selected rows and the visible rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from app.session import Session
from app.views.image_list.row_painter import RowPainter
from app.views.image_list.rows import ImageRows
from app.widgets.boxes import arrange_rows, offer_menu
from app.widgets.column_model import Index

_SETTLED = 30  # ms after the last painting until small pictures are asked for: none for rows that only fly past

_NOTHING = QItemSelectionModel.SelectionFlag.NoUpdate
_ALONE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class RowsView(QTableView):
    """Lists the images that pass the filter, with the open image in the current row.

    It is a `QTableView` because only that places 100,000 rows of one height without asking for each.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._following = False
        self._followed: str | None = None  # the image that was last made current, by a person or by `follow`
        self._asked_for = (session.catalog.filter_text, session.catalog.sort)
        self._anchor: tuple[str, int] | None = None
        self._sought = ""  # the letters of the type-ahead
        self._sought_soon = QTimer(self, singleShot=True)  # they belong together while it runs
        self._rows = ImageRows(session.catalog, session.folder.thumbnails, self)
        self._painter = RowPainter(self._rows, self)
        self._thumbnails = session.folder.thumbnails
        self._ask_soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._ask_soon.timeout.connect(self._ask_for_thumbnails)
        self._arrange()
        self.setModel(self._rows)
        self.setItemDelegate(self._painter)
        self._rows.modelAboutToBeReset.connect(self._remember)
        self._rows.laid_out.connect(self._laid_out)
        self._thumbnails.arrived.connect(self._thumbnail_arrived)
        session.workspace.switching.later(self.follow, session.image_changed, parent=self)
        session.catalog.chosen_changed.connect(self._chosen_elsewhere)
        session.catalog.rows_changed.connect(self._scores_changed)
        session.catalog.pictures_changed.connect(self._changed_on_disk)
        session.settings.changed.connect(self._setting_changed)
        session.project_changed.connect(self._set_up)
        self._set_up()
        self._laid_out()

    def _arrange(self) -> None:
        arrange_rows(self, several=True)
        offer_menu(self, "images")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)

    # What is selected

    def selected_images(self) -> tuple[str, ...]:
        """Return the images of the selected rows, from top to bottom."""
        selection = self.selectionModel().selection()
        spans = [selection.at(number) for number in range(selection.count())]  # not row by row: there may be 100,000
        rows = sorted(row for span in spans for row in range(span.top(), span.bottom() + 1))
        images, visible = self._rows.table.images, self._rows.visible
        return tuple(images[visible[row]] for row in rows)

    def follow(self) -> None:
        """Make the row of the open image current, and select it alone unless it is selected already."""
        self.viewport().setUpdatesEnabled(True)
        image, row = self._session.image, self._session.catalog.row_of(self._session.image)
        if image == self._followed and row == (self.currentIndex().row() if self.currentIndex().isValid() else None):
            return
        self._followed, self._following = image, True
        if row is None:
            self.selectionModel().clear()
        else:
            # By the model: the view would heed the Ctrl of Ctrl+Home, the Shift of Shift+D
            index = self._rows.index(row)
            self.selectionModel().setCurrentIndex(index, _ALONE)
            self.scrollTo(index)
        self._following = False
        self._choose()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Show the image of the new current row, unless the row is current because its image is already shown."""
        is_chosen = current.isValid() and not self._following
        if is_chosen and current.row() not in self.rows_in_sight():
            self.viewport().setUpdatesEnabled(False)  # all rows are painted anew then: the picture goes first
        super().currentChanged(current, previous)
        if is_chosen:
            before, self._followed = self._session.image, self._session.catalog.image_at(current.row())
            self._session.show(self._followed)
            if self._session.image == before:
                self.viewport().setUpdatesEnabled(True)  # `follow` is not called

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        if not self._following:
            self._choose()

    def _choose(self) -> None:
        self._following = True
        self._session.catalog.choose(self.selected_images())
        self._following = False

    def _chosen_elsewhere(self) -> None:
        if self._following or not self._rows.is_current:
            return  # by this view itself, or of rows that are laid out anew in a moment
        self._following = True
        self._select_chosen()
        self._following = False

    def _select_chosen(self) -> None:
        """Select the rows of the chosen images, or that of the image on screen if none is chosen."""
        catalog = self._session.catalog
        current = catalog.row_of(self._session.image)
        rows = [row for image in catalog.chosen if (row := catalog.row_of(image)) is not None]
        if not rows and current is not None:
            rows = [current]
        self.selectionModel().select(
            self._selection_of(np.array(sorted(rows), np.intp)), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first or last row with Home or End, which in an ordinary table stay in the row."""
        last = self._rows.rowCount() - 1
        if action == QAbstractItemView.CursorAction.MoveHome and last >= 0:
            return self._rows.index(0)
        if action == QAbstractItemView.CursorAction.MoveEnd and last >= 0:
            return self._rows.index(last)
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Go to the next image whose name or text begins with the typed letters, or else contains them."""
        goes_on = self._sought_soon.isActive()
        self._sought_soon.start(QApplication.keyboardInputInterval())
        before, self._sought = self._sought if goes_on else "", (self._sought if goes_on else "") + search
        is_repeated = bool(before) and {*self._sought.casefold()} == {search.casefold()}
        wanted = search if is_repeated else self._sought  # one letter again and again goes from image to image
        start = max(self.currentIndex().row(), 0) + (is_repeated or not before)
        row = self._rows.table.row_like(self._rows.visible, wanted, start)
        if row is not None:
            self.setCurrentIndex(self._rows.index(row))

    # The scroll position

    def rows_in_sight(self) -> range:
        """Return the rows that are at least partly visible."""
        height = self.verticalHeader().defaultSectionSize()
        first = self.verticalScrollBar().value() // height
        last = (self.verticalScrollBar().value() + max(self.viewport().height() - 1, 0)) // height
        return range(first, min(last + 1, self._rows.rowCount()))

    def _remember(self) -> None:
        """Before the rows change: an image that is to stay in its place on screen, and that place."""
        seen = self.rows_in_sight()
        current = self.currentIndex().row()
        row = current if self.currentIndex().isValid() and current in seen else seen.start
        self._anchor = None
        if row < self._rows.rowCount():
            image = self._rows.table.images[self._rows.visible[row]]
            self._anchor = (image, row * self.verticalHeader().defaultSectionSize() - self.verticalScrollBar().value())

    def _laid_out(self) -> None:
        catalog = self._session.catalog
        self._following = True
        current = catalog.row_of(self._session.image)
        self._select_chosen()
        self.selectionModel().setCurrentIndex(QModelIndex() if current is None else self._rows.index(current), _NOTHING)
        self._following = False
        self._choose()
        self.updateGeometries()  # the scroll bar has to know how many rows there are now
        asked_for = (catalog.filter_text, catalog.sort)
        if self._anchor is not None and asked_for == self._asked_for:
            self._keep_in_place(*self._anchor)
        elif self._anchor is not None or asked_for != self._asked_for:
            self._show_current(current)
        self._anchor, self._asked_for = None, asked_for
        self._show_scores()
        self.viewport().update()

    def _selection_of(self, rows: NDArray[np.intp]) -> QItemSelection:
        selection = QItemSelection()
        for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
            if len(run):
                selection.select(self._rows.index(int(run[0])), self._rows.index(int(run[-1])))
        return selection

    def _keep_in_place(self, image: str, offset: int) -> None:
        row = self._session.catalog.row_of(image)
        if row is not None:
            self.verticalScrollBar().setValue(row * self.verticalHeader().defaultSectionSize() - offset)

    def _show_current(self, current: int | None) -> None:
        if current is None:
            self.scrollToTop()
        elif current not in self.rows_in_sight():
            self.scrollTo(self._rows.index(current), QAbstractItemView.ScrollHint.PositionAtCenter)

    # What is painted in a row

    def _setting_changed(self, name: str) -> None:
        if name.startswith("list.thumb"):
            self._set_up()

    def _set_up(self) -> None:
        """Rows are as high as their font and small pictures."""
        settings = self._session.settings
        wanted = bool(settings.value("list.thumbnails"))
        height = int(settings.value("list.thumbnail_size"))
        project = self._session.project if wanted else None
        self._thumbnails.set_source(project, height, self.devicePixelRatioF())
        self._painter.thumbnails = self._thumbnails if wanted else None
        self._painter.thumbnail_height = height
        row_height = self._painter.row_height(self.fontMetrics())
        if row_height != self.verticalHeader().defaultSectionSize():
            self._remember()
            self.verticalHeader().setMinimumSectionSize(row_height)
            self.verticalHeader().setDefaultSectionSize(row_height)
            if self._anchor is not None:
                self._keep_in_place(*self._anchor)
                self._anchor = None
        self.viewport().update()

    def _show_scores(self) -> None:
        scores = self._rows.table.probability
        shows = len(scores) > 0 and not bool(np.isnan(scores).all())
        if shows != self._painter.shows_scores:
            self._painter.shows_scores = shows
            self.viewport().update()

    def _scores_changed(self, places: NDArray[np.intp]) -> None:
        if not self._painter.shows_scores and not np.isnan(self._rows.table.probability[places]).all():
            self._show_scores()

    def event(self, event: QEvent) -> bool:
        """React to a change of font or screen."""
        done = super().event(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.DevicePixelRatioChange}:
            self._set_up()
        return done

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the keyboard without showing another image: Qt would make the first row current if none is.

        The keyboard also comes by itself, when the widget that has it is hidden, while the window must not change.
        """
        self._following = True
        super().focusInEvent(event)
        if self._session.catalog.row_of(self._session.image) is None:
            self.selectionModel().clearCurrentIndex()
        self._following = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        seen = self.currentIndex().isValid() and self.currentIndex().row() in self.rows_in_sight()
        super().resizeEvent(event)
        if seen:
            self.scrollTo(self.currentIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, then request the thumbnails that are missing."""
        super().paintEvent(event)
        if self._painter.thumbnails is not None:
            self._ask_soon.start()

    def _ask_for_thumbnails(self) -> None:
        if self._session.workspace.switching.is_going_on:
            self._ask_soon.start()
        else:
            images, visible = self._rows.table.images, self._rows.visible
            self._thumbnails.want([images[visible[row]] for row in self.rows_in_sight()])

    def _thumbnail_arrived(self, image: str) -> None:
        row = self._session.catalog.row_of(image)
        if row is not None:
            self.update(self._rows.index(row))

    def _changed_on_disk(self, images: tuple[str, ...]) -> None:
        self._thumbnails.forget(images)
        self.viewport().update()
