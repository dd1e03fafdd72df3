"""Plants known label errors in demo data, on which the tools that find errors are tried."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from core.base.errors import DAMAGED, SynthesisError
from core.base.json_text import read_json
from core.charset import Charset
from core.labels.geometry import bounds, polygon_of
from core.labels.label import CharacterLabel, WordLabel

PLANTED_NAME = "planted.json"  # the list of a demo project's planted errors, in its folder

Kind = Literal["symbol", "order", "shift", "missing", "text", "near", "doubled"]

KINDS: tuple[Kind, ...] = ("symbol", "order", "shift", "missing")
"""The kinds that take turns.

`text`, whose text and characters differ, comes once, for the tour.
"""

PERSONS: tuple[Kind, ...] = ("order", "near", "shift", "missing", "doubled")
"""The kinds of errors that persons make when they label real words."""

_SIMILAR = tuple("0O 0o 1I 1l Il 2Z 5S 6G 8B 9g 9q CG DO EF OQ PR UV VY bh ce ft hn ij mn uv".split())  # noqa: SIM905
"""Pairs of symbols that are taken for one another; never two cases of one letter."""

_VERTICAL = 1.5  # height by width of a picture from which its text runs downwards
_SHIFT = (0.6, 0.9)  # of a character's own size, or of the word's usual one if that is larger

Value = str | list[int] | list[list[float]]


@dataclass(frozen=True, slots=True)
class Planted:
    """One planted error, with its image and kind."""

    image: str
    """Name of the image file."""
    kind: Kind
    """The kind of error.

    `symbol`: a character has another symbol, in the text too. `order`: two neighbours with different symbols have
    exchanged their orders, in the text too. `shift`: a polygon is moved along the word by at least half a character.
    `missing`: a character is left out, in the text too. `text`: the text has another symbol than the characters.
    `near`: as `symbol`, with a symbol that looks like the right one (O and 0, l and 1). `doubled`: a character is there
    twice, each in one half of its polygon, in the text too."""
    order: int
    """Rank, from 1, of the (first) character concerned in the right label."""
    was: Value
    """The right value.

    For `symbol` and `near` the symbol; for `order` the orders of the two characters; for `shift` the polygon; for
    `missing` the symbol; for `doubled` the symbol once; for `text` the whole text."""
    now: Value
    """The planted value, of the same kind as `was`: for `missing` an empty string, for `doubled` the symbol twice."""


def _planted(record: dict[str, Any]) -> Planted:
    if not isinstance(record["image"], str) or type(record["order"]) is not int or record["kind"] not in get_args(Kind):
        raise ValueError("no planted error")
    return Planted(**record)


def read_planted(folder: Path) -> tuple[Planted, ...]:
    """Return the planted errors of a demo project, or none if its folder has no readable list of them."""
    try:
        return tuple(_planted(record) for record in read_json(folder / PLANTED_NAME))
    except DAMAGED:
        return ()


def amount(count: int, share: float) -> int:
    """Return how many words get an error of `KINDS`: their share of all, but at least one unless the share is 0.

    One word is left for the error of kind `text` if there are two.

    Raises
    ------
    SynthesisError
        If the share is not 0 to 1.
    """
    if not 0 <= share <= 1:
        raise SynthesisError("errors: {share} is not a share of the words. Give a number from 0 to 1.", share=share)
    return min(max(1, round(count * share)), max(1, count - 1)) if share > 0 else 0


def plan(
    texts: Sequence[str], charset: Charset, share: float, seed: int, kinds: Sequence[Kind] = KINDS
) -> dict[int, Kind]:
    """Choose the words that get an error, and the error of each.

    Parameters
    ----------
    texts : sequence of str
        The right texts.
    charset : Charset
        Source of the wrong symbols.
    share : float
        See `amount`.
    seed : int
        The same seed chooses the same words.
    kinds : sequence of str
        The kinds that take turns.

    Returns
    -------
    dict
        Kind by the text's number, from 0. The kinds take turns, so that their numbers differ by one at most; a kind
        that no word is left for (the same symbol all over has no wrong order) is left out.

    Raises
    ------
    SynthesisError
        If the share is not 0 to 1.
    """
    wanted = amount(len(texts), share)
    if not wanted:
        return {}
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed], spawn_key=(1,))))
    free = dict.fromkeys(rng.permutation(len(texts)).tolist())
    chosen: dict[int, Kind] = {}
    turns: list[Kind] = [*itertools.islice(itertools.cycle(kinds), wanted), "text"]
    for kind in turns:
        number = next((n for n in free if places(kind, texts[n], charset)), None)
        if number is not None:
            chosen[number] = kind
            del free[number]
    return chosen


def places(kind: Kind, text: str, charset: Charset) -> list[int]:
    """Return the ranks, from 1, of the characters in a text at which an error of this kind can be planted."""
    inked = [order for order, symbol in enumerate(text, 1) if not symbol.isspace()]
    if kind == "shift":
        return inked
    if kind == "missing":
        return inked if len(text) > 1 else []
    if kind == "order":
        pairs = set(inked)
        return [k for k in inked if k + 1 in pairs and text[k - 1] != text[k]]
    if kind == "doubled":
        return inked
    return [k for k in inked if _wrong(kind, text[k - 1], charset)]


def plant(
    kind: Kind, label: WordLabel, charset: Charset, image: str, image_size: tuple[int, int], *, seed: Sequence[int]
) -> tuple[WordLabel, Planted]:
    """Plant an error in a right label.

    Parameters
    ----------
    kind : str
        One that `places` finds a place for.
    label : WordLabel
        Characters in reading order with the orders 1, 2, …, and their text.
    charset : Charset
        Source of the wrong symbols.
    image : str
        Its name, for the record.
    image_size : (height, width)
        Pixels.
    seed : sequence of int
        Source of all choices; each from 0.

    Raises
    ------
    SynthesisError
        If the label has no place for it.
    """
    text = label.word
    candidates = places(kind, text, charset)
    if not candidates:
        raise SynthesisError(
            '{image}: no error of kind "{kind}" can be planted into "{text}". Choose another kind.',
            image=image,
            kind=kind,
            text=text,
        )
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(2,))))
    order = candidates[int(rng.integers(len(candidates)))]
    place = order - 1
    characters = list(label.characters)
    one = characters[place]
    was: Value = one.symbol
    now: Value = ""
    if kind in {"symbol", "text", "near"}:
        wrong_symbols = _wrong(kind, one.symbol, charset)
        wrong = wrong_symbols[int(rng.integers(len(wrong_symbols)))]
        changed = text[:place] + wrong + text[order:]
        if kind == "text":
            return replace(label, text=changed), Planted(image, kind, order, text, changed)
        text, now = changed, wrong
        characters[place] = replace(one, symbol=wrong)
    elif kind == "order":
        characters[place] = replace(one, order=order + 1)
        characters[order] = replace(characters[order], order=order)
        text = text[:place] + text[order] + text[place] + text[order + 1 :]
        was, now = [order, order + 1], [order + 1, order]
    elif kind == "shift":
        characters[place] = moved = _shifted(characters, place, image_size, rng)
        was, now = _listed(one), _listed(moved)
    else:
        characters[place:order] = halves = _halves(one, image_size) if kind == "doubled" else []
        characters = [replace(c, order=number) for number, c in enumerate(characters, 1)]
        now = one.symbol * len(halves)
        text = text[:place] + now + text[order:]
    return replace(label, characters=tuple(characters), text=text), Planted(image, kind, order, was, now)


def _wrong(kind: Kind, symbol: str, charset: Charset) -> list[str]:
    """Symbols that may wrongly take the place of one."""
    if kind == "near":
        return [
            other_symbol
            for pair in _SIMILAR
            if symbol in pair
            for other_symbol in pair
            if other_symbol != symbol and other_symbol in charset
        ]
    return [other_symbol for other_symbol in charset if other_symbol != symbol and not other_symbol.isspace()]


def _axis(image_size: tuple[int, int]) -> int:
    """0 if the text runs along x, 1 if it runs downwards."""
    height, width = image_size
    return int(height > _VERTICAL * width)


def _halves(character: CharacterLabel, image_size: tuple[int, int]) -> list[CharacterLabel]:
    """Squeeze a character along the word into each half of its place."""
    axis = _axis(image_size)
    box = bounds(character.polygon)
    halves = []
    for side in (box[axis], box[axis + 2]):
        corners = character.corners.copy()
        corners[:, axis] = (corners[:, axis] + side) / 2
        halves.append(replace(character, polygon=polygon_of(corners, 2)))
    return halves


def _listed(character: CharacterLabel) -> list[list[float]]:
    return [[x, y] for x, y in character.polygon]


def _shifted(
    characters: Sequence[CharacterLabel], place: int, image_size: tuple[int, int], rng: np.random.Generator
) -> CharacterLabel:
    """Move a character along the word, to the side if more of it stays in the picture."""
    axis = _axis(image_size)
    boxes = [bounds(character.polygon) for character in characters]
    sizes = [box[axis + 2] - box[axis] for box in boxes]
    distance = float(rng.uniform(*_SHIFT)) * max(sizes[place], float(np.median(sizes)))
    low, high = boxes[place][axis], boxes[place][axis + 2]
    sides = [distance, -distance] if rng.random() < 0.5 else [-distance, distance]
    limit = image_size[1 - axis]
    outside = [max(0.0, -(low + side)) + max(0.0, high + side - limit) for side in sides]
    move = np.zeros(2)
    move[axis] = sides[int(np.argmin(outside))]
    character = characters[place]
    return replace(character, polygon=polygon_of(character.corners + move, 2))
