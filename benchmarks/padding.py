"""Chooses which narrow crops are padded, and how far: `python -m benchmarks.padding FOLDER… [--model MODEL]`.

Reads the words of folders with default options, stretched as they are and padded to each of `RATIOS`
(`core.labels.maps.spec.MapSpec.padding`), and prints for each how many are right in any case and in their very case: of
all words, of those narrower than the widest limit, and of single symbols. Crops that are wider are read once.
With --write RATIO the bundled model's own file says the ratio from then on, its weights as they were, and its card the
new hash; figures in the card stay those of before.
"""

from __future__ import annotations

import argparse
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.base.files import write_atomically
from core.base.images import read_image
from core.charset import has_marks
from core.labels.files.storage import label_path, read_label
from core.model.network.blocks import PACKAGE
from core.model.network.formation import WordFormation
from core.model.network.saving import Recogniser
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, ReadingOptions
from core.project.listing import list_images
from core.readings.agreement import comparable
from core.runs.bundled import READER, BundledModel, file_hash, model_path, named

RATIOS = (0.8, 1.0, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0)

Texts = Mapping[Path, str]


def read(recogniser: Recogniser, padding: float | None, images: list[Path], *, marks: bool) -> Texts:
    """Read images by a model that pads as it is told to, with or without marks."""
    maps = recogniser.spec.maps.with_(padding=padding)
    padded = replace(recogniser, spec=recogniser.spec.with_(maps=maps))
    predictor = Predictor(padded, options=ReadingOptions(language_model=True, crops=AUTO))
    predictions = predictor.read([read_image(path) for path in images])
    words = (prediction.word if marks else prediction.word.without_marks() for prediction in predictions)
    return {path: word.text for path, word in zip(images, words, strict=True)}


def with_padding(model: bytes, padding: float) -> bytes:
    """Return a model file whose spec says a padding, and whose weights are the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(model)) as source, zipfile.ZipFile(made, "w") as copy:
        for member in source.infolist():
            data = source.read(member)
            if member.filename == "config.json":
                config = json.loads(data)
                formation = f"{PACKAGE}>{WordFormation.__name__}"
                layers = [layer for layer in config["config"]["layers"] if layer.get("registered_name") == formation]
                layers[0]["config"]["spec"]["maps"]["padding"] = padding
                data = json.dumps(config).encode()
            copy.writestr(member, data)
    return made.getvalue()


def write(model: BundledModel, padding: float) -> None:
    """Let a bundled model pad, and its card say the hash of the new file."""
    before = model.hash
    write_atomically(model.path, with_padding(model.path.read_bytes(), padding))
    card = model.card.read_text(encoding="utf-8").replace(before, file_hash(model.path), 1)
    write_atomically(model.card, card.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--model", type=model_path, default=READER.path)
    parser.add_argument("--write", type=float, metavar="RATIO", help="let the bundled model pad narrow crops so")
    arguments = parser.parse_args()
    if arguments.write is not None:
        bundled = named(arguments.model)
        if bundled is None:
            parser.error("--write: name a bundled model with --model")
        write(bundled, arguments.write)
    recogniser = open_recogniser(arguments.model)
    turned = recogniser.spec.maps.turned_size
    for folder in arguments.folders:
        paths = [folder / image for image in list_images(folder).images]
        words = {path: read_label(label_path(path)).label.word for path in paths}
        sizes = {path: turned(read_image(path).shape[:2]) for path in paths}
        ratio = {path: width / height for path, (height, width) in sizes.items()}
        reading = partial(read, recogniser, marks=has_marks(set[str]().union(*words.values())))
        stretched = reading(None, paths)
        for padding in (None, *RATIOS):
            narrow = [path for path in paths if padding is not None and ratio[path] < padding]
            texts = {**stretched, **(reading(padding, narrow) if narrow else {})}
            row: dict[str, object] = {"folder": folder.name, "padding": padding, "padded": len(narrow)}
            groups = {
                "all": paths,
                "narrow": [path for path in paths if ratio[path] < RATIOS[-1]],
                "single": [path for path in paths if len(words[path]) == 1],
            }
            for name, group in groups.items():
                exact = sum(texts[path] == words[path] for path in group)
                any_case = sum(comparable(texts[path]) == comparable(words[path]) for path in group)
                row[name] = {"words": len(group), "any case": any_case, "exact": exact}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
