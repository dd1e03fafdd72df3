"""Durations as a clock shows them."""

from __future__ import annotations


def clock(seconds: float) -> str:
    """Minutes and seconds, "3:07", with hours where there are any, "1:03:07"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
