"""Translates sentences of `core` into the window's language, since `core` writes English and does not know Qt."""

from __future__ import annotations

from collections.abc import Iterable

from app.language.languages import TableText, translate
from core.base.errors import Sentence, filled
from core.base.phrases import listed

_CONTEXT = "Core"
_WIDE_STOPS = "。！？；："
_FOREIGN = frozenset({"why", "what"})
_REASONS: tuple[TableText, ...] = (
    "No such file or directory",
    "Permission denied",
    "Operation not permitted",
    "Is a directory",
    "Not a directory",
    "Input/output error",
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "File name too long",
    "Device or resource busy",
    "Too many open files",
    "Stale file handle",
    "the file is write-protected",
    "expecting value",
    "expecting property name enclosed in double quotes",
    "expecting ':' delimiter",
    "expecting ',' delimiter",
    "illegal trailing comma before end of object",
    "illegal trailing comma before end of array",
    "unterminated string",
    "invalid control character at",
    "invalid \\escape",
    "invalid \\uXXXX escape",
)
"""Texts of systems about files, and of Python about JSON; each is in one of the places `_FOREIGN` of a template."""


def translated(text: Exception | str) -> str:
    """Return a sentence of `core` in the window's language, or in English if there is no translation.

    Call it when the text is shown, so that the text follows a change of the language.
    """
    sentence = str(text)
    if not isinstance(sentence, Sentence):
        return sentence
    template = translate(_CONTEXT, sentence.template)
    if not sentence.places:
        return template
    return filled(template, {name: _place(name, place) for name, place in sentence.places.items()})


def one_after_another(sentences: Iterable[str]) -> str:
    """Return sentences in one line, with a blank between them, but none behind the full stop of Chinese."""
    line = ""
    for sentence in filter(None, sentences):
        line += sentence if not line or line[-1] in _WIDE_STOPS else f" {sentence}"
    return line


def in_a_list(parts: Iterable[object]) -> str:
    """Return texts as a list with the commas of the window's language: "a, b, c" or "a、b、c"."""
    return translated(listed(parts))


def _place(name: str, place: object) -> object:
    if isinstance(place, Sentence):
        return translated(place)
    if name in _FOREIGN and place in _REASONS:
        return translate(_CONTEXT, str(place))
    return place
