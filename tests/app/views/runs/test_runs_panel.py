from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.window.told_training import begin, end, new_run, started, step, tell
from support.words.predictions import client_of, predicted_for

from app.actions.table.train import ACTIONS, show_learning_history
from app.session import Session
from app.views.runs.panel import RunsPanel
from app.views.runs.rows import NAME, NOTES, SCORE
from app.workers.prediction_messages import Answered, Compare, Seen
from core.labels.edits import edits
from core.runs.folder import RunFolder
from core.runs.profile import OperatorCost, Profile
from core.runs.spec import NetworkSpec

ONE, OTHER = "001-small-2026-01-01", "002-small-2026-01-02"


def make_run(session: Session, name: str, accuracy: float, readings: Any = (), **choices: Any) -> RunFolder:
    run = new_run(session, name, **choices)
    for number in (1, 2, 3):
        run.append({"kind": "step", "step": number, "loss": (1 - accuracy) / number, "learning_rate": 0.1})
    metrics = {"word_accuracy": accuracy}
    run.append(
        {"kind": "validation", "step": 3, "losses": {"loss": 1.0}, "metrics": metrics, "images": 4, "best": True}
    )
    run.model.write_bytes(bytes(5000))
    run.write_json(run.model_facts, {"step": 3, "metrics": metrics})
    run.write_readings(readings)
    return run


@pytest.fixture
def runs(session: Session) -> dict[str, RunFolder]:
    assert session.image is not None
    first, second, third = (session.catalog.table.images[place] for place in range(3))
    return {
        ONE: make_run(session, ONE, 0.5, [(first, "ab", "ab"), (second, "cd", "cd"), (third, "ef", "x")]),
        OTHER: make_run(session, OTHER, 0.75, [(first, "ab", "ab"), (second, "cd", "c"), (third, "ef", "ef")], batch=4),
    }


@pytest.fixture
def panel(session: Session, runs: dict[str, RunFolder], qtbot: QtBot) -> RunsPanel:
    panel = exposed(qtbot, RunsPanel(session), 1100, 320)
    session.runs.list_runs()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 2)
    return panel


def select(panel: RunsPanel, runs: dict[str, RunFolder], *names: str) -> None:
    panel.select(*(runs[name].path for name in names))
    assert {info.name for info in panel.selected} == {*names}


def cell(panel: RunsPanel, name: str, column: int) -> str:
    row = next(place for place, info in enumerate(panel.rows.entries) if info.name == name)
    return str(panel.rows.index(row, column).data())


def shown_tabs(panel: RunsPanel) -> set[str]:
    tabs = panel.details.tabs
    return {tabs.tabText(place) for place in range(tabs.count()) if tabs.isTabVisible(place)}


def test_each_run_is_a_row_with_its_score_that_is_called_as_its_curve_is(panel: RunsPanel):
    assert cell(panel, ONE, SCORE) == "2 of 4"
    assert cell(panel, OTHER, SCORE) == "3 of 4"
    index = panel.table.model().index(0, SCORE)
    assert "Words read exactly 0." in index.data(Qt.ItemDataRole.ToolTipRole)


def test_runs_are_sorted_by_number_and_not_by_text(panel: RunsPanel):
    panel.table.sortByColumn(SCORE, Qt.SortOrder.DescendingOrder)
    names = [panel.table.model().index(row, NAME).data() for row in range(2)]
    assert names == [OTHER, ONE]


def test_a_run_shows_the_gradients_of_its_layers_and_what_its_steps_cost(
    panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot
):
    norms = {"backbone/conv1/early": 0.001, "order/late": 10.0}
    runs[ONE].append({"kind": "step", "step": 11, "layer_norms": norms})
    profile = Profile(20, 20, 0.5, 0.1, (OperatorCost("Conv2D", 4, 0.2),), (), None, None, 0, "trace")
    runs[ONE].write_json(runs[ONE].profile, profile.to_dict())
    select(panel, runs, ONE)
    details = panel.details
    details.show_page("gradients")
    picture = details.gradients.map
    qtbot.waitUntil(lambda: picture.text_at(picture.rect().center()) != "")
    assert "from 0.001 (dark) to 10 (bright)" in details.gradients.says.text()
    across = picture.width() - 20
    assert picture.text_at(QPoint(across, 3)) == "early · 11 · 0.001"
    assert picture.text_at(QPoint(across, picture.height() - 6)) == "late · 11 · 10"
    shown = picture.grab().toImage()
    assert shown.pixelColor(across, 3).lightness() < shown.pixelColor(across, picture.height() - 6).lightness()
    details.show_page("cost")
    qtbot.waitUntil(lambda: "Steps 20 to 39: 500 ms a step" in details.profile.summary.text())
    assert details.profile.operators.model().index(0, 0).data() == "Conv2D"
    select(panel, runs, OTHER)
    qtbot.waitUntil(lambda: "“Profile 20 steps” measures" in details.profile.summary.text())


def test_a_run_shows_its_curves_and_its_choices(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    select(panel, runs, OTHER)
    qtbot.waitUntil(lambda: "Words read exactly 0.75" in panel.details.curves.plot.entries)
    assert shown_tabs(panel) == {"Curves", "Configuration", "Learning history"}
    tree = panel.details.choices.tree
    rows = {tree.topLevelItem(row).text(0): tree.topLevelItem(row).text(1) for row in range(tree.topLevelItemCount())}
    assert rows["Words in each step"] == "4"
    assert rows["Input height"] == "32"


def test_the_learning_history_comes_in_sight_when_an_action_asks_for_it(
    session: Session, panel: RunsPanel, runs: dict[str, RunFolder]
):
    select(panel, runs, ONE)
    show_learning_history(session, mock.Mock())
    assert panel.details.tabs.currentWidget() is panel.details.learning_history


@pytest.mark.parametrize(("action", "title"), [("gradients", "Gradients"), ("cost", "Cost"), ("all_runs", "All runs")])
def test_page_that_few_need_comes_in_sight_when_an_action_asks_for_it_and_stays(
    session: Session, panel: RunsPanel, runs: dict[str, RunFolder], action: str, title: str
):
    select(panel, runs, ONE)
    assert title not in shown_tabs(panel)
    (asked,) = (one for one in ACTIONS if one.id == f"train.{action}")
    asked.run(session, mock.Mock())
    assert panel.details.tabs.tabText(panel.details.tabs.currentIndex()) == title
    select(panel, runs, OTHER)
    assert title in shown_tabs(panel)


def test_two_runs_are_compared(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    select(panel, runs, ONE, OTHER)
    assert shown_tabs(panel) == {"Curves", "Configuration", "Words", "Learning history"}
    plot = panel.details.curves.plot
    wanted = {f"Words read exactly · {ONE} 0.5", f"Words read exactly · {OTHER} 0.75"}
    qtbot.waitUntil(lambda: wanted <= {*plot.entries})
    tree = panel.details.choices.tree
    assert tree.topLevelItemCount() == 1
    item, names = tree.topLevelItem(0), [info.name for info in panel.selected]
    values = dict(zip(names, (item.text(1), item.text(2)), strict=True))
    assert (item.text(0), values) == ("Words in each step", {ONE: "2", OTHER: "4"})


def test_legend_and_columns_tell_two_runs_apart(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    assert panel.details.curves.names.isHidden()
    select(panel, runs, ONE, OTHER)
    first, second = (info.name for info in panel.selected)
    qtbot.waitUntil(lambda: not panel.details.curves.names.isHidden())
    assert panel.details.curves.names.toolTip().splitlines() == [f"━━ {first}", f"╍╍ {second}"]
    for header in (panel.table.horizontalHeader(), panel.details.choices.tree.header()):
        assert header.textElideMode() == Qt.TextElideMode.ElideRight, "a run's number is at the beginning"


def test_in_a_column_the_details_stand_below_the_list(panel: RunsPanel, qtbot: QtBot):
    panel.resize(900, 600)
    qtbot.waitUntil(lambda: panel.details.mapTo(panel, QPoint()).y() > panel.table.mapTo(panel, QPoint()).y() + 50)
    panel.resize(1100, 320)
    qtbot.waitUntil(lambda: panel.details.mapTo(panel, QPoint()).x() > 100)


def test_words_that_only_one_run_reads_lead_to_the_image_and_to_what_that_run_predicts(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    select(panel, runs, ONE, OTHER)
    words = panel.details.words
    qtbot.waitUntil(lambda: words.comparison is not None)
    assert (words.comparison.common, words.comparison.both) == (3, 1)
    assert "Of 3 words, both read 1, neither 0" in words.says.text()
    second, third = session.catalog.table.images[1], session.catalog.table.images[2]
    assert [word.image for word in words.comparison.different] == [second, third]
    model = words.table.model()
    column = next(place for place in (2, 3) if model.headerData(place, Qt.Orientation.Horizontal, 0) == OTHER)
    with mock.patch.object(session.predictions, "look_at") as look_at:
        words.table.clicked.emit(model.index(1, column))
        assert session.image == third
        look_at.assert_called_once_with(runs[OTHER].path)
        words.table.clicked.emit(model.index(0, 0))
        assert session.image == second
        assert look_at.call_count == 1


def test_selected_word_is_shown_as_both_runs_see_it(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    client = client_of(session)
    panel.resize(1100, 700)
    select(panel, runs, ONE, OTHER)
    words = panel.details.words
    panel.details.tabs.setCurrentWidget(words)
    qtbot.waitUntil(lambda: words.comparison is not None)
    words.table.setFocus()
    words.table.setCurrentIndex(words.table.model().index(1, 0))
    image = session.catalog.table.images[2]
    qtbot.waitUntil(lambda: [asked.image for asked in client.sent(Compare)][-1:] == [image] == [session.editor.image])
    asked = client.sent(Compare)[-2:]
    names = [info.name for info in panel.selected]
    assert [question.model for question in asked] == [runs[name].model for name in names]
    first = names.index(OTHER)  # in whatever order the table has them
    label = session.editor.label
    wrong = next(symbol for symbol in session.catalog.project_charset if symbol not in label.word)
    said = [edits.retype(label, (label.ranking[0],), wrong)] * 2
    said[first] = label
    for question, each in zip(asked, said, strict=True):
        predicted = predicted_for(session, each)
        spec = NetworkSpec("small", predicted.charset.symbols, predicted.spec)
        client.answer(Answered(question.number, Seen(spec.to_dict(), predicted.maps)))
    titles = {who: " ".join(words.maps.panes[who, "order"].title) for who in ("one", "other")}
    right, mistaken = ("one", "other") if first == 0 else ("other", "one")
    assert label.word in titles[right]
    assert wrong + label.word[1:] in titles[mistaken]
    assert all(pane.found is not None for (who, _), pane in words.maps.panes.items() if who != "picture")


def test_maps_can_have_a_window_of_their_own(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    select(panel, runs, ONE, OTHER)
    words = panel.details.words
    panel.details.tabs.setCurrentWidget(words)
    words.enlarge.click()
    large = words.maps.window()
    assert large is not panel.window()
    assert ONE in large.windowTitle()
    assert OTHER in large.windowTitle()
    large.close()
    qtbot.waitUntil(lambda: words.maps.window() is panel.window() and words.maps.isVisible())
    words.enlarge.click()
    select(panel, runs, ONE)  # nothing is compared any more
    qtbot.waitUntil(lambda: words.maps.window() is panel.window())
    assert not words.enlarge.isEnabled()


def test_process_that_cannot_be_had_is_said_in_the_place_of_the_maps(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    client_of(session).refuse_to_start()
    select(panel, runs, ONE, OTHER)
    panel.details.tabs.setCurrentWidget(panel.details.words)
    pane = panel.details.words.maps.panes["one", "character"]
    qtbot.waitUntil(lambda: pane.sentence == "There is no process that predicts.")
    assert pane.found is None


def test_a_run_is_renamed_in_its_row(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    row = next(place for place, info in enumerate(panel.rows.entries) if info.name == ONE)
    panel.rows.setData(panel.rows.index(row, NAME), "baseline")
    qtbot.waitUntil(lambda: any(info.name == "baseline" for info in panel.rows.entries))
    assert runs[ONE].path.with_name("baseline").is_dir()


def test_notes_are_written_beside_the_run(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot):
    select(panel, runs, ONE)
    notes = panel.details.notes
    panel.details.tabs.setCurrentIndex(2)
    qtbot.keyClicks(notes, "wider input")
    select(panel, runs, OTHER)  # what was typed about the other is not lost
    assert notes.toPlainText() == ""
    qtbot.waitUntil(lambda: cell(panel, ONE, NOTES) == "wider input")
    assert (runs[ONE].path / "notes.txt").read_text() == "wider input"
    select(panel, runs, ONE)
    assert notes.toPlainText() == "wider input"


@pytest.mark.parametrize("answer", ["delete", "keep"])
def test_deleting_asks_and_says_the_size(panel: RunsPanel, runs: dict[str, RunFolder], qtbot: QtBot, answer: str):
    select(panel, runs, ONE)
    panel.delete()
    (box,) = panel.findChildren(QMessageBox)
    assert ONE in box.text()
    assert "kB" in box.text()
    roles = QMessageBox.ButtonRole
    wanted = roles.DestructiveRole if answer == "delete" else roles.RejectRole
    button = next(button for button in box.buttons() if box.buttonRole(button) == wanted)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    if answer == "delete":
        qtbot.waitUntil(lambda: len(panel.rows.entries) == 1)
        assert not runs[ONE].path.exists()
    else:
        assert runs[ONE].path.exists()


def test_another_run_like_it_takes_its_choices(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    select(panel, runs, OTHER)
    with qtbot.waitSignal(panel.asked) as asked:
        panel.offers["like"].trigger()
    assert asked.args == ["train.start"]
    assert session.instruments.plan.value("batch") == 4


def test_a_run_is_resumed(panel: RunsPanel, runs: dict[str, RunFolder], session: Session):
    select(panel, runs, ONE)
    with mock.patch.object(session.training, "go_on") as go_on:
        panel.offers["resume"].trigger()
    assert go_on.call_args.args[0].path == runs[ONE].path
    begin(session, runs[OTHER].path)
    assert not panel.offers["resume"].isEnabled(), "one training at a time"
    end(session)


def test_curves_of_the_run_that_is_trained_grow(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    begin(session, runs[ONE].path)
    select(panel, runs, OTHER)
    select(panel, runs, ONE)
    tell(session, started(runs[ONE].path), step(1), step(2, loss=0.375))
    qtbot.waitUntil(lambda: "Loss 0.375" in panel.details.curves.plot.entries)
    end(session)


def test_runs_of_another_folder_are_listed_until_they_are_not_wanted(
    panel: RunsPanel, session: Session, tmp_path: Path, qtbot: QtBot
):
    elsewhere = make_run(session, "elsewhere", 0.1).path
    moved = elsewhere.rename(tmp_path / "elsewhere")
    session.runs.add(moved)
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 3)
    panel.select(moved)
    assert panel.offers["forget"].isEnabled()
    panel.offers["forget"].trigger()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 2)
    assert moved.is_dir()


def titles(panel: RunsPanel) -> list[str]:
    return [column.title() for column in panel.rows.columns]


def test_each_choice_in_which_the_runs_differ_is_a_column_to_sort_by(session: Session, panel: RunsPanel, qtbot: QtBot):
    assert titles(panel)[NOTES + 1 :] == ["Words in each step"]
    assert cell(panel, OTHER, NOTES + 1) == "4"
    make_run(session, "003-third", 0.6, batch=16, curriculum=True)
    session.runs.list_runs()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 3)
    assert set(titles(panel)[NOTES + 1 :]) == {"Words in each step", "Rising difficulty"}
    panel.table.sortByColumn(titles(panel).index("Words in each step"), Qt.SortOrder.DescendingOrder)
    shown = [panel.table.model().index(row, titles(panel).index("Words in each step")).data() for row in range(3)]
    assert shown == sorted(shown, key=int, reverse=True), "by number, not by text"


def test_a_point_of_the_scatter_is_a_run_and_selects_it(panel: RunsPanel, qtbot: QtBot):
    page = panel.details.scatter
    panel.details.show_page("all")
    assert [page.by.itemText(place) for place in range(page.by.count())] == [
        "Words in each step",
        "Network",
        "Steps",
        "Duration",
    ]
    places = {point.path.name: page.diagram.place_of(point) for point in page.diagram.points}
    assert places[OTHER].y() < places[ONE].y(), "it reads more"
    for name, place in places.items():
        qtbot.mouseClick(page.diagram, Qt.MouseButton.LeftButton, pos=place.toPoint())
        assert [info.name for info in panel.selected] == [name]
    assert "3 of 4" in next(point.said for point in page.diagram.points if point.path.name == OTHER)
    page.by.setCurrentIndex(page.by.findText("Network"))
    page.by.activated.emit(page.by.currentIndex())
    assert len({point.x for point in page.diagram.points}) == 1, "both have one preset"


def test_run_that_a_person_chooses_is_looked_at_and_one_that_the_panel_selects_is_not(
    panel: RunsPanel, runs: dict[str, RunFolder], session: Session, qtbot: QtBot
):
    model = runs[ONE].path / "model.keras"
    model.write_bytes(b"a model")
    session.runs.list_runs()
    qtbot.waitUntil(lambda: session.runs.entry(runs[ONE].path).model is not None)
    panel.select(runs[OTHER].path)
    panel.select(runs[ONE].path)
    assert session.predictions.run is None
    panel.select(runs[OTHER].path)
    row = next(row for row in range(panel.table.model().rowCount()) if ONE in panel.table.model().index(row, 0).data())
    panel.table.selectRow(row)
    assert session.predictions.run == runs[ONE].path
