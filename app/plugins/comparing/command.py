"""The command `textscanner compare-labels`, which compares the labels of two people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.console.options import Json
from app.console.terminal import print_json, progress_bar, say
from core.base.phrases import number_of


def compare_labels(
    first: Annotated[Path, typer.Argument(metavar="FOLDER", help="Images with labels.")],
    second: Annotated[Path, typer.Argument(metavar="OTHER", help="Labels of the same images, by somebody else.")],
    overlap: Annotated[
        float, typer.Option(min=0, max=1, help="Boxes that overlap by this share (IoU) count as the same.")
    ] = 0.7,
    as_json: Json = False,
) -> None:
    """Compare two folders of labels of the same images. Exits 0 whatever it finds."""
    from core.plugins.comparing.folder_comparison import compare_folders

    with progress_bar("Comparing") as progress:
        result = compare_folders(first, second, overlap, progress)
    if as_json:
        print_json(result.to_dict())
        return
    for difference in result.differing:
        one, two = ("-" if label is None else label.word for label in (difference.first, difference.second))
        ranks = sorted({rank for c in difference.characters if (rank := c.first or c.second)})
        fault = difference.fault or (f"characters {', '.join(map(str, ranks))}" if ranks else "")
        say(f"{difference.image:40} {one:20} {two:20} {fault}".rstrip())
    both = number_of(result.both, "image", "images")
    say(
        f"{both} with two labels, {result.same_word} with the same word, {len(result.differing)} to look at; "
        f"{result.only_first} labelled only in {first}, {result.only_second} only in {second}"
    )
