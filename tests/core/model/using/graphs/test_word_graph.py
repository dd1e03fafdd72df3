"""A graph reads the words of its model, without Keras, and is made only where it pays."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from support.networks.tiny_network import outspoken
from typer.testing import CliRunner

from app.console.commands import app
from core.base.errors import ModelError
from core.base.images import encode_png
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.synthesis import sample
from core.labels.maps.certainty import MANY
from core.model.network.saving import save_model
from core.model.using.graphs.word_graph import WORTH, GraphPredictor, WordGraph, graph_file, graph_instead, make
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, PLAIN, ReadingOptions

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("tf2onnx") is None or importlib.util.find_spec("onnxruntime") is None,
    reason="needs the extra onnx",
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "tiny.keras"
    save_model(path, outspoken(unknown_units=4))
    return path


@pytest.fixture(scope="module")
def graph(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "tiny.onnx"
    make(model, path)
    return path


@pytest.fixture
def kept(model: Path, graph: Path) -> Iterator[Path]:
    place = graph_file(model)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(graph.read_bytes())
    yield place
    place.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def words() -> list[NDArray[np.uint8]]:
    config = prepare(Charset(("a", "b")), length=(1, 5)).config
    return [sample(config, 4, index).image for index in range(40)]


OPTIONS = (PLAIN, ReadingOptions(crops=5), ReadingOptions(ignore_case=True), ReadingOptions(True, AUTO, True, "en"))


def assert_reads_as_its_model(
    options: ReadingOptions, model: Path, graph: Path, words: list[NDArray[np.uint8]]
) -> None:
    by_model = Predictor(open_recogniser(model), 8, options=options).read(words)
    by_graph = GraphPredictor(WordGraph.open(graph), 8, options=options).read(words)
    assert [read.word.text for read in by_graph] == [read.word.text for read in by_model]
    assert any(read.word.text for read in by_graph)
    for ours, theirs in zip(by_graph, by_model, strict=True):
        assert ours.word.probability == pytest.approx(theirs.word.probability, abs=1e-3)
        assert [character.center for character in ours.word.characters] == [
            character.center for character in theirs.word.characters
        ]


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_graph_reads_each_word_as_its_model_does(
    options: ReadingOptions, model: Path, graph: Path, words: list[NDArray[np.uint8]]
):
    assert_reads_as_its_model(options, model, graph, words)


@pytest.mark.long
def test_graph_of_thousands_of_symbols_reads_as_its_model(tmp_path: Path, words: list[NDArray[np.uint8]]):
    model, graph = tmp_path / "many.keras", tmp_path / "many.onnx"
    save_model(model, outspoken(symbols="ab" + "".join(chr(0x4E00 + number) for number in range(MANY))))
    make(model, graph)
    assert_reads_as_its_model(ReadingOptions(crops=5), model, graph, words)


@pytest.mark.long
def test_kept_graph_reads_even_one_image(model: Path, kept: Path):
    assert graph_instead(model, 1, PLAIN).graph is not None


def test_keras_reads_where_a_graph_does_not_pay(model: Path):
    assert graph_instead(model, WORTH - 1, PLAIN) == (None, "")


def test_missing_model_is_left_to_keras(tmp_path: Path):
    assert graph_instead(tmp_path / "none.keras", WORTH, PLAIN) == (None, "")


@pytest.mark.long
@pytest.mark.usefixtures("kept")
def test_keras_reads_expected_words_and_checkpoints(model: Path):
    assert graph_instead(model, WORTH, replace(PLAIN, expected="[ab]+")) == (None, "")
    assert graph_instead(model.parent / "checkpoints" / "step_7", WORTH, PLAIN) == (None, "")


def test_graph_that_cannot_be_used_is_said_and_keras_reads(model: Path):
    kept = graph_file(model)
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"no graph")
    chosen = graph_instead(model, 1, PLAIN)
    assert chosen.graph is None
    assert str(kept) in chosen.note


@pytest.mark.long
def test_model_that_cannot_be_read_leaves_no_graph(tmp_path: Path):
    (tmp_path / "broken.keras").write_bytes(b"no model")
    with pytest.raises(ModelError, match=r"broken\.keras: no graph can be made of it"):
        make(tmp_path / "broken.keras", tmp_path / "graph.onnx")
    assert not (tmp_path / "graph.onnx").exists()


@pytest.mark.long
def test_oldest_graphs_are_dropped(model: Path, tmp_path: Path):
    for number in range(9):
        (tmp_path / f"{number}.onnx").write_bytes(b"old")
    make(model, tmp_path / "new.onnx")
    assert len([*tmp_path.glob("*.onnx")]) == 8
    assert (tmp_path / "new.onnx").exists()


@pytest.mark.long
def test_reading_with_a_graph_loads_neither_keras_nor_a_backend(
    model: Path, kept: Path, words: list[NDArray[np.uint8]], tmp_path: Path
):
    image = tmp_path / "word.png"
    image.write_bytes(encode_png(words[0]))
    code = (
        "import sys\nfrom app.console.commands import app\n"
        f"app(['predict', {str(model)!r}, {str(image)!r}, '--json'], standalone_mode=False)\n"
        "print(sorted({'keras', 'tensorflow', 'jax', 'torch'} & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.splitlines()[-1] == "[]", run.stderr
    by_model = CliRunner().invoke(app, ["predict", str(model), str(image), "--json", "--backend", "tensorflow"])
    ours, theirs = (json.loads(text)[0] for text in (run.stdout, by_model.stdout))
    assert ours["text"] == theirs["text"]


@pytest.mark.long
def test_graph_is_made_for_many_images_and_kept(model: Path):
    assert graph_instead(model, WORTH, PLAIN).graph is not None
    assert graph_file(model).exists()
