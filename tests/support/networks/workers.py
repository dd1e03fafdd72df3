"""Real workers of one training, each a process of its own, as a person starts them; slow."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from support.networks.tiny_training import REPOSITORY, TINY, make_project

PATIENCE = 900  # seconds for two processes with TensorFlow to begin on a busy machine
GONE = 30  # seconds within which a worker says that another is gone
_STARTED, _WAITING = "--- started", "Waiting for the lost worker"
_QUICK: dict[str, Any] = {"freeze": ["backbone"], "normalisation": "frozen", "ema": 0}  # compiles in half the time


def free_ports(count: int) -> tuple[str, ...]:
    """Addresses of this machine that nobody listens at."""
    bound = [socket.socket() for _ in range(count)]
    for each in bound:
        each.bind(("127.0.0.1", 0))
    found = tuple(f"127.0.0.1:{each.getsockname()[1]}" for each in bound)
    for each in bound:
        each.close()
    return found


class Workers:
    """Two workers that train on synthetic digits.

    `folder`: for everything that they write. `options`: of both command lines.
    """

    def __init__(self, folder: Path, *options: str, batch: int = 4, **choices: Any) -> None:
        self.folder, self.options = folder, options
        self.run = folder / "run"
        self.words = {index: make_project(folder / f"words_{index}") for index in (0, 1)}
        self.addresses = free_ports(2)
        self.config = folder / "choices.json"
        self.config.write_text(json.dumps(TINY | _QUICK | {"batch": batch, "start": "none", **choices}))
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, index: int, *options: str) -> None:
        """Start a worker; worker 0 has the choices and the run's folder."""
        own = ["--run", str(self.run), "--config", str(self.config)] if index == 0 else []
        environment = os.environ | {
            "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": str(self.folder / "state"),
        }  # fmt: skip
        with self.log(index).open("ab", buffering=0) as log:
            log.write(f"{_STARTED}\n".encode())
            self.processes[index] = subprocess.Popen(
                [sys.executable, "-m", "app", "train", str(self.words[index]), "--allow-network", "--workers",
                 ",".join(self.addresses),
                 "--index", str(index), *own, *self.options, *options],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment,
            )  # fmt: skip

    def log(self, index: int) -> Path:
        return self.folder / f"worker_{index}.log"

    def said(self, index: int) -> str:
        return self.log(index).read_text(encoding="utf-8") if self.log(index).exists() else ""

    def steps(self) -> list[int]:
        lines = (self.run / "metrics.jsonl").read_text().splitlines() if (self.run / "metrics.jsonl").exists() else []
        return [found["step"] for line in lines if (found := json.loads(line))["kind"] == "step"]

    def wait_for_steps(self, count: int) -> None:
        wanted = count + max(self.steps(), default=0)
        self.wait_until(lambda: max(self.steps(), default=0) >= wanted, PATIENCE)

    def wait_until(self, is_so: Any, seconds: float) -> None:
        """Wait until something is so; fails after some time, with what the workers have said."""
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {seconds} s:\n{self.said(0)[-3000:]}\n---\n{self.said(1)[-3000:]}")
            time.sleep(0.2)

    def kill(self, index: int) -> None:
        """Kill a worker as a crash or a power cut would, and wait until the other has said that it is gone."""
        other = 1 - index
        before, in_training = self.said(other).count("is gone"), self.is_training(other)
        self.processes[index].kill()
        self.processes[index].wait()
        if in_training:
            self.wait_until(lambda: self.said(other).count("is gone") > before, GONE)

    def is_training(self, index: int) -> bool:
        """Whether a worker has met the other and has not lost it since."""
        begun = re.split(f"{_STARTED}|{_WAITING}", self.said(index))[-1]
        return "parameters on" in begun and "is gone" not in begun

    def stop(self) -> None:
        """Stop the training as Ctrl-C at worker 0 does."""
        self.processes[0].send_signal(signal.SIGINT)

    def ended(self) -> dict[int, int]:
        return {index: process.wait(PATIENCE) for index, process in sorted(self.processes.items())}

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()
