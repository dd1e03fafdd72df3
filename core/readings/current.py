"""Finds the readings that fit a folder's present pictures, even if another program has renamed images."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.readings.reading import PictureReading
from core.readings.store import Readings

Hashes = Callable[[Iterable[str]], Mapping[str, str]]
"""Gives the hash of each image's file, by relative path, without images that cannot be read."""


@dataclass(frozen=True, slots=True, eq=False)
class CurrentReadings:
    """The readings that fit the current pictures of a folder, with the changes since they were read."""

    readings: Readings = field(default_factory=Readings)
    """The readings that count, under the names that the images have now."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The new names of images that another program has renamed, by the names in the file of readings."""
    changed: tuple[str, ...] = ()
    """Images whose picture has changed since it was read, so that none of their readings counts."""
    missing: tuple[str, ...] = ()
    """Images with readings that are not in the folder."""


def current_readings(readings: Readings, images: Collection[str], hashes: Hashes) -> CurrentReadings:
    """Return the readings that fit the current pictures.

    An image that is not there any more counts as renamed if exactly one image without readings has its very picture,
    and no second missing image has it.

    Parameters
    ----------
    readings : Readings
        All readings that the project's file holds.
    images : collection of str
        Relative paths of the images in the folder. `in` is asked for each image with readings.
    hashes : callable
        Called once for the images that have readings. If one of these is missing, called once more for all the others.
    """
    there = [image for image in readings.images if image in images]
    missing = [image for image in readings.images if image not in images]
    pictures = dict(hashes(there))
    renamed = {}
    if missing:
        strangers = hashes(image for image in images if image not in readings.by_image)
        renamed = _renamed(readings, missing, strangers)
        pictures |= {now: strangers[now] for now in renamed.values()}
    by_image: dict[str, tuple[PictureReading, ...]] = {}
    for image in (*there, *renamed):
        now = renamed.get(image, image)
        fitting = tuple(
            read if now == image else replace(read, image=now)
            for read in readings.of(image)
            if read.picture == pictures.get(now)
        )
        if fitting:
            by_image[now] = fitting
    changed = tuple(image for image in there if image not in by_image)
    still_missing = tuple(image for image in missing if image not in renamed)
    return CurrentReadings(replace(readings, by_image=by_image), renamed, changed, still_missing)


def _renamed(readings: Readings, missing: Iterable[str], strangers: Mapping[str, str]) -> dict[str, str]:
    """Return the new names of missing images by their old ones, without images whose new name is doubtful."""
    were: dict[str, list[str]] = {}
    for image in missing:
        for picture in dict.fromkeys(read.picture for read in readings.of(image)):
            were.setdefault(picture, []).append(image)
    are: dict[str, list[str]] = {}
    for image, picture in strangers.items():
        if picture in were:
            are.setdefault(picture, []).append(image)
    return {were[picture][0]: now[0] for picture, now in are.items() if len(were[picture]) == 1 and len(now) == 1}
