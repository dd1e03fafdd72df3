import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QFileDialog, QLabel, QToolButton
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.window.told_training import begin, end, new_run
from support.words.bundled_reader import bundled_reader

from app.session import Session
from app.training.plan import TrainingPlan
from app.training.table import FIELDS
from app.views.training.dialog import TrainingDialog
from app.views.training.editors import ChoiceBox
from app.views.training.form import FRONT
from app.workers.messages import Checking, Timed
from core.base.graphics_cards import CardProcess, GraphicsCard
from core.runs.backends import NAMES, BackendSeen
from core.runs.bundled import BundledModel
from core.runs.info import RunInfo


@pytest.fixture
def reader_of_letters(along: BundledModel) -> BundledModel:
    return bundled_reader(along.folder, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


pytestmark = pytest.mark.parametrize("check_entry", ["support.processes.replayed_check"])


@pytest.fixture
def started(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The choices that trainings were started with; none is."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(session.training, "start", lambda values: not found.append(dict(values)))
    return found


@pytest.fixture
def plan(session: Session) -> TrainingPlan:
    return session.instruments.plan


@pytest.fixture
def dialog(session: Session, started: list[dict[str, Any]], qtbot: QtBot) -> TrainingDialog:
    """Not shown: nothing is checked."""
    return added(qtbot, TrainingDialog(session))


def box_of(dialog: TrainingDialog, name: str) -> QDoubleSpinBox:
    return dialog.form.rows[name].editor.main


def type_into(qtbot: QtBot, box: QDoubleSpinBox, text: str) -> None:
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


# Choosing


def test_nothing_moves_when_the_first_choice_is_made_or_a_scroll_bar_comes(
    session: Session, started: list[dict[str, Any]], plan: TrainingPlan, qtbot: QtBot
):
    dialog = exposed(qtbot, TrainingDialog(session))
    form = dialog.form

    def places() -> list[QPoint]:
        return [row.editor.mapTo(dialog, QPoint()) for row in form.rows.values() if row.editor.isVisible()]

    before = places()
    plan.set("seed", 3)
    assert form.reset_all.isVisible()
    qtbot.wait(50)
    assert places() == before
    shown = form.verticalScrollBar().isVisible()
    dialog.resize(dialog.width(), 400 if not shown else 1200)
    qtbot.waitUntil(lambda: form.verticalScrollBar().isVisible() != shown)
    assert [place.x() for place in places()] == [place.x() for place in before]


def test_every_choice_has_a_place_in_front_or_behind_advanced(dialog: TrainingDialog):
    elsewhere = {"synthetic", "start", "devices"}  # data, start and device are chosen by lists of their own
    brought = {"loss.term", "loss.term_weight"}  # by plug-ins, none of which is on here
    assert {*dialog.form.rows} == {name for name, field in FIELDS.items() if field.section} - elsewhere - brought
    assert {*FRONT} <= {*FIELDS}


def test_a_choice_that_only_plugins_offer_is_shown_if_it_was_made(session: Session, qtbot: QtBot):
    session.instruments.plan.set("loss.term_weight", 2.0)
    dialog = TrainingDialog(session)
    qtbot.addWidget(dialog)
    assert "loss.term_weight" in dialog.form.rows and "loss.term" not in dialog.form.rows


OFFERED: dict[str, int] = {"preset": 4, "start": 2, "data": 3, "effects": 3, "precision": 3, "trainer": 2}
"""Lists of the form with the number of their first possibilities that a person may choose here."""


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from([*OFFERED]), st.integers(0, 3)), max_size=12))
def test_what_a_person_has_chosen_is_on_screen_and_trained_whatever_is_chosen_after_it(
    reader_of_letters: BundledModel, dialog: TrainingDialog, plan: TrainingPlan, chosen: list[Any]
):
    plan.reset()
    form = dialog.form

    def box_called(name: str) -> ChoiceBox:
        return form.choosers[name].box if name in form.choosers else form.rows[name].editor.main

    wanted: dict[str, int] = {}
    for name, place in chosen:
        wanted[name] = place % OFFERED[name]
        box_called(name).setCurrentIndex(wanted[name])
        box_called(name).activated.emit(wanted[name])
        assert {shown: box_called(shown).currentIndex() for shown in wanted} == wanted
    trained = plan.choices()
    for name in {"preset", "start"} & {*wanted}:
        assert trained[name] == plan.value(name)


def test_choices_that_contradict_each_other_say_so_beside_both(
    reader_of_letters: BundledModel, dialog: TrainingDialog, plan: TrainingPlan
):
    plan.set_start(reader_of_letters.path)
    plan.set("preset", "small")
    notes = dialog.form.notes
    assert {name for name, note in notes.items() if not note.isHidden()} == {"start", "preset"}
    assert "“small” is chosen" in notes["start"].text() == notes["preset"].text()
    plan.reset("preset")
    assert all(note.isHidden() for note in notes.values())


def test_numbers_that_are_typed_are_chosen_and_can_be_taken_back(
    dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot
):
    type_into(qtbot, box_of(dialog, "steps"), "500")
    type_into(qtbot, box_of(dialog, "learning_rate"), "0.0005")
    type_into(qtbot, box_of(dialog, "character_level_share"), "25")
    assert dict(plan.values) == {"steps": 500, "learning_rate": 0.0005, "character_level_share": 0.25}
    assert box_of(dialog, "learning_rate").text() == "0.0005"
    row = dialog.form.rows["steps"]
    assert not row.reset.isHidden()
    row.reset.click()
    assert not plan.is_chosen("steps")
    assert box_of(dialog, "steps").text() == "3,000 (of this network)"
    assert row.reset.isHidden()


def test_what_the_preset_decides_follows_the_preset(dialog: TrainingDialog, plan: TrainingPlan):
    plan.set("preset", "paper")
    assert box_of(dialog, "steps").text() == "60,000 (of this network)"
    assert box_of(dialog, "learning_rate").text() == "0.0005 (of this network)"


def test_texts_switches_and_pairs_are_chosen(dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot):
    freeze = dialog.form.rows["freeze"].editor.main
    qtbot.keyClicks(freeze, "conv1, conv2,")
    qtbot.keyClick(freeze, Qt.Key.Key_Return)
    assert plan.value("freeze") == ("conv1", "conv2")
    dialog.form.rows["balance"].editor.main.click()
    assert plan.value("balance") is True
    low, high = dialog.form.rows["synthetic_length"].editor.boxes
    low.setValue(9)
    assert plan.value("synthetic_length") == (9, 9)
    high.setValue(4)
    assert plan.value("synthetic_length") == (4, 4)


def test_a_wheel_that_scrolls_the_form_changes_no_number(dialog: TrainingDialog):
    for name in ("steps", "preset"):
        assert dialog.form.rows[name].editor.main.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_data_is_chosen_from_project_synthetic_words_and_a_mix(dialog: TrainingDialog, plan: TrainingPlan):
    data = dialog.form.choosers["data"]
    assert [data.box.itemData(place) for place in range(data.box.count())] == ["project", "mix", "synthetic"]
    data.box.activated.emit(1)
    share = data.share
    assert not share.isHidden()
    share.setValue(30)
    assert plan.value("synthetic") == 0.3
    data.box.activated.emit(2)
    assert plan.value("synthetic") == 1.0
    assert not dialog.form.rows["reviewed_only"].editor.isEnabled()
    assert share.isHidden()


def test_validation_is_that_of_the_project_a_share_or_a_folder(
    dialog: TrainingDialog, plan: TrainingPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chooser = dialog.form.choosers["validation"]
    assert chooser.box.currentText() == "Project: 10 % of the images"
    chooser.box.activated.emit(1)
    assert plan.value("validation") == 0.1
    chooser.share.setValue(25)
    assert plan.value("validation") == 0.25
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    chooser.box.activated.emit(chooser.box.count() - 1)
    assert plan.value("validation") == tmp_path
    assert chooser.box.currentText() == tmp_path.name


def test_a_training_can_start_from_the_model_of_a_run(
    dialog: TrainingDialog, plan: TrainingPlan, session: Session, tmp_path: Path
):
    session.runs.entries = (RunInfo(tmp_path / "007-small", best_step=20), RunInfo(tmp_path / "008-small"))
    session.runs.changed.emit()
    chooser = dialog.form.choosers["start"]
    assert [chooser.box.itemText(place) for place in range(chooser.box.count())] == [
        "Random weights",
        "Run 007-small",
        "A model file…",
    ]
    chooser.box.activated.emit(1)
    assert plan.value("start") == tmp_path / "007-small" / "model.keras"


def test_cards_are_offered_by_name_with_their_free_memory(dialog: TrainingDialog, plan: TrainingPlan):
    chooser = dialog.form.choosers["where"]
    gigabyte = 10**9
    seen = {name: BackendSeen(name, "3.0") for name in NAMES}
    chooser.take_seen(seen | {"tensorflow": BackendSeen("tensorflow", "3.0", ("NVIDIA L4", "T4"))})
    chooser.take((GraphicsCard(0, "NVIDIA L4", 23 * gigabyte, 24 * gigabyte), GraphicsCard(1, "T4", 10**8, 10**10)))
    texts = [chooser.box.itemText(place) for place in range(chooser.box.count())]
    assert texts[0] == "All 2 GPUs, through TensorFlow"
    assert texts[1] == "GPU:0 NVIDIA L4: 23.0 GB of 24.0 GB free"
    assert texts[3:5] == ["CPU", "CPU as two devices (for a trial)"]
    assert "GPU:1" in chooser.says.text()
    assert "GPU:0" not in chooser.says.text()
    chooser.take((GraphicsCard(0, "L4", 10**10, 10**10, "GPU-1", (CardProcess(48310, "python3", 3 * gigabyte),)),))
    assert chooser.says.text() == "On GPU:0: python3 (48310) 3.0 GB"
    chooser.take((GraphicsCard(0, "NVIDIA L4", 23 * gigabyte, 24 * gigabyte), GraphicsCard(1, "T4", 10**8, 10**10)))
    chooser.box.activated.emit(2)
    assert plan.value("devices") == ("GPU:1",)


def test_a_way_that_is_not_offered_says_why_and_leaves_the_choice(dialog: TrainingDialog, plan: TrainingPlan):
    chooser = dialog.form.choosers["where"]
    chooser.box.activated.emit(chooser.box.findText("CPU as two devices (for a trial)"))
    assert plan.value("devices") == ("CPU:0", "CPU:1")
    for name in ("CentralStorageStrategy", "ParameterServerStrategy", "TPUStrategy", "Estimator"):
        chooser.box.activated.emit(chooser.box.findText(f"{name}: not offered"))
        assert chooser.says.text().startswith(f"{name} is not offered: ")
        assert plan.value("devices") == ("CPU:0", "CPU:1")
        assert chooser.box.currentText() == "CPU as two devices (for a trial)"


def test_more_sources_are_added_weighed_and_removed(dialog: TrainingDialog, plan: TrainingPlan, tmp_path: Path):
    sources = dialog.form.sources
    sources.add(tmp_path / "one")
    sources.add(tmp_path / "two.csv")
    sources.weights[1].setValue(2.5)
    assert [(each["path"].name, each["weight"]) for each in sources.sources] == [("one", 1.0), ("two.csv", 2.5)]
    remove = next(button for button in sources.findChildren(QToolButton) if button.toolTip() == "Leave out")
    remove.click()
    assert [each["path"].name for each in plan.choices()["sources"]] == ["two.csv"]
    assert plan.refusal() == ""


def test_choices_that_do_not_fit_together_cannot_be_started(dialog: TrainingDialog, plan: TrainingPlan):
    plan.set("unfreeze_at", 10)
    assert not dialog.start.isEnabled()
    assert "nothing is frozen" in dialog.refusal.text()
    plan.reset()
    assert dialog.start.isEnabled()


# Checking and starting


def show_checked(qtbot: QtBot, dialog: TrainingDialog) -> None:
    dialog.show()
    qtbot.waitUntil(lambda: dialog.check.timed is not None)


def test_the_check_tells_what_will_be_used_and_needed_and_is_repeated_by_itself(
    dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot
):
    show_checked(qtbot, dialog)
    plan.changed.emit()  # as when all labels have been read
    assert dialog.check.is_current and dialog.check.timed is None
    qtbot.waitUntil(lambda: dialog.check.timed is not None)
    said = "\n".join(dialog.check.lines)
    for part in (
        "1234 words, 7 of them with polygons",
        "Validates with 56",
        "10 symbols",
        "1.3 GB on CPU",
        "13 minutes of training",
    ):
        assert part in re.sub(r"(?<=\d),(?=\d)", "", said)  # whatever the locale puts between thousands
    assert dialog.start.isEnabled()


def test_the_time_stands_first_and_few_validation_words_are_a_doubt_of_the_summary(
    dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot
):
    show_checked(qtbot, dialog)
    assert "minutes of training" in dialog.check.lines[0]
    assert dialog.summary.project.text().startswith("words: labels of ")
    assert dialog.summary.doubt.isHidden()
    plan.set("validation", 0.1)
    assert dialog.summary.doubt.text().startswith("Only ")


def test_the_check_tells_the_share_of_synthetic_words(dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot):
    plan.set("synthetic", 0.25)
    plan.set("seed", 3)
    show_checked(qtbot, dialog)
    assert dialog.check.lines[1].endswith("words, all of them with polygons.")
    assert dialog.check.lines[2] == "25 % of its words are synthetic."


def test_start_begins_the_training_that_was_checked(
    dialog: TrainingDialog, plan: TrainingPlan, started: list[dict[str, Any]], session: Session, qtbot: QtBot
):
    plan.set("batch", 4)
    show_checked(qtbot, dialog)
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert started == [{"batch": 4, "folder": session.project.root}]
    assert dialog.isHidden()


def test_the_check_tells_how_many_steps_fit_into_the_time_limit(
    dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot
):
    dialog.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    plan.set("minutes", 5)
    show_checked(qtbot, dialog)
    assert "The time is enough for about 1,200 steps" in dialog.check.lines[-1]


def press_start(qtbot: QtBot, dialog: TrainingDialog) -> None:
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)


def test_start_asks_about_an_image_that_is_left_out_and_was_not_on_screen_yet(
    dialog: TrainingDialog, plan: TrainingPlan, started: list[dict[str, Any]], qtbot: QtBot
):
    show_checked(qtbot, dialog)
    plan.set("seed", 2)
    press_start(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.check.timed is not None)
    assert started == []
    listed = dialog.check.left_out
    assert listed.model().index(0, 0).data() == "word_3.png: it has no label. Label it."
    listed.setFixedWidth(120)
    line = listed.fontMetrics().height()
    qtbot.waitUntil(lambda: listed.visualRect(listed.model().index(0, 0)).height() >= 2 * line)
    assert not listed.horizontalScrollBar().isVisible(), "all of it is read without a scroll bar"
    assert "Only few words are there." in dialog.check.lines
    assert (dialog.doubt.text(), dialog.start.text()) == ("One image is left out.", "Start without this image")
    press_start(qtbot, dialog)
    assert len(started) == 1


def test_start_checks_first_and_goes_on_even_if_the_plan_changes_by_itself(
    dialog: TrainingDialog, plan: TrainingPlan, started: list[dict[str, Any]], qtbot: QtBot
):
    press_start(qtbot, dialog)
    assert started == [] and dialog.start.text() == "Start without waiting"
    plan.changed.emit()  # as when the model to start from is found
    qtbot.waitUntil(lambda: len(started) == 1)


def test_one_press_starts_where_the_doubts_were_on_screen_before_a_field_was_changed(
    dialog: TrainingDialog, plan: TrainingPlan, started: list[dict[str, Any]], qtbot: QtBot
):
    plan.set("seed", 2)
    show_checked(qtbot, dialog)
    box = box_of(dialog, "batch")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "40")
    qtbot.keyClick(box, Qt.Key.Key_Tab)
    assert not dialog.check.is_current
    press_start(qtbot, dialog)
    qtbot.waitUntil(lambda: len(started) == 1)
    assert started[0]["batch"] == 40


def test_start_is_never_grey_for_a_check_and_begins_at_once_when_it_is_pressed_again(
    dialog: TrainingDialog, started: list[dict[str, Any]], qtbot: QtBot
):
    press_start(qtbot, dialog)
    assert started == [] and dialog.start.isEnabled()
    press_start(qtbot, dialog)
    assert len(started) == 1


def test_another_limit_of_time_or_steps_is_told_without_a_new_check(
    dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot
):
    dialog.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    show_checked(qtbot, dialog)
    checked = dialog.check.checked
    plan.set("minutes", 5)
    assert dialog.check.is_current and dialog.check.checked is checked
    assert "5 minutes of training" in "\n".join(dialog.check.lines)
    assert "The time is enough for about 1,200 steps" in dialog.check.lines[-1]
    plan.set("steps", 400)
    assert dialog.check.is_current and "400 steps of 0.25 s." in dialog.check.lines[-1]
    plan.reset()
    assert "3,000 steps of 0.25 s." in dialog.check.lines[-1]


def test_a_search_for_fonts_is_shown_while_it_lasts(dialog: TrainingDialog, session: Session, qtbot: QtBot):
    dialog.check_now()
    session.training.checked.emit(Checking(1, 88, "Looking which of 4,100 symbols 88 fonts draw …"))
    assert any("88 fonts" in label.text() for label in dialog.check.findChildren(QLabel))


def test_the_time_of_a_trial_of_the_precision_is_part_of_the_estimate(
    dialog: TrainingDialog, session: Session, qtbot: QtBot
):
    show_checked(qtbot, dialog)
    session.training.checked.emit(Timed(63.0, 0.25, 754.0, 54.0))
    assert (
        "Before the first step, 54 s are spent once to find the faster precision on this computer."
        in dialog.check.lines[-1]
    )


def test_what_cannot_be_trained_cannot_be_started(dialog: TrainingDialog, plan: TrainingPlan, qtbot: QtBot):
    plan.set("seed", 1)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.check.refusal))
    assert "Label some." in "\n".join(dialog.check.lines)
    assert not dialog.start.isEnabled()
    plan.set("seed", 0)
    assert dialog.start.isEnabled()
    assert not dialog.check.is_current


def test_a_second_training_cannot_be_started(dialog: TrainingDialog, session: Session):
    begin(session, new_run(session).path)
    assert not dialog.start.isEnabled()
    assert "running already" in dialog.refusal.text()
    end(session)
    assert dialog.start.isEnabled()


def test_without_a_project_there_is_nothing_to_train_on(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    dialog = exposed(qtbot, TrainingDialog(make_session(None)))
    assert not dialog.start.isEnabled()
    assert dialog.refusal.text() == "Open a folder first."


def test_the_form_says_what_the_training_keeps_of_the_bundled_model(
    reader_of_letters: BundledModel, session: Session, qtbot: QtBot
):
    dialog = added(qtbot, TrainingDialog(session))
    start = dialog.form.choosers["start"].box
    assert [start.itemText(place) for place in range(2)] == ["reader 7 (bundled)", "Random weights"]
    assert start.currentIndex() == 0
    assert "Kept: what it knows" in dialog.summary.start.text()
    start.activated.emit(1)
    assert session.instruments.plan.value("start") is None
    assert dialog.summary.start.isHidden()
    start.activated.emit(0)
    assert dict(session.instruments.plan.values) == {"start": reader_of_letters.path}
