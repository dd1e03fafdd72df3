"""Chooses how sharply the network's letter case counts: `python -m benchmarks.letter_case FOLDER [--model MODEL]`.

Prints a row for each pair of `core.model.using.letter_case.SHARPNESS` and `LEAST`: the words of a folder of labelled
images that are read in their very case, and in any. For one folder, on which the two are chosen: figures of it are then
"chosen on", those of all others not.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

from core.model.using import letter_case
from core.model.using.evaluation import evaluate_folder
from core.model.using.opening import open_recogniser
from core.model.using.reading_options import ReadingOptions
from core.runs.bundled import READER, model_path

SHARPNESS, LEAST = (0.5, 1.0, 1.5, 2.0, 3.0), (0.003, 0.01, 0.03, 0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", type=model_path, default=READER.path)
    arguments = parser.parse_args()
    for letter_case.SHARPNESS, letter_case.LEAST in itertools.product(SHARPNESS, LEAST):
        found = evaluate_folder(
            open_recogniser(arguments.model), arguments.folder, options=ReadingOptions(language_model=True)
        ).to_dict()
        row = {"sharpness": letter_case.SHARPNESS, "least": letter_case.LEAST}
        row |= {name: round(found[name], 4) for name in ("word_accuracy", "word_accuracy_ci")}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
