"""Defines the interface of other programs' readers, and reads with recognisers in ONNX files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ImageError, ModelError
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.readers.ctc import as_probabilities, decode
from core.readers.describing import Sockets, sockets_of
from core.readers.graph_process import ORDINARY, Bounds, GraphFile, GraphProcess
from core.readers.preparing import prepared
from core.readers.recogniser import CtcRecogniser, fitting_symbols
from core.readings.reading import Reading


class WordReader(Protocol):
    """Reads crops one after the other until the `with` statement closes it."""

    @property
    def name(self) -> str:
        """The name of the reader, as a person sees it."""

    @property
    def version(self) -> str:
        """A text that differs between versions of the reader."""

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Read an upright RGB crop, (height, width, 3) uint8.

        Raises
        ------
        ModelError
            If that is not possible.
        """

    def __enter__(self) -> WordReader: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


class CtcReader:
    """Reads crops with a recogniser in an ONNX file, in a process of its own."""

    def __init__(
        self,
        recogniser: CtcRecogniser,
        bounds: Bounds = ORDINARY,
        *,
        waiting: Callable[[], object] = ignore_news,
    ) -> None:
        """Open the recogniser.

        `waiting`: as for `GraphProcess`. Raises ModelError if it cannot be opened, or its file has changed since it was
        described.
        """
        file = GraphFile.read(recogniser.file)
        self._recogniser, self._version = recogniser, file.hash
        if recogniser.hash not in {"", file.hash}:
            raise ModelError(
                "{name}: {file} is not the file that was added: it has been changed or replaced. Add it again.",
                name=recogniser.name,
                file=recogniser.file,
            )
        self._process = GraphProcess(file, bounds, waiting=waiting)
        try:
            self._sockets = self._checked(sockets_of(self._process.open(), file.name, recogniser.classes))
        except BaseException:
            self._process.close()
            raise

    @property
    def name(self) -> str:
        """The name of the reader, as a person sees it."""
        return self._recogniser.name

    @property
    def version(self) -> str:
        """The SHA-256 of the recogniser's file."""
        return self._version

    def __enter__(self) -> CtcReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.close()

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Read a crop with the recogniser, and return text and probability.

        Raises
        ------
        ModelError
            If the graph fails, or gives what no recogniser does.
        """
        given = crop_given(image, self._recogniser, self._sockets)
        (values,) = self._process.run(given, [self._sockets.gives])
        word = decode(as_probabilities(self._columns(values)), self._recogniser.symbols, self._recogniser.blank_class)
        reading = Reading(self.name, word.text, word.probability, (), _now(), self.version)
        # A symbol of several characters, or one that NFC puts together with its neighbour, leaves no score for each
        is_each = len(word.scores) == len(reading.text)
        return Reading(
            self.name, word.text, word.probability, word.scores if is_each else (), reading.when, self.version
        )

    def _checked(self, sockets: Sockets) -> Sockets:
        if sockets.classes is not None:
            fitting_symbols(self._recogniser.symbols, sockets.classes, self._recogniser.file.name, adds_space=False)
        return sockets

    def _columns(self, values: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return the output of the graph for one crop, with the crop as first or second axis, as (columns, classes)."""
        file = self._recogniser.file.name
        if values.ndim != 3 or values.dtype.kind != "f":
            raise ModelError("{name}: not a CTC recogniser, because it gives no columns of classes.", name=file)
        fitting_symbols(self._recogniser.symbols, values.shape[2], file, adds_space=False)
        if 1 in values.shape[:2]:
            return values.reshape(-1, values.shape[2])
        raise ModelError(
            "{name}: the model gives more than one result for one crop ({count}), because it was exported for several "
            "crops at once. Export the model for one crop, or for any number.",
            name=file,
            count=values.shape[0],
        )


def crop_given(
    image: NDArray[np.uint8], recogniser: CtcRecogniser, sockets: Sockets
) -> dict[str, NDArray[np.floating]]:
    """Return the input of a graph for one crop, as an array by the input's name."""
    pixels = prepared(image, recogniser.pictures)
    if sockets.layout == "channels last":
        pixels = np.ascontiguousarray(np.moveaxis(pixels, 0, -1))
    return {sockets.given: pixels[None].astype(sockets.dtype)}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_files(
    reader: WordReader, images: Iterable[Path], progress: Progress = ignore_news, total: int = 0
) -> Iterator[tuple[Path, Reading | ImageError]]:
    """Yield the reading of each image file with the time that it took, or the error for a file that cannot be read.

    `progress`: called with (images done, `total`). Raises ModelError if the reader itself fails.
    """
    for done, image in enumerate(images, 1):
        try:
            pixels = read_image(image)
        except ImageError as error:
            yield image, error
        else:
            start = time.perf_counter()
            reading = reader.read(pixels)
            yield image, replace(reading, seconds=time.perf_counter() - start)
        progress(done, total)
