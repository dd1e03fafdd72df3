"""`textscanner layers` for a graph of another program."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import run


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        ([], 1, "graph.pb: "),
        (["--values", "colours"], 2, '"colours" is not one of bytes, unit, signed'),
        (["--svg", "graph.svg"], 2, "only the layers of a model of ours"),
    ],
)
def test_what_cannot_be_shown_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], status: int, sentence: str
) -> None:
    (tmp_path / "graph.pb").write_bytes(b"no graph")
    assert run(["layers", str(tmp_path / "graph.pb"), *options]) == status
    assert sentence in capsys.readouterr().err
