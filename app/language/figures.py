"""Counts, durations, sizes and times as the person writes them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from core.base.errors import filled

FEW = 30  # words from which on a share of them is given in per cent, and a validation tells two models apart


def counted(one: str, many: str, count: int, **places: object) -> str:
    """One of two translated texts, with `{count}` and other places filled."""
    return (one if count == 1 else many).format(count=f"{count:,}", **places)


def agreeing(text: str, **places: object) -> str:
    """Return a translated text with its places filled and its words following its numbers: `{count:|word|words}`."""
    return filled(text, places)


def is_of_few(share: float, count: int | None) -> bool:
    """Return True if a share is a number of few words, and no mean over more."""
    return count is not None and count < FEW and abs(share * count - round(share * count)) < 1e-6


def share_of(share: float, count: int | None) -> str:
    """Return a share in per cent, "62.5 %", or of a few words "2 of 2".

    100 % of two words would promise more than is known.
    """
    if is_of_few(share, count):
        return QCoreApplication.translate("Figures", "{part} of {count}").format(
            part=round(share * (count or 0)), count=count
        )
    return percent(share, 1)


def percent(share: float, decimals: int = 0) -> str:
    """A share in per cent, "50 %"."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)  # of a zoom
    return f"{locale.toString(100.0 * share, 'f', decimals)} %"


def validation_share(share: float, count: int | None) -> str:
    """A share of the validation words, as `share_of` says it."""
    sentence = (
        QCoreApplication.translate("Figures", "{share} validation words")
        if is_of_few(share, count)
        else QCoreApplication.translate("Figures", "{share} of the validation words")
    )
    return sentence.format(share=share_of(share, count))


def clock(seconds: float) -> str:
    """Minutes and seconds, "3:07", with hours if there are any, "1:03:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def spoken(seconds: float) -> str:
    """A time in words, as a person would say it: "40 seconds", "5 minutes"."""
    if seconds < 90:
        one, several = (
            QCoreApplication.translate("Figures", "one second"),
            QCoreApplication.translate("Figures", "{count} seconds"),
        )
        return counted(one, several, round(seconds))
    return counted(
        QCoreApplication.translate("Figures", "one minute"),
        QCoreApplication.translate("Figures", "{count} minutes"),
        round(seconds / 60),
    )


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
