"""Draws synthetic word images with exact character polygons, one by its number or an endless stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.base.errors import SynthesisError
from core.charset import Charset, name_of
from core.data.drawing.effects import MILD, Effects
from core.data.drawing.fonts import FontFace
from core.data.drawing.layout import WordLayout, draw_pose, lay_out
from core.data.drawing.paint import paint
from core.data.drawing.scene import paint_scene
from core.data.drawing.scene_effects import LEVELS, PRINT, SCAN, SCENE, SCREEN, Scene, at_level, for_dense
from core.data.drawing.scene_layout import SceneLayout, lay_out_scene
from core.data.drawing.style import FolderStyle, in_style
from core.data.drawing.surfaces import Surfaces
from core.data.drawing.texts.chinese_words import ChineseWords
from core.data.drawing.texts.own_texts import OwnTexts
from core.data.drawing.texts.scene_words import SceneWords
from core.data.drawing.texts.words import MAX_LENGTH, Text, WordSource
from core.data.drawing.unknown.symbols import UnknownSymbols
from core.labels.geometry import polygon_of
from core.labels.label import CharacterLabel, WordLabel

_KINDS = {SCREEN: 0.27, PRINT: 0.15, SCAN: 0.18}  # of Chinese words, the share of each; the others are in scenes


SHARES: Mapping[str, float] = MappingProxyType(
    {"sans": 38, "display": 27, "serif": 15, "handwriting": 16, "blackletter": 4}
)
"""The frequency of each category, if all are there: as they come on signs, but handwriting and blackletter, which are
read least, two and a half times as often."""

_TRIES = 8


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """Chooses a face at random, first by category and family."""

    faces: Sequence[FontFace]
    """The faces to choose from, at least one."""
    _families: tuple[tuple[tuple[FontFace, ...], ...], ...] = field(init=False, repr=False, compare=False)
    _sums: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_category: dict[str, dict[str, list[FontFace]]] = {}
        for face in self.faces:
            by_category.setdefault(face.category, {}).setdefault(face.family or face.name, []).append(face)
        categories = sorted(by_category)
        families = tuple(tuple(tuple(by_category[c][name]) for name in sorted(by_category[c])) for c in categories)
        sums = np.cumsum([SHARES.get(category, 1.0) for category in categories])
        object.__setattr__(self, "_families", families)
        object.__setattr__(self, "_sums", tuple(sums.tolist()))

    def draw(self, rng: np.random.Generator, needed: frozenset[str]) -> FontFace | None:
        """Draw a face with all needed symbols, or return None if a few tries do not find one."""
        for numbers in rng.random((_TRIES, 3)):
            category = int(np.searchsorted(self._sums, numbers[0] * self._sums[-1], "right"))
            families = self._families[min(category, len(self._families) - 1)]
            family = families[int(numbers[1] * len(families))]
            face = family[int(numbers[2] * len(family))]
            if needed <= face.symbols:
                return face
        return None


@dataclass(frozen=True, slots=True)
class Synthesis:
    """The words to draw for a synthetic stream, and their look.

    Raises
    ------
    CharsetError, SynthesisError
        If a symbol has no font, or a range or word does not fit.
    """

    charset: Charset
    """The symbols to draw, each about equally often."""
    fonts: tuple[FontFace, ...]
    """The faces, at least one for every symbol. A word is drawn with one face that has all its symbols. Only if there
    is none, a symbol takes the first face that has it."""
    effects: Effects | Scene = MILD
    """The ranges of the appearance."""
    length: tuple[int, int] = (3, 8)
    """(least, most): number of symbols in a word."""
    words: tuple[str, ...] = ()
    """Words of a corpus, of symbols of the charset. A fifth of the words are random all the same, to balance the
    symbols."""
    surfaces: Surfaces | None = None
    """Photographs for the words of a scene. None: synthetic textures."""
    style: FolderStyle | None = None
    """The look that words of a scene follow. None: the usual ranges of `effects`."""
    unknown: UnknownSymbols | None = None
    """Symbols outside the charset that a share of the words of a scene have. None: no word has one."""
    own: OwnTexts | None = field(init=False, repr=False, compare=False)
    """Texts in the form of all texts of the folder, if `style` has such a form."""
    source: WordSource | SceneWords | ChineseWords = field(init=False, repr=False, compare=False)
    """Source of the texts."""
    choice: FaceChoice = field(init=False, repr=False, compare=False)
    """Choice of the face for each word."""

    def __post_init__(self) -> None:
        least, most = self.length
        if not 1 <= least <= most <= MAX_LENGTH:
            raise SynthesisError(
                "length: {least} to {most} is not a range of word lengths from 1 to {limit}.",
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
            raise SynthesisError(
                "charset: no font found has {symbol}; symbols without a font: {count:,}. Install fonts that do (for "
                "Chinese ones Noto Sans CJK, on Debian fonts-noto-cjk), or name a folder with them (--fonts).",
                symbol=name_of(missing[0]),
                count=len(missing),
            )
        for number, word in enumerate(self.words, 1):
            if not word or self.charset.missing(word) or len(word) > MAX_LENGTH or word != word.strip():
                raise SynthesisError(
                    'words: word {number}, "{word}", cannot be written with the charset.', number=number, word=word[:40]
                )
        object.__setattr__(self, "own", self._own_texts())
        object.__setattr__(self, "source", self._word_source())
        object.__setattr__(self, "choice", FaceChoice(self.fonts))

    def _own_texts(self) -> OwnTexts | None:
        if self.style is None or self.style.writing is None:
            return None
        return OwnTexts(self.style.writing, frozenset(self.charset), self.length, self.style.weight)

    def _word_source(self) -> WordSource | SceneWords | ChineseWords:
        symbols = self.charset.symbols
        if isinstance(self.effects, Effects):
            return WordSource(symbols, self.length, self.words, self.effects.plate_share, self.effects.plates)
        if ChineseWords.can_draw(symbols):
            return ChineseWords(symbols, self.length, self.words)
        if SceneWords.can_draw(symbols):
            return SceneWords(symbols, self.length, self.words, self.style)
        return WordSource(symbols, self.length, self.words)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One synthetic word image with its label."""

    image: NDArray[np.uint8]
    """(height, width, 3) uint8: RGB."""
    label: WordLabel
    """The text, and its characters in reading order, each with the quadrilateral of its ink in image pixels, to two
    decimals."""


def _generator(seed: int, index: int) -> np.random.Generator:
    if seed < 0 or index < 0:
        raise SynthesisError(
            "seed {seed}, number {index}: below 0. Give whole numbers of 0 or more.", seed=seed, index=index
        )
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, index])))


def text_of(config: Synthesis, seed: int, index: int) -> Text:
    """Return the text of sample `index` without drawing it."""
    rng = _generator(seed, index)
    return _own_text(config, rng) or config.source.draw(rng)


def _own_text(config: Synthesis, rng: np.random.Generator) -> Text | None:
    """Return a text in the style of the folder's, or None for a word in general."""
    return None if config.own is None else config.own.draw(rng)


def _planned(config: Synthesis, rng: np.random.Generator, level: int) -> tuple[str, WordLayout | SceneLayout]:
    own = _own_text(config, rng)
    chosen = own or config.source.draw(rng)
    if isinstance(config.effects, Scene):
        # Most real words are clean: whatever the level, easier words come as often as the hardest
        scene = at_level(int(rng.integers(level + 1))) if config.effects == SCENE else config.effects
        if isinstance(config.source, ChineseWords):
            # Of what people crop in Chinese, more than half is a screen or a document
            scene = for_dense(_kind_of_chinese(rng, scene) if config.effects == SCENE else scene)
        if config.style is not None:
            scene = in_style(scene, config.style)
        text, needed = (chosen.text,) * 2 if config.unknown is None else config.unknown.put_into(chosen.text, rng)
        face = config.choice.draw(rng, frozenset(needed))
        faces = _faces(config.fonts, needed, rng) if face is None else [face] * len(needed)
        vertical = _is_downwards(config, chosen.text, rng, is_own=own is not None)
        symbols = config.charset.symbols
        return text, lay_out_scene(text, faces, scene, rng, symbols, vertical=vertical)
    faces = _faces(config.fonts, chosen.text, rng)
    pose = draw_pose(rng, config.effects, len(chosen.text), plate=chosen.is_plate)
    return chosen.text, lay_out(chosen.text, faces, pose)


def _is_downwards(config: Synthesis, text: str, rng: np.random.Generator, *, is_own: bool) -> bool:
    """Decide at random if a text is written downwards, as often as in the folder. `is_own`: in the folder's form."""
    is_chinese = isinstance(config.source, ChineseWords) and not is_own
    share = ChineseWords.standing_share(text) if is_chinese else 0.0
    if config.style is not None and len(text) > 1:
        share = config.style.standing_share(share)
    return share > 0 and rng.random() < share


def _kind_of_chinese(rng: np.random.Generator, scene: Scene) -> Scene:
    number = float(rng.random())
    for kind, share in _KINDS.items():
        number -= share
        if number < 0:
            return kind
    return scene


def layout_of(config: Synthesis, seed: int, index: int) -> WordLayout | SceneLayout:
    """Return the layout of sample `index` without painting it."""
    return _planned(config, _generator(seed, index), LEVELS)[1]


def sample(config: Synthesis, seed: int, index: int, level: int = LEVELS) -> Sample:
    """Draw sample `index` of the stream with a seed.

    The sample depends on nothing but the arguments and the files of fonts and surfaces, so that a stream can be resumed
    anywhere and drawn by several processes.

    Parameters
    ----------
    config : Synthesis
        The words to draw and their look.
    seed, index : int
        From 0.
    level : int
        The most difficult level that a word of `SCENE` may have, see `core.data.drawing.scene_effects.at_level`. The
        word has this level or an easier one, each equally likely. Other effects know no levels.

    Raises
    ------
    SynthesisError
        If a font of `config` cannot draw a symbol any more.
    """
    rng = _generator(seed, index)
    text, layout = _planned(config, rng, level)
    if isinstance(layout, SceneLayout):
        image = paint_scene(rng, layout, config.surfaces, config.style)
        if layout.vertical:
            image = np.rot90(image, -1).copy()
    else:
        assert isinstance(config.effects, Effects)
        image = paint(rng, layout, config.effects)
    return Sample(image, _label(text, layout))


def label_of(config: Synthesis, seed: int, index: int) -> WordLabel:
    """Return the label of sample `index` without painting it."""
    return _label(*_planned(config, _generator(seed, index), LEVELS))


def _label(text: str, layout: WordLayout | SceneLayout) -> WordLabel:
    characters = tuple(
        CharacterLabel(symbol, polygon_of(polygon, 2), order=order)
        for order, (symbol, polygon) in enumerate(zip(text, layout.polygons, strict=True), 1)
    )
    return WordLabel(characters, text)


def _faces(fonts: tuple[FontFace, ...], text: str, rng: np.random.Generator) -> list[FontFace]:
    """The face of each symbol: one for the whole word if one has them all."""
    needed = set(text)
    number = rng.random()
    whole = [face for face in fonts if needed <= face.symbols]
    if whole:
        return [whole[int(number * len(whole))]] * len(text)
    # From a random face on, so that every face is used; the one with most of the word goes first
    first = int(number * len(fonts))
    turned = sorted(fonts[first:] + fonts[:first], key=lambda face: -len(needed & face.symbols))
    return [next(face for face in turned if symbol in face.symbols) for symbol in text]
