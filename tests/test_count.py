"""The counts of `script/count.py`: what is counted, and which files are named for it."""

import importlib
import subprocess
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[1] / "script")
    return importlib.import_module("count")


@pytest.mark.parametrize(
    ("summary", "semicolons"), [("One; two.", 1), ("`list`: one line an image, `a.png;HELLO`.", 0), ("`a;b`; c.", 1)]
)
def test_a_semicolon_in_code_is_none_of_the_summary(count: ModuleType, summary: str, semicolons: int):
    assert count.counts_of(f'"""{summary}"""\n')["semicolons in summaries"] == semicolons


def test_files_that_differ_from_the_last_commit_are_known(count: ModuleType, tmp_path: Path):
    assert count.changed(tmp_path) == set()
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "中文.py").write_text("")
    assert count.changed(tmp_path) == {"app/中文.py"}
