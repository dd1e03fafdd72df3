"""Commands on a terminal, with models that learn nothing: what they print, and what they refuse."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from support.networks.noise import config_of
from support.networks.tiny_network import tiny_spec
from support.words.learning_histories import write_learning_history

import app.console
from app.cli import run
from app.console.terminal import print_error, print_note, stopping
from core.base.systems import system
from core.charset import DIGITS, Charset
from core.data.drawing.demo import prepare, write_demo
from core.model.network.saving import build_recogniser, save_model
from core.runs.cross_check import CrossCheck
from core.runs.folder import create

pytestmark = pytest.mark.long


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    one = create(config_of(tmp_path, tmp_path / "one")).path
    other = create(config_of(tmp_path, tmp_path / "other", batch=4)).path
    write_learning_history(one, [(100, {"a.png": ("ab", "ab", ".."), "b.png": ("aq", "ag", ".c")})])
    write_learning_history(other, [(50, {"a.png": ("ab", "ax", ".c"), "b.png": ("aq", "aq", "..")})])
    return str(one), str(other)


def test_a_learning_history_is_listed(runs: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    assert run(["learning-history", runs[0]]) == 0
    first, _, worst, *_ = capsys.readouterr().out.splitlines()
    assert first == "2 words at 1 validation: 1 read at the last, 0 forgotten, 1 never read"
    assert worst.split() == ["q", "1", "0", "1", "0", "-"]
    assert run(["learning-history", runs[0], "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["steps"] == [100] and [word["first_learned"] for word in document["words"]] == [100, None]
    assert set(document["groups"]) == {"symbol", "length", "position", "source"}


def test_a_symbol_is_explained(runs: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    assert run(["learning-history", runs[0], "--symbol", "q", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["read_as"] == [["g", 1]] and document["failed"]["class"] == 1 and document["trained"] == {}
    assert any("never read" in sentence for sentence in document["sentences"])


def test_two_runs_are_compared_with_their_choices_on_top(runs: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    assert run(["learning-history", *runs]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("batch: ") for line in lines)
    assert "2 words of both; the second run has 1 lost, 1 gained, 0 later, 0 sooner" in lines
    assert run(["learning-history", *runs, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["lost"] == 1


def test_a_run_without_a_learning_history_and_wrong_usage_are_told(
    tmp_path: Path, runs: tuple[str, str], capsys: pytest.CaptureFixture[str]
):
    assert run(["learning-history", str(tmp_path)]) == 1
    assert "this run has no learning history" in capsys.readouterr().err
    assert run(["learning-history", runs[0], "--by", "colour"]) == 2
    assert run(["learning-history", *runs, "--symbol", "q"]) == 2


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A model's file in the present folder."""
    monkeypatch.chdir(tmp_path)
    save_model(tmp_path / "m.keras", build_recogniser(tiny_spec("ab")))
    return "m.keras"


@pytest.mark.slow
def test_preview_names_symbols_and_layers(capsys: pytest.CaptureFixture[str], model: str, tmp_path: Path):
    (tmp_path / "symbols.txt").write_text("b\nx\n", encoding="utf-8")
    assert run(["adapt", model, "--charset", "symbols.txt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:3]] == [["stay", "1", "b"], ["new", "1", "x"], ["lost", "1", "a"]]
    assert lines[-2:] == ["partly          character_logits", "nothing is written: name a file with --out"]
    assert {file.name for file in tmp_path.iterdir()} == {model, "symbols.txt"}


@pytest.mark.slow
def test_weights_leave_and_come_into_a_new_model(capsys: pytest.CaptureFixture[str], model: str, tmp_path: Path):
    assert run(["adapt", model, "--save", "backbone.npz"]) == 0
    assert capsys.readouterr().out.startswith("backbone.npz: ")
    assert run(["adapt", model, "--weights", "backbone.npz", "--out", "n.keras", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["out"] == "n.keras" and document["symbols"] == {"kept": "ab", "new": "", "dropped": ""}
    assert document["weights"]["skipped"]["order_gru"] == "there is no such layer"
    assert document["weights"]["copied"][0] == "backbone/conv1_conv" and document["weights"]["unused"] == []
    assert {file.name for file in tmp_path.iterdir()} == {model, "backbone.npz", "n.keras", "n.md"}


def test_a_model_and_choices_of_trainings_exclude_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["cross-check", str(tmp_path), "--model", "reader", "--folds", "2"]) == 2
    assert "nothing is trained" in capsys.readouterr().err


@pytest.mark.slow
def test_labels_are_listed_with_the_probability_that_they_are_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "words"
    write_demo(folder, prepare(Charset(tuple(DIGITS))).config, count=12, seed=0, errors=0.1)
    assert run(["cross-check", str(folder), "--model", "reader", "--json"]) == 0
    queue = json.loads(capsys.readouterr().out)
    assert len(queue) == 12
    chances = [each["probability"] for each in queue]
    assert chances == sorted(chances, reverse=True) and all(0 <= chance <= 1 for chance in chances)
    CrossCheck(folder, 2, {"steps": 5}).write()
    assert run(["cross-check", str(folder), "--folds", "3", "--steps", "5"]) == 2
    assert "other choices" in capsys.readouterr().err


def test_a_message_is_explained(capsys: pytest.CaptureFixture[str]):
    assert run(["explain", "OOM when allocating tensor"]) == 0
    assert "Lower batch" in capsys.readouterr().out
    assert run(["explain", "zebra"]) == 1
    assert capsys.readouterr().err == "Nothing is known of it.\n"


def test_the_reference_is_searched_and_is_one_document(capsys: pytest.CaptureFixture[str]):
    assert run(["reference", "CLIP"]) == 0
    out = capsys.readouterr().out
    assert "clip_norm = number > 0" in out and "[default: 5.0]" in out and "weight_decay" not in out
    assert run(["reference", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"config", "sources", "formats"}
    assert run(["reference", "zebra"]) == 1


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        ([], 1, "graph.pb: "),
        (["--values", "colours"], 2, '"colours" is not one of bytes, unit, signed'),
        (["--svg", "graph.svg"], 2, "only the layers of a model of ours"),
    ],
)
def test_what_cannot_be_shown_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[Any], status: int, sentence: str
):
    (tmp_path / "graph.pb").write_bytes(b"no graph")
    assert run(["layers", str(tmp_path / "graph.pb"), *options]) == status
    assert sentence in capsys.readouterr().err


def test_name_of_a_file_moves_no_cursor_and_turns_no_text(capsys: pytest.CaptureFixture[str]):
    print_error("a\x1b[2J\nb\u202e.png: gone")
    print_note("a\x1b]0;title\x07\nsecond line")
    assert capsys.readouterr().err == "a�[2J b�.png: gone\na�]0;title�\nsecond line\n"


@pytest.mark.parametrize("number", system.ENDING)
def test_request_to_end_is_heard_once_and_a_ctrl_c_after_it_ends_at_once(number: Any):
    heard: list[bool] = []
    before = [signal.getsignal(each) for each in system.ENDING]
    with pytest.raises(KeyboardInterrupt), stopping(lambda: heard.append(True)):
        signal.raise_signal(number)
        if number != signal.SIGINT:
            signal.raise_signal(number)
        assert heard == [True]
        signal.raise_signal(signal.SIGINT)
    assert heard == [True]
    assert [signal.getsignal(each) for each in system.ENDING] == before


_PRINTS = re.compile(r"\bprint\((?!.*sys\.stderr)")


def test_commands_print_by_say_alone():
    """`print` would let a file name move a terminal's cursor."""
    modules = [file for file in Path(app.console.__path__[0]).glob("*.py") if file.stem != "terminal"]
    assert [file.name for file in modules if _PRINTS.search(file.read_text("utf-8"))] == []
