"""The list of a project's images and its index, at 100,000 images; see section 9 of the design.

Beside each figure stands the straightforward way, measured in the same run: for the list a recursive glob put in order
by `natsort.os_sorted`, for the filter an SQL query with LIKE on an indexed copy.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import natsort
import numpy as np

from benchmarks.folders import write_words
from core.base.images import SUFFIXES
from core.index.filters import parse_filter
from core.index.index import Index
from core.index.rows import ImageRow, Prediction, RowStatus, StoredProblem
from core.index.table import ImageTable, Sort, SortKey
from core.labels.files.storage import serialise_label
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import Project
from core.project.watching import Watcher

IMAGES = 100_000
_WORDS = ("PRIVATE", "CASTLE", "Ärger", "中文标签", "No. 7", "exit", "LONDON", "open")
_COMPARED = "castle"
_KEYS = (
    _COMPARED,
    "w",
    "word",
    "word_1",
    "9",
    "7 1",
    "zzz",
    "word 1 png a t",
    "-word_1",
    "len:>5 -status:draft castle",
    "char:Ä problem:order score:<0.5 word",
)
_SORTS: tuple[SortKey, ...] = ("name", "status", "problems", "score", "loss")


def rows() -> list[dict[str, Any]]:
    """The figures, as `script/bench` prints them."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        return _rows(Path(folder))


def _rows(folder: Path) -> list[dict[str, Any]]:
    words = folder / "words"
    write_words(words, [(_PIXEL, _label(word)) for word in _WORDS], IMAGES)
    opened = _best(lambda: _open(words), time.process_time)
    globbed = _best(lambda: _glob(words), time.process_time, 1)
    table = _filled(_open(words))
    typed = {key: _median(partial(_filtered, table, key), partial(_filtered, table, key[:-1])) for key in _KEYS}
    pasted = max(_median(partial(_filtered, table, key), partial(_touch, table)) for key in _KEYS)
    queried = _like(table, _COMPARED)
    ordered = max(_median(partial(_sorted, table, key), partial(_touch, table)) for key in _SORTS)
    watcher = Watcher(words)
    watcher.poll()
    polled = _best(watcher.poll, time.process_time)
    with Index.open(Project.open(words), folder / "cache") as index:
        start = time.perf_counter()
        index.refresh()
        read = IMAGES / (time.perf_counter() - start)
        loaded = _best(lambda: _open(words).update(index.rows()), time.process_time)
    return [
        _row("open a folder of 100,000 images: list sorted", opened, "s CPU", 1.3, ("rglob and os_sorted", globbed)),
        _row("one key typed into the filter, 100,000 images", max(typed.values()) * 1e3, "ms", 20),
        _row("a filter of five words pasted, 100,000 images", pasted * 1e3, "ms", None),
        _row(f"the filter {_COMPARED}, 100,000 images", typed[_COMPARED] * 1e3, "ms", 20, ("SQL LIKE", queried * 1e3)),
        _row("one click on a sort, 100,000 images", ordered * 1e3, "ms", 20),
        _row("see changes by other programs, 100,000 images and labels", polled, "s CPU", None),
        _row("open the same folder again, with all of its index", loaded, "s CPU", None),
        _row("refresh of the index, unchecked", read, "labels/s", None),
    ]


def _row(
    name: str,
    value: float,
    unit: str,
    budget: float | None,
    other: tuple[str, float] | None = None,
) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "budget": budget,
        "holds": None if budget is None else value <= budget,
        "compared_with": None if other is None else other[0],
        "ratio": None if other is None else round(other[1] / value, 1),
    }


def _best(work: Callable[[], object], clock: Callable[[], float], times: int = 3) -> float:
    found = []
    for _ in range(times):
        start = clock()
        work()
        found.append(clock() - start)
    return min(found)


def _median(work: Callable[[], object], before: Callable[[], object] = lambda: None, times: int = 9) -> float:
    found = []
    for _ in range(times):
        before()
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def _open(folder: Path) -> ImageTable:
    return ImageTable(Project.open(folder).images().images)


def _glob(folder: Path) -> list[Path]:
    return list(natsort.os_sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES))


def _like(table: ImageTable, key: str) -> float:
    words = key.split()
    condition = " AND ".join(["(name LIKE ? OR text LIKE ?)"] * len(words))
    values = [f"%{word}%" for word in words for _ in range(2)]
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE images (name TEXT, text TEXT)")
    db.executemany("INSERT INTO images VALUES (?, ?)", zip(table.images, table.text, strict=True))
    found = _median(lambda: db.execute(f"SELECT rowid FROM images WHERE {condition}", values).fetchall())
    db.close()
    return found


def _filtered(table: ImageTable, key: str) -> object:
    return table.visible(parse_filter(key))


def _touch(table: ImageTable) -> None:
    table.update([_image_row(table.images[0], 0)])  # forgets the orders and answers that are kept


def _sorted(table: ImageTable, key: SortKey) -> object:
    return table.visible(sort=Sort(key, descending=True))


def _filled(table: ImageTable) -> ImageTable:
    table.update(_image_row(image, number) for number, image in enumerate(table.images))
    return table


def _image_row(image: str, number: int) -> ImageRow:
    word = _WORDS[number % len(_WORDS)]
    problems = (StoredProblem("order-gap", "error", "A gap."),) if number % 50 == 0 else ()
    mixed = _MIXED[number]
    read = Prediction(word, 0.9, score=mixed, loss=1 - mixed)
    status: RowStatus = "reviewed" if number * 31 % 7 else "draft"
    return ImageRow(image, status, word, len(word), "".join(sorted(set(word))), problems, prediction=read)


def _label(word: str) -> bytes:
    corners = [((x, 2.0), (x + 9.5, 2.0), (x + 9.5, 30.0), (x, 30.0)) for x in range(0, 10 * len(word), 10)]
    characters = (CharacterLabel(symbol, polygon) for symbol, polygon in zip(word, corners, strict=True))
    return serialise_label(WordLabel(tuple(characters), text=word, status="reviewed"), "word.png", (32, 100))


_MIXED = np.random.default_rng(0).random(IMAGES)  # no order that a sort could make use of
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da6360000000020001e5"
    "27d4a20000000049454e44ae426082"
)

if __name__ == "__main__":
    print(json.dumps(rows(), indent=2, ensure_ascii=False))
