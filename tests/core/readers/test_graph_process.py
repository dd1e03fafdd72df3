"""A graph of somebody else ends with a sentence, whatever it does."""

from pathlib import Path

import numpy as np
import pytest
from support.graphs.letters import HEIGHT, WIDTH, save, save_endless, save_greedy, save_letters

from core.base.child_process import python_command
from core.base.errors import ModelError, Sentence
from core.base.progress import Cancelled
from core.readers.graph_process import Bounds, GraphFile, GraphProcess

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

FEW = Bounds(opening=20, running=2, memory=256 << 20)
CROP = np.zeros((1, 1, HEIGHT, 3 * WIDTH), np.float32)


def opened(path: Path, bounds: Bounds = FEW) -> GraphProcess:
    return GraphProcess(GraphFile.read(path), bounds)


def refusal(path: Path, bounds: Bounds = FEW) -> str:
    """The sentence on opening a file and running it."""
    with opened(path, bounds) as process, pytest.raises(ModelError) as error:
        process.open()
        process.run({"x": CROP}, ["y"])
    assert isinstance(error.value.args[0], Sentence)
    assert str(error.value).startswith(f"{path.name}: ")
    return str(error.value)


def test_a_graph_runs_and_says_what_it_takes(tmp_path: Path):
    with opened(save_letters(tmp_path / "a.onnx", properties={"character": "A\nB"})) as process:
        looked, facts = process.look(), process.open()
        (values,) = process.run({"x": CROP}, ["y"])
        again = process.run({"x": np.ones_like(CROP)}, ["y"])
    assert looked.inputs[0].shape == facts.inputs[0].shape == (None, 1, HEIGHT, None)
    assert facts.properties == {"character": "A\nB"} and facts.operators["Conv"] == 1
    assert values.shape == (1, 3, 63) and np.allclose(values.sum(axis=2), 1, atol=1e-5)
    assert not np.array_equal(values, again[0])


def test_the_hash_is_of_the_bytes_that_are_run(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    file = GraphFile.read(path)
    path.write_bytes(b"something else")
    with GraphProcess(file, FEW) as process:
        process.open()
    assert file.hash != GraphFile.read(path).hash and len(file.hash) == 64


@pytest.mark.long
def test_a_graph_that_computes_for_ever_is_ended(tmp_path: Path):
    assert "took more than 2 s" in refusal(save_endless(tmp_path / "endless.onnx"))


def test_a_graph_that_takes_ten_gigabytes_is_ended(tmp_path: Path):
    path = save_greedy(tmp_path / "greedy.onnx", 2_500_000_000)
    assert "takes more than 256 MB of memory" in refusal(path)


def test_weights_in_another_file_are_not_opened(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    (tmp_path / "sub").mkdir()
    whole = tmp_path / "sub" / "apart.onnx"
    onnx.save(onnx.load(path), whole, save_as_external_data=True, location="weights.bin", size_threshold=0)
    assert "lie in another file (weights.bin), which is not opened" in refusal(whole)


@pytest.mark.parametrize("domain", ["com.microsoft", "my.own", "ai.onnx.training"])
def test_operators_of_other_domains_are_refused_by_name(tmp_path: Path, domain: str):
    node = onnx.helper.make_node("Shell", ["x"], ["y"], domain=domain)
    path = save(tmp_path / "a.onnx", [node], [1, 1, 32, 96], [1, 4, 4], domains=(domain,))
    assert f"Shell of the domain {domain}" in refusal(path)


def test_operators_within_a_branch_are_looked_at_too(tmp_path: Path):
    branch = onnx.helper.make_graph(
        [onnx.helper.make_node("Shell", [], ["z"], domain="my.own")],
        "branch",
        [],
        [onnx.helper.make_tensor_value_info("z", onnx.TensorProto.FLOAT, [1, 4, 4])],
    )
    node = onnx.helper.make_node("If", ["yes"], ["y"], then_branch=branch, else_branch=branch)
    path = save(tmp_path / "a.onnx", [node], [1, 1, 32, 96], [1, 4, 4], {"yes": np.array(True)}, domains=("my.own",))
    assert "Shell of the domain my.own" in refusal(path)


def test_bytes_that_onnxruntime_would_take_for_its_own_format_are_refused(tmp_path: Path):
    path = tmp_path / "a.onnx"
    whole = save_letters(tmp_path / "b.onnx").read_bytes()
    path.write_bytes(b"\x12\x06\x00\x00ORTM" + whole)  # a whole ONNX file, with that mark in its producer's name
    assert "not an ONNX file" in refusal(path)


@pytest.mark.parametrize("share", [0, 0.5, 0.999])
def test_a_file_that_is_cut_off_is_one_sentence(tmp_path: Path, share: float):
    data = save_letters(tmp_path / "b.onnx").read_bytes()
    path = tmp_path / "a.onnx"
    path.write_bytes(data[: int(share * len(data))])
    assert "cannot be opened" in refusal(path)


def test_a_file_that_is_missing_or_a_folder_is_one_sentence(tmp_path: Path):
    with pytest.raises(ModelError, match="there is no such file"):
        GraphFile.read(tmp_path / "gone.onnx")
    with pytest.raises(ModelError, match="it is a folder"):
        GraphFile.read(tmp_path)


def planted(folder: Path, text: str) -> None:
    """Put a package of that name in front of the one that is installed."""
    (folder / "onnxruntime.py").write_text(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("raise ImportError('no module of that name')", "needs onnxruntime, which is not installed"),
        ("__version__ = '1.9.0'", r"onnxruntime 1\.9\.0 is too old. Install version 1\.20"),
        ("__version__ = ''", "is too old"),
        ("__version__ = '1.20.0'", "onnxruntime cannot run the model"),
        ("import os\n__version__ = '1.20.0'\nos.abort()", r"the process that runs it has ended \(SIGABRT\)"),
    ],
)
def test_an_onnxruntime_that_is_missing_too_old_or_broken_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
):
    path = save_letters(tmp_path / "a.onnx")
    planted(tmp_path, text)
    monkeypatch.syspath_prepend(tmp_path)
    with opened(path) as process, pytest.raises(ModelError, match=sentence):
        process.open()


def test_a_graph_that_is_too_new_asks_for_a_newer_onnxruntime(tmp_path: Path):
    model = onnx.load(save_letters(tmp_path / "b.onnx"))
    model.ir_version = 99
    path = tmp_path / "a.onnx"
    path.write_bytes(model.SerializeToString())
    assert "Install a newer onnxruntime" in refusal(path)


def test_who_waits_can_end_it(tmp_path: Path):
    def stop() -> None:
        raise Cancelled

    path = save_endless(tmp_path / "a.onnx")
    process = GraphProcess(GraphFile.read(path), Bounds(60, 60), waiting=stop)
    with pytest.raises(Cancelled):
        process.run({"x": CROP}, ["y"])


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("print('no message', flush=True)", "its answer cannot be used|has ended"),
        ("import sys; sys.exit(3)", "exit status 3"),
        ("import sys; sys.stderr.write('it was the disk'); sys.exit(3)", "Its last words: it was the disk"),
    ],
)
def test_a_process_that_answers_nonsense_is_one_sentence(tmp_path: Path, code: str, sentence: str):
    file = GraphFile.read(save_letters(tmp_path / "a.onnx"))
    process = GraphProcess(file, FEW, command=python_command("-c", code))
    with pytest.raises(ModelError, match=sentence):
        process.look()
