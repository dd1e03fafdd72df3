"""Trainings whose outcome is a figure, minutes to hours each: `python -m benchmarks.recipes NAME FOLDER`.

mutual  What word-level labels are worth: synthetic words with polygons on a tenth, with and without the rest as texts,
        which take part from --start of the steps on.
real    First figures on real words: the synthetic stream mixed with IIIT5K's training part, evaluated on its other part
        (`../shared/data/iiit5k`), with the curve over time and the worst failures.
drawn   The budget: `small` on nothing but synthetic words of 3-10 digits and small letters, DejaVu, mild effects,
        exact on 90 % of 1,000 unseen ones after 20 minutes on two cores; with --full all 62 symbols, all of
        matplotlib's fonts and full effects, without a budget.
reader  The model for words of streets: the preset `reader` on synthetic words alone, for hours; with --charset zh or
        zh-large that for Chinese words, the preset `wide`. With --start MODEL it trains that model on. With
        --set backend='"jax"' it runs without TensorFlow. It can be stopped at any time
        and goes on when it is called again; --set NAME=JSON changes a choice of its training, to compare.
finetune     What fine-tuning gives by the number of labelled words of one's own, against training from nothing
             (`benchmarks.fine_tuning`); row by row, and it goes on when it is called again.
corrections  How many corrections a word a person makes in drafts, round by round of correcting and learning.
adoption     If a model that has learned from 50 corrections is adopted, and how it reads the words that were not
             corrected; a row for each seed.
label-errors How many of 60 planted label errors a cross-check finds (`benchmarks.label_errors`); it goes on when it is
             called again. With --fit also the weights of the probability that a label is wrong.
paper  What the differences from the paper give: each alone, and the usual loss against theirs (`benchmarks.paper`).

Everything is written below FOLDER; what is done is not done again; at the end one JSON document is printed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import fine_tuning, label_errors
from benchmarks import paper as comparison
from core.runs.bundled import READER, model_path

if TYPE_CHECKING:
    from core.data.drawing.synthesis import Synthesis
    from core.model.training.control import Control

_ROOT = Path(__file__).resolve().parent.parent
_REAL = _ROOT.parent / "shared" / "data" / "iiit5k"
CURVE = "curve.jsonl"
WORST = 5
SYNTHETIC_BUDGET = 0.9
"""Share of unseen synthetic words that have to be exact."""


def train(run: Path, choices: dict[str, Any], module: str = "benchmarks.recipes") -> Path:
    """Train in a process of its own, going on where it was stopped; gives the model file.

    Parameters
    ----------
    run : Path
        The run's folder; configuration and curve stand beside it.
    choices : dict
        Of `core.runs.config.TrainConfig`.
    module : str
        What trains: `python -m MODULE run FILE`.
    """
    config, done = run.with_suffix(".json"), run.with_suffix(".done")
    if not done.exists():
        values = choices | {"run": str(run), "resume": run.exists()}
        config.write_text(json.dumps(values, indent=2), encoding="utf-8")
        subprocess.run([sys.executable, "-m", module, "run", str(config)], cwd=_ROOT, check=True)
        done.touch()
    return run / "model.keras"


def run_training(path: Path, control: Control | None = None) -> None:
    """Train as a file says, and write the validations beside it as a curve over time; in a process of its own."""
    import time

    from core.base.keras_home import choose_backend
    from core.runs.backends import backend_for
    from core.runs.config import make_config
    from core.runs.files import read_values

    config = make_config(read_values(path), path.name)
    choose_backend(backend_for(config.backend))
    from core.model.training.training import train as events_of
    from core.runs.events import Failed, ValidationDone, Warned

    begun = curve_of(path.with_suffix("")) if path.with_suffix(f".{CURVE}").exists() else []
    start = time.perf_counter() - 60 * (begun[-1]["minutes"] if begun else 0)  # of the beginnings before
    with path.with_suffix(f".{CURVE}").open("a", encoding="utf-8") as curve:
        for event in events_of(config, control):
            if isinstance(event, ValidationDone):
                minutes = (time.perf_counter() - start) / 60
                line = json.dumps({"step": event.step, "minutes": round(minutes, 2), **event.metrics})
                print(line, file=curve, flush=True)
                print(line, file=sys.stderr, flush=True)
            elif isinstance(event, Warned):
                print(event.message, file=sys.stderr)
            elif isinstance(event, Failed):
                raise SystemExit(f"{event.message}\n{event.details}")


def _evaluated(model: Path, folder: Path, out: Path) -> dict[str, Any]:
    from core.model.using.evaluation import evaluate_folder
    from core.model.using.opening import open_recogniser

    return evaluate_folder(open_recogniser(model), folder, out=out).to_dict()


def mutual(folder: Path, words: int, share: float, steps: int, start: float) -> dict[str, Any]:
    """Accuracy after equal steps, with and without the words that have no polygons, on words that none has seen.

    Parameters
    ----------
    folder : Path
    words : int
        Synthetic words to train with.
    share : float
        Of them that keep their polygons.
    steps : int
        Of each of the two trainings.
    start : float
        Share of the steps after which the words without polygons take part; before it both trainings are the same.
    """
    from core.charset import ALNUM, Charset
    from core.data.drawing.demo import prepare

    config = prepare(Charset(tuple(ALNUM))).config
    with_polygons = round(words * share)
    write_words(folder / "with polygons", config, with_polygons, seed=1)
    write_words(folder / "all words", config, words, seed=1, keep=with_polygons)
    write_words(folder / "validation", config, 200, seed=2)
    write_words(folder / "unseen", config, 500, seed=3)
    common: dict[str, Any] = {
        "steps": steps,
        "validation": str(folder / "validation"),
        "tensorboard": False,
        "seed": 0,
        "preset": "small",
        "mutual_start": round(start * steps),
    }
    found: dict[str, Any] = {"words": words, "share": share, "steps": steps, "mutual_start": round(start * steps)}
    for name, source in (("polygons alone", "with polygons"), (f"and texts from {start:.0%} on", "all words")):
        model = train(folder / name, common | {"folder": str(folder / source)})
        measures = _evaluated(model, folder / "unseen", folder / f"{name} evaluated")
        found[name] = measures | {"curve": curve_of(folder / name)}
    return found


def write_words(folder: Path, config: Synthesis, count: int, seed: int, keep: int | None = None) -> None:
    """Draw words, where that is not done yet; the labels behind the first `keep` lose their polygons."""
    from core.data.drawing.demo import write_demo

    if folder.exists():
        return
    # renamed only when it is whole: an interrupted one would pass for a smaller set of words
    unfinished = folder.parent / f".{folder.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    write_demo(unfinished, config, count=count, seed=seed, errors=0)
    if keep is not None:
        _strip_polygons(unfinished, keep)
    unfinished.rename(folder)


def _strip_polygons(folder: Path, keep: int) -> None:
    """Make the labels behind the first `keep` word-level ones."""
    from core.base.images import image_size
    from core.labels.files.storage import label_path, read_label, write_label
    from core.project.listing import list_images

    for image in list_images(folder).images[keep:]:
        path = label_path(folder / image)
        file = read_label(path)
        words = replace(file.label, text=file.label.word, characters=())
        write_label(path, words, image_size(folder / image), file)


def real(folder: Path, preset: str, minutes: float, synthetic: float) -> dict[str, Any]:
    """All measures on IIIT5K's other part, the curve, and the worst failures with their maps."""
    from core.labels.formats.conversion import convert
    from core.model.using.jobs import predict_files

    for part in ("train", "val"):
        if not (folder / part).exists():
            print(convert(_REAL / f"{part}.jsonl", folder / part), file=sys.stderr)
    choices = {
        "folder": str(folder / "train"),
        "validation": str(folder / "val"),
        "charset": "alnum",
        "preset": preset,
        "minutes": minutes,
        "steps": 1_000_000,  # the time ends it, and the learning rate falls with it
        "synthetic": synthetic,
        "effects": "full",
        "augmentation": "full",
        "validate_every": 500,
    }
    model = train(folder / preset, choices)
    out = folder / f"{preset} evaluated"
    found = _evaluated(model, folder / "val", out)
    results = [json.loads(line) for line in (out / "images.jsonl").read_text(encoding="utf-8").splitlines()]
    worst = sorted(results, key=lambda r: (r["one_minus_ned"], -r["confidence"]))[:WORST]
    predict_files(model, [folder / "val" / r["image"] for r in worst], maps=out / "worst")
    return found | {
        "curve": curve_of(folder / preset),
        "worst": [{key: r[key] for key in ("image", "target", "text", "confidence", "gaps")} for r in worst],
        "maps of the worst": str(out / "worst"),
    }


def synthetic_words(folder: Path, minutes: float, *, full: bool, words: int = 1000) -> dict[str, Any]:
    """All measures on synthetic words that neither training nor the choice of the best model has seen, and the curve.

    Three streams of them, each with a seed of its own: one without end to train with, 200 words for the curve and for
    the choice of the best model, and `words` to measure it with. The budget's are drawn with DejaVu alone, those of
    `full` with all the fonts that matplotlib ships.
    """
    from core.charset import ALNUM, Charset
    from core.data.drawing import scene_effects
    from core.data.drawing.demo import prepare

    name = "full" if full else "mild"
    length = (3, 8) if full else (3, 10)
    symbols = ALNUM if full else "".join(symbol for symbol in ALNUM if not symbol.isupper())
    fonts = None if full else dejavu(folder / "fonts")
    config = prepare(Charset(tuple(symbols)), scene_effects.PRESETS[name], length, fonts=fonts).config
    # The project only says what the charset is: its own words have no share in the training.
    parts = {"project": (4, 1), "validation": (200, 2), "unseen": (words, 3)}
    places = {part: folder / f"{name} {part}" for part in parts}
    for part, (count, seed) in parts.items():
        write_words(places[part], config, count, seed)
    choices = {
        "folder": str(places["project"]),
        "validation": str(places["validation"]),
        "preset": "small",
        "minutes": minutes,
        "steps": 1_000_000,  # the time ends it, and the learning rate falls with it
        "synthetic": 1,
        "synthetic_length": length,
        "fonts": None if fonts is None else str(fonts),
        "effects": name,
        "augmentation": "none",
        "validate_every": 250,
        "tensorboard": False,
        "seed": 0,
    }
    model = train(folder / name, choices)
    found = _evaluated(model, places["unseen"], folder / f"{name} evaluated")
    budget = None if full else SYNTHETIC_BUDGET
    holds = None if budget is None else found["word_accuracy"] >= budget
    return (
        {"effects": name, "symbols": len(symbols), "fonts": len(config.fonts), "length": length, "minutes": minutes}
        | found
        | {
            "budget": budget,
            "holds": holds,
            "curve": curve_of(folder / name),
        }
    )


def reader(minutes: float, **options: Any) -> dict[str, Any]:
    """Train the model for words of streets on synthetic words alone, or go on. SIGTERM and SIGINT save and end.

    The curve is in a `.curve.jsonl` of the preset's name beside the run, one line a validation, over all beginnings.
    `minutes`, `options`: as `configured_reader`.
    """
    import signal

    config = configured_reader(minutes=minutes, **options)
    from core.model.training.control import Control

    control = Control()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: control.stop())
    run_training(config, control)
    results = config.with_suffix("")
    return {"model": str(results / "model.keras"), "minutes": minutes, "curve": curve_of(results)}


def configured_reader(
    folder: Path,
    fonts: Path | None,
    surfaces: Path | None,
    minutes: float,
    validation: Path | None,
    *,
    preset: str | None = None,
    charset: str = "alnum",
    start: Path | None = None,
    pictures: int | None = None,
    choices: Mapping[str, Any] | None = None,
) -> Path:
    """Write the configuration of the training of `reader`, and its project. Return the configuration's file.

    Parameters
    ----------
    folder : Path
    fonts, surfaces : Path or None
        As `core.runs.config.TrainConfig` has them.
    minutes : float
        The time of all beginnings together. The learning rate falls over it in one cosine, or over `pictures`.
    validation : Path or None
        A folder of labelled images for the curve and for the choice of the best model. None: synthetic words.
    preset : str, optional
        The preset of the network. None: `reader`, or `wide` for Chinese.
    charset : str
        As `Charset.named` takes it.
    start : Path, optional
        A model that is trained on: at half of the rate, and at full difficulty from the first step.
    pictures : int, optional
        The number of pictures that are trained on in all, in place of the time: their speed does not matter then.
    choices : mapping, optional
        Choices of `core.runs.config.TrainConfig` that are otherwise than here, to compare with.
    """
    from core.charset import Charset
    from core.labels.maps.spec import MapSpec
    from core.project.project import ProjectSettings, write_settings

    chinese = charset.startswith("zh")
    longest = 12 if chinese else 26
    width = 128 if start is None else 192  # images seen come first, long words second (ADR 83)
    preset = preset or ("wide" if chinese else "reader")
    project, results = folder / "project", folder / preset
    if not project.exists():
        # The project only says what is read: it has no words of its own
        project.mkdir(parents=True)
        maps = MapSpec(height=32, width=width, max_length=longest)
        write_settings(project, ProjectSettings(charset=Charset.named(charset), maps=maps))
    values: dict[str, Any] = {
        "folder": str(project),
        "run": str(results),
        "resume": results.exists(),
        "preset": preset,
        "minutes": minutes,
        "steps": 10_000_000,  # the time ends it, and the learning rate falls with it
        "batch": 32,
        "learning_rate": 2e-3,
        "warmup": 500,
        "ema": 0.9995,
        "synthetic": 1,
        "synthetic_length": (1, longest),
        "start": None if start is None else str(start),
        "weights": str(READER.path) if chinese and start is None else None,
        "effects": "scene",
        "augmentation": "mild",
        "curriculum": start is None,
        "fonts": None if fonts is None else str(fonts),
        "surfaces": None if surfaces is None else str(surfaces),
        "validation": None if validation is None else str(validation),
        "validate_every": 1000,
        "monitor": "one_minus_ned",
        "checkpoint_minutes": 10,
        "tensorboard": False,
        "seed": 0,
    }
    if start is not None:  # trained on, and not fine-tuned: no mean with the start, words in general
        values |= {"learning_rate": 1e-3, "start_share": 0.0, "style": "general", "normalisation": "moving"}
        values |= {"width": width}  # in place of the start's
    values |= dict(choices or {})
    if pictures is not None:
        values |= {"minutes": None, "steps": pictures // values["batch"]}
    config = results.with_suffix(".json")
    config.write_text(json.dumps(values, indent=2), encoding="utf-8")
    return config


def dejavu(folder: Path) -> Path:
    """A folder of the DejaVu faces that matplotlib ships."""
    from core.data.drawing.fonts import BUNDLED, bundled_folder

    folder.mkdir(exist_ok=True)
    for name in BUNDLED:
        if name.startswith("DejaVu"):
            shutil.copyfile(bundled_folder() / name, folder / name)
    return folder


def named_json(text: str) -> tuple[str, Any]:
    """NAME=JSON as name and value."""
    name, _, value = text.partition("=")
    return name, json.loads(value)


def curve_of(run: Path) -> list[dict[str, Any]]:
    """The validations of a training, in their order."""
    lines = run.with_suffix(f".{CURVE}").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(prog="benchmarks.recipes", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("mutual")
    first.add_argument("folder", type=Path)
    first.add_argument("--words", type=int, default=2000)
    first.add_argument("--share", type=float, default=0.1)
    first.add_argument("--steps", type=int, default=2000)
    first.add_argument("--start", type=float, default=0.25)
    second = commands.add_parser("real")
    second.add_argument("folder", type=Path)
    second.add_argument("--preset", default="small", choices=("small", "paper"))
    second.add_argument("--minutes", type=float, default=30.0)
    second.add_argument("--synthetic", type=float, default=0.5)
    third = commands.add_parser("drawn")
    third.add_argument("folder", type=Path)
    third.add_argument("--minutes", type=float, default=20.0)
    third.add_argument("--full", action="store_true")
    fourth = commands.add_parser("reader")
    fourth.add_argument("folder", type=Path)
    fourth.add_argument("--fonts", type=Path)
    fourth.add_argument("--surfaces", type=Path)
    fourth.add_argument("--minutes", type=float, default=360.0)
    fourth.add_argument("--validation", type=Path)
    fourth.add_argument("--start", type=model_path, metavar="MODEL", help="a file, reader or reader-zh: trained on")
    fourth.add_argument("--pictures", type=int, help="trained on in all, in place of --minutes")
    fourth.add_argument("--preset", choices=("small", "reader", "wide", "paper"))
    fourth.add_argument("--charset", default="alnum", help="digits, alnum, signs, zh, zh-large or a file of symbols")
    fifth = commands.add_parser("finetune")
    fifth.add_argument("--more", type=Path, nargs="*", default=[], help="projects all of whose words are trained on")
    fifth.add_argument("--unseen", type=Path, nargs="*", default=[], help="projects that are measured beside")
    fifth.add_argument("--counts", type=int, nargs="+", default=fine_tuning.COUNTS, help="words of one's own")
    fifth.add_argument("--no-nothing", action="store_false", dest="from_nothing", help="train from the model alone")
    sixth = commands.add_parser("corrections")
    sixth.add_argument("--words", type=int, default=600)
    sixth.add_argument("--batch", type=int, default=100, help="words of a round")
    eighth = commands.add_parser("adoption")
    eighth.add_argument("--seeds", type=int, nargs="+", default=range(5))
    eighth.add_argument("--words", type=int, default=300)
    eighth.add_argument("--batch", type=int, default=50, help="words that are corrected")
    for each, minutes in ((fifth, 10.0), (sixth, 3.0), (eighth, 10.0)):
        each.add_argument("folder", type=Path)
        each.add_argument("--real", type=Path, nargs="+", required=True, help="projects; a fifth is held back")
        each.add_argument("--start", type=model_path, default=READER.path, metavar="MODEL")
        each.add_argument("--minutes", type=float, default=minutes)
    for each in (fourth, fifth, sixth, eighth):
        each.add_argument("--set", type=named_json, nargs="*", default=[], dest="choices", metavar="NAME=JSON")
    seventh = commands.add_parser("label-errors")
    seventh.add_argument("folder", type=Path)
    seventh.add_argument("--real", type=Path, nargs="+", required=True, help="projects of words with polygons")
    seventh.add_argument("--folds", type=int, default=3)
    seventh.add_argument("--steps", type=int, default=600, help="of each training")
    seventh.add_argument("--errors", type=int, default=label_errors.ERRORS)
    seventh.add_argument("--seed", type=int, default=0, help="of the planted errors")
    seventh.add_argument("--fit", action="store_true", help="also fit the weights, to errors of other seeds")
    ninth = commands.add_parser("paper")
    ninth.add_argument("folder", type=Path)
    ninth.add_argument("--steps", type=int, default=300, help="of each training of one difference")
    ninth.add_argument("--seeds", type=int, nargs="+", default=range(3))
    ninth.add_argument("--minutes", type=float, default=20.0, help="of each training of the whole loss")
    ninth.add_argument("--words", type=int, default=500, help="unseen words that each model reads")
    commands.add_parser("run").add_argument("config", type=Path)
    options = vars(parser.parse_args())
    command = options.pop("command")
    if command == "run":
        run_training(options["config"])
        return
    options["folder"] = options["folder"].absolute()
    options["folder"].mkdir(parents=True, exist_ok=True)
    if "choices" in options:
        options["choices"] = dict(options["choices"])
    if "real" in options:  # trainings run in processes of their own, in the repository
        fine_tuning.end_with_the_training()
        if "start" in options:
            options["start"] = options["start"].absolute()
        for name in ("real", "more", "unseen"):
            if name in options:
                options[name] = [each.absolute() for each in options[name]]
    recipes: dict[str, Callable[..., dict[str, Any]]] = {
        "mutual": mutual,
        "real": real,
        "drawn": synthetic_words,
        "reader": reader,
        "finetune": partial(fine_tuning.finetune, train=train),
        "label-errors": label_errors.label_errors,
        "corrections": partial(fine_tuning.corrections, train=train),
        "adoption": partial(fine_tuning.adoption, train=train),
        "paper": partial(comparison.paper, train=train, evaluated=_evaluated, write_words=write_words),
    }
    found = recipes[command](**options)
    print(json.dumps(found, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
