"""Graphs of other programs: what is refused, what is run, and that it gives what it should."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import keras
import numpy as np
import pytest
import tensorflow as tf
from numpy.typing import NDArray
from support.networks.tiny_network import tiny_spec
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.python.framework import op_def_registry

from core.base.errors import ModelError
from core.model.export.converting import convert
from core.model.export.forms import Form
from core.model.network.saving import build_recogniser
from core.plugins.foreign_graphs.inspecting import inspect_graph
from core.plugins.foreign_graphs.operators import ALLOWED, WITH_STATE
from core.plugins.foreign_graphs.reading import read_graph
from core.plugins.foreign_graphs.running import run_graph

v1 = tf.compat.v1


def frozen(path: Path, build: Callable[[], object]) -> Path:
    with tf.Graph().as_default() as graph:
        build()
    path.write_bytes(graph.as_graph_def().SerializeToString())
    return path


def image_input() -> tf.Tensor:
    return v1.placeholder(tf.float32, [None, None, None, 3], name="image")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "word.png"
    cv2.imwrite(str(path), np.random.default_rng(0).integers(0, 256, (32, 64, 3), np.uint8))
    return path


class Weighted(tf.Module):
    def __init__(self) -> None:
        self.weights = tf.Variable([1.0, 2.0, 4.0])

    @tf.function(input_signature=[tf.TensorSpec([None, 32, 64, 3], tf.float32, name="image")])
    def serve(self, image: tf.Tensor) -> dict[str, tf.Tensor]:
        return {"sums": tf.reduce_sum(image * self.weights, axis=-1)}


@pytest.fixture(scope="module")
def weighted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weighted") / "saved"
    module = Weighted()
    tf.saved_model.save(module, str(folder), {"serving_default": module.serve})
    return folder


def test_what_may_run_is_known_to_tensorflow_and_has_no_state_but_where_that_is_said():
    definitions = {name: op_def_registry.get(name) for name in ALLOWED}
    assert [name for name, definition in definitions.items() if definition is None] == []
    stateful = {name for name, definition in definitions.items() if definition.is_stateful}
    assert stateful - WITH_STATE == set()
    words = ("File", "Py", "Read", "Write", "Send", "Recv", "Remote", "Print", "Load", "Save", "Restore")
    assert {name for name in ALLOWED if any(word in name for word in words)} <= {
        "DisableCopyOnRead", "ReadVariableOp", "TensorArrayReadV3", "TensorArrayWriteV3",
    }  # fmt: skip


@pytest.mark.slow
def test_our_own_frozen_graph_gives_the_maps_of_the_program(tmp_path: Path, picture: Path):
    recogniser = build_recogniser(tiny_spec())
    convert(recogniser, Form("frozen"), tmp_path)
    read = read_graph(tmp_path / "frozen.pb")
    assert [(each.name, each.dtype, each.shape) for each in read.graph.inputs] == [
        ("image", "uint8", (None, 32, 64, 3))
    ]
    assert read.graph.refused == () and read.graph.why_not == ""
    assert read.graph.operators["Conv2D"] > 3 and len(read.graph.nodes) == sum(read.graph.operators.values())
    run = run_graph(read, picture, "unit")
    given = cv2.cvtColor(cv2.imread(str(picture)), cv2.COLOR_BGR2RGB)
    wanted = np.asarray(recogniser.network(given[None])["localization"])
    (found,) = (output for output in run.outputs if output.name == "localization:0")
    assert found.shape == wanted.shape and run.given.shape == (1, 32, 64, 3)
    assert found.greatest == pytest.approx(wanted.max(), abs=1e-5) and found.mean == pytest.approx(
        wanted.mean(), abs=1e-5
    )


def test_a_savedmodel_reads_its_variables(weighted: Path, picture: Path):
    read = read_graph(weighted)
    assert read.graph.signature == "serving_default" and read.graph.written_by == tf.__version__
    assert read.graph.refused == () and "SaveV2" in read.graph.operators
    (output,) = run_graph(read, picture, "bytes").outputs
    pixels = cv2.cvtColor(cv2.imread(str(picture)), cv2.COLOR_BGR2RGB).astype(np.float64)
    sums = pixels @ [1, 2, 4]
    assert (output.least, output.greatest) == (sums.min(), sums.max()) and output.mean == pytest.approx(sums.mean())
    assert sums[output.at[1:]] == sums.max()
    assert all("Save" not in node.op for node in read.part_to_run().node)


@pytest.mark.parametrize("name", ["ReadFile", "PyFunc", "WriteFile"])
def test_files_and_python_are_refused_by_name_wherever_they_stand(tmp_path: Path, name: str):
    builders: dict[str, Callable[[tf.Tensor], object]] = {
        "ReadFile": lambda x: tf.io.read_file(v1.placeholder_with_default(str(tmp_path), [])),
        "PyFunc": lambda x: v1.py_func(np.copy, [x], tf.float32),
        "WriteFile": lambda x: tf.io.write_file(str(tmp_path / "written"), "x"),
    }

    def build() -> None:
        x = image_input()
        builders[name](x)  # not on the way to an output
        tf.reduce_mean(x, name="mean")

    graph = read_graph(frozen(tmp_path / "planted.pb", build)).graph
    assert graph.refused == (name,) and name in graph.why_not
    assert graph.inputs[0].name == "image" and "mean" in [each.name for each in graph.outputs]
    assert not (tmp_path / "written").exists()


def test_what_hides_in_a_function_of_a_savedmodel_is_refused(weighted: Path, tmp_path: Path):
    def planted(name: str, change: Callable[[saved_model_pb2.SavedModel], None]) -> str:
        folder = tmp_path / name
        folder.mkdir()
        saved = saved_model_pb2.SavedModel.FromString((weighted / "saved_model.pb").read_bytes())
        change(saved)
        (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
        return read_graph(folder).graph.why_not

    def write(saved: saved_model_pb2.SavedModel) -> None:
        function = saved.meta_graphs[0].graph_def.library.function[0]
        function.node_def.add(name="secret", op="WriteFile", input=["name", "content"])

    def other_file(saved: saved_model_pb2.SavedModel) -> None:
        for function in saved.meta_graphs[0].graph_def.library.function:
            for node in function.node_def:
                if node.op == "RestoreV2":
                    node.input[0] = "RestoreV2/tensor_names:output:0"

    def save_when_run(saved: saved_model_pb2.SavedModel) -> None:
        for function in saved.meta_graphs[0].graph_def.library.function:
            if "serve" in function.signature.name or "wrapper" in function.signature.name:
                function.node_def.add(name="secret", op="SaveV2", input=["a", "b", "c"])

    assert "WriteFile" in planted("writes", write)
    assert "own choice" in planted("reads", other_file)
    assert "SaveV2" in planted("saves", save_when_run)
    assert planted("as it is", lambda saved: None) == ""


def test_a_graph_whose_variables_are_elsewhere_says_so(tmp_path: Path):
    def build() -> None:
        tf.identity(image_input() * v1.get_variable("w", [3], use_resource=False), name="out")

    assert "not frozen" in read_graph(frozen(tmp_path / "unfrozen.pb", build)).graph.why_not


@pytest.mark.parametrize("content", [b"", b"no graph at all, but a letter", bytes(range(256))])
def test_a_file_that_is_no_graph_is_refused(tmp_path: Path, content: Any):
    path = tmp_path / "other.pb"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"other\.pb: .*no graph of TensorFlow"):
        read_graph(path)


def test_a_graph_that_is_cut_off_is_refused(tmp_path: Path):
    path = frozen(tmp_path / "whole.pb", lambda: tf.reduce_mean(image_input()))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ModelError, match=r"whole\.pb: cut off"):
        read_graph(path)


def of_shape(path: Path, shape: list[int | None], dtype: tf.DType = tf.float32) -> Path:
    return frozen(path, lambda: tf.identity(v1.placeholder(dtype, shape, name="image") * 1, name="same"))


@pytest.mark.parametrize(
    ("shape", "given"),
    [
        ([None, None, None, 3], (1, 32, 64, 3)),
        ([2, 16, 48, 1], (2, 16, 48, 1)),
        ([None, 3, 20, 30], (1, 3, 20, 30)),
        ([24, 24, 3], (24, 24, 3)),
    ],
)
def test_an_image_is_fitted_to_the_input(tmp_path: Path, picture: Path, shape: list[Any], given: tuple[Any, ...]):
    run = run_graph(read_graph(of_shape(tmp_path / "shape.pb", shape)), picture, "signed")
    (output,) = run.outputs
    assert run.given.shape == output.shape == given
    assert output.least is not None and -1 <= output.least < -0.5


@pytest.mark.parametrize("shape", [[None, 10], [None, 5, 32, 64]])
def test_inputs_that_take_no_image_are_named(tmp_path: Path, picture: Path, shape: list[Any]):
    with pytest.raises(ModelError, match=r"None of its inputs takes an image .*image float32"):
        run_graph(read_graph(of_shape(tmp_path / "shape.pb", shape)), picture, "unit")


def test_an_input_beside_the_image_is_named_and_one_with_a_default_is_not(tmp_path: Path, picture: Path):
    def build(second: Callable[[], tf.Tensor]) -> Callable[[], object]:
        return lambda: tf.multiply(image_input(), second(), name="product")

    needs = frozen(tmp_path / "needs.pb", build(lambda: v1.placeholder(tf.float32, [], name="rate")))
    with pytest.raises(ModelError, match="rate"):
        run_graph(read_graph(needs), picture, "unit")
    given = frozen(tmp_path / "given.pb", build(lambda: v1.placeholder_with_default(3.0, [], name="rate")))
    (output,) = run_graph(read_graph(given), picture, "unit").outputs
    assert output.greatest == pytest.approx(3 * brightest(picture))


def brightest(picture: Path) -> float:
    pixels: NDArray[np.uint8] = np.asarray(cv2.imread(str(picture)), np.uint8)
    return float(pixels.max()) / 255


def test_numbers_that_are_not_finite_are_left_out_of_the_figures(tmp_path: Path, picture: Path):
    path = frozen(tmp_path / "log.pb", lambda: tf.math.log(tf.nn.relu(image_input() - 0.5), name="log"))
    (output,) = run_graph(read_graph(path), picture, "unit").outputs
    assert output.least is not None and np.isfinite(output.least) and output.greatest is not None
    assert output.greatest == pytest.approx(np.log(brightest(picture) - 0.5), abs=1e-5)
    keras.backend.clear_session()


@pytest.mark.long
def test_graph_that_asks_for_all_memory_is_ended_with_a_sentence(tmp_path: Path, picture: Path):
    def build() -> None:
        count = tf.cast(tf.reduce_max(image_input()), tf.int32) * 0 + 700_000_000
        tf.identity(tf.reduce_sum(tf.fill([count], 1.0) * 2.0), name="out")

    found = inspect_graph(frozen(tmp_path / "g.pb", build), picture)
    assert found.graph.kind == "frozen" and "MB of memory" in found.not_run
