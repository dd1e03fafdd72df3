"""The predicted maps of word images as files: pictures to view, and arrays for further work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import cv2
import numpy as np
from numpy.typing import NDArray

from core.labels.label import WordLabel
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
from core.model.using.prediction import Arrays, WordPrediction
from core.runs.spec import NetworkSpec


def folder_names(images: Iterable[str]) -> Iterator[str]:
    """Return a folder name for each image: the image's without ending, with a number if two are alike.

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
    """Write character.png, order.png, localization.png, overlay.png and maps.npz of one prediction.

    `folder`: made if it is missing. `prediction`: with maps. `image`: (height, width, 3) uint8: the image itself, RGB.
    Returns tuple of Path: the files written. `maps.npz` holds the outputs of word formation
    (`core.model.network.formation.WordFormation`; centres and maps as the network sees the image, turned and resized)
    and `charset`, the symbols, id 1 first. Raises ValueError if the prediction was made without maps. Raises
    FileWriteError if a file cannot be written.
    """
    maps = prediction.maps
    if maps is None:
        raise ValueError("the prediction has no maps; ask the Predictor for them")
    character = maps["symbol_ids"][..., 0].astype(np.int32)  # the best comes first
    order = maps["order_map"].argmax(axis=-1).astype(np.int32)
    factor = PIXELS * spec.maps.stride
    pictures = {
        "character.png": enlarged(character_picture(character, spec.charset), factor),
        "order.png": enlarged(order_picture(order), factor),
        "localization.png": enlarged(localization_picture(maps["localization_map"]), factor),
        "overlay.png": _marked(overlay(image, WordLabel(), maps["localization_map"], spec.maps, PIXELS), maps),
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
            cv2.putText(picture, number, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.4, tint, 1 + wider, cv2.LINE_AA)
    return picture
