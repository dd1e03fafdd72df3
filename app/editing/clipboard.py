"""Copies and pastes characters, and pastes words, by the system's clipboard."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from app.language.languages import translate
from core.base.errors import LabelError
from core.labels.files.storage import parse_label, serialise_label
from core.labels.label import CharacterLabel, WordLabel

_UNSEEN = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"))
"""The marks that programs put round a text of another direction: no picture shows them."""

_FORMAT = "application/x-textscanner-label+json"


def copy_characters(label: WordLabel, places: tuple[int, ...], image_size: tuple[int, int]) -> None:
    """Copy some characters to the clipboard, from which programs that accept text receive their symbols.

    `places`: indices into `label.characters`.
    """
    chosen = WordLabel(characters=tuple(label.characters[place] for place in label.ranking if place in places))
    data = QMimeData()
    data.setData(_FORMAT, QByteArray(serialise_label(chosen, "", image_size)))
    data.setText(chosen.reading)
    QGuiApplication.clipboard().setMimeData(data)


def has_characters() -> bool:
    """Return True if the clipboard contains characters."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None of an empty clipboard on some systems
    return data is not None and data.hasFormat(_FORMAT)


def copied_word() -> str:
    """Return the text on the clipboard as a word in one line, without surrounding spaces and direction marks.

    Raises LabelError if the clipboard holds several lines.
    """
    lines = [line.strip() for line in QGuiApplication.clipboard().text().translate(_UNSEEN).splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > 1:
        sentence = translate(
            "Clipboard", "The clipboard holds {count} lines, but a word is one line. Copy one of the lines."
        )
        raise LabelError(sentence.format(count=f"{len(lines):,}"))
    return lines[0] if lines else ""


def copied_characters() -> tuple[CharacterLabel, ...]:
    """Return the characters on the clipboard in reading order, or none if it contains something else.

    LabelError is raised if the clipboard's data cannot be read.
    """
    if not has_characters():
        return ()
    data = QGuiApplication.clipboard().mimeData().data(_FORMAT).data()
    return parse_label(bytes(data), "clipboard").label.in_order
