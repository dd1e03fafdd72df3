"""Parses the language of the filter box above the list of images.

Terms are separated by spaces, and all of them have to hold; `-` before a term turns it round. `core.index.filter_terms`
describes each by an example. Letter case does not count but in symbols, the beginning of a word such as a status is
enough, several are separated by commas, and quotes keep spaces together, here and after every colon: `"len:5"` is a
word.

A filter is read after every key, so nothing that is typed is an error that stops anything: a term that is not finished
(`len:>`, `status:`, a `-`) holds for every image, and so does one that cannot be understood, of which `Filter.faults`
has a sentence. Only words that were evaluated (`core.index.table.ImageTable.set_facts`) have facts such as a fault, a
misreading, a confusion, a reading of only one of two models, and how sure the model is of characters. An image that has
no value (no label, no prediction) never satisfies a comparison, so it satisfies a comparison turned round. A full-width
colon, digits, `＞` and `＜`, as an input method leaves them, are as good as their ASCII forms.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from core.base.errors import Sentence
from core.base.phrases import listed
from core.project.notes import Split
from core.readings.agreement import AGREEMENTS

STATUSES = ("unreadable", "prelabelled", "draft", "none", "pending", "agreed", "reviewed")
"""In the order in which they want a person's attention; `pending` is an image that nobody has looked at yet."""

SPLITS: tuple[Split, Split] = ("train", "val")

READINGS = ("right", "wrong")  # what a model's reading of a labelled word is

AT_FAULT = ("class", "order", "localization", "aid", "upper-bound", "charset", "label")
"""The possible faults of a misread word: a branch of the network, the aid to its reading (a language, expected
words, further looks), or something that no branch can mend."""

INTERVALS = tuple(f"{place / 10:g}-{(place + 1) / 10:g}" for place in range(10))
"""Of the score of a character; the upper end belongs to each."""

ALONE = ("this", "other")  # which of two models that are compared reads a word that the other misreads

FARED = ("sooner", "later", "gained", "lost")
"""The change of a word in the second of two runs that are compared (`core.analysis.learning.comparison.Change`)."""

Number = Literal["len", "score", "probability", "loss", "first-learned", "forgotten"]
Fact = Literal["fault", "misread", "misread-at", "confused", "never-read-at", "second", "sure", "alone"]
"""Facts about a word that are known only once somebody has asked for them."""

FIELDS = (
    "status",
    "split",
    "tag",
    "folder",
    "problem",
    "char",
    "read",
    "readers",
    "reads",
    "never-read",
    *get_args(Fact),
    *get_args(Number),
)
"""Names that a colon may follow."""

_NUMBERS: Mapping[str, Number] = {name: name for name in get_args(Number)}
_KNOWN: Mapping[Fact, tuple[str, ...]] = {"fault": AT_FAULT, "sure": INTERVALS, "alone": ALONE, "second": FARED}

_QUOTES = '"“”'
_TERM = re.compile(
    rf"(?P<turned>-?)(?:(?P<field>{'|'.join(FIELDS)})[:：])?(?P<value>(?:[{_QUOTES}][^{_QUOTES}]*[{_QUOTES}]?|[^\s{_QUOTES}])*)",
    re.IGNORECASE,
)
_COMPARISON = re.compile(r"(>=|<=|≥|≤|>|<|=|)\s*([+-]?(?:\d+\.?\d*|\.\d+))")
_RANGE = re.compile(r"(\d+\.?\d*|\.\d+)\s*[-–]\s*(\d+\.?\d*|\.\d+)")
_UNFINISHED = re.compile(r"(?:>=|<=|≥|≤|>|<|=|)\s*[+-]?\.?|(?:\d+\.?\d*|\.\d+)\s*[-–]\s*\.?")


@dataclass(frozen=True, slots=True)
class WordFilter:
    """Tests whether the path or the text contains a word."""

    word: str
    """The word to look for, folded (see `fold`), not empty."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Tests whether the status, the split, the reading, or the agreement of several readers is one of some values."""

    field: Literal["status", "split", "read", "readers"]
    """The name before the colon."""
    values: tuple[str, ...]
    """Entries of `STATUSES`, `SPLITS`, `READINGS` or `AGREEMENTS`, one at least."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class HasProblem:
    """Tests whether the id of a problem begins with a prefix."""

    prefix: str
    """The beginning of the id, in lower case. "" for any problem."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class HasTag:
    """Tests whether a tag begins with a word, or equals it."""

    word: str
    """The word, folded as the tags are (see `fold`). "" for any tag."""
    whole: bool = False
    """True if the tag has to equal the word, which was typed in quotes."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class InFolder:
    """Tests whether the image is in a folder or below it."""

    folder: str
    """The folder's path in the project, without "/" at its end. With "." as its last part, only images in the folder
    itself pass: "." is the project's own folder."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class HasSymbols:
    """Tests whether the word has all of some symbols."""

    symbols: str
    """The symbols (NFC), each once, one at least."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class IsRead:
    """Tests whether any reader's text contains a word."""

    word: str
    """The word to look for, folded (see `fold`), not empty."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class NeverRead:
    """Tests whether a run has never read some symbols though the word has them."""

    symbols: str
    """The symbols (NFC), each once, one at least. All of them were never read."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class Between:
    """Tests whether a number is between two others, which are included unless their end is open.

    The step at which a word that was never read was first learned is infinite.
    """

    field: Number
    """The name before the colon. Lengths are counted in symbols."""
    low: float = -math.inf
    """The lower limit. Minus infinity if there is none."""
    high: float = math.inf
    """The upper limit. Infinity if there is none."""
    low_open: bool = False
    """True if the lower limit itself fails the test."""
    high_open: bool = False
    """True if the upper limit itself fails the test."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


@dataclass(frozen=True, slots=True)
class HasFact:
    """Tests whether a fact about the word is one of some values."""

    field: Fact
    """The name before the colon."""
    values: tuple[str, ...]
    """The values that pass, one at least. Symbols and numbers of characters are as typed, after NFC."""
    turned: bool = False
    """True if the images that fail the test are wanted."""


Term = WordFilter | OneOf | HasTag | InFolder | HasProblem | HasSymbols | IsRead | NeverRead | Between | HasFact


@dataclass(frozen=True, slots=True)
class Filter:
    """The terms that an image must all fulfil, and the terms that have no effect."""

    terms: tuple[Term, ...] = ()
    """The terms in the order of the typed text. Without terms every image passes."""
    faults: tuple[str, ...] = ()
    """A sentence for each term that was not understood and is left out."""
    unfinished: tuple[str, ...] = ()
    """A sentence for each term that is still being typed and has no effect so far."""


EVERYTHING = Filter()  # the filter that every image passes


class _Fault(Exception):  # noqa: N818  the sentence about one term, collected by `parse_filter`
    pass


def fold(text: str) -> str:
    """Return a text in the form for searching: case-folded, in NFC."""
    if text.isascii():
        folded = text.lower()
        return text if folded == text else folded  # the same object: lists of 100,000 names hold both
    # Folding may take a normalised text apart again (U+0345), so it is normalised after it, too.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def parse_filter(text: str) -> Filter:
    """Parse the text of the filter box in the language of this module, without raising an error."""
    terms: list[Term] = []
    faults: list[str] = []
    unfinished: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _TERM.match(text, place)
        if match is None or match.end() == place:
            place += 1
            continue
        place = match.end()
        try:
            term = _term(match["field"], match["value"], match["turned"] == "-")
        except _Fault as fault:
            faults.append(Sentence("{name}: {problem}", name=match[0], problem=fault))
        else:
            if term is not None:
                terms.append(term)
            elif match["field"]:
                unfinished.append(Sentence("{name} has no effect until it is complete.", name=match[0]))
    return Filter(tuple(terms), tuple(faults), tuple(unfinished))


def _term(field: str | None, value: str, turned: bool) -> Term | None:
    """The term, None if it is not finished."""
    match field.lower() if field else "":
        case "":
            word = fold(_unquoted(value))
            return WordFilter(word, turned) if word else None
        case "status":
            term = _one_of("status", STATUSES, _unquoted(value), turned)
            if isinstance(term, OneOf) and "draft" in term.values:
                term = OneOf("status", (*term.values, "prelabelled"), turned)  # a model's draft is one, too
            return term
        case "split":
            typed = _unquoted(value).lower()  # the files say "validation"
            is_long = typed.startswith("val") and "validation".startswith(typed)
            return _one_of("split", SPLITS, "val" if is_long else typed, turned)
        case "tag":
            word = fold(_inside_quotes(value)).strip()
            is_whole = len(value) > 2 and value[0] in _QUOTES and value[-1] in _QUOTES
            return HasTag("" if word == "any" and not is_whole else word, is_whole, turned) if word else None
        case "folder":
            folder = _inside_quotes(value).rstrip("/")
            return InFolder(folder, turned) if folder else None
        case "problem":
            prefix = _unquoted(value).lower()
            return HasProblem("" if prefix == "any" else prefix, turned) if prefix else None
        case "char":
            symbols = unicodedata.normalize("NFC", _inside_quotes(value))
            return HasSymbols("".join(dict.fromkeys(symbols)), turned) if symbols else None
        case "never-read":
            symbols = unicodedata.normalize("NFC", _inside_quotes(value))
            return NeverRead("".join(dict.fromkeys(symbols)), turned) if symbols else None
        case "first-learned":
            return _first_learned(_unquoted(value), turned)
        case "forgotten":
            typed = _unquoted(value).strip().lower()
            if "any".startswith(typed):
                return Between("forgotten", turned=turned) if typed == "any" else None
            return _between("forgotten", typed, turned)
        case "readers":
            return _one_of("readers", AGREEMENTS, _unquoted(value), turned)
        case "reads":
            word = fold(_inside_quotes(value))
            return IsRead(word, turned) if word else None
        case "read":
            return _one_of("read", READINGS, _unquoted(value), turned)
        case "fault" | "sure" | "alone" | "second" as field:
            values = _of_known(field, _KNOWN[field], _unquoted(value))
            return HasFact(field, values, turned) if values else None
        case "misread" | "misread-at" | "confused" | "never-read-at" as field:
            known = unicodedata.normalize("NFC", _inside_quotes(value))
            return HasFact(field, (known,), turned) if known else None
        case number:
            return _between(_NUMBERS[number], _unquoted(value), turned)


def _one_of(
    field: Literal["status", "split", "read", "readers"], known: tuple[str, ...], value: str, turned: bool
) -> OneOf | None:
    values = _of_known(field, known, value)
    return OneOf(field, values, turned) if values else None


def _of_known(field: str, known: tuple[str, ...], value: str) -> tuple[str, ...]:
    """Return the known values that begin as one of those typed, all for "any", or none if nothing is typed yet.

    _Fault is raised if no known value begins as a typed one.
    """
    typed = value.lower()
    begins = tuple(filter(None, re.split("[,，]", typed)))
    values = known if typed == "any" else tuple(name for name in known if begins and name.startswith(begins))
    strays = [begin for begin in begins if not any(name.startswith(begin) for name in known)]
    if typed != "any" and values and strays:
        values, typed = (), strays[0]
    if not values and not "any".startswith(typed):
        raise _Fault(
            Sentence(
                "there is no such {field}; write {values} or {last}.",
                field=field,
                values=listed(known[:-1]),
                last=known[-1],
            )
        )
    return values


def _first_learned(value: str, turned: bool) -> Between | None:
    typed = value.strip().lower()
    if typed in ("never", "any"):
        return Between("first-learned", low=math.inf if typed == "never" else -math.inf, turned=turned)
    if "never".startswith(typed) or "any".startswith(typed):
        return None
    limits = _between("first-learned", typed, turned)
    # Only `never` means the words that were never read
    return limits if limits is None or limits.high < math.inf else replace(limits, high_open=True)


def _between(field: Number, value: str, turned: bool) -> Between | None:
    typed = unicodedata.normalize("NFKC", value).strip()
    if _UNFINISHED.fullmatch(typed):
        return None
    if match := _RANGE.fullmatch(typed):
        low, high = float(match[1]), float(match[2])
        if low > high:
            raise _Fault(Sentence("the range ends before it begins; write the smaller number first."))
        return Between(field, low, high, turned=turned)
    if match := _COMPARISON.fullmatch(typed):
        number = float(match[2])
        match match[1]:
            case ">":
                return Between(field, low=number, low_open=True, turned=turned)
            case ">=" | "≥":
                return Between(field, low=number, turned=turned)
            case "<":
                return Between(field, high=number, high_open=True, turned=turned)
            case "<=" | "≤":
                return Between(field, high=number, turned=turned)
            case _:
                return Between(field, number, number, turned=turned)
    raise _Fault(Sentence("no number; write {field}:>3, {field}:<=3, {field}:3 or {field}:3-8.", field=field))


def _unquoted(value: str) -> str:
    return value.translate(dict.fromkeys(map(ord, _QUOTES)))


def _inside_quotes(value: str) -> str:
    """Return the value without the quotes around it, but keep one inside them as a symbol to look for."""
    if not value or value[0] not in _QUOTES:
        return value
    return value[1:-1] if len(value) > 1 and value[-1] in _QUOTES else value[1:]
