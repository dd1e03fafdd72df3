"""Arguments and options that several commands have.

Apart from the commands, so that commands in other modules have them, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.runs.bundled import model_path

Model = Annotated[
    Path,
    typer.Argument(
        parser=model_path, metavar="MODEL", help="A .keras file of ours, a run, or reader: the model that comes along."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
IgnoreCase = Annotated[
    bool, typer.Option("--ignore-case", help="Choose the letter first, and only then capital or small.")
]
Crops = Annotated[int, typer.Option(metavar="1|3", help="Average over so many crops of each image.")]
