"""The tour, as `script/run --tour DIR` takes it."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from support.drawn_project import drawn_project
from support.window_driver import environment

from core.images import read_image


def test_tour_goes_through_all_stages_and_leaves_the_project_as_it_was(tmp_path: Path) -> None:
    project, pictures = drawn_project(tmp_path / "words", 12), tmp_path / "pictures"
    before = {path.name: path.read_bytes() for path in project.iterdir()}
    done = subprocess.run(
        [sys.executable, "-m", "app.tour", str(project), str(pictures)],
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    written = [Path(line) for line in done.stdout.splitlines()]
    assert [path.name[3:-4] for path in written] == [
        "first-page",
        "image-and-target-maps",
        "wrong-symbol",
        "mended-with-one-key",
        "undone",
        "redone-and-saved",
        "character-moved",
        "renumbered",
        "word-divided",
        "labelled-and-reviewed",
        "overlay",
        "one-position-and-ceiling",
        "filtered",
        "command-palette",
        "dark",
        "chinese",
    ]
    pixels = [read_image(path) for path in written]
    assert {picture.shape for picture in pixels} == {(860, 1440, 3)}
    assert all((one != other).any() for one, other in pairwise(pixels))
    assert {path.name: path.read_bytes() for path in project.iterdir()} == before
