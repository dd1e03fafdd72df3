"""Starts the command as a user does, in this process, and works on its window with real events.

`python -m support.window.driver SCRIPT ARGUMENTS… -- COMMAND LINE…`: SCRIPT is a function of `support.window.scripts`,
or `MODULE.FUNCTION` of another module of this folder, called with the hands and its arguments once the event loop runs.
It ends by closing the window, and the process with the command's exit status; a script that fails ends it with 70.
The functions of `support.window.scripts` need no model: their projects begin with none, as if a person chose so.
"""

import faulthandler
import importlib
import os
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[2]
FAILED = 70
_LIMIT = "WINDOW_DRIVER_SECONDS"  # after which a script that stands still tells where, and ends


def command_of(script: str, arguments: Sequence[object], line: Sequence[object]) -> list[str]:
    """The process that does it."""
    return [sys.executable, "-m", "support.window.driver", script, *map(str, arguments), "--", *map(str, line)]


def environment(home: Path) -> dict[str, str]:
    """A home of its own, and no screen."""
    from tests.tour.program import HOMES

    path = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    private = {name: str(home / name.lower()) for name in HOMES}
    return os.environ | private | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": path}


def drive(
    home: Path, script: str, arguments: Sequence[object], line: Sequence[object], timeout: float = 300, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script to its end; what it found wrong is raised here. `variables`: of its environment."""
    done = subprocess.run(
        command_of(script, arguments, line),
        env=environment(home) | {_LIMIT: str(0.95 * timeout)} | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-6000:]}"
    return done


def main() -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from app.cli import main as command
    from tests.tour.hands import Hands
    from tests.tour.project import choose_no_model

    if _LIMIT in os.environ:
        faulthandler.dump_traceback_later(float(os.environ[_LIMIT]), exit=True)
    split = sys.argv.index("--")
    script, *arguments = sys.argv[1:split]
    module, _, function = script.rpartition(".")
    play = getattr(importlib.import_module(f"support.window.{module or 'scripts'}"), function)
    loop = QApplication.exec

    def work() -> None:
        window: Any = next(each for each in QApplication.topLevelWidgets() if type(each).__name__ == "MainWindow")
        if not window.is_whole:
            QTimer.singleShot(20, work)
            return
        try:
            play(Hands(window), *arguments)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(FAILED)
        window.close()

    def loop_with_script(*_: object) -> int:
        QTimer.singleShot(0, work)
        return loop()

    QApplication.exec = loop_with_script  # type: ignore[method-assign, assignment]
    sys.argv = ["textscanner", *sys.argv[split + 1 :]]
    if not module:
        choose_no_model(Path(sys.argv[1]))
    command()


if __name__ == "__main__":
    main()
