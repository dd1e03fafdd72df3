"""Sizes as the person writes them."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def size_text(count: int) -> str:
    """Bytes in words, such as "1.2 GB"."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
