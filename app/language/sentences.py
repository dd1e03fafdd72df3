"""The sentences of `core`'s errors in the window's language: `core` writes English and knows nothing of Qt."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.language.languages import marked
from core.base.errors import Sentence

_CONTEXT = "Errors"
_FOREIGN = frozenset({"why", "what"})
_REASONS = (
    marked("Errors", "No such file or directory"),
    marked("Errors", "Permission denied"),
    marked("Errors", "Operation not permitted"),
    marked("Errors", "Is a directory"),
    marked("Errors", "Not a directory"),
    marked("Errors", "Input/output error"),
    marked("Errors", "No space left on device"),
    marked("Errors", "Disk quota exceeded"),
    marked("Errors", "Read-only file system"),
    marked("Errors", "File name too long"),
    marked("Errors", "Device or resource busy"),
    marked("Errors", "Too many open files"),
    marked("Errors", "Stale file handle"),
    marked("Errors", "the file is write-protected"),
    marked("Errors", "expecting value"),
    marked("Errors", "expecting property name enclosed in double quotes"),
    marked("Errors", "expecting ':' delimiter"),
    marked("Errors", "expecting ',' delimiter"),
    marked("Errors", "illegal trailing comma before end of object"),
    marked("Errors", "illegal trailing comma before end of array"),
    marked("Errors", "unterminated string starting at"),
    marked("Errors", "invalid control character at"),
    marked("Errors", "invalid \\escape"),
    marked("Errors", "invalid \\uXXXX escape"),
)
"""What systems say of files, and Python of JSON; it stands in one of the places `_FOREIGN` of a template."""


def said(error: Exception | str) -> str:
    """What an error says, or a sentence of one, in the window's language; in English where it has no translation.

    Parameters
    ----------
    error : Exception or str
        A text that is not a `core.base.errors.Sentence` is in the window's language already, or in none that we know.
    """
    sentence = str(error)
    if not isinstance(sentence, Sentence):
        return sentence
    template = QCoreApplication.translate(_CONTEXT, sentence.template)
    if not sentence.places:
        return template
    return template.format_map({name: _place(name, place) for name, place in sentence.places.items()})


def _place(name: str, place: object) -> object:
    if isinstance(place, Sentence):
        return said(place)
    if name in _FOREIGN and place in _REASONS:
        return QCoreApplication.translate(_CONTEXT, str(place))
    return place
