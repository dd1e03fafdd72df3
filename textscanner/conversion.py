"""Converts labels between formats, as the command `textscanner convert` does."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from core.labels.formats.conversion import Conversion


def convert(
    source: str | PathLike[str],
    folder: str | PathLike[str],
    *,
    read_as: str | None = None,
    write_as: str = "labelme",
    images: str | PathLike[str] | None = None,
    overwrite: bool = False,
    text_from: str = "",
    keep_placeholders: bool = False,
    texts: Literal["auto", "known", "drafts"] = "auto",
) -> Conversion:
    """Convert labels from one format into a folder in another format, and copy their images.

    A record that cannot be used is refused, with the reason, and the next one is read. A different label that is in
    the folder already is kept, unless `overwrite`.

    Parameters
    ----------
    source : path
        A label file, a list, or a folder of them, of this or of another program.
    folder : path
        The folder that images and labels are written to. It is made if it is missing.
    read_as, write_as : str
        Names of formats, as `--from` and `--to` of the command have them. Default: the format is detected, and labels
        of this program are written.
    images : path, optional
        The folder of the source's images. Default: beside the source, then `imgs/` or `images/` there.
    text_from : str
        The field of shapes that holds the words, such as "description". Default: it is found out.
    keep_placeholders : bool
        Take marks for a missing text, such as ###, as words.
    texts : {"auto", "known", "drafts"}
        Whose texts they are. "auto": drafts if they have a probability or are marked as a model's.

    Returns
    -------
    Conversion
        The report: `read`, `written`, `unchanged`, `copied`, `refusals` (each with its place and `reason`), `notes` on
        what was guessed. `to_dict` is the document of `textscanner convert --json`.

    Raises
    ------
    StudioError
        If the source cannot be read or has no known format, a name is that of no format, or the folder cannot be
        written.
    ValueError
        If `texts` is none of the three.

    Examples
    --------
    >>> report = textscanner.convert("words", "lines", write_as="jsonl")
    >>> report.read, report.written, report.refusals
    (6, 6, ())
    >>> print(textscanner.convert("lines", "back"))
    jsonl → labelme: 6 records read, 6 written, 0 refused; 6 images copied to back
    """
    from core.labels.formats.conversion import convert as convert_labels
    from core.labels.formats.source import SourceChoices

    if texts not in ("auto", "known", "drafts"):
        raise ValueError(f"texts: {texts!r} is none of auto, known, drafts")
    return convert_labels(
        Path(source),
        Path(folder),
        read_as=read_as,
        write_as=write_as,
        images=None if images is None else Path(images),
        overwrite=overwrite,
        choices=SourceChoices(text_from, keep_placeholders, texts),
    )
