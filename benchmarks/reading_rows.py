"""What padding, the bound of the language and the probability give: `python -m benchmarks.reading_rows FOLDER…`.

Evaluates a model on folders of labelled words with default options and by the network alone, and prints a row each: as
it is, without its padding, and without the bounds of the language (`core.model.using.language_model`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.model.network.saving import Recogniser
from core.model.using import language_model
from core.model.using.evaluation import evaluate_folder
from core.model.using.opening import open_recogniser
from core.model.using.reading_options import AUTO, ReadingOptions
from core.runs.bundled import READER, model_path

BOUNDS = ("SURELY_THERE", "UNLIKELY")


def stretching(recogniser: Recogniser) -> Recogniser:
    """A model that stretches narrow crops."""
    maps = recogniser.spec.maps.with_(padding=None)
    return replace(recogniser, spec=recogniser.spec.with_(maps=maps))


@contextmanager
def unbounded() -> Iterator[None]:
    """Let a language change whatever it likes."""
    before = {name: getattr(language_model, name) for name in BOUNDS}
    language_model.SURELY_THERE, language_model.UNLIKELY = 2.0, 0.0
    yield
    for name, value in before.items():
        setattr(language_model, name, value)


def figures(recogniser: Recogniser, folder: Path) -> Mapping[str, object]:
    """The shares of words read exactly and in any case, and those of the network alone."""
    options = ReadingOptions(language_model=True, crops=AUTO)
    evaluation = evaluate_folder(recogniser, folder, options=options).to_dict()
    names = ("word_accuracy", "word_accuracy_ci")
    row = {name: round(evaluation[name], 4) for name in names}
    alone = evaluation["network_alone"]
    return row | {f"network alone, {name}": round(alone[name], 4) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--model", type=model_path, default=READER.path)
    arguments = parser.parse_args()
    recogniser = open_recogniser(arguments.model)
    for folder in arguments.folders:
        facts = {"model": arguments.model.stem, "folder": folder.name}
        with unbounded():
            print(json.dumps(facts | {"row": "before"} | figures(stretching(recogniser), folder)), flush=True)
            print(json.dumps(facts | {"row": "padded"} | figures(recogniser, folder)), flush=True)
        print(json.dumps(facts | {"row": "padded, bounded"} | figures(recogniser, folder)), flush=True)


if __name__ == "__main__":
    main()
