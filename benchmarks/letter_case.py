"""Chooses how the network's letter case counts: `python -m benchmarks.letter_case FOLDER [--model MODEL]`.

Prints a row for some values of the numbers of `core.model.using.letter_case` (`VALUES`), each with the others as they
are: the words of a folder of labelled images that are read in their very case, and in any. For one folder, on which
they are chosen: figures of it are then "chosen on", those of all others not.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from core.model.using import letter_case
from core.model.using.evaluation import evaluate_folder
from core.model.using.opening import open_recogniser
from core.model.using.reading_options import ReadingOptions
from core.runs.bundled import READER, model_path

VALUES = {
    "SHARPNESS": (0.5, 1.0, 1.5, 2.0, 3.0),
    "LEAST": (0.003, 0.01, 0.03, 0.1),
    "FIRST": (0.0, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0),
    "HEIGHT_SPREAD": (0.03, 0.06, 0.12, 0.25),
    "HEIGHT_LIMIT": (0.0, 2.0, 3.0, 4.0, 6.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", type=model_path, default=READER.path)
    arguments = parser.parse_args()
    recogniser, options = open_recogniser(arguments.model), ReadingOptions(language_model=True)
    for name, values in VALUES.items():
        chosen = getattr(letter_case, name)
        for value in values:
            setattr(letter_case, name, value)
            found = evaluate_folder(recogniser, arguments.folder, options=options).to_dict()
            row = {name: value}
            row |= {figure: round(found[figure], 4) for figure in ("word_accuracy", "word_accuracy_ci")}
            print(json.dumps(row), flush=True)
        setattr(letter_case, name, chosen)


if __name__ == "__main__":
    main()
