"""What a second reader saves a person: `python -m benchmarks.two_readers FOLDER… --reader NAME [--model MODEL]`.

Each folder is a project of known labels, which neither reader sees. A bundled model and a reader of another program
read its words; then a person is counted who labels them:

- with the model alone: each word is opened; a right draft costs one key (Enter), a wrong one T, its letters and Enter;
- with both: the words that both read alike are accepted by the dialog (three clicks, one more for the choice of case,
  and one for each wrong word among the twenty that are shown); of the others a right draft costs one key, the other
  reader's right text two (Shift+U, Enter), and the rest is typed.

Texts are right if they are the label's in any case (`core.readings.agreement.comparable`). A row a folder and one for
all of them is printed as JSON, with the words that are accepted wrongly and those that both misread alike. With
--calibrate the calibration of the reader is fitted on the folders instead, and printed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from core.analysis.drafts.prelabel import Suspect, prelabel
from core.analysis.predicted_maps import PredictedMaps
from core.base.images import read_image
from core.charset import Charset
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import centroid
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.model.metrics.metrics import inside
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, ReadingOptions
from core.project.listing import list_images
from core.readers.catalogue import catalogue
from core.readings.acceptance import wilson_interval
from core.readings.agreement import OfferedText, agreement_of, choose, comparable, fit_calibration
from core.readings.measured import calibrated
from core.readings.reading import Reading
from core.runs.bundled import READER, model_path

_SHEET = 20  # words that the dialog shows
_CLICKS = 3  # the button that opens the dialog, the choice of case, the button that accepts
_BATCH = 32


@dataclass(frozen=True, slots=True)
class Word:
    """One word, and what both readers make of it."""

    name: str
    label: WordLabel
    ours: str
    probability: float
    other: Reading
    placed: tuple[int, int] = (0, 0)
    """Characters of the label whose drafted centre lies in their box, and all that have a box; of words that both read
    alike."""
    drawn: WordLabel | None = None
    """Characters that the model's aligner draws: of the draft that both read alike, else of the label's text."""

    @property
    def text(self) -> str:
        """What is right."""
        return self.label.word

    def is_right(self, text: str) -> bool:
        """Return True if a text is the word's in any case."""
        return comparable(text) == comparable(self.text)

    @property
    def is_accepted(self) -> bool:
        """True if both read the same, or only case or marks differ."""
        return bool(self.ours) and agreement_of([self.ours, self.other.text]) in ("same", "case")

    @property
    def draft(self) -> str:
        """The text of the draft that two readers make."""
        own = OfferedText("", self.ours, self.probability)
        choice = choose((own, OfferedText(self.other.reader, self.other.text, calibrated(self.other))))
        return self.ours if choice is None else choice.offer.text


def words_of(folder: Path, model: Path, reader: str, *, draws_all: bool = False) -> list[Word]:
    """Let both read the words of a project, and if `draws_all`, draw the characters of every word."""
    recogniser = open_recogniser(model)
    charset, spec = recogniser.charset, recogniser.spec.maps
    predictor = Predictor(recogniser, _BATCH, with_maps=True, options=ReadingOptions(language_model=True, crops=AUTO))
    paths = [folder / image for image in list_images(folder).images]
    words = []
    with catalogue().open(reader) as other:
        for start in range(0, len(paths), _BATCH):
            part = paths[start : start + _BATCH]
            images = [read_image(path) for path in part]
            for path, image, found in zip(part, images, predictor.read(images), strict=True):
                label = read_label(label_path(path)).label
                word = Word(path.name, label, found.word.text, found.word.probability, other.read(image))
                assert found.maps is not None
                draw = partial(
                    _drawn, PredictedMaps.of(found.maps, found.word, len(charset)), found.size, spec, charset
                )
                if word.is_accepted and word.is_right(word.ours):
                    word = replace(word, placed=_placed(draw(word.text), label))
                if draws_all:
                    word = replace(word, drawn=draw(word.draft if word.is_accepted else word.text))
                words.append(word)
    return words


def _drawn(maps: PredictedMaps, size: tuple[int, int], spec: MapSpec, charset: Charset, text: str) -> WordLabel:
    draft = prelabel(maps, size, spec, charset, text)
    return draft.label if isinstance(draft, Suspect) else draft


def _placed(drawn: WordLabel, label: WordLabel) -> tuple[int, int]:
    """Count the characters whose drafted centre lies in their own box."""
    if len(drawn.characters) != len(label.characters):
        return 0, 0
    pairs = list(zip(drawn.in_order, label.in_order, strict=True))
    centres = [centroid(mine.polygon) for mine, _ in pairs]
    is_in = inside([truth.polygon for _, truth in pairs], centres).diagonal()
    return int(is_in.sum()), len(pairs)


def keys_alone(words: Sequence[Word]) -> int:
    """Keys of a person with the model's drafts: every word is opened."""
    return sum(1 if word.is_right(word.ours) else 2 + len(word.text) for word in words)


def keys_with_both(words: Sequence[Word], seed: int = 0) -> int:
    """Keys of a person who accepts what both read alike, and opens the others."""
    accepted = [word for word in words if word.is_accepted]
    shown = random.Random(seed).sample(accepted, min(_SHEET, len(accepted)))
    keys = (_CLICKS if accepted else 0) + sum(not word.is_right(word.ours) for word in shown)
    for word in words:
        if word.is_accepted:
            continue
        if word.is_right(word.draft):
            keys += 1
        elif word.is_right(word.ours if word.draft == word.other.text else word.other.text):
            keys += 2
        else:
            keys += 2 + len(word.text)
    return keys


def row_of(name: str, words: Sequence[Word]) -> dict[str, Any]:
    """The figures of some words."""
    accepted = [word for word in words if word.is_accepted]
    wrong = [word for word in accepted if not word.is_right(word.ours)]
    low, high = wilson_interval(len(wrong), len(accepted))
    alone, both = keys_alone(words), keys_with_both(words)
    placed = np.sum([word.placed for word in words], axis=0)
    kinds = Counter(agreement_of([word.ours, word.other.text]) for word in accepted)
    return {
        "folder": name,
        "words": len(words),
        "model right": sum(word.is_right(word.ours) for word in words),
        "other right": sum(word.is_right(word.other.text) for word in words),
        "only model right": sum(word.is_right(word.ours) and not word.is_right(word.other.text) for word in words),
        "only other right": sum(word.is_right(word.other.text) and not word.is_right(word.ours) for word in words),
        "accepted": len(accepted),
        "accepted share": round(len(accepted) / len(words), 4),
        "same": kinds["same"],
        "case": kinds["case"],
        "accepted wrongly": len(wrong),
        "accepted wrongly, 95 % interval": [round(low, 4), round(high, 4)],
        "keys a word, model alone": round(alone / len(words), 3),
        "keys a word, both": round(both / len(words), 3),
        "ratio of keys": round(both / alone, 3),
        "characters placed rightly": int(placed[0]),
        "characters with a box": int(placed[1]),
        "both misread alike": [f"{word.name}: {word.text} read {word.ours}" for word in wrong],
    }


def calibration_of(words: Iterable[Word], data: str) -> dict[str, Any]:
    """Fit what the other reader's own probability is worth."""
    known = [word for word in words if word.other.probability is not None]
    fitted = fit_calibration(
        [word.other.probability or 0.0 for word in known], [word.is_right(word.other.text) for word in known], data
    )
    version = next((word.other.version for word in known), "")
    return {"version": version, "slope": fitted.slope, "offset": fitted.offset, "words": fitted.words, "data": data}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--reader", required=True)
    parser.add_argument("--model", type=model_path, default=READER.path)
    parser.add_argument("--calibrate", metavar="DATA", help="fit the reader's calibration; DATA names the words")
    arguments = parser.parse_args()
    found = {folder.name: words_of(folder, arguments.model, arguments.reader) for folder in arguments.folders}
    together = [word for words in found.values() for word in words]
    if arguments.calibrate:
        print(json.dumps(calibration_of(together, arguments.calibrate), ensure_ascii=False))
        return
    for name, words in found.items():
        print(json.dumps(row_of(name, words), ensure_ascii=False), flush=True)
    if len(found) > 1:
        print(json.dumps(row_of("all", together), ensure_ascii=False))


if __name__ == "__main__":
    main()
