"""Finds labels from other programs that belong to a folder of images and have not been converted."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.base.errors import StudioError
from core.base.files import open_file
from core.base.images import SUFFIXES
from core.base.progress import Progress, ignore_news
from core.labels.files.storage import label_path
from core.labels.formats.base import Format
from core.labels.formats.lookup import ImageFinder
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.registry import candidates, formats
from core.labels.formats.source import Source, SourceChoices
from core.labels.formats.text_field import LABEL

MOST = 5_000  # records that are counted of one source: the number is for a sentence

_LISTS = 50  # files of a folder that are looked into
_ENDINGS = (".txt", ".tsv", ".csv", ".lst", ".json", ".jsonl", ".ndjson", ".mat")
_IMAGES = tuple(SUFFIXES)
_IMAGE_FOLDERS = {"imgs", "images"}  # in which an import looks for the images of a list, too


@dataclass(frozen=True, slots=True)
class ForeignLabels:
    """Labels from another program that belong to images of a folder."""

    format: str
    """Name of the format."""
    source: Path
    """The source to convert: a list, or the folder that holds several lists or a file for each image."""
    names: tuple[str, ...] = ()
    """Names of the lists. Empty if each image has a file of its own, or its name says everything."""
    labels: int = 0
    """Number of records with an image in the folder, or of words in scenes."""
    images: int = 0
    """Number of the images that the records belong to."""
    unlabelled: int = 0
    """Number of those images that have no label of this program beside them."""
    cuts: bool = False
    """True if the labels are of words in scenes, which have to be cut out."""
    is_part: bool = False
    """True if there are more labels: counting ended at `MOST`."""
    trouble: str = ""
    """A whole sentence on the reason why the file cannot be used. The numbers are 0 then."""

    @property
    def key(self) -> str:
        """The key that distinguishes these labels from others in the same folder."""
        return "|".join((self.format, self.source.name, *self.names))


def foreign_labels(folder: Path, progress: Progress = ignore_news, *, most: int = MOST) -> tuple[ForeignLabels, ...]:
    """Find labels from other programs for the images of a folder, sources with most labels first.

    The lists in the folder, those beside it that bear its name (`val.jsonl` beside `val`; any, beside a folder `images`
    or `imgs`), label files for each image, and the names of the images are searched. Only labels that belong to at
    least one image of the folder without a label are returned. A file of no format is passed over in silence; one that
    is known for labels, by its name or its first lines, and cannot be used is listed with the reason.

    Parameters
    ----------
    folder : Path
        The folder of images.
    progress : callable
        Called with (records done, 0) from time to time; it may raise Cancelled.
    most : int
        Records that are counted of one source.
    """
    groups = [*_lists(folder, progress, most), *_files(folder, progress, most)]
    useful = [group for group in groups if group.trouble or group.unlabelled]
    return tuple(sorted(useful, key=lambda group: (-group.labels, group.key)))


def stamps_of_lists(folder: Path) -> frozenset[tuple[str, int, int]]:
    """Return the state of the files that may be lists for a folder's images, to notice a change.

    Another answer means that a list came, went or was changed.

    Returns
    -------
    frozenset of (str, int, int)
        Path, modification time in ns, and bytes of each file.
    """
    stamps = set()
    for _, files in _places(folder):
        for file in files:
            try:
                status = file.stat()
            except OSError:
                continue
            stamps.add((str(file), status.st_mtime_ns, status.st_size))
    return frozenset(stamps)


def _places(folder: Path) -> Iterator[tuple[Path, list[Path]]]:
    """The places that may hold lists for a folder, each with files that belong together."""
    name, parent = folder.name.lower(), folder.parent
    yield folder, _candidates(folder)
    if name in _IMAGE_FOLDERS:
        yield parent, _candidates(parent)
    elif name:
        yield from ((parent, [file]) for file in _candidates(parent, name))


def _lists(folder: Path, progress: Progress, most: int) -> Iterator[ForeignLabels]:
    """The labels in the lists of a folder and of the one that it is in."""
    for place, files in _places(folder):
        yield from _grouped(folder, place, files, progress, most)


def _grouped(folder: Path, place: Path, files: list[Path], progress: Progress, most: int) -> Iterator[ForeignLabels]:
    """Return the labels in the lists of one place, those of one format as one group to be converted together."""
    groups: dict[str, list[tuple[str, ForeignLabels]]] = {}
    for file in files:
        progress(0, 0)
        kind = _kind_of(file)
        if kind is None:
            continue
        try:
            counted = _counted(kind, Source(file, waiting=partial(progress, 0, 0)), folder, progress, most)
        except StudioError as error:
            if kind.known_as == () or _is_known(kind, file):
                yield ForeignLabels(kind.id, file, (file.name,), trouble=str(error))
            continue
        if counted.labels:
            groups.setdefault(kind.id, []).append((file.name, counted))
    for group in groups.values():
        names, parts = zip(*group, strict=True)
        yield ForeignLabels(
            format=parts[0].format,
            source=parts[0].source if len(parts) == 1 else place,
            names=names,
            labels=sum(part.labels for part in parts),
            images=sum(part.images for part in parts),
            unlabelled=sum(part.unlabelled for part in parts),
            cuts=parts[0].cuts,
            is_part=any(part.is_part for part in parts),
        )


def _candidates(folder: Path, beginning: str = "") -> list[Path]:
    """The files of a folder that may be lists: those that belong to one image, by their names, are left out."""
    names: list[str] = []
    stems: set[str] = set()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                name = entry.name.lower()
                if name.endswith(_IMAGES):
                    stems.add(entry.name.rpartition(".")[0])
                elif name.endswith(_ENDINGS) and name.startswith(beginning):
                    names.append(entry.name)
    except OSError:
        return []
    lists = sorted(name for name in names if name.rpartition(".")[0] not in stems)
    return [folder / name for name in lists[:_LISTS]]


def _kind_of(file: Path) -> Format | None:
    """Return the format of a list's file, or None if no format or several fit it."""
    source = Source(file)
    lists = [form for form in formats().values() if form.is_list]
    fitting = candidates(source, lists)
    if not fitting and not _can_be_read(file):
        fitting = [form for form in lists if _is_known(form, file)]
    return fitting[0] if len(fitting) == 1 else None


def _can_be_read(file: Path) -> bool:
    """Return True if the system gives a file's bytes.

    True is also returned for a path that is no regular file: it belongs to no format, and reading a pipe would wait.
    """
    if not file.is_file():
        return True
    try:
        with open_file(file) as opened:
            opened.read(1)
    except OSError:
        return False
    return True


def _is_known(kind: Format, file: Path) -> bool:
    return file.name.lower().startswith(kind.known_as)


def _files(folder: Path, progress: Progress, most: int) -> Iterator[ForeignLabels]:
    """The labels in files of single images, or in the images' names."""
    places = [folder]
    if folder.name.lower() in _IMAGE_FOLDERS and (folder.parent / "labels").is_dir():
        places.append(folder.parent)
    looked_at = {place: Source(place) for place in places}  # one for all formats, which look at the same files
    for kind in formats().values():
        is_own = kind.id == "labelme"  # unless a label file holds its picture, and there is no other
        if kind.is_list or (is_own and not _is_without_image(looked_at[folder])):
            continue
        for place in places:
            progress(0, 0)
            if not kind.detect(looked_at[place]):
                continue
            try:
                source = Source(
                    place, choices=SourceChoices(text_from=LABEL)
                )  # to count; an import finds it out, or asks
                counted = _counted(kind, source, folder, progress, most)
            except StudioError:
                continue  # a folder that vanished; of a single file this is a refusal
            if counted.labels:
                yield counted
                break


def _is_without_image(source: Source) -> bool:
    """Return True if one of the first label files of a folder has no image beside it."""
    return any(not any(path.with_suffix(suffix).exists() for suffix in _IMAGES) for path in source.first_files(".json"))


def _counted(kind: Format, source: Source, folder: Path, progress: Progress, most: int) -> ForeignLabels:
    """Count the records of a source whose image is in a folder."""
    finder = ImageFinder(source, strictly=not kind.unique_names)
    images: dict[Path, bool] = {}
    labels = words = done = 0
    failed: Refusal | None = None
    for item in kind.read(source):
        done += 1
        progress(done, 0)
        if isinstance(item, Record):
            path = _image_of(item, finder, folder, only_inside=kind.id == "labelme")  # others of it are our own labels
            if path is not None:
                labels += 1
                words += len(unicodedata.normalize("NFC", item.label.word)) > 1
                if path not in images:
                    images[path] = kind.cuts or path.suffix == ".json" or not label_path(path).exists()
        elif failed is None:
            failed = item
        if done >= most:
            break
    # If few shapes are words, those are slips of the keyboard in word images; see `WordLabel.is_scene`.
    if kind.id == "labelme-scene" and words <= labels / 2:
        labels, images = 0, {}
    return ForeignLabels(
        format=kind.id,
        source=source.path,
        names=(source.path.name,) if source.is_file else (),
        labels=labels,
        images=len(images),
        unlabelled=sum(images.values()),
        cuts=kind.cuts,
        is_part=done >= most,
    )


def _image_of(record: Record, finder: ImageFinder, folder: Path, only_inside: bool) -> Path | None:
    """Return the image of a record in a folder, or the label file that holds the image, or None if it is elsewhere."""
    if record.picture is not None:  # of nobody's folder
        return None
    try:
        path = finder.find(record).path
    except (Reject, OSError):
        return None if record.inside is None else folder / f"{record.stem}.json"
    if only_inside:
        return None
    return path if path.is_relative_to(folder) else None
