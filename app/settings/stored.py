"""Reads the value of one setting from the person's file, for commands that need no window.

Apart from the settings of a window, which are an object with signals.
"""

from __future__ import annotations

from app.settings.settings import default_path
from app.settings.table import SETTINGS, Value
from core.base.json_text import read_json

_LARGEST = 1 << 20  # bytes


def stored_value(setting: str) -> Value:
    """Return the value of a setting, or its default if the file is missing or cannot be used."""
    entry = SETTINGS[setting]
    try:
        values = read_json(default_path(), _LARGEST)
    except (OSError, ValueError):
        return entry.default  # the window says so, and sets the file aside
    value = values.get(setting) if isinstance(values, dict) else None
    accepted = entry.accepted(value)
    return entry.default if accepted is None else accepted
