"""Formats counts, durations, sizes and times for people."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from core.base.errors import filled

FEW = 30  # words from which on a share of them is given in per cent, and a validation tells two models apart


def counted(one: str, many: str, count: int, **places: object) -> str:
    """Return one of two translated texts, depending on a count, with `{count}` and other placeholders filled in."""
    return (one if count == 1 else many).format(count=f"{count:,}", **places)


def agreeing(text: str, **places: object) -> str:
    """Return a translated text with its placeholders filled and its words in agreement: `{count:|word|words}`."""
    return filled(text, places)


def is_of_few(share: float, count: int | None) -> bool:
    """Return True if a share is that of a few words and not an average over more."""
    return count is not None and count < FEW and abs(share * count - round(share * count)) < 1e-6


def share_of(share: float, count: int | None) -> str:
    """Return a share in per cent, "62.5 %", or as a count for few words, "2 of 2".

    100 % of two words would promise more than is known.
    """
    if is_of_few(share, count):
        return QCoreApplication.translate("Figures", "{part} of {count}").format(
            part=round(share * (count or 0)), count=count
        )
    return percent(share, 1)


def percent(share: float, decimals: int = 0) -> str:
    """Return a share in per cent, "50 %"."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)  # of a zoom
    return f"{locale.toString(100.0 * share, 'f', decimals)} %"


def validation_share(share: float, count: int | None) -> str:
    """Return a share of the validation words in the form of `share_of`."""
    sentence = (
        QCoreApplication.translate("Figures", "{share} validation words")
        if is_of_few(share, count)
        else QCoreApplication.translate("Figures", "{share} of the validation words")
    )
    return sentence.format(share=share_of(share, count))


def clock(seconds: float) -> str:
    """Return minutes and seconds, "3:07", with hours if there are any, "1:03:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def spoken(seconds: float) -> str:
    """Return a duration in words, as a person would say it: "40 seconds", "5 minutes"."""
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
    """Return a number of bytes in words, such as "1.2 GB"."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def short_time(time: datetime) -> str:
    """Return a time with a zone in the local time of this machine and in the program's language."""
    return QLocale().toString(_on_this_clock(time), QLocale.FormatType.ShortFormat)


def time_of_day(time: datetime) -> str:
    """Return the hours and minutes of a time in the form of `short_time`."""
    return QLocale().toString(_on_this_clock(time).time(), QLocale.FormatType.ShortFormat)


def day(time: datetime) -> str:
    """Return the day of a time in the form of `short_time`."""
    return QLocale().toString(_on_this_clock(time).date(), QLocale.FormatType.ShortFormat)


def _on_this_clock(time: datetime) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(1000 * time.timestamp()))
