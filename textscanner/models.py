"""Loads trained models that read word images, and loads TensorFlow in `load_model` and not before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from core.base.errors import StudioError
from core.base.phrases import number_of
from core.labels.label import Polygon, WordLabel
from core.labels.maps.spec import MapSpec
from textscanner.keras import load_keras
from textscanner.maps import WordMaps
from textscanner.projects import WordImage

if TYPE_CHECKING:
    from core.data.drawing.synthesis import Sample
    from core.labels.maps.decoding import ReadWord
    from core.model.network.saving import Recogniser
    from core.model.using.predicting import WordPrediction
    from core.model.using.prediction import Predictor
    from core.model.using.reading_options import ReadingOptions

Image: TypeAlias = "WordImage | Sample | str | PathLike[str] | NDArray[np.uint8]"
"""An image of a project, a synthetic word, a path, or pixels: uint8, (height, width) grey or (height, width, 3) RGB."""

Crops: TypeAlias = Literal["auto", 1, 3, 5]
"""Number of crops of each image that are read: "auto" reads 5 of doubtful words."""


@dataclass(frozen=True, slots=True)
class CharacterReading:
    """One character that a model has read, with its score and outline."""

    symbol: str
    """The symbol."""
    order: int
    """Position k of the character in the word, from 1."""
    score: float
    """The network's share for the symbol at that position, 0 to 1."""
    center: tuple[float, float]
    """(x, y) in image pixels, the origin at the top-left corner of the top-left pixel."""
    polygon: Polygon | None = None
    """Outline of the character in image pixels, made of the predicted maps, or None if the word was read without
    maps."""


@dataclass(frozen=True, eq=False)
class WordReading:
    """A model's reading of one image."""

    image: str
    """The image: its path as given, its name in the project, or its number among the images, from 0."""
    text: str
    """The word, gaps left out. Empty if nothing was read."""
    probability: float
    """Probability that the word is right, case aside, 0 to 1."""
    confidence: float
    """The product of the characters' scores, 0 if nothing was read."""
    gaps: tuple[int, ...] = ()
    """Positions before the last one that nothing was read at."""
    alone: str = ""
    """The network's own reading, without language and further looks."""
    maps: WordMaps | None = field(default=None, repr=False)
    """The predicted maps, if they were asked for.

    `decode` forms the network's own reading of them. Of each map pixel they keep the best eight symbols, so that a
    character may differ if two symbols are equally likely."""
    problem: str = ""
    """The sentence that says why the image cannot be read, with `unreadable="keep"`. Empty if it was read."""
    word: ReadWord | None = field(default=None, repr=False)
    """The word as `core` has it, or None if the image cannot be read."""

    @cached_property
    def characters(self) -> tuple[CharacterReading, ...]:
        """The characters in reading order, with outlines if the word was read with maps."""
        if self.word is None:
            return ()
        outlines = [None] * len(self.word.characters) if self.maps is None else [c.polygon for c in self.draft.in_order]
        return tuple(
            CharacterReading(read.symbol, read.order, read.score, read.center, outline)
            for read, outline in zip(self.word.characters, outlines, strict=True)
        )

    @cached_property
    def draft(self) -> WordLabel:
        """The label that drafting would make from the reading: the text, and a polygon for each character.

        Raises ValueError if the word was read without maps.
        """
        from core.analysis.drafts.prelabel import prelabel
        from core.charset import Charset

        if self.maps is None or self.maps.predicted is None:
            raise ValueError("the word was read without maps; read it with maps=True")
        made = prelabel(self.maps.predicted, self.maps.size, self.maps.spec, Charset(self.maps.charset))
        assert isinstance(made, WordLabel)  # no known text was given that the maps could contradict
        return made

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as plain values, without maps, for a row of a table."""
        return {
            "image": self.image,
            "text": self.text,
            "probability": self.probability,
            "confidence": self.confidence,
            "characters": [
                {"character": c.symbol, "order": c.order, "score": c.score, "center": list(c.center)}
                for c in self.characters
            ],
            "gaps": list(self.gaps),
            "alone": self.alone,
            "problem": self.problem,
        }


class Model:
    """A trained model from `load_model`, which reads word images."""

    def __init__(self, path: Path, recogniser: Recogniser) -> None:
        self.path = path
        self.recogniser = recogniser
        self._predictors: dict[tuple[ReadingOptions, bool, int], Predictor] = {}

    def __repr__(self) -> str:
        return f"<model {self.name}: {number_of(len(self.charset), 'symbol', 'symbols')}>"

    @property
    def name(self) -> str:
        """The name of the model: a bundled model's with its version, otherwise that of the file or the run."""
        from core.runs.model_ref import model_ref

        return model_ref(self.path).name

    @property
    def charset(self) -> tuple[str, ...]:
        """The symbols that the model reads, beginning with id 1."""
        return self.recogniser.spec.charset

    @property
    def spec(self) -> MapSpec:
        """The size of the network's input, its stride, and its longest word."""
        return self.recogniser.spec.maps

    @property
    def network(self) -> Any:
        """The Keras model from uint8 images, (b, H, W, 3), to `character` and `order` logits and `localization`."""
        return self.recogniser.network

    def read(
        self,
        images: Image | Iterable[Image],
        maps: bool = False,
        *,
        ignore_case: bool = False,
        crops: Crops = "auto",
        language: str | None = None,
        expected: str = "",
        unreadable: Literal["raise", "keep"] = "raise",
    ) -> list[WordReading]:
        r"""Read word images, by default with the same options as `textscanner predict`.

        By default words are read with the model's own language, if it names one, and doubtful ones in five crops. If
        30 words and more are read, and most of them are codes and no words, all are read without language.

        Parameters
        ----------
        images : image or iterable of images
            Each a `WordImage`, a synthetic word, a path, or pixels: uint8, (height, width) grey or (height, width, 3)
            RGB, upright. A whole project, or an array (n, height, width, 3), is an iterable of images, too.
        maps : bool
            Also return the predicted maps, and an outline for each character. They take some 100 kB a word.
        ignore_case : bool
            Choose the letter first, and only then capital or small.
        crops : {"auto", 1, 3, 5}
            Read so many crops of each image: the mean of 3, what most of 5 say; "auto": 5 for doubtful words.
        language : str, optional
            "none" (no language), "en", "zh" or a text file of words. Default: the model's own language.
        expected : str
            Read the likeliest of these words: of a .txt file, or of a pattern such as "[A-Z]{2}\d{5}".
        unreadable : {"raise", "keep"}
            What an image that cannot be read does: raise its error, or give a reading whose `problem` says why.

        Returns
        -------
        list of WordReading
            One for each image, in their order; of a single image a list of one.

        Raises
        ------
        StudioError
            If an image cannot be read, or an option names a file or a pattern that cannot be used.
        TypeError, ValueError
            If pixels are not uint8, or of another shape.

        Examples
        --------
        >>> model = textscanner.load_model("reader")
        >>> word = textscanner.synthetic_words(1, seed=5)[0]
        >>> reading = model.read(word.image, maps=True)[0]
        >>> reading.text == word.label.text
        True
        >>> character = reading.characters[0]
        >>> character.symbol, character.order, len(character.center), len(character.polygon) >= 3
        ('E', 1, 2, True)
        >>> reading.maps
        <predicted maps, 8 × 32, 81 symbols>
        """
        if unreadable not in ("raise", "keep"):
            raise ValueError(f"unreadable: {unreadable!r} is neither raise nor keep")
        from core.data.samples.samples import LeftOut
        from core.model.using.reading_options import chosen_options, for_codes

        named = list(_named(images))
        options = chosen_options(ignore_case, crops, language, expected)
        read = self._predicted(named, options, maps, unreadable)
        if language is None and not expected and crops == "auto":
            own = [item.alone.text for item in read if not isinstance(item, LeftOut) and item.alone is not None]
            codes = for_codes(own, options)
            read = read if codes is None else self._predicted(named, codes, maps, unreadable)
        return [
            WordReading(item.name, "", 0.0, 0.0, problem=item.reason)
            if isinstance(item, LeftOut)
            else self._reading(item)
            for item in read
        ]

    def _predicted(
        self, named: list[tuple[str, Load]], options: ReadingOptions, maps: bool, unreadable: str
    ) -> list[Any]:
        """Return a `WordPrediction` or a `LeftOut` for each image."""
        from core.model.using.predicting import BATCH_SIZE
        from core.model.using.prediction import Predictor

        batch = BATCH_SIZE if len(named) > 1 else 1
        key = (options, maps, batch)
        if key not in self._predictors:
            self._predictors[key] = Predictor(self.recogniser, batch, with_maps=maps, options=options)
        failures: list[StudioError] = []
        loads = [(name, partial(_noting, load, failures)) for name, load in named]
        read = []
        for item in self._predictors[key].predict(loads):
            if failures and unreadable == "raise":
                raise failures[0]
            read.append(item)
        return read

    def _reading(self, item: WordPrediction) -> WordReading:
        word, own = item.word, item.word if item.alone is None else item.alone
        maps = None
        if item.maps is not None:
            from core.analysis.predicted_maps import PredictedMaps

            predicted = PredictedMaps.of(item.maps, word, len(self.charset), item.alone)
            best = predicted.symbol_ids[..., 0].astype(np.int32)
            order = predicted.order.argmax(axis=-1).astype(np.int32)
            maps = WordMaps(
                character=best,
                order=order,
                localization=predicted.localization,
                charset=self.charset,
                spec=self.spec,
                size=item.size,
                predicted=predicted,
            )
        return WordReading(
            item.image,
            word.text,
            word.probability,
            word.confidence,
            gaps=word.gaps,
            alone=own.text,
            maps=maps,
            word=word,
        )


Load: TypeAlias = Callable[[], NDArray[np.uint8]]


def load_model(model: str | PathLike[str] = "reader") -> Model:
    """Load a model, importing Keras with the same backend and settings as your own `import keras`.

    With TensorFlow as Keras' backend the first call takes some seconds. On a GPU TensorFlow takes all of its memory,
    unless you have chosen otherwise before.

    Parameters
    ----------
    model : str or path
        "reader" or "reader-zh", the bundled models; a `.keras` file; the folder of a run, or a checkpoint in it.

    Returns
    -------
    Model

    Raises
    ------
    StudioError
        If there is no such model, or it is damaged or no model of this program.

    Examples
    --------
    >>> model = textscanner.load_model("reader")
    >>> model
    <model reader 4: 81 symbols>
    >>> model.spec.height, model.spec.width, "A" in model.charset
    (32, 128, True)
    """
    load_keras()
    from core.model.using.opening import open_recogniser
    from core.runs.bundled import model_path

    path = model_path(model if isinstance(model, str) else Path(model))
    return Model(path, open_recogniser(path))


def _noting(load: Load, failures: list[StudioError]) -> NDArray[np.uint8]:
    """Load an image, and note why it cannot be loaded."""
    try:
        return load()
    except StudioError as error:
        failures.append(error)
        raise


def _named(images: Image | Iterable[Image]) -> Iterator[tuple[str, Load]]:
    """Yield a name and what loads the pixels, for each image."""
    from core.base.images import read_image
    from core.data.drawing.synthesis import Sample

    is_one = isinstance(images, (str, PathLike, WordImage, Sample))
    is_one = is_one or (isinstance(images, np.ndarray) and images.ndim < 4)
    several = cast("Iterable[Image]", (images,) if is_one else images)
    for number, image in enumerate(several):
        if isinstance(image, WordImage):
            yield image.name, image.pixels
        elif isinstance(image, (str, PathLike)):
            yield str(image), partial(read_image, Path(image))
        else:
            pixels = in_colour(image.image if isinstance(image, Sample) else image)
            yield str(number), partial(np.asarray, pixels)


def in_colour(pixels: Any) -> NDArray[np.uint8]:
    """Return pixels, (height, width) or (height, width, 3) uint8, as (height, width, 3) RGB.

    Raises
    ------
    TypeError
        If the image is no array of uint8.
    ValueError
        If the array has another shape, or no pixels.
    """
    if not isinstance(pixels, np.ndarray):
        raise TypeError(f"image: {type(pixels).__name__} is neither a path, an image of a project nor an array")
    if pixels.dtype != np.uint8:
        raise TypeError(f"image: pixels are {pixels.dtype}; they have to be uint8, 0 to 255")
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    if pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
        shape = " × ".join(map(str, pixels.shape))
        raise ValueError(f"image: pixels are {shape}; they have to be height × width, or height × width × 3 (RGB)")
    colours: NDArray[np.uint8] = pixels
    return colours
