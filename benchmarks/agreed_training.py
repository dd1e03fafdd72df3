"""What labels of two readers teach: `python -m benchmarks.agreed_training DIR --words … --unseen … --reader NAME`.

Two projects are made in DIR of the same words. In `by hand` each word has the label of its folder. In `by readers` the
words that a bundled model and a reader of another program read alike have that text, accepted and seen by nobody; the
others have the right text, as a person types it. The model's aligner draws all characters of `by readers`. From the
same start one training a seed is made with each, with the same choices, and the words of the unseen folders are read
with both: words that only one of the two models reads rightly, in any case, are counted as won and lost.

What is there is not done again, so the command can be stopped and called again.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import fine_tuning, recipes
from benchmarks.two_readers import Word, words_of
from core.base.images import read_image
from core.labels.edits.review import agree
from core.labels.files.storage import label_path, write_label
from core.labels.label import WordLabel
from core.model.using.evaluation import RESULTS
from core.project.listing import list_images
from core.runs.bundled import READER, model_path
from core.runs.model_spec import spec_of

Train = Callable[[Path, dict[str, Any]], Path]
Read = Callable[[Path, Path], dict[str, bool]]

_WAYS = ("by hand", "by readers")


def label_by_readers(word: Word) -> WordLabel:
    """Return the label that a person has who accepts what both read alike, and types the other words."""
    drawn = word.drawn.characters if word.drawn is not None else ()
    if word.is_accepted:
        return agree(WordLabel(drawn, word.draft, "draft", text_source="model"), word.draft)
    return WordLabel(tuple(replace(each, source=None, score=None) for each in drawn), word.text, "reviewed")


def write_projects(folder: Path, words: Iterable[tuple[str, Path, Word]], like: Path) -> dict[str, Path]:
    """Write both projects of words, given with a name for each and its image, and return their folders by name."""
    projects = {way: fine_tuning.write_project(folder / way, (), like) for way in _WAYS}
    for name, source, word in words:
        size = read_image(source).shape[:2]
        for way, label in zip(_WAYS, (word.label, label_by_readers(word)), strict=True):
            place = projects[way] / name
            if not label_path(place).is_file():
                place.write_bytes(source.read_bytes())
                write_label(label_path(place), label, (size[0], size[1]))
    return projects


def paired(hand: dict[str, bool], readers: dict[str, bool]) -> dict[str, Any]:
    """Return how many words each model reads, which ones only one of them reads, and the difference with its interval.

    The interval of 95 % is that of a difference of paired shares (normal approximation), in points.
    """
    won = sum(readers[name] and not hand[name] for name in hand)
    lost = sum(hand[name] and not readers[name] for name in hand)
    count = len(hand)
    difference = (won - lost) / count
    spread = 1.96 * math.sqrt(max(won + lost - (won - lost) ** 2 / count, 0.0)) / count
    return {
        "words": count,
        "by hand": sum(hand.values()),
        "by readers": sum(readers.values()),
        "won": won,
        "lost": lost,
        "difference": round(100 * difference, 2),
        "interval": [round(100 * (difference - spread), 2), round(100 * (difference + spread), 2)],
    }


def compare(
    folder: Path, start: Path, unseen: Sequence[Path], seeds: int, choices: dict[str, Any], train: Train, read: Read
) -> list[dict[str, Any]]:
    """Train with both projects of a folder once a seed, read the unseen words, and return a row for each seed."""
    rows = []
    for seed in range(seeds):
        kept = folder / f"seed {seed}.json"
        if not kept.is_file():
            right: dict[str, dict[str, bool]] = {}
            for way in _WAYS:
                given = {"folder": str(folder / way), "start": str(start), "seed": seed, "tensorboard": False}
                model = train(folder / f"{way}, seed {seed}", given | choices)
                right[way] = {name: found for place in unseen for name, found in read(model, place).items()}
            kept.write_text(json.dumps({"seed": seed} | paired(right["by hand"], right["by readers"])), "utf-8")
        rows.append(json.loads(kept.read_text("utf-8")))
        print(json.dumps(rows[-1]), flush=True)
    return rows


def read_rightly(model: Path, folder: Path) -> dict[str, bool]:
    """Return for each word of a project whether a model reads it rightly in any case, by the network alone."""
    results = model.parent / f"read {folder.name}"
    options = ["--language", "none", "--crops", "1", "--out", str(results)]
    command = [sys.executable, "-m", "app", "evaluate", str(model), str(folder), *options]
    subprocess.run(command, cwd=Path(__file__).resolve().parent.parent, check=True, stdout=subprocess.DEVNULL)
    found = [json.loads(line) for line in (results / RESULTS).read_text("utf-8").splitlines()]
    return {f"{folder.name}/{each['image']}": bool(each["exact_ci"]) for each in found}


def main() -> None:
    """Make both projects, train, and print a row for each seed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--words", type=Path, nargs="+", required=True, help="projects of known labels to train on")
    parser.add_argument("--unseen", type=Path, nargs="+", required=True, help="projects to read afterwards")
    parser.add_argument("--reader", required=True)
    parser.add_argument("--model", type=model_path, default=READER.path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--rate", type=float, default=0.0003)
    parser.add_argument("--batch", type=int, default=16)
    chosen = parser.parse_args()
    fine_tuning.end_with_the_training()
    if not all((chosen.folder / f".{way} written").exists() for way in _WAYS):
        read = [word for place in chosen.words for word in _read_by_both(place, chosen.model, chosen.reader)]
        write_projects(chosen.folder, read, chosen.words[0])
        for way in _WAYS:
            (chosen.folder / f".{way} written").touch()
    choices = {
        "preset": spec_of(chosen.model).preset,
        "steps": chosen.steps,
        "learning_rate": chosen.rate,
        "batch": chosen.batch,
        "synthetic": 0.5,
        "validation": 0.0,
    }
    compare(chosen.folder, chosen.model, chosen.unseen, chosen.seeds, choices, recipes.train, read_rightly)


def _read_by_both(folder: Path, model: Path, reader: str) -> list[tuple[str, Path, Word]]:
    images = list_images(folder).images
    words = words_of(folder, model, reader, draws_all=True)
    named = [f"{folder.name} {image.replace('/', ' ')}" for image in images]
    return list(zip(named, (folder / image for image in images), words, strict=True))


if __name__ == "__main__":
    main()
