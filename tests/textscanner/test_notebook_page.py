"""The manual's page for notebooks: its commands and its code are run in order, as they are written."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from support.processes.python import REPOSITORY, run_python

pytestmark = pytest.mark.long

PAGE = REPOSITORY / "docs" / "notebook.md"
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FEWER = (("--count 60", "--count 12"), ("--count 40", "--count 6"), ("--steps 40", "--steps 2"))


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def test_the_chinese_page_has_the_same_code():
    assert blocks(REPOSITORY / "docs" / "zh_CN" / "notebook.md") == blocks(PAGE)


def test_commands_and_code_of_the_page_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """With fewer words and steps."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__notebook__"}
    for kind, written in blocks(PAGE):
        code = written
        if kind == "python":
            exec(compile(code, str(PAGE), "exec"), names)
            continue
        for many, few in FEWER:
            code = code.replace(many, few)
        for command in code.splitlines():
            program, *arguments = shlex.split(command)
            assert program == "textscanner"
            run_python("-m", "app", *arguments, folder=tmp_path)
    printed = capsys.readouterr().out
    assert "<project words: 12 images>" in printed
    assert "not spelled by their own maps: []" in printed
    assert re.search(r"^reader +\d of 6 +\d+\.\d%\ntuned +\d of 6 +\d+\.\d%$", printed, re.MULTILINE)
    assert (tmp_path / "word.png").stat().st_size > 0


@pytest.mark.parametrize("many", [many for many, _ in FEWER])
def test_what_the_test_makes_smaller_is_in_the_page(many: Any):
    assert any(many in code for _, code in blocks(PAGE))
