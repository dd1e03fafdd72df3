"""Progress over days as a picture: a bar a day for the images edited, the part of it that was reviewed darker."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour
from app.language.figures import day
from app.widgets.boxes import show_tip
from core.index.statistics import DayOfWork

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 10, 8, 20  # px round the axes
_FEWEST = 14  # days: fewer bars would be wider than they mean
_MOST = 366  # days
_EDITED = 90  # of 255


class DaysDiagram(QWidget):
    """One bar a day, from the first day of work to the last. Days without work are gaps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: tuple[tuple[date, int, int], ...] = ()
        """(day, images edited, images reviewed) of each day, all people together."""
        self.setMinimumHeight(110)

    def show_days(self, days: Sequence[DayOfWork]) -> None:
        """Draw other days."""
        sums: dict[date, tuple[int, int]] = {}
        for work in days:
            edited, reviewed = sums.get(work.day, (0, 0))
            sums[work.day] = edited + work.edited, reviewed + work.reviewed
        if sums:
            last = max(sums)
            count = min(max((last - min(sums)).days + 1, _FEWEST), _MOST)
            all_days = [last - timedelta(back) for back in reversed(range(count))]
            self.bars = tuple((each, *sums.get(each, (0, 0))) for each in all_days)
        else:
            self.bars = ()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, 150)

    @property
    def _axes(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)

    def event(self, event: QEvent) -> bool:
        """Say the values of the bar under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.bars:
            axes = self._axes
            place = int((event.pos().x() - axes.left()) * len(self.bars) / max(axes.width(), 1))
            if axes.contains(event.pos()) and place < len(self.bars):
                day, edited, reviewed = self.bars[place]
                text = self.tr("{day}: {edited} images edited, {reviewed} marked reviewed")
                text = text.format(day=_said(day), edited=f"{edited:,}", reviewed=f"{reviewed:,}")
                show_tip(event.globalPos(), text, self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.bars:
            return
        axes = self._axes
        most = max(1, *(max(edited, reviewed) for _, edited, reviewed in self.bars))
        with QPainter(self) as painter:
            painter.fillRect(axes, self.palette().color(QPalette.ColorRole.Base))
            width = axes.width() / len(self.bars)
            for place, (_, edited, reviewed) in enumerate(self.bars):
                for count, alpha in ((edited, _EDITED), (reviewed, 255)):
                    ink = colour("accent")
                    ink.setAlpha(alpha)
                    height = axes.height() * count / most
                    bar = QRectF(axes.left() + place * width, axes.bottom() - height, max(1.0, width - 1), height)
                    painter.fillRect(bar, ink)
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, axes.top() - 8, _LEFT - 4, 16), right, f"{most:,}")
            painter.drawText(QRectF(0, axes.bottom() - 8, _LEFT - 4, 16), right, "0")
            below = QRectF(axes.left(), axes.bottom() + 2, axes.width(), _BOTTOM - 2)
            for (day, _, _), side in (
                (self.bars[0], Qt.AlignmentFlag.AlignLeft),
                (self.bars[-1], Qt.AlignmentFlag.AlignRight),
            ):
                painter.drawText(below, side, _said(day))


def _said(each: date) -> str:
    return day(datetime(each.year, each.month, each.day).astimezone())
