"""The arguments and options that several commands share.

Apart from the commands, so that commands in other modules have them, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.console.terminal import print_note
from core.runs.bundled import model_path

if TYPE_CHECKING:
    from core.charset import Charset
    from core.project.project import Project

Model = Annotated[
    Path,
    typer.Argument(
        parser=model_path,
        metavar="MODEL",
        help="A .keras file of ours, a run, or reader or reader-zh: the bundled models.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
IgnoreCase = Annotated[
    bool, typer.Option("--ignore-case", help="Choose the letter first, and only then capital or small.")
]
Raw = Annotated[
    bool,
    typer.Option(
        "--raw", help="In tables (CSV), leave texts that a spreadsheet would compute, such as =1+1, as they are."
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="none|en|zh|FILE",
        help="Whose spelling counts beside what the network sees; FILE: that of its words; none: the network alone.  "
        "[default: MODEL's own language]",
    ),
]
Expected = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|PATTERN",
        help="Read the likeliest of these words: of a text file, or of a pattern such as [A-Z]{2}\\d{5}.",
    ),
]
Backend = Annotated[
    Literal["auto", "tensorflow", "jax", "torch"],
    typer.Option(
        metavar="auto|tensorflow|jax|torch",
        help="The library that computes; auto: the first that sees a GPU, or else TensorFlow.",
    ),
]
Crops = Annotated[
    Literal["auto", "1", "3", "5"],
    typer.Option(
        metavar="auto|1|3|5",
        help="Read so many crops of each image: the mean of 3, what most of 5 say; auto: 5 for doubtful words.",
    ),
]


def loading(model: Path) -> str:
    """Return a sentence about loading the model from its folder, since a slow disk may need minutes."""
    return f"Loading {model.name} from {model.absolute().parent} …"


def opened(folder: Path) -> Project:
    """Open a project, and print the guesses that were made in reading its settings.

    ProjectError is raised as by `Project.open`.
    """
    from core.project.project import Project

    project = Project.open(folder)
    for remark in project.remarks:
        print_note(remark)
    return project


def charset_named(name: str) -> Charset:
    """Return the charset with the name `digits`, `alnum`, `signs`, `zh` or `zh-large`, or the charset in a file.

    Guesses and merged symbols are printed.
    """
    from core.charset import PRESETS, Charset

    if name in PRESETS:
        return Charset.named(name)
    charset, _, notes = Charset.read(Path(name))
    for note in notes:
        print_note(note)
    return charset
