"""Measures the rule of reading: `python -m benchmarks.reading_rule [--words 1000]`.

Draws words of four kinds and reads each twice, with the model's language and second look, and as codes.
Prints for each kind the share read exactly both ways, what the rule of `core.analysis.reading_rule` chooses from the
known texts and from the network's own readings alone, and what that choice loses against the better way, in points,
with an interval of 95 % from the words that the two ways read differently.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

from core.analysis.reading_rule import are_codes
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import sample
from core.data.drawing.texts.words import ON_PLATES
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, FOR_CODES, ReadingOptions
from core.runs.bundled import model_path

KINDS = {
    "codes": ("reader", Charset.named("alnum"), "full"),
    "plates": ("reader-zh", Charset(tuple(ON_PLATES)), "plates"),
    "English": ("reader", Charset.named("alnum"), "scene"),
    "Chinese": ("reader-zh", Charset.named("zh"), "scene"),
}
"""Model, symbols and effects of each kind."""

_SEED = 53
_BATCH = 200  # words that are in memory at once


class Read(NamedTuple):
    """Words that were drawn, and how they are read."""

    texts: list[str]
    spelled: list[str]
    """With the language."""
    codes: list[str]
    """As codes."""
    alone: list[str]
    """By the network alone, in one look."""


def read(kind: str, words: int) -> Read:
    """Draw words of a kind and read them."""
    name, charset, effects = KINDS[kind]
    synthesis = prepare(charset, PRESETS[effects], (3, 8), strict=False).config
    predictor = Predictor(open_recogniser(model_path(name)), options=ReadingOptions(language_model=True, crops=AUTO))
    found = Read([], [], [], [])
    for_codes = Predictor(predictor.network, options=FOR_CODES)
    for first in range(0, words, _BATCH):
        samples = [sample(synthesis, _SEED, number) for number in range(first, min(first + _BATCH, words))]
        found.texts.extend(one.label.word for one in samples)
        images = [one.image for one in samples]
        for prediction in predictor.read(images):
            found.spelled.append(prediction.word.text)
            found.alone.append("" if prediction.alone is None else prediction.alone.text)
        found.codes.extend(prediction.word.text for prediction in for_codes.read(images))
    return found


def row(kind: str, found: Read) -> str:
    """Return a line of the table."""
    texts = found.texts
    right = [[read == text for read, text in zip(way, texts, strict=True)] for way in (found.spelled, found.codes)]
    shares = [100 * sum(way) / len(texts) for way in right]
    choices = [are_codes(texts), are_codes(found.alone)]  # True: read as codes
    loss = max(shares) - min(shares[choice] for choice in choices)
    differing = sum(one != other for one, other in zip(*right, strict=True))
    interval = 196 * math.sqrt(differing) / len(texts)
    said = ["codes" if choice else "language" for choice in choices]
    figures = f"{kind:9}{len(texts):6}{shares[0]:10.1f}{shares[1]:8.1f}"
    return f"{figures}   {said[0]:10}{said[1]:10}{loss:6.1f} ± {interval:.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=1000, help="words of each kind")
    chosen = parser.parse_args()
    print("kind      words  language   codes   by texts  by readings  loss")
    for kind in KINDS:
        print(row(kind, read(kind, chosen.words)), flush=True)


if __name__ == "__main__":
    main()
