"""Reads the source file or folder: finds its files, reads them within limits, and splits them into lines."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from core.base.encoding import decode
from core.base.errors import FormatError, Sentence, StudioError, with_name
from core.base.files import open_file, read_file
from core.labels.formats.placing import directed
from core.labels.formats.record import Record, Refusal, Reject, Unsupported
from core.labels.formats.report import Notes, Remark
from core.labels.formats.whose_texts import Texts

MAX_FILE = 64 << 20  # largest label file, bytes

MAX_LIST = 1 << 30  # largest list of many labels, which is read line by line, bytes

MAX_LINE = 1 << 20  # longest line of a list, characters or bytes

_HEAD = 1 << 16
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # the byte order mark, which only some codecs remove
_LOOKED_AT = 20  # files and lines that detection examines
_GUESSED = {"gb18030", "utf-16-le", "utf-16-be"}  # encodings that only the bytes tell
_NO_LABELS = {"textscanner.json", "planted.json"}


@dataclass(frozen=True, slots=True)
class SourceChoices:
    """A person's choices for reading foreign labels."""

    text_from: str = ""
    """The field of shapes that holds the words. Empty: the program finds it."""
    keep_placeholders: bool = False
    """True to take marks for a missing text, such as ###, as words."""
    texts: Texts = "auto"
    """The choice of whose texts they are, see `core.labels.formats.whose_texts`."""


DEFAULTS = SourceChoices()


@dataclass
class Source:
    """A file or folder of labels, with the notes made while it is read."""

    path: Path
    """The path as the user gave it."""
    skip: Path | None = None
    """A subfolder to pass over: the destination of the conversion."""
    total: int = 0
    """Number of records or files, 0 if unknown."""
    notes: Notes = field(default_factory=Notes)
    """Remarks on the readers' work, for the report."""
    small: int = MAX_FILE
    """Bytes up to which a list is read as a whole. A larger list is read line by line."""
    waiting: Callable[[], object] = lambda: None
    """Called from time to time while a reader waits for another process. An error that it raises ends the reading."""
    choices: SourceChoices = DEFAULTS
    """A person's choices for reading the labels."""
    passed_over: frozenset[str] = frozenset()
    """Names of files of the folder that are of other formats."""
    _first: dict[str, list[Path]] = field(default_factory=dict, repr=False)

    @cached_property
    def is_file(self) -> bool:
        """True if the source is one file."""
        return self.path.is_file()

    @property
    def root(self) -> Path:
        """The folder to which relative names refer."""
        return self.path.parent if self.is_file else self.path

    def name_of(self, path: Path) -> str:
        """Return the name of a file in messages and records, relative to the root, with "/"."""
        return path.relative_to(self.root).as_posix()

    def tree(self, suffix: str) -> list[Path]:
        """Return the file itself, or all files with an ending in the folder and below, sorted, without hidden ones."""
        return [self.path] if self.is_file else list(self._walk(suffix))

    def _walk(self, suffix: str) -> Iterator[Path]:
        for here, files in self.folders(self.path):
            for name in sorted(files):
                is_passed_over = name.startswith(".") or name in _NO_LABELS
                if name.lower().endswith(suffix) and not is_passed_over and self._is_own(here / name):
                    yield here / name

    def _is_own(self, path: Path) -> bool:
        return not self.passed_over or self.name_of(path) not in self.passed_over

    def folders(self, top: Path) -> Iterator[tuple[Path, list[str]]]:
        """Yield a folder and its subfolders, sorted, each with its file names, without hidden ones and `skip`."""
        skip = self.skip.resolve() if self.skip is not None else None

        def unreadable(error: OSError) -> None:
            why = error.strerror or error
            trouble = Remark(
                "left out",
                Sentence("folders could not be read ({why})", why=why),
                Sentence("one folder could not be read ({why})", why=why),
            )
            self.notes.add(trouble, str(error.filename))

        for folder, subfolders, files in os.walk(top, onerror=unreadable):
            here = Path(folder)
            subfolders[:] = sorted(
                name for name in subfolders if not name.startswith(".") and (here / name).resolve() != skip
            )
            yield here, files

    def first_files(self, suffix: str) -> list[Path]:
        """Return the first files of `tree`, which are enough to judge a folder."""
        if self.is_file:
            return [self.path] if self.path.name.lower().endswith(suffix) else []
        if suffix not in self._first:  # several formats ask, and the folder may be large
            self._first[suffix] = [path for path, _ in zip(self._walk(suffix), range(_LOOKED_AT), strict=False)]
        return self._first[suffix]

    def lists(self, suffixes: Iterable[str], fits: Callable[[Path], bool]) -> list[Path]:
        """Return the file itself, or the files directly in the folder, if they have one of the endings and fit.

        Raises
        ------
        FormatError
            If the folder cannot be read.
        """
        if self.is_file:
            return [self.path]
        endings = tuple(suffixes)
        try:
            names = sorted(path.name for path in self.path.iterdir())
        except OSError as error:
            raise FormatError(
                "{name}: the folder cannot be read ({why}).", name=self.path.name, why=error.strerror or error
            ) from error
        return [
            self.path / name
            for name in names
            if name.lower().endswith(endings)
            and not name.startswith(".")
            and name not in _NO_LABELS
            and name not in self.passed_over
            and fits(self.path / name)
        ]

    def has_list(self, suffixes: Iterable[str], fits: Callable[[Path], bool]) -> bool:
        """Return True if the file, or a file directly in the folder, has one of the endings and fits."""
        endings = tuple(suffixes)
        if self.is_file:
            return self.path.name.lower().endswith(endings) and fits(self.path)
        return self.path.is_dir() and bool(self.lists(endings, fits))

    def bytes_of(self, path: Path, limit: int = MAX_FILE) -> bytes:
        """Return the content of a whole file as bytes.

        Raises
        ------
        FormatError
            If the file is over the limit or cannot be read.
        """
        check_size(path, limit)
        try:
            return read_file(path, limit)
        except OSError as error:
            raise _unreadable(path, error) from error

    def text_of(self, path: Path, limit: int = MAX_FILE) -> str:
        """Return the content of a whole file as text, and count its encoding.

        Raises
        ------
        FormatError
            As `bytes_of`, or if the file is no text.
        """
        decoded = decode(self.bytes_of(path, limit), path.name)
        self.note_encoding(path, decoded.encoding)
        return decoded.text.removeprefix(_MARK)

    def note_encoding(self, path: Path, encoding: str) -> None:
        """Count the encoding of a file, as a guess if it is not UTF-8 and no mark names it."""
        remark = Remark(
            "guessed" if encoding in _GUESSED else "taken",
            Sentence("files were read as {encoding}", encoding=encoding),
            Sentence("one file was read as {encoding}", encoding=encoding),
        )
        self.notes.add(remark, self.name_of(path))

    def lines_of(self, path: Path) -> Iterator[tuple[str, str]]:
        """Yield (where, line) for every line of a list that is not blank, without its line end.

        Only a line feed ends a line: U+2028 and its like may be in a text.

        Raises
        ------
        FormatError
            If the file is over `MAX_LIST`, cannot be read, or is text in no known encoding.
        """
        check_size(path, MAX_LIST)
        small = path.stat().st_size <= self.small
        lines: Iterable[str] = self._small_lines(path) if small else self._large_lines(path)
        name = self.name_of(path)
        for place, line in enumerate(lines, 1):
            if line and not line.isspace():
                yield Sentence("{name}, line {line}", name=name, line=place), line.removesuffix("\r")

    def _small_lines(self, path: Path) -> list[str]:
        lines = self.text_of(path).split("\n")
        self.total += len(lines) - (not lines[-1])
        return lines

    def _large_lines(self, path: Path) -> Iterator[str]:
        try:
            encoding = _encoding_of_large(path)
            self.note_encoding(path, encoding)
            with open_file(path) as stream:
                # No byte of a character of several bytes is a line feed in UTF-8 or GB18030.
                while line := stream.readline(MAX_LINE + 2):
                    if len(line) > MAX_LINE and not line.endswith(b"\n"):
                        while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                            pass
                        yield "x" * (MAX_LINE + 1)  # only its length is examined
                    else:
                        yield line.decode(encoding).removesuffix("\n").removeprefix(_MARK)
        except OSError as error:
            raise _unreadable(path, error) from error

    def records(
        self, paths: Iterable[Path], parse: Callable[[str, str], Iterator[Record | Refusal]]
    ) -> Iterator[Record | Refusal]:
        """Yield all records of some lists, line by line from `parse(line, where)`, whose `Reject` becomes a refusal."""
        for path in paths:
            yield from directed(self._records_of(path, parse))

    def _records_of(
        self, path: Path, parse: Callable[[str, str], Iterator[Record | Refusal]]
    ) -> Iterator[Record | Refusal]:
        try:
            for where, line in self.lines_of(path):
                if len(line) > MAX_LINE:
                    too_long = Sentence(
                        "the line is longer than {most:,} characters, so it is not a label", most=MAX_LINE
                    )
                    yield Refusal(where, too_long)
                    continue
                yield from guarded(where, parse(line, where))
        except StudioError as error:
            yield self.failed(path, error)

    def files(self, suffix: str, parse: Callable[[Path], Iterator[Record | Refusal]]) -> Iterator[Record | Refusal]:
        """Yield all records of the files of `tree` from `parse(path)`, or a refusal for a file that fails."""
        paths = self.tree(suffix)
        self.total = len(paths)
        for path in paths:
            yield from directed(self._records_in(path, guarded(self.name_of(path), parse(path))))

    def read_lists(
        self,
        endings: tuple[str, ...],
        fits: Callable[[Path], bool],
        records: Callable[[Source, Path], Iterator[Record | Refusal]],
    ) -> Iterator[Record | Refusal]:
        """Yield the records of each list with one of the endings that fits.

        A FormatError becomes a refusal, with which the records of its list end.
        """
        for path in self.lists(endings, fits):
            yield from directed(self._records_in(path, records(self, path)))

    def _records_in(self, path: Path, records: Iterator[Record | Refusal]) -> Iterator[Record | Refusal]:
        try:
            yield from records
        except StudioError as error:
            yield self.failed(path, error)

    def failed(self, path: Path, error: StudioError) -> Refusal:
        """Return the refusal of a file in a folder.

        Raises
        ------
        StudioError
            The error itself, if the source is only that file.
        """
        if self.is_file:
            raise error
        name = self.name_of(path)
        return Refusal(name, with_name(str(error), path.name, name))


def guarded(where: str, records: Iterator[Record | Refusal]) -> Iterator[Record | Refusal]:
    """Yield the records and, if the iterator raises `Reject`, a refusal at the end."""
    try:
        yield from records
    except Unsupported as reject:
        yield Refusal(where, Sentence("{reason}.", reason=str(reject)), once=where.partition(", ")[0])
    except Reject as reject:
        yield Refusal(where, Sentence("{reason}.", reason=str(reject)))


def head(path: Path) -> list[str]:
    """Return the first lines of a file, for detecting its format, or none if they are not text."""
    try:
        with open_file(path) as stream:
            data = stream.read(_HEAD)
        if len(data) == _HEAD and b"\n" in data:
            data = data[: data.rindex(b"\n")]
            if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                data = data[: len(data) & ~1]
        text = decode(data, path.name).text
    except (OSError, FormatError):
        return []
    lines = text.removeprefix(_MARK).split("\n")
    return [line.removesuffix("\r") for line in lines if line.strip()][:_LOOKED_AT]


def check_size(path: Path, limit: int) -> None:
    """Raise FormatError if a file is missing or larger than a limit in bytes."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _unreadable(path, error) from error
    if size > limit:
        raise FormatError(
            "{name}: {size} MB, over the limit of {limit} MB. Split the file.",
            name=path.name,
            size=size >> 20,
            limit=limit >> 20,
        )


def _unreadable(path: Path, error: OSError) -> FormatError:
    return FormatError(
        "{name}: cannot be read ({why}). Check that it exists and may be read.",
        name=path.name,
        why=error.strerror or error,
    )


def _encoding_of_large(path: Path) -> str:
    """Return UTF-8 or GB18030, whichever decodes the whole file, which is read a piece at a time.

    FormatError is raised if neither does.
    """
    for encoding in ("utf-8", "gb18030"):
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            with open_file(path) as stream:
                while chunk := stream.read(1 << 20):
                    if "\0" in decoder.decode(chunk):
                        raise UnicodeError
                decoder.decode(b"", final=True)
        except UnicodeError:
            continue
        return encoding
    raise FormatError(
        "{name}: neither UTF-8 nor GBK/GB18030 text, and too large for UTF-16. Save it as UTF-8.", name=path.name
    )
