"""Reads word images: from images to words with positions in the image's own pixels, whatever computes the network.

Neither Keras nor its backends are imported here. `core.model.using.prediction` reads with a model of Keras,
`core.model.using.graphs` with a graph.
"""

from __future__ import annotations

import itertools
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.errors import StudioError
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.data.samples.samples import LeftOut, fit_image, left_out
from core.labels.maps.certainty import EVIDENCE, MANY, UNKNOWN
from core.labels.maps.decoding import ReadWord, word_of
from core.model.using.reading_options import AUTO, DOUBTFUL, PLAIN, ReadingOptions, agree, read_with_options, voted
from core.runs.spec import NetworkSpec

BATCH_SIZE = 16  # images read at once: enough to keep two cores or a GPU busy, few enough for a charset of thousands

_FEW = 0.5  # share of a charset up to which a network that chooses among these symbols alone is worth compiling
_BEFORE_AGREEING = 2  # further looks at a doubtful word, before the other two are left out if all readings agree
_READERS = 2  # threads that decode images while the network computes
_OF_WORDS = ("ids", "scores", "presence", "centres", "gaps", "confidence")
_SHARES, _PEAKS = "shares", "localization_map"


Arrays = Mapping[str, NDArray[Any]]
Load = Callable[[], NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Expected:
    """The likeliest of the expected words, and its closest rival."""

    likely: float
    """The probability of the word that was read among the expected words that were found, 0 to 1. 0 if no expected word
    fits the image."""
    other: str
    """The best other expected word. Empty if there is none."""
    other_likely: float
    """The probability of that other word. 0 if there is none."""


@dataclass(frozen=True, slots=True)
class WordPrediction:
    """A model's reading of one image, with the maps if they were kept."""

    image: str
    """The image's name as the caller gave it."""
    word: ReadWord
    """The word, with centres in pixels of the upright, unresized image, the turn of vertical text undone."""
    size: tuple[int, int]
    """(height, width): of the image, in pixels."""
    maps: Arrays | None = None
    """The outputs of `core.model.network.formation.WordFormation` for this image, if wanted: maps and `centres` in the
    frame of the network's input, turned and resized. Of several crops, those of the whole image."""
    alone: ReadWord | None = None
    """The network's own reading, if words are not read with the plain options."""
    expected: Expected | None = None
    """The comparison of the word with the best other one, if words are expected."""

    def without_maps(self) -> WordPrediction:
        """Return the prediction without its maps, which take some hundred kilobytes for each image."""
        return self if self.maps is None else replace(self, maps=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the prediction as `textscanner predict --json` lists it."""
        doubles = {"doubles": [*self.word.doubles]} if self.word.doubles else {}
        alone = {} if self.alone is None else {"network_alone": self.alone.text}
        expected = {} if self.expected is None else {"expected": asdict(self.expected)}
        return {
            "image": self.image,
            "text": self.word.text,
            "confidence": self.word.confidence,
            "characters": [
                {"character": c.symbol, "order": c.order, "score": c.score, "center": list(c.center)}
                for c in self.word.characters
            ],
            "gaps": [*self.word.gaps],
            "probability": round(self.word.probability, 4),
            **doubles,
            **alone,
            **expected,
        }


@dataclass(frozen=True, slots=True)
class _Loaded:
    """An image prepared for the network, or the reason why it cannot be read."""

    name: str
    load: Load  # gives the image once more
    pixels: tuple[NDArray[np.uint8], ...]  # one for each crop
    size: tuple[int, int]
    refusal: LeftOut | None


class TimedReads:
    """Yields what a `Predictor` reads, and adds up the time of the reading, without that of later work."""

    def __init__(self, reads: Iterable[WordPrediction | LeftOut]) -> None:
        self._reads = reads
        self.seconds = 0.0
        """The seconds of the reading until now, images opened."""

    def __iter__(self) -> Iterator[WordPrediction | LeftOut]:
        start = time.perf_counter()
        for read in self._reads:
            self.seconds += time.perf_counter() - start
            yield read
            start = time.perf_counter()
        self.seconds += time.perf_counter() - start


def outputs_for(spec: NetworkSpec) -> tuple[str, ...]:
    """Return the outputs of `core.model.network.formation.WordFormation` that reading needs, whatever the options."""
    evidence = EVIDENCE if len(spec.charset) < MANY else ()  # the entropy of thousands of symbols takes long
    return (*_OF_WORDS, *evidence, *((UNKNOWN,) if spec.unknown_units else ()), _SHARES, _PEAKS)


def needed_outputs(options: ReadingOptions, spec: NetworkSpec) -> tuple[str, ...]:
    """Return those of the outputs that reading with some options needs."""
    has_peaks = options.chooses_case or bool(options.expected)
    is_needed = {_SHARES: not options.is_plain, _PEAKS: has_peaks}
    return tuple(name for name in outputs_for(spec) if is_needed.get(name, True))


class Network(Protocol):
    """A network that reads words."""

    @property
    def spec(self) -> NetworkSpec:
        """The specification: symbols, maps, padding, language."""


Computes = TypeVar("Computes", bound=Network)


class WordPredictor(ABC, Generic[Computes]):
    """Reads many images with a network, a batch after the other.

    Parameters
    ----------
    network : Network
        What computes. Its spec gives charset, size of the input and padding.
    batch_size : int
        Images at once, at least 1.
    with_maps : bool
        Whether predictions carry the maps.
    options : ReadingOptions
        With regard to case or without, from one crop or from several, with a language model if the model names a
        language.
    at_once : int
        Batches that `predict` computes side by side, at least 1 (`core.base.systems.processors.side_by_side`).
    """

    def __init__(
        self,
        network: Computes,
        batch_size: int = BATCH_SIZE,
        *,
        with_maps: bool = False,
        options: ReadingOptions = PLAIN,
        at_once: int = 1,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size is {batch_size}; it has to be at least 1")
        self.network = network
        self.batch_size = batch_size
        self.with_maps = with_maps
        self._at_once = at_once
        self.options = options.of(network.spec)
        self.options.spelling(network.spec)  # an unusable file of words fails here, not at the first word

    _any_batch_size = False
    """True if a batch of few images takes less time than a full one."""

    @abstractmethod
    def _computed(self, pixels: NDArray[np.uint8], network: Computes) -> Arrays:
        """Return the outputs of `core.model.network.formation.WordFormation` that the options need.

        `pixels`: (n, height, width, 3), at most `batch_size` images.
        """

    def _with_fewer(self, symbols: Sequence[str]) -> Computes:
        """Return a network that chooses among some symbols alone, or the same one if there is none."""
        return self.network

    @cached_property
    def _next_looks(self) -> Computes:
        """The network for all looks at a word but the first, which also says what the network reads by itself.

        A look costs a third of the first one if few of some thousand symbols can occur in the expected words.
        """
        spec = self.network.spec
        spelling = self.options.spelling(spec) if self.options.expected else None
        if spelling is None or spelling.occurring is None:
            return self.network
        folds = zip(spec.charset, self.options.folds(spec.charset), strict=True)
        symbols = [symbol for symbol, fold in folds if fold in spelling.occurring]
        is_worth = 0 < len(symbols) <= _FEW * len(spec.charset)
        return self._with_fewer(symbols) if is_worth else self.network

    def warm_up(self) -> None:
        """Compile the network now and not at the first batch."""
        maps = self.network.spec.maps
        self._outputs([np.zeros((maps.height, maps.width, 3), np.uint8)])

    def predict_files(
        self, paths: Sequence[Path], progress: Progress = ignore_news
    ) -> Iterator[WordPrediction | LeftOut]:
        """Read image files as `predict` does, with the given paths as the `image` of the predictions."""
        return self.predict(((str(path), partial(read_image, path)) for path in paths), progress, len(paths))

    def read(self, images: Sequence[NDArray[np.uint8]], names: Sequence[str] | None = None) -> list[WordPrediction]:
        """Read images from memory.

        Parameters
        ----------
        images : sequence of (height, width, 3) uint8
            RGB, upright, of any sizes.
        names : sequence of str, optional
            Names of the images; their numbers if left out.
        """
        names = names or [str(number) for number in range(len(images))]
        predictions: list[WordPrediction] = []
        for batch in _batches(zip(names, images, strict=True), self.batch_size):
            predictions += self._predictions([self._load(name, partial(np.asarray, image)) for name, image in batch])
        return predictions

    def predict(
        self, images: Iterable[tuple[str, Load]], progress: Progress = ignore_news, total: int = 0
    ) -> Iterator[WordPrediction | LeftOut]:
        """Read images in the order given, with memory that does not grow with their number.

        Parameters
        ----------
        images : iterable of (name, load)
            `load()` gives the image, (height, width, 3) uint8 RGB, upright, or raises a StudioError; it runs in another
            thread.
        progress : Progress
            Called with (images done, `total`) after each batch.
        total : int
            Number of images, 0 if unknown.

        Yields
        ------
        WordPrediction or LeftOut
            One result for each image; an unreadable image gives `LeftOut` with the reason, and the others go on.
        """
        done = 0
        with (
            ThreadPoolExecutor(_READERS, thread_name_prefix="images") as decoding,
            ThreadPoolExecutor(self._at_once, thread_name_prefix="batches") as computing,
        ):
            under_way: deque[Future[list[WordPrediction | LeftOut]]] = deque()
            # after the last batch, those under way are waited for
            for batch in itertools.chain(_batches(images, self.batch_size), itertools.repeat([])):
                if batch:
                    coming = [decoding.submit(self._load, *item) for item in batch]
                    under_way.append(computing.submit(self._read_batch, coming))
                if not under_way:
                    return
                if not batch or len(under_way) > self._at_once or not done:  # the first one compiles the model
                    read = under_way.popleft().result()
                    yield from read
                    done += len(read)
                    progress(done, total)

    def _read_batch(self, coming: Sequence[Future[_Loaded]]) -> list[WordPrediction | LeftOut]:
        loaded = [future.result() for future in coming]
        predictions = iter(self._predictions([item for item in loaded if item.refusal is None]))
        return [item.refusal or next(predictions) for item in loaded]

    def _load(self, name: str, load: Load) -> _Loaded:
        try:
            image = load()
        except StudioError as error:
            return _Loaded(name, load, (), (0, 0), left_out(name, error))
        return _Loaded(name, load, self._fitted(image), (image.shape[0], image.shape[1]), None)

    def _fitted(self, image: NDArray[np.uint8], options: ReadingOptions | None = None) -> tuple[NDArray[np.uint8], ...]:
        spec = self.network.spec
        return tuple(fit_image(crop, spec.maps, spec.padding) for crop in (options or self.options).crops_of(image))

    def _outputs(self, pixels: Sequence[NDArray[np.uint8]], *, is_first_look: bool = True) -> Arrays:
        return self._computed(np.stack(pixels), self.network if is_first_look else self._next_looks)

    def _predictions(self, loaded: Sequence[_Loaded]) -> list[WordPrediction]:
        if not loaded:
            return []
        crops = [
            self._outputs(pixels, is_first_look=number == 0 or not self.options.votes)
            for number, pixels in enumerate(zip(*(item.pixels for item in loaded), strict=True))
        ]
        predictions = [
            # copies: a view would keep the whole batch in memory as long as one of its predictions
            self._prediction(item, [{key: value[row].copy() for key, value in crop.items()} for crop in crops])
            for row, item in enumerate(loaded)
        ]
        if self.options.crops == AUTO:
            self._look_again(loaded, predictions)
        return predictions

    def _look_again(self, loaded: Sequence[_Loaded], predictions: list[WordPrediction]) -> None:
        """Read more crops of each doubtful word, and give it the mean of its first and its chosen probability.

        There are two more, and another two if not all three readings agree. Looks that choose among few symbols are
        always four: they give the word the mean over all looks, 0 for each that reads another word.
        """
        spec, five = self._next_looks.spec, replace(self.options, crops=5)
        among_few = self._next_looks is not self.network  # among few symbols each look is surer, so that votes count
        words = {row: [read.word] for row, read in enumerate(predictions) if read.word.probability < DOUBTFUL}
        crops: dict[int, list[tuple[int, NDArray[np.uint8]]]] = {}
        for row in words:
            with suppress(StudioError):  # the file is gone by now: what was read stays
                pixels = self._fitted(loaded[row].load(), five)
                crops[row] = [*zip(five.cuts(loaded[row].size), pixels, strict=True)][1:]
        at_once = 4 if among_few or not self._any_batch_size else _BEFORE_AGREEING
        while crops:
            more = [(row, *crop) for row in crops for crop in crops[row][:at_once]]
            for batch in _batches(more, self.batch_size):
                outputs = self._outputs([pixels for _, _, pixels in batch], is_first_look=False)
                for place, (row, cut, _) in enumerate(batch):
                    crop = {key: value[place] for key, value in outputs.items()}
                    words[row].append(_word_with([crop], spec, five, cut, loaded[row].size))
            crops = {row: crops[row][at_once:] for row in crops if crops[row][at_once:] and not agree(words[row])}
        for row, readings in words.items():
            used = readings[: 1 + _BEFORE_AGREEING]
            if among_few or not agree(used):
                used = readings
            word = voted(used)
            probability = (readings[0].probability + word.probability) / 2
            if among_few:
                agreeing = (reading.probability for reading in readings if reading.text == word.text)
                probability = sum(agreeing) / len(readings)
            word = replace(word, probability=probability)
            predictions[row] = replace(predictions[row], word=word)

    def _prediction(self, item: _Loaded, crops: Sequence[Arrays]) -> WordPrediction:
        spec = self.network.spec
        read, alone = crops[0], None
        cuts = self.options.cuts(item.size)  # each word is in the frame of its first crop
        if not self.options.is_plain:
            alone = word_of(crops[0], spec.charset, spec.maps, item.size)
            first = crops[:1] if self.options.votes else crops
            read = _read(first, spec, self.options, cuts[0], item.size)
        words = [_word(read, spec, cuts[0], item.size)]
        if self.options.votes:
            spec = self._next_looks.spec
            for cut, crop in zip(cuts[1:], crops[1:], strict=True):
                words.append(_word_with([crop], spec, self.options, cut, item.size))
        expected = None
        if "likely" in read:
            own, likely = read["likely"].tolist()
            expected = Expected(own, "".join(self.network.spec.charset[number - 1] for number in read["other"]), likely)
        word = voted(words)
        maps = read if self.with_maps else None
        return WordPrediction(item.name, word, item.size, maps, alone, expected)


def _without(cut: int, size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a crop that has `cut` pixels less on every side than its image."""
    height, width = size
    return height - 2 * cut, width - 2 * cut


def _read(
    crops: Sequence[Arrays], spec: NetworkSpec, options: ReadingOptions, cut: int, size: tuple[int, int]
) -> Arrays:
    """Return the outputs that some options form for crops. The first crop has `cut` pixels less on every side."""
    return read_with_options(crops, spec, options, is_turned=spec.maps.is_turned(_without(cut, size)))


def _word_with(
    crops: Sequence[Arrays], spec: NetworkSpec, options: ReadingOptions, cut: int, size: tuple[int, int]
) -> ReadWord:
    """Return the word that some options give, with centres in the image."""
    return _word(_read(crops, spec, options, cut, size), spec, cut, size)


def _word(outputs: Arrays, spec: NetworkSpec, cut: int, size: tuple[int, int]) -> ReadWord:
    """The word of a crop that has `cut` pixels less on every side than its image, with centres in the image."""
    height, width = size
    word = word_of(outputs, spec.charset, spec.maps, _without(cut, size))
    if not cut:
        return word
    characters = (
        replace(
            character,
            center=(min(max(character.center[0] + cut, 0.0), width), min(max(character.center[1] + cut, 0.0), height)),
        )
        for character in word.characters
    )
    return replace(word, characters=tuple(characters))


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, size)):
        yield batch
