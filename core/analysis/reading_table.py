"""Writes a model's readings as a table: CSV for spreadsheets and programs, or text with one line for each image.

The window and the command line write the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.base.errors import one_line
from core.base.files import make_folder, write_atomically
from core.base.spreadsheet import csv_text
from core.labels.maps.decoding import ReadWord

_LONGEST = 4096
_HEAD = ("image", "text", "probability", "scores", "gaps")


def text_line(image: str, word: ReadWord) -> str:
    """Return a reading as a line with tabs: image, text, probability, empty positions, and "not sure" if so."""
    image, text = one_line(image, _LONGEST), one_line(word.text, _LONGEST)
    gaps = f", nothing at {', '.join(map(str, word.gaps))}" if word.gaps else ""
    return f"{image}\t{text}\t{word.probability:.3f}{gaps}{'' if word.is_sure else ', not sure'}"


def table_of(readings: Iterable[tuple[str, ReadWord]], *, as_csv: bool, raw: bool = False) -> bytes:
    """Return the readings as the content of a file.

    Parameters
    ----------
    readings : iterable of (str, ReadWord)
        Image and word.
    as_csv : bool
        True for a head and a column for each of image, text, probability, the characters' scores and the empty
        positions, the latter two between spaces, in UTF-8 with the mark that spreadsheets know it by. False for lines
        of `text_line`.
    raw : bool
        As that of `core.base.spreadsheet.csv_text`.
    """
    if not as_csv:
        return "".join(f"{text_line(image, word)}\n" for image, word in readings).encode("utf-8", "backslashreplace")
    rows: list[tuple[str, ...]] = [_HEAD]
    for image, word in readings:
        scores = " ".join(f"{character.score:.3f}" for character in word.characters)
        rows.append((image, word.text, f"{word.probability:.3f}", scores, " ".join(map(str, word.gaps))))
    return csv_text(rows, raw=raw).encode("utf-8-sig", "backslashreplace")


def write_table(path: Path, readings: Iterable[tuple[str, ReadWord]], *, raw: bool = False) -> None:
    """Write readings to a file, as CSV if its name ends in `.csv`, and as text otherwise.

    Parameters
    ----------
    path : Path
        The file, whose folder is made if it is missing.
    readings : iterable of (str, ReadWord)
        Image and word.
    raw : bool
        As that of `core.base.spreadsheet.csv_text`.

    Raises
    ------
    FileWriteError
        If the file cannot be written. A current file stays as it was.
    """
    make_folder(path.parent)
    write_atomically(path, table_of(readings, as_csv=path.suffix.lower() == ".csv", raw=raw))
