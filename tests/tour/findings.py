"""Pictures of what the instruments find on a project of real words: charts and maps, and no photograph.

`python -m tests.tour.findings FOLDER --project P` works on a copy of P with the bundled model, and with the
latest run of P for the learning history. `docs/debugging.md` shows such pictures of IIIT 5K-word's training words.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDockWidget, QWidget

from app.views.evaluation.panel import EvaluationPanel
from app.views.runs.learning_history_page import LearningHistoryPage
from tests.tour.guide import Guide, Stage
from tests.tour.instruments import judge
from tests.tour.program import empty_home, take
from tests.tour.project import TourProject

_SIZE = QSize(1500, 1150)  # px: room for whole charts
_CHART = QSize(1000, 680)  # px
_CHARTS = {0: "words", 1: "accuracy", 2: "confusions", 3: "probability"}  # pages of the panel of the evaluation
_BY_SYMBOL = 1  # place in the box of kinds
_THIN = "iIl"
_FEW = 3  # map pixels


def evaluate(guide: Guide) -> None:
    """Evaluate all words with the bundled model, and picture the charts."""
    session = guide.session
    guide.window.resize(_SIZE)
    session.settings.set("predicting.language_model", False)  # the maps are what is looked at
    session.open(guide.project.folder)
    guide.wait_long(lambda: session.editor.loaded is not None and not session.workspace.background.jobs, "the project")
    panel = judge(guide)
    _enlarge(panel)
    pages = panel.pages
    for place, name in _CHARTS.items():
        pages.setCurrentIndex(place)
        if name == "accuracy":
            _picture(guide, "accuracy-by-length", pages)
            pages.kind.setCurrentIndex(_BY_SYMBOL)
            pages.kind.activated.emit(_BY_SYMBOL)
            pages.accuracy.scrollToBottom()
        _picture(guide, name, pages)
    guide.say(panel.sentence.text())


def ask_costs(guide: Guide) -> None:
    costs = guide.session.instruments.gains
    panel = guide.show_panel("evaluation", EvaluationPanel)
    costs.scope = "list"
    costs.start()
    guide.wait_long(lambda: costs.job is None and costs.gains is not None, "the costs")
    _picture(guide, "costs", panel.branches.table)
    guide.say(panel.branches.sentence.text())


def repair(guide: Guide) -> None:
    """Repair a word whose thin letter has gone, and picture its centre maps."""
    session, hands = guide.session, guide.hands
    evaluation, part = session.instruments.evaluating.evaluation, session.instruments.prediction_repair
    assert evaluation is not None
    for image, at_fault in evaluation.facts["fault"].items():
        lost = {wanted for wanted, read in evaluation.words[image].score.steps if read is None}
        if at_fault != {"localization"} or not lost <= {*_THIN}:
            continue
        guide.show(image)
        guide.wait_long(lambda: session.predictions.current is not None, f"the reading of {image}")
        if not part.is_on:
            guide.window.action_set.trigger("maps.repair")
        part.find_smallest()
        hands.wait(lambda: not part.is_searching, "the smallest repair")
        if part.smallest is not None and part.smallest.pixels <= _FEW:
            break
        part.turn(False)
    guide.require(part.smallest is not None, "No word has lost a thin letter for the centre map alone.")
    assert part.smallest is not None
    panes = guide.window.centre.maps.panes
    _picture(guide, "localization-target", panes["localization", "target"])
    _picture(guide, "localization-predicted", panes["localization", "prediction"])
    assert session.predictions.current is not None
    guide.say(f"{session.image}: {part.smallest.pixels} pixels make “{session.predictions.current.maps.word.text}”.")


def look_back(guide: Guide) -> None:
    hands = guide.hands
    guide.window.action_set.trigger("train.learning_history")
    page = guide.part(LearningHistoryPage, guide.window.panels.content("runs"))
    hands.wait(lambda: guide.session.instruments.learning_histories.learning_histories, "the learning history")
    hands.press(page.enlarge)
    large = page.words.window()
    page.by.setCurrentIndex(1)
    page.by.activated.emit(1)
    for row in range(_FEW):
        page.groups.selectRow(row)
        hands.pause(0)
        _picture(guide, f"learning-history-{row}", large)
        guide.say(page.says.text())
    large.close()
    hands.pause(0)


def _enlarge(panel: QWidget) -> None:
    """Let a panel float, with room for a whole chart."""
    dock: QWidget | None = panel
    while dock is not None and not isinstance(dock, QDockWidget):
        dock = dock.parentWidget()
    assert isinstance(dock, QDockWidget)
    dock.setFloating(True)
    dock.resize(_CHART)


def _picture(guide: Guide, name: str, widget: QWidget) -> None:
    guide.picture(name, of=[widget])


FINDINGS = (
    Stage("evaluate", "Evaluate", "All words are judged by the bundled model.", evaluate),
    Stage("costs", "Costs", "The branches are asked for their potential gains.", ask_costs, ("evaluate",)),
    Stage("repair", "Repair", "A word that has lost a thin letter is repaired.", repair, ("evaluate",)),
    Stage("learning-history", "Learning history", "The latest run is asked.", look_back, ("evaluate",)),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures; 0 if every stage was seen to work."""
    parser = argparse.ArgumentParser(prog="python -m tests.tour.findings", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--project", type=Path, required=True, help="a project of labelled words")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with empty_home() as home:
        project = TourProject(Path(shutil.copytree(chosen.project, home / "words")))
        return take(project, chosen.folder, FINDINGS)


if __name__ == "__main__":
    sys.exit(main())
