"""The groups of words behind the numbers of an evaluation, each with the filter that shows it in the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.evaluation.evaluating import FolderEvaluation
from core.index.filters import ALONE, INTERVALS
from core.model.metrics.breakdown import Kind, bin_of, only_one_reads, words_confused, words_of, worst
from core.model.metrics.metrics import Step


@dataclass(frozen=True, slots=True)
class Group:
    """A group of words from an evaluation."""

    images: tuple[str, ...]
    """Relative paths of the words' images."""
    terms: str = ""
    """Terms for the filter of the image list. "" if there are no words."""
    step: Step | None = None
    """The confusion that the words have, if they are here for one."""


NOTHING = Group(())

_QUOTES = '"“”'


def misread(evaluation: FolderEvaluation) -> Group:
    """Return the group of all misread words, the worst first."""
    return Group(worst(evaluation.words), "read:wrong")


def misread_of(evaluation: FolderEvaluation, kind: Kind, key: int | str) -> Group:
    """Return the misread words of one length or folder, or those with one symbol or position."""
    images = words_of(evaluation.words, kind, key, is_right=False)
    match kind:
        case "length":
            return Group(images, f"len:{key} read:wrong")
        case "symbol":
            return Group(images, f"misread:{_quoted(str(key))}")
        case "position":
            return Group(images, f"misread-at:{key}")
    return Group(images, f"folder:{_quoted(str(key) or '.')} read:wrong")


def confused(evaluation: FolderEvaluation, step: Step) -> Group:
    """Return the words that have one symbol read as another."""
    wanted, read = step
    pair = f"{wanted or ''}/{read or ''}"
    return Group(words_confused(evaluation.words, step), f"confused:{_quoted(pair)}", step)


def sure_so(evaluation: FolderEvaluation, place: int, *, of_words: bool) -> Group:
    """Return the words whose probability, or the score of a character, lies in one interval, misread words first."""
    words, interval = evaluation.words, INTERVALS[place]
    if of_words:
        low, high = interval.split("-")
        images = [image for image, word in words.items() if bin_of(word.probability) == place]
        terms = f"probability:>{low} probability:<={high}" if place else f"probability:<={high}"
    else:
        images = [image for image, held in evaluation.facts["sure"].items() if interval in held]
        terms = f"sure:{interval}"
    return Group(tuple(sorted(images, key=lambda image: words[image].score.exact)), terms)


def at_fault(evaluation: FolderEvaluation) -> Mapping[str, Group]:
    """Return the misread words, grouped by the cause of the fault."""
    by_cause: dict[str, list[str]] = {}
    for image, causes in evaluation.facts["fault"].items():
        for cause in causes:
            by_cause.setdefault(cause, []).append(image)
    return {cause: Group(tuple(images), f"fault:{cause}") for cause, images in by_cause.items()}


def compared(evaluation: FolderEvaluation, second: FolderEvaluation) -> tuple[Group, Group]:
    """Return the two groups of words that only one of two models reads rightly."""
    one, two = only_one_reads(evaluation.words, second.words)
    return Group(one, f"alone:{ALONE[0]}"), Group(two, f"alone:{ALONE[1]}")


def _quoted(text: str) -> str:
    return f'"{text}"' if any(symbol.isspace() or symbol in _QUOTES for symbol in text) else text
