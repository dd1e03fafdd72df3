"""The terminal's progress display, its handling of Ctrl-C, and its errors in one line."""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from core.base.errors import one_line, visible
from core.base.progress import Cancelled, Progress
from core.base.systems import system

if TYPE_CHECKING:
    import rich.progress

    from core.labels.formats.conversion import Conversion
    from core.readings.importing import ImportedReadings

_LONGEST = 4096  # characters of a line
_SHOW_AFTER = 1.0  # seconds: what is quicker needs no bar
_SHOW_EVERY = 0.1
_NOTE_AFTER = 5.0  # seconds of waiting before a note says what for


class UsageError(Exception):
    """Wrong usage of a command, with the one sentence to show as `str(error)`."""


def use_utf8() -> None:
    """Write UTF-8 whatever encoding the terminal names, so that Chinese paths and symbols do not end the command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def say(text: object) -> None:
    """Print lines on standard output, with � in place of control characters and invisible ones."""
    print(visible(str(text)))


def figure(value: object) -> str:
    """Return a value for people: counts are exact, other numbers have four digits, and None is a dash."""
    if value is None:
        return "–"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def print_json(document: Any) -> None:
    """Print a JSON document on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False))


def print_report(report: Conversion | ImportedReadings, *, as_json: bool) -> int:
    """Print the report of an import with its refusals as errors, and return the exit status."""
    from core.labels.formats.record import without_repeats
    from core.labels.formats.report import report_lines

    for refusal in without_repeats(report.refusals):
        print_error(refusal)
    if as_json:
        print_json(report.to_dict())
    else:
        say(report)
        for line in report_lines(report.notes):
            say(line)
        if any(note.is_abridged for note in report.notes):
            say("All names: --json.")
    return 0 if report.succeeded else 1


def print_error(message: object) -> None:
    """Print an error in one line on standard error."""
    print(one_line(" ".join(str(message).split()), _LONGEST), file=sys.stderr)


def write_log(error: BaseException) -> Path:
    """Write an exception's traceback to a file in the user's log folder, or in the temporary one, and return its path.

    The path is that of the null device if neither folder can be written.
    """
    import tempfile

    from core.base.folders import log_folder

    text = "".join(traceback.format_exception(error))
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
    for folder in (log_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        except OSError:
            continue  # the next place
        return folder / name
    return Path(os.devnull)


def print_note(message: str) -> None:
    """Print a note on standard error, which keeps standard output clean for a pipe."""
    print("\n".join(one_line(line, _LONGEST) for line in message.split("\n")), file=sys.stderr)


@contextmanager
def stopping(stop: Callable[[], object]) -> Iterator[None]:
    """Call `stop` when the terminal or the system asks the program to end, and end at once at a second Ctrl-C."""
    asked = False

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if number == getattr(signal, "SIGHUP", None):
            _leave_terminal()
        if asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        if not asked:
            asked = True
            stop()

    before = {number: signal.signal(number, ask) for number in system.ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def _leave_terminal() -> None:
    """Write nothing more to a terminal that was closed: each line would fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        if stat.S_ISCHR(os.fstat(number).st_mode):
            os.dup2(nowhere, number)
    os.close(nowhere)


@contextmanager
def progress_bar(title: str, before: str = "") -> Iterator[Progress]:
    """Show a progress bar on standard error if it is a terminal and the work takes over a second.

    Ctrl-C, and what else `stopping` hears, stops the work between two whole files, by `Cancelled`.

    `before`: a note on what comes before the first of the work, printed on a terminal if that takes long.
    """
    late = threading.Timer(_NOTE_AFTER, print_note, [before])
    late.daemon = True
    interrupted = threading.Event()
    bar: rich.progress.Progress | None = None
    task: rich.progress.TaskID | None = None
    started = last = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal bar, task, last
        late.cancel()
        if interrupted.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - started < _SHOW_AFTER or (now - last < _SHOW_EVERY and done != total):
            return
        last = now
        if bar is None:
            bar = _make_bar()
            bar.start()
            task = bar.add_task(title, total=None)
        assert task is not None
        bar.update(task, completed=done, total=total or None)

    if before and sys.stderr.isatty():
        late.start()
    try:
        with stopping(interrupted.set):
            yield progress
    finally:
        late.cancel()
        if bar is not None:
            bar.stop()


def _make_bar() -> rich.progress.Progress:
    import rich.console  # 0.1 s that a short command does not need
    import rich.progress

    return rich.progress.Progress(
        rich.progress.TextColumn("{task.description}"),
        rich.progress.BarColumn(),
        rich.progress.MofNCompleteColumn(),
        rich.progress.TimeRemainingColumn(),
        console=rich.console.Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
