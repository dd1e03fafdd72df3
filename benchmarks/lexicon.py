"""Reads each word of a folder as one of 50 expected ones, as the paper does: `python -m benchmarks.lexicon FOLDER…`.

The 50 are the right word and 49 others of the same folder, drawn by a seed, without regard to case. Prints for each
folder how many words were read rightly so, and with no expected words, case ignored.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from dataclasses import replace
from pathlib import Path

from core.base.images import read_image
from core.labels.files.storage import label_path, read_label
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import ReadingOptions
from core.project.listing import list_images
from core.runs.bundled import READER, model_path

WORDS = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--model", type=model_path, default=READER.path)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    recogniser = open_recogniser(arguments.model)
    anything = Predictor(recogniser, options=ReadingOptions(ignore_case=True, language_model=True))
    expecting = Predictor(recogniser, options=ReadingOptions(ignore_case=True, expected="."))
    for folder in arguments.folders:
        words = {image: read_label(label_path(folder / image)).label.word for image in list_images(folder).images}
        each = sorted({word.casefold() for word in words.values()})
        chance, right, without = random.Random(arguments.seed), 0, 0
        with tempfile.TemporaryDirectory() as temporary:
            for number, (image, word) in enumerate(words.items()):
                lexicon = Path(temporary) / f"{number}.txt"
                others = chance.sample([other for other in each if other != word.casefold()], WORDS - 1)
                lexicon.write_text("\n".join([word.casefold(), *others]), encoding="utf-8")
                expecting.options = replace(expecting.options, expected=str(lexicon))
                picture = read_image(folder / image)
                (read,), (plain,) = expecting.read([picture]), anything.read([picture])
                right += read.word.text.casefold() == word.casefold()
                without += plain.word.text.casefold() == word.casefold()
        counts = {"words": len(words), "read as one of 50": right, "without": without}
        print(json.dumps({"folder": folder.name} | counts), flush=True)


if __name__ == "__main__":
    main()
