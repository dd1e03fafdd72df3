"""How well a cross-check finds label errors in real words: `python -m benchmarks.recipes label-errors`.

Errors that persons make are planted into the labels, and `textscanner cross-check` has to find them. From what its
models read, `--fit` makes the weights of `core.analysis.label_errors.disagreement`, with other planted errors.
"""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.fine_tuning import is_held_back, words_of, write_project

if TYPE_CHECKING:
    from core.analysis.label_errors.contradictions import Contradictions
    from core.data.drawing.planted_errors import Kind

ERRORS, FRONT, WANTED = 60, 150, 55
"""Planted errors, words of the queue's front that are looked at, and how many of the errors have to be there."""

FIT_SEEDS, FIT_SHARE = (101, 102), 0.3
"""What the weights are fitted to: errors of these seeds, planted into so many of the words."""

_CHECK_SEED = 103  # of the errors that the probabilities are compared with
_BINS = (0.0, 0.01, 0.05, 0.2, 0.5, 0.8, 1.0)
_STIFFNESS = 1e-5  # weight of the squared weights

Float = NDArray[np.float64]
Judge = Callable[[Path, int, int], list[dict[str, Any]]]


def label_errors(
    folder: Path,
    real: Sequence[Path],
    folds: int,
    steps: int,
    errors: int,
    seed: int,
    *,
    fit: bool,
    judge: Judge | None = None,
) -> dict[str, Any]:
    """Plant errors, cross-check, and count how many are at the front; goes on where it was stopped.

    Parameters
    ----------
    folder : Path
    real : sequence of Path
        Projects of labelled words with polygons.
    folds, steps : int
        Of the cross-check; it starts from the bundled model.
    errors, seed : int
        Planted errors, and what decides where.
    fit : bool
        Also fit the weights to other planted errors, and compare the probabilities with what is planted.
    judge : callable, optional
        Gives the queue of a project for folds and steps, in place of `textscanner cross-check --json`.
    """
    words = words_of(real)
    project = write_planted(folder / "words", words, errors, seed)
    queue = (judge or _cross_checked)(project, folds, steps)
    (folder / "queue.json").write_text(json.dumps(queue, ensure_ascii=False, indent=1), encoding="utf-8")
    planted = {each["image"]: each for each in json.loads((project / "planted.json").read_bytes())}
    front = [each["image"] for each in queue[:FRONT]]
    found = Counter(planted[image]["kind"] for image in front if image in planted)
    places = {each["image"]: place for place, each in enumerate(queue, 1)}
    result: dict[str, Any] = {
        "words": len(words),
        "planted": len(planted),
        "front": FRONT,
        "found": found.total(),
        "kinds": {kind: [found[kind], count] for kind, count in Counter(p["kind"] for p in planted.values()).items()},
        "holds": found.total() >= WANTED,
        "not found": [
            {"place": places.get(image), "kind": each["kind"], "was": each["was"], "now": each["now"], "image": image}
            for image, each in planted.items()
            if image not in front and each["kind"] != "shift"
        ],
        "calibration": calibration(
            np.array([each["probability"] for each in queue]),
            np.array([float(each["image"] in planted) for each in queue]),
        ),
    }
    if fit:
        result |= fitted(project, words)
    return result


def write_planted(folder: Path, words: Iterable[Path], errors: int = ERRORS, seed: int = 0) -> Path:
    """Copy words into a project and plant errors that persons make into their labels; done once.

    `planted.json` in the project lists what was planted, by the image's path in the project.

    Parameters
    ----------
    folder : Path
        Of the project.
    words : iterable of Path
        Labelled images with polygons.
    errors : int
        One a word.
    seed : int
        Decides which words, and where in them.
    """
    from core.base.images import image_size
    from core.charset import ALNUM, Charset
    from core.data.drawing.planted_errors import PLANTED_NAME, plant
    from core.labels.files.storage import label_path, read_label, write_label

    if folder.exists():
        return folder
    words = list(words)
    unfinished = write_project(folder.with_name(f"{folder.name} without errors"), words, words[0].parent)
    files = [read_label(label_path(word)) for word in words]
    planted = []
    for number, kind in _planned([file.label.word for file in files], errors / len(words), seed).items():
        image = f"{words[number].parent.name}/{words[number].name}"
        size = image_size(words[number])
        charset = Charset(tuple(ALNUM))
        wrong, record = plant(kind, files[number].label, charset, image, size, seed=[seed, number])
        write_label(label_path(unfinished / image), wrong, size, files[number])
        planted.append(asdict(record))
    (unfinished / PLANTED_NAME).write_text(json.dumps(planted, indent=1, ensure_ascii=False), encoding="utf-8")
    shutil.move(unfinished, folder)
    return folder


def fitted(project: Path, words: Sequence[Path]) -> dict[str, Any]:
    """Fit the weights to errors of `FIT_SEEDS`, and compare the probabilities with errors of another seed.

    The pictures that `benchmarks.fine_tuning` holds back are those that are compared, and none that is fitted to.
    """
    from core.analysis.label_errors.contradictions import Contradictions
    from core.analysis.label_errors.disagreement import PRIOR, as_features

    rows = list(_contradictions(project, words))
    held = np.array([is_held_back(image) for image, _, _, _ in rows])
    features = np.array([as_features(found) for _, _, _, found in rows])
    wrong = np.array([float(kind is not None) for _, kind, _, _ in rows])
    other = np.array([seed == _CHECK_SEED for _, _, seed, _ in rows])
    mine = ~held & ~other
    intercept, *weights = fit_weights(features[mine], wrong[mine], PRIOR, free=Contradictions._fields.index("doubt"))
    check = held & other
    log_odds = intercept + features[check] @ np.array(weights)
    share = _as_often(wrong[check], PRIOR)
    return {
        "intercept": round(intercept, 3),
        "weights": dict(zip(Contradictions._fields, np.round(weights, 3).tolist(), strict=True)),
        "fitted to": {"labels": int(mine.sum()), "wrong": int(wrong[mine].sum())},
        "held back": calibration(1 / (1 + np.exp(-log_odds)), wrong[check], share),
    }


def fit_weights(features: Float, wrong: Float, prior: float, free: int) -> list[float]:
    """Fit a logistic regression in which nothing but one column may speak for a label; the intercept comes first.

    Parameters
    ----------
    features : (n, f) float
    wrong : (n,) float
        1 for a wrong label, else 0.
    prior : float
        The share of wrong labels that the probabilities are to be for.
    free : int
        The column whose weight may be below 0.
    """
    from scipy.optimize import minimize

    columns = np.column_stack([np.ones(len(features)), features])
    weight = _as_often(wrong, prior) / len(wrong)

    def loss(values: Float) -> tuple[float, Float]:
        log_odds = columns @ values
        apart = 1 / (1 + np.exp(-log_odds)) - wrong
        stiff = np.append(0.0, values[1:])
        entropy = float(weight @ (np.logaddexp(0, log_odds) - wrong * log_odds))
        return entropy + _STIFFNESS * float(stiff @ stiff), columns.T @ (weight * apart) + 2 * _STIFFNESS * stiff

    bounds = [(None, None) if column in (0, free + 1) else (0, None) for column in range(columns.shape[1])]
    start = np.zeros(columns.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 5000})
    return [float(value) for value in found.x]


def calibration(probability: Float, wrong: Float, weight: Float | None = None) -> dict[str, Any]:
    """Compare probabilities with shares, in bins; with the expected calibration error and the area under the ROC curve.

    Parameters
    ----------
    weight : (n,) float, optional
        How often each counts.
    """
    from scipy.stats import rankdata

    weight = np.ones(len(wrong)) if weight is None else weight
    number = np.clip(np.digitize(probability, _BINS) - 1, 0, len(_BINS) - 2)
    bins, error = [], 0.0
    for place, (low, high) in enumerate(itertools.pairwise(_BINS)):
        inside = number == place
        whole = float(weight[inside].sum())
        if whole:
            said = float(weight[inside] @ probability[inside]) / whole
            was = float(weight[inside] @ wrong[inside]) / whole
            error += whole * abs(said - was)
            bins.append(
                {"from": low, "to": high, "labels": round(whole, 1), "said": round(said, 3), "was": round(was, 3)}
            )
    rank = rankdata(probability)
    yes, no = wrong.sum(), (1 - wrong).sum()
    area = (rank[wrong == 1].sum() - yes * (yes + 1) / 2) / (yes * no) if yes and no else float("nan")
    return {"bins": bins, "error": round(error / float(weight.sum()), 4), "area": round(float(area), 4)}


def _as_often(wrong: Float, prior: float) -> Float:
    """How often each label has to count for wrong ones to be as frequent as the prior says; 1 on average."""
    share = wrong.mean()
    return np.where(wrong == 1, prior / share, (1 - prior) / (1 - share))


def _planned(texts: Sequence[str], share: float, seed: int) -> dict[int, Kind]:
    """The kinds of errors by number of the word; without the one whose text and characters differ."""
    from core.charset import ALNUM, Charset
    from core.data.drawing.planted_errors import PERSONS, plan

    kinds = plan(texts, Charset(tuple(ALNUM)), share, seed, PERSONS)
    return {number: kind for number, kind in sorted(kinds.items()) if kind in PERSONS}


def _contradictions(project: Path, words: Sequence[Path]) -> Iterator[tuple[str, Kind | None, int, Contradictions]]:
    """What the models of a project's cross-check say against right labels and planted errors of each seed."""
    from functools import partial

    from core.analysis.label_errors.contradictions import contradictions
    from core.analysis.predicted_maps import PredictedMaps
    from core.base.images import read_image
    from core.data.drawing.planted_errors import plant
    from core.data.drawing.texts.word_lists import known_words
    from core.data.samples.samples import LeftOut
    from core.labels.files.storage import label_path, read_label
    from core.model.using.opening import open_judges
    from core.model.using.prediction import Predictor
    from core.runs.cross_check import FILE, fold_of

    labels = [read_label(label_path(word)).label for word in words]
    texts = [label.word for label in labels]
    plans = {seed: _planned(texts, FIT_SHARE, seed) for seed in (*FIT_SEEDS, _CHECK_SEED)}
    numbers = {f"{word.parent.name}/{word.name}": number for number, word in enumerate(words)}
    judges = open_judges(project / FILE)
    for fold, judge in enumerate(judges):
        own = [image for image in numbers if fold_of(image, len(judges)) == fold]
        charset, spec = judge.charset, judge.spec.maps
        for read in Predictor(judge, with_maps=True).predict([(i, partial(read_image, project / i)) for i in own]):
            if isinstance(read, LeftOut):
                raise SystemExit(read.reason)
            assert read.maps is not None
            number, maps = numbers[read.image], PredictedMaps.of(read.maps, read.word, len(charset))
            for seed, kinds in plans.items():
                label, kind = labels[number], kinds.get(number)
                if kind is not None:
                    label, _ = plant(kind, label, charset, read.image, read.size, seed=[seed, number])
                found = contradictions(
                    label, maps, read.size, charset=charset, spec=spec, name=read.image, words=known_words()
                )
                yield read.image, kind, seed, found


def _cross_checked(project: Path, folds: int, steps: int) -> list[dict[str, Any]]:
    """What `textscanner cross-check --json` says, in a process of its own."""
    command = [sys.executable, "-m", "app", "cross-check", str(project), "--json"]
    command += ["--folds", str(folds), "--steps", str(steps)]
    done = subprocess.run(command, cwd=Path(__file__).resolve().parent.parent, check=True, stdout=subprocess.PIPE)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
