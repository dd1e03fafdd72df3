"""Saves a changed image and its label as a new sample."""

from __future__ import annotations

from pathlib import Path

from core.base.errors import FileWriteError, LabelError
from core.base.files import locked_folder, remove_file, write_atomically
from core.base.images import encode_png
from core.data.what_if.change import Changed, kept_inside
from core.labels.files.storage import label_path, serialise_label


def keep(folder: Path, image: str, changed: Changed) -> Path:
    """Write a changed image as PNG, with its label beside it, under a free name.

    The label comes first: a program that watches the folder finds no image without its label.

    Parameters
    ----------
    folder : Path
        The destination, which has to exist.
    image : str
        Name of the image before the change, which begins the new name.
    changed : Changed
        The changed image and its label.

    Returns
    -------
    Path
        The new image.

    Raises
    ------
    LabelError
        If the label says nothing, or a character lies outside the image.
    FileWriteError
        If one of the files cannot be written. Then neither is there.
    """
    if not changed.label.characters and not changed.label.text:
        raise LabelError(
            "{name}: the image has no label, so nothing can be learned from it. Label it first.", name=image
        )
    label = kept_inside(changed.label, changed.size)
    data = encode_png(changed.pixels)
    with locked_folder(folder):
        path = _free(folder, Path(image).stem)
        write_atomically(label_path(path), serialise_label(label, path.name, changed.size))
        try:
            write_atomically(path, data)
        except FileWriteError:
            remove_file(label_path(path))
            raise
    return path


def _free(folder: Path, stem: str) -> Path:
    """A name that no file has, whatever its suffix: two images of one name would share a label."""
    try:
        taken = {path.stem.casefold() for path in folder.iterdir()}
    except OSError as error:
        why = error.strerror or str(error)
        raise FileWriteError(
            "{folder}: cannot be read ({why}). Choose another folder.", folder=folder, why=why
        ) from error
    number = 1
    while f"{stem}-if-{number}".casefold() in taken:
        number += 1
    return folder / f"{stem}-if-{number}.png"
