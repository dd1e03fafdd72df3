"""Times as the person writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale


def short_time(time: datetime) -> str:
    """A time that knows its zone, on the clock of this machine, in the program's language."""
    return QLocale().toString(_on_this_clock(time), QLocale.FormatType.ShortFormat)


def time_of_day(time: datetime) -> str:
    """Hours and minutes of it, as `short_time` writes them."""
    return QLocale().toString(_on_this_clock(time).time(), QLocale.FormatType.ShortFormat)


def day(time: datetime) -> str:
    """The day of it, as `short_time` writes it."""
    return QLocale().toString(_on_this_clock(time).date(), QLocale.FormatType.ShortFormat)


def _on_this_clock(time: datetime) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(1000 * time.timestamp()))
