"""Imports another program's readings into a project, as `textscanner convert --as readings` does."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.readings.importing import ImportedReadings


def import_readings(source: str | PathLike[str], folder: str | PathLike[str], *, reader: str = "") -> ImportedReadings:
    r"""Save the readings of another program in a project, beside those of other readers.

    No label changes: the readings are written to `.textscanner/readings.jsonl` of the project.

    Parameters
    ----------
    source : path
        A file, or a folder of files: JSONL, CSV or TSV with a header, or what PaddleOCR, RapidOCR or Tesseract write.
    folder : path
        The project: a folder of word images.
    reader : str
        The name of the program that has read. Default: as the source says, or else the name of the file.

    Returns
    -------
    ImportedReadings
        The report: `read`, `written`, `refusals` (each with its place and `reason`) and `notes`. `to_dict` is the
        document of `textscanner convert --as readings --json`.

    Raises
    ------
    StudioError
        If the source cannot be read or holds no readings, the project cannot be read, or its readings cannot be
        written.

    Examples
    --------
    >>> from pathlib import Path
    >>> table = "image,text,probability\nword_00001.png,42,0.9\n"
    >>> size = Path("other.csv").write_text(table, encoding="utf-8")
    >>> textscanner.import_readings("other.csv", "words", reader="Other").written
    1
    """
    from core.index.project_readings import import_into
    from core.project.project import Project

    return import_into(Project.open(Path(folder)), Path(source), reader=reader)
