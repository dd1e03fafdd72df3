"""Photographs of surfaces, used as the ground of synthetic words and as paint on their strokes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from core.base.errors import Sentence, SynthesisError
from core.base.files import open_file, read_file
from core.base.images import MAX_BYTES

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
_SIDE = 160  # pixels of the longer side that are kept: a word is hardly larger, and a thousand photographs take 80 MB


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """The photographs in a folder, each loaded when first used, and kept at a small size."""

    paths: tuple[Path, ...]
    """Files of the photographs, sorted."""
    refused: tuple[str, ...] = ()
    """A sentence for each file with the ending of a picture that is no picture."""
    _kept: dict[int, NDArray[np.uint8]] = field(init=False, repr=False, default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> Surfaces:
        """Find the pictures in a folder and its subfolders.

        Raises
        ------
        SynthesisError
            If there is no such folder, or no picture in it.
        """
        if not folder.is_dir():
            raise SynthesisError(
                "{folder}: not a folder. Name the folder that holds the photographs of surfaces.", folder=folder
            )
        paths = tuple(sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file()))
        reasons = {path: reason for path in paths if (reason := _refusal(path))}
        usable = tuple(path for path in paths if path not in reasons)
        if not usable and reasons:
            raise SynthesisError(
                "{folder}: no picture here ({refused}). Add .jpg or .png photographs of surfaces.",
                folder=folder,
                refused=next(iter(reasons.values())),
            )
        if not usable:
            raise SynthesisError("{folder}: no picture here. Add .jpg or .png photographs of surfaces.", folder=folder)
        return cls(usable, tuple(reasons.values()))

    def patch(self, rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8] | None:
        """Return a random part of a random photograph, cut and turned, (height, width, 3) uint8 RGB.

        None if the file cannot be read as a picture.
        """
        number = int(rng.integers(len(self.paths)))
        numbers = rng.random(3)
        mirrored = rng.random(2) < 0.5
        photograph = self._photograph(number)
        if not photograph.size:
            return None
        rows, columns = photograph.shape[:2]
        # A part of the word's own proportions, from a third to the whole of what fits
        scale = min(rows / size[0], columns / size[1]) * (0.35 + 0.65 * numbers[0])
        height, width = max(2, int(size[0] * scale)), max(2, int(size[1] * scale))
        top, left = int(numbers[1] * max(1, rows - height)), int(numbers[2] * max(1, columns - width))
        part = photograph[top : top + height, left : left + width]
        part = part[:: -1 if mirrored[0] else 1, :: -1 if mirrored[1] else 1]
        return np.asarray(cv2.resize(np.ascontiguousarray(part), size[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)

    def _photograph(self, number: int) -> NDArray[np.uint8]:
        photograph = self._kept.get(number)
        if photograph is None:
            photograph = _read(self.paths[number])
            self._kept[number] = photograph
        return photograph


def _refusal(path: Path) -> str:
    """Return why a file is no picture, by its head, or "" if it is one."""
    try:
        with open_file(path) as file, Image.open(file):
            return ""
    except UnidentifiedImageError:
        return Sentence("{name}: not a picture that can be read. Leave it out.", name=path.name)
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        why = getattr(error, "strerror", None) or error
        return Sentence("{name}: cannot be read ({why}). Leave this surface out.", name=path.name, why=why)


def _read(path: Path) -> NDArray[np.uint8]:
    """Return a photograph made small, RGB, or an image of no size if the photograph cannot be read."""
    try:
        data = np.frombuffer(read_file(path, MAX_BYTES), np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except (OSError, cv2.error):
        picture = None
    if picture is None or min(picture.shape[:2]) < 2:
        return np.zeros((0, 0, 3), np.uint8)
    scale = min(1.0, _SIDE / max(picture.shape[:2]))
    height, width = (max(2, round(side * scale)) for side in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small[:, :, ::-1], np.uint8)
