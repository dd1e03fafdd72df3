"""A window in a process of its own that writes down which edits it has committed, and what has become of them."""

import json
import os
import subprocess
import time
from pathlib import Path

from core.labels.files.storage import label_path, read_label
from support.processes.workers import with_variable
from support.window.driver import command_of, environment

PATIENCE = 120  # seconds


def start(home: Path, script: str, *arguments: object, line: list[object]) -> subprocess.Popen[str]:
    """Start a script of `support.window.driver`, to be killed or to be waited for."""
    return subprocess.Popen(
        command_of(script, arguments, line),
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def news_of(path: Path) -> list[tuple[str, str, str]]:
    """The whole lines that the program has written; it may have been killed within one."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def wait_for_news(
    path: Path, process: subprocess.Popen[str], count: int = 1, what: str = "", patience: float = PATIENCE
) -> None:
    """Until so many lines are written, of one kind or of any; a process that does not write them is killed."""
    end = time.monotonic() + patience
    while sum(not what or kind == what for kind, *_ in news_of(path)) < count:
        if time.monotonic() > end:
            process.kill()
        if process.poll() is not None:
            _, said = process.communicate()
            raise AssertionError(f"waited in vain for {what or 'an edit'}: {said}")
        time.sleep(0.02)


def lost_edits(folder: Path, news: Path) -> list[str]:
    """Images whose label files hold neither the last committed edit nor the one that was being made after it."""
    allowed: dict[str, list[str]] = {}
    for what, image, label in news_of(news):
        if what == "committed":
            allowed[image] = [label]
        elif what == "begins":
            allowed[image] = [*allowed.get(image, [])[-1:], label]
    return [
        image for image, labels in allowed.items() if repr(read_label(label_path(folder / image)).label) not in labels
    ]


def wait_until_alone(home: Path, patience: float = 2 * PATIENCE) -> None:
    end = time.monotonic() + patience
    while left := with_variable(f"{home}{os.sep}"):
        assert time.monotonic() < end, f"still running: {left}"
        time.sleep(0.05)
