"""Collects the crops of one symbol from all labels of a project, and gives wrongly labelled ones another symbol."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.bulk.bulk import FileEdit
from app.language.languages import translate
from core.base.errors import ImageError, LabelError
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.labels.edits import edits
from core.labels.files.storage import LabelConflict, label_path, parse_label, read_label_bytes, serialise_label
from core.labels.label import Polygon
from core.project.project import Project

if TYPE_CHECKING:
    from core.index.table import ImageTable

MOST = 4000  # greatest number of crops on one wall

SHOWN = 64  # device pixels of a crop to be shown


@dataclass(frozen=True, slots=True, eq=False)
class LabelGlyph:
    """One character of one label, with its crop."""

    image: str
    """Path of the image relative to the project."""
    place: int
    """Place of the character in the label file."""
    symbol: str
    """The symbol as the label has it, before normalisation."""
    polygon: Polygon
    """The character's polygon in image pixels."""
    word: str
    """The label's word."""
    crop: NDArray[np.uint8]
    """The crop, (SHOWN, SHOWN, 3) uint8, RGB."""
    unusual: float = 0.0
    """Distance from the usual crop (`core.analysis.label_errors.glyph_crops.unusualness`), ≥ 0."""


@dataclass(frozen=True, slots=True)
class Wall:
    """The crops of one symbol, with their order."""

    symbol: str
    """The symbol, normalised as the project does."""
    glyphs: tuple[LabelGlyph, ...]
    """The crops, the most unusual first."""
    unreadable: int = 0
    """Number of images that have the symbol and could not be read, or their label could not."""
    is_whole: bool = True
    """True if `glyphs` holds every crop of the symbol."""


def images_with(symbol: str, table: ImageTable) -> list[str]:
    """Return the images whose labels contain a symbol (normalised), in the order of the list."""
    return [image for image, symbols in zip(table.images, table.symbols, strict=True) if symbol in symbols]


def collect(
    project: Project, symbol: str, images: Sequence[str], progress: Progress = ignore_news, most: int = MOST
) -> Wall:
    """Return the crops of a symbol's characters from the images, in a background thread.

    `most`: the number of crops at which the search ends.
    """
    from core.analysis.label_errors.glyph_crops import (  # SciPy, which the start must not wait for
        crop_glyph,
        describe,
        unusualness,
    )

    glyphs: list[LabelGlyph] = []
    small: list[NDArray[np.uint8]] = []
    unreadable, is_whole = 0, True
    for number, image in enumerate(images):
        progress(number, len(images))
        if len(glyphs) >= most:
            is_whole = False
            break
        path = project.path_of(image)
        try:
            data = read_label_bytes(label_path(path))
            if data is None:
                continue
            label = parse_label(data, label_path(path).name).label
            pixels = read_image(path)
        except (LabelError, ImageError):
            unreadable += 1
            continue
        for place, character in enumerate(label.characters):
            written = unicodedata.normalize("NFC", project.settings.normalise(character.symbol))
            if character.is_ignored or written != symbol:
                continue
            shown = crop_glyph(pixels, character.polygon, SHOWN)
            glyphs.append(LabelGlyph(image, place, character.symbol, character.polygon, label.word, shown))
            small.append(crop_glyph(pixels, character.polygon))
    unusual = unusualness(describe(small))
    order = np.argsort(-unusual, kind="stable")
    return Wall(symbol, tuple(replace(glyphs[at], unusual=float(unusual[at])) for at in order), unreadable, is_whole)


def retyping(glyphs: Iterable[LabelGlyph], symbol: str) -> tuple[list[str], FileEdit]:
    """Return the images of some glyphs, and the edit that gives these another symbol.

    A text that agreed with the characters agrees with them afterwards. A label that is another one since the glyphs
    were collected is refused.
    """
    by_image: dict[str, list[LabelGlyph]] = {}
    for glyph in glyphs:
        by_image.setdefault(glyph.image, []).append(glyph)

    def edited(image: str, data: bytes | None) -> bytes:
        name = image.rpartition("/")[2]
        file = None if data is None else parse_label(data, name)
        for glyph in by_image[image]:
            characters = () if file is None else file.label.characters
            character = characters[glyph.place] if glyph.place < len(characters) else None
            if character is None or (character.symbol, character.polygon) != (glyph.symbol, glyph.polygon):
                changed = translate(
                    "GlyphWall", "{image}: the label has changed since its glyphs were collected. Collect them again."
                )
                raise LabelConflict(changed.format(image=image))
        assert file is not None
        label = edits.retype(file.label, [glyph.place for glyph in by_image[image]], symbol)
        return serialise_label(label, name, file.image_size or (0, 0), file)

    return list(by_image), edited
