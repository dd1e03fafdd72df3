"""Paints a row of the image list in a single step, which keeps scrolling fast."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionFocusRect, QStyleOptionViewItem

from app.desktop.theme import colour
from app.pictures.shown_maps import image_name
from app.project.thumbnails import ASPECT, Thumbnails
from app.views.image_list.rows import ImageRows
from app.widgets.captions import draw_kept
from app.widgets.icons import icon
from app.widgets.marks import paint_status
from core.index.filters import SPLITS, STATUSES
from core.labels.checks.problems import printable
from core.labels.maps.certainty import SURE
from core.readings.agreement import AGREEMENTS

_GAP = 6  # device-independent pixels, as all here
_MARK = 14
_USUAL_TEXT = "GRANDSTANDED"  # a text of this width is whole
_VAL = SPLITS.index("val")
_READERS = {AGREEMENTS.index("case"): "≈", AGREEMENTS.index("differ"): "≠"}
"""The marks of words that several readers read differently."""
_MISREAD = "≠ "
_NOT_SURE = "? "
_LONGEST_TEXT = 200  # symbols: no row is wide enough for more
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class _Widths:
    """Widths of the parts that are equally wide in all rows, and the width kept for the text."""

    text: int
    problems: int
    split: int
    score: int
    readers: int


@dataclass(frozen=True, slots=True, eq=False)
class _Mark:
    """A mark at the right of a line."""

    width: int
    column: int
    """Width that is kept for it in each row, so that the marks of all rows are below each other."""
    paint: Callable[[QRect], None]
    """Paints the mark at the right of a field."""


class RowPainter(QStyledItemDelegate):
    """Paints status, thumbnail and text of an image, with its name and marks below or behind them.

    The marks are its split, problems and probability.
    """

    def __init__(self, rows: ImageRows, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.thumbnails: Thumbnails | None = None  # the source of the small pictures; None: they are not shown
        self.thumbnail_height = 0
        self.shows_scores = False  # True if the model has read any image, so that there is a column for its probability
        self._font: QFont | None = None
        self._small = QFont()
        self._widths = _Widths(0, 0, 0, 0, 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, self.row_height(QFontMetrics(option.font)))

    def row_height(self, metrics: QFontMetrics) -> int:
        """Return the height of all rows in device-independent pixels."""
        picture = self.thumbnail_height + 6 if self.thumbnails is not None else 0
        return max(metrics.height() + 8, picture)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a row in the colours of the palette."""
        table, place = self._rows.table, int(self._rows.visible[index.row()])
        rect: QRect = option.rect
        palette: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        if font != self._font:
            self._measure(font)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        group = QPalette.ColorGroup.Active if state & QStyle.StateFlag.State_Active else QPalette.ColorGroup.Inactive
        ink = palette.color(group, QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        muted = ink if selected else colour("muted")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            painter.fillRect(rect, palette.brush(group, QPalette.ColorRole.Highlight))
        elif state & QStyle.StateFlag.State_MouseOver:
            hovered = palette.color(QPalette.ColorRole.Highlight)
            hovered.setAlpha(24)
            painter.fillRect(rect, hovered)
        left, right = rect.left() + _GAP, rect.right() - _GAP
        mark = QPointF(left, rect.top() + (rect.height() - _MARK) / 2)
        status = STATUSES[table.status[place]]
        draw_kept(
            painter,
            mark,
            (status, selected, ink.rgb(), muted.rgb()),
            QSizeF(_MARK, _MARK),
            lambda on: paint_status(on, QRectF(0, 0, _MARK, _MARK), status, ink if selected else None),
        )
        left += _MARK + _GAP
        text = printable(table.text[place], _LONGEST_TEXT)
        if self.thumbnails is not None:
            room = max(right - left - _GAP - self._widths.text, 0)  # the text is the last to be cut short
            width = min(round(self.thumbnail_height * ASPECT), room)
            self._paint_thumbnail(painter, QRect(left, rect.top(), width, rect.height()), table.images[place])
            left += width + _GAP
        first = QRect(left, rect.top(), right - left, rect.height())
        second = QRect(first)
        metrics = painter.fontMetrics()
        if rect.height() >= 2 * metrics.height():  # beside a thumbnail there are two lines
            first.setHeight(rect.height() // 2)
            second.setTop(first.bottom() + 1)
        is_one_line, image = first == second, table.images[place]
        marks = self._marks(painter, place, ink, muted)
        if not text:
            end = _paint_marks(marks, second, is_wide=_is_room(second, metrics, image, marks) or not is_one_line)
            field = QRect(second) if is_one_line else first
            field.setRight(end if is_one_line else first.right())
            self._paint_name(painter, field, image, ink, muted)
        elif is_one_line:
            line = second.adjusted(metrics.horizontalAdvance(text) + 2 * _GAP, 0, 0, 0)
            first.setRight(_paint_marks(marks, second, is_wide=_is_room(line, metrics, image, marks)))
            sentence = metrics.elidedText(text, Qt.TextElideMode.ElideRight, first.width())
            self.write(painter, first, sentence, ink)
            first.setLeft(first.left() + metrics.horizontalAdvance(sentence) + 2 * _GAP)
            self._paint_name(painter, first, image, muted, muted)
        else:
            above, below = _spread(marks, first.width() - metrics.horizontalAdvance(text), second, metrics, image)
            second.setRight(_paint_marks(below, second, is_wide=_is_room(second, metrics, image, below)))
            first.setRight(_paint_marks(above, first, is_wide=False))
            self.write(painter, first, metrics.elidedText(text, Qt.TextElideMode.ElideRight, first.width()), ink)
            self._paint_name(painter, second, image, muted, muted)
        if state & QStyle.StateFlag.State_HasFocus and not selected:
            self._paint_focus(painter, option)
        painter.restore()

    def _marks(self, painter: QPainter, place: int, ink: QColor, muted: QColor) -> list[_Mark]:
        """Return the marks of an image from the right: score, problems, other readers, split."""
        table, widths = self._rows.table, self._widths
        is_selected = ink == muted
        marks = []
        if self.shows_scores:
            marks.append(self._score(painter, place, muted, is_selected))
        if count := int(table.problem_count[place]):
            badge = ink if is_selected else colour("warning")
            paint = partial(self._paint_tag, painter, text=f"{min(count, 99)}", ink=badge, filled=True)
            marks.append(_Mark(widths.problems, widths.problems, paint))
        if (readers := _READERS.get(int(table.agreement[place]))) is not None:
            paint = partial(self.write, painter, text=readers, ink=muted, side=_RIGHT)
            marks.append(_Mark(widths.readers, widths.readers, paint))
        if table.split[place] == _VAL:
            paint = partial(self._paint_tag, painter, text="val", ink=muted, filled=False)
            marks.append(_Mark(widths.split, widths.split, paint))
        return marks

    def _score(self, painter: QPainter, place: int, muted: QColor, is_selected: bool) -> _Mark:
        """Return the mark of the probability, which keeps its column if there is none."""
        column = self._widths.score
        probability = self._rows.table.probability[place]
        if math.isnan(probability):
            return _Mark(0, column, lambda field: None)
        misread = self._rows.is_misread(place)
        sign = _MISREAD if misread else "" if probability >= SURE else _NOT_SURE
        text = f"{sign}{probability:.2f}"
        ink = colour("error" if misread else "warning") if sign and not is_selected else muted
        width = painter.fontMetrics().horizontalAdvance(text) + _GAP
        return _Mark(width, column, partial(self.write, painter, text=text, ink=ink, side=_RIGHT))

    def _measure(self, font: QFont) -> None:
        self._font = QFont(font)
        self._small = QFont(font)
        self._small.setPointSizeF(font.pointSizeF() * 0.85)
        small, usual = QFontMetrics(self._small), QFontMetrics(font)
        self._widths = _Widths(
            text=usual.horizontalAdvance(_USUAL_TEXT),
            problems=small.horizontalAdvance("99") + 10 + _GAP,
            readers=usual.horizontalAdvance("≠") + _GAP,
            split=small.horizontalAdvance("val") + 8 + _GAP,
            score=usual.horizontalAdvance(f"{_MISREAD}0.00") + _GAP,
        )

    def _paint_name(self, painter: QPainter, field: QRect, image: str, ink: QColor, muted: QColor) -> None:
        """The name, and before it the folder as far as there is room.

        A name that is cut short keeps its end: there the names of a folder differ.
        """
        folder, slash, name = image.rpartition("/")
        metrics = painter.fontMetrics()
        name = printable(name, 255)
        if metrics.horizontalAdvance(name) > field.width():  # what is common to most goes first
            name = metrics.elidedText(image_name(image), Qt.TextElideMode.ElideLeft, field.width())
        width = metrics.horizontalAdvance(name)
        if slash:
            before = metrics.elidedText(
                printable(folder + slash, 255), Qt.TextElideMode.ElideMiddle, field.width() - width
            )
            taken = metrics.horizontalAdvance(before)
            if before != "…" and taken + width <= field.width():
                self.write(painter, field, before, muted)
                field = field.adjusted(taken, 0, 0, 0)
        self.write(painter, field, name, ink)

    def write(self, painter: QPainter, field: QRect, text: str, ink: QColor, side: Qt.AlignmentFlag = _LEFT) -> None:
        """Draw a text in its field of a row."""
        painter.setPen(ink)
        painter.drawText(field, side, text)

    def _paint_tag(self, painter: QPainter, field: QRect, text: str, ink: QColor, filled: bool) -> None:
        """Paint a word in a small frame, in a `field` that begins with the gap before it."""
        height = QFontMetrics(self._small).height() + 2
        box = QRectF(field.left() + _GAP, field.center().y() - height / 2 + 0.5, field.width() - _GAP, height)
        painter.setPen(QPen(ink, 1))
        ground = QColor(ink)
        ground.setAlpha(36 if filled else 0)
        painter.setBrush(ground)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(self._small)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.setFont(self._font or self._small)

    def _paint_thumbnail(self, painter: QPainter, field: QRect, image: str) -> None:
        height = self.thumbnail_height
        box = QRectF(field.left(), field.center().y() - height / 2 + 0.5, field.width(), height)
        small = None if self.thumbnails is None else self.thumbnails.kept(image)
        if small is None:
            return  # the view asks for it once this is painted
        if small.isNull():
            icon("image-broken").paint(painter, QRectF(box.topLeft(), box.size()).toRect(), Qt.AlignmentFlag.AlignLeft)
            return
        size = small.deviceIndependentSize()
        if size.width() > box.width():
            size.scale(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(QPointF(box.left(), box.top() + (height - size.height()) / 2), size), small)

    def _paint_focus(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Frame the current row if it is not selected: the keyboard acts there."""
        focus = QStyleOptionFocusRect()
        focus.rect = option.rect
        focus.palette = option.palette
        focus.state = option.state
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, focus, painter, option.widget)


def _is_room(line: QRect, metrics: QFontMetrics, image: str, marks: Sequence[_Mark]) -> bool:
    """Return True if a line has room for the name beside the columns of all marks."""
    if not marks:  # as in most rows
        return True
    return metrics.horizontalAdvance(image_name(image)) + sum(mark.column for mark in marks) <= line.width()


def _spread(
    marks: Sequence[_Mark], room: int, line: QRect, metrics: QFontMetrics, image: str
) -> tuple[Sequence[_Mark], Sequence[_Mark]]:
    """Return the marks that go up beside the text, so that the name has room in its line, and those that stay there.

    `room`: what the text leaves free. As few as possible go up, and the score, which most rows have, last.
    """
    if not marks:
        return (), ()
    left = line.width() - metrics.horizontalAdvance(image_name(image))
    best: tuple[Sequence[_Mark], Sequence[_Mark]] = ((), marks)
    for count in range(len(marks) + 1):
        for above in combinations(reversed(marks), count):
            below = [mark for mark in marks if mark not in above]
            if sum(mark.width for mark in above) <= room:
                if sum(mark.width for mark in below) <= left:
                    return above[::-1], below
                best = above[::-1], below
    return best


def _paint_marks(marks: Sequence[_Mark], line: QRect, *, is_wide: bool) -> int:
    """Paint marks from the right of a line, in their columns if `is_wide`, and return the x at which its text ends."""
    left = line.right() + 1
    for mark in marks:
        width = mark.column if is_wide else mark.width
        left -= width
        mark.paint(QRect(left, line.top(), width, line.height()))
    return left - 1
