"""Times as the person writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale


def short_time(time: datetime) -> str:
    """A time that knows its zone, on the clock of this machine, in the program's language."""
    return QLocale().toString(
        QDateTime.fromMSecsSinceEpoch(round(1000 * time.timestamp())), QLocale.FormatType.ShortFormat
    )
