"""Target maps as images in colours, which the caller then blends with the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QTransform

from app.display import Choices, MapName
from app.editing.editor import Editor
from app.editing.rendering import Rendering
from app.pictures.map_colours import (
    MapImage,
    Swatch,
    argb_image,
    colours_of,
    frame_of,
    numbers_argb,
    numbers_image,
    shades,
    turned_back,
    upright,
)
from app.pictures.map_marks import target_marks
from core.charset import Charset
from core.labels.maps.render import IGNORE, MapSpec, TargetMaps


def map_image(editor: Editor, choices: Choices, name: MapName, opaque: bool = False) -> MapImage | None:
    """Return one target map of the label as it is shown, or None if there is none.

    If a position k is isolated, the order map is Z_k, the target of H_k: Ŷ_k where the order map says k, else 0.
    `opaque`: True if it is shown by itself, on black. Else it lies over the picture, clear if the map is 0.
    """
    rendering = editor.rendering
    if rendering is None or isinstance(rendering.maps, str):
        return None
    position = isolated(editor, choices) if name == "order" else None
    return _map_of(rendering, name, choices.colormap, position, opaque)


def target_image(
    maps: TargetMaps,
    charset: Charset,
    spec: MapSpec,
    *,
    size: tuple[int, int],
    name: MapName,
    colormap: str,
    position: int | None = None,
    opaque: bool = True,
) -> MapImage:
    """Return one target map of any label as an image."""
    maps = _turned_back(maps, spec, size)
    is_number, high = position is not None or name == "localization", 1
    if position is not None:
        image = numbers_image(_channel(maps, position), colormap, opaque)
    elif name == "localization":
        image = numbers_image(maps.localization, colormap, opaque)
    elif name == "character":
        high = len(charset)
        image = argb_image(shades(name, charset.symbols, opaque).take(maps.character, mode="wrap"))
    else:
        high = int(maps.order.max(initial=0))
        image = argb_image(shades(name, high, opaque).take(maps.order, mode="wrap"))
    colours, frame = colormap if is_number else "", frame_of(spec, size)
    return MapImage(
        image=image,
        to_image=upright(spec, size),
        low=0.0,
        high=float(high),
        is_number=is_number,
        colormap=colours,
        frame=frame,
    )


def prepare(rendering: Rendering, choices: Choices) -> None:
    """Prepare everything for painting the maps of a label before it is shown, in any thread."""
    if isinstance(rendering.maps, str):
        return
    for name in choices.rows:
        _map_of(rendering, name, choices.colormap, None, opaque=True)
        _swatches_of(rendering, name)
        if name != "localization":
            target_marks(rendering, name)
    if choices.strip:
        _channels(rendering, choices.colormap)


def isolated(editor: Editor, choices: Choices) -> int | None:
    """Return the position that is shown alone, or None for all positions or if the word is too short."""
    position = choices.position
    return position if position is not None and position <= len(editor.label.characters) else None


def swatches(editor: Editor, name: MapName) -> tuple[Swatch, ...]:
    """Return the legend of a map of ids or ranks: the values that occur in it in rising order, `IGNORE` last."""
    rendering = editor.rendering
    return () if rendering is None else _swatches_of(rendering, name)


def channel_image(editor: Editor, colormap: str, position: int) -> tuple[QImage, QTransform] | None:
    """Return the opaque order channel Z_k of one position with its transform to image pixels, or None without maps."""
    rendering = editor.rendering
    if rendering is None or isinstance(rendering.maps, str):
        return None
    images = _channels(rendering, colormap)
    image = images[position - 1] if position <= len(images) else images[-1]
    return image, upright(rendering.causes.spec, rendering.causes.size)


def _map_of(rendering: Rendering, name: MapName, colormap: str, position: int | None, opaque: bool) -> MapImage:
    """Return one target map, coloured once for each choice on which its colours depend."""
    causes, maps = rendering.causes, rendering.maps
    assert not isinstance(maps, str)
    coloured = colormap if name == "localization" or position is not None else ""

    def make() -> MapImage:
        image = target_image(
            maps,
            causes.charset,
            causes.spec,
            size=causes.size,
            name=name,
            colormap=colormap,
            position=position,
            opaque=opaque,
        )
        is_rank = name == "order" and not image.is_number  # a hidden character has no pixel, and counts
        return replace(image, high=float(len(causes.label.characters))) if is_rank else image

    return rendering.once((name, coloured, position, opaque), make)


def _swatches_of(rendering: Rendering, name: MapName) -> tuple[Swatch, ...]:
    maps, charset = rendering.maps, rendering.causes.charset
    if isinstance(maps, str) or name == "localization":
        return ()

    def make() -> tuple[Swatch, ...]:
        values = maps.character if name == "character" else maps.order
        present = (np.flatnonzero(np.bincount(values.ravel() - IGNORE)) + IGNORE).tolist()
        return _swatches(name, tuple(present), charset if name == "character" else None)

    return rendering.once(("swatches", name), make)


def _swatches(name: MapName, present: tuple[int, ...], charset: Charset | None) -> tuple[Swatch, ...]:
    """Return the legend of some values in rising order, `IGNORE` last, as ranks if there is no charset."""
    colours = colours_of(name, max(present, default=0) if charset is None else charset.symbols)
    swatches = []
    symbols = None if charset is None else charset.symbols
    for value in present:
        if value > 0:
            text = str(value) if symbols is None else symbols[value - 1]
            swatches.append(Swatch(value, text, QColor(*colours[value].tolist())))
    if IGNORE in present:
        swatches.append(Swatch(IGNORE, "", QColor(*colours[IGNORE].tolist())))
    return tuple(swatches)


def _channels(rendering: Rendering, colormap: str) -> tuple[QImage, ...]:
    """The order channels of the positions 1 … n of the label, and one of a position that the word does not have."""
    causes, targets = rendering.causes, rendering.maps
    assert not isinstance(targets, str)

    def make() -> tuple[QImage, ...]:
        maps = _turned_back(targets, causes.spec, causes.size)
        none = numbers_argb(np.zeros(1, np.float32), colormap, opaque=True)
        coloured = numbers_argb(maps.localization, colormap, opaque=True)
        positions = np.arange(1, len(causes.label.characters) + 2, dtype=maps.order.dtype)[:, None, None]
        return tuple(map(argb_image, np.where(maps.order == positions, coloured, none)))

    return rendering.once(("channels", colormap), make)


def _turned_back(maps: TargetMaps, spec: MapSpec, size: tuple[int, int]) -> TargetMaps:
    """The maps cut back to the image and upright as that is, as `turned_back` has them."""
    if not spec.is_turned(size) and spec.rims(size) == (0, 0):
        return maps
    return TargetMaps(*(turned_back(values, spec, size) for values in (maps.character, maps.order, maps.localization)))


def _channel(maps: TargetMaps, position: int) -> NDArray[np.float32]:
    """Z_k, the target of H_k, (h, w) float32."""
    return np.where(maps.order == position, maps.localization, np.float32(0))
