"""Finds the reach of a reading: the nearest slider values at which it changes, and the pixels that it depends on.

Of a misread word, the nearest value is sought at which it is read right.

Both searches are generators: each yields images, is sent their readings, and may be given up in between.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.what_if.change import SLIDERS, Change, Picture, apply_change
from core.labels.label import WordLabel

AT_ONCE = 4  # images that are read at once: as many as the process that predicts reads of a folder

_COARSE = 8  # values between the neutral one and the end of a slider that are read first
_SHORT, _LONG = 8, 32  # cells across and along a word; a patch covers two by two


@dataclass(frozen=True, slots=True)
class Flip:
    """The nearest value of a slider, on one side of the neutral one, at which another text is read."""

    item: str
    """One of `SLIDERS`."""
    value: float
    """The slider's value at the flip."""
    text: str
    """The text that is read at this value."""
    is_right: bool = False
    """True if the word is misread at the neutral value and read right at this one."""


Flips = Generator[list[Picture], Sequence[str], tuple[Flip, ...]]


def seek_steps(
    is_sought: Callable[[str], bool], count: int
) -> Generator[tuple[int, ...], Sequence[str], tuple[int, str] | None]:
    """Find the least number of steps, from 1 to `count`, at which a sought text is read.

    `_COARSE` values are read from the start on; between the first of them that gives such a text and the one before,
    the least is found by bisection, several values at once. A change that lasts for less than an eighth of the slider
    may go unseen.

    Yields
    ------
    tuple of int
        Steps, in rising order. The texts that are read there must be sent.

    Returns
    -------
    (int, str) or None
        The steps and the text; None if no such text is read.
    """
    bracket = _Bracket(is_sought)
    coarse = sorted({math.ceil(count * part / _COARSE) for part in range(1, _COARSE + 1)}) if count > 0 else []
    for start in range(0, len(coarse), AT_ONCE):
        asked = tuple(coarse[start : start + AT_ONCE])
        texts = yield asked
        bracket.narrow(asked, texts)
        if bracket.first is not None:
            break
    while inner := bracket.inner():
        texts = yield inner
        bracket.narrow(inner, texts)
    return None if bracket.first is None else (bracket.first, bracket.text)


class _Bracket:
    """Two numbers of steps between which a text is sought: below it is not read, and at the first it is."""

    def __init__(self, is_sought: Callable[[str], bool]) -> None:
        self._is_sought = is_sought
        self.below = 0
        self.first: int | None = None  # None as long as no such text was read
        self.text = ""

    def narrow(self, asked: Sequence[int], texts: Sequence[str]) -> None:
        """Take in the texts that were read at some steps, in rising order."""
        for steps, text in zip(asked, texts, strict=True):
            if self._is_sought(text):
                self.first, self.text = steps, text
                return
            self.below = steps

    def inner(self) -> tuple[int, ...]:
        """Return at most `AT_ONCE` steps that evenly divide those between the two, or none if there are none."""
        if self.first is None or self.first - self.below <= 1:
            return ()
        width = self.first - self.below
        parts = {self.below + width * part // (AT_ONCE + 1) for part in range(1, AT_ONCE + 1)} - {self.below}
        return tuple(sorted(parts or {self.below + 1}))


def seek_flips(image: Picture, label: WordLabel, change: Change, item: str) -> Flips:
    """Find the nearest flips of one slider on both sides of its neutral value, with all others unchanged.

    A word that is misread at the neutral value is sought where it is read right; any other, where it is read otherwise.

    Yields
    ------
    list of (height, width, 3) uint8
        At most `AT_ONCE`; the texts that are read in them must be sent.
    """
    slider = SLIDERS[item]

    def at(steps: int) -> Picture:
        return apply_change(image, label, change.having(item, slider.value(steps))).pixels

    [reading] = yield [at(0)]
    word = "" if label.known is None else label.known.word
    is_misread = word not in ("", reading)
    flips = []
    for sign, count in ((-1, slider.down), (1, slider.up)):
        search = seek_steps(lambda text: text == word if is_misread else text != reading, count)
        try:
            asked = next(search)
            while True:
                asked = search.send((yield [at(sign * steps) for steps in asked]))
        except StopIteration as end:
            if end.value is not None:
                flips.append(Flip(item, slider.value(sign * end.value[0]), end.value[1], is_misread))
    return tuple(flips)


def support(outputs: Mapping[str, NDArray[Any]], ids: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return the support of each position's symbol, p_k(c)/Σ H_k times the presence, or 0 if not among the best five.

    Parameters
    ----------
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation` for one image.
    ids : (n,) int
        The symbols.

    Returns
    -------
    (n,) float64
        0 to 1.
    """
    shares = np.where(outputs["candidate_ids"] == ids[:, None], outputs["candidate_scores"], 0).sum(axis=1)
    return np.asarray(shares * np.clip(outputs["presence"], 0, 1), np.float64)


def cells_of(size: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of rows and columns of cells in an occlusion map of an image of (height, width)."""
    height, width = size
    along = int(np.clip(round(_SHORT * max(size) / min(size)), _SHORT, _LONG))
    return (_SHORT, along) if width >= height else (along, _SHORT)


def occlude(image: Picture) -> Generator[list[Picture], list[NDArray[np.float64]], NDArray[np.float32]]:
    """Move a grey patch over an image, and measure how much support each position loses.

    The patch has the image's mean grey and covers two by two cells; a cell's value is the mean loss under the patches
    that cover it.

    Yields
    ------
    list of (height, width, 3) uint8
        First the image itself, then at most `AT_ONCE`; the `support` of the positions in each must be sent.

    Returns
    -------
    (n, rows, columns) float32
        The share of a position's support that is lost, 0 to 1.
    """
    height, width = image.shape[:2]
    rows, columns = cells_of((height, width))
    y, x = np.linspace(0, height, rows + 1).round().astype(int), np.linspace(0, width, columns + 1).round().astype(int)
    grey = round(float(image.mean()))
    [whole] = yield [image]
    lost, covered = np.zeros((len(whole), rows, columns)), np.zeros((rows, columns))
    corners = [(row, column) for row in range(rows - 1) for column in range(columns - 1)]
    for start in range(0, len(corners), AT_ONCE):
        patched = []
        for row, column in corners[start : start + AT_ONCE]:
            patch = image.copy()
            patch[y[row] : y[row + 2], x[column] : x[column + 2]] = grey
            patched.append(patch)
        for (row, column), left in zip(corners[start : start + AT_ONCE], (yield patched), strict=True):
            share = np.clip((whole - left) / np.maximum(whole, 1e-9), 0, 1)
            lost[:, row : row + 2, column : column + 2] += share[:, None, None]
            covered[row : row + 2, column : column + 2] += 1
    return (lost / covered).astype(np.float32)


def patches_of(size: tuple[int, int]) -> int:
    """Return the number of patches in the occlusion map of an image of (height, width)."""
    rows, columns = cells_of(size)
    return (rows - 1) * (columns - 1)
