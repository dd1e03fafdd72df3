"""The stages that ask why: evaluation, repair, learning history, diagnosis of a training, and the wall."""

from pathlib import Path

from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.instruments.what_if import TriedWord
from app.plugins.pinned_words.panel import WallPanel
from app.plugins.pinned_words.pinned import pinned_words
from app.views.evaluation.panel import EvaluationPanel
from app.views.maps.repair_bar import RepairBar
from app.views.predictions.panel import ReadingPanel
from app.views.runs.learning_history_page import LearningHistoryPage
from app.views.training.causes import CausesDialog
from app.views.training.dialog import TrainingDialog
from core.runs.events import Finished
from tests.tour.guide import Guide, Stage

_TOO_HIGH = 0.1  # learning rate, some hundred times the usual one
_PINNED = 9
_MINUTES = 3  # of the training that is looked at where the tour has none of its own
_VALIDATED = 20  # steps of it between two validations: some columns for the learning history
_LONGEST = 900.0  # seconds that such a training takes on a busy machine
_ERASED = 8  # map pixels, the radius of the eraser
_MAPS = {"class": "character", "order": "order", "localization": "localization"}
_SEARCHED = 30.0  # seconds for a search that takes two on a free core


def pin(guide: Guide) -> None:
    """Pin nine words, drawn at random, before a training that watches them."""
    wall = guide.show_panel("wall", WallPanel)
    guide.hands.press(wall.draw)
    pinned = pinned_words(guide.session).images
    guide.require(len(pinned) == _PINNED, f"{len(pinned)} words are pinned, not {_PINNED}.")
    guide.picture("wall-pinned", "Nine words, drawn at random, that the training will watch.")
    guide.say(f"Nine words are pinned: {', '.join(pinned)}.")


def learn(guide: Guide) -> None:
    """Train from the bundled model, as long as the plan says, and look on."""
    session = guide.session
    training = session.training
    session.instruments.plan.set("minutes", _MINUTES)
    session.instruments.plan.set("validate_every", _VALIDATED)
    guide.show(guide.project.watched)
    guide.hands.do("view.layout.train")
    guide.press_tool("train.start")
    dialog = guide.hands.dialog()
    assert isinstance(dialog, TrainingDialog)
    guide.hands.press(dialog.start)
    guide.wait_long(lambda: dialog.check.checked or dialog.check.refusal, "the check")
    guide.require(not dialog.check.refusal, dialog.check.refusal)
    if not training.is_busy:  # it waits until what it has left out is read
        guide.hands.press(dialog.start)
    guide.wait_long(lambda: training.is_busy, "the training")
    guide.wait_long(lambda: not training.is_busy, "the end of the training", _LONGEST)
    result = training.state.result
    guide.require(isinstance(result, Finished), f"The training ended otherwise: {result}")
    assert isinstance(result, Finished)
    guide.say(
        f"Stopped at step {result.step:,} after {result.seconds / 60:.1f} minutes; the best model, of step "
        f"{result.best_step:,}, reads {result.metrics['word_accuracy']:.1%} of the validation words."
    )


def judge(guide: Guide) -> EvaluationPanel:
    """Judge all words of the list in the panel that evaluates."""
    evaluating = guide.session.instruments.evaluating
    panel = guide.show_panel("evaluation", EvaluationPanel)
    evaluating.scope = "list"
    panel.show_evaluation()
    guide.wait_long(panel.start.isEnabled, "the model")
    guide.hands.press(panel.start)
    guide.wait_long(lambda: evaluating.evaluation is not None and evaluating.job is None, "the evaluation")
    return panel


def evaluate(guide: Guide) -> None:
    """Evaluate the model, press the most frequent confusion, and show its words in the list."""
    session, hands = guide.session, guide.hands
    panel, catalog, found = judge(guide), session.catalog, session.instruments.evaluating.evaluation
    assert found is not None
    panel.pages.setCurrentIndex(1)
    guide.picture("evaluation-accuracy", "How well the model reads, by length.", of=[panel])
    panel.pages.setCurrentIndex(3)
    guide.picture("evaluation-probability", "What its probability is worth.", of=[panel])
    panel.pages.setCurrentIndex(2)
    guide.require(panel.pages.matrix.targets, "Nothing is confused: there is no number to press.")
    panel.pages.confusions.setCurrentIndex(panel.pages.matrix.most_frequent)
    hands.wait(lambda: panel.group.images and panel.tiles.isVisible(), "the crops of the confusion")
    guide.picture("evaluation-confusions", "The most frequent confusion, its crops and its words.", of=[panel])
    words, terms = panel.group.images, panel.group.terms
    hands.press(panel.list)
    hands.wait(lambda: len(catalog.visible) == len(words), f"the {len(words)} words of “{terms}” in the list")
    guide.picture("evaluation-filter", f"The same words in the list: {terms}.")
    guide.window.images.filter_box.clear()
    metrics = found.metrics
    guide.say(
        f"Of {metrics.images:,} words {metrics.word_accuracy:.1%} are read exactly; {terms} are {len(words)} of them. "
        f"The expected calibration error of words is {found.of_words.error:.3f}."
    )


def repair(guide: Guide) -> None:
    """Erase a peak of the centre map with the mouse, undo it, and let the program find the smallest repair."""
    session, hands, window = guide.session, guide.hands, guide.window
    part, evaluation = session.instruments.prediction_repair, session.instruments.evaluating.evaluation
    assert evaluation is not None
    at_fault = {
        image: one for image, one in evaluation.facts["fault"].items() if len(one) == 1 and "charset" not in one
    }
    guide.require(at_fault, "No misread word is mended by one map alone.")
    image = min(at_fault, key=lambda each: (each in guide.project.planted, each))  # the network's own mistake, if any
    guide.show(image)
    guide.wait_long(lambda: session.predictions.current is not None, f"the reading of {image}")
    why = guide.show_panel("predictions", ReadingPanel)
    hands.wait(lambda: why.diagnosing.is_current, "the diagnosis")
    guide.picture("why", why.verdict.text(), of=[why])
    hands.do("maps.repair")
    hands.wait(lambda: part.base is not None, "the prediction to repair")
    bar = guide.part(RepairBar, window.centre)
    own, word = _read(guide), session.editor.label.word
    hands.press(bar.tools["erase"])
    bar.brush.setValue(_ERASED)
    pane = window.centre.maps.panes["localization", "prediction"]
    current = session.predictions.current
    assert current is not None
    x, y = current.maps.word.characters[0].center
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=pane.to_pane().map(QPoint(round(x), round(y))))
    hands.wait(lambda: _read(guide) != own, "another reading without that centre")
    erased = _read(guide)
    guide.picture("repair-erased", f"The first centre is erased: “{own}” is read as “{erased}”.", of=[window.centre])
    hands.do("edit.undo")
    hands.wait(lambda: _read(guide) == own, "undo")
    hands.press(bar.smallest)
    hands.wait(lambda: not part.is_searching, "the smallest repair", _SEARCHED)
    smallest = part.smallest
    guide.require(smallest is not None, f"No smallest repair of “{own}” was found.")
    assert smallest is not None
    caption = f"Enough are {smallest.pixels} pixels of one map: “{_read(guide)}” is read."
    guide.picture("smallest-repair", caption, of=[window.centre])
    guide.require(_read(guide) == word, f"The repaired maps read “{_read(guide)}”, not “{word}”.")
    hands.press(bar.close_button)
    hands.wait(lambda: _read(guide) == own, "the model's own reading")
    guide.say(
        f"{image}, “{word}” read as “{own}”: without its first centre “{erased}” is read; {smallest.pixels} pixels of "
        f"the {_MAPS[smallest.branch]} map make it right."
    )


def ask_what_if(guide: Guide) -> None:
    """Blur the open word until it is read otherwise, and let the program find the nearest flips."""
    hands = guide.hands
    hands.do("predict.what_if")
    centre, part = guide.window.centre, guide.session.instruments.what_if
    assert centre.trial is not None
    bar = centre.trial.bar
    model = part.models[0]
    guide.wait_long(lambda: model in part.before, "the reading of the unchanged word")
    before = part.before[model]
    hands.keys("End", bar.sliders.sliders["blur"])

    def blurred() -> str | None:
        found = part.found.get(model)
        return found.text if isinstance(found, TriedWord) and part.is_changed else None

    guide.wait_long(lambda: blurred() not in (None, before), "another reading of the blurred word")
    after = blurred()
    guide.picture("what-if-blurred", f"Blurred as far as it goes, “{before}” is read as “{after}”.", of=[centre])
    hands.press(bar.reset)
    if part.search is None and not part.flips:  # of a misread word they are sought at once
        hands.press(bar.flips)
    guide.wait_long(lambda: part.search is None and part.flips, "the nearest flips")
    flips = {item: each for item, each in part.flips.items() if each}
    guide.require(flips or part.is_misread, "No slider changes the reading anywhere.")
    guide.picture("what-if-flips", "The nearest value of each slider at which another text is read.", of=[centre])
    hands.press(bar.end)
    guide.say(f"“{before}”, blurred “{after}”; sliders that change it alone: {', '.join(sorted(flips)) or 'none'}.")


def look_back(guide: Guide) -> None:
    """Open the learning history of the run, group it by symbol, and let it explain the worst."""
    session, hands = guide.session, guide.hands
    guide.window.action_set.trigger("train.learning_history")
    hands.wait(lambda: guide.window.panels.is_in_sight("runs"), "the panel of the runs")
    page = guide.part(LearningHistoryPage, guide.window.panels.content("runs"))
    part = session.instruments.learning_histories
    hands.wait(lambda: part.learning_histories, "the learning history")
    guide.require(not part.notes, f"The learning history says: {part.notes}")
    [learning_history] = part.learning_histories
    hands.press(page.enlarge)
    hands.wait(lambda: page.words.window() is not guide.window, "the learning history in a window of its own")
    page.words.selectRow(0)
    large = page.words.window()
    guide.picture("learning-history-words", "A strip a word: steps across, characters down.", of=[large])
    page.by.setCurrentIndex(1)
    page.by.activated.emit(1)
    page.groups.selectRow(0)
    hands.wait(lambda: page.group is not None, "the symbols")
    group = page.group
    assert group is not None
    guide.picture("learning-history-symbol", "The symbol that is read worst, explained.", of=[large])
    guide.say(f"{len(learning_history.words):,} words at {len(learning_history)} validations. {page.says.text()}")
    large.close()
    hands.pause(0)


def diagnose(guide: Guide) -> None:
    """Set a learning rate that is far too high, and ask why the training does not learn."""
    session, hands = guide.session, guide.hands
    session.instruments.plan.set("learning_rate", _TOO_HIGH)
    guide.window.action_set.trigger("train.diagnose")
    dialog = hands.dialog()
    assert isinstance(dialog, CausesDialog)
    session.instruments.examination.choose(None)
    hands.press(dialog.look)
    guide.wait_long(
        lambda: session.instruments.examination.found is not None or session.instruments.examination.refusal,
        "the diagnosis",
    )
    guide.require(not session.instruments.examination.refusal, session.instruments.examination.refusal)
    guide.picture("diagnosis", "The cause of a training that would not learn.", of=[dialog])
    guide.require(dialog.cards, "Nothing was found, although the learning rate is far too high.")
    first = dialog.cards[0]
    guide.require(first.finding.id == "rate-high", f"The first cause is {first.finding.id}, not rate-high.")
    guide.say(f"{dialog.says.text()} {first.accessibleName()}: {first.finding.sentence}")
    hands.press(first.cure)
    guide.require(
        session.instruments.plan.value("learning_rate") != _TOO_HIGH,
        "The button of the card has not set another learning rate.",
    )
    session.instruments.plan.reset("learning_rate")
    dialog.close()


def watch_wall(guide: Guide) -> None:
    """Go through the training with nine words at once, and save them as a picture and as an animated one."""
    hands, panel = guide.hands, guide.show_panel("wall", WallPanel)
    wall = panel.wall
    hands.wait(lambda: wall.steps, "the steps that the run has kept of the pinned words")
    hands.keys("Home", panel.history.slider)
    hands.wait(lambda: wall.step == wall.steps[0] and len(wall.shown) == _PINNED, "the first kept step")
    guide.picture("wall-first", f"Nine words at step {wall.steps[0]:,}.", of=[panel])
    wall.show(wall.steps[-1])
    hands.wait(lambda: wall.step == wall.steps[-1], "the last kept step")
    hands.wait(lambda: {each.step for each in wall.shown.values()} == {wall.steps[-1]}, "the maps of the last step")
    guide.picture("wall-last", f"The same at step {wall.steps[-1]:,}.", of=[panel])
    files = [guide.folder / f"wall.{kind}" for kind in ("png", "gif")]
    for file in files:
        panel.write(file)
        hands.wait(lambda file=file: file.exists() and not guide.session.workspace.background.jobs, f"{file.name}")  # type: ignore[misc]
    wall.show(None)
    frames = _frames(files[1])
    guide.require(frames == len(wall.steps), f"The animated picture has {frames} frames for {len(wall.steps)} steps.")
    guide.say(f"{len(wall.steps)} steps are kept of nine words; they were saved as a PNG and as {frames} frames.")


def _read(guide: Guide) -> str:
    current = guide.session.predictions.current
    return "" if current is None else current.maps.word.text


def _frames(file: Path) -> int:
    with Image.open(file) as picture:
        return int(getattr(picture, "n_frames", 1))


PINNING = (
    Stage(
        "pin", "Pin nine words", "Nine words are drawn at random for the wall.", pin, ("open",), plugin="pinned_words"
    ),
)
"""Before a training."""

LEARNING = (*PINNING, Stage("stop", "A short training", "Three minutes from the bundled model.", learn, ("pin",)))
"""Before the instruments, where the tour has no training of its own."""

INSTRUMENTS = (
    Stage("evaluate", "Evaluate the model", "All words of the list are judged.", evaluate, ("model",)),
    Stage("repair", "Repair a prediction", "A misread word is repaired by hand, and by search.", repair, ("evaluate",)),
    Stage("what-if", "What if", "The same word is changed by sliders.", ask_what_if, ("repair",)),
    Stage("learning-history", "What was learned when", "The run is asked about a symbol.", look_back, ("model",)),
    Stage(
        "wall",
        "Nine words over the training",
        "The slider goes through the training.",
        watch_wall,
        ("pin", "model"),
        plugin="pinned_words",
    ),
    Stage(
        "diagnose",
        "Why doesn't it learn?",
        "A learning rate that is far too high is set, and the cause asked for.",
        diagnose,
        ("open",),
    ),
)
"""What tells why a model misreads, and why a training does not learn."""
