"""What other readers have read in 100,000 images: `python -m benchmarks.readings`.

A table is imported as `convert --as readings` does it, for a folder whose pictures nobody has looked at yet, and again
after a reader has read all of them anew. Each part of the import has its own row: reading the file's rows, hashing the
pictures, matching the rows with the images, and writing. The other rows are of the same readings in JSON lines, and of
opening the folder afterwards.

The pictures are small files in the system's cache, so the time of a disk is not in the figures.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.folders import IN_A_FOLDER
from benchmarks.measuring import Row, report, row
from core.index.index import Index
from core.index.project_readings import import_into, readings_of
from core.project.project import Project
from core.readings.importing import import_readings, rows_of
from core.readings.reading import PictureReading
from core.readings.store import keep, readings_in

READINGS = 100_000
_WORDS = ("PRIVATE", "CASTLE", "Ärger", "中文标签", "No. 7", "exit", "LONDON", "open")
_TIMES = 3
_BUDGET = 2.0  # s
_PICTURE_BYTES = 1500  # as a small crop has


def rows() -> list[Row]:
    """The figures, as `script/bench` prints them."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        return _rows(Path(folder))


def _rows(folder: Path) -> list[Row]:
    words = folder / "words"
    images = _write_images(words)
    table, lines, again = folder / "first.csv", folder / "first.jsonl", folder / "second.csv"
    _write_table(table, images, 0)
    _write_table(again, images, 1)
    _write_lines(lines, images)
    project = Project.open(words)

    def into(source: Path, images: tuple[str, ...] | None = None) -> None:
        import_into(project, source, images=images, cache=folder / "cache")

    listed, _ = _least(project.images)
    at_first = _once(partial(into, table, images))
    later = _once(partial(into, again, images))
    with Index.open(project, folder / "cache") as index:
        known = index.pictures(images)
        hashed, _ = _least(partial(index.pictures, images))
    fresh = _once(partial(_hash_all, project, images, folder / "another cache"))[0]
    parsed, _ = _least(partial(rows_of, table, table.name))
    parsed_lines, _ = _least(partial(rows_of, lines, lines.name))
    kept = readings_in(words)
    entries = [entry for image in kept.images for entry in kept.of(image)]
    written, _ = _least(partial(_write, folder, entries))
    elsewhere, _ = _least(partial(_import_alone, folder, table, images, known))
    elsewhere_lines, _ = _least(partial(_import_alone, folder, lines, images, known))
    opened, _ = _least(partial(readings_of, project, images=images, cache=folder / "cache"))
    name = f"{READINGS:,} readings"
    return [
        row(f"import {name} from a table, new pictures", at_first[1], "s", _BUDGET),
        row("  the same", at_first[0], "s CPU"),
        row(f"import {name} from a table, pictures known", later[1], "s", _BUDGET),
        row("  the same", later[0], "s CPU"),
        row("  of it: hash the pictures for the first time", fresh, "s CPU"),
        row("  of it: see that no picture has changed", hashed, "s CPU"),
        row("  of it: read the rows of the table", parsed, "s CPU"),
        row("  of it: write the readings", written, "s CPU"),
        row("  of it: match, check and compare the rows", elsewhere - parsed - written, "s CPU"),
        row(f"{name} in JSON lines: read the rows", parsed_lines, "s CPU"),
        row(f"{name} in JSON lines: import, without the pictures", elsewhere_lines, "s CPU"),
        row(f"list the images of a folder with {name}", listed, "s CPU"),
        row(f"open a folder with {name}", opened, "s CPU"),
    ]


def _least(work: Callable[[], object]) -> tuple[float, float]:
    """Return the least CPU seconds and the least seconds of several calls."""
    times = [_once(work) for _ in range(_TIMES)]
    return min(cpu for cpu, _ in times), min(wall for _, wall in times)


def _once(work: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU seconds and the seconds of one call."""
    cpu, start = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - start


def _write_images(folder: Path) -> tuple[str, ...]:
    """Write a file of random bytes for each image, without a label."""
    noise = np.random.default_rng(0).bytes(_PICTURE_BYTES + READINGS)
    images = []
    for number in range(READINGS):
        inside = f"part {number // IN_A_FOLDER + 1}"
        if number % IN_A_FOLDER == 0:
            (folder / inside).mkdir(parents=True)
        image = f"{inside}/word_{number + 1}.png"
        (folder / image).write_bytes(noise[number : number + _PICTURE_BYTES])
        images.append(image)
    time.sleep(2.5)  # the index keeps no hash of a file that was written a moment ago
    return tuple(images)


def _text(number: int) -> str:
    return f"{_WORDS[number % len(_WORDS)]}{number % 977}"


def _write_table(path: Path, images: tuple[str, ...], first: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("image,text,probability,reader\n")
        for number, image in enumerate(images, first):
            file.write(f"{image},{_text(number)},{number % 1000 / 1000},PP-OCR\n")


def _write_lines(path: Path, images: tuple[str, ...]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number, image in enumerate(images):
            line = {"image": image, "text": _text(number), "probability": number % 1000 / 1000, "reader": "PP-OCR"}
            file.write(f"{json.dumps(line, ensure_ascii=False)}\n")


def _hash_all(project: Project, images: tuple[str, ...], cache: Path) -> None:
    with Index.open(project, cache) as index:
        index.pictures(images)


def _write(folder: Path, entries: list[PictureReading]) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as root:
        keep(Path(root), entries)


def _import_alone(folder: Path, source: Path, images: tuple[str, ...], known: Mapping[str, str]) -> Any:
    with tempfile.TemporaryDirectory(dir=folder) as root:
        return import_readings(source, Path(root), images, hashes=lambda asked: {name: known[name] for name in asked})


if __name__ == "__main__":
    report(rows())
