"""The demo project for trying the program out, drawn in the background into the person's documents.

`python -m app.project.demo FOLDER` makes it in a folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.language.languages import translate
from app.workers.background import Job
from core.base.errors import StudioError
from core.base.folders import SETTINGS_NAME, documents_folder
from core.base.progress import Progress, ignore_news

if TYPE_CHECKING:
    from app.project.workspace import Workspace

_NAME = "textscanner-demo"


def default_folder(documents: Path | None = None) -> Path:
    """Return the folder for the demo: one in `documents` that does not exist, or that contains an earlier demo."""
    documents = documents or documents_folder()
    parent = documents if documents.is_dir() else Path.home()
    folder, number = parent / _NAME, 2
    while folder.exists() and not (folder / SETTINGS_NAME).exists():
        folder = parent / f"{_NAME}-{number}"
        number += 1
    return folder


def make_demo(folder: Path, progress: Progress = ignore_news, *, is_chinese: bool = False) -> Path:
    """Draw the demo project in a background thread unless it is there, and return its folder.

    StudioError is raised if it cannot be written, or no font has Chinese symbols.
    """
    from core.data.drawing.demo import write_first_demo  # drawing loads much that the window never needs

    if not (folder / SETTINGS_NAME).exists():
        write_first_demo(folder, progress=progress, is_chinese=is_chinese)
    return folder


def draw_demo(workspace: Workspace, then: Callable[[Path], None], folder: Path, is_chinese: bool = False) -> Job:
    """Draw the demo project in the background unless it is there, and call `then` with its folder."""
    return workspace.background.start(
        translate("Demo", "Making a demo project"),
        lambda job: make_demo(folder, job.progress, is_chinese=is_chinese),
        finished=then,
    )


def main(arguments: list[str]) -> int:
    """Draw the demo project from the command line, and return the exit status."""
    if len(arguments) != 1:
        print("Usage: python -m app.project.demo FOLDER", file=sys.stderr)
        return 2
    try:
        make_demo(Path(arguments[0]))
    except StudioError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
