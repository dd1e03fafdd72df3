"""Groups of words that a number of the evaluation stands for, each with the filter that shows the group in the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.predicting.evaluating import FolderEvaluation
from core.model.metrics.breakdown import (
    Kind,
    bin_of,
    only_one_reads,
    words_confused,
    words_of,
    worst,
)
from core.model.metrics.metrics import Step


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the words that were evaluated.

    Attributes
    ----------
    images : tuple of str
        Relative paths.
    terms : str
        For the filter of the image list; "" where no terms give this group.
    step : tuple or None
        The confusion that the words have, where they are here for one.
    """

    images: tuple[str, ...]
    terms: str = ""
    step: Step | None = None


NOTHING = Group(())


def misread(found: FolderEvaluation) -> Group:
    """All misread words, the worst first."""
    return Group(worst(found.words), "read:wrong")


def misread_of(found: FolderEvaluation, kind: Kind, key: int | str) -> Group:
    """The words of a length or folder that are misread, or in which a symbol or position is."""
    images = words_of(found.words, kind, key, is_right=False)
    match kind:
        case "length":
            return Group(images, f"len:{key} read:wrong")
        case "symbol":
            return Group(images, f"misread:{_quoted(str(key))}")
        case "position":
            return Group(images, f"misread-at:{key}")
    return Group(images, f"{_quoted(f'{key}/')} read:wrong" if key else "")


def confused(found: FolderEvaluation, step: Step) -> Group:
    """The words in which a symbol was read as another."""
    wanted, read = step
    pair = f"{wanted or ''}/{read or ''}"
    return Group(words_confused(found.words, step), f"confused:{_quoted(pair)}", step)


def sure_so(found: FolderEvaluation, place: int, bins: int, *, of_words: bool) -> Group:
    """The words, misread ones first, whose confidence, or a character's score, lies in one interval."""
    words = found.words
    images = [
        image
        for image, word in words.items()
        if any(bin_of(each, bins) == place for each in ((word.confidence,) if of_words else word.scores))
    ]
    terms = f"confidence:>{place / bins:g} confidence:<={(place + 1) / bins:g}" if of_words and place else ""
    if of_words and not place:
        terms = f"confidence:<={1 / bins:g}"
    return Group(tuple(sorted(images, key=lambda image: words[image].score.exact)), terms)


def blamed(found: FolderEvaluation) -> Mapping[str, Group]:
    """Misread words by what is to blame."""
    by_cause: dict[str, list[str]] = {}
    for image, causes in found.facts["blame"].items():
        for cause in causes:
            by_cause.setdefault(cause, []).append(image)
    return {cause: Group(tuple(images), f"blame:{cause}") for cause, images in by_cause.items()}


def compared(found: FolderEvaluation, other: FolderEvaluation) -> tuple[Group, Group]:
    """The words that one of two models alone reads."""
    one, two = only_one_reads(found.words, other.words)
    return Group(one), Group(two)


def _quoted(text: str) -> str:
    return f'"{text}"' if any(symbol.isspace() for symbol in text) else text
