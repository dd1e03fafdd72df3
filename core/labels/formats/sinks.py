"""Writes converted records as label files beside the images or as a list, and protects files that may be edited."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Self

from core.base.errors import FormatError, StudioError
from core.base.files import locked_folder, read_file, write_atomically
from core.labels.files.reading import LabelFile
from core.labels.files.writing import serialise_label
from core.labels.formats.base import Beside, ListFile
from core.labels.formats.record import Reject
from core.labels.formats.source import MAX_LIST
from core.labels.formats.whose_texts import over
from core.labels.label import WordLabel

OnWrite = Callable[[str, bytes | None, bytes], None]
"""Called with an image's relative path, and the bytes of its label file before (None: no file) and after writing."""


class BesideSink:
    """Writes one label file beside each image.

    Parameters
    ----------
    folder : Path
        The images' folder.
    writer : Beside
        The format's writer.
    overwrite : bool
        True if a different label file at the destination is replaced.
    read : callable, optional
        Reads a label file of our own back. Then the label that is there decides what is written
        (`core.labels.formats.whose_texts.over`), and the rest of its file stays.
    replacing : callable, optional
        Called before a label file is replaced. If it raises, nothing is written.
    on_write : callable, optional
        Called for every label file that was written.
    demotes : bool
        As that of `over`.
    """

    def __init__(
        self,
        folder: Path,
        writer: Beside,
        overwrite: bool,
        read: Callable[[Path], LabelFile] | None = None,
        replacing: OnWrite | None = None,
        on_write: OnWrite | None = None,
        *,
        demotes: bool = False,
    ) -> None:
        self._folder = folder
        self._writer = writer
        self._overwrite = overwrite
        self._read = read
        self._replacing = replacing
        self._on_write = on_write
        self._demotes = demotes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every label file is written already."""

    def key(self, image: str) -> str:
        """Return the path of the image's label file, which no two records may share."""
        return os.path.normcase(Path(image).with_suffix(self._writer.suffix))

    def prepare(self, image: str, label: WordLabel, size: tuple[int, int]) -> Callable[[], bool]:
        """Check whether a label may be written, and return the function that writes it.

        The function returns True if the file has changed.

        Raises
        ------
        Reject
            If the format cannot hold the label, or a different file is there and must not be overwritten.
        """
        path = (self._folder / image).with_suffix(self._writer.suffix)
        self._made(path, label, Path(image).name, size)

        def write() -> bool:
            with locked_folder(path.parent):
                # Check once more: a label may have been saved while the picture was copied.
                data = self._made(path, label, Path(image).name, size)
                before = self._present(path)
                if data is None or data == before:
                    return False
                if before is not None and self._replacing is not None:
                    self._replacing(image, before, data)
                changed = write_atomically(path, data)
            if changed and self._on_write is not None:
                self._on_write(image, before, data)
            return changed

        return write

    def _made(self, path: Path, label: WordLabel, name: str, size: tuple[int, int]) -> bytes | None:
        """Return the content to write, or None if the label is there already.

        `Reject` is raised if a label is there that differs and must not be replaced.
        """
        data = self._writer.encode(label, name, size)
        there = None if self._read is None or not path.exists() else self._file(path)
        if there is not None:
            made = over(there.label, label, path.name, overwrite=self._overwrite, demotes=self._demotes)
            return None if made == there.label else serialise_label(made, name, size, there)
        if self._overwrite or not path.exists():
            return data
        if self._same(path, data):
            return None
        raise Reject(
            '"{name}" exists and differs; a person may have edited it. Pass --overwrite to replace it',
            name=path.name,
        )

    def _file(self, path: Path) -> LabelFile | None:
        """Return the label file that is there, or None if it cannot be read."""
        assert self._read is not None
        try:
            return self._read(path)
        except StudioError:
            return None

    @classmethod
    def _same(cls, path: Path, data: bytes) -> bool:
        return cls._present(path) == data

    @staticmethod
    def _present(path: Path) -> bytes | None:
        try:
            return read_file(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Reject(
                '"{name}" exists and cannot be read ({why})', name=path.name, why=error.strerror or error
            ) from error


class ListingSink:
    """Writes one list with a line for each image, and keeps the order of the lines that are there.

    The list is written when the sink is closed, also when the conversion is stopped: the list then has the images
    copied so far, and the lines that another conversion has written meanwhile.

    Raises
    ------
    FormatError
        If an existing list cannot be read.
    """

    def __init__(self, folder: Path, writer: ListFile, overwrite: bool) -> None:
        self._path = folder / writer.file
        self._writer = writer
        self._overwrite = overwrite
        self._lines: list[str] = []
        self._places: dict[str, int] = {}
        self._written: dict[str, str] = {}
        self._load()

    def _load(self) -> None:
        self._lines, self._places = [], {}
        try:
            data = read_file(self._path, MAX_LIST)
        except FileNotFoundError:
            return
        except OSError as error:
            raise FormatError(
                "{name}: cannot be read ({why}). Move it away.", name=self._path.name, why=error.strerror or error
            ) from error
        for line in self._writer.split(data, self._path.name):
            try:
                self._put(self._writer.key(line), line)
            except Reject:
                self._put(None, line)

    def _put(self, key: str | None, line: str) -> None:
        if key is not None:
            self._places.setdefault(key, len(self._lines))
        self._lines.append(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._written:
            return
        with locked_folder(self._path.parent):
            self._load()  # another conversion may have written its own lines meanwhile
            for image, line in self._written.items():
                if image in self._places:
                    self._lines[self._places[image]] = line
                else:
                    self._put(image, line)
            write_atomically(self._path, self._writer.join(self._lines, self._path.parent))

    def key(self, image: str) -> str:
        """Return the image, which no two records may share."""
        return image

    def prepare(self, image: str, label: WordLabel, size: tuple[int, int]) -> Callable[[], bool]:
        """Check whether a line may be written, as `BesideSink.prepare` does, and return the function that records it.

        The line is written when the sink is closed.

        Raises
        ------
        Reject
            If the format cannot hold the label, or a different line is there and must not be overwritten.
        """
        line = self._writer.line(image, label, size)
        place = self._places.get(image)
        if place is not None and self._lines[place] != line and not self._overwrite:
            raise Reject(
                'its line in "{name}" exists and differs; a person may have edited it. Pass --overwrite to replace it',
                name=self._path.name,
            )

        def write() -> bool:
            if place is not None and self._lines[place] == line:
                return False
            self._written[image] = line
            return True

        return write
