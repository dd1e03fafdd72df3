"""Opening a graph of another program in a process of its own: what is told when that process fails."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.plugins import ROOT
from support.progress import stop_at

from core.base.errors import ModelError, Sentence, to_json
from core.base.progress import Cancelled
from core.plugins.foreign_graphs.graph import ForeignGraph, ForeignOutput, ForeignRun, ForeignTensor, OpenedGraph
from core.plugins.foreign_graphs.inspecting import inspect_graph

GRAPH = ForeignGraph(
    "frozen",
    "",
    "",
    (ForeignTensor("image", "image:0", "uint8", (None, 32, 64, 3)),),
    (ForeignTensor("out", "out:0"),),
    {"Conv2D": 2},
    (),
    "",
    (("out", "Conv2D", "image"),),
)
RUN = {
    "image": "word.png",
    "given": {"name": "image", "tensor": "image:0", "dtype": "uint8", "shape": [1, 32, 64, 3]},
    "outputs": [{"name": "out:0", "dtype": "float32", "shape": [1], "least": 0, "mean": 0, "greatest": 0, "at": [0]}],
    "seconds": 0.5,
}


def telling(*events: dict[str, object], then: str = "") -> list[str]:
    """A process that tells events, and then does something else."""
    code = f"import json, os, sys, time\nsys.stdin.readline()\nfor e in json.loads({json.dumps(events)!r}):\n"
    return [sys.executable, "-c", f"{code}    print(json.dumps(e), flush=True)\n{then}"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "graph.pb"
    found.write_bytes(b"graph")
    return found


READ = {"event": "graph", "graph": GRAPH.to_dict()}


def test_a_graph_is_shown_and_its_run_comes_after(path: Path):
    assert inspect_graph(path, command=telling(READ)) == OpenedGraph(GRAPH)
    found = inspect_graph(path, Path("word.png"), command=telling(READ, {"event": "run", "run": RUN}))
    output = ForeignOutput("out:0", "float32", (1,), 0, 0, 0, (0,))
    given = ForeignTensor("image", "image:0", "uint8", (1, 32, 64, 3))
    assert found.run == ForeignRun("word.png", given, (output,), 0.5) and not found.not_run
    assert found.to_dict()["run"]["given"]["dtype"] == "uint8"


def test_a_reason_not_to_run_is_a_sentence_that_can_be_translated(path: Path):
    why = Sentence("It needs values for {names} beside an image.", names="rate")
    found = inspect_graph(path, Path("w.png"), command=telling(READ, {"event": "not run", "sentence": to_json(why)}))
    assert found.not_run == why and isinstance(found.not_run, Sentence) and found.graph == GRAPH


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")
def test_a_crash_is_one_sentence_and_what_was_read_before_stays(path: Path):
    crash = "print('assertion failed in kernel', file=sys.stderr, flush=True); os.kill(os.getpid(), 6)"
    with pytest.raises(ModelError, match=r"graph\.pb: .* crashed \(SIGABRT\).*assertion failed in kernel"):
        inspect_graph(path, command=telling(then=crash))
    found = inspect_graph(path, Path("w.png"), command=telling(READ, then=crash))
    assert found.graph == GRAPH and "SIGABRT" in found.not_run


@pytest.mark.long
def test_a_graph_that_computes_for_ever_is_ended(path: Path):
    for_ever = "while True: print(json.dumps({'event': 'alive'}), flush=True); time.sleep(0.01)"
    found = inspect_graph(path, Path("w.png"), patience=0.1, command=telling(READ, then=for_ever))
    assert "it was not finished after 0.1 s on all cores" in found.not_run


def test_reading_can_be_stopped(path: Path):
    with pytest.raises(Cancelled):
        inspect_graph(path, progress=stop_at(), command=telling({"event": "alive"}, then="time.sleep(60)"))


def test_a_file_of_2_gb_is_refused_before_it_is_read(path: Path):
    with path.open("r+b") as file:
        file.truncate(2 << 30)  # a hole: it takes no room
    with pytest.raises(ModelError, match=r"graph\.pb: 2\.0 GB.*SavedModel"):
        inspect_graph(path, command=telling())


def test_other_files_and_folders_are_refused_by_what_they_are(tmp_path: Path, path: Path):
    with pytest.raises(ModelError, match=r"holds no saved_model\.pb"):
        inspect_graph(tmp_path, command=telling())
    with pytest.raises(ModelError, match=r"none\.pb: cannot be read"):
        inspect_graph(tmp_path / "none.pb", command=telling())
    other = path.rename(tmp_path / "model.keras")
    with pytest.raises(ModelError, match=r"model\.keras: its name is not that of a graph of TensorFlow"):
        inspect_graph(other, command=telling())
    (tmp_path / "saved_model.pb").write_bytes(b"")
    assert inspect_graph(tmp_path / "saved_model.pb", command=telling(READ)).graph == GRAPH


def test_its_process_has_said_that_it_uses_no_card_before_tensorflow_is_there():
    script = "import sys, core.plugins.foreign_graphs.child; print('tensorflow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "events",
    [
        [3],
        ["text"],
        [{}],
        [{"event": "graph"}],
        [{"event": "graph", "graph": []}],
        [{"event": "graph", "graph": {"kind": 1}}],
        [{"event": "run", "run": RUN}],
        [READ, {"event": "run", "run": {"image": "w.png"}}],
        [{"event": "refused", "sentence": 7}],
    ],
)
def test_an_answer_that_makes_no_sense_is_one_sentence(path: Path, events: list[dict[str, object]]):
    with pytest.raises(ModelError, match=r"^graph\.pb: its process gave an answer that makes no sense \("):
        inspect_graph(path, Path("w.png"), command=telling(*events))
