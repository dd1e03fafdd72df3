"""Copies and pastes characters through the system's clipboard, also between two windows of the program."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from core.labels.files.storage import parse_label, serialise_label
from core.labels.label import CharacterLabel, WordLabel

_FORMAT = "application/x-textscanner-label+json"


def copy_characters(label: WordLabel, places: tuple[int, ...], image_size: tuple[int, int]) -> None:
    """Put some characters on the clipboard. A program that takes text receives their symbols.

    `places`: indices into `label.characters`.
    """
    chosen = WordLabel(characters=tuple(label.characters[place] for place in label.ranking if place in places))
    data = QMimeData()
    data.setData(_FORMAT, QByteArray(serialise_label(chosen, "", image_size)))
    data.setText(chosen.reading)
    QGuiApplication.clipboard().setMimeData(data)


def has_characters() -> bool:
    """Return True if the clipboard holds characters."""
    data = QGuiApplication.clipboard().mimeData()
    return data.hasFormat(_FORMAT)


def copied_characters() -> tuple[CharacterLabel, ...]:
    """Return the characters on the clipboard, in reading order. None if the clipboard holds something else.

    Raises LabelError if the clipboard's data cannot be read.
    """
    if not has_characters():
        return ()
    data = QGuiApplication.clipboard().mimeData().data(_FORMAT).data()
    return parse_label(bytes(data), "clipboard").label.in_order
