"""A child process that does what it is told, for tests: answers, prints, hangs, fails, has a child of its own."""

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.workers.child import Channel
from core.base.errors import ModelError


@dataclass(frozen=True)
class Do:
    """One order: `what` and what it is about."""

    what: str
    about: Any = None


@dataclass(frozen=True)
class Done:
    """What came of it."""

    what: str
    result: Any = None


def main(channel: Channel, argument: object) -> None:
    channel.send(Done("began", (argument, os.getpid())), keep="began")
    for order in channel:
        assert isinstance(order, Do)
        match order.what:
            case "echo":
                channel.send(Done("echo", order.about))
            case "print":
                print(order.about, file=sys.stderr)
                channel.send(Done("print"))
            case "raise":
                raise ModelError(order.about) if isinstance(order.about, str) else order.about
            case "move_log":
                channel.move_log(order.about)
                channel.send(Done("move_log"))
            case "ignore":  # as a process that waits for its peer in C++ does
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                channel.send(Done("ignore"))
                time.sleep(3600)
            case "hang":
                channel.grace = order.about
                channel.send(Done("hang"))
                time.sleep(3600)
            case "flood":
                for number in range(order.about):
                    channel.send(Done("flood", number))
            case "loader":
                channel.send(Done("loader", _start_loader()))
            case "priority":
                channel.send(Done("priority", os.getpriority(os.PRIO_PROCESS, 0)))
            case "autogroup":
                channel.send(Done("autogroup", Path("/proc/self/autogroup").read_text()))
            case "modules":
                channel.send(Done("modules", sorted(sys.modules)))
    channel.send(Done("ended"))


def _start_loader() -> int:
    """The process of a data loader, as a training has them; gives its number."""
    from core.data.batches.loading import BatchLoader
    from support.networks.noise import noise

    loader = BatchLoader(noise().training, 2, workers=1, processes=True)
    loader.get(0)
    _alive.append(loader)
    (process,) = multiprocessing.active_children()
    return int(process.pid or 0)


_alive: list[object] = []
