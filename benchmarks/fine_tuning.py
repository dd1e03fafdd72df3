"""What fine-tuning gives: `python -m benchmarks.recipes finetune`, `… corrections` and `… adoption`.

Pictures are the names of words before the first `_`, those of a demo project the whole names; those whose crc32 is
divisible by 5 are held back: words of one picture on both sides would flatter the figures by 17 points and more.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.runs.model_spec import spec_of

if TYPE_CHECKING:
    from core.analysis.drafts.effort import Effort
    from core.labels.label import WordLabel

Train = Callable[[Path, dict[str, Any]], Path]
"""Trains into a run's folder with some choices, going on where it was stopped, and gives the model file."""

COUNTS = (0, 50, 200, 1000, 2300)
"""Labelled words of one's own in the rows of the table; the last stands for all there are."""

HELD_BACK = 5
"""One picture in so many is held back."""

KEPT_OVERLAP = 0.5
"""Intersection over union of a drafted polygon with the true one, from which a person leaves the draft where it is."""

_NOTHING: dict[str, Any] = {
    "charset": "alnum",
    "start": None,
    "preset": "small",
    "synthetic": 0.5,
    "effects": "mild",
    "steps": 1_000_000,  # the time ends it, and the learning rate falls with it
    "validate_every": 250,
}
"""What trains best from nothing in minutes: the small network and easy synthetic words."""


def is_held_back(image: str) -> bool:
    """Whether a word belongs to a picture that is measured on and never trained on."""
    name = Path(image).stem
    picture = name.partition("_")[0]
    return zlib.crc32((name if picture == "word" else picture).encode()) % HELD_BACK == 0


def words_of(folders: Iterable[Path]) -> list[Path]:
    """The labelled images of some projects, in an order that follows from their names alone."""
    from core.labels.files.storage import label_path
    from core.project.listing import list_images

    found = [folder / image for folder in folders for image in list_images(folder).images]
    labelled = [path for path in found if label_path(path).is_file()]
    return sorted(labelled, key=lambda path: (zlib.crc32(path.name.encode()), path.name))


def finetune(
    folder: Path,
    real: Sequence[Path],
    more: Sequence[Path],
    unseen: Sequence[Path],
    start: Path,
    minutes: float,
    counts: Sequence[int],
    choices: Mapping[str, Any],
    train: Train,
    measure: Callable[[Path, Path], dict[str, Any]] | None = None,
    *,
    from_nothing: bool = True,
) -> dict[str, Any]:
    """Measure accuracy on held-back words by the number of own words, from a model and from nothing.

    A row whose result is there is not done again; SIGTERM ends the row at hand, which goes on when it is called again.
    `finetune.json`, `finetune.md` and `finetune.svg` are written after each row.

    Parameters
    ----------
    folder : Path
    real : sequence of Path
        Projects of labelled words, a fifth of whose pictures is held back.
    more : sequence of Path
        Projects all of whose words are for training.
    unseen : sequence of Path
        Projects that are measured beside the held-back words.
    start : Path
        The model to start from.
    minutes : float
        Of each training.
    counts : sequence of int
        Labelled words of one's own.
    choices : mapping
        Of `core.runs.config.TrainConfig`, for all trainings that start from the model.
    train : Train
    measure : callable, optional
        Evaluates a model over a folder, in place of `textscanner evaluate`.
    from_nothing : bool
        Also train from nothing, with each number of words.
    """
    own = [word for word in words_of(real) if not is_held_back(word.name)] + words_of(more)
    own.sort(key=lambda path: (zlib.crc32(path.name.encode()), path.name))
    held = [word for word in words_of(real) if is_held_back(word.name)]
    measured = {"held back": write_project(folder / "held back", held, real[0])} | {each.name: each for each in unseen}
    rows: list[dict[str, Any]] = []
    for count in counts:
        words = own[:count]
        project = write_project(folder / f"{count} words", words, real[0])
        for name, given in (
            ("reader", {"start": str(start), "preset": spec_of(start).preset} | dict(choices)),
            ("nothing", _NOTHING | ({} if words else {"synthetic": 1})),
        )[: 1 + from_nothing]:
            result = folder / "rows" / f"{count} {name}.json"
            if not result.is_file():
                if words or name == "nothing":
                    common = {"folder": str(project), "minutes": minutes, "tensorboard": False, "seed": 0}
                    model = train(folder / f"{count} from {name}", common | given)
                else:  # the model as it is
                    model = start
                found = {place: (measure or _evaluated)(model, where) for place, where in measured.items()}
                result.parent.mkdir(exist_ok=True)
                row = {"from": name, "words": len(words), "minutes": minutes if model != start else 0}
                result.write_text(json.dumps(row | {"measured": found}, indent=2), encoding="utf-8")
            rows.append(json.loads(result.read_text(encoding="utf-8")))
        _report(folder, rows, list(measured))
    return {"own words": len(own), "held back": len(held), "rows": rows}


def write_project(folder: Path, words: Iterable[Path], like: Path) -> Path:
    """Copy words with their labels into a project with the settings of another; done once.

    `like`: a folder. One without settings: the new project reads 32 × 128 pixels, and chooses no charset. A training
    then keeps all symbols of its start: without its marks it would read them as letters.
    """
    import shutil

    from core.labels.files.storage import label_path
    from core.labels.maps.spec import MapSpec
    from core.project.project import ProjectSettings, read_settings, write_settings

    if folder.exists():
        return folder
    unfinished = folder.parent / f".{folder.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    settings = read_settings(like)
    if settings.charset is None:
        maps = MapSpec(height=32, width=128, max_length=24)
        settings = ProjectSettings(maps=maps)
    write_settings(unfinished, settings)
    for word in words:
        for file in (word, label_path(word)):
            (unfinished / word.parent.name).mkdir(exist_ok=True)
            shutil.copyfile(file, unfinished / word.parent.name / file.name)
    unfinished.rename(folder)
    return folder


def corrections(
    folder: Path,
    real: Sequence[Path],
    start: Path,
    words: int,
    batch: int,
    minutes: float,
    choices: Mapping[str, Any],
    train: Train,
) -> dict[str, Any]:
    """Play back a person who corrects drafts and has the model learn from them, round by round.

    Parameters
    ----------
    folder : Path
    real : sequence of Path
        Projects of words with polygons.
    start : Path
        The model that drafts first.
    words, batch : int
        Words in all, and words of a round.
    minutes : float
        Of each training.
    choices : mapping
        As in `finetune`.
    train : Train
    """
    from core.analysis.drafts.effort import Round
    from core.labels.files.storage import label_path, read_label, write_label

    own = [word for word in words_of(real) if not is_held_back(word.name)][:words]
    project = write_project(folder / "words", (), real[0])
    model, rounds = start, []
    for number, first in enumerate(range(0, len(own), batch), 1):
        these = own[first : first + batch]
        kept = folder / f"round {number}.json"
        if not kept.is_file():
            efforts: list[Effort] = []
            for word, draft in zip(these, _drafts(model, these), strict=True):
                truth = read_label(label_path(word)).label
                corrected, spent = as_a_person(draft, truth)
                efforts.append(spent)
                place = project / word.name
                place.write_bytes(word.read_bytes())
                write_label(label_path(place), replace(corrected, status="reviewed"), _size(word))
            found = Round(len(efforts), sum(effort.corrections for effort in efforts))
            row = {
                "round": number,
                "words": found.words,
                "characters": sum(spent.characters for spent in efforts),
                "boxes": sum(spent.boxes for spent in efforts),
                "untouched": sum(not spent.corrections for spent in efforts),
                "a word": round(found.per_word, 3),
            }
            kept.write_text(json.dumps(row), encoding="utf-8")
        rounds.append(json.loads(kept.read_text(encoding="utf-8")))
        print(json.dumps(rounds[-1]), file=sys.stderr, flush=True)
        if first + batch < len(own):
            given = {"folder": str(project), "start": str(model), "preset": spec_of(start).preset, "minutes": minutes}
            model = train(folder / f"learned {number}", given | {"tensorboard": False, "seed": 0} | dict(choices))
    return {"minutes": minutes, "rounds": rounds}


def adoption(
    folder: Path,
    real: Sequence[Path],
    start: Path,
    seeds: Sequence[int],
    words: int,
    batch: int,
    minutes: float,
    choices: Mapping[str, Any],
    train: Train,
) -> dict[str, Any]:
    """Play an afternoon at the window, once a seed: draft all, correct the least sure, learn, compare, draft again.

    A row that is there is not done again. Words are compared without regard to case.

    Parameters
    ----------
    folder : Path
    real : sequence of Path
        Projects of words with polygons.
    start : Path
        The model that drafts first.
    seeds : sequence of int
        Each chooses other words.
    words, batch : int
        Words of an afternoon, and those of them that are corrected.
    minutes : float
        Of each training.
    choices : mapping
        As in `finetune`.
    train : Train
    """
    import random
    import time

    from core.labels.files.storage import label_path, read_label, write_label
    from core.model.using.adopting import compare_models
    from core.runs.adoption import AdoptionJob

    rows = []
    for seed in seeds:
        kept = folder / f"seed {seed}.json"
        if not kept.is_file():
            own = random.Random(seed).sample(words_of(real), words)
            truths = {word: read_label(label_path(word)).label for word in own}
            drafts = dict(zip(own, _drafts(start, own, with_language=True), strict=True))
            corrected = sorted(own, key=lambda word: drafts[word].confidence)[:batch]
            project = write_project(folder / f"words {seed}", (), real[0])
            for word in own:
                label = drafts[word]
                if word in corrected:
                    label = replace(as_a_person(label, truths[word])[0], status="reviewed")
                place = project / word.name
                place.write_bytes(word.read_bytes())
                label_path(place).unlink(missing_ok=True)
                write_label(label_path(place), label, _size(word))
            given = {"folder": str(project), "start": str(start), "preset": spec_of(start).preset, "minutes": minutes}
            given |= {"reviewed_only": True, "tensorboard": False, "seed": seed}
            model = train(folder / f"learned {seed}", given | dict(choices))
            began = time.monotonic()
            found = compare_models(
                AdoptionJob(project, start, model, start, tuple(word.name for word in corrected), True)
            )
            seconds = time.monotonic() - began
            others = [word for word in own if word not in corrected]
            again = _drafts(model, others, with_language=True)
            old, new = (
                sum(label.word.lower() == truths[word].word.lower() for word, label in zip(others, labels, strict=True))
                for labels in ([drafts[word] for word in others], again)
            )
            row = {
                "seed": seed,
                "verdict": found.verdict,
                "own": [found.own.old, found.own.new, found.own.words],
                "interval": [round(100 * end, 1) for end in found.own.interval],
                "drawn": [found.synthetic.old, found.synthetic.new, found.synthetic.words],
                "seconds of comparing": round(seconds),
                "others": len(others),
                "others read before": round(100 * old / len(others), 1),
                "others read by the new one": round(100 * new / len(others), 1),
            }
            kept.write_text(json.dumps(row), encoding="utf-8")
        rows.append(json.loads(kept.read_text(encoding="utf-8")))
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    return {"minutes": minutes, "rows": rows}


def as_a_person(draft: WordLabel, truth: WordLabel) -> tuple[WordLabel, Effort]:
    """Correct a draft as a person would: type what is wrong, add and delete, move a polygon only where it is far off.

    Returns
    -------
    WordLabel
        The truth, with the draft's polygons where they will do.
    Effort
        What it took.
    """
    from core.analysis.drafts.effort import effort
    from core.labels.edits.alignment import align

    before, after = draft.in_order, list(truth.in_order)
    for i, j in align(before, truth.reading):
        if i is not None and j is not None and _overlap(before[i].polygon, after[j].polygon) >= KEPT_OVERLAP:
            after[j] = replace(after[j], polygon=before[i].polygon, shape_type=before[i].shape_type)
    numbered = tuple(replace(character, order=order) for order, character in enumerate(after, 1))
    corrected = replace(truth, characters=numbered)
    return corrected, effort(draft, corrected)


def _overlap(one: Iterable[tuple[float, float]], other: Iterable[tuple[float, float]]) -> float:
    from shapely import Polygon

    first, second = (Polygon([*each]).buffer(0) for each in (one, other))
    whole = first.union(second).area
    return float(first.intersection(second).area / whole) if whole else 0.0


def _drafts(model: Path, words: Sequence[Path], *, with_language: bool = False) -> list[WordLabel]:
    """What the model drafts for images without labels."""
    from core.analysis.drafts.prelabel import Suspect, prelabel
    from core.analysis.predicted_maps import PredictedMaps
    from core.charset import Charset
    from core.data.samples.samples import LeftOut
    from core.model.using.opening import open_recogniser
    from core.model.using.prediction import predict
    from core.model.using.reading_options import ReadingOptions

    recogniser = open_recogniser(model)
    spec, drafts = recogniser.spec, []
    options = ReadingOptions(language_model=with_language)
    for word, found in zip(words, predict(recogniser, words, with_maps=True, options=options), strict=True):
        if isinstance(found, LeftOut):
            raise SystemExit(str(found.reason))
        assert found.maps is not None
        maps = PredictedMaps.of(found.maps, found.word, len(spec.charset))
        draft = prelabel(maps, found.size, spec.maps, Charset(spec.charset), name=word.name)
        drafts.append(draft.label if isinstance(draft, Suspect) else draft)
    return drafts


def _size(image: Path) -> tuple[int, int]:
    from core.base.images import image_size

    return image_size(image)


def _evaluated(model: Path, folder: Path) -> dict[str, Any]:
    """What `textscanner evaluate --json` says, in a process of its own: TensorFlow would keep its memory."""
    command = [sys.executable, "-m", "app", "evaluate", str(model), str(folder), "--json"]
    done = subprocess.run(command, cwd=Path(__file__).resolve().parent.parent, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def end_with_the_training() -> None:
    """Make SIGTERM end the training at hand, too: its checkpoint stays, and calling again goes on from there."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def table_of(rows: Sequence[dict[str, Any]], measured: Sequence[str]) -> str:
    """The table of docs/recognition.md: words of one's own against where the training started, in percent."""
    heads = [f"{place}, from {start}" for place in measured for start in ("reader", "nothing")]
    lines = ["| own words | " + " | ".join(heads) + " |", "|---" * (1 + len(heads)) + "|"]
    for words in sorted({row["words"] for row in rows}):
        of = {row["from"]: row["measured"] for row in rows if row["words"] == words}
        cells = [
            f"{100 * of[start][place]['word_accuracy_ci']:.1f}" if start in of else "–"
            for place in measured
            for start in ("reader", "nothing")
        ]
        lines.append(f"| {words:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _report(folder: Path, rows: Sequence[dict[str, Any]], measured: Sequence[str]) -> None:
    from matplotlib.figure import Figure

    (folder / "finetune.json").write_text(json.dumps(rows, indent=2), encoding="utf-8")
    (folder / "finetune.md").write_text(table_of(rows, measured), encoding="utf-8")
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes: Any = figure.subplots()
    for place, line in zip(measured, ("-", "--", ":", "-."), strict=False):
        for start, tint in (("reader", "#1f6fb2"), ("nothing", "#b2571f")):
            points = sorted((row["words"], row["measured"][place]) for row in rows if row["from"] == start)
            values = [100 * found["word_accuracy_ci"] for _, found in points]
            axes.plot([words for words, _ in points], values, line, color=tint, marker="o", label=f"{place}, {start}")
    axes.set_xscale("symlog", linthresh=50)
    counts = sorted({row["words"] for row in rows})
    axes.set_xticks(counts, [f"{count:,}" for count in counts])
    axes.set_xlabel("labelled words of one's own")
    axes.set_ylabel("words read, without regard to case, %")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7)
    figure.savefig(folder / "finetune.svg")
