"""The table of the history's actions, the latest first."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QObject

from app.language.figures import day, short_time, time_of_day
from app.views.history.reading import PastAction
from app.widgets.column_model import Column, ColumnModel
from core.labels.checks.problems import printable

TIME, TITLE, IMAGES = range(3)


@lru_cache(maxsize=4096)
def _brief(time: datetime, today: date) -> str:
    return time_of_day(time) if time.astimezone().date() == today else day(time)


class ActionRows(ColumnModel[PastAction]):
    """Lists the actions of the history, one in each row."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = (
            Column[PastAction](lambda: self.tr("When"), _when, lambda action: short_time(action.last)),
            Column[PastAction](lambda: self.tr("Action"), _title, _title),
            Column[PastAction](lambda: self.tr("Image"), self._images, self._images),
        )
        super().__init__(columns, parent)

    def row_of(self, action: str) -> int | None:
        """Return the row of an action, given its id, or None if it is not listed."""
        return next((row for row, entry in enumerate(self.entries) if entry.id == action), None)

    def _images(self, action: PastAction) -> str:
        if len(action.images) == 1:
            return printable(action.images[0], 255)
        return self.tr("{count} images").format(count=f"{len(action.images):,}")


def _when(action: PastAction) -> str:
    return _brief(action.last, date.today())


def _title(action: PastAction) -> str:
    return printable(f"{action.title} · {action.by}" if action.by else action.title, 255)
