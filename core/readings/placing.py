"""Finds the image to which a path from another program refers, by comparing paths, without opening a file."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from core.base.errors import Sentence
from core.base.phrases import listed
from core.labels.formats.record import Reject
from core.labels.formats.report import Remark

BY_NAME = Remark(
    "guessed",
    Sentence("images were found by the end of their path, because the path itself leads elsewhere"),
    Sentence("one image was found by the end of its path, which leads elsewhere"),
)
BY_STEM = Remark(
    "guessed",
    Sentence("images were found by their name without its ending"),
    Sentence("one image was found by its name without its ending"),
)
_DRIVE = re.compile(r"^[A-Za-z]:")


class ImagesOfProject:
    """Finds images of a project by other programs' paths.

    `images`: the relative paths of the images. `home`: the folder of the file that holds the paths.
    """

    def __init__(self, root: Path, images: Iterable[str], home: Path) -> None:
        self._images = tuple(images)
        self._by_path = {_folded(image): image for image in reversed(self._images)}
        real, here = root.resolve(), home.resolve()
        self._root = _folded(real.as_posix()).rstrip("/")
        self._given_root = _folded(root.absolute().as_posix()).rstrip("/")
        self._home = _folded(here.relative_to(real).as_posix()) if here.is_relative_to(real) else ""

    def find(self, written: str) -> tuple[str, Remark | None]:
        """Return the image that a path names, with a remark if the path itself did not identify it.

        A path is absolute, or relative to the project or to the file that holds it. If it leads elsewhere, the image is
        taken whose path has most of its last folders. Raises Reject if no image fits, or several fit equally well.
        """
        if written in self._by_path:
            return self._by_path[written], None
        path = _folded(written.strip().replace("\\", "/"))
        for root in (self._root, self._given_root):
            path = path.removeprefix(f"{root}/")
        parts = [part for part in _DRIVE.sub("", path).split("/") if part not in {"", "."}]
        if not parts:
            raise Reject("it names no image")
        relative = "/".join(parts)
        for place in (relative, f"{self._home}/{relative}"):
            if place in self._by_path:
                return self._by_path[place], None
        fitting = self._by_name.get(parts[-1], [])
        if fitting:
            return self._best(written, parts, fitting), BY_NAME if len(parts) > 1 else None
        fitting = self._by_stem.get(parts[-1], [])
        if not fitting:
            raise Reject('its image "{image}" is not in the folder', image=written[-200:])
        return self._best(written, parts, fitting), BY_STEM

    def by_stem(self, stem: str) -> str:
        """Return the only image with the name `stem`, apart from its ending.

        Raises
        ------
        Reject
            If there is no such image, or there are several.
        """
        fitting = self._by_stem.get(_folded(stem), [])
        if not fitting:
            raise Reject('no image "{image}" with any ending is in the folder', image=stem)
        return self._best(stem, [_folded(stem)], fitting)

    @staticmethod
    def _best(written: str, parts: list[str], fitting: list[str]) -> str:
        same = {image: _same_end(image, parts) for image in fitting}
        best = [image for image in fitting if same[image] == max(same.values())]
        if len(best) > 1:
            shown = listed(best, 3)
            raise Reject(
                '"{image}" matches several images ({names}). Write the whole path', image=written[-200:], names=shown
            )
        return best[0]

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        return _table((image, _folded(image).rpartition("/")[2]) for image in self._images)

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        return _table((image, _folded(image).rpartition("/")[2].rpartition(".")[0]) for image in self._images)


def _table(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = defaultdict(list)
    for image, name in named:
        table[name].append(image)
    return table


def _folded(path: str) -> str:
    """Return a path in one Unicode form: two systems spell "é" in two ways."""
    return unicodedata.normalize("NFC", path)


def _same_end(image: str, parts: list[str]) -> int:
    """Return the number of folders, from the last one up, that are the same."""
    same = 0
    for folder, written in zip(_folded(image).split("/")[-2::-1], parts[-2::-1], strict=False):
        if folder != written:
            break
        same += 1
    return same
