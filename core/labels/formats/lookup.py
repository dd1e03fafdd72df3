"""Finds the picture that belongs to a record."""

from __future__ import annotations

import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.base.errors import FormatError, Sentence
from core.base.images import is_image
from core.base.phrases import listed
from core.labels.formats.record import Record, Reject
from core.labels.formats.report import Remark
from core.labels.formats.source import Source

MOVED = Remark(
    "guessed",
    Sentence("images were found in another folder than the source says, by their name"),
    Sentence("one image was found in another folder than the source says, by its name"),
)
BY_END = Remark(
    "guessed",
    Sentence("images were found by the end of their path, because the path itself leads elsewhere"),
    Sentence("one image was found by the end of its path, which leads elsewhere"),
)
SPELLED = Remark(
    "guessed",
    Sentence("images were found under names that differ from the listed names only in letter case or Unicode form"),
    Sentence("one image was found whose name differs only in letter case or Unicode form"),
)
TAKEN_OUT = Remark(
    "taken",
    Sentence("images were taken out of their label file (imageData)"),
    Sentence("one image was taken out of its label file (imageData)"),
)

_MOST = 200_000  # files below a folder, over which pictures are not looked for by name alone
_LABELS = (".json", ".txt")  # endings of label files that belong to the picture of their own name
_ENDINGS = (
    (b"\x89PNG", ".png"),
    (b"\xff\xd8", ".jpg"),
    (b"BM", ".bmp"),
    (b"GIF8", ".gif"),
    (b"RIFF", ".webp"),
    (b"II*", ".tif"),
    (b"MM\0*", ".tif"),
)


class PictureFile(NamedTuple):
    """The file that holds a record's picture."""

    name: str
    """Path relative to the folder that names start from, with "/" between folders."""
    path: Path
    """The path to open the file with."""
    remarks: tuple[Remark, ...] = ()
    """Remarks on how the file was found, if its path is another one."""


def ending_of(data: bytes) -> str | None:
    """Return the file ending for a picture by its first bytes, or None for an unknown format."""
    return next((suffix for start, suffix in _ENDINGS if data.startswith(start)), None)


def taken_out(record: Record) -> Record:
    """Return a record with the picture that is embedded in its label file.

    Raises
    ------
    Reject
        If the label file holds no picture of a known format.
    """
    assert record.inside is not None
    data = record.inside()
    ending = ending_of(data)
    if ending is None:
        raise Reject("the picture in its imageData is in no known format")
    folder, slash, last = (record.stem or "").rpartition("/")
    named = (record.image or record.elsewhere or last).rpartition("/")[2]
    name = f"{folder}{slash}{Path(named).stem if is_image(Path(named)) else last}{ending}"
    return replace(record, image=name, picture=data, remarks=(*record.remarks, TAKEN_OUT))


class ImageFinder:
    """Finds pictures by the names in records.

    Names start beside the source, or in `imgs/` or `images/` there; for a label file in a folder `labels`, beside that
    folder too. A picture that is not there is looked for by the end of its path below the source, or below `images`,
    and taken if only one fits.

    Parameters
    ----------
    source : Source
        The source of the records.
    images : Path, optional
        The only folder that names start from.
    strictly : bool
        True: pictures are not looked for by the end of their paths.

    Raises
    ------
    FormatError
        If `images` is no folder.
    """

    def __init__(self, source: Source, images: Path | None = None, *, strictly: bool = False) -> None:
        if images is not None and not images.is_dir():
            raise FormatError("{images}: there is no such folder of images. Check --images.", images=images)
        self._given = images
        root = source.root
        tops = [root.parent, root] if source.is_file and root.name == "labels" else [root]
        self.roots = (
            (images,) if images is not None else tuple(top / sub for top in tops for sub in ("", "imgs", "images"))
        )
        self._below = self.roots[0]
        self._strictly = strictly
        self._source = source
        self._stems: dict[Path, dict[str, list[str]]] = {}

    def find(self, record: Record) -> PictureFile:
        """Find the picture that belongs to a record.

        Raises
        ------
        Reject
            If there is no picture, if several fit, or if its file has no ending of an image.
        """
        picture = (
            self._by_own_name(record)
            or (record.image and self._by_name(record.image))
            or (record.stem and self._by_stem(record.stem))
        )
        if not picture and not self._strictly and (self._given or self._near(record) is None):
            picture = self._by_end(record)
        if not picture:
            raise self._missing(record)
        if not is_image(picture.path):
            raise Reject('"{name}" has no file name extension of an image', name=picture.name)
        return picture

    def _missing(self, record: Record) -> Reject:
        name = record.image or record.elsewhere or f"{record.stem}.*"
        what = Sentence('its image "{name}"', name=name)
        if record.stem is not None and (record.image or record.elsewhere):  # a label file with both, which is labelme's
            what = Sentence('its imagePath "{name}"', name=name)
        if self._given:
            return Reject(
                '{what} is not in "{folder}", the folder of --images, or below it',
                what=what,
                folder=self._given.name,
            )
        near = self._near(record)
        if near is not None:
            return Reject('{what} is in "{folder}"; convert with --images "{folder}"', what=what, folder=near)
        return Reject("{what} is neither beside the source nor in imgs/ or images/; say where with --images", what=what)

    def _near(self, record: Record) -> Path | None:
        """Return a folder outside the source that has the picture by its path from the source, or None.

        The folder is named in a message and never opened.
        """
        if record.elsewhere is None:
            return None
        parts = record.elsewhere.split("/")
        place = self._source.root.absolute().parent
        for _ in range(len(parts)):
            path = place.joinpath(*parts)
            if os.path.isfile(path) and not path.is_relative_to(self._source.root.absolute()):  # noqa: PTH113  as below
                return path.parent
            place = place.parent
        return None

    def _by_own_name(self, record: Record) -> PictureFile | None:
        """Return the only picture of a label file's own name beside it, if the file names another picture.

        A label that was copied or renamed with its picture still names the picture that it was made for.
        """
        if record.stem is None or not (record.image or record.elsewhere):
            return None
        folder, _, last = record.stem.rpartition("/")
        names = self._names(self.roots[0] / folder).get(last, [])
        if len(names) != 1:
            return None
        return PictureFile(f"{folder}/{names[0]}" if folder else names[0], self.roots[0] / folder / names[0])

    def _has_own_label(self, name: str) -> bool:
        """Return True if a label file of the same name lies beside a picture, so that no other label is its."""
        path = self._below / name
        return any(os.path.isfile(path.with_suffix(ending)) for ending in _LABELS)  # noqa: PTH113  as below

    def _by_name(self, name: str) -> PictureFile | None:
        for root in self.roots:
            # PPOCRLabel names files from the parent of the folder that its list lies in.
            for relative in (name, name.removeprefix(f"{root.name}/")):
                path = root / relative
                if os.path.isfile(path):  # noqa: PTH113  Path.is_file raises if a name is too long
                    return PictureFile(relative, path)
        return None

    def _by_stem(self, stem: str) -> PictureFile | None:
        folder, _, last = stem.rpartition("/")
        for root in self.roots:
            names = self._names(root / folder).get(last, [])
            if len(names) > 1:
                raise Reject(
                    "several images have its name ({names}), so it is unclear which is meant", names=listed(names)
                )
            if names:
                return PictureFile(f"{folder}/{names[0]}" if folder else names[0], root / folder / names[0])
        return None

    def _names(self, folder: Path) -> dict[str, list[str]]:
        """Return the images of a folder by their stems, from one reading of the folder."""
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

    def _by_end(self, record: Record) -> PictureFile | None:
        """Return the only picture below a folder that fits the end of a path, with regard to neither case nor form."""
        for path, table in (
            (record.image or record.elsewhere, self._everywhere),
            (record.stem, self._everywhere_by_stem),
        ):
            if not path:
                continue
            wanted = _folded(path).split("/")
            fitting = table.get(wanted[-1], [])
            if record.stem is not None:
                fitting = [name for name in fitting if not self._has_own_label(name)]
            best = max((_same_end(name, wanted) for name in fitting), default=0)
            names = [name for name in fitting if _same_end(name, wanted) == best]
            if len(names) > 1:
                raise Reject(
                    "several images fit the end of its path ({names}), so it is unclear which is meant",
                    names=listed(names, 3),
                )
            if names:
                return PictureFile(names[0], self._below / names[0], (_remark(record, names[0]),))
        return None

    @cached_property
    def _files(self) -> list[str]:
        """The images below the folder that is searched, relative, with "/", or none if there are too many files."""

        def names() -> Iterator[str]:
            for here, files in self._source.folders(self._below):
                folder = here.relative_to(self._below).as_posix()
                yield from (name if folder == "." else f"{folder}/{name}" for name in files)

        files = list(islice(names(), _MOST + 1))
        return [name for name in files if is_image(Path(name))] if len(files) <= _MOST else []

    @cached_property
    def _everywhere(self) -> dict[str, list[str]]:
        places: dict[str, list[str]] = defaultdict(list)
        for name in self._files:
            places[_folded(name).rpartition("/")[2]].append(name)
        return places

    @cached_property
    def _everywhere_by_stem(self) -> dict[str, list[str]]:
        places: dict[str, list[str]] = defaultdict(list)
        for name in self._files:
            places[_folded(name).rpartition("/")[2].rpartition(".")[0]].append(name)
        return places


def _remark(record: Record, name: str) -> Remark:
    """Say how a picture was found if its path is not that of its record."""
    written = record.image or record.stem
    if record.image is None and record.elsewhere is not None:
        return BY_END
    there = _folded(name if record.image else name.rpartition(".")[0])
    places = {_folded(f"{folder}{written}") for folder in ("", "imgs/", "images/")}
    return SPELLED if there in places else MOVED


def _folded(name: str) -> str:
    """A path without regard to letter case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _same_end(name: str, wanted: list[str]) -> int:
    """Return the number of parts at a path's end that are as wanted, given that the last, or its stem, is."""
    folders = _folded(name).split("/")[-2::-1]
    same = 1
    for folder, written in zip(folders, wanted[-2::-1], strict=False):
        if folder != written:
            break
        same += 1
    return same
