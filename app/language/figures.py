"""Counts, durations, sizes and times as the person writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale


def counted(one: str, many: str, count: int) -> str:
    """One of two translated texts, the second with its `{count}`."""
    return one if count == 1 else many.format(count=f"{count:,}")


def clock(seconds: float) -> str:
    """Minutes and seconds, "3:07", with hours where there are any, "1:03:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def size_text(count: int) -> str:
    """Bytes in words, such as "1.2 GB"."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def short_time(time: datetime) -> str:
    """A time that knows its zone, on the clock of this machine, in the program's language."""
    return QLocale().toString(_on_this_clock(time), QLocale.FormatType.ShortFormat)


def time_of_day(time: datetime) -> str:
    """The hours and minutes of a time, as `short_time` writes them."""
    return QLocale().toString(_on_this_clock(time).time(), QLocale.FormatType.ShortFormat)


def day(time: datetime) -> str:
    """The day of a time, as `short_time` writes it."""
    return QLocale().toString(_on_this_clock(time).date(), QLocale.FormatType.ShortFormat)


def _on_this_clock(time: datetime) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(1000 * time.timestamp()))
