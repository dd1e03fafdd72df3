"""The table of characters, for selecting, retyping, renumbering and dragging them into another reading order."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionFocusRect,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.desktop.theme import colour
from app.pictures.shown_maps import gives_place_to_sentence, no_characters
from app.session import Session
from app.views.label_panel.character_rows import CharacterColumn, CharacterRows
from app.widgets.boxes import arrange_rows, offer_menu
from app.widgets.column_model import Index

_MARGIN, _PADDING = 12, 8  # device-independent pixels
_INSET, _SIGN = 3, 16  # device-independent pixels: beside the text of a cell, and the side of its sign


class _OrderDelegate(QStyledItemDelegate):
    """Edits a rank: a number from 1 to the number of characters."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        box = QSpinBox(parent)
        box.setRange(1, index.model().rowCount())
        box.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        box.setFrame(False)
        return box


class CharacterTable(QTableView):
    """Shows the characters in reading order, one in each row, with the same selection as the editor.

    A row that is dragged moves at once, and so do the numbers on the canvas and the maps; letting go makes it one edit.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._following = False
        self._grabbed: tuple[int, QPoint] | None = None
        self._dragged_to: int | None = None
        self._rows = CharacterRows(session, self)
        self._arrange()
        self.setModel(self._rows)
        self.setItemDelegateForColumn(CharacterColumn.ORDER, _OrderDelegate(self))
        self.horizontalHeader().setStretchLastSection(True)
        self._widths: dict[CharacterColumn, int] = {}
        self._size_columns()
        # After the model has followed, which was connected before
        editor = session.editor
        session.workspace.switching.later(
            self._follow_selection, editor.label_changed, editor.selection_changed, parent=self
        )
        session.workspace.leaving.connect(self.commit_typing)
        for changed in (session.display.changed, session.predictions.model_changed):
            changed.connect(self.viewport().update)  # the hint is below the picture then, or no longer
        self.setAccessibleName(self.tr("Characters"))
        self._follow_selection()

    def _arrange(self) -> None:
        arrange_rows(self, several=True)
        offer_menu(self, "characters")
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _size_columns(self) -> None:
        metrics = self.fontMetrics()
        self._rows.set_font(self.font())
        height = round(metrics.height() * 1.2) + 8
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(metrics.horizontalAdvance("0") + 2 * _PADDING)
        widest = {
            CharacterColumn.ORDER: "00",
            CharacterColumn.SYMBOL: "Symbol",
            CharacterColumn.SIZE: "000 × 000",
            CharacterColumn.PROBLEMS: "0000",
        }
        for column, text in widest.items():
            title = str(self._rows.headerData(column, Qt.Orientation.Horizontal))
            room = max(metrics.horizontalAdvance(text), metrics.horizontalAdvance(title))
            self._widths[column] = room + 2 * _PADDING
            header.resizeSection(column, self._widths[column])
        self._share_room()

    def _share_room(self) -> None:
        """Show marks only if there are some, and sizes only if there is room for both."""
        marks = self._rows.marks
        wanted = 0
        if marks:
            title = str(self._rows.headerData(CharacterColumn.MARKS, Qt.Orientation.Horizontal))
            widest = max(self.fontMetrics().horizontalAdvance(text) for text in (title, *marks))
            wanted = sum(self._widths.values()) + widest + 2 * _PADDING
        for column, hidden in (
            (CharacterColumn.MARKS, not marks),
            (CharacterColumn.SIZE, self.viewport().width() < wanted),
        ):
            if self.isColumnHidden(column) != hidden:
                self.setColumnHidden(column, hidden)
        if not self.isColumnHidden(CharacterColumn.SIZE):
            self.horizontalHeader().resizeSection(CharacterColumn.SIZE, self._widths[CharacterColumn.SIZE])
        if marks:  # it was stretched while it was the last one
            self.horizontalHeader().resizeSection(CharacterColumn.PROBLEMS, self._widths[CharacterColumn.PROBLEMS])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    # Typing

    def edit_symbol(self, place: int) -> None:
        """Start editing the symbol of a character, given its place in the label file."""
        row = self._rows.row_of(place)
        if row is not None:
            self.setCurrentIndex(self._rows.index(row, CharacterColumn.SYMBOL))
            self.setFocus()
            self.edit(self.currentIndex())

    def commit_typing(self) -> None:
        """Finish editing a cell and apply the typed text."""
        if self.state() == QAbstractItemView.State.EditingState:
            editor = self.indexWidget(self.currentIndex())
            self.commitData(editor)
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Edit the next character's symbol after Tab, instead of the next cell of the row as in other Qt tables."""
        steps = {
            QAbstractItemDelegate.EndEditHint.EditNextItem: 1,
            QAbstractItemDelegate.EndEditHint.EditPreviousItem: -1,
        }
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint if hint in steps else hint)
        index = self.currentIndex()
        following = index.siblingAtRow(index.row() + steps.get(hint, 0))
        if hint in steps and following.isValid():
            self.setCurrentIndex(following)
            self.edit(following)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete at Del, move a character in the reading order at Alt and an arrow key, and cancel a drag at Esc."""
        key, alt = event.key(), event.modifiers() == Qt.KeyboardModifier.AltModifier
        if key == Qt.Key.Key_Escape and self._dragged_to is not None:
            self._give_up_drag()
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and self._session.editor.can_edit:
            self._session.editor.delete_selected()
        elif alt and key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and self._session.editor.can_edit:
            row = self.currentIndex().row()
            to = row + (1 if key == Qt.Key.Key_Down else -1)
            if row >= 0 and 0 <= to < self._rows.rowCount():
                self._rows.move(row, to)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Ignore typed letters, since the first column holds numbers, which nobody searches for by typing."""

    # Dragging a row

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and event.button() == Qt.MouseButton.LeftButton
        self._dragged_to = None
        self._grabbed = (index.row(), event.position().toPoint()) if plain and index.isValid() else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        row, start = self._grabbed
        at = event.position().toPoint()
        if self._dragged_to is None and (at - start).manhattanLength() < QApplication.startDragDistance():
            return
        if not self._session.editor.can_edit or row >= len(self._session.editor.committed_label.characters):
            return
        to = self._row_at(at)
        if to != self._dragged_to:
            self._dragged_to = to
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self._rows.move(row, to, preview=True)
            self.scrollTo(self._rows.index(to, CharacterColumn.ORDER))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._grabbed is not None and self._dragged_to is not None:
            row, to = self._grabbed[0], self._dragged_to
            self._end_drag()
            self._rows.move(row, to)
        self._end_drag()

    def _row_at(self, at: QPoint) -> int:
        """Return the row at a height, the first one above the rows and the last one below them."""
        row = self.rowAt(at.y())
        if row < 0:
            row = 0 if at.y() < 0 else self._rows.rowCount() - 1
        return row

    def _give_up_drag(self) -> None:
        self._end_drag()
        self._session.editor.drop_preview()

    def _end_drag(self) -> None:
        self._grabbed = self._dragged_to = None
        self.viewport().unsetCursor()

    # The selection

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Select the characters of the selected rows, the character of the current row last."""
        super().selectionChanged(selected, deselected)
        if self._following:
            return
        chosen = {self._rows.rows[index.row()].place for index in self.selectionModel().selectedRows()}
        before = [place for place in self._session.editor.selection if place in chosen]
        new = [row.place for row in self._rows.rows if row.place in chosen and row.place not in before]
        self._session.editor.select([*before, *new])

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and not self._following and current.row() != previous.row():
            x, y = self._rows.rows[current.row()].character.corners.mean(axis=0)
            self._session.viewport.reveal(float(x), float(y))

    def _follow_selection(self) -> None:
        """The rows of the editor's selection are selected, and no others."""
        if self.model() is None:
            return
        self._share_room()
        if not self._rows.rows:
            self.viewport().update()  # the hint comes and goes with a document that has no characters
        wanted = [row for place in self._session.editor.selection if (row := self._rows.row_of(place)) is not None]
        present = {index.row() for index in self.selectionModel().selectedRows()}
        if {*wanted} == present:
            return
        selection = QItemSelection()
        for row in wanted:
            selection.select(self._rows.index(row, 0), self._rows.index(row, len(CharacterColumn) - 1))
        self._following = True
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if wanted and self.currentIndex().row() not in wanted:
            column = max(self.currentIndex().column(), 0)
            current = self._rows.index(wanted[-1], column)
            self.selectionModel().setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(current)
        self._following = False

    # What is painted

    @property
    def hint(self) -> str:
        """The sentence in the place of the rows, or "" if there are rows, or if the maps say it."""
        session = self._session
        if self._rows.rows or session.editor.document is None or gives_place_to_sentence(session):
            return ""
        return no_characters(session.editor.label)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all rows at once, or a hint if there are no characters, unless it is below the picture already.

        Qt would ask for each cell a dozen times.
        """
        with QPainter(self.viewport()) as painter:
            if self._rows.rows:
                self._paint_rows(painter)
            elif self.hint:
                painter.setPen(colour("muted"))
                room: QRect = self.viewport().rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(room, flags, self.hint)

    def _paint_rows(self, painter: QPainter) -> None:
        width, height = self.viewport().width(), self.rowHeight(0)
        group = QPalette.ColorGroup.Active if self.isActiveWindow() else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole
        palette = self.palette()
        font = self.font()
        selected = {row.row() for row in self.selectionModel().selectedRows()}
        shown = [column for column in CharacterColumn if not self.isColumnHidden(column)]
        places = [(column, self.columnViewportPosition(column), self.columnWidth(column)) for column in shown]
        for row in range(len(self._rows.rows)):
            top = self.rowViewportPosition(row)
            is_selected = row in selected
            if is_selected or row % 2:
                painter.fillRect(
                    0, top, width, height, palette.brush(group, role.Highlight if is_selected else role.AlternateBase)
                )
            for column, left, wide in places:
                look = self._rows.look(row, column)
                room = QRect(left + _INSET, top, wide - 2 * _INSET, height)
                if look.sign is not None:
                    look.sign.paint(painter, QRect(room.left(), top, _SIGN, height))
                    room.setLeft(room.left() + _SIGN + _INSET)
                if look.text:
                    painter.setFont(look.font or font)
                    own = palette.color(group, role.HighlightedText if is_selected else role.Text)
                    painter.setPen(own if is_selected or look.ink is None else look.ink)
                    elided = painter.fontMetrics().elidedText(look.text, Qt.TextElideMode.ElideRight, room.width())
                    painter.drawText(room, look.alignment, elided)
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            frame = QStyleOptionFocusRect()
            frame.initFrom(self)
            frame.rect = self.visualRect(current)
            frame.state |= QStyle.StateFlag.State_KeyboardFocusChange  # without it the style draws nothing
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, frame, painter, self)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._size_columns()
        super().changeEvent(event)
