"""`textscanner adapt` on a terminal: a preview, a new model, and weights apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.networks.tiny_network import tiny_spec

from app.cli import run
from core.model.network.saving import build_recogniser, save_model


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A model's file in the present folder."""
    monkeypatch.chdir(tmp_path)
    save_model(tmp_path / "m.keras", build_recogniser(tiny_spec("ab")))
    return "m.keras"


@pytest.mark.slow
def test_preview_names_symbols_and_layers(capsys: pytest.CaptureFixture[str], model: str, tmp_path: Path) -> None:
    (tmp_path / "symbols.txt").write_text("b\nx\n", encoding="utf-8")
    assert run(["adapt", model, "--charset", "symbols.txt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:3]] == [["stay", "1", "b"], ["new", "1", "x"], ["lost", "1", "a"]]
    assert lines[-2:] == ["partly          character_logits", "nothing is written: name a file with --out"]
    assert {file.name for file in tmp_path.iterdir()} == {model, "symbols.txt"}


@pytest.mark.slow
def test_weights_leave_and_come_into_a_new_model(
    capsys: pytest.CaptureFixture[str], model: str, tmp_path: Path
) -> None:
    assert run(["adapt", model, "--save", "backbone.npz"]) == 0
    assert capsys.readouterr().out.startswith("backbone.npz: ")
    assert run(["adapt", model, "--weights", "backbone.npz", "--out", "n.keras", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["out"] == "n.keras" and document["symbols"] == {"kept": "ab", "new": "", "dropped": ""}
    assert document["weights"]["skipped"]["order_gru"] == "there is no such layer"
    assert document["weights"]["copied"][0] == "backbone/conv1_conv" and document["weights"]["unused"] == []
    assert {file.name for file in tmp_path.iterdir()} == {model, "backbone.npz", "n.keras", "n.md"}
