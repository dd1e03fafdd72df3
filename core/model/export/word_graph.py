"""The child process that makes the graph with which words are read (`python -m` this module MODEL FILE).

It ends when its standard input does. What goes wrong is the last line on standard error.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path

from core.base.child_process import end_with_parent, sentence_of
from core.base.errors import ModelError, StudioError
from core.base.files import write_atomically
from core.base.folders import cache_folder
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.synthesis import sample
from core.model.export.converting import onnx_bytes
from core.model.export.plain import in_floats, plain_model
from core.model.network.blocks import Tensor
from core.model.network.formation import for_words_alone
from core.model.network.saving import Recogniser
from core.model.using.graphs.word_graph import SPEC, GraphPredictor, WordGraph
from core.model.using.opening import open_recogniser
from core.model.using.predicting import outputs_for
from core.model.using.prediction import Predictor

_COMPARED = 64  # drawn words that model and graph read
_SYMBOLS = 200  # that they are drawn with: to look for thousands in all fonts of a machine takes minutes
_OTHERWISE = 1  # of them that may differ: a number that is nearly a threshold, or two symbols that are nearly alike


def main(model: Path, file: Path) -> None:
    """Make the graph of a model, and check that it reads as the model does."""
    end_with_parent()
    recogniser = in_floats(open_recogniser(model))
    write_atomically(file, graph_of(recogniser))
    try:
        otherwise = _read_otherwise(recogniser, WordGraph.open(file))
    except BaseException:
        file.unlink()
        raise
    if otherwise > _OTHERWISE:
        file.unlink()
        raise ModelError(
            "{name}: the graph reads otherwise than the model: {otherwise} of {words} {words:|word|words}.",
            name=model.name,
            otherwise=otherwise,
            words=_COMPARED,
        )


def graph_of(recogniser: Recogniser) -> bytes:
    """Return an ONNX file that gives the outputs of words, for any number of images at once."""
    network, words = for_words_alone(recogniser.network, recogniser.spec)

    def outputs(maps: dict[str, Tensor]) -> dict[str, Tensor]:
        formed = words.call(maps)
        return {name: formed[name] for name in outputs_for(recogniser.spec)}

    # The steps of the GRU are written out: a loop costs onnxruntime more than its work
    plain = plain_model(recogniser, network=network, simple=True, outputs=outputs)
    graph = partial(plain, training=False)
    return onnx_bytes(graph, recogniser, properties={SPEC: json.dumps(recogniser.spec.to_dict())})


def _read_otherwise(recogniser: Recogniser, graph: WordGraph) -> int:
    """Return how many drawn words the graph reads otherwise than the model."""
    spec = recogniser.spec
    length = (1, min(8, spec.maps.max_length))
    symbols = spec.charset[:: max(1, len(spec.charset) // _SYMBOLS)]
    recipe = prepare(Charset(symbols), length=length, kept=cache_folder() / "fonts", strict=False)
    images = [sample(recipe.config, 0, index).image for index in range(_COMPARED)]
    by_model, by_graph = Predictor(recogniser).read(images), GraphPredictor(graph).read(images)
    return sum(model.word.text != graph.word.text for model, graph in zip(by_model, by_graph, strict=True))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except (StudioError, OSError) as error:
        print(sentence_of(error, Path(sys.argv[1]).name), file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)  # TensorFlow takes seconds to tear itself down
