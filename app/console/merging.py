"""The command `textscanner merge-label`, which merges two versions of a label file for git.

Apart from the comparison of two folders, which is a plug-in: git counts on this command.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.console.terminal import print_error


def merge_label(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="The version that both began from; may be empty.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="One version; the result goes here.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="The other version.")],
) -> int:
    """Merge two versions of a label file, as a merge driver of git. A conflict leaves OURS as it is and exits 1."""
    from core.labels.files.merging import merge_label_files

    conflicts = merge_label_files(base, ours, theirs)
    for conflict in conflicts:
        print_error(f"{conflict}.")
    return 1 if conflicts else 0
