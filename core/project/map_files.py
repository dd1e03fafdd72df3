"""Renders the target maps of one label as arrays and files, for `textscanner maps`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.base.folders import SETTINGS_NAME
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.labels.files.storage import label_path, read_label
from core.labels.label import WordLabel
from core.labels.maps.pictures import (
    PIXELS,
    character_picture,
    enlarged,
    localization_picture,
    order_picture,
    overlay,
    write_pictures,
)
from core.labels.maps.render import MapSpec, Sigma, TargetMaps, render
from core.project.label_charset import charset_of_labels
from core.project.project import Project, ProjectSettings, read_settings


def project_root_of(image: Path) -> Path | None:
    """Return the nearest folder above an image that has a `textscanner.json`, or None."""
    return next((folder for folder in image.absolute().parents if (folder / SETTINGS_NAME).is_file()), None)


def choices(stride: int | None, shrink: float | None, sigma: str | None) -> dict[str, Any]:
    """Return the MapSpec values given on a command line, without None, which leaves a value to the project.

    Raises
    ------
    ProjectError
        If a value is out of bounds.
    """
    given = {"stride": stride, "shrink": shrink, "sigma": None if sigma is None else Sigma.parse(sigma)}
    options = {key: value for key, value in given.items() if value is not None}
    MapSpec().with_(**options)  # each has bounds of its own, whatever the project says of the others
    return options


@dataclass(frozen=True, slots=True, eq=False)
class RenderedImage:
    """An image with its label, and the target maps rendered from the label."""

    pixels: NDArray[np.uint8]
    """(height, width, 3) uint8: RGB, upright."""
    label: WordLabel
    """The label, normalised as the project says."""
    charset: Charset
    """The symbols of the character map."""
    spec: MapSpec
    """The sizes and numbers of the rendering."""
    maps: TargetMaps
    """The maps."""


def render_image(
    image: Path,
    changes: Mapping[str, Any],
    charset: Charset | None = None,
    progress: Progress = ignore_news,
) -> RenderedImage:
    """Render the target maps of an image from the label beside it.

    Parameters
    ----------
    image : Path
        The image.
    changes : mapping
        The differences from the MapSpec of the project that the image is in, or else from the default (`choices`).
    charset : Charset, optional
        By default the project's, which is that of all its labels if it has chosen none; outside a project it is
        made from the label.
    progress : Progress
        Called while all labels of a project are read for its charset.

    Raises
    ------
    StudioError
        If image, label or project cannot be used.
    Cancelled
        From `progress`.
    """
    root = project_root_of(image)
    settings = ProjectSettings() if root is None else read_settings(root)
    spec = settings.maps.with_(**changes)
    pixels = read_image(image)
    path = label_path(image)
    if not path.exists():
        raise LabelError(
            "{name}: there is no label {label} beside it. Label the word first, or convert its labels.",
            name=image.name,
            label=path.name,
        )
    label = read_label(path).label.normalised(settings.normalise)
    if label.is_word_level:
        raise LabelError(
            "{name}: the label has a text but no characters, so there is nothing to draw. Add them.", name=image.name
        )
    chosen = charset or settings.charset
    if chosen is None and root is not None:
        project = Project(root, settings)
        chosen = charset_of_labels(project, project.images().images, progress)
    elif chosen is None:
        chosen = Charset.of([label.reading])
    size = pixels.shape[0], pixels.shape[1]
    maps = render(label, size, chosen, spec, settings.unknown, image.name)
    return RenderedImage(pixels, label, chosen, spec, maps)


def write_maps(
    image: Path,
    out: Path,
    changes: Mapping[str, Any],
    charset: Charset | None = None,
    progress: Progress = ignore_news,
) -> tuple[Path, ...]:
    """Write character.png, order.png, localization.png, overlay.png and maps.npz to the folder `out`.

    Other parameters as `render_image`. Return the files written. Raises what `render_image` raises, and FileWriteError
    if the folder cannot be written.
    """
    rendered = render_image(image, changes, charset, progress)
    maps, spec = rendered.maps, rendered.spec
    symbols = rendered.charset.symbols
    factor = PIXELS * spec.stride
    pictures = {
        "character.png": enlarged(character_picture(maps.character, symbols), factor),
        "order.png": enlarged(order_picture(maps.order), factor),
        "localization.png": enlarged(localization_picture(maps.localization), factor),
        "overlay.png": overlay(rendered.pixels, rendered.label, maps.localization, spec, PIXELS),
    }
    return write_pictures(out, pictures, maps._asdict() | {"charset": np.array(symbols, dtype="U1")})
