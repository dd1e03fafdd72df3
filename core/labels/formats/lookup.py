"""Finds the picture of a record."""

from __future__ import annotations

import os
from collections import defaultdict
from functools import cached_property
from pathlib import Path

from core.base.errors import FormatError
from core.base.images import is_image
from core.labels.formats.record import Record, Reject
from core.labels.formats.source import Source


class ImageFinder:
    """Finds pictures by the names that records give them.

    `source`: the source of the records. Names start beside the source, or in `imgs/` or `images/` there; for a label
    file in a folder `labels`, beside that folder too. `images`: the only folder that names start from. `anywhere`: True
    if a picture missing at its recorded path may be found by its name alone, if only one picture has the name. Raises
    FormatError if `images` is no folder.
    """

    def __init__(self, source: Source, images: Path | None = None, anywhere: bool = False) -> None:
        if images is not None and not images.is_dir():
            raise FormatError("{images}: there is no such folder of images. Check --images.", images=images)
        self._given = images
        root = source.root
        tops = [root.parent, root] if source.is_file and root.name == "labels" else [root]
        self.roots = (
            (images,) if images is not None else tuple(top / sub for top in tops for sub in ("", "imgs", "images"))
        )
        self._anywhere = anywhere
        self._source = source
        self._stems: dict[Path, dict[str, list[str]]] = {}
        self.moved = 0
        """How many pictures were found by name alone, in another folder than their record says."""

    def find(self, record: Record) -> tuple[str, Path]:
        """Return the picture's path relative to the folder that names start from, with "/", and its full path.

        Raises Reject if there is no picture, or several have the stem.
        """
        image = (record.image and self._by_name(record.image)) or (record.stem and self._by_stem(record.stem))
        if not image and record.image and self._anywhere:
            image = self._by_name_alone(record.image)
        if image:
            if not is_image(image[1]):
                raise Reject('"{name}" does not end like an image', name=image[0])
            return image
        name = record.image or f"{record.stem}.*"
        if self._given:
            raise Reject(
                'its image "{name}" is not in "{folder}", the folder of --images', name=name, folder=self._given.name
            )
        raise Reject(
            'its image "{name}" is neither beside the source nor in imgs/ or images/; say where with --images',
            name=name,
        )

    def _by_name(self, name: str) -> tuple[str, Path] | None:
        for root in self.roots:
            # PPOCRLabel names files from the parent of the folder that its list lies in.
            for relative in (name, name.removeprefix(f"{root.name}/")):
                path = root / relative
                if os.path.isfile(path):  # noqa: PTH113  Path.is_file raises if a name is too long
                    return relative, path
        return None

    def _by_stem(self, stem: str) -> tuple[str, Path] | None:
        folder, _, last = stem.rpartition("/")
        for root in self.roots:
            names = self._names(root / folder).get(last, [])
            if len(names) > 1:
                raise Reject(
                    "several images have its name ({names}), so it is unclear which is meant", names=", ".join(names)
                )
            if names:
                return f"{folder}/{names[0]}" if folder else names[0], root / folder / names[0]
        return None

    def _names(self, folder: Path) -> dict[str, list[str]]:
        """Return the images of a folder by their stems. Read once."""
        if folder not in self._stems:
            names: dict[str, list[str]] = defaultdict(list)
            try:
                for path in sorted(folder.iterdir()):
                    if is_image(path):
                        names[path.stem].append(path.name)
            except OSError:  # no such folder: no images
                pass
            self._stems[folder] = names
        return self._stems[folder]

    def _by_name_alone(self, name: str) -> tuple[str, Path] | None:
        paths = self._everywhere.get(name.rpartition("/")[2], [])
        if len(paths) != 1:
            return None
        self.moved += 1
        return paths[0].relative_to(self.roots[0]).as_posix(), paths[0]

    @cached_property
    def _everywhere(self) -> dict[str, list[Path]]:
        found: dict[str, list[Path]] = defaultdict(list)
        for here, files in self._source.folders(self.roots[0]):
            for name in files:
                found[name].append(here / name)
        return found
