"""Reads words with onnxruntime and a graph made of a model, in a tenth of the memory and without loading Keras.

A graph is made once for each model, in a process that ends, and is kept in the user's cache. Who reads few images with
a model that has none yet reads with Keras instead.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import child_process, last_words, python_command, status_of, way_of_ending
from core.base.errors import ModelError, Sentence
from core.base.files import read_file, remove_file
from core.base.folders import cache_folder
from core.base.json_text import parse_json
from core.base.progress import Progress, ignore_news, report_stage
from core.base.systems.processors import side_by_side, threads_of_each
from core.model.using.predicting import BATCH_SIZE, Arrays, WordPredictor, needed_outputs
from core.model.using.reading_options import ReadingOptions
from core.readers.onnx_runtime import onnxruntime_for
from core.runs.bundled import file_hash
from core.runs.files import is_checkpoint
from core.runs.model_ref import weights_file
from core.runs.spec import NetworkSpec

WORTH = 500
"""Number of images from which it pays to make a graph: some 20 seconds of a processor, which 500 words save."""

SPEC = "spec"
"""Name of the property of the file that holds the spec as JSON."""

_VERSION = 2  # of the files: another number makes all graphs anew
_KEPT = 8  # graphs in the cache
_LARGEST = 512 << 20  # bytes of a file
_PATIENCE = 900.0  # seconds of processor time: a large network takes minutes
_MAKER = python_command("-m", "core.model.export.word_graph")


@dataclass(frozen=True, slots=True)
class WordGraph:
    """A network as a graph that gives the outputs of `core.model.network.formation.WordFormation`, with shares."""

    spec: NetworkSpec
    """The specification of the network."""
    session: Any
    """The session of onnxruntime."""

    @classmethod
    def open(cls, path: Path) -> WordGraph:
        """Open a graph that `made` has written.

        Raises
        ------
        ModelError
            If onnxruntime is missing or too old, or cannot run the file.
        """
        runtime = onnxruntime_for(path.name)
        runtime.set_default_logger_severity(4)  # what goes wrong is raised
        options = runtime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = threads_of_each()
        try:
            session = runtime.InferenceSession(read_file(path, _LARGEST), options, providers=["CPUExecutionProvider"])
            values = session.get_modelmeta().custom_metadata_map
            return cls(NetworkSpec.from_dict(parse_json(values[SPEC])), session)
        except Exception as error:  # onnxruntime promises no type
            raise ModelError(
                "{name}: the graph cannot be used ({why}). Delete it: it is made again.", name=path, why=error
            ) from error


class GraphPredictor(WordPredictor[WordGraph]):
    """Reads many images with a graph. The parameters are those of `WordPredictor`, but there are no maps."""

    _any_batch_size = True

    def _computed(self, pixels: NDArray[np.uint8], network: WordGraph) -> Arrays:
        names = needed_outputs(self.options, network.spec)
        return dict(zip(names, network.session.run(names, {"image": pixels}), strict=True))


def graph_predictor(graph: WordGraph, images: int, options: ReadingOptions) -> GraphPredictor:
    """Return a predictor for a number of images, which computes several batches side by side."""
    size = min(BATCH_SIZE, max(1, images))
    return GraphPredictor(graph, size, options=options, at_once=side_by_side())


class Chosen(NamedTuple):
    """The graph that reads in place of a model, if there is one."""

    graph: WordGraph | None
    """The graph. None: Keras reads."""
    note: str = ""
    """A sentence on why Keras reads although a graph was worth it."""


def graph_instead(model: Path, images: int, options: ReadingOptions, progress: Progress = ignore_news) -> Chosen:
    """Choose whether a graph reads in place of a model: one that is kept, or a new one if it pays.

    Parameters
    ----------
    model : Path
        A model file of ours, a run or a checkpoint. A checkpoint has no graph.
    images : int
        Number of images that are going to be read.
    options : ReadingOptions
        Among expected words Keras chooses, with a network of their symbols alone.
    progress : Progress
        A `Staged` one hears that a graph is made.
    """
    if options.expected or is_checkpoint(model) or find_spec("onnxruntime") is None:
        return Chosen(None)
    try:
        kept = graph_file(model)
    except OSError:
        return Chosen(None)  # the model cannot be read, which Keras says
    try:
        if not kept.exists():
            if images < WORTH or find_spec("tf2onnx") is None or find_spec("onnx") is None:
                return Chosen(None)
            report_stage(progress, Sentence("Preparing {name} to read faster, once …", name=model.name))
            make(model, kept)
        return Chosen(WordGraph.open(kept))
    except (ModelError, OSError) as error:
        return Chosen(None, Sentence("Words are read with Keras, which takes longer: {why}", why=error))


def graph_file(model: Path) -> Path:
    """Return the place of a model's graph in the cache, whether it is there or not.

    Raises
    ------
    OSError
        If the model cannot be read.
    """
    return cache_folder() / "word-graphs" / f"{file_hash(weights_file(model))}-{_VERSION}.onnx"


def make(model: Path, file: Path) -> None:
    """Make the graph of a model, in another process, and drop the oldest graphs beside it.

    Raises
    ------
    ModelError
        If the model cannot be converted, or the graph reads otherwise than the model.
    OSError
        If the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = sorted(file.parent.glob("*.onnx"), key=lambda path: path.stat().st_mtime, reverse=True)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with child_process((*_MAKER, str(model), str(file)), log, subprocess.DEVNULL) as process:
            status = status_of(process, _PATIENCE)
        if status != 0 or not file.exists():
            how = Sentence("it takes too long") if status is None else last_words(log) or way_of_ending(status)
            raise ModelError("{name}: no graph can be made of it ({how}).", name=model.name, how=how)
    for old in kept[_KEPT - 1 :]:
        remove_file(old)
