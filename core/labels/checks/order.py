"""Checks the reading order of one label for missing and doubled numbers, and for jumps back along the line."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.labels.checks.problems import FIXES, Fix, Problem, quoted
from core.labels.checks.shapes import Context
from core.labels.direction import is_right_to_left
from core.labels.edits.composition import in_step
from core.labels.edits.ordering import sort_along_baseline
from core.labels.label import WordLabel

_BACK = 0.25  # of the two characters' extents along the line: overlapping boxes may be this much out of order
_NEXT_LINE = 0.6  # of their extents across the line: a longer step leads to the next line of text
_STRAIGHT = 0.7  # way across by way along: a line of text within several
_UPRIGHT = np.tan(np.deg2rad(60))  # a line steeper than 60° is read downwards, as `sort_along_baseline` does

Float = NDArray[np.float64]


def check_numbers(context: Context) -> Iterator[Problem]:
    """Find numbers that two characters share, and gaps between numbers."""
    label = context.label
    count = len(label.characters)
    if all(character.order is None for character in label.characters):
        return
    # The numbers are in reading order, hence ascending.
    numbers = [label.characters[place].order or place + 1 for place in label.ranking]
    renumber = (Fix("renumber", FIXES["renumber"].title),)
    for number, times in Counter(numbers).items():
        if times > 1:
            rank = numbers.index(number) + 2
            if times == 2:
                sentence = Sentence(
                    "two characters have the order {number}, from character {rank} on. Renumber the characters.",
                    number=number,
                    rank=rank - 1,
                )
            else:
                sentence = Sentence(
                    "{count} characters have the order {number}, from character {rank} on. Renumber the characters.",
                    count=f"{times:,}",
                    number=number,
                    rank=rank - 1,
                )
            yield context.problem("order-double", rank, sentence, renumber)
    # A double explains a number that is missing below the last one: 1, 2, 2, 4.
    if numbers[0] >= 1 and numbers[-1] <= count:
        return
    before, at = 0, 0
    for at, number in enumerate(numbers):  # noqa: B007  `at` is used behind the loop
        if number < 1 or number > before + 1:
            break
        before = number
    first, rank = numbers[at], at + 1
    symbol = quoted(context.characters[rank - 1].symbol)
    if rank > 1:
        sentence = Sentence(
            "the order jumps from {before} to {after} at character {rank} {symbol}. "
            "Add the character that is missing, or renumber the characters.",
            before=before,
            after=first,
            rank=rank,
            symbol=symbol,
        )
    else:
        sentence = Sentence(
            "the order begins with {first} at character {rank} {symbol}. "
            "Add the character that is missing, or renumber the characters.",
            first=first,
            rank=rank,
            symbol=symbol,
        )
    # If the text has more symbols, the gap may be the only trace of a missing character.
    missing = label.text is not None and len(unicodedata.normalize("NFC", label.text)) > count
    yield context.problem("order-gap", rank, sentence, () if missing else renumber)


def check_direction(context: Context) -> Iterator[Problem]:
    """Find steps in the reading order that go back along the line.

    Every character of the label must have a polygon with an area.
    """
    g = context.geometry
    if len(g.ranks) < 2:
        return
    rtl = is_right_to_left(context.label.reading)
    if _goes_forward(g.centres, rtl):
        return
    fixes: tuple[Fix, ...] = ()
    jumps = _jumps_in_lines(g.centres, g.high - g.low, rtl)
    if jumps is None:
        sorted_label = sort_along_baseline(context.label)
        jumps, on_line = _jumps_along_line(g.centres, g.high - g.low, context.label, sorted_label)
        if _is_one_line(g.centres[on_line]):
            fixes = _fixes(context.label, sorted_label)
    if not jumps:
        return
    at = jumps[0]
    rank = at + 2
    earlier, later = (f"{k + 1} {quoted(context.characters[k].symbol)}" for k in (at, at + 1))
    named = {"earlier": earlier, "later": later}
    if len(jumps) == 1:
        sentence = Sentence(
            "the reading order jumps backwards from character {earlier} to character {later}. "
            "Sort the characters along the line, or correct the symbols.",
            **named,
        )
    elif len(jumps) == 2:
        sentence = Sentence(
            "the reading order jumps backwards from character {earlier} to character {later} and 1 more time. "
            "Sort the characters along the line, or correct the symbols.",
            **named,
        )
    else:
        sentence = Sentence(
            "the reading order jumps backwards from character {earlier} to character {later} and {count} more times. "
            "Sort the characters along the line, or correct the symbols.",
            **named,
            count=len(jumps) - 1,
        )
    yield context.problem("order-backwards", rank, sentence, fixes)


def _jumps_along_line(
    centres: Float, sizes: Float, label: WordLabel, sorted_label: WordLabel
) -> tuple[list[int], NDArray[np.int64]]:
    """Return the indices of the steps that lead back along one line, and the characters' indices along the line."""
    position = {place: at for at, place in enumerate(sorted_label.ranking)}
    positions = np.array([position[place] for place in label.ranking])
    on_line = np.argsort(positions)
    back = np.flatnonzero(np.diff(positions) < 0).tolist()
    if len(back) == len(positions) - 1 and _is_read_upwards(centres):
        return [], on_line
    return [at for at in back if _is_jump(centres, sizes, positions, on_line, at)], on_line


def _fixes(label: WordLabel, sorted_label: WordLabel) -> tuple[Fix, ...]:
    """Return the fixes that number the characters along the line.

    If text and characters agree, and no character is ignored, a second fix also keeps the text.
    """
    if sorted_label.ranking == label.ranking:
        return ()
    sort = Fix("sort", FIXES["sort"].title)
    if not in_step(label) or any(character.is_ignored for character in label.characters):
        return (sort,)
    return (sort, Fix("sort-keep-text", FIXES["sort-keep-text"].title))


def _goes_forward(centres: Float, rtl: bool) -> bool:
    """Return True if every step leads forward along the principal axis, which makes the order right."""
    offsets = centres - centres.mean(axis=0)
    (xx, xy), (_, yy) = offsets.T @ offsets
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    x, y = np.cos(angle), np.sin(angle)
    forward = y > 0 if abs(y) > _UPRIGHT * abs(x) else (x < 0 if rtl else x > 0)
    steps = np.diff(centres @ (x, y))
    return bool((steps > 0).all() if forward else (steps < 0).all())


def _jumps_in_lines(centres: Float, sizes: Float, rtl: bool) -> list[int] | None:
    """Return the indices of the steps that lead back within a line, for characters in several lines or columns.

    Lines are read downwards, columns to either side; None if the characters are not in lines or columns.
    """
    x, y = centres.T
    width, height = sizes.T
    layouts = ((-x if rtl else x, y, width, height), (y, x, height, width), (y, -x, height, width))
    fitting = [jumps for layout in layouts if (jumps := _jumps_in_layout(*layout)) is not None]
    return min(fitting, key=len, default=None)


def _jumps_in_layout(along: Float, across: Float, width: Float, height: Float) -> list[int] | None:
    on, aside = np.diff(along), np.diff(across)
    new_line = (on < 0) & (aside > _NEXT_LINE * np.maximum(height[1:], height[:-1]))
    if not new_line.any():
        return None
    lines = np.split(across, np.flatnonzero(new_line) + 1)
    # Lines lie wholly apart and have two characters at least; a slanted line with two swapped characters does not.
    if not all(before.max() < after.min() for before, after in pairwise(lines)) or min(map(len, lines)) < 2:
        return None
    within = ~new_line
    # Each line also runs along its own direction: letters of uneven height are no columns of two or three.
    if np.abs(aside[within]).sum() > _STRAIGHT * np.abs(on[within]).sum():
        return None
    return [int(at) for at in np.flatnonzero(within & (on < -_BACK * width[1:]))]


def _is_one_line(centres: Float) -> bool:
    """Return True if the way through centres, sorted along a line, never turns back: sorting mixes several lines."""
    steps = np.diff(centres, axis=0)
    return bool(((steps[1:] * steps[:-1]).sum(axis=1) > 0).all())


def _is_jump(centres: Float, sizes: Float, positions: NDArray[np.int64], on_line: NDArray[np.int64], at: int) -> bool:
    """Return True if the step from one character to the next leads clearly back, and not to the next line.

    The line's direction is taken between the neighbours of the two if they are on it, so that curves do no harm.
    `centres` and `sizes`: (n, 2) float64: centroids, and extents of the bounds, in reading order. `positions`: (n,)
    int64: place of each character on the line. `on_line`: (n,) int64: index of the character at each place of the line.
    `at`: index of the first of the two.
    """
    first, last = sorted((int(positions[at]), int(positions[at + 1])))
    tangent = centres[on_line[min(last + 1, len(on_line) - 1)]] - centres[on_line[max(first - 1, 0)]]
    length = float(np.hypot(*tangent))
    if length == 0:
        return False
    along = tangent / length
    across = np.array([-along[1], along[0]])
    step = centres[at + 1] - centres[at]
    extent = sizes[[at, at + 1]]
    width, height = float((extent @ np.abs(along)).mean()), float((extent @ np.abs(across)).max())
    return bool(-step @ along > _BACK * width and abs(step @ across) < _NEXT_LINE * height)


def _is_read_upwards(centres: Float) -> bool:
    """Return True if a steep line is read from its lower end throughout, as on pictures of text turned by a quarter."""
    x, y = centres[-1] - centres[0]
    return bool(y < 0 and abs(y) > _UPRIGHT * abs(x))
