"""Writes tables for spreadsheets as CSV."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterable, Sequence

from core.base.errors import visible

_COMPUTED = ("=", "+", "-", "@", "\t", "\r")


def csv_text(rows: Iterable[Sequence[object]], *, raw: bool = False, end: str = "\r\n") -> str:
    """Return rows as CSV text.

    A spreadsheet computes a text that begins with =, +, - or @, and such a formula may come with any label or file
    name: it gets an apostrophe in front, unless it is a number. Control characters and marks of direction become �.
    `raw`: leave texts as they are, for programs.
    `end`: of each line.
    """
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator=end).writerows(rows if raw else (map(_inert, row) for row in rows))
    return file.getvalue()


def _inert(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    cell = visible(cell)
    if not cell.startswith(_COMPUTED):
        return cell
    with contextlib.suppress(ValueError):
        float(cell)
        return cell
    return f"'{cell}"
