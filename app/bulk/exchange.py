"""Converts labels from and to other formats, and records its changes of label files in the history."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from app.bulk.bulk import LabelChange, Recording
from core.base.errors import FileWriteError
from core.base.progress import Cancelled, Progress
from core.labels.files.storage import LabelFile, parse_label
from core.labels.formats.conversion import Conversion, convert
from core.labels.formats.source import DEFAULTS, SourceChoices


@dataclass(frozen=True, slots=True)
class Order:
    """The source, target and formats of a conversion."""

    source: Path
    """A label file, a list, or a folder of them."""
    folder: Path
    """The folder to write into, which may be the open project."""
    read_as: str | None = None
    """Name of the source's format. None: the format is detected."""
    write_as: str = "labelme"
    """Name of the format to write."""
    images: Path | None = None
    """The folder that the source's image names start from."""
    overwrite: bool = False
    """True if labels and images that are there and differ are replaced."""
    choices: SourceChoices = DEFAULTS
    """The choices of how the source is read."""


def new_folder(source: Path, root: Path | None, ending: str) -> Path:
    """Return the path of a new folder for the conversion of a source, beside it and outside of the open project.

    `root`: the open project's folder, because images written below it would be listed as its own. `ending`: the end of
    the name, after the source's.
    """
    inside = source.parent if source.is_file() and source.parent != Path.home() else source  # its folder is its own
    proposed = inside.with_name(f"{inside.stem}_{ending}")
    if root is not None and proposed.is_relative_to(root):
        proposed = root.with_name(f"{root.name}_{ending}")
    numbered = (proposed.with_name(f"{proposed.name}_{number}") for number in count(2))
    return next(folder for folder in chain([proposed], numbered) if not folder.exists())


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The result of an import or export."""

    conversion: Conversion | None
    """The conversion. None if a person stopped it."""
    changed: tuple[str, ...] = ()
    """Images, relative to the folder, whose labelme file was written."""
    files: Mapping[str, LabelFile | None] | None = None
    """The label files that were written, for the images of `recorded`."""
    trouble: str = ""
    """Reason why the conversion ended early. "" if it did not, or a person stopped it."""
    action: str = ""
    """Id of the action in the history. "" for cropped scenes and for record files, which are not recorded there."""


def exchange(
    order: Order, title: str, is_project: bool, recorded: Collection[str], progress: Progress, *, by: str = ""
) -> Exchanged:
    """Carry out a conversion in a background thread.

    `is_project`: True if the folder is the open project: then the history records new labels as well as replaced ones.
    `recorded`: images whose written files the result holds. `progress`: may stop the conversion between two files.
    FormatError and FileWriteError are raised as by `convert`.
    """
    recording = Recording(order.folder, title, recorded, by)
    trouble = ""
    announced: LabelChange | None = None  # in the history, and not written yet

    def replacing(image: str, before: bytes | None, after: bytes) -> None:
        nonlocal trouble, announced
        if order.write_as != "labelme":
            return
        change = LabelChange(image, before, after)
        try:
            recording.announce([change])
        except FileWriteError as error:
            trouble = str(error)
            raise Cancelled from error
        announced = change

    def on_write(image: str, before: bytes | None, after: bytes) -> None:
        nonlocal trouble, announced
        if order.write_as != "labelme" or not (is_project or before is not None):
            return
        file = parse_label(after, Path(image).name)
        if announced is not None:
            announced = None
            recording.note(image, before, file)
            return
        try:
            recording.add(image, before, file)
        except FileWriteError as error:
            trouble = str(error)

    def on(done: int, total: int) -> None:
        if trouble:
            raise Cancelled
        progress(done, total)

    conversion = None
    try:
        conversion = convert(
            order.source,
            order.folder,
            read_as=order.read_as,
            write_as=order.write_as,
            images=order.images,
            overwrite=order.overwrite,
            choices=order.choices,
            progress=on,
            replacing=replacing,
            on_write=on_write,
        )
    except Cancelled:
        pass
    finally:
        try:
            if announced is not None:
                recording.withdraw([announced])
            recording.flush()
        except FileWriteError as error:
            trouble = trouble or str(error)
    return Exchanged(conversion, tuple(recording.changed), recording.files, trouble, recording.action)
