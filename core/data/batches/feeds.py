"""Defines the order of drawing samples: each has a position, and depends only on seed and position.

So a run is resumed at sample n by starting at position n, batches can be made by any number of threads or processes,
and the batch size may change in between.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError
from core.data.samples.samples import LeftOut, Prepared, SampleSource
from core.labels.maps.spec import MapSpec

BLOCK = 1000
"""Number of positions over which a mix has exactly its shares, which are rounded to multiples of its inverse."""

_FARTHEST = 10.0  # factor of a balancing weight from 1
_MIXING, _ORDER, _AUGMENTING, _REPLACING = range(4)  # so that different uses have different random numbers
_KEPT_ORDERS = 4
_FAR = 1 << 40  # number of the first sample of an endless source that serves as a replacement


class Feed(Protocol):
    """Samples that are found by their position."""

    @property
    def length(self) -> int | None:
        """The number of positions, or None for an endless feed."""

    @property
    def spec(self) -> MapSpec:
        """The spec for which the samples are prepared."""

    @property
    def replaces(self) -> bool:
        """True if another sample replaces an unusable one."""

    def name_of(self, position: int) -> str:
        """Return the name of the sample at a position without preparing it."""

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        """Return the sample at a position, or its replacement number `attempt`, from 1."""


def generator(*numbers: int) -> np.random.Generator:
    """Return a random generator that is seeded with whole numbers from 0 on."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(numbers)))


def whole_number(value: object, what: str, least: int = 0) -> int:
    """Check that a value is a whole number of at least `least`, and return it.

    True and False, which Python and tf.data take for 1 and 0, are refused.

    Raises
    ------
    DataError
        If the value is no whole number, or below `least`.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise DataError(
            "{what}: {value} is not a whole number of {least} or more. Give such a number.",
            what=what,
            value=repr(value),
            least=least,
        )
    return int(value)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One source of a mix, with its share."""

    source: SampleSource
    """The samples to draw from: finite, then not empty, or an endless stream."""
    share: float = 1.0
    """Share of the source's samples, > 0, against the shares of the other parts."""
    weights: NDArray[np.float64] | None = None
    """(size,) float64: how often each sample of a finite source is drawn, relative to the others (`balancing_weights`).

    None: all samples equally often."""

    def __post_init__(self) -> None:
        name = self.source.name
        size = self.source.size
        weights = self.weights
        if not (np.isfinite(self.share) and self.share > 0):
            raise DataError(
                "{name}: its share is {share}; it has to be a number over 0.", name=name, share=repr(self.share)
            )
        if size == 0:
            raise DataError("{name}: no sample in it. Add labelled images, or leave it out of the mix.", name=name)
        if weights is not None and (
            weights.shape != (size,) or not np.isfinite(weights).all() or (weights < 0).any() or weights.sum() <= 0
        ):
            raise DataError(
                "{name}: there has to be one weight, 0 or more, for each of its samples, and one over 0.", name=name
            )


@dataclass(frozen=True, slots=True)
class FeedPosition:
    """The place in the sources from which a position's sample comes."""

    part: int
    """Number of the part, from 0."""
    index: int
    """Number of the sample in the part's source, from 0."""
    round: int
    """Number of the source's completed rounds."""


@dataclass(eq=False)
class Mix:
    """Endless training samples from one source, or from several in given shares.

    A finite source is gone through again and again, in another order each time; an endless one is followed.

    Raises
    ------
    DataError
        If there is no part, or the parts are not prepared in the same way.
    """

    parts: Sequence[Part]
    """The sources with their shares, at least one, all prepared in the same way."""
    seed: int = 0
    """Seed of the mixture, the order and the augmentation, from 0."""
    shuffle: bool = True
    """False if finite sources keep their order."""
    buffer: int | None = None
    """Samples among which the next one of a finite source is chosen, as a shuffle buffer does. None: all of them."""
    whole: int = 1
    """Each round of a finite source leaves out samples, others each time, so that their number is a multiple of it."""
    length: ClassVar[None] = None
    replaces: ClassVar[bool] = True
    _quotas: tuple[int, ...] = field(init=False, repr=False)
    _orders: dict[tuple[int, int], NDArray[np.int64]] = field(init=False, repr=False, default_factory=dict)
    _blocks: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = field(
        init=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        if not self.parts:
            raise DataError("training data: no source is given. Name a folder, a list or the synthetic stream.")
        whole_number(self.seed, "seed")
        first = self.parts[0].source
        for part in self.parts[1:]:
            if part.source.preparation != first.preparation:
                raise DataError(
                    "{name}: prepared differently from {first} (charset, map sizes or normalisation differ). Prepare "
                    "all sources in the same way.",
                    name=part.source.name,
                    first=first.name,
                )
        self._quotas = _quotas([part.share for part in self.parts])

    @property
    def spec(self) -> MapSpec:
        return self.parts[0].source.preparation.maps

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of the parts after rounding."""
        return tuple(quota / BLOCK for quota in self._quotas)

    def place(self, position: int) -> FeedPosition:
        """Return the place in the sources from which a position's sample comes."""
        block, offset = divmod(position, BLOCK)
        if len(self.parts) == 1:
            part, count = 0, position
        else:
            slots, ranks = self._block(block)
            part = int(slots[offset])
            count = block * self._quotas[part] + int(ranks[offset])
        size = self.parts[part].source.size
        if size is None:
            return FeedPosition(part, count, 0)
        turn, rank = divmod(count, size - self._rest(size))
        return FeedPosition(part, int(self._order(part, turn)[rank]), turn)

    @property
    def dropped(self) -> int:
        """The number of samples that each round of the finite sources leaves out."""
        return sum(self._rest(part.source.size) for part in self.parts if part.source.size is not None)

    def _rest(self, size: int) -> int:
        return size % self.whole if size >= self.whole else 0

    def name_of(self, position: int) -> str:
        place = self.place(position)
        return self.parts[place.part].source.name_of(place.index)

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        """Return the sample at a position, always the same for the same seed, position and attempt."""
        place = self.place(position)
        source = self.parts[place.part].source
        index = place.index
        if attempt:
            low, high = (_FAR, 2 * _FAR) if source.size is None else (0, source.size)
            index = int(generator(self.seed, _REPLACING, position, attempt).integers(low, high))
        return source.sample(index, generator(self.seed, _AUGMENTING, position, attempt))

    def _block(self, block: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each position of a block its part, and the number of the part's earlier positions in the block."""
        entry = self._blocks.get(block)
        if entry is None:
            slots = generator(self.seed, _MIXING, block).permutation(
                np.repeat(np.arange(len(self.parts)), self._quotas)
            )
            ranks = np.empty(BLOCK, np.int64)
            for part in range(len(self.parts)):
                where = np.flatnonzero(slots == part)
                ranks[where] = np.arange(len(where))
            entry = slots, ranks
            _keep(self._blocks, block, entry)
        return entry

    def _order(self, part: int, turn: int) -> NDArray[np.int64]:
        """Return the order of a finite source in round `turn`."""
        order = self._orders.get((part, turn))
        if order is None:
            weights, size = self.parts[part].weights, self.parts[part].source.size
            assert size is not None
            rng = generator(self.seed, _ORDER, part, turn)
            order = np.arange(size) if weights is None else systematic_sample(weights, rng)
            if self.shuffle:
                order = rng.permutation(order) if self.buffer is None else buffered(order, self.buffer, rng)
            _keep(self._orders, (part, turn), order)
        return order


def buffered(order: NDArray[np.int64], size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Shuffle an order as a buffer does: draw any of its items, and refill the place with the next item.

    Parameters
    ----------
    order : (n,) int64
        The numbers to shuffle.
    size : int
        Size of the buffer, from 1, which leaves the order as it is. From n on, all orders are equally likely.
    rng : Generator
        All chance comes from it.

    Returns
    -------
    (n,) int64
        The same numbers in the new order.
    """
    held, drawn = list(order[:size]), np.empty_like(order)
    for place, number in enumerate(rng.integers(0, np.minimum(size, np.arange(len(order), 0, -1)))):
        drawn[place] = held[number]
        behind = place + size
        if behind < len(order):
            held[number] = order[behind]
        else:
            held[number] = held[-1]
            held.pop()
    return drawn


def _keep(cache: dict[Any, Any], key: Any, value: Any) -> None:
    """Store a value and drop the oldest.

    Two threads may store the same value at once without harm.
    """
    while len(cache) >= _KEPT_ORDERS:
        cache.pop(next(iter(cache)), None)
    cache[key] = value


def _quotas(shares: Sequence[float]) -> tuple[int, ...]:
    """Return the number of a block's positions for each part, by largest remainders, at least one each."""
    if len(shares) > BLOCK // 2:
        raise DataError(
            "training data: {count} sources are more than {most}. Merge some of them.",
            count=len(shares),
            most=BLOCK // 2,
        )
    exact = np.array(shares) / sum(shares) * BLOCK
    quotas = np.maximum(1, np.floor(exact)).astype(int)
    while quotas.sum() < BLOCK:
        most_short = (exact - quotas).argmax()
        quotas[most_short] += 1
    while quotas.sum() > BLOCK:  # parts too small for one position have got one
        surplus = np.where(quotas > 1, quotas - exact, -np.inf)
        quotas[surplus.argmax()] -= 1
    return tuple(int(quota) for quota in quotas)


def systematic_sample(weights: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw as many indices as there are weights, each as often as its expected count, rounded up or down.

    Systematic resampling varies far less than independent draws (Kitagawa 1996).

    Parameters
    ----------
    weights : (n,) float64
        How often each number is drawn, relative to the others; at least one weight is above 0.
    rng : Generator
        All chance comes from it.

    Returns
    -------
    (n,) int64
        Numbers from 0 to n - 1, ascending.
    """
    ends = np.cumsum(weights) / weights.sum() * len(weights)
    ends[-1] = len(weights)
    return np.searchsorted(ends, np.arange(len(weights)) + rng.random(), side="right").astype(np.int64)


def balancing_weights(texts: Sequence[str], strength: float = 0.5) -> NDArray[np.float64]:
    """Return weights that draw words with rare symbols more often, each within a factor of 10 of 1.

    Parameters
    ----------
    texts : sequence of str
        The words.
    strength : float
        0: all alike; 1: by the inverse of the symbols' frequency, averaged over the word.

    Returns
    -------
    (n,) float64
        Weights of mean 1 before the limit is applied.
    """
    texts = [unicodedata.normalize("NFC", text) for text in texts]
    counts = Counter(symbol for text in texts for symbol in text)
    inverse = {symbol: count**-strength for symbol, count in counts.items()}
    weights = np.array([np.mean([inverse[s] for s in text]) if text else 0.0 for text in texts])
    mean = weights.mean() if len(weights) else 0.0
    return np.clip(weights / mean, 1 / _FARTHEST, _FARTHEST) if mean > 0 else np.ones(len(texts))


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """The part of one worker in each batch of an endless feed."""

    feed: Feed
    """The feed that the workers share."""
    batch: int
    """Number of samples of a batch, over all workers together, divisible by `workers`."""
    index: int
    """Number of this worker among the `workers`, from 0."""
    workers: int
    """Number of the workers."""
    length: ClassVar[None] = None
    replaces: ClassVar[bool] = True

    @property
    def each(self) -> int:
        """The number of samples in a batch for each worker."""
        return self.batch // self.workers

    @property
    def spec(self) -> MapSpec:
        return self.feed.spec

    def name_of(self, position: int) -> str:
        return self.feed.name_of(self._whole(position))

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        return self.feed.sample(self._whole(position), attempt)

    def _whole(self, position: int) -> int:
        """Return the position in the whole feed."""
        number, row = divmod(position, self.each)
        return number * self.batch + self.index * self.each + row


@dataclass(frozen=True, slots=True, eq=False)
class OnePass:
    """All samples of a finite source once, in order and without augmentation, for validation and evaluation."""

    source: SampleSource
    """The samples to go through, finite and not empty."""
    replaces: ClassVar[bool] = False
    """False, because every sample counts once."""

    def __post_init__(self) -> None:
        if not self.source.size:
            if self.source.size is None:
                raise DataError(
                    "{name}: the source has no end, so it cannot be read through once. Choose a folder of "
                    "labelled images.",
                    name=self.source.name,
                )
            raise DataError("{name}: no sample in it. Choose a folder of labelled images.", name=self.source.name)

    @property
    def length(self) -> int:
        assert self.source.size is not None
        return self.source.size

    @property
    def spec(self) -> MapSpec:
        return self.source.preparation.maps

    def name_of(self, position: int) -> str:
        return self.source.name_of(position)

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        return self.source.sample(position, None)
