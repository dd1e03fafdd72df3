import sys
from pathlib import Path
from typing import Any

import pytest

from core.base.graphics_cards import CardProcess, GraphicsCard, graphics_cards, memory_of, processes_in, visible

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tool is stood in for by a shell script")


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return tmp_path / "nvidia-smi"


def write(tool: Path, script: str) -> None:
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)


def test_cards_have_numbers_names_and_memory(tool: Path):
    write(tool, 'echo "0, 81000, 81920, GPU-5a, NVIDIA A100, 80GB"; echo "1, 10, 24576, GPU-7b, NVIDIA L4"')
    cards = graphics_cards()
    assert cards == (
        GraphicsCard(0, "NVIDIA A100, 80GB", 81000 << 20, 81920 << 20, "GPU-5a"),
        GraphicsCard(1, "NVIDIA L4", 10 << 20, 24576 << 20, "GPU-7b"),
    )
    assert cards[1].device == "GPU:1"


# In nvidia-smi's form: a training beside the desktop, a container that hides memory, a process of another user
PROCESSES = """GPU-5a, 2211, 190, /usr/lib/xorg/Xorg
GPU-5a, 48310, 30312, /opt/words/venv/bin/python3
GPU-7b, 917, [N/A], C:\\Program Files\\Python311\\python.exe
GPU-7b, 1204, 512, [Not Found]
No running processes found
"""


def test_programs_on_a_card_are_named_with_their_memory_the_largest_first():
    assert processes_in(PROCESSES) == {
        "GPU-5a": (CardProcess(48310, "python3", 30312 << 20), CardProcess(2211, "Xorg", 190 << 20)),
        "GPU-7b": (CardProcess(1204, "[Not Found]", 512 << 20), CardProcess(917, "python.exe", None)),
    }
    assert processes_in("") == {}


def test_cards_know_the_programs_that_compute_on_them(tool: Path):
    write(
        tool,
        f"""case "$1" in *gpu=*) echo "0, 1, 2, GPU-7b, L4"; echo "1, 3, 4, GPU-5a, A100";; *) cat <<'END'
{PROCESSES}END
esac""",
    )
    cards = graphics_cards()
    assert [[process.pid for process in card.processes] for card in cards] == [[1204, 917], [48310, 2211]]


def test_memory_that_is_not_told_counts_as_none(tool: Path):
    write(tool, 'echo "0, [N/A], [N/A], GPU-1, GB10"')
    assert graphics_cards() == (GraphicsCard(0, "GB10", 0, 0, "GPU-1"),)


@pytest.mark.parametrize(
    "line",
    ["", "garbage", "0, 10, 20, GPU-1", "[N/A], 10, 20, GPU-1, L4", "-1, 10, 20, GPU-1, L4", "², 10, 20, GPU-1, L4"],
)
def test_lines_that_name_no_card_are_passed_over(tool: Path, line: str):
    write(tool, f"echo '{line}'; echo '3, 10, 20, GPU-3, L4'")
    assert [card.number for card in graphics_cards()] == [3]


def test_machine_without_the_tool_or_without_a_card_has_none(tool: Path):
    assert graphics_cards() == ()
    write(tool, 'echo "No devices were found"; exit 6')
    assert graphics_cards() == ()


def test_driver_that_does_not_answer_is_said(tool: Path):
    write(tool, "exec sleep 60")
    with pytest.raises(OSError, match="no answer"):
        graphics_cards(patience=0.2)


def test_tool_that_cannot_be_started_is_said(tool: Path):
    tool.write_bytes(b"\x7fELF of another machine")
    tool.chmod(0o755)
    with pytest.raises(OSError, match="nvidia-smi"):
        graphics_cards()


def test_cards_that_programs_may_not_see_are_left_out(tool: Path, monkeypatch: pytest.MonkeyPatch):
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
def test_programs_count_the_cards_that_they_see(wanted: str | None, seen: list[Any]):
    found = visible(CARDS, wanted)
    assert [card.name for card in found] == seen
    assert [card.number for card in found] == [*range(len(seen))]


# The memory of a card that CUDA has found

CARDS_OF_A_MACHINE = """cat <<'END'
0, 1, 24000, GPU-7b, NVIDIA L4
1, 3, 81000, GPU-5a, NVIDIA A100
2, 1, 81000, GPU-5c, NVIDIA A100
END"""


@pytest.fixture
def machine(tool: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A slow card before two fast ones."""
    write(tool, CARDS_OF_A_MACHINE)
    monkeypatch.setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
    return monkeypatch


def test_card_is_asked_for_by_the_number_that_programs_see(machine: pytest.MonkeyPatch):
    assert memory_of(0, "NVIDIA L4") == 24000 << 20
    machine.setenv("CUDA_VISIBLE_DEVICES", "2,0")
    assert memory_of(0, "NVIDIA A100") == 81000 << 20
    assert memory_of(1, "NVIDIA L4") == 24000 << 20
    assert memory_of(2, "NVIDIA A100") is None


@pytest.mark.parametrize("order", ["PCI_BUS_ID", "FASTEST_FIRST", None])
def test_uuid_names_the_same_card_in_every_order(machine: pytest.MonkeyPatch, order: str | None):
    machine.setenv("CUDA_VISIBLE_DEVICES", "GPU-5a,GPU-7b")
    machine.delenv("CUDA_DEVICE_ORDER")
    if order is not None:
        machine.setenv("CUDA_DEVICE_ORDER", order)
    assert memory_of(0, "NVIDIA A100") == 81000 << 20
    assert memory_of(1, "NVIDIA L4") == 24000 << 20


@pytest.mark.parametrize("wanted", [None, "0", "0,1"])
def test_in_cudas_own_order_the_name_tells_the_card(machine: pytest.MonkeyPatch, wanted: str | None):
    machine.setenv("CUDA_DEVICE_ORDER", "FASTEST_FIRST")
    if wanted is not None:
        machine.setenv("CUDA_VISIBLE_DEVICES", wanted)
    assert memory_of(0, "NVIDIA A100") == 81000 << 20


def test_memory_of_a_part_of_a_card_is_not_told(machine: pytest.MonkeyPatch):
    assert memory_of(1, "NVIDIA A100 MIG 1g.10gb") is None
    machine.setenv("CUDA_VISIBLE_DEVICES", "MIG-4f")
    assert memory_of(0, "NVIDIA A100") is None


def test_memory_is_unknown_without_an_answer(tool: Path):
    assert memory_of(0, "L4") is None
    write(tool, 'echo "0, [N/A], [N/A], GPU-1, L4"')
    assert memory_of(0, "L4") is None
    write(tool, "exec sleep 60")
    assert memory_of(0, "L4", patience=0.2) is None
