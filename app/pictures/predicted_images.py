"""Predicted maps, and their differences from the target maps, as images to paint."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QTransform

from app.display import MapName
from app.language.languages import TableText, translate
from app.pictures.colormaps import DIVERGING, table
from app.pictures.map_colours import (
    Argb,
    Held,
    MapImage,
    Swatch,
    argb_image,
    colours_of,
    frame_of,
    numbers_image,
    premultiplied,
    turned_back,
    upright,
)
from app.reading.predicted import Predicted
from core.charset import Charset
from core.labels.maps.render import IGNORE, TargetMaps

_CONTEXT = "Maps"

Agreement = Literal["same", "missing", "extra", "other", "unjudged"]

_AGREEMENTS: tuple[Agreement, ...] = ("same", "missing", "extra", "other", "unjudged")
_AGREEMENT_TEXTS: Mapping[Agreement, TableText] = {
    "same": "same",
    "missing": "missing",
    "extra": "extra",
    "other": "another",
    "unjudged": "not judged",
}
# Told apart also by those who see few colours (Okabe & Ito 2008): grey, sky blue, yellow, vermilion, dark grey
_AGREEMENT_COLOURS = np.array(
    [(0, 0, 0), (120, 120, 120), (86, 180, 233), (240, 228, 66), (213, 94, 0), (55, 55, 55)], np.uint8
)
_UNKNOWN_COLOUR = (235, 235, 235)  # of a symbol that the project's charset has not
_KEPT = 32  # images: rows, overlay, differences and channels of the open image, and of those on the wall


def predicted_image(
    predicted: Predicted,
    size: tuple[int, int],
    name: MapName,
    colormap: str,
    charset: Charset,
    *,
    position: int | None = None,
    opaque: bool = False,
) -> MapImage:
    """Return one predicted map as an image.

    A pixel has the colour of its best symbol (position), as in the target map, the darker (if not opaque: the clearer)
    the less probable that is. If a position k is isolated, the order map is H_k = Q·S_k. `charset`: the project's: a
    symbol has the same colour in both maps, even if the model numbers it otherwise. `opaque`: True if it is shown by
    itself, on black. Else it lies over the picture.
    """
    k = position if name == "order" else None
    image, to_image, high = _placed(
        held=Held(predicted), size=size, name=name, colormap=colormap, charset=charset, position=k, opaque=opaque
    )
    is_number = k is not None or name == "localization"
    colours = colormap if is_number else ""
    return MapImage(
        image=image,
        to_image=to_image,
        low=0.0,
        high=high,
        is_number=is_number,
        colormap=colours,
        frame=frame_of(predicted.spec, size),
    )


def difference_image(
    predicted: Predicted,
    target: TargetMaps,
    size: tuple[int, int],
    name: MapName,
    *,
    position: int | None = None,
    opaque: bool = False,
) -> MapImage:
    """Return the differences between a predicted map and its target as an image.

    Of numbers (localization, an isolated position) the difference, predicted less target, -1 to 1; else whether the
    best symbol or position is the target's (`agreement`). `target`: rendered with the model's spec and charset: of the
    same size, with the same ids.
    """
    k = position if name == "order" else None
    is_number = k is not None or name == "localization"
    if is_number:
        wanted = target.localization if k is None else np.where(target.order == k, target.localization, np.float32(0))
        predicted_map = predicted.maps.localization if k is None else channel(predicted, k)
        values = turned_back((predicted_map - wanted + 1) / 2, predicted.spec, size)
        image = _signed(values, opaque)
    else:
        values = turned_back(agreement(predicted, target, name), predicted.spec, size)
        image = argb_image(_agreement_shades(opaque)[values])
    low, high = (-1.0, 1.0) if is_number else (0.0, float(len(_AGREEMENTS)))
    to_image, frame = upright(predicted.spec, size), frame_of(predicted.spec, size)
    return MapImage(
        image=image,
        to_image=to_image,
        low=low,
        high=high,
        is_number=is_number,
        colormap=DIVERGING if is_number else "",
        frame=frame,
    )


def apart_image(first: Predicted, second: Predicted, size: tuple[int, int], name: MapName) -> MapImage | None:
    """Return the differences between two models' maps of one image, opaque, or None if their map pixels do not match.

    Map pixels match if each is the same place in both maps. Of the localization map the difference, the second's less
    the first's, -1 to 1; else whether the best symbol or position is the same (`apart`).
    """
    to_image = upright(first.spec, size)
    if first.spec.map_size != second.spec.map_size or to_image != upright(second.spec, size):
        return None
    frame = frame_of(first.spec, size)
    if name == "localization":
        difference = (second.maps.localization - first.maps.localization + 1) / 2
        image = _signed(turned_back(difference, first.spec, size), True)
        return MapImage(
            image=image, to_image=to_image, low=-1.0, high=1.0, is_number=True, colormap=DIVERGING, frame=frame
        )
    values = turned_back(apart(first, second, name), first.spec, size)
    shades = argb_image(_agreement_shades(True)[values])
    return MapImage(shades, to_image, 0.0, float(len(_AGREEMENTS)), False, frame=frame)


def apart(first: Predicted, second: Predicted, name: MapName) -> NDArray[np.uint8]:
    """Compare the best symbol (position) of each map pixel between two models' maps, which have to be of the same size.

    Returns (h, w) uint8: 0 if both say that nothing is there, 1 the same, 2 only the first has something, 3 only
    the second, 4 both, not the same: as `agreement` with the first in the target's place.
    """
    first_ids, second_ids = best(first, name), best(second, name)
    if name == "character" and first.charset.symbols != second.charset.symbols:
        ids = [first.charset.id_of(symbol) for symbol in second.charset]
        second_ids = np.array([0, *(-1 if number is None else number for number in ids)], np.int64)[second_ids]
    return np.select(
        [(first_ids == 0) & (second_ids == 0), first_ids == second_ids, second_ids == 0, first_ids == 0],
        [np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)],
        np.uint8(4),
    )


def apart_swatches() -> tuple[Swatch, ...]:
    """Return the legend for the difference between two models."""
    texts = (
        translate("Maps", "same"),
        translate("Maps", "only the first"),
        translate("Maps", "only the second"),
        translate("Maps", "another"),
    )
    return tuple(
        Swatch(value, text, QColor(*_AGREEMENT_COLOURS[value].tolist())) for value, text in enumerate(texts, 1)
    )


def agreement(predicted: Predicted, target: TargetMaps, name: MapName) -> NDArray[np.uint8]:
    """Compare the best symbol (position) of each map pixel with the target.

    Returns (h, w) uint8: 0 if both say that nothing is there, else 1 + the place in `Agreement`: same, missing (only
    the target has one), extra (only the prediction has), other (both have, not the same), unjudged (`IGNORE`).
    """
    classes = best(predicted, name)
    wanted = (target.character if name == "character" else target.order).astype(np.int64)
    return np.select(
        [wanted == IGNORE, (wanted == 0) & (classes == 0), wanted == classes, classes == 0, wanted == 0],
        [np.uint8(5), np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)],
        np.uint8(4),
    )


def best(predicted: Predicted, name: MapName) -> NDArray[np.int64]:
    """Return the most probable symbol id (of the model's charset) or position of each map pixel, (h, w), 0 for none."""
    maps = predicted.maps
    classes = maps.symbol_ids[..., 0] if name == "character" else maps.order.argmax(axis=-1)
    return classes.astype(np.int64)


def channel(predicted: Predicted, position: int) -> NDArray[np.float32]:
    """Return H_k = Q·S_k of one position, (h, w) float32."""
    return predicted.maps.localization * predicted.maps.order[..., position].astype(np.float32)


def predicted_channel(predicted: Predicted, size: tuple[int, int], colormap: str, position: int) -> MapImage:
    """Return an opaque picture of H_k for one position."""
    return predicted_image(predicted, size, "order", colormap, Charset(()), position=position, opaque=True)


def predicted_swatches(predicted: Predicted, name: MapName, charset: Charset) -> tuple[Swatch, ...]:
    """Return the legend of a predicted map: the symbols (positions) that are best in some pixel, in rising order."""
    if name == "localization":
        return ()
    values = np.unique(best(predicted, name))
    colours = _value_colours(predicted, name, charset)
    return tuple(
        Swatch(
            value,
            predicted.charset.symbol_of(value) if name == "character" else str(value),
            QColor(*colours[value].tolist()),
        )
        for value in values.tolist()
        if value > 0
    )


def difference_swatches(name: MapName) -> tuple[Swatch, ...]:
    """Return the legend for the difference between two maps whose values are ids or ranks."""
    kinds = _AGREEMENTS if name == "character" else _AGREEMENTS[:-1]
    return tuple(
        Swatch(value, translate(_CONTEXT, _AGREEMENT_TEXTS[kind]), QColor(*_AGREEMENT_COLOURS[value].tolist()))
        for value, kind in enumerate(kinds, 1)
    )


@lru_cache(maxsize=_KEPT)
def _placed(
    *,
    held: Held[Predicted],
    size: tuple[int, int],
    name: MapName,
    colormap: str,
    charset: Charset,
    position: int | None,
    opaque: bool,
) -> tuple[QImage, QTransform, float]:
    predicted = held.value
    maps, spec = predicted.maps, predicted.spec
    to_image = upright(spec, size)
    if position is not None or name == "localization":
        values = maps.localization if position is None else channel(predicted, position)
        return numbers_image(turned_back(np.clip(values, 0, 1), spec, size), colormap, opaque), to_image, 1.0
    classes = best(predicted, name)
    if name == "character":
        sure = maps.symbol_scores[..., 0].astype(np.float32)
        high = float(len(charset))
    else:
        sure = maps.order.max(axis=-1).astype(np.float32)
        high = float(predicted.last)
    colours = _value_colours(predicted, name, charset)[classes]
    sure = np.where(classes > 0, np.clip(sure, 0, 1), 0)
    if opaque:
        argb = premultiplied(colours * sure[..., None], np.full(sure.shape, 255))
    else:
        argb = premultiplied(colours, sure * 255)
    return argb_image(turned_back(argb, spec, size)), to_image, high


def _value_colours(predicted: Predicted, name: MapName, charset: Charset) -> NDArray[np.uint8]:
    """RGB colours of the values 0 … of a predicted map: those that the same symbols have in the target map.

    A symbol that the project has not is pale; a project without any symbol, one whose labels are still to be drafted,
    shows all that the model has.
    """
    if name != "character":
        return colours_of(name, predicted.positions)
    return _symbol_colours(predicted.charset, charset if len(charset) else predicted.charset)


@lru_cache(maxsize=4)
def _symbol_colours(models: Charset, projects: Charset) -> NDArray[np.uint8]:
    colours = colours_of("character", models.symbols).copy()
    colours[[place for place, symbol in enumerate(models, 1) if symbol not in projects]] = _UNKNOWN_COLOUR
    return colours


def _signed(values: NDArray[np.float32], opaque: bool) -> QImage:
    """Return numbers from 0 to 1 whose middle means nothing, the clearer the nearer to it if not opaque."""
    places = np.clip(np.round(values * 255), 0, 255).astype(np.uint8)
    alpha = np.full(256, 255.0) if opaque else np.abs(np.linspace(-1, 1, 256)) * 255
    return argb_image(premultiplied(table(DIVERGING), alpha)[places])


@lru_cache(maxsize=2)
def _agreement_shades(opaque: bool) -> Argb:
    alpha = np.full(len(_AGREEMENT_COLOURS), 255)
    if not opaque:
        alpha[[0, 5]] = 0
        alpha[1] = 90  # what is right is seen, and does not hide the picture
    return premultiplied(_AGREEMENT_COLOURS, alpha)
