"""What the formats of labels are called, in the window's language; `core.labels.formats` names them in English."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.language.languages import marked
from core.labels.formats.registry import formats

TITLES = (
    marked("Formats", "JSON lines with file, text and a box a character"),
    marked("Formats", "List of image, tab and text"),
    marked("Formats", "MATLAB files of IIIT 5K-word"),
    marked("Formats", "MMOCR JSON lines with a quadrilateral a character"),
    marked("Formats", "Number plates: one comma line an image"),
    marked("Formats", "PaddleOCR detection list (Label.txt): words in scenes"),
    marked("Formats", "PaddleOCR recognition list (rec_gt.txt)"),
    marked("Formats", "Text file an image, as the reference implementation has it"),
    marked("Formats", "labelme file an image: this program's own labels"),
    marked("Formats", "labelme files of scenes: words are cut out"),
)
"""The titles of all formats, for the catalogues."""


def title_of_format(name: str) -> str:
    """The title of a format, by the name it has in `core.labels.formats.registry`."""
    return QCoreApplication.translate("Formats", formats()[name].title)
