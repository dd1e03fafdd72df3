"""Measures the rule of reading: `python -m benchmarks.reading_rule [--words 1000]`.

Draws words of four kinds and reads each twice, with the model's language and second look, and as codes.
Prints for each kind the share read exactly both ways, what the rule of `core.analysis.reading_rule` chooses from the
known texts and from the readings alone, and what that choice loses against the better way, in points, with an interval
of 95 % from the words that the two ways read differently.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

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


def read(kind: str, words: int) -> tuple[list[str], list[str], list[str]]:
    """Draw words of a kind. Return their texts, and what is read with the language and as codes."""
    name, charset, effects = KINDS[kind]
    synthesis = prepare(charset, PRESETS[effects], (3, 8), strict=False).config
    predictor = Predictor(open_recogniser(model_path(name)), options=ReadingOptions(language_model=True, crops=AUTO))
    texts: list[str] = []
    spelled: list[str] = []
    alone: list[str] = []
    plain = Predictor(predictor.network, options=FOR_CODES)
    for first in range(0, words, _BATCH):
        samples = [sample(synthesis, _SEED, number) for number in range(first, min(first + _BATCH, words))]
        texts += [one.label.word for one in samples]
        images = [one.image for one in samples]
        spelled += [prediction.word.text for prediction in predictor.read(images)]
        alone += [prediction.word.text for prediction in plain.read(images)]
    return texts, spelled, alone


def row(kind: str, texts: Sequence[str], spelled: Sequence[str], alone: Sequence[str]) -> str:
    """Return a line of the table."""
    right = [[read == text for read, text in zip(way, texts, strict=True)] for way in (spelled, alone)]
    shares = [100 * sum(way) / len(texts) for way in right]
    choices = [are_codes(texts), are_codes(alone)]  # True: the network alone
    loss = max(shares) - min(shares[choice] for choice in choices)
    differing = sum(one != other for one, other in zip(*right, strict=True))
    interval = 196 * math.sqrt(differing) / len(texts)
    said = ["alone" if choice else "language" for choice in choices]
    figures = f"{kind:9}{len(texts):6}{shares[0]:10.1f}{shares[1]:8.1f}"
    return f"{figures}   {said[0]:10}{said[1]:10}{loss:6.1f} ± {interval:.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=1000, help="words of each kind")
    chosen = parser.parse_args()
    print("kind      words  language   alone   by texts  by readings  loss")
    for kind in KINDS:
        print(row(kind, *read(kind, chosen.words)), flush=True)


if __name__ == "__main__":
    main()
