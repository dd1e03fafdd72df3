"""Opens projects and their word images as data to look at, and writes nothing into a project's folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from core.base.errors import StudioError
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec

if TYPE_CHECKING:
    from core.index.rows import RowStatus
    from core.labels.checks.problems import Problem
    from core.labels.formats.finding import ForeignLabels
    from core.project.project import Project


@dataclass(frozen=True)
class WordImage:
    """One word image of a project, with its label and all that is known about it.

    The label is read when it is first asked for, and kept: open the project again to see what has changed since.
    """

    name: str
    """Path relative to the project, with `/` between folders."""
    project: Project = field(repr=False)
    """The project, as `core` has it."""

    @property
    def path(self) -> Path:
        """The path of the image file."""
        return self.project.path_of(self.name)

    @cached_property
    def size(self) -> tuple[int, int]:
        """The size of the image, (height, width) in pixels, after EXIF orientation.

        Raises
        ------
        StudioError
            If the image cannot be read.
        """
        from core.base.images import image_size

        return image_size(self.path)

    def pixels(self) -> NDArray[np.uint8]:
        """Decode the image to upright RGB, (height, width, 3) uint8.

        Raises
        ------
        StudioError
            If the image cannot be read.
        """
        from core.base.images import read_image

        return read_image(self.path)

    @property
    def label(self) -> WordLabel | None:
        """The label as its file gives it, with polygons in image pixels, or None without a readable label."""
        return self._read[0]

    @property
    def problem(self) -> str:
        """The sentence that says why the label file cannot be read, or "" if it can, or if there is none."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[WordLabel | None, str]:
        from core.labels.files.storage import label_path, read_label

        path = label_path(self.path)
        if not path.exists():
            return None, ""
        try:
            return read_label(path).label, ""
        except StudioError as error:
            return None, str(error)

    @property
    def text(self) -> str:
        """The word in the label, normalised as the project compares texts, or "" if there is none."""
        return "" if self.label is None else self.label.normalised(self.project.settings.normalise).word

    @property
    def is_known(self) -> bool:
        """True if a person or an import has given the text, and not for a model's draft or without a label."""
        return self.label is not None and self.label.known is not None

    @property
    def status(self) -> RowStatus:
        """The progress of the label, as in the window's list.

        "none", "draft", "prelabelled" (a model made it), "agreed" (two readers did), "reviewed" or "unreadable".
        """
        from core.index.rows import status_of

        return "unreadable" if self.problem else status_of(self.label)

    @property
    def split(self) -> Literal["train", "val"]:
        """The split to which the image belongs, chosen by a person or else by the project."""
        from core.project.notes import ImageNote

        return self.project.split_of(self.name, ImageNote.of(self.label))

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that a person has given to the image, sorted."""
        from core.project.notes import ImageNote

        return self.project.note_of(self.name, ImageNote.of(self.label)).tags

    def to_dict(self) -> dict[str, Any]:
        """Return the known facts about the image as plain values, a row of `ReadOnlyProject.rows`."""
        problem = self.problem
        height: int | None = None
        width: int | None = None
        try:
            height, width = self.size
        except StudioError as error:
            problem = problem or str(error)
        return {
            "image": self.name,
            "path": str(self.path),
            "height": height,
            "width": width,
            "status": self.status,
            "known": self.is_known,
            "text": self.text,
            "length": None if self.label is None else len(self.text),
            "characters": None if self.label is None else len(self.label.characters),
            "split": self.split,
            "tags": list(self.tags),
            "problem": problem,
        }


class ReadOnlyProject:
    """A folder of word images, opened for reading, as a sequence of `WordImage` in natural order.

    Made by `open_project`. Nothing in the folder is written, and no index is kept.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._listing = project.images()
        self.images: tuple[WordImage, ...] = tuple(WordImage(name, project) for name in self._listing.images)

    def __repr__(self) -> str:
        count = len(self.images)
        return f"<project {self.folder.name}: {count:,} {'image' if count == 1 else 'images'}>"

    def __len__(self) -> int:
        return len(self.images)

    def __iter__(self) -> Iterator[WordImage]:
        return iter(self.images)

    @overload
    def __getitem__(self, key: int | str) -> WordImage: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[WordImage, ...]: ...
    def __getitem__(self, key: int | str | slice) -> WordImage | tuple[WordImage, ...]:
        """An image by its number or by its name, such as "val/word_3.png", or several by a slice."""
        return self._by_name[key] if isinstance(key, str) else self.images[key]

    @cached_property
    def _by_name(self) -> dict[str, WordImage]:
        return {image.name: image for image in self.images}

    @property
    def folder(self) -> Path:
        """The absolute path of the folder."""
        return self._project.root

    @property
    def spec(self) -> MapSpec:
        """The sizes and numbers that determine the project's target maps."""
        return self._project.settings.maps

    @cached_property
    def charset(self) -> tuple[str, ...]:
        """The symbols, beginning with id 1: those that the project has chosen, or else all in its labels, sorted."""
        from core.project.label_charset import charset_of_labels

        chosen = self._project.settings.charset or charset_of_labels(self._project, self._listing.images)
        return chosen.symbols

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences on guesses made in opening the folder, and on images in it that were left out."""
        return (*self._project.remarks, *(skipped.reason for skipped in self._listing.skipped))

    def rows(self) -> list[dict[str, Any]]:
        """Return the known facts about each image as plain values, for `pandas.DataFrame(project.rows())`.

        Returns
        -------
        list of dict
            `image` (relative path), `path`, `height` and `width` (pixels, after EXIF orientation), `status`, `known`,
            `text`, `length` (symbols of the text), `characters` (with a polygon), `split`, `tags`, and `problem`: the
            sentence that says why image or label cannot be read, or "". None means that there is no such fact.

        Examples
        --------
        >>> project = textscanner.open_project("words")
        >>> row = project.rows()[0]
        >>> row["image"], row["text"], row["characters"], row["status"]
        ('word_00001.png', '089675', 6, 'draft')
        """
        return [image.to_dict() for image in self.images]

    def problems(self) -> tuple[Problem, ...]:
        """Check all images and labels, as `textscanner check` does.

        Returns
        -------
        tuple of Problem
            By image in natural order. Each has `id` (its kind), `severity`, `message`, `image`, `character` (its rank
            from 1) and `place` ((x, y) in image pixels); `to_dict` gives them as plain values.

        Examples
        --------
        >>> textscanner.open_project("words").problems()
        ()
        """
        from core.index.checks import check_folder

        return check_folder(self._project).problems

    def foreign_labels(self) -> tuple[ForeignLabels, ...]:
        """Find labels from other programs that belong to the images, as the window does when it opens a folder.

        Returns
        -------
        tuple of ForeignLabels
            Each has `format`, `source` and `labels` (their number). `textscanner.convert` imports them.

        Examples
        --------
        >>> textscanner.open_project("words").foreign_labels()
        ()
        """
        from core.labels.formats.finding import foreign_labels

        return foreign_labels(self.folder)


def open_project(folder: str | PathLike[str]) -> ReadOnlyProject:
    """Open a folder of word images, including subfolders, to look at its images, labels and problems.

    Any folder opens, as in the window: one without labels has images whose status is "none", and labels of other
    programs are found by `ReadOnlyProject.foreign_labels`. Label files are read when they are asked for.

    Parameters
    ----------
    folder : path
        Read, and never written.

    Returns
    -------
    ReadOnlyProject

    Raises
    ------
    StudioError
        If there is no such folder, it cannot be read, or its `textscanner.json` cannot be understood.

    Examples
    --------
    >>> project = textscanner.open_project("words")
    >>> project
    <project words: 6 images>
    >>> image = project["word_00002.png"]
    >>> image.text, image.status, image.size
    ('90270760', 'draft', (36, 178))
    >>> [character.symbol for character in image.label.in_order][:3]
    ['9', '0', '2']
    """
    from core.project.project import Project

    return ReadOnlyProject(Project.open(Path(folder)))
