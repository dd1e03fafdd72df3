"""An image to begin with, found before the folder is listed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.base.images import is_image
from core.project.listing import in_natural_order, naturally_first

_FOLDERS_TO_LOOK_INTO = 50  # listing all finds it anyway, a little later


def first_image(root: Path) -> str | None:
    """An image to show while the folder is still being listed: the first by name in the first folder that has any."""
    waiting = [""]
    for _ in range(_FOLDERS_TO_LOOK_INTO):
        if not waiting:
            break
        folder = waiting.pop()
        names: list[str] = []
        folders: list[str] = []
        # A string, not a Path: see `core.project.listing.folders_of`
        with contextlib.suppress(OSError), os.scandir(os.path.join(root, folder)) as entries:  # noqa: PTH118
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if is_image(Path(entry.name)) and entry.is_file():
                    names.append(entry.name)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(f"{folder}{entry.name}/")
        if names:
            return folder + (naturally_first(names) or "")
        waiting += reversed(in_natural_order(folders))
    return None
