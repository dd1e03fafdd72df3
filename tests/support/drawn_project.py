"""A project of drawn words with exact polygons, made once a process and copied for each test."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from core.charset import Charset
from core.data.demo import prepare, write_demo
from core.data.effects import PRESETS


@cache
def _drawn(count: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="drawn-")) / "words"
    recipe = prepare(Charset.named("alnum"), PRESETS["mild"], (3, 6), None, None)
    write_demo(folder, recipe.config, count=count, seed=5, errors=0.0)
    (folder / "planted.json").unlink(missing_ok=True)
    return folder


def drawn_project(folder: Path, count: int = 8) -> Path:
    """Write a project of `count` words (the same ones each time) into a folder that is not there yet."""
    shutil.copytree(_drawn(count), folder)
    return folder
