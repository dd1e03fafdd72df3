"""The NVIDIA cards of this machine as their driver tells, without loading TensorFlow."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass

_PATIENCE = 20  # seconds: a driver that has to wake up takes some


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """One card.

    Attributes
    ----------
    number : int
        As the driver counts; `GPU:number` to TensorFlow, where the cards are alike.
    name : str
    free, total : int
        Bytes of its memory.
    """

    number: int
    name: str
    free: int
    total: int

    @property
    def device(self) -> str:
        """As `TrainConfig.devices` names it."""
        return f"GPU:{self.number}"


def graphics_cards() -> tuple[GraphicsCard, ...]:
    """The cards; none where there is no driver.

    Asks another program: not for the thread that paints.

    Raises
    ------
    OSError
        If the driver's tool does not answer; the message says why.
    """
    program = shutil.which("nvidia-smi")
    if program is None:
        return ()
    fields = "index,memory.free,memory.total,name"
    try:
        done = subprocess.run(
            [program, f"--query-gpu={fields}", "--format=csv,noheader,nounits"],
            capture_output=True, text=True, timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise OSError(f"nvidia-smi gives no answer in {_PATIENCE} s") from error
    if done.returncode:
        return ()  # a driver without a card
    return tuple(card for line in done.stdout.splitlines() if (card := _card(line)) is not None)


def _card(line: str) -> GraphicsCard | None:
    """A card from a line of the tool's; memory that it does not tell ("[N/A]") counts as 0."""
    parts = [part.strip() for part in line.split(",", 3)]
    if len(parts) != 4 or not parts[0].isdigit():
        return None
    free, total = (int(part) << 20 if part.isdigit() else 0 for part in parts[1:3])
    return GraphicsCard(int(parts[0]), parts[3], free, total)
