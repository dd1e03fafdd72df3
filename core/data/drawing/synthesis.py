"""Word images with exact character polygons, drawn to order: one by number, or an endless stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.base.errors import SynthesisError
from core.charset import Charset, name_of
from core.data.drawing.effects import MILD, Effects
from core.data.drawing.effects import check as check_effects
from core.data.drawing.fonts import FontFace
from core.data.drawing.layout import Layout, draw_pose, lay_out
from core.data.drawing.paint import TEXTURES, paint
from core.data.drawing.words import MAX_LENGTH, Text, WordSource
from core.labels.geometry import polygon_of
from core.labels.label import CharacterLabel, WordLabel


@dataclass(frozen=True, slots=True)
class Synthesis:
    """What to draw.

    Parameters
    ----------
    charset : Charset
        The symbols; each comes about equally often.
    fonts : tuple of FontFace
        Every symbol has to be in one of them. A word is drawn with one face that has all its symbols; only where there
        is none, a symbol takes the first face that has it.
    effects : Effects
        The ranges of the appearance.
    length : (least, most)
        Symbols a word.
    words : tuple of str
        Words of a corpus, of symbols of the charset; a fifth of the words are random all the same, to balance the
        symbols.

    Raises
    ------
    CharsetError, SynthesisError
        If a symbol has no font, or a range or word does not fit.
    """

    charset: Charset
    fonts: tuple[FontFace, ...]
    effects: Effects = MILD
    length: tuple[int, int] = (3, 8)
    words: tuple[str, ...] = ()
    source: WordSource = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_effects(self.effects)
        unknown = [name for name in self.effects.textures if name not in TEXTURES]
        if unknown:
            raise SynthesisError(
                'effects: texture "{texture}" is not known. Choose one of {choices}.',
                texture=unknown[0],
                choices=", ".join(TEXTURES),
            )
        least, most = self.length
        if not 1 <= least <= most <= MAX_LENGTH:
            raise SynthesisError(
                "length: {least} to {most} is no range of word lengths from 1 to {limit}.",
                least=least,
                most=most,
                limit=MAX_LENGTH,
            )
        if not len(self.charset):
            raise SynthesisError("charset: no symbol in it. Add the symbols to draw.")
        if all(symbol.isspace() for symbol in self.charset):
            raise SynthesisError("charset: nothing but spaces in it. Add symbols that can be seen.")
        drawn = frozenset[str]().union(*(face.symbols for face in self.fonts))
        missing = [symbol for symbol in self.charset if symbol not in drawn]
        if missing:
            symbol = name_of(missing[0])
            if len(missing) == 1:
                raise SynthesisError(
                    "charset: no font found has {symbol}. Name a folder with fonts that do (--fonts).", symbol=symbol
                )
            raise SynthesisError(
                "charset: no font found has {symbol} and {count} more. Name a folder with fonts that do (--fonts).",
                symbol=symbol,
                count=len(missing) - 1,
            )
        for number, word in enumerate(self.words, 1):
            if not word or self.charset.missing(word) or len(word) > MAX_LENGTH or word != word.strip():
                raise SynthesisError(
                    'words: word {number}, "{word}", cannot be written with the charset.', number=number, word=word[:40]
                )
        source = WordSource(self.charset.symbols, self.length, self.words, self.effects.plate_share)
        object.__setattr__(self, "source", source)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One word image.

    Attributes
    ----------
    image : (height, width, 3) uint8
        RGB.
    label : WordLabel
        The text, and its characters in reading order, each with the quadrilateral of its ink, image pixels, two
        decimals.
    """

    image: NDArray[np.uint8]
    label: WordLabel


def _generator(seed: int, index: int) -> np.random.Generator:
    if seed < 0 or index < 0:
        raise SynthesisError("seed {seed}, number {index}: below 0. Give whole numbers from 0.", seed=seed, index=index)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, index])))


def text_of(config: Synthesis, seed: int, index: int) -> Text:
    """The text of sample `index`, without drawing it."""
    return config.source.draw(_generator(seed, index))


def _planned(config: Synthesis, rng: np.random.Generator) -> tuple[str, Layout]:
    chosen = config.source.draw(rng)
    faces = _faces(config.fonts, chosen.text, rng)
    pose = draw_pose(rng, config.effects, len(chosen.text), plate=chosen.is_plate)
    return chosen.text, lay_out(chosen.text, faces, pose)


def layout_of(config: Synthesis, seed: int, index: int) -> Layout:
    """How sample `index` is laid out, without painting it."""
    return _planned(config, _generator(seed, index))[1]


def sample(config: Synthesis, seed: int, index: int) -> Sample:
    """Draw sample `index` of the stream with that seed.

    It depends on nothing but its arguments and the font files, so that a stream can be resumed anywhere and drawn by
    several processes.

    Parameters
    ----------
    config : Synthesis
    seed, index : int
        From 0.
    """
    rng = _generator(seed, index)
    text, layout = _planned(config, rng)
    return Sample(paint(rng, layout, config.effects), _label(text, layout))


def label_of(config: Synthesis, seed: int, index: int) -> WordLabel:
    """The label of sample `index`, without painting it."""
    return _label(*_planned(config, _generator(seed, index)))


def stream(config: Synthesis, seed: int, start: int = 0) -> Iterator[Sample]:
    """All samples of a seed from number `start` on, without end."""
    index = start
    while True:
        yield sample(config, seed, index)
        index += 1


def _label(text: str, layout: Layout) -> WordLabel:
    characters = tuple(
        CharacterLabel(placed.symbol, polygon_of(placed.polygon, 2), order=order)
        for order, placed in enumerate(layout.symbols, 1)
    )
    return WordLabel(characters, text)


def _faces(fonts: tuple[FontFace, ...], text: str, rng: np.random.Generator) -> list[FontFace]:
    """The face of each symbol: one for the whole word where one has them all."""
    needed = set(text)
    number = rng.random()
    whole = [face for face in fonts if needed <= face.symbols]
    if whole:
        return [whole[int(number * len(whole))]] * len(text)
    # From a random face on, so that every face is used; the one with most of the word goes first
    first = int(number * len(fonts))
    turned = sorted(fonts[first:] + fonts[:first], key=lambda face: -len(needed & face.symbols))
    return [next(face for face in turned if symbol in face.symbols) for symbol in text]
