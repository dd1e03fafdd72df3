"""Draws maps as pictures: one colour for each symbol or position, and a colour scale for numbers."""

from __future__ import annotations

import colorsys
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.files import make_folder, write_atomically
from core.base.images import encode_png
from core.labels.geometry import transform
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec

if TYPE_CHECKING:
    from matplotlib.font_manager import FontEntry

Rgb = NDArray[np.uint8]

PIXELS = 4  # output pixels for an input pixel, in files: enlarges a 64 × 256 map for the eye

IGNORED_COLOUR = (110, 110, 110)

_OWN_FONT = "DejaVu Sans"  # comes with matplotlib, and has no Chinese symbols
_CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Noto Sans CJK JP",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Microsoft YaHei",
    "SimHei",
    "PingFang SC",
)  # the most readable ones
_OF_BOXES = "Last Resort"  # the beginning of the name of a font that has a box for every symbol

_GOLDEN = 0.61803398875  # successive hues this far apart never come close to each other (Kronecker sequence)


def fonts_beside_pictures(known: Iterable[FontEntry] | None = None) -> dict[str, str]:
    """Return name and file of the fonts for texts beside pictures: matplotlib's own, then some with Chinese symbols.

    Of the latter the most readable ones are taken, or else whatever the machine has. Of a family with several files
    the one is taken that is nearest to upright letters of usual weight. `known`: the fonts to choose from; by default
    all that matplotlib finds.
    """
    from matplotlib import font_manager  # slow, and only figures need it
    from matplotlib.ft2font import FT2Font

    manager = font_manager.fontManager

    def oddness(font: FontEntry) -> tuple[float, str]:
        style, weight = manager.score_style("normal", font.style), manager.score_weight("normal", font.weight)
        return style + weight, font.fname

    fonts = sorted(manager.ttflist if known is None else known, key=oddness, reverse=True)
    files = {font.name: font.fname for font in fonts}  # the last file of a name is the plainest

    def is_chinese(name: str) -> bool:
        try:
            return not name.startswith(_OF_BOXES) and FT2Font(files[name]).get_char_index(ord("中")) != 0
        except (OSError, RuntimeError):  # removed since, or damaged
            return False

    chinese = [name for name in _CHINESE_FONTS if name in files] or [*filter(is_chinese, sorted(files))]
    return {name: files[name] for name in (_OWN_FONT, *chinese) if name in files}


def palette(count: int, first_hue: float = 0.0) -> Rgb:
    """Return `count` distinct colours after black, (count + 1, 3) uint8 RGB: entry 0 is black, entry i is for id i."""
    colours = [(0.0, 0.0, 0.0)]
    for i in range(count):
        hue = (first_hue + i * _GOLDEN) % 1.0
        colours.append(colorsys.hls_to_rgb(hue, 0.5 + 0.2 * (i % 2), 0.9))  # never dark: the ground is black
    return np.round(np.array(colours) * 255).astype(np.uint8)


def symbol_palette(symbols: Sequence[str]) -> Rgb:
    """Return colours for symbols after black, (n + 1, 3) uint8 RGB.

    A symbol's colour depends only on the symbol: it is the same in every charset, however many symbols that has.
    """
    # Codes whose hues come close differ by a Fibonacci number, and so in lightness or saturation
    symbol_colours = (
        colorsys.hls_to_rgb(code * _GOLDEN % 1.0, 0.5 + 0.2 * (code % 2), 1.0 - 0.3 * (code % 3))
        for code in map(ord, symbols)
    )
    colours = [(0.0, 0.0, 0.0), *symbol_colours]
    return np.round(np.array(colours) * 255).astype(np.uint8)


def character_picture(character: NDArray[np.int32], symbols: Sequence[str] | int) -> Rgb:
    """Draw the character map with one colour for each symbol, and grey for pixels that the loss ignores.

    Parameters
    ----------
    character : (h, w) int32
        The character map.
    symbols : sequence of str, or int
        The symbols of ids 1 …, or their number if they are not known, with a colour for each id.

    Returns
    -------
    (h, w, 3) uint8
        RGB.
    """
    known = palette(symbols) if isinstance(symbols, int) else symbol_palette(symbols)
    return np.asarray(np.vstack([known, np.array([IGNORED_COLOUR], np.uint8)])[character])  # IGNORE = -1: the last


def order_picture(order: NDArray[np.int32]) -> Rgb:
    """Draw the order map, (h, w) int32, as (h, w, 3) RGB with one colour for each position."""
    return np.asarray(palette(int(order.max(initial=0)), first_hue=0.58)[order])


def localization_picture(localization: NDArray[np.float32]) -> Rgb:
    """Draw the localization map, (h, w) float32 in 0 … 1, as (h, w, 3) RGB in viridis: 0 dark, 1 yellow."""
    grey = np.round(np.clip(localization, 0, 1) * 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.applyColorMap(grey, cv2.COLORMAP_VIRIDIS), cv2.COLOR_BGR2RGB), np.uint8)


def enlarged(picture: Rgb, factor: int) -> Rgb:
    """Enlarge each pixel to a square of `factor` × `factor`, so that pixels stay countable."""
    return np.repeat(np.repeat(picture, factor, axis=0), factor, axis=1)


def overlay(
    image: Rgb, label: WordLabel, localization: NDArray[np.float32], spec: MapSpec, factor: int = PIXELS
) -> Rgb:
    """Draw the resized image with the localization map blended in, and each polygon with its rank.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB, as read.
    label : WordLabel
        The label in pixels of the image.
    localization : (h, w) float32
        Its localization map.
    spec : MapSpec
        How the image is turned and resized.
    factor : int
        Output pixels an input pixel.

    Returns
    -------
    (spec.height · factor, spec.width · factor, 3) uint8
        RGB.
    """
    height, width = spec.height * factor, spec.width * factor
    matrix = spec.to_input(image.shape[:2]) * factor
    # OpenCV counts pixel centres as whole numbers, the design pixel corners: shift by half a pixel on both sides.
    shifted = matrix + np.column_stack([np.zeros((2, 2)), matrix[:, :2] @ (0.5, 0.5) - 0.5])
    ground = cv2.warpAffine(image, shifted, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scale = factor * spec.stride
    heat = enlarged(localization_picture(localization), scale)
    weight = 0.7 * np.repeat(np.repeat(localization, scale, axis=0), scale, axis=1)[..., None]
    blended = np.round(ground * (1 - weight) + heat * weight).astype(np.uint8)
    colours = palette(len(label.characters), first_hue=0.58)
    for rank, character in enumerate(label.in_order, 1):
        corners = np.round(transform(character.polygon, matrix)).astype(np.int32)
        colour = tuple(int(v) for v in colours[rank])
        cv2.polylines(blended, [corners], isClosed=True, color=(0, 0, 0), thickness=3, lineType=cv2.LINE_AA)
        cv2.polylines(blended, [corners], isClosed=True, color=colour, thickness=1, lineType=cv2.LINE_AA)
        _write(blended, str(rank), corners[corners.sum(axis=1).argmin()], colour)
    return blended


def write_pictures(folder: Path, pictures: Mapping[str, Rgb], arrays: Mapping[str, Any]) -> tuple[Path, ...]:
    """Write pictures as PNG files under their names, and all arrays together as `maps.npz`.

    Parameters
    ----------
    folder : Path
        Made if it is missing.
    pictures : mapping of (height, width, 3) uint8
        RGB, by file name.
    arrays : mapping of arrays
        The arrays by their names in `maps.npz`.

    Returns
    -------
    tuple of Path
        The files written.

    Raises
    ------
    FileWriteError
        If a file cannot be written.
    """
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    make_folder(folder)
    for name, picture in pictures.items():
        write_atomically(folder / name, encode_png(picture))
    write_atomically(folder / "maps.npz", packed.getvalue())
    return tuple(folder / name for name in (*pictures, "maps.npz"))


def _write(picture: Rgb, text: str, corner: NDArray[np.int32], colour: tuple[int, ...]) -> None:
    """Write a small text inside a character's top-left corner, moved into the picture, readable on any ground."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    x = int(np.clip(corner[0] + 4, 1, max(1, picture.shape[1] - width - 2)))
    y = int(np.clip(corner[1] + height + 5, height + 2, picture.shape[0] - 2))
    for tint, thickness in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(
            picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, tint, thickness=thickness, lineType=cv2.LINE_AA
        )
