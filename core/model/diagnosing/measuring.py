"""Measures samples for the instruments: a model's readings, edges, copies, and characters left by augmentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.charset import Charset
from core.data.batches.feeds import Feed, Part, generator
from core.data.samples.samples import LabelledWord, LeftOut, Prepared
from core.labels.geometry import bounds
from core.labels.label import CharacterLabel
from core.labels.maps.decoding import form_word, target_evidence
from core.labels.maps.render import TargetMaps
from core.model.diagnosing.labels import JudgedLabel, Placed
from core.model.using.predicting import WordPrediction
from core.runs.spec import NetworkSpec

UNREAD = "\N{REPLACEMENT CHARACTER}"  # in what a label teaches: a symbol that its maps do not give back

_SMALL = (32, 8)  # pixels of the pictures that copies are found by
_SIMILAR = 3.0  # grey levels between two small pictures of one text: the same picture
_AUGMENTING = 77


@dataclass(frozen=True, slots=True, eq=False)
class OwnWords:
    """Training words of sources that have an end, without and with augmentation."""

    plain: tuple[Prepared, ...]
    """The words without augmentation."""
    augmented: tuple[Prepared, ...]
    """The words with augmentation, fewer if augmentation makes words unusable."""
    lost: int
    """The number of words that augmentation makes unusable."""


def own_words(parts: Sequence[Part], count: int, augmented: int) -> OwnWords:
    """Choose words of the finite sources, spread evenly over them.

    Parameters
    ----------
    parts : sequence of Part
        The sources.
    count : int
        The largest number of words without augmentation.
    augmented : int
        The largest number of words with augmentation.
    """
    plain: list[Prepared] = []
    changed: list[Prepared] = []
    lost = 0
    finite = [part.source for part in parts if part.source.size]
    for source in finite:
        assert source.size is not None
        share = min(source.size, max(1, count // len(finite)))
        chosen = [place * source.size // share for place in range(share)]
        every = max(1, len(chosen) // max(1, augmented // len(finite)))
        for number, index in enumerate(chosen):
            sample = source.sample(index, None)
            if isinstance(sample, LeftOut):
                continue
            plain.append(sample)
            if number % every == 0:
                moved = source.sample(index, generator(_AUGMENTING, index))
                if isinstance(moved, LeftOut):
                    lost += 1
                else:
                    changed.append(moved)
    return OwnWords(tuple(plain), tuple(changed), lost)


def picture_of(sample: Prepared) -> NDArray[np.uint8]:
    """Return the picture that a sample was prepared from, or the network's input for prepared records."""
    return sample.image if sample.word is None else sample.word.image


def taught(sample: Prepared, spec: NetworkSpec, read: WordPrediction | None = None) -> JudgedLabel:
    """Return the word that a sample teaches, decoded from its target maps if it has any, beside a model's reading."""
    picture = picture_of(sample)
    size = (picture.shape[0], picture.shape[1])
    charset = Charset(spec.charset)
    text = "".join(charset.symbol_of(int(number)) if number > 0 else UNREAD for number in _ids(sample))
    characters: tuple[Placed, ...] = ()
    if sample.has_maps:
        maps = TargetMaps(sample.character, sample.order, sample.localization)
        word = form_word(target_evidence(maps, len(charset)), charset, spec.maps, size)
        width, height = _sizes(sample.word, size, len(word.characters))
        characters = tuple(
            Placed(character.symbol if character.score else UNREAD, *character.center, width, height)
            for character in word.characters
        )
        text = "".join(character.symbol for character in characters)
    is_vertical = spec.maps.is_turned(size)
    if read is None:
        return JudgedLabel(sample.name, text, characters, is_vertical=is_vertical)
    placed = tuple(Placed(character.symbol, *character.center) for character in read.word.characters)
    return JudgedLabel(sample.name, text, characters, read.word.text, placed, is_vertical)


def _ids(sample: Prepared) -> NDArray[np.int32]:
    last = int(np.flatnonzero(sample.text)[-1]) + 1 if sample.text.any() else 0
    return sample.text[:last]


def _sizes(word: LabelledWord | None, size: tuple[int, int], count: int) -> tuple[float, float]:
    """Return the usual width and height of a word's characters."""
    if word is None or not word.label.characters:
        return size[1] / max(count, 1), size[0] / 2
    boxes = np.array([bounds(character.polygon) for character in word.label.characters])
    return float(np.median(boxes[:, 2] - boxes[:, 0])), float(np.median(boxes[:, 3] - boxes[:, 1]))


def grounds(samples: Iterable[Prepared]) -> NDArray[np.float64]:
    """Return the typical grey value along the edge of each picture, (n,)."""
    colours = []
    for sample in samples:
        grey = picture_of(sample).mean(axis=2)
        colours.append(float(np.median(np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]]))))
    return np.array(colours)


def padded_shares(samples: Iterable[Prepared], spec: NetworkSpec) -> NDArray[np.float64]:
    """Return the share of padding in each input, (n,)."""
    whole = spec.maps.height * spec.maps.width
    sizes = (picture_of(sample).shape for sample in samples)
    return np.array([1 - np.prod(spec.maps.content_size((shape[0], shape[1]))) / whole for shape in sizes])


def kept_characters(samples: Iterable[Prepared]) -> tuple[list[float], tuple[str, ...]]:
    """Measure the share of each character that is inside the picture.

    Returns
    -------
    list of float
        The share of the box of each character's outline that is in the picture, 0 to 1.
    tuple of str
        Names of the words with a character that is less than half in the picture.
    """
    kept: list[float] = []
    cut = []
    for sample in samples:
        if sample.word is None:
            continue
        shares = [_inside(character, sample.word) for character in sample.word.label.characters]
        kept += shares
        if any(share < 0.5 for share in shares):
            cut.append(sample.name)
    return kept, tuple(cut)


def _inside(character: CharacterLabel, word: LabelledWord) -> float:
    """Return which share of a character's box lies in its picture."""
    height, width = word.image.shape[:2]
    left, top, right, bottom = bounds(character.polygon)
    seen = max(0.0, min(right, width) - max(left, 0.0)) * max(0.0, min(bottom, height) - max(top, 0.0))
    return float(seen / max((right - left) * (bottom - top), 1e-6))


def copies(training: Sequence[Prepared], validation: Sequence[Prepared]) -> tuple[str, ...]:
    """Return the names of validation words whose picture is in training too, even if saved again or resized."""
    by_text: dict[bytes, list[NDArray[np.float32]]] = {}
    for sample in training:
        by_text.setdefault(sample.text.tobytes(), []).append(_small(sample))
    return tuple(
        sample.name
        for sample in validation
        if any(np.abs(_small(sample) - known).mean() < _SIMILAR for known in by_text.get(sample.text.tobytes(), ()))
    )


def _small(sample: Prepared) -> NDArray[np.float32]:
    """Return a small grey picture of the network's input."""
    return np.asarray(cv2.resize(sample.image, _SMALL, interpolation=cv2.INTER_AREA).mean(axis=2), np.float32)


def spread_samples(feed: Feed, count: int) -> list[Prepared]:
    """Return at most `count` usable samples, spread evenly over a feed that has an end."""
    length = count if feed.length is None else min(count, feed.length)
    step = 1 if feed.length is None else max(1, feed.length // length) if length else 1
    samples = (feed.sample(position * step) for position in range(length))
    return [sample for sample in samples if isinstance(sample, Prepared)]
