"""Reads words with Tesseract if it is installed, in a new process for each word."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import last_words, status_of, way_of_ending
from core.base.errors import ModelError
from core.base.files import read_file
from core.base.images import encode_png
from core.base.installed.places import is_safe
from core.base.progress import ignore_news
from core.labels.maps.spec import MapSpec
from core.readings.reading import Reading

NAME = "Tesseract"

PATIENCE = 60.0
"""Seconds of processor time for one word."""

_ONE_WORD = ("--psm", "8")  # Tesseract's "treat the image as a single word"
_WORD_LEVEL = "5"
_VERSION = re.compile(r"tesseract\s+v?(\d\S*)")
_OUR_OWN = MapSpec()  # tall crops are turned as our own reader turns them
_LEAST_SIDE = 3  # pixels: Tesseract refuses smaller pictures


def tesseract_path(unsafe: Iterable[Path], variable: str | None = None) -> Path | None:
    """Return the absolute path of the program, or None if it is not installed.

    `unsafe`: folders that are passed over (`core.base.installed.places`). `variable`: the folders to look in, as `PATH`
    lists them. If left out, those of this process.
    """
    unsafe = tuple(unsafe)
    for name in (os.environ.get("PATH", "") if variable is None else variable).split(os.pathsep):
        folder = Path(name)
        if not name or not is_safe(folder, unsafe):
            continue
        path = shutil.which("tesseract", path=name)
        # Windows looks into the current folder first, whatever the path
        if path is not None and Path(path).parent == folder and is_safe(Path(path), unsafe):
            return Path(path)
    return None


def named_program(path: Path, unsafe: Iterable[Path]) -> Path:
    """Return the program that a person has named, if it is allowed to be started.

    `unsafe`: as for `tesseract_path`.

    Raises
    ------
    ModelError
        If the path is not absolute, leads into one of the unsafe folders, or is no file.
    """
    if not path.is_absolute():
        raise ModelError(
            "{program}: Tesseract's path in Settings has to begin at the root of a disk. Write the whole path, or "
            "leave it empty.",
            program=path,
        )
    if not is_safe(path, tuple(unsafe)):
        raise ModelError(
            "{program}: a program in the project or in the current folder is not started. Name another one in "
            "Settings.",
            program=path,
        )
    if not path.is_file():
        raise ModelError(
            "{program}: there is no such file. Correct Tesseract's path in Settings, or leave it empty.", program=path
        )
    return path


class TesseractReader:
    """Reads crops with Tesseract."""

    def __init__(self, program: Path, *, waiting: Callable[[], object] = ignore_news) -> None:
        """Ask the program for its version.

        `program` is the absolute path. `waiting` is called several times a second while Tesseract reads. If it raises
        an error, Tesseract ends.

        Raises
        ------
        ModelError
            If Tesseract does not start, or does not say its version.
        """
        self._program, self._waiting = program, waiting
        match = _VERSION.search(self._run(["--version"], b""))
        if match is None:
            raise ModelError(
                "{program} does not say its version, so it is not Tesseract. Choose the program tesseract.",
                program=program,
            )
        self._version = match[1]

    @property
    def name(self) -> str:
        """The name of the reader."""
        return NAME

    @property
    def version(self) -> str:
        """The version that the program reports, such as "5.3.0"."""
        return self._version

    def __enter__(self) -> TesseractReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Do nothing: the process of a word has ended with it."""

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Read a crop with Tesseract.

        Raises
        ------
        ModelError
            If Tesseract fails, or computes on and on.
        """
        if _OUR_OWN.is_turned(image.shape[:2]):
            image = np.rot90(image)
        missing = [max(0, _LEAST_SIDE - side) for side in image.shape[:2]]
        image = np.pad(image, ((0, missing[0]), (0, missing[1]), (0, 0)), mode="edge")
        table = self._run(["stdin", "stdout", *_ONE_WORD, "tsv"], encode_png(np.ascontiguousarray(image)))
        text, probability = parse_table(table)
        return Reading(NAME, text, probability, (), datetime.now(UTC).isoformat(timespec="seconds"), self._version)

    def _run(self, arguments: list[str], given: bytes) -> str:
        with tempfile.TemporaryDirectory(prefix="tesseract", ignore_cleanup_errors=True) as folder:
            paths = {name: Path(folder) / name for name in ("in", "out", "log")}
            paths["in"].write_bytes(given)
            environment = os.environ | {"OMP_THREAD_LIMIT": "1"}  # its threads cost more than they give on one word
            with paths["in"].open("rb") as stdin, paths["out"].open("wb") as out, paths["log"].open("wb") as log:
                try:
                    process = subprocess.Popen(
                        [str(self._program), *arguments],
                        stdin=stdin,
                        stdout=out,
                        stderr=log,
                        cwd=folder,
                        env=environment,
                        encoding="utf-8",
                    )
                except OSError as error:
                    raise ModelError(
                        "{program}: cannot be started ({why}). Install Tesseract again.",
                        program=self._program,
                        why=error.strerror or error,
                    ) from error
                try:
                    status = status_of(process, PATIENCE, self._waiting)
                finally:
                    if process.poll() is None:
                        process.kill()
                        process.wait()
            if status:
                raise ModelError(
                    "Tesseract has failed ({how}). {why}", how=way_of_ending(status), why=last_words(paths["log"])
                )
            if status is None:
                raise ModelError(
                    "Tesseract was ended, because it took more than {seconds:g} s for a word.",
                    seconds=PATIENCE,
                )
            return read_file(paths["out"]).decode("utf-8", "replace")


def parse_table(table: str) -> tuple[str, float | None]:
    """Return the text in Tesseract's TSV, and the least confidence of its words as a probability from 0 to 1.

    Several words are one text with spaces between them. The probability is None if there is no word.
    """
    lines = [line.split("\t") for line in table.splitlines()]
    if not lines:
        return "", None
    columns = {name: place for place, name in enumerate(lines[0])}
    words, confidences = [], []
    for line in lines[1:]:
        values = {name: line[place] for name, place in columns.items() if place < len(line)}
        if values.get("level") != _WORD_LEVEL or not values.get("text", "").strip():
            continue
        words.append(values["text"].strip())
        with contextlib.suppress(ValueError):  # it says no number
            confidences.append(float(values.get("conf", "")) / 100)
    least = min(confidences, default=None, key=lambda value: value if value >= 0 else -1.0)
    return " ".join(words), None if least is None else min(1.0, max(0.0, least))
