"""Edits of a word's characters: add, delete, copy, retype, split, merge and ignore them.

If text and characters were in step before an edit, the text follows; if they disagreed, the text stays and
`WordLabel.disagrees` stays true. A label without text gets none. After adding or deleting, the ranks are 1 … n without
gaps or doubles, with as few changed shapes as possible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.base.errors import LabelError, Sentence
from core.labels.edits import painting
from core.labels.edits.composition import (
    ComposedCharacter,
    accepted,
    compose,
    edited,
    entries,
    letter_of,
    numbers,
    rank_of,
    retyped,
    selection,
    symbol_of,
)
from core.labels.edits.cutting import halves, joined
from core.labels.edits.shapes import shifted, with_polygon
from core.labels.geometry import centroid, minimum_area_rectangle
from core.labels.label import Area, CharacterLabel, Point, WordLabel

Array = NDArray[np.float64]


def add(
    label: WordLabel,
    symbol: str,
    polygon: ArrayLike,
    rank: int | None = None,
    shape_type: Literal["polygon", "rectangle"] = "polygon",
) -> WordLabel:
    """Add a character with a polygon and a symbol to the word.

    In the file the new character follows the character that is read before it, so that later characters need no
    `order`. The new character is `characters[label.ranking[rank - 1]]` of the new label.

    Parameters
    ----------
    label : WordLabel
        The label without the new character.
    symbol : str
        One code point after NFC, or `###`; in the text an illegible character is U+FFFD.
    polygon : (n, 2) array_like
        Corners in image pixels.
    rank : int, optional
        1 … n + 1, the rank of the new character. Default: the end.
    shape_type : {"polygon", "rectangle"}
        A rectangle only if the polygon is an axis-parallel box.

    Raises
    ------
    LabelError
        If symbol, polygon or rank is impossible.
    """
    bare = CharacterLabel(symbol_of(symbol), polygon=(), shape_type=shape_type)
    return _insert(label, [with_polygon(bare, polygon)], rank)


def paste(
    label: WordLabel, characters: Sequence[CharacterLabel], dx: float = 0, dy: float = 0, rank: int | None = None
) -> WordLabel:
    """Add copies of characters, from this or another word, with their Gaussians and areas.

    Parameters
    ----------
    label : WordLabel
        The label that gets the copies.
    characters : sequence of CharacterLabel
        In reading order. A copy is a person's: a model's `source` and `score` are not copied.
    dx, dy : float
        Distance from the originals, in image pixels.
    rank : int, optional
        1 … n + 1, the rank of the first copy. Default: behind the last character.

    Raises
    ------
    LabelError
        If there is no such rank, a number is not finite, or a copy would be out of range.
    """
    dx, dy = numbers(dx, dy, what=Sentence("pasting"))
    return _insert(label, [shifted(replace(accepted(c), order=None), dx, dy) for c in characters], rank)


def duplicate(label: WordLabel, places: Iterable[int], dx: float, dy: float) -> WordLabel:
    """Copy some characters beside the originals, with ranks behind the last of these.

    Raises
    ------
    LabelError
        If there is no such place, a number is not finite, or a copy would be out of range.
    """
    chosen = set(selection(label, places))
    ranks = [rank for rank, place in enumerate(label.ranking, 1) if place in chosen]
    originals = [label.in_order[rank - 1] for rank in ranks]
    return paste(label, originals, dx, dy, ranks[-1] + 1) if ranks else label


def delete(label: WordLabel, places: Iterable[int]) -> WordLabel:
    """Delete some characters, also from the text if it was in step.

    `to_word_level` deletes the characters and keeps the text.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    gone = set(selection(label, places))
    if not gone:
        return label
    return compose(label, [entry for entry in entries(label) if entry.place not in gone])


def to_word_level(label: WordLabel) -> WordLabel:
    """Delete the characters of the word and keep its text."""
    return replace(label, characters=(), text=label.word) if label.characters else label


def set_characters(label: WordLabel, characters: Sequence[CharacterLabel]) -> WordLabel:
    """Replace all characters, for example by those from `core.labels.divide.divide.division` or from a model.

    The text follows if text and characters were in step; the text of a word-level label stays.

    Parameters
    ----------
    label : WordLabel
        The label.
    characters : sequence of CharacterLabel
        In reading order, which is also their order in the file.
    """
    letters = [letter_of(character.symbol) for character in characters]
    new = [
        ComposedCharacter(replace(c, order=None), i, letter)
        for i, (c, letter) in enumerate(zip(characters, letters, strict=True))
    ]
    return compose(label, new)


def retype(label: WordLabel, places: Iterable[int], symbol: str) -> WordLabel:
    """Change the symbol of some characters.

    Retyping an illegible character (`###`) makes it legible; a character marked `ignore` keeps the mark.

    Parameters
    ----------
    label : WordLabel
        The label.
    places : iterable of int
        Places of the characters in the file.
    symbol : str
        One code point after NFC; `###` marks the characters illegible, and the text keeps their letters.

    Raises
    ------
    LabelError
        If there is no such place, or the symbol is empty or more than one code point.
    """
    wanted = symbol_of(symbol)
    return retyped(label, dict.fromkeys(selection(label, places), wanted))


def set_ignored(label: WordLabel, places: Iterable[int], ignored: bool = True) -> WordLabel:
    """Mark some characters as illegible or as legible, and leave the text as it is, because it may know more.

    A character whose symbol is `###` stays ignored until it is retyped.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return edited(label, places, lambda character: replace(character, ignore=ignored))


def split(label: WordLabel, place: int, start: Point, end: Point) -> WordLabel:
    """Split a character into two along a line, in reading order.

    The half that comes first on the way from the previous character to the next (without neighbours the left, or for a
    rather horizontal cut the upper one) is read first; both keep the foreign keys of the
    shape. A painted area is cut too; a hand-set Gaussian belongs to neither half and is dropped. If the text is one
    symbol longer than the characters and agrees with all others, the halves get the two symbols of the text at that
    rank; of a compatibility symbol of two letters (ﬁ, Ĳ), these two letters; else both keep the symbol, until a person
    retypes them.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    start, end : (x, y)
        Two points of the line, in image pixels.

    Raises
    ------
    LabelError
        If there is no such place, the two points are one, or the line misses the character.
    """
    start_x, start_y, end_x, end_y = numbers(*start, *end, what=Sentence("cut"))
    rank = rank_of(label, place)
    direction = end_x - start_x, end_y - start_y
    old = label.characters[place]
    parts = halves(old.polygon, (start_x, start_y), direction) if np.hypot(*direction) > 1e-6 else None
    if parts is None:
        raise LabelError(
            "the cut does not pass through character {rank}. Draw it from one side to the other.", rank=rank
        )
    areas: tuple[Area | None, Area | None] = (None, None)
    if old.area is not None:
        areas = painting.parted(old.area, (start_x, start_y), direction)
    pieces = [
        with_polygon(replace(accepted(old), area=area, gaussian=None), part)
        for part, area in zip(parts, areas, strict=True)
    ]
    forward = _forward(label, rank, np.array([-direction[1], direction[0]]))
    apart = np.subtract(centroid(pieces[1].polygon), centroid(pieces[0].polygon))
    if apart @ forward < 0:
        pieces.reverse()
    first, second = map(symbol_of, _symbols_of_halves(label, rank))
    reading = entries(label)
    entry = reading[rank - 1]
    letter = entry.letter if first == old.symbol else letter_of(first, entry.letter)
    reading[rank - 1 : rank] = [
        ComposedCharacter(replace(pieces[0], symbol=first), entry.place, letter),
        ComposedCharacter(replace(pieces[1], symbol=second, order=None), entry.place + 0.5, letter_of(second)),
    ]
    return compose(label, reading)


def split_in_middle(label: WordLabel, place: int) -> WordLabel:
    """Split a character into two across the middle of the longer side of its minimum-area rectangle, as `split` does.

    Raises
    ------
    LabelError
        As `split`.
    """
    (place,) = selection(label, [place])
    (x, y), (a, b), angle = minimum_area_rectangle(label.characters[place].polygon)
    t = np.deg2rad(angle if a >= b else angle + 90)
    return split(label, place, (x, y), (x - np.sin(t), y + np.cos(t)))


def merge(label: WordLabel, places: Iterable[int]) -> WordLabel:
    """Merge several characters into one that has the symbol and the rank of the first.

    The box around boxes, else their convex hull, is the polygon. Painted areas are united; a character without area
    adds the pixels of its polygon; a hand-set Gaussian is dropped. The foreign keys are those of the first shape. The
    result is ignored only if all characters were.

    Parameters
    ----------
    label : WordLabel
        The label.
    places : iterable of int
        Places of at least two characters in the file: neighbours as a rule, but the dot and the stem of an i need not
        be.

    Raises
    ------
    LabelError
        If there are fewer than two places, or no such place, or the united area spans more pixels than any word image
        has.
    """
    chosen = set(selection(label, places))
    if len(chosen) < 2:
        raise LabelError("merging needs two characters or more. Select them first.")
    reading = entries(label)
    merged = [entry for entry in reading if entry.place in chosen]
    first = merged[0]
    character = replace(
        with_polygon(accepted(first.character), joined([entry.character.polygon for entry in merged])),
        gaussian=None,
        area=_united_area([entry.character for entry in merged]),
        ignore=all(entry.character.ignore for entry in merged),
    )
    # the symbol of an ignored one may differ from the text
    letter = first.letter if character.is_ignored else letter_of(character.symbol, first.letter)
    kept = [ComposedCharacter(character, first.place, letter) if entry is first else entry for entry in reading]
    return compose(label, [entry for entry in kept if entry.place not in chosen or entry.place == first.place])


def _united_area(characters: Sequence[CharacterLabel]) -> Area | None:
    if all(character.area is None for character in characters):
        return None
    areas = [character.area or painting.raster(character.polygon) for character in characters]
    return painting.united([area for area in areas if area is not None])


def _insert(label: WordLabel, characters: Sequence[CharacterLabel], rank: int | None) -> WordLabel:
    """Return the label with characters inserted in this reading order from a rank on."""
    count = len(label.characters)
    rank = count + 1 if rank is None else rank
    if not 1 <= rank <= count + 1:
        raise LabelError(
            "the label has {count} {count:|character|characters}, so a new one cannot be number {rank}. Choose 1 "
            "to {most}.",
            count=count,
            rank=rank,
            most=count + 1,
        )
    reading = entries(label)
    if rank == count + 1:
        place = float(count)  # the end of the file, at which no other character's place changes
    elif rank > 1:
        place = reading[rank - 2].place + 0.5
    else:
        place = reading[0].place - 0.5
    reading[rank - 1 : rank - 1] = [ComposedCharacter(c, place, letter_of(c.symbol)) for c in characters]
    return compose(label, reading) if characters else label


def _forward(label: WordLabel, rank: int, across: Array) -> Array:
    """Return the reading direction at a character: from the previous to the next, or along +x or +y.

    `across`: (2,) float64: the direction of the line through the two halves, either way; it decides if there is no
    neighbour, or the neighbours lie at right angles to it.
    """
    reading = label.in_order
    previous, following = reading[max(rank - 2, 0)], reading[min(rank, len(reading) - 1)]
    way = np.subtract(centroid(following.polygon), centroid(previous.polygon))
    length = np.hypot(*across) * np.hypot(*way)
    if length > 0 and abs(across @ way) > 0.2 * length:
        return np.asarray(way, dtype=np.float64)
    return np.array([1.0, 0.0]) if abs(across[0]) >= abs(across[1]) else np.array([0.0, 1.0])


def _symbols_of_halves(label: WordLabel, rank: int) -> tuple[str, str]:
    """Return the most likely symbols of the two halves of a character that `split` cuts."""
    characters = label.in_order
    symbol = characters[rank - 1].symbol
    text = unicodedata.normalize("NFC", label.text or "")
    if len(text) == len(characters) + 1:
        neighbours = [
            *zip(characters, text[: rank - 1], strict=False),
            *zip(characters[rank:], text[rank + 1 :], strict=True),
        ]
        if all(c.is_ignored or unicodedata.normalize("NFC", c.symbol) == letter for c, letter in neighbours):
            return text[rank - 1], text[rank]
    parts = unicodedata.normalize("NFKC", symbol)
    if len(parts) == 2 and len(symbol) == 1:
        return parts[0], parts[1]
    return symbol, symbol
