"""Compares two folders of labels of the same images: how far two people agree, and where they do not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from core.base.errors import LabelError, ProjectError
from core.base.progress import Progress, ignore_progress
from core.labels.edits.comparison import CharacterDifference, differences
from core.labels.edits.merging import overlap
from core.labels.files.storage import label_name, parse_label, read_label_bytes
from core.labels.label import WordLabel
from core.project.listing import in_natural_order, list_images

LEAST_OVERLAP: Final = 0.7
"""Two outlines of a character are the same where the boxes around them overlap by so much, intersection over union."""


@dataclass(frozen=True, slots=True)
class LabelDifference:
    """An image whose two labels differ.

    Attributes
    ----------
    image : str
        Path relative to both folders.
    first, second : WordLabel or None
        The labels; None where a folder has none, or `fault` says why it cannot be read.
    characters : tuple of CharacterDifference
        The characters that differ; outlines that overlap enough do not.
    overlap : float or None
        The least overlap of two outlines of one character; None without such characters.
    fault : str
        Why a label cannot be read.
    """

    image: str
    first: WordLabel | None
    second: WordLabel | None
    characters: tuple[CharacterDifference, ...] = ()
    overlap: float | None = None
    fault: str = ""

    @property
    def weight(self) -> tuple[int, float]:
        """What is to be looked at first: another word, a label that is missing, another outline."""
        if self.first is None or self.second is None:
            return 1, 0.0
        if self.first.word != self.second.word:
            return 0, -len(self.characters)
        return 2, 1.0 if self.overlap is None else self.overlap

    def to_dict(self) -> dict[str, Any]:
        """One entry of `textscanner compare-labels --json`."""
        return {
            "image": self.image,
            "first": None if self.first is None else self.first.word,
            "second": None if self.second is None else self.second.word,
            "characters": [
                {"first": each.first, "second": each.second, "differs": list(each.aspects)} for each in self.characters
            ],
            "overlap": self.overlap,
            "fault": self.fault,
        }


@dataclass(frozen=True, slots=True)
class FolderComparison:
    """How far two folders of labels agree.

    Attributes
    ----------
    only_first, only_second : int
        Images that one folder alone has a label of.
    both : int
        Images with two labels.
    same_word : int
        Those of them whose labels say the same word.
    overlap : float or None
        Mean overlap of the outlines of characters that both have; None without any.
    differing : tuple of LabelDifference
        What is to be looked at, the gravest first.
    """

    only_first: int
    only_second: int
    both: int
    same_word: int
    overlap: float | None
    differing: tuple[LabelDifference, ...]

    def to_dict(self) -> dict[str, Any]:
        """The document of `textscanner compare-labels --json`."""
        return {
            "only_first": self.only_first,
            "only_second": self.only_second,
            "both": self.both,
            "same_word": self.same_word,
            "overlap": self.overlap,
            "differences": [each.to_dict() for each in self.differing],
        }


def compare_folders(
    first: Path, second: Path, least: float = LEAST_OVERLAP, progress: Progress = ignore_progress
) -> FolderComparison:
    """Compare the labels of two folders; images of one of them are enough, and their pixels are not read.

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
    counts = {(True, False): 0, (False, True): 0, (True, True): 0, (False, False): 0}
    same_word = 0
    overlaps: list[float] = []
    for done, image in enumerate(images):
        progress(done, len(images))
        (one, fault), (two, other_fault) = (_label(folder / label_name(image)) for folder in (first, second))
        if fault or other_fault:
            differing.append(LabelDifference(image, one, two, fault=fault or other_fault))
            continue
        counts[one is not None, two is not None] += 1
        if one is None or two is None:
            if one is not two:
                differing.append(LabelDifference(image, one, two))
            continue
        shares = dict(_overlaps(one, two))
        overlaps += shares.values()
        same_word += one.word == two.word
        characters = _grave(differences(one, two), shares, least)
        if characters or one.word != two.word:
            differing.append(LabelDifference(image, one, two, characters, min(shares.values(), default=None)))
    differing.sort(key=lambda each: each.weight)
    mean = fmean(overlaps) if overlaps else None
    return FolderComparison(
        counts[True, False], counts[False, True], counts[True, True], same_word, mean, tuple(differing)
    )


def _label(path: Path) -> tuple[WordLabel | None, str]:
    try:
        data = read_label_bytes(path)
        return (None if data is None else parse_label(data, path.name).label), ""
    except LabelError as error:
        return None, str(error)


def _overlaps(one: WordLabel, two: WordLabel) -> list[tuple[tuple[int, int], float]]:
    """The overlap of each two outlines of one character, by their ranks."""
    same = {(each.first, each.second): each for each in differences(one, two)}
    if any(None in pair for pair in same):
        pairs = [pair for pair in same if None not in pair]
    else:
        pairs = [(rank, rank) for rank in range(1, min(len(one.characters), len(two.characters)) + 1)]
    mine, theirs = one.in_order, two.in_order
    return [((a, b), overlap(mine[a - 1].polygon, theirs[b - 1].polygon)) for a, b in pairs if a and b]


def _grave(
    found: tuple[CharacterDifference, ...], shares: dict[tuple[int, int], float], least: float
) -> tuple[CharacterDifference, ...]:
    """The differences without outlines that overlap enough."""
    kept = []
    for each in found:
        near = each.first and each.second and shares.get((each.first, each.second), 0.0) >= least
        aspects = tuple(aspect for aspect in each.aspects if aspect != "shape") if near else each.aspects
        if aspects or not each.first or not each.second:
            kept.append(replace(each, aspects=aspects))
    return tuple(kept)
