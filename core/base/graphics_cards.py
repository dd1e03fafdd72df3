"""Lists the NVIDIA cards of this machine as their driver reports them, without loading TensorFlow."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.base.errors import Sentence

PATIENCE = 20.0  # seconds that the driver's tool may take: a driver that has to wake up takes some


@dataclass(frozen=True, slots=True)
class CardProcess:
    """A program that computes on a graphics card."""

    pid: int
    """The number of the process in the system."""
    name: str
    """The name of the program's file, without the folder. If the driver's tool knows no file, its words for that: "[Not
    Found]"."""
    memory: int | None
    """The bytes of the card's memory that the program holds. None if the driver does not tell, as in a container or on
    Windows."""


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """One NVIDIA card of this machine."""

    number: int
    """The card's number, `GPU:number` to TensorFlow: as the driver counts if `CUDA_DEVICE_ORDER` is PCI_BUS_ID, which
    the program's own processes see to, among those that `CUDA_VISIBLE_DEVICES` lets programs see."""
    name: str
    """The model of the card as its driver names it, such as "NVIDIA L4". Several cards may have the same name."""
    free: int
    """The free bytes of the card's memory."""
    total: int
    """The bytes of the card's memory in total."""
    uuid: str = ""
    """A name "GPU-…" that holds whatever the card's number is."""
    processes: tuple[CardProcess, ...] = ()
    """The programs that compute on the card, the largest first."""

    @property
    def device(self) -> str:
        """The name of the card in `TrainConfig.devices`."""
        return f"GPU:{self.number}"


def graphics_cards(patience: float = PATIENCE) -> tuple[GraphicsCard, ...]:
    """Return the cards that programs may use, each with the programs that compute on it, or none without a driver.

    It starts the driver's own tool, so do not call it in the thread that paints. `patience` is how many seconds it
    waits for that tool.

    Raises
    ------
    OSError
        If the driver's tool does not answer; the message says why.
    """
    cards = visible(_all_cards(patience), os.environ.get("CUDA_VISIBLE_DEVICES"))
    if not cards:
        return ()
    try:
        output = _asked("--query-compute-apps=gpu_uuid,pid,used_memory,process_name", patience)
    except OSError:
        output = ""  # a driver that tells of its cards alone
    processes = processes_in(output)
    return tuple(replace(card, processes=processes.get(card.uuid, ())) for card in cards)


def memory_of(number: int, name: str, patience: float = PATIENCE) -> int | None:
    """Return the memory of a card by the number and name under which CUDA shows it, or None if unknown.

    It starts the driver's own tool, as `graphics_cards` does.

    Parameters
    ----------
    number : int
        N of TensorFlow's `GPU:N`.
    name : str
        The card's name by CUDA.
    patience : float
        Seconds to wait for the driver's tool.

    Returns
    -------
    int or None
        Bytes. If CUDA counts in an order of its own, only the name says which card it is: then it is the least memory
        of the cards of this name. None if the driver does not say, or knows no card of this name. For a part of a card
        (MIG) the driver reports the memory of the whole card.
    """
    try:
        cards = _all_cards(patience)
    except OSError:
        return None  # then the memory is unknown, which a training can do without
    wanted = os.environ.get("CUDA_VISIBLE_DEVICES")
    if os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID" or _names_cards(wanted):
        cards = [card for card in visible(cards, wanted) if card.number == number]
    return min((card.total for card in cards if card.name == name and card.total), default=None)


def _names_cards(wanted: str | None) -> bool:
    """Return True if `CUDA_VISIBLE_DEVICES` gives no numbers but UUIDs, which mean the same card in every order."""
    return bool(wanted) and not any(part.strip().isdecimal() for part in str(wanted).split(","))


def _all_cards(patience: float) -> list[GraphicsCard]:
    """Return the cards of the machine as the driver's tool counts them, with errors as in `graphics_cards`."""
    output = _asked("--query-gpu=index,memory.free,memory.total,uuid,name", patience)
    return [card for line in output.splitlines() if (card := _card(line)) is not None]


def _asked(query: str, patience: float) -> str:
    """Return the answer of the driver's tool, or "" without a tool or a card, with errors as in `graphics_cards`."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, query, "--format=csv,noheader,nounits"],
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(Sentence("nvidia-smi is slow or hangs: no answer in {seconds:g} s", seconds=patience)) from error
    return "" if done.returncode else done.stdout  # a driver without a card fails


def processes_in(answer: str) -> dict[str, tuple[CardProcess, ...]]:
    """Return the programs that compute on cards, by the UUID of the card.

    `answer`: what the driver's tool answers: a line for each, with the card's UUID, the process's id, MiB of the card's
    memory and the path of the program.
    """
    by_card: dict[str, list[CardProcess]] = {}
    for line in answer.splitlines():
        parts = [part.strip() for part in line.split(",", 3)]
        if len(parts) == 4 and parts[1].isdecimal():
            memory = int(parts[2]) << 20 if parts[2].isdecimal() else None
            name = re.split(r"[/\\]", parts[3])[-1] or parts[3]
            by_card.setdefault(parts[0], []).append(CardProcess(int(parts[1]), name, memory))
    return {
        uuid: tuple(sorted(processes, key=lambda process: -(process.memory or 0)))
        for uuid, processes in by_card.items()
    }


def visible(cards: Sequence[GraphicsCard], wanted: str | None) -> tuple[GraphicsCard, ...]:
    """Return the cards that CUDA shows to programs, numbered as programs see them.

    `cards`: all of the machine. `wanted`: `CUDA_VISIBLE_DEVICES`: numbers or beginnings of UUIDs, with commas; None: it
    is not set. What follows one that there is not does not count (CUDA C++ Programming Guide, "CUDA Environment
    Variables").
    """
    if wanted is None:
        return tuple(cards)
    visible_cards: list[GraphicsCard] = []
    for name in (part.strip() for part in wanted.split(",")):
        matching = [card for card in cards if name and (name == str(card.number) or card.uuid.startswith(name))]
        if len(matching) != 1 or matching[0] in visible_cards:
            break
        visible_cards.append(matching[0])
    return tuple(replace(card, number=number) for number, card in enumerate(visible_cards))


def _card(line: str) -> GraphicsCard | None:
    """Return the card in one line of the driver's tool, with 0 for memory that the line does not state ("[N/A]").

    The result is None if the line describes no card.
    """
    parts = [part.strip() for part in line.split(",", 4)]
    if len(parts) != 5 or not parts[0].isdecimal():
        return None
    free, total = (int(part) << 20 if part.isdecimal() else 0 for part in parts[1:3])
    return GraphicsCard(int(parts[0]), parts[4], free, total, parts[3])
