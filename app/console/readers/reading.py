"""Reads and measures with another program's reader, for `predict --reader NAME` and `evaluate --reader NAME`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.console.readers.known import known_readers
from app.console.terminal import print_error, print_json, print_note, progress_bar, say
from core.base.errors import one_line
from core.base.progress import Progress

if TYPE_CHECKING:
    from core.model.using.reader_evaluation import ReaderEvaluation
    from core.readers.word_readers import WordReader
    from core.readings.reading import Reading

_LONGEST = 4096


@contextmanager
def reading_progress() -> Iterator[tuple[Progress, Callable[[], object]]]:
    """Yield a progress bar, and a function that checks for Ctrl-C while a reader computes."""
    at = (0, 0)
    with progress_bar("Reading") as bar:

        def progress(done: int, total: int) -> None:
            nonlocal at
            at = done, total
            bar(done, total)

        yield progress, lambda: bar(*at)


def predict_by(name: str, images: Sequence[Path], *, as_json: bool, table: Path | None, raw: bool, keep: bool) -> int:
    """Read images with a reader, given its name, print its readings as `predict` does, and return the exit status.

    `keep`: True to keep the readings in the project.
    """
    from core.base.errors import ImageError, ModelError
    from core.readers.word_readers import read_files

    roots = {image: _root_of(image) for image in images}
    readings: list[tuple[Path, Reading]] = []
    failed = False
    with (
        reading_progress() as (progress, waiting),
        known_readers(set(roots.values())).open(name, waiting=waiting) as reader,
    ):
        try:
            for image, reading in read_files(reader, images, progress, len(images)):
                if isinstance(reading, ImageError):
                    failed = True
                    print_error(reading)
                else:
                    readings.append((image, reading))
        except ModelError as error:  # what was read until then is kept
            failed = True
            print_error(error)
    if as_json:
        print_json([_document(image, reading) for image, reading in readings])
    else:
        for image, reading in readings:
            say(_line(image, reading))
    if table is not None:
        _write_table(table, readings, raw=raw)
    if keep:
        _keep(readings, roots)
    return 1 if failed else 0


def _root_of(image: Path) -> Path:
    """Return the project that an image is in: the nearest folder with a project file, or the folder of the image."""
    from core.project.map_files import project_root_of

    return project_root_of(image) or image.absolute().parent


def _document(image: Path, reading: Reading) -> dict[str, Any]:
    scores: Sequence[float | None] = reading.scores or (None,) * len(reading.text)
    return {
        "image": str(image),
        "text": reading.text,
        "confidence": reading.probability,
        "characters": [
            {"character": symbol, "order": order, "score": score, "center": None}
            for order, (symbol, score) in enumerate(zip(reading.text, scores, strict=True), 1)
        ],
        "gaps": [],
        "probability": None if reading.probability is None else round(reading.probability, 4),
        "reader": reading.reader,
        "version": reading.version,
    }


def _line(image: Path, reading: Reading) -> str:
    probability = "–" if reading.probability is None else f"{reading.probability:.3f}"
    return f"{one_line(str(image), _LONGEST)}\t{one_line(reading.text, _LONGEST)}\t{probability}"


def _write_table(path: Path, readings: Sequence[tuple[Path, Reading]], *, raw: bool) -> None:
    from core.base.files import make_folder, write_atomically
    from core.base.spreadsheet import csv_text

    text, encoding = "".join(f"{_line(image, reading)}\n" for image, reading in readings), "utf-8"
    if path.suffix.lower() == ".csv":
        rows: list[tuple[str, ...]] = [("image", "text", "probability", "scores", "reader", "version")]
        for image, reading in readings:
            probability = "" if reading.probability is None else f"{reading.probability:.3f}"
            scores = " ".join(f"{score:.3f}" for score in reading.scores)
            rows.append((str(image), reading.text, probability, scores, reading.reader, reading.version))
        text, encoding = csv_text(rows, raw=raw), "utf-8-sig"
    make_folder(path.parent)
    write_atomically(path, text.encode(encoding, "backslashreplace"))


def _keep(readings: Sequence[tuple[Path, Reading]], roots: dict[Path, Path]) -> None:
    from core.readings.reading import PictureReading
    from core.readings.store import keep, picture_hash

    by_root: dict[Path, list[PictureReading]] = {}
    for image, reading in readings:
        relative = image.absolute().relative_to(roots[image]).as_posix()
        by_root.setdefault(roots[image], []).append(PictureReading(relative, picture_hash(image), reading))
    for root, kept in by_root.items():
        keep(root, kept)
        print_note(f"Readings kept in {root}: {len(kept):,}.")


def evaluate_by(
    name: str, folder: Path, *, out: Path | None, drafts: bool, agreed: bool, raw: bool
) -> ReaderEvaluation:
    """Measure a reader, given its name, on the labelled images of a project, and print the notes.

    `out`: a folder for figures and tables.
    """
    from core.model.using.reader_evaluation import evaluate_reader

    with reading_progress() as (progress, waiting):
        reader: WordReader
        with known_readers([folder]).open(name, waiting=waiting) as reader:
            evaluation = evaluate_reader(reader, folder, drafts=drafts, agreed=agreed, progress=progress)
    if out is not None:
        evaluation.write(out, raw=raw)
    for left in evaluation.left_out:
        print_error(left.reason)
    for note in evaluation.notes:
        print_note(note)
    return evaluation
