"""Draws a figure of a word, its maps and its reading, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from textscanner.maps import WordMaps, target_maps
from textscanner.models import Image, WordReading, in_colour
from textscanner.projects import WordImage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_HEIGHT, _WIDTH = 1.5, 12.0  # inches: of a row of pictures, and of the figure
_TITLES = ("image", "character map", "order map", "localization map")


def plot(image: Image, reading: WordReading | None = None, target: WordMaps | None = None) -> Figure:
    """Draw a word with its target maps in one row, and its predicted maps and reading in another.

    matplotlib is loaded here, without pyplot, so that its backend stays as it is: in a notebook `%matplotlib inline`
    shows the figure that comes back, elsewhere `figure.savefig("word.png")` writes it.

    Parameters
    ----------
    image : image
        As for `Model.read`: a `WordImage`, a synthetic word, a path, or pixels.
    reading : WordReading, optional
        Of `Model.read`. Its text is the title of the second row, which has the predicted maps if it has them.
    target : WordMaps, optional
        Of `target_maps`. Default: those of the image's label, if it has characters and can be rendered.

    Returns
    -------
    matplotlib.figure.Figure
        Four pictures a row: the image (with a dot at each centre that was read), and its character, order and
        localization map, coloured as the window does.

    Raises
    ------
    StudioError
        If the image cannot be read.
    TypeError, ValueError
        If pixels are not uint8, or of another shape.

    Examples
    --------
    >>> image = textscanner.open_project("words")[1]
    >>> figure = textscanner.plot(image)
    >>> [axes.get_title() for axes in figure.axes]
    ['90270760', 'character map', 'order map', 'localization map']
    >>> figure.savefig("word.png")
    """
    import matplotlib as mpl  # slow, and only figures need it
    from matplotlib.figure import Figure

    from core.labels.maps.pictures import fonts_beside_pictures

    pixels, text = _pixels(image), image.text if isinstance(image, WordImage) else ""
    target = _target_of(image) if target is None else target
    fonts = [*fonts_beside_pictures()]
    rows = 1 + (reading is not None)
    with mpl.rc_context({"font.family": fonts, "font.size": 9}):
        figure = Figure((_WIDTH, rows * _HEIGHT + 0.2), layout="constrained")
        grid = figure.subplots(rows, len(_TITLES), squeeze=False)
        _draw_row(grid[0], pixels, target, text or _TITLES[0])
        if reading is not None:
            shown = reading.text or "nothing read"
            _draw_row(grid[1], pixels, reading.maps, f"{shown}  {reading.probability:.0%}")
            centers = np.array([character.center for character in reading.characters]).reshape(-1, 2)
            grid[1][0].plot(centers[:, 0] - 0.5, centers[:, 1] - 0.5, "o", markersize=4, color="#e4572e")
    return figure


def _draw_row(row: NDArray[Any], pixels: NDArray[np.uint8], maps: WordMaps | None, title: str) -> None:
    from core.labels.maps.pictures import character_picture, localization_picture, order_picture

    row[0].imshow(pixels, aspect="auto")
    if maps is not None:
        character = character_picture(maps.character, maps.charset)
        pictures = [character, order_picture(maps.order), localization_picture(maps.localization)]
        for place, picture in enumerate(pictures, 1):
            row[place].imshow(picture, aspect="auto", interpolation="nearest")
    axes: Axes
    for axes, name in zip(row, (title, *_TITLES[1:]), strict=True):
        axes.set_axis_off()
        if axes.images:
            axes.set_title(name.replace("$", r"\$"))  # no formula


def _pixels(image: Image) -> NDArray[np.uint8]:
    from os import PathLike
    from pathlib import Path

    from core.base.images import read_image
    from core.data.drawing.synthesis import Sample

    if isinstance(image, WordImage):
        return image.pixels()
    if isinstance(image, (str, PathLike)):
        return read_image(Path(image))
    return in_colour(image.image if isinstance(image, Sample) else image)


def _target_of(image: Image) -> WordMaps | None:
    """Return the target maps of an image's label, or None if it has no characters, or they cannot be rendered."""
    from core.base.errors import StudioError
    from core.data.drawing.synthesis import Sample

    try:
        if isinstance(image, Sample):
            height, width = image.image.shape[:2]
            return target_maps(image.label, (height, width))
        if isinstance(image, WordImage) and image.label is not None and image.label.characters:
            return target_maps(image)
    except StudioError:
        pass
    return None
