"""Target maps as images to paint: coloured first, then (by whoever paints) blended with the picture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QTransform

from app.display import Choices, MapName
from app.editing.editor import Editor
from app.pictures.map_colours import (
    Held,
    MapImage,
    Swatch,
    argb_image,
    colours_of,
    numbers_argb,
    numbers_image,
    shades,
    turned_back,
    upright,
)
from core.charset import Charset
from core.labels.maps.render import IGNORE, MapSpec, TargetMaps

_KEPT = 20  # images: three rows, an overlay and an isolated position, as many of the edit before, and nine of the wall


def map_image(editor: Editor, choices: Choices, name: MapName, opaque: bool = False) -> MapImage | None:
    """One target map of the label as it is shown; None where there is none.

    Where a position k is isolated, the order map is Z_k, the target of H_k: Ŷ_k where the order map says k, else 0.

    Parameters
    ----------
    editor : Editor
        Whose `maps` are meant.
    choices : Choices
        For the colormap and the isolated position.
    opaque : bool
        Whether it stands alone, on black. Else it is to lie over the picture: clear where the map says nothing.
    """
    maps, size = editor.maps, editor.image_size
    if isinstance(maps, str) or size is None:
        return None
    position = isolated(editor, choices) if name == "order" else None
    spec = editor.map_spec
    symbols = editor.charset.symbols
    image, to_image = _placed(Held(maps), name, symbols, choices.colormap, position, opaque, spec, size)
    is_number = position is not None or name == "localization"
    high = 1 if is_number else len(symbols) if name == "character" else len(editor.label.characters)
    return MapImage(image, to_image, 0.0, float(high), is_number, choices.colormap if is_number else "")


def target_image(
    maps: TargetMaps, charset: Charset, spec: MapSpec, size: tuple[int, int], name: MapName, colormap: str
) -> MapImage:
    """One target map of any label, standing alone on black.

    Parameters
    ----------
    maps : TargetMaps
        Rendered under `charset` and `spec`.
    size : (height, width)
        Of the image, in its pixels.
    """
    image, to_image = _placed(Held(maps), name, charset.symbols, colormap, None, True, spec, size)
    is_number = name == "localization"
    high = 1 if is_number else len(charset) if name == "character" else int(maps.order.max(initial=0))
    return MapImage(image, to_image, 0.0, float(high), is_number, colormap if is_number else "")


def isolated(editor: Editor, choices: Choices) -> int | None:
    """The position that is shown alone; None for all, also where the word is too short to have the chosen one."""
    position = choices.position
    return position if position is not None and position <= len(editor.label.characters) else None


def swatches(editor: Editor, name: MapName) -> tuple[Swatch, ...]:
    """The legend of a map whose values are ids or ranks: those it holds, in rising order, `IGNORE` last."""
    maps = editor.maps
    if isinstance(maps, str) or name == "localization":
        return ()
    values = maps.character if name == "character" else maps.order
    present = (np.flatnonzero(np.bincount(values.ravel() - IGNORE)) + IGNORE).tolist()
    charset = editor.charset
    return _swatches(name, tuple(present), charset if name == "character" else None)


def channel_image(editor: Editor, colormap: str, position: int) -> tuple[QImage, QTransform] | None:
    """The order channel Z_k of one position, opaque, and map pixels → image pixels; None where there are no maps."""
    maps, size = editor.maps, editor.image_size
    if isinstance(maps, str) or size is None:
        return None
    spec = editor.map_spec
    images = _channels(Held(maps), colormap, len(editor.label.characters), spec, size)
    return images[position - 1] if position <= len(images) else images[-1], upright(spec, size)


@lru_cache(maxsize=_KEPT)
def _placed(
    held: Held[TargetMaps],
    name: MapName,
    symbols: tuple[str, ...],
    colormap: str,
    position: int | None,
    opaque: bool,
    spec: MapSpec,
    size: tuple[int, int],
) -> tuple[QImage, QTransform]:
    maps = _turned_back(held.value, spec, size)
    if position is not None:
        image = numbers_image(_channel(maps, position), colormap, opaque)
    elif name == "localization":
        image = numbers_image(maps.localization, colormap, opaque)
    elif name == "character":
        image = argb_image(shades(name, symbols, opaque).take(maps.character, mode="wrap"))
    else:
        image = argb_image(shades(name, int(maps.order.max(initial=0)), opaque).take(maps.order, mode="wrap"))
    return image, upright(spec, size)


@lru_cache(maxsize=32)
def _swatches(name: MapName, present: tuple[int, ...], charset: Charset | None) -> tuple[Swatch, ...]:
    """The legend of some values in rising order, `IGNORE` last; without a charset they are ranks."""
    colours = colours_of(name, max(present, default=0) if charset is None else charset.symbols)
    found = []
    for value in present:
        if value > 0:
            text = str(value) if charset is None else charset.symbol_of(value)
            found.append(Swatch(value, text, QColor(*colours[value].tolist())))
    if IGNORE in present:
        found.append(Swatch(IGNORE, "", QColor(*colours[IGNORE].tolist())))
    return tuple(found)


@lru_cache(maxsize=1)
def _channels(
    held: Held[TargetMaps], colormap: str, count: int, spec: MapSpec, size: tuple[int, int]
) -> tuple[QImage, ...]:
    """The order channels of the positions 1 … count, and one of a position that the word does not have."""
    maps = _turned_back(held.value, spec, size)
    none = numbers_argb(np.zeros(1, np.float32), colormap, opaque=True)
    coloured = numbers_argb(maps.localization, colormap, opaque=True)
    positions = np.arange(1, count + 2, dtype=maps.order.dtype)[:, None, None]
    return tuple(map(argb_image, np.where(maps.order == positions, coloured, none)))


def _turned_back(maps: TargetMaps, spec: MapSpec, size: tuple[int, int]) -> TargetMaps:
    """The maps upright as the image is: painting them through a rotation is several times slower."""
    if not spec.is_turned(size):
        return maps
    return TargetMaps(*(turned_back(values, spec, size) for values in (maps.character, maps.order, maps.localization)))


def _channel(maps: TargetMaps, position: int) -> NDArray[np.float32]:
    """Z_k, the target of H_k, (h, w) float32."""
    return np.where(maps.order == position, maps.localization, np.float32(0))
