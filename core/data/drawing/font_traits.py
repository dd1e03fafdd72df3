"""Finds the family and category of a font: in a list beside it, or in its own tables."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.files import open_file, read_file

Traits = tuple[str, str]  # family, and category: `sans`, `serif`, `display`, `handwriting` or `blackletter`

LIST_NAME = "fonts.tsv"  # a list of a folder's fonts, with the columns `file`, `family` and `category`, split by tabs

_BLACKLETTER = (
    "fraktur",
    "blackletter",
    "textura",
    "old english",
    "medieval",
    "uncial",
    "rocker",
    "pirata",
    "germania",
)

_PANOSE_TEXT = 2
_PANOSE_SCRIPT = 3
_PANOSE_DECORATIVE = 4
# classes of OS/2's sFamilyClass
_IBM_SERIFS = {1, 2, 3, 4, 5, 7}
_IBM_DISPLAY = 9
_IBM_SCRIPT = 10


def listed_traits(folder: Path) -> Mapping[str, Traits]:
    """Return the traits that the folder's list gives, by file name, or none if it has no readable list."""
    try:
        text = read_file(folder / LIST_NAME).decode()
        rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    except (OSError, ValueError, csv.Error):  # the last: a field of over 128 kB
        return {}
    return {
        row["file"]: (family := row.get("family") or "", _category(row.get("category") or "", family))
        for row in rows
        if row.get("file")
    }


def _category(name: str, family: str) -> str:
    if any(word in family.casefold() for word in _BLACKLETTER):
        return "blackletter"
    words = name.casefold()
    for category in ("display", "handwriting"):
        if category in words:
            return category
    return "serif" if "serif" in words and "sans" not in words else "sans"


def traits_of(path: Path, index: int) -> Traits:
    """Return the traits in a face's tables, with "" for an unknown family and `sans` for an unknown category."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # slow

    try:
        with open_file(path) as file, TTFont(file, fontNumber=index, lazy=True) as font:
            names, table = font.get("name"), font.get("OS/2")
            family = "" if names is None else str(names.getDebugName(16) or names.getDebugName(1) or "")
            return family, _category_of(table, family)
    except Exception:  # fontTools raises almost anything on a damaged font
        return "", "sans"


def _category_of(table: Any, family: str) -> str:
    named = family.casefold()
    if any(word in named for word in _BLACKLETTER):
        return "blackletter"
    if any(word in named for word in ("script", "hand", "brush")):
        return "handwriting"
    if table is None:
        return "serif" if "serif" in named and "sans" not in named else "sans"
    panose, ibm = table.panose, table.sFamilyClass >> 8
    if panose.bFamilyType == _PANOSE_SCRIPT or ibm == _IBM_SCRIPT:
        return "handwriting"
    if panose.bFamilyType == _PANOSE_DECORATIVE or ibm == _IBM_DISPLAY:
        return "display"
    if panose.bFamilyType == _PANOSE_TEXT and panose.bSerifStyle:
        return "serif" if 2 <= panose.bSerifStyle <= 10 else "sans"
    return "serif" if ibm in _IBM_SERIFS or ("serif" in named and "sans" not in named) else "sans"
