"""What the driver's tool tells of the cards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import graphics_cards as module
from app.graphics_cards import GraphicsCard, graphics_cards, visible

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tool is stood in for by a shell script")


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return tmp_path / "nvidia-smi"


def write(tool: Path, script: str) -> None:
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)


def test_cards_have_numbers_names_and_memory(tool: Path) -> None:
    write(tool, 'echo "0, 81000, 81920, GPU-5a, NVIDIA A100, 80GB"; echo "1, 10, 24576, GPU-7b, NVIDIA L4"')
    cards = graphics_cards()
    assert cards == (
        GraphicsCard(0, "NVIDIA A100, 80GB", 81000 << 20, 81920 << 20, "GPU-5a"),
        GraphicsCard(1, "NVIDIA L4", 10 << 20, 24576 << 20, "GPU-7b"),
    )
    assert cards[1].device == "GPU:1"


def test_memory_that_is_not_told_counts_as_none(tool: Path) -> None:
    write(tool, 'echo "0, [N/A], [N/A], GPU-1, GB10"')
    assert graphics_cards() == (GraphicsCard(0, "GB10", 0, 0, "GPU-1"),)


@pytest.mark.parametrize(
    "line",
    ["", "garbage", "0, 10, 20, GPU-1", "[N/A], 10, 20, GPU-1, L4", "-1, 10, 20, GPU-1, L4", "², 10, 20, GPU-1, L4"],
)
def test_lines_that_name_no_card_are_passed_over(tool: Path, line: str) -> None:
    write(tool, f"echo '{line}'; echo '3, 10, 20, GPU-3, L4'")
    assert [card.number for card in graphics_cards()] == [3]


def test_machine_without_the_tool_or_without_a_card_has_none(tool: Path) -> None:
    assert graphics_cards() == ()
    write(tool, 'echo "No devices were found"; exit 6')
    assert graphics_cards() == ()


def test_driver_that_does_not_answer_is_said(tool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tool, "exec sleep 60")
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    with pytest.raises(OSError, match="no answer"):
        graphics_cards()


def test_tool_that_cannot_be_started_is_said(tool: Path) -> None:
    tool.write_bytes(b"\x7fELF of another machine")
    tool.chmod(0o755)
    with pytest.raises(OSError, match="nvidia-smi"):
        graphics_cards()


def test_cards_that_programs_may_not_see_are_left_out(tool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tool, 'echo "0, 1, 2, GPU-5a, A100"; echo "1, 3, 4, GPU-7b, L4"')
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert graphics_cards() == (GraphicsCard(0, "L4", 3 << 20, 4 << 20, "GPU-7b"),)


CARDS = tuple(GraphicsCard(number, name, 0, 0, f"GPU-{name}") for number, name in enumerate(("aa", "ab", "c")))


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        (None, ["aa", "ab", "c"]),
        ("", []),
        ("2,0", ["c", "aa"]),
        (" 1 , 2 ", ["ab", "c"]),
        ("GPU-c,GPU-ab", ["c", "ab"]),
        ("GPU-a", []),  # two begin so
        ("0,7,1", ["aa"]),  # what follows one that there is not does not count
        ("-1", []),
    ],
)
def test_programs_count_the_cards_that_they_see(wanted: str | None, seen: list[str]) -> None:
    found = visible(CARDS, wanted)
    assert [card.name for card in found] == seen
    assert [card.number for card in found] == [*range(len(seen))]
