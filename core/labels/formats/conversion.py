"""Converts labels from one format, with their images, into a folder in another format (`textscanner convert`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FileWriteError, FormatError, LabelError, Sentence, StudioError
from core.base.files import make_folder, read_file, write_atomically
from core.base.images import MAX_BYTES, encode_png, orientation_of, read_image
from core.base.progress import Progress, ignore_news
from core.labels.files.storage import read_label
from core.labels.formats.base import Beside, Format
from core.labels.formats.crop import crop_label, crop_word
from core.labels.formats.joining.joint import reader_for
from core.labels.formats.lookup import ImageFinder, PictureFile, taken_out
from core.labels.formats.placing import placed
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.registry import format_named, writable
from core.labels.formats.report import Note, Notes, Remark, notes_to_dict
from core.labels.formats.shared import losses
from core.labels.formats.sinks import BesideSink, ListingSink, OnWrite
from core.labels.formats.source import DEFAULTS, Source, SourceChoices
from core.labels.formats.whose_texts import as_chosen
from core.labels.label import WordLabel

_TAKEN = Remark("taken", Sentence("words"), Sentence("one word"))
_UNTYPED = Remark(
    "taken",
    Sentence("images without a label: nobody has typed their text"),
    Sentence("one image without a label: nobody has typed its text"),
)
_TRIMMED = Remark(
    "guessed",
    Sentence("texts had spaces at their ends, which were cut"),
    Sentence("one text had spaces at its ends, which were cut"),
)
_DRAFTED = Remark(
    "taken",
    Sentence("of the texts are a model's drafts, which nobody has reviewed"),
    Sentence("one of the texts is a model's draft, which nobody has reviewed"),
)
_REFUSED = Remark("left out", Sentence("records were refused"), Sentence("one record was refused"))
_OURS = {"labelme", "tfrecord"}  # formats of this program's own labels
_FAILURES_IN_A_ROW = 20  # writing failed: the disk is at fault, not the record


@dataclass(frozen=True)
class Conversion:
    """The result of a conversion, with its counts and notes."""

    read_as: str
    """Name of the format that was read."""
    written_as: str
    """Name of the format that was written."""
    folder: Path
    """The folder that was written."""
    read: int
    """Number of records met, good and bad: `written + unchanged + len(refusals)`."""
    written: int
    """Number of labels written."""
    unchanged: int
    """Number of labels that were there already with the same content."""
    copied: int
    """Number of images copied or cut out."""
    refusals: tuple[Refusal, ...] = field(repr=False)
    """Every record that was not used, by place and reason."""
    notes: tuple[Note, ...] = field(repr=False)
    """The report: everything taken, turned, guessed and left out, with the names, including the refused records."""
    crops: tuple[str, ...] = field(default=(), repr=False)
    """The images that were cut out of scenes."""
    stopped: str = ""
    """The reason why the conversion ended before the source did, a `core.base.errors.Sentence`. Empty if it did not."""

    @property
    def succeeded(self) -> bool:
        """True if at least one record is now in the folder, which decides the command's exit status."""
        return self.written + self.unchanged > 0

    @property
    def needs_a_look(self) -> bool:
        """True if anything was refused, turned, guessed or left out, or if the conversion was stopped."""
        return bool(self.refusals or self.stopped) or any(note.kind != "taken" for note in self.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole report for a JSON document: counts, all notes with all names, and all refusals."""
        return {
            "from": self.read_as,
            "to": self.written_as,
            "folder": str(self.folder),
            "read": self.read,
            "written": self.written,
            "unchanged": self.unchanged,
            "copied": self.copied,
            "refused": len(self.refusals),
            **notes_to_dict(self.notes),
            "refusals": [{"where": str(refusal.where), "reason": str(refusal.reason)} for refusal in self.refusals],
            "stopped": str(self.stopped) or None,
        }

    def __str__(self) -> str:
        read = "one record" if self.read == 1 else f"{self.read} records"
        copied = "one image" if self.copied == 1 else f"{self.copied} images"
        unchanged = f", {self.unchanged} there already" if self.unchanged else ""
        return (
            f"{self.read_as} → {self.written_as}: {read} read, {self.written} written{unchanged}, "
            f"{len(self.refusals)} refused; {copied} copied to {self.folder}"
        )


@dataclass
class _Tally:
    """The counts of a running conversion, which `Conversion` freezes."""

    read: int = 0
    written: int = 0
    unchanged: int = 0
    copied: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    crops: list[str] = field(default_factory=list)
    failures: int = 0


def convert(
    source: Path,
    folder: Path,
    *,
    read_as: str | None = None,
    write_as: str = "labelme",
    images: Path | None = None,
    overwrite: bool = False,
    choices: SourceChoices = DEFAULTS,
    progress: Progress = ignore_news,
    replacing: OnWrite | None = None,
    on_write: OnWrite | None = None,
) -> Conversion:
    """Convert a file or folder of labels, and copy the images with their relative paths.

    A bad record is refused and the next one read. A different label at the destination is kept, and the record refused,
    unless `overwrite`: a person may have edited that label. A known text takes the place of a draft in either case, and
    a draft that of a known text in none, unless a person says that all texts are drafts. If `folder` is the source's
    own folder, labels go beside the images and no image is copied.

    Parameters
    ----------
    source : Path
        A label file, a list, or a folder of them.
    folder : Path
        The destination folder; created if missing.
    read_as, write_as : str
        Names of formats; None for `read_as`: detect the format, or read several together if their labels agree.
    images : Path, optional
        The folder that the source's image names start from; otherwise beside the source, then `imgs/` and `images/`
        there.
    overwrite : bool
        Replace different labels and images at the destination.
    choices : SourceChoices
        How to read what the source leaves open.
    progress : callable
        Called with (records done, records or files in all, 0 if unknown). If it raises Cancelled, the files written by
        then are whole.
    replacing : callable, optional
        Called before a label file beside an image is replaced: for the history. If it raises, nothing is written.
    on_write : callable, optional
        Called for every label file written beside an image, with the replaced content: for the history.

    Raises
    ------
    FormatError
        If there is no such source, folder of images or format; if the source looks like several formats whose labels
        differ or cannot be read together, or like none, is unreadable as a whole, or has no record of the format; if
        `write_as` can only be read, or `folder` is a file.
    FileWriteError
        If `folder` or a list in it cannot be written.
    Cancelled
        From `progress`.
    """
    if not source.exists():
        raise FormatError("{source}: there is no such file or folder. Check the path.", source=source)
    reader = (
        format_named(read_as)
        if read_as
        else reader_for(source, skip=folder, images=images, choices=choices, progress=progress)
    )
    return convert_records(
        reader,
        source,
        folder,
        write_as=write_as,
        images=images,
        overwrite=overwrite,
        choices=choices,
        progress=progress,
        replacing=replacing,
        on_write=on_write,
    )


def convert_records(
    reader: Format,
    source: Path,
    folder: Path,
    *,
    write_as: str = "labelme",
    images: Path | None = None,
    overwrite: bool = False,
    choices: SourceChoices = DEFAULTS,
    progress: Progress = ignore_news,
    replacing: OnWrite | None = None,
    on_write: OnWrite | None = None,
) -> Conversion:
    """Convert all records of a reader, as `convert` does, even if the reader is not one of the known formats.

    The other parameters, and the errors, are those of `convert`, without the search for a format.
    """
    target = writable(write_as)
    if folder.exists() and not folder.is_dir():
        raise FormatError("{folder}: this is a file. Name a folder to write to.", folder=folder)
    reading = Source(source, skip=folder, waiting=partial(progress, 0, 0), choices=choices)
    finder = ImageFinder(reading, images)
    sink = _sink(target, folder, overwrite, replacing, on_write, demotes=overwrite and choices.texts == "drafts")
    home = reading.root if folder.exists() and folder.samefile(reading.root) else None
    work = _Work(folder, target, finder, sink, reading.notes, overwrite=overwrite, home=home)
    tally, stopped = _Tally(), ""
    progress(0, 0)
    with sink:
        for item in reader.read(reading):
            tally.read += 1
            if isinstance(item, Refusal):
                tally.refusals.append(item)
            else:
                work.take(as_chosen(item if reader.id in _OURS else _trimmed(item), choices.texts), tally)
            if tally.failures >= _FAILURES_IN_A_ROW:
                last = tally.refusals[-1]
                stopped = Sentence(
                    "{count} {count:|file|files} in a row could not be written, the last because of {where}: {reason}",
                    count=tally.failures,
                    where=last.where,
                    reason=last.reason,
                )
                break
            progress(tally.read, max(reading.total, tally.read) if reading.total else 0)
    if not tally.read:
        raise FormatError(
            "{name}: no {format} record in it. Check the path, or say the format with --from.",
            name=source.name,
            format=reader.id,
        )
    return Conversion(
        read_as=reader.id,
        written_as=target.id,
        folder=folder,
        read=tally.read,
        written=tally.written,
        unchanged=tally.unchanged,
        copied=tally.copied,
        refusals=tuple(tally.refusals),
        notes=tuple(_with_refusals(reading.notes, tally.refusals)),
        crops=tuple(tally.crops),
        stopped=stopped,
    )


def _sink(
    target: Format, folder: Path, overwrite: bool, replacing: OnWrite | None, on_write: OnWrite | None, *, demotes: bool
) -> BesideSink | ListingSink:
    assert target.writer is not None  # `writable` ensures this
    if isinstance(target.writer, Beside):
        back = read_label if target.id == "labelme" else None
        return BesideSink(folder, target.writer, overwrite, back, replacing, on_write, demotes=demotes)
    return ListingSink(folder, target.writer, overwrite)


def _trimmed(record: Record) -> Record:
    """Return a record of another program without blanks at the ends of its text, which no character is for."""
    text = record.label.text
    if text is None or record.label.characters or text == text.strip():
        return record
    return replace(record, label=replace(record.label, text=text.strip()), remarks=(*record.remarks, _TRIMMED))


class _Work:
    """Converts one record after the other into files of the folder."""

    def __init__(
        self,
        folder: Path,
        target: Format,
        finder: ImageFinder,
        sink: BesideSink | ListingSink,
        notes: Notes,
        *,
        overwrite: bool,
        home: Path | None,
    ) -> None:
        self._folder = folder
        self._target = target
        self._finder = finder
        self._sink = sink
        self._notes = notes
        self._overwrite = overwrite
        self._home = home  # the source's folder, if it is the destination too
        self._claims: dict[str, tuple[str, str]] = {}
        self._last: tuple[Path, NDArray[np.uint8]] | None = None

    def take(self, record: Record, tally: _Tally) -> None:
        """Write one record, or note why it was refused."""
        try:
            copied, changed, name, record = self._write(record)
        except FileWriteError as error:
            tally.failures += 1
            tally.refusals.append(Refusal(record.where, str(error)))
        except Reject as reject:
            tally.refusals.append(Refusal(record.where, Sentence("{reason}.", reason=str(reject))))
        except StudioError as error:
            tally.refusals.append(Refusal(record.where, str(error)))
        else:
            tally.failures = 0
            tally.copied += copied
            tally.written += changed
            tally.unchanged += not changed
            self._note(record, name)
            if record.crop is not None:
                tally.crops.append(name)

    def _note(self, record: Record, name: str) -> None:
        """Note the result of a record that is in the folder now."""
        if record.label != WordLabel():
            self._notes.add(_TAKEN, name)
        elif all(remark.kind != "left out" for remark in record.remarks):
            self._notes.add(_UNTYPED, name)
        for remark in record.remarks:
            self._notes.add(remark, name)
        if record.label.known is None:
            self._notes.add(_DRAFTED, name)
        for loss, count in losses(record.label, self._target.keeps).items():
            several = Sentence("{what} ({format} cannot hold them)", what=loss.several, format=self._target.id)
            one = Sentence("{what} ({format} cannot hold it)", what=loss.one, format=self._target.id)
            self._notes.add(Remark("left out", several, one), name, count=count)

    def _write(self, record: Record) -> tuple[bool, bool, str, Record]:
        """Write one record.

        Return whether an image was copied, whether a label was written, the image's name and the record as written.
        """
        record, file = self._with_picture(record)
        if file is not None:
            name, path = file.name, file.path
            pixels = self._pixels(path)
        else:
            name = record.image or ""
            path = Path(name)
            pixels = read_image(path, record.picture)
        height, width = pixels.shape[:2]
        is_swapped = record.size == (width, height) and height != width
        orientation = orientation_of(path, record.picture) if is_swapped else 1
        record = placed(record, (height, width), orientation)
        crop, label = None, record.label
        if record.crop is not None:
            crop, label = self._crop(pixels, record)
            pixels = crop
            name = f"{Path(name).with_suffix('').as_posix()}_{record.number:02d}.png"
        elif file is not None and self._home is not None and path.is_relative_to(self._home):
            name = path.relative_to(self._home).as_posix()  # the image stays in its folder, and its label goes there
        key = self._sink.key(name)
        if key in self._claims:
            where, earlier = self._claims[key]
            if earlier == name:
                raise Reject(
                    '"{name}" has a record already, {where}. Delete the one of the two that is wrong',
                    name=name,
                    where=where,
                )
            raise Reject(
                'its label would be the one of "{other}" ({where}). Rename one of the two images',
                other=earlier,
                where=where,
            )
        destination = self._folder / name
        # All refusals come before the first byte is written.
        height, width = pixels.shape[:2]
        is_labelled = label != WordLabel()  # a word that was cropped, and whose text nobody has typed
        write_label = self._sink.prepare(name, label, (height, width)) if is_labelled else None
        picture = self._picture(path, destination, record.picture if crop is None else encode_png(crop))
        make_folder(destination.parent)
        copied = picture is not None and write_atomically(destination, picture)
        changed = write_label() if write_label is not None else copied
        self._claims[key] = record.where, name
        return copied, changed, name, record

    def _with_picture(self, record: Record) -> tuple[Record, PictureFile | None]:
        """Return a record with the file of its picture, or, with None, a record that holds the picture itself."""
        if record.picture is not None:
            return record, None
        try:
            file = self._finder.find(record)
        except Reject:
            if record.inside is None:
                raise
            return taken_out(record), None
        return replace(record, remarks=(*record.remarks, *file.remarks)), file

    def _pixels(self, path: Path) -> NDArray[np.uint8]:
        """Return the decoded picture, and keep it until the next one, because a scene has many words."""
        if self._last is None or self._last[0] != path:
            self._last = path, read_image(path)
        return self._last[1]

    @staticmethod
    def _crop(pixels: NDArray[np.uint8], record: Record) -> tuple[NDArray[np.uint8], WordLabel]:
        assert record.crop is not None
        try:
            return crop_word(pixels, record.crop), crop_label(record.label, record.crop)
        except LabelError as error:
            raise Reject(str(error)) from error

    def _picture(self, path: Path, destination: Path, made: bytes | None) -> bytes | None:
        """Return the bytes to write, those of a file or `made`, or None if the picture is there already."""
        try:
            if made is None and destination.exists() and destination.samefile(path):
                return None
            data = read_file(path, MAX_BYTES) if made is None else made
            if destination.exists() and read_file(destination, MAX_BYTES) != data and not self._overwrite:
                raise Reject(
                    'another picture is at "{name}" already. Pass --overwrite to replace it', name=destination.name
                )
        except OSError as error:
            raise Reject(
                'the picture "{name}" cannot be copied ({why})', name=path.name, why=error.strerror or error
            ) from error
        return data


def _with_refusals(notes: Notes, refusals: Sequence[Refusal]) -> Notes:
    """Return the notes with one for the refused records."""
    if refusals:
        notes.add(_REFUSED, *(refusal.where for refusal in refusals), count=len(refusals))
    return notes
