"""The tour as a command: `python -m tests.tour FOLDER`, see `tests.tour`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from core.base.errors import StudioError
from core.base.files import make_folder
from tests.tour import report
from tests.tour.counting import LANGUAGES, count, count_in
from tests.tour.instruments import INSTRUMENTS, LEARNING, PINNING
from tests.tour.labelling import LABELLING
from tests.tour.program import clear_up_when_ended, empty_home, take
from tests.tour.project import TourProject, choose_no_model, copied, drawn, of_letters
from tests.tour.reading import READING
from tests.tour.training import TRAINING


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
    with empty_home() as home:
        try:
            if chosen.folder is not None:
                make_folder(chosen.folder)
            if chosen.count_in:
                return count_in(chosen.count_in, int(os.environ.get("QT_SCALE_FACTOR", "1")), chosen.folder)
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
        return take(project, chosen.folder, LABELLING if chosen.project else asking if chosen.instruments else whole)


def _copied(source: Path, home: Path) -> TourProject:
    project = copied(source, home / source.absolute().name)
    choose_no_model(project.folder)  # these stages predict nothing
    return project


if __name__ == "__main__":
    clear_up_when_ended()
    sys.exit(main())
