"""What `core` says, in the window's language: `core` writes English sentences and knows nothing of Qt."""

from __future__ import annotations

from app.language.languages import marked, translate
from core.base.errors import Sentence

_CONTEXT = "Core"
_FOREIGN = frozenset({"why", "what"})
_REASONS = (
    marked("Core", "No such file or directory"),
    marked("Core", "Permission denied"),
    marked("Core", "Operation not permitted"),
    marked("Core", "Is a directory"),
    marked("Core", "Not a directory"),
    marked("Core", "Input/output error"),
    marked("Core", "No space left on device"),
    marked("Core", "Disk quota exceeded"),
    marked("Core", "Read-only file system"),
    marked("Core", "File name too long"),
    marked("Core", "Device or resource busy"),
    marked("Core", "Too many open files"),
    marked("Core", "Stale file handle"),
    marked("Core", "the file is write-protected"),
    marked("Core", "expecting value"),
    marked("Core", "expecting property name enclosed in double quotes"),
    marked("Core", "expecting ':' delimiter"),
    marked("Core", "expecting ',' delimiter"),
    marked("Core", "illegal trailing comma before end of object"),
    marked("Core", "illegal trailing comma before end of array"),
    marked("Core", "unterminated string"),
    marked("Core", "invalid control character at"),
    marked("Core", "invalid \\escape"),
    marked("Core", "invalid \\uXXXX escape"),
)
"""What systems say of files, and Python of JSON; it stands in one of the places `_FOREIGN` of a template."""


def translated(text: Exception | str) -> str:
    """A sentence of `core` in the window's language; in English where the catalogue has no translation.

    Called where the text is shown, so that the text follows a change of the language.

    Parameters
    ----------
    text : Exception or str
        An error or a `core.base.errors.Sentence`. Any other text is in the window's language already, or comes from
        outside the program.
    """
    sentence = str(text)
    if not isinstance(sentence, Sentence):
        return sentence
    template = translate(_CONTEXT, sentence.template)
    if not sentence.places:
        return template
    return template.format_map({name: _place(name, place) for name, place in sentence.places.items()})


def _place(name: str, place: object) -> object:
    if isinstance(place, Sentence):
        return translated(place)
    if name in _FOREIGN and place in _REASONS:
        return translate(_CONTEXT, str(place))
    return place
