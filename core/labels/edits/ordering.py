"""Edits of the reading order, none of which changes a polygon.

All of them leave the ranks 1 … n without gaps or doubles and write `order` to as few characters as possible
(`core.labels.edits.composition.compose`). The text follows if text and characters were in step. A reorder does not
accept a model's draft: the new rank says nothing about the polygon.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.labels.direction import visual_order
from core.labels.edits.composition import compose, entries, rank_of, selection
from core.labels.geometry import centroid
from core.labels.label import WordLabel

Array = NDArray[np.float64]

_UPRIGHT = np.tan(np.deg2rad(60))  # a line steeper than 60° is read downwards
_LEAST_ARC = np.deg2rad(150)  # a flatter arc is read along its chord as well


def move_to_rank(label: WordLabel, place: int, rank: int) -> WordLabel:
    """Move a character to another rank, and shift those in between by one.

    Raises
    ------
    LabelError
        If there is no such place, or the rank is not in 1 … n.
    """
    count = len(label.characters)
    reading = entries(label)
    moving = reading.pop(rank_of(label, place) - 1)
    if not 1 <= rank <= count:
        raise LabelError(
            "the label has {count} {count:|character|characters}, so none can be number {rank}. Choose from 1 to "
            "{count}.",
            count=count,
            rank=rank,
        )
    reading.insert(rank - 1, moving)
    return compose(label, reading)


def swap(label: WordLabel, first: int, second: int) -> WordLabel:
    """Exchange the ranks of two characters, given by their places in the file.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    reading = entries(label)
    a, b = rank_of(label, first) - 1, rank_of(label, second) - 1
    reading[a], reading[b] = reading[b], reading[a]
    return compose(label, reading)


def renumber(label: WordLabel, sequence: Iterable[int]) -> WordLabel:
    """Set the reading order to a given sequence of characters, for example the order of clicks.

    Parameters
    ----------
    label : WordLabel
        The label.
    sequence : iterable of int
        Places, whose characters get the ranks 1, 2, …. Characters left out follow in their present order, so an empty
        sequence only closes gaps and parts doubles.

    Raises
    ------
    LabelError
        If a place occurs twice in the sequence, or there is no such place.
    """
    chosen = list(sequence)
    if len(selection(label, chosen)) != len(chosen):
        raise LabelError("renumbering: a character was named twice. Name each once, in reading order.")
    named = set(chosen)
    return _read(label, chosen + [place for place in label.ranking if place not in named])


def reverse(label: WordLabel, places: Iterable[int] | None = None) -> WordLabel:
    """Reverse the reading order of all characters, or of some among their own ranks.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return _sorted_among(label, places, lambda chosen: chosen[::-1])


def sort_left_to_right(label: WordLabel, places: Iterable[int] | None = None) -> WordLabel:
    """Sort all characters, or some among their own ranks, by the x of their centroids.

    Characters with the same x keep their order.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return _sorted_among(label, places, lambda chosen: _by(_centres(label, chosen)[:, 0], chosen))


def sort_top_to_bottom(label: WordLabel, places: Iterable[int] | None = None) -> WordLabel:
    """Sort all characters, or some among their own ranks, by the y of their centroids.

    Characters with the same y keep their order.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return _sorted_among(label, places, lambda chosen: _by(_centres(label, chosen)[:, 1], chosen))


def sort_along_baseline(label: WordLabel, places: Iterable[int] | None = None) -> WordLabel:
    """Sort all characters, or some among their own ranks, along their line of writing.

    The line is the principal axis of the centroids, which serves straight, slanted, wavy and vertical words; if the
    centroids lie on an arc of more than 150° (round logos, coins), it is the circle of least squares, cut at its
    widest gap. The line is read left to right, or as the characters' script is (`core.labels.direction`), or downwards
    if it is steeper than 60°; equals keep their order.

    Raises
    ------
    LabelError
        If there is no such place.
    """

    def along(chosen: Sequence[int]) -> list[int]:
        sizes = [np.ptp(label.characters[place].corners, axis=0).max() for place in chosen]
        centres = _centres(label, chosen)
        along_line = _by(_positions_along_line(centres, float(np.median(sizes))), chosen)
        if _reads_downwards(centres):
            return along_line
        symbols = [unicodedata.normalize("NFC", label.characters[place].symbol) for place in along_line]
        single = "".join(symbol if len(symbol) == 1 else "\N{REPLACEMENT CHARACTER}" for symbol in symbols)
        return [along_line[place] for place in visual_order(single)]

    return _sorted_among(label, places, along)


def _read(label: WordLabel, sequence: Sequence[int]) -> WordLabel:
    """Return the label read in this sequence of places."""
    by_place = {int(entry.place): entry for entry in entries(label)}
    return compose(label, [by_place[place] for place in sequence])


def _sorted_among(
    label: WordLabel, places: Iterable[int] | None, arrange: Callable[[Sequence[int]], Sequence[int]]
) -> WordLabel:
    """Rearrange some characters (all for None) over their own ranks."""
    chosen = set(range(len(label.characters)) if places is None else selection(label, places))
    if len(chosen) < 2:
        return _read(label, label.ranking)
    arranged = iter(arrange([place for place in label.ranking if place in chosen]))
    return _read(label, [next(arranged) if place in chosen else place for place in label.ranking])


def _by(keys: Array, chosen: Sequence[int]) -> list[int]:
    return [chosen[i] for i in np.argsort(keys, kind="stable")]


def _centres(label: WordLabel, chosen: Sequence[int]) -> Array:
    return np.array([centroid(label.characters[place].polygon) for place in chosen], dtype=np.float64)


def _positions_along_line(centres: Array, size: float) -> Array:
    """Return the positions, (n,), of centres, (n, 2), along the line through them, ascending in reading direction."""
    middle = centres.mean(axis=0)
    _, _, axes = np.linalg.svd(centres - middle, full_matrices=False)
    along = (centres - middle) @ axes[0]
    beside = (centres - middle) @ axes[1]
    circle = _round_the_circle(centres, np.sqrt(np.mean(beside**2)), size)
    if circle is None:
        return np.asarray(along if _reads_forward(axes[0]) else -along)
    order = np.argsort(circle)
    quarter = len(order) // 4
    # the middle of the word gives its direction: the ends of an arc point up and down
    chord = centres[order[-1 - quarter]] - centres[order[quarter]]
    return circle if _reads_forward(chord) else -circle


def _reads_downwards(centres: Array) -> bool:
    """Return True if the line through centres, (n, 2), is steeper than 60°."""
    _, _, axes = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)
    x, y = axes[0]
    return bool(abs(y) > _UPRIGHT * abs(x))


def _reads_forward(direction: Array) -> bool:
    """Return True if a direction, (2,), is a reading direction and not its opposite."""
    x, y = direction
    return bool(y > 0) if abs(y) > _UPRIGHT * abs(x) else bool(x > 0)


def _round_the_circle(centres: Array, off_the_axis: float, size: float) -> Array | None:
    """Return the angles, (n,), from the widest gap on if the centres clearly lie on a long arc, else None.

    The circle is fitted algebraically (Kåsa 1976): x² + y² = 2ax + 2by + c in the least squares.
    """
    if len(centres) < 5:
        return None  # any three points lie on a circle; four prove little
    origin = centres.mean(axis=0)
    x, y = (centres - origin).T
    design = np.column_stack([2 * x, 2 * y, np.ones_like(x)])
    (a, b, c), _, rank, _ = np.linalg.lstsq(design, x * x + y * y, rcond=None)
    if rank < 3 or c + a * a + b * b <= 0:
        return None
    off_the_circle = np.sqrt(np.mean((np.hypot(x - a, y - b) - np.sqrt(c + a * a + b * b)) ** 2))
    if off_the_circle > 0.35 * size or off_the_circle > 0.5 * off_the_axis:
        return None
    angles = np.arctan2(y - b, x - a)
    around = np.sort(angles)
    gaps = np.diff(around, append=around[0] + 2 * np.pi)
    start = around[(int(gaps.argmax()) + 1) % len(around)]
    turned = np.mod(angles - start + 1e-9, 2 * np.pi)
    return np.asarray(turned) if turned.max() >= _LEAST_ARC else None
