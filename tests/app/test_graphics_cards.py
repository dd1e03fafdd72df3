"""What the driver's tool tells of the cards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import graphics_cards as module
from app.graphics_cards import GraphicsCard, graphics_cards

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tool is stood in for by a shell script")


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path / "nvidia-smi"


def write(tool: Path, script: str) -> None:
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)


def test_cards_have_numbers_names_and_memory(tool: Path) -> None:
    write(tool, 'echo "0, 81000, 81920, NVIDIA A100, 80GB"; echo "1, 10, 24576, NVIDIA L4"')
    cards = graphics_cards()
    assert cards == (
        GraphicsCard(0, "NVIDIA A100, 80GB", 81000 << 20, 81920 << 20),
        GraphicsCard(1, "NVIDIA L4", 10 << 20, 24576 << 20),
    )
    assert cards[1].device == "GPU:1"


def test_memory_that_is_not_told_counts_as_none(tool: Path) -> None:
    write(tool, 'echo "0, [N/A], [N/A], GB10"; echo "garbage"')
    assert graphics_cards() == (GraphicsCard(0, "GB10", 0, 0),)


def test_machine_without_the_tool_or_without_a_card_has_none(tool: Path) -> None:
    assert graphics_cards() == ()
    write(tool, 'echo "No devices were found"; exit 6')
    assert graphics_cards() == ()


def test_driver_that_does_not_answer_is_said(tool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tool, "exec sleep 60")
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    with pytest.raises(OSError, match="no answer"):
        graphics_cards()
