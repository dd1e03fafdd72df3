"""Each command names a folder that was typed as `.` or `..`."""

from pathlib import Path

import pytest

from app.cli import run


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", ".", "{other}", "--to", "jsonl"],
        ["convert", "inside/..", "{other}", "--to", "jsonl"],
        ["records", "./", "--out", "{other}"],
        ["learning-history", "."],
        ["maps", ".", "--out", "{other}"],
        ["readers", "add", ".", "--name", "mine", "--preset", "ppocr"],
        ["compare-labels", "..", "."],
    ],
)
def test_a_folder_without_a_typed_name_is_named(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    folder = tmp_path / "words of ours"
    (folder / "inside").mkdir(parents=True)
    monkeypatch.chdir(folder)
    run([argument.format(other=tmp_path / "other") for argument in arguments])
    printed = "".join(capsys.readouterr())
    assert "words of ours" in printed
    assert not printed.startswith((":", ".:"))
