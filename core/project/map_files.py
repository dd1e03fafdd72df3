"""`textscanner maps`: the target maps of one label as files."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.base.files import make_folder, write_atomically
from core.base.images import read_image
from core.base.progress import Progress, ignore_progress
from core.charset import Charset
from core.index.checks import charset_of_labels
from core.labels.files.storage import label_path, read_label
from core.labels.maps.pictures import character_picture, enlarged, localization_picture, order_picture, overlay
from core.labels.maps.render import MapSpec, Sigma, render
from core.project.listing import SETTINGS_NAME
from core.project.project import Project, ProjectSettings, read_settings

_LOOK = 4  # output pixels an input pixel: a 64 × 256 map can be looked at without a magnifier


def project_root_of(image: Path) -> Path | None:
    """The nearest folder above an image that holds a `textscanner.json`, None if there is none."""
    return next((folder for folder in image.absolute().parents if (folder / SETTINGS_NAME).is_file()), None)


def choices(stride: int | None, shrink: float | None, sigma: str | None) -> dict[str, Any]:
    """The values of a MapSpec that a command line gives; those that are None are left to the project.

    Raises
    ------
    ProjectError
        If one is out of bounds.
    """
    given = {"stride": stride, "shrink": shrink, "sigma": None if sigma is None else Sigma.parse(sigma)}
    found = {key: value for key, value in given.items() if value is not None}
    MapSpec().with_(**found)  # each has bounds of its own, whatever the project says of the others
    return found


def write_maps(
    image: Path,
    out: Path,
    changes: Mapping[str, Any],
    charset: Charset | None = None,
    progress: Progress = ignore_progress,
) -> tuple[Path, ...]:
    """Write character.png, order.png, localization.png, overlay.png and maps.npz.

    The label is read from beside the image.

    Parameters
    ----------
    image : Path
    out : Path
        The folder to write to; created where it is missing.
    changes : mapping
        What differs from the MapSpec of the project that the image is in, or else from the default (`choices`).
    charset : Charset, optional
        By default the project's, which is that of all its labels where it has chosen none; outside a project it is
        made from the label.
    progress : Progress
        Told while all labels of a project are read for its charset.

    Returns
    -------
    tuple of Path
        The files written.

    Raises
    ------
    StudioError
        If image, label, project or the folder cannot be used.
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
            f"{image.name}: there is no label {path.name} beside it. Label the word first, or convert its labels."
        )
    label = read_label(path).label.normalised(settings.normalise)
    if label.is_word_level:
        raise LabelError(
            f"{image.name}: the label has a text but no characters, so there is nothing to draw. Add them."
        )
    chosen = charset or settings.charset
    if chosen is None and root is not None:
        project = Project(root, settings)
        chosen = charset_of_labels(project, project.images().images, progress)
    elif chosen is None:
        chosen = Charset.of([label.reading])
    size = pixels.shape[0], pixels.shape[1]
    maps = render(label, size, chosen, spec, settings.unknown, image.name)
    make_folder(out)
    factor = _LOOK * spec.stride
    pictures = {
        "character.png": enlarged(character_picture(maps.character, len(chosen)), factor),
        "order.png": enlarged(order_picture(maps.order), factor),
        "localization.png": enlarged(localization_picture(maps.localization), factor),
        "overlay.png": overlay(pixels, label, maps.localization, spec, _LOOK),
    }
    files = {name: _png(picture) for name, picture in pictures.items()}
    files["maps.npz"] = _npz(maps._asdict() | {"charset": np.array(chosen.symbols, dtype="U1")})
    for name, data in files.items():
        write_atomically(out / name, data)
    return tuple(out / name for name in files)


def _png(picture: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))[1].tobytes()


def _npz(arrays: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()
