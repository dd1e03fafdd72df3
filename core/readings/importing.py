"""Imports readings from other programs for the images of a project, without making labels from them."""

from __future__ import annotations

import math
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.collector import collector_paused
from core.base.encoding import read_text
from core.base.errors import FormatError, Sentence, StudioError, with_name
from core.base.progress import Progress, ignore_news
from core.labels.formats.record import Refusal, Reject
from core.labels.formats.report import Note, Notes, Remark, notes_to_dict
from core.readings.foreign_rows import ForeignReadings, ForeignRow
from core.readings.json_rows import rows_of_json
from core.readings.placing import ImagesOfProject
from core.readings.reading import PictureReading, Reading
from core.readings.store import keep, picture_hash, readings_in
from core.readings.text_rows import rows_of_text

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".log")
"""Endings of files of readings in a folder."""

Hashes = Callable[[Iterable[str]], Mapping[str, str]]
"""Gives the hash of each image's file, by relative path, without images that cannot be read."""

_MOST_BYTES = 256 << 20
_ROWS_A_CALL = 256  # rows between two calls of `progress`
_LONGEST_TEXT = 1000  # symbols
_BREAKS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]+")
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
_UNUSUAL = re.compile("^ | $|[<&]|^$")
_DECIMAL_COMMA = re.compile(r"^\s*(\d{1,3}),(\d+)\s*$")
_LONE = re.compile("[\ud800-\udfff]")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&#?\w{1,10};")

_TAKEN = Remark("taken", Sentence("readings"), Sentence("one reading"))
_THERE = Remark("taken", Sentence("readings were there already"), Sentence("one reading was there already"))
_PERCENT = Remark(
    "guessed",
    Sentence("probabilities were divided by 100: the whole file gives them in percent"),
    Sentence("one probability was divided by 100: the whole file gives them in percent"),
)
_NO_SHARE = Remark(
    "left out",
    Sentence("probabilities are not numbers from 0 to 1; the texts were taken without them"),
    Sentence("one probability is not a number from 0 to 1; the text was taken without it"),
)
_BROKEN = Remark(
    "turned",
    Sentence("texts had line breaks or tabs, which were replaced by spaces"),
    Sentence("one text had line breaks or tabs, which were replaced by spaces"),
)
_INVISIBLE = Remark(
    "turned",
    Sentence("texts had invisible control or direction characters, which were left out"),
    Sentence("one text had invisible control or direction characters, which were left out"),
)
_HALVES = Remark(
    "turned",
    Sentence("texts had incomplete characters, which were replaced by �"),
    Sentence("one text had incomplete characters, which were replaced by �"),
)
_HTML = Remark(
    "taken",
    Sentence("texts look like HTML: they were taken letter by letter"),
    Sentence("one text looks like HTML: it was taken letter by letter"),
)
_TRIMMED = Remark(
    "turned",
    Sentence("texts had spaces at their ends, which were cut"),
    Sentence("one text had spaces at its ends, which were cut"),
)
_NOTHING = Remark(
    "taken",
    Sentence("readings have no text: the reader saw none"),
    Sentence("one reading has no text: the reader saw none"),
)
_TWICE = Remark(
    "left out",
    Sentence("rows were left out: a later row is of the same image and reader"),
    Sentence("one row was left out: a later row is of the same image and reader"),
)
_REFUSED = Remark("left out", Sentence("rows were refused"), Sentence("one row was refused"))


@dataclass(frozen=True)
class ImportedReadings:
    """The result of importing readings."""

    source: Path
    """The file or folder, as it was given."""
    folder: Path
    """The project's folder."""
    read: int
    """The number of rows, refused ones included."""
    written: int
    """The number of readings that were added, or took the place of an earlier one of the same reader."""
    unchanged: int
    """The number of readings that were there already."""
    readers: tuple[str, ...]
    """The names of the readers."""
    refusals: tuple[Refusal, ...] = ()
    """The place of each row that was not used, and the reason."""
    notes: tuple[Note, ...] = ()
    """The report: a note for each kind of taken, turned, guessed and left out rows, the refused ones included."""
    kept: tuple[PictureReading, ...] = field(default=(), repr=False)
    """The readings that were written."""

    @property
    def succeeded(self) -> bool:
        """True if the project now has at least one of the readings."""
        return self.written + self.unchanged > 0

    @property
    def needs_a_look(self) -> bool:
        """True if anything was refused, turned, guessed or left out."""
        return bool(self.refusals) or any(note.kind != "taken" for note in self.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole report of the import for a JSON document."""
        return {
            "from": str(self.source),
            "to": "readings",
            "folder": str(self.folder),
            "readers": list(self.readers),
            "read": self.read,
            "written": self.written,
            "unchanged": self.unchanged,
            "refused": len(self.refusals),
            **notes_to_dict(self.notes),
            "refusals": [{"where": str(refusal.where), "reason": str(refusal.reason)} for refusal in self.refusals],
        }

    def __str__(self) -> str:
        rows = "one row" if self.read == 1 else f"{self.read} rows"
        unchanged = f", {self.unchanged} there already" if self.unchanged else ""
        names = ", ".join(self.readers) or "–"
        return (
            f"readings of {names}: {rows} read, {self.written} written{unchanged}, {len(self.refusals)} refused; "
            f"no label was changed in {self.folder}"
        )


@collector_paused()
def import_readings(
    source: Path,
    root: Path,
    images: Iterable[str],
    *,
    reader: str = "",
    hashes: Hashes | None = None,
    progress: Progress = ignore_news,
) -> ImportedReadings:
    """Import the readings in a file, or in the files of a folder, into a project, and write all of them at the end.

    Parameters
    ----------
    source : Path
        A file of readings, or a folder with some.
    root : Path
        The project's folder.
    images : iterable of str
        Relative paths of its images.
    reader : str
        The name of the reader of rows that name none. "": the program that has written the file, if its form shows it,
        or the file's name.
    hashes : callable, optional
        Gives the hashes of images; without it their files are read.
    progress : callable
        Called with (rows done, rows in all). If it raises Cancelled, nothing is written.

    Raises
    ------
    FormatError
        If there is no such source, or it holds no readings.
    ProjectError
        If the readings that are there are of a newer version of the program.
    FileWriteError
        If the readings cannot be written; none of them is.
    Cancelled
        From `progress`.
    """
    work = _Import(source, root, images, reader.strip(), progress)
    for path in _files(source):
        work.take(path)
    if not work.read:
        raise FormatError("{name}: no readings in it. Check the path.", name=source.name)
    kept = work.placed(hashes or _hashed(root))
    known = readings_in(root).by_image
    fresh = [entry for entry in kept if not _is_there(known.get(entry.image, ()), entry)]
    keep(root, fresh)
    notes = work.notes
    if fresh:
        notes.add(_TAKEN, *(entry.image for entry in fresh), count=len(fresh))
    if len(fresh) < len(kept):
        notes.add(_THERE, count=len(kept) - len(fresh))
    if work.refusals:
        notes.add(_REFUSED, *(refusal.where for refusal in work.refusals), count=len(work.refusals))
    readers = dict.fromkeys(entry.reading.reader for entry in kept)
    return ImportedReadings(
        source,
        root,
        read=work.read,
        written=len(fresh),
        unchanged=len(kept) - len(fresh),
        readers=tuple(readers),
        refusals=tuple(work.refusals),
        notes=tuple(notes),
        kept=tuple(fresh),
    )


class _Import:
    """Takes the rows of one file after the other, so that the last row of an image and a reader counts."""

    def __init__(self, source: Path, root: Path, images: Iterable[str], reader: str, progress: Progress) -> None:
        self.notes = Notes()
        self.refusals: list[Refusal] = []
        self.read = 0
        self._source, self._reader = source, reader
        self._progress = progress
        self._images = ImagesOfProject(root, images, source if source.is_dir() else source.parent)
        self._names: dict[str, str] = {}  # of readers, as they are kept, by the written ones
        self._held: dict[tuple[str, str], tuple[ForeignRow, str, Reading]] = {}  # with the file's name

    def take(self, path: Path) -> None:
        """Take the rows of a file, or refuse it as a whole if it is one of a folder and holds no readings."""
        name = path.name if self._source.is_file() else path.relative_to(self._source).as_posix()
        try:
            rows = rows_of(path, name)
        except StudioError as error:
            if self._source.is_file():
                raise
            self.read += 1
            self.refusals.append(Refusal(name, with_name(str(error), path.name, name)))
            return
        stem = path.stem
        shares = [row.probability for row in rows.rows if isinstance(row, ForeignRow)]
        is_percent = rows.is_percent or _are_percentages(shares)
        total = self.read + len(rows.rows)
        for row in rows.rows:
            if self.read % _ROWS_A_CALL == 0:
                self._progress(self.read, total)
            self.read += 1
            if isinstance(row, Refusal):
                self.refusals.append(row)
                continue
            try:
                self._hold(row, rows, stem, name, is_percent)
            except Reject as reject:
                self.refusals.append(Refusal(_where(row, name), Sentence("{reason}.", reason=str(reject))))

    def placed(self, hashes: Hashes) -> list[PictureReading]:
        """Return the readings, each with the hash of its picture as it is now."""
        pictures = hashes({image for image, _ in self._held})
        kept = []
        for key, (row, name, reading) in self._held.items():
            image = key[0]
            picture = pictures.get(image)
            if picture is None:
                self.refusals.append(
                    Refusal(_where(row, name), Sentence('the image "{image}" cannot be read.', image=image))
                )
            elif row.picture and row.picture != picture:
                why = Sentence('the picture "{image}" has changed since it was read.', image=image)
                self.refusals.append(Refusal(_where(row, name), why))
            else:
                kept.append(PictureReading(image, picture, reading))
        return kept

    def _hold(self, row: ForeignRow, rows: ForeignReadings, stem: str, file: str, is_percent: bool) -> None:
        if row.is_stem:
            image, guess = self._images.by_stem(row.image), None
        else:
            image, guess = self._images.find(row.image)
        text, remarks = _clean(row.text)
        probability = None if row.probability is None else _share(row.probability, is_percent)
        if row.probability is not None and probability is None:
            remarks.append(_NO_SHARE)
        elif probability is not None and is_percent and not rows.is_percent:
            remarks.append(_PERCENT)
        name = self._name_of(row.reader) or self._reader or rows.program
        if not name:
            name = stem
            remarks.append(_unnamed(name))
        if guess is not None:
            remarks.append(guess)
        key = (image, name)
        if key in self._held:
            self.notes.add(_TWICE, image)
        self._held[key] = (
            row,
            file,
            Reading(
                name,
                text,
                probability,
                () if row.scores is None else _scores(row.scores, text),
                row.when,
                row.reader_version,
            ),
        )
        for remark in remarks:
            self.notes.add(remark, image)

    def _name_of(self, written: str) -> str:
        """Return the name of a reader as it is kept. Few readers have read many images."""
        name = self._names.get(written)
        if name is None:
            name = self._names[written] = _clean(written)[0] if written else ""
        return name


def _unnamed(reader: str) -> Remark:
    return Remark(
        "guessed",
        Sentence(
            "readings name no reader: they count as those of “{reader}”; --reader NAME names another", reader=reader
        ),
        Sentence(
            "one reading names no reader: it counts as one of “{reader}”; --reader NAME names another", reader=reader
        ),
    )


def _where(row: ForeignRow, file: str) -> str:
    return Sentence("{name}, line {line}", name=file, line=row.where) if isinstance(row.where, int) else row.where


def _files(source: Path) -> list[Path]:
    """Return the file itself, or the files of a folder that may hold readings, sorted."""
    if not source.exists():
        raise FormatError("{source}: there is no such file or folder. Check the path.", source=source)
    if source.is_file():
        return [source]
    try:
        return sorted(path for path in source.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
    except OSError as error:
        raise FormatError(
            "{name}: the folder cannot be read ({why}).", name=source.name, why=error.strerror or error
        ) from error


def rows_of(path: Path, name: str) -> ForeignReadings:
    """Return the rows of a file of readings, called `name` in messages, in whichever form it has.

    Raises
    ------
    FormatError
        If the file cannot be read, or has no known form of readings.
    """
    text = read_text(path, _MOST_BYTES, FormatError).text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = None
    if text.lstrip().startswith(("{", "[")):
        rows = rows_of_json(text, name, path.stem)
    rows = rows or rows_of_text(text, name, path.stem)
    if rows is None:
        raise FormatError(
            "{name}: holds no readings. There are JSON, JSON lines and tables (CSV, TSV) with image, text and "
            "probability, and the results of PaddleOCR, RapidOCR and Tesseract.",
            name=path.name,
        )
    return rows


def _hashed(root: Path) -> Hashes:
    def hashes(images: Iterable[str]) -> Mapping[str, str]:
        pictures = {}
        for image in images:
            try:
                pictures[image] = picture_hash(os.path.join(root, image))  # noqa: PTH118  # a path each is slow
            except OSError:  # refused by the one who asks
                continue
        return pictures

    return hashes


def _is_there(known: Iterable[PictureReading], now: PictureReading) -> bool:
    """Return True if a reading is among those of its image already, whenever it was made."""
    read = now.reading
    return any(
        before.reading.reader == read.reader
        and before.reading.text == read.text
        and before.picture == now.picture
        and before.reading.version == read.version
        and _rounded(before.reading.probability) == _rounded(read.probability)
        for before in known
    )


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, 6)


def _clean(written: str) -> tuple[str, list[Remark]]:
    """Return a text as it is kept, and remarks on its changes."""
    if written.isprintable() and len(written) <= _LONGEST_TEXT and not _UNUSUAL.search(written):
        return unicodedata.normalize("NFC", written), []  # as nearly all are
    text = written.strip()
    remarks = [_TRIMMED] if text != written else []
    for pattern, instead, remark in ((_BREAKS, " ", _BROKEN), (_UNSEEN, "", _INVISIBLE), (_LONE, "�", _HALVES)):
        text, count = pattern.subn(instead, text)
        if count:
            remarks.append(remark)
    text = unicodedata.normalize("NFC", text.strip())
    if len(text) > _LONGEST_TEXT:
        raise Reject("its text has more than {most:,} symbols, so it is not a word", most=_LONGEST_TEXT)
    if _MARKUP.search(text):
        remarks.append(_HTML)
    return text, remarks or ([] if text else [_NOTHING])


def _value(written: object) -> tuple[float, bool]:
    """Return a number, NaN if it is none, and True if a percent sign follows it."""
    if isinstance(written, str):
        try:
            return float(written), False  # as nearly all are
        except ValueError:
            pass
    text = written.strip() if isinstance(written, str) else written
    is_percent = isinstance(text, str) and text.endswith("%")
    number = text.removesuffix("%") if isinstance(text, str) else text
    if isinstance(number, str):
        number = _DECIMAL_COMMA.sub(r"\1.\2", number)  # as a table of many countries has it
    if isinstance(number, bool) or not isinstance(number, (int, float, str)):
        return math.nan, False
    try:
        return float(number), is_percent
    except (ValueError, OverflowError):
        return math.nan, False


def _share(written: object, is_percent: bool) -> float | None:
    """Return a probability, 0 to 1, or None if the value is no probability."""
    value, has_sign = _value(written)
    share = value / 100 if is_percent or has_sign else value
    return share if 0 <= share <= 1 else None


def _are_percentages(shares: Iterable[object]) -> bool:
    """Return True if a file gives percentages: no value lies between 0 and 1, some lie above 1, none above 100."""
    values = [value for value, has_sign in map(_value, _given(shares)) if not has_sign and not math.isnan(value)]
    return bool(values) and max(values) > 1 and all(value == 0 or 1 <= value <= 100 for value in values)


def _given(shares: Iterable[object]) -> Iterator[object]:
    return (share for share in shares if share is not None)


def _scores(written: object, text: str) -> tuple[float, ...]:
    """Return the scores of the symbols. () unless there is one for each symbol."""
    if not isinstance(written, list) or len(written) != len(text):
        return ()
    scores = tuple(_share(score, False) for score in written)
    return tuple(score for score in scores if score is not None) if None not in scores else ()
