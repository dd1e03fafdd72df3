"""Finds changes that other programs make in a project, by comparing the times and sizes of its files.

This works wherever files can be listed, network mounts included, if no notification arrives. Every file is looked at
each time: the time of a folder changes when a file is put in its place, but not when a program writes into an old one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import Struct

from core.base.progress import Progress, ignore_news
from core.labels.files.storage import label_name
from core.project.listing import Skipped, folders_of, in_natural_order

Stamp = bytes
"""The numbers of `numbers_of`, packed: those of 100,000 images take 7 MB, and tuples of numbers would take 21."""

MISSING = -1
UNSEEN = -2
_NO_FILE = (MISSING, MISSING)
_NUMBERS = Struct("=4q")


def stamp_of(numbers: tuple[int, ...]) -> Stamp:
    """Pack the numbers of `numbers_of`, and wrap around those over 64 bits, which damaged file systems produce."""
    return _NUMBERS.pack(*((number + 2**63) % 2**64 - 2**63 for number in numbers))


def numbers_of(stamp: Stamp) -> tuple[int, int, int, int]:
    """Return the image's modification time in ns and its size in bytes, then the same two numbers of its label.

    The last two are `MISSING` if there is no label, and any two are `UNSEEN` if the system does not let us look.
    """
    return _NUMBERS.unpack(stamp)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The stamps of all files of a project at one moment."""

    stamps: Mapping[str, Stamp]
    """The stamps by relative path of the image."""
    skipped: tuple[Skipped, ...] = ()
    """The left out files and folders, as in `core.project.listing.Listing`."""

    def hides(self, image: str) -> bool:
        """Return True if the image is in a folder that could not be read, so that it must not count as gone."""
        return any(skipped.path.endswith("/") and image.startswith(skipped.path) for skipped in self.skipped)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a project's images, by relative path in natural order."""

    added: tuple[str, ...] = ()
    """The images that are new."""
    removed: tuple[str, ...] = ()
    """The images that are gone. Those in a folder that cannot be read now are not among them."""
    changed: tuple[str, ...] = ()
    """The images that have changed themselves or in their label, which may also be new or gone."""
    pictures: tuple[str, ...] = ()
    """The images of `changed` that changed themselves."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def take_snapshot(root: Path, progress: Progress = ignore_news, known: Iterable[str] = ()) -> Snapshot:
    """Take the stamps of all images and labels of a project.

    `progress` is called with the number of images seen after each hundred and each folder; the total is not known.
    `known` holds strings that the paths of these images shall be, so that equal ones take no memory twice.

    Raises
    ------
    ProjectError
        If the folder itself cannot be read (a network mount that is gone): nothing is taken for removed then.
    """
    skipped: list[Skipped] = []
    same = {image: image for image in known}
    stamps = {same.get(image, image): stamp for image, stamp in _looked_at(root, skipped, progress)}
    return Snapshot(stamps, tuple(skipped))


def _looked_at(root: Path, skipped: list[Skipped], progress: Progress) -> Iterator[tuple[str, Stamp]]:
    seen = 0
    for folder in folders_of(root):
        folder.images.reverse()
        while folder.images:  # an entry that was looked at is let go: it holds all that the system says of its file
            entry = folder.images.pop()
            image = _look(entry)
            if image is not None:
                label = folder.labels.get(label_name(entry.name))
                seen += 1
                yield folder.path + entry.name, stamp_of(image + ((label and _look(label)) or _NO_FILE))
                if not seen % 100:
                    progress(seen, 0)
        skipped += folder.skipped
        progress(seen, 0)


def stamps_of(root: Path, images: Iterable[str]) -> dict[str, Stamp]:
    """Return the stamps of some images of a project, by relative path, without images that are gone."""
    stamps: dict[str, Stamp] = {}
    for name in images:
        path = root / name
        image = _look(path)
        if image is not None:
            stamps[name] = stamp_of(image + (_look(path.with_name(label_name(path.name))) or _NO_FILE))
    return stamps


def changes(before: Snapshot, after: Snapshot) -> Changes:
    """Return the changes between two snapshots, without images in folders that cannot be read now."""
    old, new = before.stamps, after.stamps
    gone = [image for image in old if image not in new]
    changed = tuple(in_natural_order(image for image, stamp in new.items() if old.get(image, stamp) != stamp))
    return Changes(
        added=tuple(in_natural_order(image for image in new if image not in old)),
        removed=tuple(in_natural_order(image for image in gone if not after.hides(image))),
        changed=changed,
        pictures=tuple(image for image in changed if numbers_of(old[image])[:2] != numbers_of(new[image])[:2]),
    )


class Watcher:
    """Finds the changes since its last poll, at times and in the thread that the caller chooses.

    `before`: the known state; without it, the first answer lists every image as added.
    """

    def __init__(self, root: Path, before: Snapshot | None = None) -> None:
        self.root = root
        self.snapshot = before or Snapshot({})

    def poll(self, progress: Progress = ignore_news) -> Changes:
        """Take a new snapshot, and return the changes since the previous one.

        The known images of a subfolder that cannot be read now are kept until it can be read again. Raises ProjectError
        if the project's folder itself cannot be read; the next poll compares with the last one that succeeded.
        """
        seen = self.snapshot.stamps
        skipped = list[Skipped]()
        unchanged = 0
        news: dict[str, Stamp] = {}
        for image, stamp in _looked_at(self.root, skipped, progress):  # no second copy of what has stayed as it was
            if seen.get(image) == stamp:
                unchanged += 1
            else:
                news[image] = stamp
        still = {**seen, **news} if news else seen
        now = Snapshot(still, tuple(skipped))
        if unchanged + len(news) < len(still):  # some are gone, or hidden: looked at once more, to know which
            now = take_snapshot(self.root)
            hidden = {image: stamp for image, stamp in seen.items() if now.hides(image)}
            now = Snapshot({**hidden, **now.stamps}, now.skipped)
        difference = Changes() if now.stamps is seen else changes(self.snapshot, now)
        self.snapshot = now
        return difference


def _look(entry: os.DirEntry[str] | Path) -> tuple[int, int] | None:
    """Return (modification time in ns, bytes), or None if the file has vanished."""
    try:
        status = entry.stat()
    except FileNotFoundError:
        return None
    except OSError:  # there, but on a mount that answers no more, or behind a link that leads nowhere readable
        return UNSEEN, UNSEEN
    return status.st_mtime_ns, status.st_size
