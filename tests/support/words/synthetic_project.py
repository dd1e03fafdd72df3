"""A project of synthetic words with exact polygons, made once a process and written anew for each test."""

import tempfile
from functools import cache
from pathlib import Path

from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.scene_effects import PRESETS


@cache
def _files(count: int) -> dict[str, bytes]:
    """The files by their paths below the project's folder: in memory, so that nothing is left on the disk."""
    recipe = prepare(Charset.named("alnum"), PRESETS["mild"], (3, 6))
    with tempfile.TemporaryDirectory(prefix="synthetic-") as made:
        folder = Path(made) / "words"
        write_demo(folder, recipe.config, count=count, seed=5, errors=0.0)
        (folder / "planted.json").unlink(missing_ok=True)
        files = (path for path in sorted(folder.rglob("*")) if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def synthetic_project(folder: Path, count: int = 8) -> Path:
    """Write a project of `count` words (the same ones each time) into a folder that is not there yet."""
    folder.mkdir(parents=True)
    for name, data in _files(count).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder
