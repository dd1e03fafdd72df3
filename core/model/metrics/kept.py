"""Keeps the judged words of an evaluation between two starts of the program, in one file for each project and model.

It lies in the user's cache folder; a file that is gone, damaged or of another version is as good as none.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from core.analysis.attribution.error_attribution import MapOutcome
from core.base.errors import DAMAGED, FileWriteError
from core.base.files import make_folder, open_file, write_atomically
from core.base.folders import cache_folder
from core.base.json_text import parse_json
from core.model.metrics.breakdown import CentreError, JudgedWord
from core.model.metrics.map_metrics import Counts
from core.model.metrics.metrics import WordScore, align

_VERSION = 4
_LARGEST = 256 << 20  # bytes unpacked
_MOST_FILES = 6  # of one project: a few hundred bytes a word each


class KeptWord(NamedTuple):
    """One judged word, with the size, time and hash of the files for which the judgement holds."""

    stamp: tuple[int, int]
    """The image's time of change, in ns, and its size in bytes."""
    label_hash: str
    """The hash of the label's file."""
    word: JudgedWord
    """The reading, as that of `app.workers.prediction_messages.Evaluated`."""
    outcome: MapOutcome | None = None
    """The outcome of the diagnosis, as that of `Evaluated`."""
    character: Counts | None = None
    """The pixels of the character map by class, as those of `Evaluated`."""
    order: Counts | None = None
    """The pixels of the order segmentation by class, as those of `Evaluated`."""
    seconds: float | None = None
    """The time that the word took to be read, as that of `Evaluated`."""


def kept_path(root: Path, model: str, form: str, cache: Path | None = None) -> Path:
    """Return the path of the file that keeps a model's evaluation of a project.

    Parameters
    ----------
    root : Path
        The project's folder.
    model : str
        The hash of the model.
    form : str
        The normalisation of the project's texts.
    cache : Path, optional
        The folder of such files. None: that of this machine.
    """
    folder = cache or cache_folder() / "evaluations"
    project, judge = os.path.normcase(os.path.realpath(root)), f"{model}\n{form}"
    names = (
        hashlib.blake2b(part.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest() for part in (project, judge)
    )
    return folder / ("-".join(names) + ".json.gz")


def write_kept(path: Path, words: Mapping[str, KeptWord]) -> None:
    """Save judged words by the relative path of the image, and delete the project's oldest evaluations over a limit.

    If the folder cannot be written to, nothing is kept.
    """
    data = {"version": _VERSION, "words": {image: _to_list(word) for image, word in words.items()}}
    packed = gzip.compress(json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode(), 1, mtime=0)
    try:
        make_folder(path.parent)
        write_atomically(path, packed)
        of_project = path.parent.glob(f"{path.name.partition('-')[0]}-*.json.gz")
        for old in sorted(of_project, key=lambda file: file.stat().st_mtime_ns)[:-_MOST_FILES]:
            old.unlink(missing_ok=True)
    except (FileWriteError, OSError):
        return


def read_kept(path: Path) -> dict[str, KeptWord]:
    """Return the words that `write_kept` has saved, or no words if the file cannot be used."""
    try:
        with open_file(path) as file, gzip.GzipFile(fileobj=file) as packed:
            data = parse_json(packed.read(_LARGEST), _LARGEST)
        return {image: _of_list(word) for image, word in data["words"].items()} if data["version"] == _VERSION else {}
    except DAMAGED:
        return {}


def _to_list(kept: KeptWord) -> list[Any]:
    word, outcome = kept.word, kept.outcome
    score = word.score
    return [
        kept.stamp,
        kept.label_hash,
        [score.target, score.predicted, score.polygons, score.found, score.placed],
        [word.probability, word.scores, [(centre.pixels, centre.size) for centre in word.centres]],
        None if outcome is None else [outcome.verdict, [sorted(combination) for combination in outcome.right]],
        None if kept.character is None else kept.character.tolist(),
        None if kept.order is None else kept.order.tolist(),
        kept.seconds,
    ]


def _of_list(values: list[Any]) -> KeptWord:
    stamp, label_hash, score, word, outcome, character, order, seconds = values
    target, predicted, *places = score
    probability, scores, centres = word
    pixels = [None if rows is None else np.array(rows, np.int64).reshape(-1, 4) for rows in (character, order)]
    return KeptWord(
        (stamp[0], stamp[1]),
        label_hash,
        JudgedWord(
            WordScore(target, predicted, align(target, predicted), *places),
            probability,
            tuple(scores),
            tuple(CentreError(*centre) for centre in centres),
        ),
        None if outcome is None else MapOutcome(frozenset(map(frozenset, outcome[1])), outcome[0]),
        character=pixels[0],
        order=pixels[1],
        seconds=seconds,
    )
