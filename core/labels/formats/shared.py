"""Helpers that several writers share: exact number texts, four corners, symbols that a file can hold, losses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from core.base.errors import Sentence
from core.labels.formats.base import Keeps
from core.labels.formats.parsing import clean
from core.labels.formats.record import Reject
from core.labels.geometry import bounds, is_rectangle, minimum_area_rectangle, polygon_of, signed_area
from core.labels.label import CharacterLabel, Polygon, WordLabel


def plain(value: float) -> int | float:
    """Return a number with at most two decimals and without trailing zeros, such as 3 and not 3.0."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def box(polygon: Polygon) -> list[int | float]:
    """Return the box around a polygon as [x0, y0, x1, y1]."""
    return [plain(value) for value in bounds(polygon)]


def four_corners(polygon: Polygon) -> Polygon:
    """Return a polygon of four corners itself, or else its smallest rectangle, clockwise on screen from the top left.

    A polygon without area has its upright box instead, so that no two corners swap places by rounding.
    """
    if len(polygon) == 4:
        return polygon
    if signed_area(polygon) == 0:
        x0, y0, x1, y1 = bounds(polygon)
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    (x, y), (a, b), angle = minimum_area_rectangle(polygon)
    t = np.deg2rad(angle)
    along, across = np.array([np.cos(t), np.sin(t)]) * a / 2, np.array([-np.sin(t), np.cos(t)]) * b / 2
    corners = np.array([x, y]) + np.array([-along - across, along - across, along + across, -along + across])
    return polygon_of(np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0), 2)


def flat(polygon: Polygon) -> list[int | float]:
    """Return all coordinates of a polygon in one list: x1, y1, x2, y2 …."""
    return [plain(coordinate) for point in polygon for coordinate in point]


def exportable(label: WordLabel) -> tuple[str, tuple[CharacterLabel, ...]]:
    """Return the text of the word and its characters in reading order.

    Raises
    ------
    Reject
        If the label has no text to write, a character has no symbol, or the text or a symbol holds a control character,
        which would break the lines of a file.
    """
    text = label.reading if label.text is None else label.text
    characters = label.in_order
    if not text.strip():
        raise Reject("the label has no text to write")
    clean(text, Sentence("the text"))
    for place, character in enumerate(characters, 1):
        if not clean(character.symbol, Sentence("the symbol of character {number}", number=place)):
            raise Reject("character {number} has no symbol", number=place)
    return text, characters


@dataclass(frozen=True, slots=True)
class Loss:
    """A kind of loss: a part of labels that a format cannot hold."""

    several: Sentence
    """Rest of a sentence behind a count."""
    one: Sentence
    """The whole sentence for one."""


_TEXT_ALONE = Loss(
    Sentence("characters left out: the format holds only the text"),
    Sentence("one character left out: the format holds only the text"),
)
_UPRIGHT = Loss(
    Sentence("polygons became the upright box around them"), Sentence("one polygon became the upright box around it")
)
_FOUR = Loss(
    Sentence("polygons with other than 4 corners became their smallest rectangle"),
    Sentence("one polygon with other than 4 corners became its smallest rectangle"),
)
_ROUNDED = Loss(
    Sentence("characters' corners were rounded to whole pixels"),
    Sentence("one character's corners were rounded to whole pixels"),
)
_AREAS = Loss(Sentence("painted areas left out"), Sentence("one painted area left out"))
_GAUSSIANS = Loss(Sentence("hand-set Gaussians left out"), Sentence("one hand-set Gaussian left out"))
_ILLEGIBLE = Loss(
    Sentence("marks of illegible characters left out"), Sentence("one mark of an illegible character left out")
)
_DRAFTS = Loss(Sentence("marks of a model's drafts left out"), Sentence("one mark of a model's draft left out"))
_REVIEWS = Loss(Sentence("marks of a person's review left out"), Sentence("one mark of a person's review left out"))


def losses(label: WordLabel, keeps: Keeps) -> Counter[Loss]:
    """Return the parts of a label that a format cannot hold, and how many of each."""
    lost: Counter[Loss] = Counter()
    if keeps == "everything":
        return lost
    characters = label.characters
    if keeps == "words":
        lost[_TEXT_ALONE] = len(characters)
    else:
        if keeps == "boxes":
            lost[_UPRIGHT] = sum(not is_rectangle(c.polygon) for c in characters)
        elif keeps != "polygons":
            lost[_FOUR] = sum(len(c.polygon) != 4 for c in characters)
        if keeps == "whole pixels":
            lost[_ROUNDED] = sum(
                any(x != round(x) for point in four_corners(c.polygon) for x in point) for c in characters
            )
        lost[_AREAS] = sum(c.area is not None for c in characters)
        lost[_GAUSSIANS] = sum(c.gaussian is not None for c in characters)
        lost[_ILLEGIBLE] = sum(c.ignore for c in characters)
        lost[_DRAFTS] = sum(c.is_draft for c in characters)
    lost[_DRAFTS] += label.text_source == "model"
    lost[_REVIEWS] = int(label.is_reviewed)
    return +lost
