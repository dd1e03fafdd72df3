"""The child process that serves TensorBoard for one run, to this machine alone."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.workers.child import Channel


@dataclass(frozen=True, slots=True)
class Serving:
    """TensorBoard serves its pages."""

    url: str


def main(channel: Channel, folder: Path) -> None:
    """Serve the event files of a folder at a free port of the loopback address, until the child is to end."""
    # It then reads event files by itself, and does not load TensorFlow, which takes seconds and half a gigabyte
    sys.modules["tensorboard.compat.notf"] = types.ModuleType("tensorboard.compat.notf")
    from tensorboard import program

    board = program.TensorBoard()
    board.configure(argv=["tensorboard", "--logdir", str(folder), "--host", "127.0.0.1", "--port", "0"])
    channel.send(Serving(board.launch()), keep="serving")
    for _ in channel:
        pass  # nothing is ever asked of it
