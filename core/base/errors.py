"""The errors that reach a user, each a sentence that names the fault, its place and the remedy.

A sentence is English. If it is made of a template and the values of its places, it keeps both, so that a
window can show it in another language: `script/tasks.py translations` collects the templates, the first arguments of
`Sentence` and of the errors below, and `app.language.sentences` translates them.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from numbers import Integral, Number
from string import Formatter
from sys import intern
from typing import cast

DAMAGED = (
    OSError,  # UnicodeError, JSONDecodeError and `Damaged` are kinds of ValueError
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    EOFError,
    RuntimeError,  # nested too deeply; a member of an archive that is encrypted, or packed by an unknown method
    MemoryError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)
"""Kinds of Python's errors that reading a file, and picking values out of what it holds, raises where it is damaged."""

_SPACES = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LONGEST = 80  # characters of a value
_LONGEST_PLACE = 1000
_LONGEST_SENTENCE = 20_000
_TEMPLATE = re.compile(
    r"(?:[^{}]|\{\{|\}\}"
    r"|\{[A-Za-z_]\w{0,30}(?::\+?0?\d?,?(?:\.\d)?[a-zA-Z%]?)?\}"  # no width of two digits
    r"|\{[A-Za-z_]\w{0,30}:\|[^{}|]{0,60}\|[^{}|]{0,60}\}){0,2000}"
)


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line and cut if long, with � for control characters, direction marks and lone surrogates."""
    shown = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _SPACES.sub(" ", text[: longest + 1]))
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def visible(text: str) -> str:
    """Return a text with � for control characters except line ends and tabs, direction marks and lone surrogates."""
    return _UNSEEN.sub(lambda match: match[0] if match[0] in "\n\t" else "\N{REPLACEMENT CHARACTER}", text)


def reason_of(error: BaseException) -> str:
    """Return the reason of an error as the middle of a sentence, whether it is the system's, ours or Python's."""
    reason = getattr(error, "strerror", None) or (error.args[0] if error.args else None)
    if isinstance(reason, Sentence):
        return reason.removesuffix(".") if reason.endswith(".") else reason
    return one_line(str(reason if isinstance(reason, str) else error).rstrip("."), 120) or type(error).__name__


class Sentence(str):
    """A text that keeps its template and the values of its places, and is otherwise a plain `str`.

    `template`: English, with places as in `str.format`; taken as it is if no places are given. `places`: the places'
    values: numbers, texts, and sentences, which are translated in their turn. Anything else, such as an error or a
    path, is taken as its text, because a sentence is sent from process to process. Texts may come from anywhere: they
    are shown as `one_line` shows them, only longer.
    """

    template: str
    places: dict[str, object]

    def __new__(cls, template: str, /, **places: object) -> Sentence:
        """Fill the template's places."""
        plain: dict[str, object] = {
            name: place if isinstance(place, Number) else _harmless(str(place)) for name, place in places.items()
        }
        made = super().__new__(cls, filled(template, plain) if plain else template)
        made.template, made.places = template, plain
        return made

    def __str__(self) -> Sentence:
        """The sentence itself, so that `str(error)` keeps its template."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Keep template and places in a pickle: by default pickle would call `__new__` with nothing but the text."""
        return _made_of, (self.template, self.places)


def _made_of(template: str, places: Mapping[str, object]) -> Sentence:
    return Sentence(template, **places)


class _Places(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec.startswith("|"):
            one, several = format_spec[1:].split("|")
            return one if value in (1, "1") else several
        text = format(value, format_spec)
        return f"{text[:-1]} %" if format_spec.endswith("%") else text


def filled(template: str, places: Mapping[str, object]) -> str:
    """Return a template with its places filled in, and with a share such as `{share:.0%}` as "50 %".

    `{count:|symbol|symbols}` is the first word of one, else the second: it follows the number. A translation does
    without it if its language has one form.
    """
    has_own = "%}" in template or ":|" in template
    return _Places().vformat(template, (), places) if has_own else template.format_map(places)


def _harmless(text: str) -> str:
    return text if isinstance(text, Sentence) else one_line(text, _LONGEST_PLACE)


def with_name(text: str, name: str, longer: str) -> str:
    """Return an error's text with a longer name for the file that it is about.

    `text`: a sentence of an error, mostly one that begins with the place `{name}`. `name`: the file's name in `text`,
    such as "word_3.png". `longer`: the new name of the file, such as "sub/word_3.png". If the text begins with no name,
    the longer one is put before it.
    """
    name, longer = one_line(name, _LONGEST_PLACE), one_line(longer, _LONGEST_PLACE)  # as places have them
    if isinstance(text, Sentence) and text.places.get("name") == name:
        text = Sentence(text.template, **text.places | {"name": longer})
    if text.startswith(longer):
        return text
    if text.startswith(f"{name}: "):
        text = text.removeprefix(f"{name}: ")  # a text without places
    return Sentence("{name}: {problem}", name=longer, problem=text)


def to_json(text: str) -> object:
    """Return a text for a JSON file, from which `from_json` restores it: a list for a `Sentence`, else a string."""
    return (
        [text.template, {key: _plain(place) for key, place in text.places.items()}]
        if isinstance(text, Sentence)
        else text
    )


def _plain(place: object) -> object:
    if isinstance(place, str):
        return to_json(place)
    return int(place) if isinstance(place, Integral) else float(cast(float, place))


def from_json(value: object) -> str:
    """Return the text, or the sentence, from the value of `to_json`.

    Raises LookupError or TypeError or ValueError if it is none: a file may come from anywhere, so a template has plain
    places, and none is padded.
    """
    if isinstance(value, str):
        return one_line(value, _LONGEST_PLACE)
    if not isinstance(value, list):
        raise TypeError("neither a text nor a sentence")
    template, places = value
    if not _TEMPLATE.fullmatch(template):
        raise ValueError("neither a text nor a sentence")
    kept = {name: place if isinstance(place, (int, float)) else from_json(place) for name, place in places.items()}
    if len(template) + template.count("{") * max(map(len, map(str, kept.values())), default=0) > _LONGEST_SENTENCE:
        raise ValueError("no sentence is that long")
    return Sentence(intern(template), **kept)  # one string for all: a project has very many problems of few templates


class StudioError(Exception):
    """Raised for a failure to which a user can react, with the sentence to show in `str(error)`.

    `template`: the sentence, or a template of it. `places`: the values of the template's places; see `Sentence`.
    """

    def __init__(self, template: str, /, **places: object) -> None:
        kept = isinstance(template, Sentence) and not places
        super().__init__(template if kept else Sentence(template, **places))


class Damaged(ValueError):  # noqa: N818  who reads the file turns it into an error that names it
    """Raised if the content of a file cannot be used, with the reason in `str(error)` as the middle of a sentence.

    `template`: the reason, or a template of it. `places`: the values of the template's places; see `Sentence`.
    """

    def __init__(self, template: str, /, **places: object) -> None:
        super().__init__(Sentence(template, **places))


class ImageError(StudioError):
    """Raised if an image cannot be used."""


class LabelError(StudioError):
    """Raised if a label or a label file cannot be used."""


class CharsetError(StudioError):
    """Raised if a charset cannot be used, or lacks a symbol."""


class FormatError(StudioError):
    """Raised if a foreign annotation file or record cannot be read or written."""


class FormatDetectionError(FormatError):
    """Raised if the format of a file or folder cannot be detected."""

    def __init__(self, template: str, /, candidates: tuple[str, ...] = (), **places: object) -> None:
        super().__init__(template, **places)
        self.candidates = candidates  # names of the formats that it may be; empty if it looks like none


class ProjectError(StudioError):
    """Raised if a project folder or its `textscanner.json` cannot be used."""


class FileWriteError(StudioError):
    """Raised if a file cannot be written, which leaves an earlier file unchanged."""


class SynthesisError(StudioError):
    """Raised if demo data cannot be made as asked: no font for a symbol, an unusable corpus, a folder in use."""


class DataError(StudioError):
    """Raised if training data cannot be used or delivered: no image left, a damaged record file, a loader that died."""


class ModelError(StudioError):
    """Raised if a model or a file of weights cannot be used."""


class RunError(StudioError):
    """Raised if a run cannot be started or continued as asked: wrong usage, a run folder in use or damaged."""


class PluginError(StudioError):
    """Raised if a plug-in is not installed, is switched off, or has failed."""
