"""Readers of labelled word images: from a project's folder, a list of paths and texts, arrays, or synthesis.

Readers of finite sources know their labels when they are made, as a snapshot: labels that are edited during a training
do not change it. Images are read when they are wanted.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.encoding import read_text
from core.base.errors import DataError, LabelError, Sentence
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.data.drawing.synthesis import Synthesis, label_of, sample
from core.data.samples.difficulty import Difficulty
from core.data.samples.samples import LabelledWord, LeftOut, left_out
from core.labels.files.storage import label_path, read_label
from core.labels.formats.lines.listed import columns_of
from core.labels.formats.parsing import image_name
from core.labels.formats.readers.npz import FORMAT as NPZ
from core.labels.formats.record import Refusal, Reject
from core.labels.formats.source import Source
from core.labels.label import WordLabel
from core.project.notes import ImageNote, Split
from core.project.project import Project
from core.runs.cross_check import fold_of

LISTS = frozenset({".csv", ".tsv", ".txt"})  # endings of files of paths and texts

SOURCES: Mapping[str, Sentence] = {
    "FOLDER": Sentence("A folder of word images, subfolders too, with their labels."),
    "FOLDER/manifest.json": Sentence("A folder of record files, as `textscanner records` writes them."),
    " ".join(sorted(LISTS)): Sentence(
        "A list of image paths, relative to its folder, and texts: words without polygons."
    ),
    ".npz": Sentence("NumPy arrays: images (n, h, w) or (n, h, w, 3) uint8, and texts (n,)."),
}
"""The kinds of sources of training samples, each with what it holds; `core.data.opening` opens them."""

MAX_LIST = 256 << 20  # largest list of paths and texts, bytes

_DELIMITERS = "\t,;|"


@dataclass(frozen=True, slots=True, eq=False)
class FileReader:
    """Words whose images are files, or bytes with the content of files."""

    name: str
    """Name of the source in messages: the project's folder, with the split if there is one, or the file."""
    root: Path
    """The folder that the images' paths are relative to."""
    images: tuple[str, ...]
    """Paths of the images, with "/" between folders."""
    labels: tuple[bytes, ...]
    """The labels in Python's own serialisation, which takes a fifth of the memory (`label_of`)."""
    passed_over: tuple[LeftOut, ...]
    """Items that cannot be used, with the reasons."""
    digest: str
    """Checksum that changes with any image's path or label."""
    confidences: NDArray[np.float64]
    """(size,) float64: for each label, the probability that its text is right, below 1 for a model's draft."""
    drafts: int = 0
    """Number of labels that a model drafted and nobody has reviewed, which are not among the words."""
    agreed: int = 0
    """Number of labels that were accepted because two readers agreed.

    They are among the words of training, and not among others."""
    pictures: tuple[bytes, ...] = ()
    """Bytes of the images' files, if there are none in the folder."""

    @classmethod
    def of(
        cls,
        name: str,
        root: Path,
        labelled_images: Iterable[tuple[str, WordLabel]],
        passed_over: Iterable[LeftOut] = (),
        *,
        drafts: int = 0,
        agreed: int = 0,
        pictures: Sequence[bytes] = (),
    ) -> FileReader:
        """Make a reader from images, given by their paths, and their labels."""
        images = []
        labels = []
        sure = []
        digest = hashlib.blake2b(digest_size=16)
        for image, label in labelled_images:
            images.append(image)
            sure.append(label.confidence)
            labels.append(pickle.dumps(label, pickle.HIGHEST_PROTOCOL))
            for part in (image.encode("utf-8", "surrogatepass"), repr(label).encode("utf-8", "surrogatepass")):
                digest.update(len(part).to_bytes(8, "big") + part)
        for picture in pictures:
            digest.update(len(picture).to_bytes(8, "big") + picture)
        return cls(
            name,
            root,
            tuple(images),
            tuple(labels),
            tuple(passed_over),
            digest=digest.hexdigest(),
            confidences=np.array(sure),
            drafts=drafts,
            agreed=agreed,
            pictures=tuple(pictures),
        )

    @property
    def size(self) -> int:
        return len(self.images)

    def name_of(self, index: int) -> str:
        return self.images[index]

    def label_of(self, index: int) -> WordLabel:
        label = pickle.loads(self.labels[index])  # our own bytes, made above
        assert isinstance(label, WordLabel)
        return label

    def read(self, index: int) -> LabelledWord:
        picture = self.pictures[index] if self.pictures else None
        return LabelledWord(
            self.images[index], read_image(self.root / self.images[index], picture), self.label_of(index)
        )


def read_project(
    project: Project, split: Split | None = None, *, reviewed_only: bool = False, progress: Progress = ignore_news
) -> FileReader:
    """Read the labelled images in one split of a project, or in all splits for None, as `read_splits` does.

    Raises
    ------
    ProjectError
        If the folder cannot be read.
    """
    return read_splits(project, (split,), reviewed_only=reviewed_only, progress=progress)[0]


def read_splits(
    project: Project,
    splits: Sequence[Split | None] = ("train", "val"),
    *,
    fold: tuple[int, int] | None = None,
    reviewed_only: bool = False,
    drafts: bool = False,
    agreed: bool = False,
    progress: Progress = ignore_news,
) -> tuple[FileReader, ...]:
    """Read the known labels of a project's images, each file once, and divide them by split.

    Parameters
    ----------
    project : Project
        The project.
    splits : sequence of ({"train", "val"} or None)
        Of each reader; None: all images.
    fold : (int, int) or None
        Number and count: split as in a cross-check, validating with that fold, in place of the project's split.
    reviewed_only : bool
        Pass over labels that no person has marked as reviewed.
    drafts : bool
        Read labels that a model drafted, too, except for validation.
    agreed : bool
        Read labels that were accepted because two readers agreed as truth, too. Without it they only teach: they are
        only among the words of the split "train".
    progress : Progress
        Called with the images looked at.

    Raises
    ------
    ProjectError
        If the folder cannot be read. Images without a usable label are in `FileReader.passed_over`.
    """

    def split_of(image: str, label: WordLabel | None) -> Split:
        if fold is None:
            return project.split_of(image, ImageNote.of(label))
        return "val" if fold_of(image, fold[1]) == fold[0] else "train"

    listing = project.images()
    skipped = [LeftOut(skipped.path, skipped.reason) for skipped in listing.skipped]
    passed_over: list[list[LeftOut]] = [[*skipped] for _ in splits]
    labels: list[list[tuple[str, WordLabel]]] = [[] for _ in splits]
    left = [0] * len(splits)
    counted = [0] * len(splits)
    for done, image in enumerate(listing.images):
        if done % 64 == 0:
            progress(done, len(listing.images))
        label, reason = _usable_label(project, image, reviewed_only)
        part = split_of(image, label)
        for place, wanted in enumerate(splits):
            if wanted is not None and wanted != part:
                continue
            if reason is not None:
                passed_over[place].append(reason)
            elif label is not None:
                counted[place] += label.is_agreed
                part_read = label.teaching if wanted == "train" else _truth(label, agreed)
                if part_read is not None or (drafts and wanted != "val"):
                    labels[place].append((image, _plain(part_read or label)))
                else:
                    left[place] += not label.is_agreed
    progress(len(listing.images), len(listing.images))
    name = project.root.name or str(project.root)
    return tuple(
        FileReader.of(
            name if split is None else f"{name} ({split})",
            project.root,
            labels[place],
            passed_over[place],
            drafts=left[place],
            agreed=counted[place],
        )
        for place, split in enumerate(splits)
    )


def _usable_label(project: Project, image: str, reviewed_only: bool) -> tuple[WordLabel | None, LeftOut | None]:
    """The label of an image, if it can be read, and why it is of no use."""
    beside = label_path(project.path_of(image))
    if not beside.exists():
        sentence = Sentence(
            "{name}: no label ({label}). Label the image, or convert a label for it.", name=image, label=beside.name
        )
        return None, LeftOut(image, sentence)
    try:
        label = read_label(beside).label
    except LabelError as error:
        return None, left_out(image, error)
    if reviewed_only and not label.is_reviewed:
        sentence = Sentence("{name}: its label is not reviewed, and only reviewed ones are asked for.", name=image)
        return label, LeftOut(image, sentence)
    return label, None


def _truth(label: WordLabel, agreed: bool) -> WordLabel | None:
    """The part of the label that counts as true: what is known, and if `agreed` a text that two readers read alike.

    The characters of that text are a model's, which would be measured against itself.
    """
    taught = label.teaching
    return replace(taught, characters=()) if agreed and label.is_agreed and taught is not None else label.known


def _plain(label: WordLabel) -> WordLabel:
    """The label without what teaches nothing: foreign keys of the file, tags."""
    characters = tuple(replace(c, extra=()) if c.extra else c for c in label.characters)
    return replace(label, characters=characters, extra=(), tags=(), split=None)


def read_list(path: Path) -> FileReader:
    """Read a CSV file with image paths below its folder and texts, which become word-level labels.

    A list may come from anywhere, so a path that leads out of its folder is left out, with the reason.

    The delimiter is whichever of tab, comma, semicolon and | gives the first line the most columns; fields may be
    quoted. A first line of column names (`path`, `file`, `image` …; `text`, `label`, `word` …) is recognised, else path
    and text are the first two columns. The encoding is found by `core.base.encoding`.

    Raises
    ------
    DataError
        If the file cannot be read, or is no table.
    FormatError
        If the file is text in no known encoding.
    """
    text = read_text(path, MAX_LIST, DataError).text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    labels: dict[str, WordLabel] = {}
    passed_over: list[LeftOut] = []
    for where, image, word in _rows(text, path.name, path.parent.absolute()):
        if image is None:
            passed_over.append(LeftOut(where, Sentence("{name}: {reason}", name=where, reason=word)))
        elif image in labels:
            twice = Sentence(
                '{name}: "{image}" occurs twice in the list; its first line is used.', name=where, image=image
            )
            passed_over.append(LeftOut(where, twice))
        else:
            labels[image] = WordLabel(text=word)
    return FileReader.of(path.name, path.parent, labels.items(), passed_over)


def _rows(text: str, name: str, folder: Path) -> Iterator[tuple[str, str | None, str]]:
    """Yield (place, image, text) of each row, or (place, None, reason)."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    with contextlib.suppress(csv.Error):  # a field of over 128 kB, which the reader below tells of
        delimiter = max(_DELIMITERS, key=lambda mark: len(next(csv.reader([first], delimiter=mark), [])))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns: tuple[int, int] | None = None
    try:
        for row in rows:
            where = Sentence("{name}, line {line}", name=name, line=rows.line_num)
            if not any(cell.strip() for cell in row):
                continue
            if columns is None:
                columns = columns_of(row)
                if columns is not None:
                    continue
                columns = (0, 1)
            if len(row) <= max(columns):
                reason = Sentence(
                    "there is no column {number}. Write path and text in two columns.", number=max(columns) + 1
                )
                yield where, None, reason
                continue
            image, word = row[columns[0]].strip(), row[columns[1]]
            if not image:
                yield where, None, Sentence("the line has no path. Name the image.")
                continue
            try:
                inside = Path(image).is_relative_to(folder) and Path(image).relative_to(folder).as_posix()
                image = image_name(inside or image)
            except Reject as reject:
                yield (
                    where,
                    None,
                    Sentence("{reason}. Put the list into a folder above its images.", reason=str(reject)),
                )
                continue
            if not word:
                yield (
                    where,
                    None,
                    Sentence('the text of "{image}" is empty. Write the text that the image shows.', image=image),
                )
            else:
                yield where, image, word
    except csv.Error as error:
        raise DataError(
            "{name}, line {line}: the table cannot be read ({why}). Check the quotes and line ends.",
            name=name,
            line=rows.line_num,
            why=error,
        ) from error
    if columns is None:
        raise DataError("{name}: the file has no lines. Write the paths and the texts in two columns.", name=name)


def read_arrays(path: Path) -> FileReader:
    """Read the word images in an `.npz` file together with their labels.

    Raises
    ------
    StudioError
        If the file is no archive of word images.
    """
    words = []
    pictures = []
    passed_over = []
    for item in NPZ.read(Source(path)):
        if isinstance(item, Refusal):
            passed_over.append(LeftOut(item.where, item.sentence))
        elif item.picture is not None:
            words.append((item.image or "", item.label))
            pictures.append(item.picture)
    if not words:
        raise DataError(
            "{name}: no word image in it can be used. Save images (n, height, width[, 3]) uint8, and texts (n,).",
            name=path.name,
        )
    return FileReader.of(path.name, path.parent, words, passed_over, pictures=pictures)


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticReader:
    """Reads the endless stream of synthetic words."""

    config: Synthesis
    """The words to draw and their look."""
    seed: int = 0
    """Seed of the stream, from 0. Another seed gives other words."""
    difficulty: Difficulty = field(default_factory=Difficulty, compare=False)
    """The difficulty of the words of a scene."""

    @property
    def name(self) -> str:
        """The name of the reader in messages."""
        return "synthetic stream"

    @property
    def size(self) -> None:
        """None, because the stream has no end."""
        return None

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        return ()

    def name_of(self, index: int) -> str:
        return f"synthetic word {index} of seed {self.seed}"

    def label_of(self, index: int) -> WordLabel:
        return label_of(self.config, self.seed, index)

    def read(self, index: int) -> LabelledWord:
        synthetic = sample(self.config, self.seed, index, self.difficulty.level)
        return LabelledWord(self.name_of(index), synthetic.image, synthetic.label)
