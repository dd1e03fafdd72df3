"""The tour as a command: `python -m tests.tour FOLDER`, see `tests.tour`."""

import argparse
import faulthandler
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import qVersion

from app.views.main_window.window import MainWindow
from core.base.errors import StudioError
from core.base.files import make_folder
from tests.tour import report
from tests.tour.counting import LANGUAGES, count, count_in
from tests.tour.guide import Guide, Outcome, Stage
from tests.tour.instruments import INSTRUMENTS, LEARNING, PINNING
from tests.tour.labelling import LABELLING
from tests.tour.project import TourProject, choose_no_model, copied, drawn, of_letters
from tests.tour.reading import READING
from tests.tour.training import TRAINING

_HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA")
_HANGS = 1800.0  # seconds after which a window that hangs is ended, and says where it was


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the tour without a screen and with settings of its own; 0 if every stage was seen to work."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tour", description="Go through the window as a person would, and report what was seen."
    )
    parser.add_argument("folder", type=Path, nargs="?", help="where pictures and report are written")
    parser.add_argument(
        "--project", type=Path, help="take only the stages without a training, on a copy of this project of words"
    )
    parser.add_argument(
        "--instruments", action="store_true", help="take only the stages that ask why, on drawn letters and digits"
    )
    parser.add_argument(
        "--count", action="store_true", help="count controls, panes, entries and cut texts of each layout instead"
    )
    parser.add_argument("--count-in", choices=LANGUAGES, help=argparse.SUPPRESS)  # one process of --count
    chosen = parser.parse_args(arguments)
    if chosen.folder is None and not (chosen.count or chosen.count_in):
        parser.error("Name a folder for pictures and report.")
    if chosen.count:
        return count(chosen.folder)
    faulthandler.dump_traceback_later(_HANGS, exit=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="textscanner-tour-", ignore_cleanup_errors=True) as made:
        home = Path(made)
        for variable in _HOMES:
            os.environ[variable] = str(home / variable.lower())
        if chosen.count_in:
            if chosen.folder is not None:
                make_folder(chosen.folder)
            return count_in(chosen.count_in, int(os.environ.get("QT_SCALE_FACTOR", "1")), chosen.folder)
        began = time.monotonic()
        try:
            make_folder(chosen.folder)
            report.clear(chosen.folder)
            if chosen.project is not None:
                project = _copied(chosen.project, home)
            else:
                project = (of_letters if chosen.instruments else drawn)(home / "demo")
        except (OSError, StudioError) as error:
            print(error, file=sys.stderr)
            return 1
        whole = (*LABELLING, *PINNING, *TRAINING, *READING, *INSTRUMENTS)
        asking = (LABELLING[0], *LEARNING, READING[0], *INSTRUMENTS)
        stages = LABELLING if chosen.project else asking if chosen.instruments else whole
        return _taken(project, chosen.folder, stages, began)


def _copied(source: Path, home: Path) -> TourProject:
    project = copied(source, home / source.absolute().name)
    choose_no_model(project.folder)  # these stages predict nothing
    return project


def _taken(project: TourProject, folder: Path, stages: Sequence[Stage], began: float) -> int:
    from app.gui import Options, run  # only now: the environment is read when it is loaded

    outcomes: list[Outcome] = []
    failures: list[Exception] = []

    def news(outcome: Outcome, so_far: Sequence[Outcome]) -> None:
        outcomes[:] = so_far
        print(*report.lines(outcome), sep="\n", flush=True)
        report.write(folder, so_far, time.monotonic() - began, _machine())

    def start(window: MainWindow) -> None:
        try:
            Guide(window, project, folder).take(stages, news)
        except Exception as error:  # the failure is reported below; the window must be closed after any error
            failures.append(error)
        finally:
            window.session.training.cancel(then=lambda: _close(window))  # where none goes on, it is closed at once

    run(Options(language="en", theme="light"), start)
    for error in failures:
        print(f"The tour stopped: {type(error).__name__}: {error}", file=sys.stderr)
    print(report.summary(outcomes, time.monotonic() - began), f"The report is {folder / report.NAME}.", sep="\n")
    return 0 if outcomes and all(each.state == "seen" for each in outcomes) else 1


def _close(window: MainWindow) -> None:
    window.close()


def _machine() -> str:
    versions = f"Python {platform.python_version()}, Qt {qVersion()}"
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {versions}"


if __name__ == "__main__":
    sys.exit(main())
