"""Turns a labelled word image into the arrays with which a network is trained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError, PluginError, Sentence, StudioError, with_name
from core.base.progress import Progress, ignore_news
from core.charset import Charset, name_of, normalise
from core.data.augmentation.augmentation import Augmentation, augment, eased
from core.data.augmentation.brought import BroughtChange
from core.data.samples.difficulty import Difficulty
from core.labels.label import ILLEGIBLE, WordLabel
from core.labels.maps.render import Unknown, render
from core.labels.maps.spec import MapSpec
from core.project.project import Normalisation, ProjectSettings

UNKNOWN_ID, ILLEGIBLE_ID = -1, -2
"""In place of a symbol id in `Prepared.text`: a symbol that the charset lacks, and an illegible one."""

_HALF = 0.501  # grey levels: half of one, also if rounding leaves 0.49999 of it
_LARGE = 1 << 22  # values of an image that takes 16 MB as float32
_CHUNK = 256  # labels between two calls of `progress`


@dataclass(frozen=True, slots=True, eq=False)
class LabelledWord:
    """A labelled word image as read from its source, with its name."""

    name: str
    """Name for a person to find the word again: its path, or its place in a list."""
    image: NDArray[np.uint8]
    """(height, width, 3) uint8: RGB, upright."""
    label: WordLabel
    """The label in the image's pixels."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sample that is not used, with the reason."""

    name: str
    """Name of the sample."""
    reason: str
    """One sentence that begins with the name."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """One sample as arrays for the network, with input sides H and W, and map sides h and w."""

    name: str
    """Name of the sample."""
    image: NDArray[np.uint8]
    """(H, W, 3) uint8: the network's input, RGB."""
    character: NDArray[np.int32]
    """(h, w) int32: the character map of `core.labels.maps.render`, all zero if `has_maps` is False."""
    order: NDArray[np.int32]
    """(h, w) int32: the order map of `core.labels.maps.render`, all zero if `has_maps` is False."""
    localization: NDArray[np.float32]
    """(h, w) float32: the localization map of `core.labels.maps.render`, all zero if `has_maps` is False."""
    text: NDArray[np.int32]
    """(max_length,) int32: symbol ids 1 … C, then zeros.

    Within the word, `UNKNOWN_ID` and `ILLEGIBLE_ID` replace symbols without id. Only character-level labels may have
    such symbols."""
    has_maps: bool
    """True if the label is character-level."""
    word: LabelledWord | None = None
    """The word that the arrays show."""
    original: LabelledWord | None = None
    """That word before its augmentation."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """The parameters with which labels become arrays, the same for training and validation."""

    charset: Charset
    """The symbols of the network. The arrays hold their ids."""
    maps: MapSpec
    """The parameters of the target maps, with the network's stride."""
    unknown: Unknown = "ignore"
    """The maps' treatment of a symbol outside the charset.

    A word-level label with such a symbol is left out either way: nothing teaches the symbol's place."""
    normalisation: Normalisation = "NFC"
    """The project's Unicode normalisation (`core.charset.normalise`)."""
    fold_full_width: bool = False
    """The project's choice to fold full-width forms (`core.charset.normalise`)."""
    padding: int = 0
    """Grey value, 0 to 255, of the pixels that a resized image leaves empty."""

    @classmethod
    def of(cls, settings: ProjectSettings, charset: Charset, maps: MapSpec, padding: int = 0) -> Preparation:
        """Make the preparation of a project, with the charset and the maps of the trained network."""
        return cls(charset, maps, settings.unknown, settings.normalisation, settings.fold_full_width, padding)

    def normalised(self, label: WordLabel) -> WordLabel:
        """Return the label normalised for comparison and training."""
        if self.normalisation == "NFC" and not self.fold_full_width:
            return label  # the charset looks symbols up in NFC anyhow
        return label.normalised(lambda text: normalise(text, self.normalisation, self.fold_full_width))


class Numbered(Protocol):
    """Words or samples that are found by their number."""

    @property
    def name(self) -> str:
        """The name of the source in messages."""

    @property
    def size(self) -> int | None:
        """The number of words or samples, or None for an endless stream."""

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The items that were passed over, with the reasons."""

    def name_of(self, index: int) -> str:
        """Return the name of a word or sample without loading it."""


class SampleSource(Numbered, Protocol):
    """Samples that are prepared by number."""

    @property
    def preparation(self) -> Preparation:
        """The preparation that the samples get."""

    def sample(self, index: int, rng: np.random.Generator | None) -> Prepared | LeftOut:
        """Return sample `index`, from 0, augmented with `rng`, or unchanged if `rng` is None."""


class Reader(Numbered, Protocol):
    """Labelled word images that are read by number."""

    def label_of(self, index: int) -> WordLabel:
        """Return the label of a word without reading its image."""

    def read(self, index: int) -> LabelledWord:
        """Read word `index`, counted from 0.

        Raises
        ------
        StudioError
            If the word is unusable.
        """


def labels_of(reader: Reader, progress: Progress = ignore_news) -> Iterator[WordLabel]:
    """Yield the labels of a finite reader in order."""
    size = reader.size or 0
    for index in range(size):
        if index % _CHUNK == 0:
            progress(index, size)
        yield reader.label_of(index)
    progress(size, size)


@dataclass(frozen=True, slots=True)
class Words:
    """A source of samples that augments and prepares a reader's words one by one."""

    reader: Reader
    """The words as they are, with their labels."""
    preparation: Preparation
    """The parameters of the arrays that a sample becomes."""
    augmentation: Augmentation | None = None
    """The augmentation, applied with a random state only."""
    difficulty: Difficulty = field(default_factory=Difficulty, compare=False)
    """The difficulty, which limits the augmentation."""
    brought: BroughtChange | None = None
    """Changes by a plug-in, after those of the augmentation."""

    @property
    def name(self) -> str:
        """The name of the reader in messages."""
        return self.reader.name

    @property
    def size(self) -> int | None:
        """The number of words, or None for an endless stream."""
        return self.reader.size

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The words that the reader has passed over."""
        return self.reader.passed_over

    def name_of(self, index: int) -> str:
        """Return the name of a word without reading its image."""
        return self.reader.name_of(index)

    def sample(self, index: int, rng: np.random.Generator | None) -> Prepared | LeftOut:
        try:
            word = original = self.reader.read(index)
            if rng is not None and self.augmentation is not None:
                image, label = augment(word.image, word.label, rng, eased(self.augmentation, self.difficulty.level))
                if self.brought is not None:
                    image, label = self.brought.changed(image, label, rng)
                word = LabelledWord(word.name, image, label)
            return prepare(word, self.preparation, original)
        except PluginError:
            raise  # every other sample would fail as well
        except StudioError as error:
            return left_out(self.reader.name_of(index), error)


@dataclass(frozen=True, slots=True)
class Selection:
    """A source with only some of another source's samples."""

    source: SampleSource
    """The source with all samples, finite."""
    indices: tuple[int, ...]
    """Numbers of the samples in the source."""

    @property
    def name(self) -> str:
        """The name of the source in messages."""
        return self.source.name

    @property
    def size(self) -> int:
        return len(self.indices)

    @property
    def preparation(self) -> Preparation:
        """The preparation that the source's samples get."""
        return self.source.preparation

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        """The samples that the source has passed over."""
        return self.source.passed_over

    def name_of(self, index: int) -> str:
        return self.source.name_of(self.indices[index])

    def sample(self, index: int, rng: np.random.Generator | None) -> Prepared | LeftOut:
        return self.source.sample(self.indices[index], rng)


def left_out(name: str, error: StudioError) -> LeftOut:
    """Return an error as a `LeftOut` whose sentence begins with the name of the sample."""
    return LeftOut(name, with_name(str(error), name.rpartition("/")[2], name))


def prepare(word: LabelledWord, preparation: Preparation, original: LabelledWord | None = None) -> Prepared:
    """Return the arrays of a labelled word image, which may be augmented from another one.

    Parameters
    ----------
    word : LabelledWord
        The word that the arrays show.
    preparation : Preparation
        The parameters of the arrays.
    original : LabelledWord, optional
        The word before its augmentation. None: `word` itself.

    Raises
    ------
    LabelError
        If the label teaches nothing, contradicts itself or breaks a rule of `core.labels.maps.render.render`.
    """
    size = (word.image.shape[0], word.image.shape[1])
    spec = preparation.maps
    label = preparation.normalised(word.label)
    text = text_ids(label, preparation, word.name)
    if label.characters:
        maps = render(label, size, preparation.charset, spec, preparation.unknown, word.name)
        character, order, localization = maps
    else:
        character, order = (np.zeros(spec.map_size, np.int32) for _ in range(2))
        localization = np.zeros(spec.map_size, np.float32)
    image = fit_image(word.image, spec, preparation.padding)
    shown = LabelledWord(word.name, word.image, label)
    return Prepared(
        name=word.name,
        image=image,
        character=character,
        order=order,
        localization=localization,
        text=text,
        has_maps=bool(label.characters),
        word=shown,
        original=original or shown,
    )


def illegible(label: WordLabel) -> str:
    """Return the reason that an illegible character leaves a word's text unknown, or "" if the text is known.

    The three signs `###` are no text to learn, also if the charset has them.
    """
    if label.word == ILLEGIBLE or "\N{REPLACEMENT CHARACTER}" in label.word:
        return Sentence("a part of it is illegible (###), so its text is not known.")
    return ""


def text_ids(label: WordLabel, preparation: Preparation, name: str) -> NDArray[np.int32]:
    """Return the text of a normalised label as symbol ids (see `Prepared.text`).

    Raises
    ------
    LabelError
        If there is no text, the text is too long, or text and characters contradict each other. For a word-level label
        also if the text has a symbol outside the charset or an illegible character.
    """
    if label.disagrees:
        raise LabelError(
            '{name}: the text "{text}" and the characters "{read}" differ. Correct one of them.',
            name=name,
            text=label.word,
            read=label.reading,
        )
    text = label.word
    if not text:
        raise LabelError("{name}: the label has neither text nor characters. Label the image.", name=name)
    if not label.characters and (reason := illegible(label)):
        raise LabelError("{name}: {reason}", name=name, reason=reason)
    longest = preparation.maps.max_length
    if len(text) > longest:
        raise LabelError(
            "{name}: {count} {count:|character|characters}, more than max_length = {longest}. Raise max_length, "
            "or split the word.",
            name=name,
            count=len(text),
            longest=longest,
        )
    charset = preparation.charset
    numbers = [charset.id_of(symbol) for symbol in text]
    if None in numbers and not label.characters:
        symbol = text[numbers.index(None)]
        raise LabelError(
            "{name}: {symbol} is not in the charset ({size} {size:|symbol|symbols}), and a label without polygons "
            "cannot be used without it. Add it to the charset, or draw the characters.",
            name=name,
            symbol=name_of(symbol),
            size=len(charset),
        )
    ids = np.zeros(longest, np.int32)
    for place, (symbol, number) in enumerate(zip(text, numbers, strict=True)):
        ids[place] = number or (ILLEGIBLE_ID if symbol == "\N{REPLACEMENT CHARACTER}" else UNKNOWN_ID)
    return ids


def _padded(image: NDArray[np.uint8], rims: tuple[int, int], height: int) -> NDArray[Any]:
    """Repeat the rim of an image at its left and its right.

    Rows are averaged before: the rim of a picture of one column and thousands of rows would need gigabytes.
    """
    rows: NDArray[Any] = image
    if height < image.shape[0]:
        rows = _averaged(image, (image.shape[1], height))
    return np.pad(rows, ((0, 0), rims, (0, 0)), mode="edge")


def _averaged(image: NDArray[Any], size: tuple[int, int]) -> NDArray[np.float32]:
    """Shrink an image to (width, height) by averages of its pixels: of a large one channel by channel, to save memory.

    Both ways give the same values; that by channels takes three times as long.
    """
    if image.size <= _LARGE:
        return np.asarray(cv2.resize(image.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
    planes = (image[..., channel].astype(np.float32) for channel in range(image.shape[2]))
    return np.stack([cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in planes], axis=2)


def fit_image(image: NDArray[np.uint8], spec: MapSpec, padding: int = 0) -> NDArray[np.uint8]:
    """Turn, pad and resize an image to the network's input, in the same way as `MapSpec.to_input` maps points.

    The resize averages along an axis that shrinks, and interpolates along one that grows. Half a grey level goes up, as
    in the readers of exported models: one level in one pixel may decide between two symbols.

    Parameters
    ----------
    image : (height, width, 3) uint8
    spec : MapSpec
        The size of the input, and the turn and fit of the image.
    padding : int
        Grey value of the pixels that a resized image leaves empty (`keep_aspect`).

    Returns
    -------
    (spec.height, spec.width, 3) uint8
        Not a view of `image`.
    """
    size = (image.shape[0], image.shape[1])
    height, width = spec.content_size(size)
    if spec.is_turned(size):
        image = np.ascontiguousarray(np.rot90(image))
    if any(rims := spec.rims(size)):
        image = _padded(image, rims, height)
    old_height, old_width = image.shape[:2]
    smaller = (min(width, old_width), min(height, old_height))
    resized: NDArray[Any] = image
    if smaller != (old_width, old_height):  # OpenCV's area filter is no average if one of the axes grows
        resized = _averaged(image, smaller)
    if smaller != (width, height):
        resized = cv2.resize(resized.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    resized = (resized + _HALF).astype(np.uint8)
    if (height, width) == (spec.height, spec.width):
        return resized
    padded = np.full((spec.height, spec.width, 3), padding, np.uint8)
    padded[:height, :width] = resized
    return padded
