"""Finds the weights of published networks in Keras' folder, and copies a person's file there."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ModelError, reason_of
from core.base.files import make_folder, read_file, write_atomically
from core.base.keras_home import weight_folders

_MOST = 1 << 30  # bytes of a file that is compared


@dataclass(frozen=True, slots=True)
class PublishedWeights:
    """A file of weights that Keras publishes for one of its networks."""

    file: str
    """The name under which Keras keeps its download."""
    md5: str
    """The checksum that Keras compares, hexadecimal."""


RESNET50 = PublishedWeights("resnet50_weights_tf_dim_ordering_tf_kernels_notop.h5", "4d473c1dd8becc155b73f8504c6f6626")
"""ResNet-50 of ImageNet without its last layer."""


def kept_weights(weights: PublishedWeights = RESNET50) -> Path | None:
    """Return the file of the weights in Keras' folder, or None if it is missing."""
    paths = (folder / weights.file for folder in weight_folders())
    return next((path for path in paths if path.is_file()), None)


def keep_weights(path: Path, weights: PublishedWeights = RESNET50) -> Path:
    """Copy a person's file into Keras' folder under the name that Keras expects, and return the copy's path.

    Raises
    ------
    ModelError
        If the file cannot be read, or has another checksum. Nothing is written then.
    FileWriteError
        If Keras' folder cannot be written.
    """
    try:
        data = read_file(path, _MOST)
    except OSError as error:
        raise ModelError(
            "{name}: cannot be read ({why}). Choose another file.", name=path.name, why=reason_of(error)
        ) from error
    checksum = hashlib.md5(data, usedforsecurity=False).hexdigest()
    if checksum != weights.md5:
        raise ModelError(
            "{name}: this is not {file} as Keras publishes it, or it is damaged: its MD5 is {checksum}, not {wanted}. "
            "Choose another file.",
            name=path.name,
            file=weights.file,
            checksum=checksum,
            wanted=weights.md5,
        )
    copy = weight_folders()[0] / weights.file
    make_folder(copy.parent)
    write_atomically(copy, data)
    return copy
