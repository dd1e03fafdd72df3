"""Carries out `textscanner predict`: from a model and paths to a report, and to files of maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import ImageError, Sentence
from core.base.files import write_atomically
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.data.samples.samples import LeftOut, fit_image
from core.labels.label import WordLabel
from core.labels.maps.padding import without_padding
from core.labels.maps.pictures import (
    PIXELS,
    Rgb,
    character_picture,
    enlarged,
    localization_picture,
    order_picture,
    overlay,
    palette,
    write_pictures,
)
from core.model.using.graphs.word_graph import WordGraph, graph_predictor
from core.model.using.predicting import Arrays, WordPrediction
from core.model.using.reading_options import PLAIN, ReadingOptions, for_codes
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:
    from core.model.network.saving import Recogniser

LAYERS = "layers.txt"  # name of the table of each layer's output for an image: shape, dtype, range


def folder_names(images: Iterable[str]) -> Iterator[str]:
    """Return a folder name for each image: the file name without its ending, numbered if two are alike.

    Names that differ only in letter case count as alike, as on many disks.
    """
    taken: set[str] = set()
    for image in images:
        stem = name = PurePath(image).stem
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        yield name


def write_predicted_maps(
    folder: Path, prediction: WordPrediction, image: NDArray[np.uint8], spec: NetworkSpec
) -> tuple[Path, ...]:
    """Write the maps of one prediction: character.png, order.png, localization.png, overlay.png and maps.npz.

    `maps.npz` holds the outputs of word formation (`core.model.network.formation.WordFormation`, with centres and maps
    in the frame of the network's input, turned and resized, cut back to the image if the network sees it padded) and
    `charset`, the symbols, id 1 first.

    Parameters
    ----------
    folder : Path
        The folder of the files, made if it is missing.
    prediction : WordPrediction
        A prediction with maps.
    image : (height, width, 3) uint8
        The image itself, RGB.
    spec : NetworkSpec
        The model's spec.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    ValueError
        If the prediction was made without maps.
    FileWriteError
        If a file cannot be written.
    """
    if prediction.maps is None:
        raise ValueError("the prediction has no maps; ask the Predictor for them")
    maps, shown = without_padding(prediction.maps, spec.maps, prediction.size)
    character = maps["symbol_ids"][..., 0].astype(np.int32)  # the best comes first
    order = maps["order_map"].argmax(axis=-1).astype(np.int32)
    factor = PIXELS * spec.maps.stride
    pictures = {
        "character.png": enlarged(character_picture(character, spec.charset), factor),
        "order.png": enlarged(order_picture(order), factor),
        "localization.png": enlarged(localization_picture(maps["localization_map"]), factor),
        "overlay.png": _marked(overlay(image, WordLabel(), maps["localization_map"], shown, PIXELS), maps),
    }
    return write_pictures(folder, pictures, {**maps, "charset": np.array(spec.charset, dtype="U1")})


def _marked(picture: Rgb, maps: Arrays) -> Rgb:
    """Draw a numbered dot at the centre of every read character, in the colour of its order."""
    colours = palette(len(maps["ids"]), first_hue=0.58)
    for place in np.flatnonzero(maps["ids"]):
        # OpenCV counts pixel centres as whole numbers, the maps' centres pixel corners
        x, y = np.round(maps["centres"][place] * PIXELS - 0.5).astype(int)
        colour = tuple(int(value) for value in colours[place + 1])
        number = str(place + 1)
        corner = (int(x) + 6, max(10, int(y) - 4))
        for tint, wider in (((0, 0, 0), 2), (colour, 0)):
            cv2.circle(picture, (int(x), int(y)), 3 + wider // 2, tint, -1, cv2.LINE_AA)
            cv2.putText(
                picture, number, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.4, tint, thickness=1 + wider, lineType=cv2.LINE_AA
            )
    return picture


def _write_layers(folder: Path, image: NDArray[np.uint8], network: Recogniser) -> None:
    from core.model.network.layer_outputs import as_table, layer_outputs

    batch = fit_image(image, network.spec.maps, network.spec.padding)[None]
    write_atomically(folder / LAYERS, (as_table(layer_outputs(network.model, batch)) + "\n").encode())


@dataclass(frozen=True, slots=True)
class PredictionReport:
    """The predictions of `textscanner predict`, and the images that were left out."""

    predictions: tuple[WordPrediction, ...]
    """The predictions in the order of the images, without maps, which are on the disk."""
    refused: tuple[LeftOut, ...]
    """Images that could not be read, with the reasons."""
    folders: tuple[Path, ...]
    """The folder of each prediction's maps. Empty if no maps were wanted."""
    notes: tuple[str, ...] = ()
    """Notes on the reading of the words, a sentence each."""

    @property
    def succeeded(self) -> bool:
        """True if all images were read."""
        return not self.refused

    def to_list(self) -> list[dict[str, Any]]:
        """Return the document of `textscanner predict --json`."""
        return [prediction.to_dict() for prediction in self.predictions]


def predict_files(
    model: Path | WordGraph,
    images: Sequence[Path],
    *,
    maps: Path | None = None,
    layers: bool = False,
    options: ReadingOptions = PLAIN,
    decides: bool = False,
    progress: Progress = ignore_news,
) -> PredictionReport:
    """Read image files with a model, and write maps if a folder for them is given.

    Parameters
    ----------
    model : Path or WordGraph
        A `.keras` file of ours, a run or a checkpoint. A graph gives no maps, and writes none.
    maps : Path or None
        A folder that gets a folder for each image's maps, named like the image.
    layers : bool
        Also write each layer's output to that folder (`LAYERS`): layer by layer, some ten times slower.
    decides : bool
        Read all images once more as codes if most of the network's own readings are (`core.analysis.reading_rule`).
    progress : Progress
        Called with (images done, images).

    Raises
    ------
    ModelError
        If the model cannot be used.
    DataError
        If a file or a pattern of the options cannot be used.
    FileWriteError
        If maps cannot be written.
    """
    if isinstance(model, WordGraph):
        network: Recogniser | None = None
        results = graph_predictor(model, len(images), options).predict_files(images, progress)
    else:
        from core.model.using.opening import open_recogniser  # here and below: Keras comes with it
        from core.model.using.prediction import predict

        network = open_recogniser(model)
        results = predict(network, images, with_maps=maps is not None, options=options, progress=progress)
    names = folder_names(str(image) for image in images)
    predictions: list[WordPrediction] = []
    refused: list[LeftOut] = []
    folders: list[Path] = []
    for image, name, item in zip(images, names, results, strict=True):
        if isinstance(item, LeftOut):
            refused.append(item)
            continue
        if maps is not None and network is not None:
            try:
                pixels = read_image(image)
            except ImageError as error:  # the image was deleted after the reading
                refused.append(LeftOut(item.image, str(error)))
                continue
            write_predicted_maps(maps / name, item, pixels, network.spec)
            if layers:
                _write_layers(maps / name, pixels, network)
            folders.append(maps / name)
        predictions.append(item.without_maps())
    alone = [prediction.alone.text for prediction in predictions if prediction.alone is not None]
    codes = for_codes(alone, options) if decides else None
    if codes is not None:
        warning = Sentence(
            "Read by the network alone: most of the {count:,} readings are codes, not words. Name a language with "
            "--language to use a language model.",
            count=len(alone),
        )
        again = predict_files(model, images, maps=maps, layers=layers, options=codes, progress=progress)
        return replace(again, notes=(warning,))
    return PredictionReport(tuple(predictions), tuple(refused), tuple(folders))
