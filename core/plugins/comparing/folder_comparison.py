"""Compares two folders with labels of the same images, to see how far two people agree and how they differ."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from core.base.errors import LabelError, ProjectError
from core.base.progress import Progress, ignore_news
from core.labels.edits.comparison import Aspect, CharacterDifference
from core.labels.edits.merging import matched, overlap
from core.labels.files.storage import label_name, parse_label, read_label_bytes
from core.labels.label import WordLabel
from core.project.listing import in_natural_order, list_images

LEAST_OVERLAP: Final = 0.7
"""Two outlines of a character are the same where the boxes around them overlap by so much, intersection over union."""


@dataclass(frozen=True, slots=True)
class LabelDifference:
    """An image with two labels that differ."""

    image: str
    """The image's path relative to both folders."""
    first: WordLabel | None
    """The label of the first folder. None if the folder has none, or `fault` says why it cannot be read."""
    second: WordLabel | None
    """The label of the second folder. None if the folder has none, or `fault` says why it cannot be read."""
    characters: tuple[CharacterDifference, ...] = ()
    """The characters that differ, without those that differ only by outlines that overlap enough."""
    overlap: float | None = None
    """The least overlap of two outlines of one character, or None if there are no such characters."""
    fault: str = ""
    """The reason why a label cannot be read."""

    @property
    def weight(self) -> tuple[int, float]:
        """The sort key for looking at differences: other words first, then missing labels, then other outlines."""
        if self.first is None or self.second is None:
            return 1, 0.0
        if self.first.word != self.second.word:
            return 0, -len(self.characters)
        return 2, 1.0 if self.overlap is None else self.overlap

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in `textscanner compare-labels --json`."""
        return {
            "image": self.image,
            "first": None if self.first is None else self.first.word,
            "second": None if self.second is None else self.second.word,
            "characters": [
                {"first": character.first, "second": character.second, "differs": list(character.aspects)}
                for character in self.characters
            ],
            "overlap": self.overlap,
            "fault": self.fault,
        }


@dataclass(frozen=True, slots=True)
class FolderComparison:
    """The agreement between two folders of labels, with all differences."""

    only_first: int
    """The number of images that only the first folder has a label of."""
    only_second: int
    """The number of images that only the second folder has a label of."""
    both: int
    """The number of images with two labels."""
    same_word: int
    """The number of images whose two labels say the same word."""
    overlap: float | None
    """The mean overlap of the outlines of characters that both have, or None if both have none."""
    differing: tuple[LabelDifference, ...]
    """The images to look at, the gravest first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner compare-labels --json`."""
        return {
            "only_first": self.only_first,
            "only_second": self.only_second,
            "both": self.both,
            "same_word": self.same_word,
            "overlap": self.overlap,
            "differences": [difference.to_dict() for difference in self.differing],
        }


def compare_folders(
    first: Path, second: Path, least: float = LEAST_OVERLAP, progress: Progress = ignore_news
) -> FolderComparison:
    """Compare the labels in two folders without reading their images' pixels.

    Images in one of them are enough.

    Parameters
    ----------
    first, second : Path
        The folders.
    least : float
        The least overlap of two outlines of one character that counts as the same.
    progress : Progress
        Called with the images compared.

    Raises
    ------
    ProjectError
        If one of the two is no folder.
    """
    for folder in (first, second):
        if not folder.is_dir():
            raise ProjectError("{folder}: there is no such folder. Check the path.", folder=folder)
    images = in_natural_order({*list_images(first).images, *list_images(second).images})
    differing: list[LabelDifference] = []
    overlaps: list[float] = []
    only_first = only_second = both = same_word = 0
    for done, image in enumerate(images):
        progress(done, len(images))
        one, fault = _label(first / label_name(image))
        two, other_fault = _label(second / label_name(image))
        if fault or other_fault:
            differing.append(LabelDifference(image, one, two, fault=fault or other_fault))
        elif one is not None and two is not None:
            both += 1
            characters, shares = _differences(one, two, least)
            overlaps += shares
            same_word += one.word == two.word
            if characters or one.word != two.word:
                differing.append(LabelDifference(image, one, two, characters, min(shares, default=None)))
        elif one is not None or two is not None:
            only_first += one is not None
            only_second += two is not None
            differing.append(LabelDifference(image, one, two))
    differing.sort(key=lambda difference: difference.weight)
    mean = fmean(overlaps) if overlaps else None
    return FolderComparison(only_first, only_second, both, same_word, mean, tuple(differing))


def _label(path: Path) -> tuple[WordLabel | None, str]:
    try:
        data = read_label_bytes(path)
        return (None if data is None else parse_label(data, path.name).label), ""
    except LabelError as error:
        return None, str(error)


def _differences(one: WordLabel, two: WordLabel, least: float) -> tuple[tuple[CharacterDifference, ...], list[float]]:
    """Return the characters that differ, and the overlap of all that both labels have.

    People seldom draw the same outline, so shapes differ only if they overlap by less than `least`. What a person has
    done beside it (a hand-set Gaussian, an accepted draft) is no difference.
    """
    rank_in_one, rank_in_two = ({place: rank for rank, place in enumerate(label.ranking, 1)} for label in (one, two))
    differences: list[CharacterDifference] = []
    shares: list[float] = []
    left = dict(rank_in_one)
    for number, place in enumerate(matched(one, two)):
        if place is None:
            differences.append(CharacterDifference(None, rank_in_two[number]))
            continue
        mine, theirs = one.characters[place], two.characters[number]
        shares.append(overlap(mine.polygon, theirs.polygon))
        aspects: list[Aspect] = []
        if mine.symbol != theirs.symbol:
            aspects.append("symbol")
        if shares[-1] < least:
            aspects.append("shape")
        if (mine.is_ignored, mine.area) != (theirs.is_ignored, theirs.area):
            aspects.append("other")
        if aspects:
            differences.append(CharacterDifference(left[place], rank_in_two[number], tuple(aspects)))
        del left[place]
    differences += [CharacterDifference(rank, None) for rank in left.values()]
    return tuple(sorted(differences, key=lambda difference: difference.first or difference.second or 0)), shares
