"""The program in this process, without a screen and with a home of its own, and the way through its window."""

import faulthandler
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

from PySide6.QtCore import QCoreApplication, QTimer, qVersion

from app.views.main_window.window import MainWindow
from core.base.plugins.active import plugins
from core.base.systems import system
from tests.tour import report
from tests.tour.guide import Guide, Outcome, Stage
from tests.tour.patience import Patience, children
from tests.tour.project import TourProject

_HANGS = 1800.0  # seconds without a turn after which a window hangs: the process says where it was, and ends
_TURN = 60_000  # ms from one turn that is noted to the next
_LEFT = 5.0  # seconds that a process may go on after its window

HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA")


@contextmanager
def empty_home() -> Iterator[Path]:
    """Let the program find nobody's settings and no screen; gives a folder that is removed afterwards."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="textscanner-tour-", ignore_cleanup_errors=True) as made:
        for variable in HOMES:
            os.environ[variable] = str(Path(made) / variable.lower())
        yield Path(made)


def work_in_window(work: Callable[[MainWindow], None], language: str = "en", theme: str = "light") -> bool:
    """Start the program, work in its window and close it; False if an error ended the work, which is told."""
    from app.gui import Options, run  # only now: the environment is read when it is loaded

    failures: list[Exception] = []

    def start(window: MainWindow) -> None:
        for number in system.ENDING:
            signal.signal(number, _Ending(window).caught)
        _note_turns(window)
        try:
            work(window)
        except Exception as error:  # the failure is reported below; the window must be closed after any error
            failures.append(error)
        finally:
            window.session.training.cancel(then=lambda: _close(window))  # where none goes on, it is closed at once

    run(Options(language=language, theme=theme), start)
    QCoreApplication.processEvents()  # what the window remembers is written now, and not once its home is removed
    left, patience = children(), Patience(_LEFT)
    while left and not patience.is_out():  # a process whose window is gone ends by itself
        time.sleep(0.1)
        left = [pid for pid in children() if pid in left]
    _kill(left)
    for error in failures:
        print(f"The tour stopped: {type(error).__name__}: {error}", file=sys.stderr)
    return not failures


def _note_turns(window: MainWindow) -> None:
    """End the process if the window gets no turn for long. A machine may be as slow as it likes."""
    turns = QTimer(window, interval=_TURN)
    turns.timeout.connect(lambda: faulthandler.dump_traceback_later(_HANGS, exit=True))
    turns.start()
    faulthandler.dump_traceback_later(_HANGS, exit=True)


class _Ending:
    """Ends the program at once if this process is asked to end, with every process that it has started.

    A window would ask what is to become of a training, and nobody is there to answer.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._is_asked = False

    def caught(self, number: int, frame: FrameType | None) -> None:
        if self._is_asked:  # once more: without waiting for anything
            _kill(children())
            os._exit(128 + number)
        self._is_asked = True
        QTimer.singleShot(0, self._end)  # not here: this may be in the middle of anything

    def _end(self) -> None:
        self._window.session.training.cancel()
        QCoreApplication.exit(1)  # what waits in the window is interrupted, and the session shuts its processes down


def _kill(pids: Sequence[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, system.KILL)


def clear_up_when_ended() -> None:
    """Let this process clear up after itself if it is asked to end, also before there is a window, and after it."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    for number in system.ENDING:
        signal.signal(number, leave)


def take(project: TourProject, folder: Path, stages: Sequence[Stage]) -> int:
    """Take some stages, and write their report; 0 if every one was seen to work."""
    outcomes: list[Outcome] = []
    began = time.monotonic()

    def news(outcome: Outcome, so_far: Sequence[Outcome]) -> None:
        outcomes[:] = so_far
        print(*report.lines(outcome), sep="\n", flush=True)
        report.write(folder, so_far, time.monotonic() - began, _machine())

    def work(window: MainWindow) -> None:
        Guide(window, project, folder).take(_offered(stages), news)

    work_in_window(work)
    print(report.summary(outcomes, time.monotonic() - began), f"The report is {folder / report.NAME}.", sep="\n")
    return 0 if outcomes and all(each.state == "seen" for each in outcomes) else 1


def _offered(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """The stages without those of plug-ins that are off."""
    on = {plugin.id for plugin in plugins().on}
    offered = [stage for stage in stages if not stage.plugin or stage.plugin in on]
    for stage in stages:
        if stage not in offered:
            print(f"{stage.title}: left out, its plug-in is off.", flush=True)
    names = {stage.name for stage in offered}
    return tuple(replace(stage, needs=tuple(name for name in stage.needs if name in names)) for stage in offered)


def _close(window: MainWindow) -> None:
    window.close()


def _machine() -> str:
    versions = f"Python {platform.python_version()}, Qt {qVersion()}"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {versions}"
