"""Draws synthetic word images with exact labels."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from core.charset import PRESETS, Charset

if TYPE_CHECKING:
    from core.data.drawing.synthesis import Sample


def synthetic_words(
    count: int = 10,
    seed: int = 0,
    *,
    charset: str | Path | Iterable[str] = "alnum",
    length: tuple[int, int] = (3, 8),
    effects: str = "mild",
    fonts: str | PathLike[str] | None = None,
    surfaces: str | PathLike[str] | None = None,
    corpus: str | PathLike[str] | None = None,
) -> list[Sample]:
    """Draw words with exact character polygons, the same as `textscanner demo --errors 0` with the same choices.

    Parameters
    ----------
    count : int
        Words, from 1.
    seed : int
        From 0. The same seed gives the same words.
    charset : str, Path or symbols
        "digits", "alnum", "signs", "zh" or "zh-large"; the path of a charset file; or the symbols themselves.
    length : (least, most)
        Symbols a word, 1 to 99.
    effects : {"mild", "full", "scene", "screen", "print", "plates"}
        How hard to read the pictures are, and what they look like.
    fonts, surfaces : path, optional
        Folders of font files, and with "scene" of photographs to draw on. Default: the fonts that matplotlib brings
        along, and those of the system for symbols that they lack; synthetic surfaces.
    corpus : path, optional
        A text file to draw words from.

    Returns
    -------
    list of Sample
        Each has `image`, (height, width, 3) uint8 RGB, and `label`, a `WordLabel` with its polygons in image pixels.

    Raises
    ------
    StudioError
        If a font, the corpus or a charset file cannot be used, or no font has a symbol.
    ValueError
        If `count`, `seed`, `effects` or `length` is out of its range.

    Examples
    --------
    >>> words = textscanner.synthetic_words(3, seed=1, charset="digits")
    >>> [word.label.text for word in words]
    ['9348450', '18004', '28008625']
    >>> words[0].image.dtype, words[0].image.shape[2], len(words[0].label.characters)
    (dtype('uint8'), 3, 7)
    """
    from core.base.folders import cache_folder
    from core.data.drawing.demo import prepare
    from core.data.drawing.scene_effects import PRESETS as EFFECTS
    from core.data.drawing.synthesis import sample
    from core.data.drawing.texts.words import MAX_LENGTH

    if count < 1 or seed < 0:
        raise ValueError(f"count: {count}, seed: {seed}; words are counted from 1, seeds from 0")
    if effects not in EFFECTS:
        raise ValueError(f"effects: {effects!r} is none of {', '.join(EFFECTS)}")
    if surfaces is not None and effects != "scene":
        raise ValueError("surfaces: only words with the effects “scene” have them")
    least, most = length
    if not 1 <= least <= most <= MAX_LENGTH:
        raise ValueError(f"length: {least} to {most} is no range from 1 to {MAX_LENGTH}")
    recipe = prepare(
        _charset(charset),
        EFFECTS[effects],
        (least, most),
        fonts=None if fonts is None else Path(fonts),
        corpus=None if corpus is None else Path(corpus),
        surfaces=None if surfaces is None else Path(surfaces),
        kept=cache_folder() / "fonts",
    )
    return [sample(recipe.config, seed, number) for number in range(count)]


def _charset(charset: str | Path | Iterable[str]) -> Charset:
    if isinstance(charset, Charset):
        return charset
    if isinstance(charset, Path) or (isinstance(charset, str) and charset in PRESETS):
        return Charset.named(str(charset))
    return Charset(tuple(charset))
