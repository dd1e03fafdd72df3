"""The prediction panel, the five best symbols of each position."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.predictions import client_of, predicted_for, show_prediction

from app.desktop.theme import colour
from app.pictures.exporting import export_view
from app.project.workspace import FollowUp
from app.reading.predicted import Predicted
from app.session import Session
from app.views.predictions.model_chooser import ModelChooser, model_file_dialog, name_of
from app.views.predictions.panel import LoadingRow, ReadingPanel
from app.views.predictions.reading_rows import ReadingColumn, ReadingRow, WholeCandidates, rows_of
from app.widgets.history_bar import HistoryBar
from app.widgets.symbol_font import symbol_font
from app.workers.prediction_messages import Answered, AskLoss, NotLoaded
from core.analysis.attribution.oracle_combinations import PREDICTED
from core.analysis.predicted_maps import Aid
from core.base.explaining.advice import search
from core.charset import Charset
from core.labels.edits import edits
from core.labels.label import WordLabel
from core.runs.bundled import BundledModel
from core.runs.info import RunInfo


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> ReadingPanel:
    return exposed(qtbot, ReadingPanel(session), 300, 500)


def misread(session: Session, place: int = 0) -> tuple[Predicted, str, str]:
    """A prediction with one wrong symbol: it, the right one and the wrong one."""
    label = session.editor.label
    character = label.in_order[place]
    wrong = next(s for s in session.catalog.project_charset if s not in label.word)
    at = label.characters.index(character)
    changed = [*label.characters]
    changed[at] = replace(character, symbol=wrong)
    return predicted_for(session, replace(label, characters=tuple(changed))), character.symbol, wrong


def spoilt_by(session: Session, aid: Aid) -> Predicted:
    """A prediction whose network reads the word right, and of which something makes another word."""
    spoilt, *_ = misread(session)
    right = predicted_for(session)
    return replace(right, maps=replace(right.maps, word=spoilt.maps.word, alone=right.maps.word, aid=aid))


def without_position(predicted: Predicted, k: int) -> Predicted:
    """The same with H_k too faint to be read."""
    from core.labels.maps.decoding import ReadWord

    word = predicted.maps.word
    characters = tuple(c for c in word.characters if c.order != k)
    text = "".join(c.symbol for c in characters)
    return replace(predicted, maps=replace(predicted.maps, word=ReadWord(text, 0.5, characters, (k,))))


# The panel


def test_a_bar_moves_while_the_model_is_being_loaded(session: Session, panel: ReadingPanel):
    assert panel.loading.isHidden()
    session.in_use.choose(Path("/models/model.keras"))
    assert not panel.loading.isHidden()
    assert panel.loading.bar.maximum() == 0, "nobody knows how long it takes"
    show_prediction(session, predicted_for(session), "other.keras")
    assert panel.loading.isHidden()


def test_the_loss_of_the_image_is_shown_until_its_label_changes(session: Session, panel: ReadingPanel, qtbot: QtBot):
    client = client_of(session)
    show_prediction(session, predicted_for(session))
    qtbot.waitUntil(lambda: bool(client.sent(AskLoss)) and panel.details.isVisible())
    assert not panel.loss.isVisible() and panel.table.isColumnHidden(ReadingColumn.POSITION), "few people ask for it"
    panel.details.click()
    assert not panel.table.isColumnHidden(ReadingColumn.POSITION)
    asked = client.sent(AskLoss)[-1]
    assert (asked.image, asked.label.word) == (session.image, session.editor.label.word)
    client.answer(Answered(asked.number, ("L = 0.5", "L_l = 0.05")))
    assert panel.loss.isVisible() and panel.loss.text() == "L = 0.5\nL_l = 0.05"
    session.editor.apply("Type", lambda label: edits.retype(label, (label.ranking[0],), "z"))
    qtbot.waitUntil(panel.loss.isHidden)
    qtbot.waitUntil(lambda: client.sent(AskLoss)[-1].label.word.startswith("z"))


def test_a_model_that_takes_long_says_for_how_long_and_can_be_stopped(session: Session, qtbot: QtBot):
    times = [0.0]
    row = added(qtbot, LoadingRow(session, now=lambda: times[-1]))
    session.in_use.choose(Path("/share/model.keras"))
    row.show_loading()
    times.append(12.0)
    row.tick()
    assert row.passed.text() == "0:12" and row.hint.isHidden()
    assert row.place.text() == "Loading model.keras from /share"
    times.append(95.0)
    row.tick()
    assert row.passed.text() == "1:35" and not row.hint.isHidden()
    asked: list[str] = []
    session.workspace.meaning_asked.connect(asked.append)
    row.meaning.click()
    assert [each.id for each in search(asked[0])] == ["slow-model"]
    row.stop.click()
    row.show_loading()
    assert session.predictions.model is None and row.isHidden()


def test_panel_says_how_to_begin_where_there_is_no_model(panel: ReadingPanel):
    assert "Choose a model" in panel.sentence.text()
    assert not panel.table.isVisible()


def test_wrong_symbol_stands_beside_the_right_one(session: Session, panel: ReadingPanel):
    predicted, right, wrong = misread(session)
    show_prediction(session, predicted)
    first = panel.rows.entries[0]
    assert (first.rank, first.symbol, first.read and first.read.symbol, first.differs) == (1, right, wrong, True)
    assert not any(row.differs for row in panel.rows.entries[1:])
    assert wrong in panel.word.text()
    said = panel.rows.in_words(first)
    assert right in said
    assert wrong in said


@pytest.mark.parametrize(
    ("aid", "said"),
    [
        ("language", "with the language"),
        ("expected", "with the expected words"),
        ("looks", "with further looks"),
        ("case", "with reading without regard to case"),
    ],
)
def test_what_made_another_word_of_the_networks_is_said_first_and_can_be_taken_away(
    session: Session, panel: ReadingPanel, qtbot: QtBot, aid: str, said: str
):
    show_prediction(session, spoilt_by(session, aid))
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    right, read = panel.diagnosing.diagnosis.word.text, session.predictions.current.maps.word.text
    assert panel.alone.text().startswith(f"The network reads {right}; {said}: {read}. At fault: ")
    assert panel.without_button.isVisible() and panel.without_button.text().startswith("Read without ")
    assert panel.verdict.text() == "" and not panel.repair_button.isVisible()


def test_language_that_is_taken_away_comes_back_with_one_button(
    session: Session, panel: ReadingPanel, sentences: list[str], qtbot: QtBot
):
    show_prediction(session, spoilt_by(session, "language"))
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    offered: list[FollowUp] = []
    session.workspace.notified.connect(lambda severity, sentence, offers: offered.extend(offers))
    panel.without_button.click()
    assert not session.settings.value("predicting.language_model")
    offered[0].run()
    assert session.settings.value("predicting.language_model")


def test_word_that_the_language_makes_right_says_so_and_the_network_is_diagnosed(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    predicted, *_ = misread(session)
    right = predicted_for(session).maps.word
    maps = replace(predicted.maps, word=right, alone=predicted.maps.word, aid="language")
    show_prediction(session, replace(predicted, maps=maps))
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    assert "That is right" in panel.alone.text()
    assert panel.diagnosing.diagnosis.words[PREDICTED] is predicted.maps.word
    assert "At fault: the character map" in panel.verdict.text()
    assert not panel.expect_button.isVisible()


def test_nothing_is_said_of_a_language_that_changes_nothing(session: Session, panel: ReadingPanel):
    predicted = predicted_for(session)
    show_prediction(session, replace(predicted, maps=replace(predicted.maps, alone=predicted.maps.word)))
    assert not panel.alone.isVisible() and not panel.without_button.isVisible()


def test_symbol_that_was_changed_names_both_and_why_its_score_is_not_the_greatest(
    session: Session, panel: ReadingPanel
):
    predicted = spoilt_by(session, "language")
    show_prediction(session, predicted)
    row, made = panel.rows.entries[0], predicted.maps.word.characters[0]
    own = predicted.maps.own.characters[0].symbol
    assert panel.rows.index(0, ReadingColumn.READ).data() == f"{own} → {made.symbol}"
    assert panel.rows.in_words(row).splitlines()[1] == f"Changed to {made.symbol} by the language: {made.score:.2f}"
    scores = [score for _, score in row.best]
    assert scores == sorted(scores, reverse=True)


def test_place_is_red_if_the_network_or_the_finished_word_misreads_it(session: Session, panel: ReadingPanel):
    def colours() -> list[QColor | None]:
        return [
            panel.rows.index(row, column).data(Qt.ItemDataRole.ForegroundRole)
            for row in range(len(panel.rows.entries))
            for column in (ReadingColumn.SYMBOL, ReadingColumn.READ)
        ]

    def of_the_first() -> list[QColor | None]:
        first, others = colours()[:2], colours()[2:]
        assert not any(others)
        return first

    right, (misread_one, *_) = predicted_for(session), misread(session)
    red = [colour("error")] * 2
    show_prediction(session, misread_one)
    assert of_the_first() == red
    show_prediction(session, spoilt_by(session, "looks"))
    assert of_the_first() == red, "the network reads it, the finished word does not"
    maps = replace(misread_one.maps, word=right.maps.word, alone=misread_one.maps.word, aid="language")
    show_prediction(session, replace(misread_one, maps=maps))
    assert of_the_first() == red, "the network misreads it, the finished word does not"
    word = right.maps.word
    cut = replace(word, text=word.text[1:], characters=word.characters[1:])
    show_prediction(session, replace(right, maps=replace(right.maps, word=cut, alone=word, aid="language")))
    assert of_the_first() == red, "the finished word has nothing there"
    show_prediction(session, right)
    assert not any(colours())


def test_word_becomes_expected_by_a_list_only_once_a_person_has_agreed_to_the_list(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    show_prediction(session, spoilt_by(session, "language"))
    word = session.editor.label.word
    offered: list[tuple[str, FollowUp]] = []
    session.workspace.notified.connect(lambda severity, said, offers: offered.extend((said, offer) for offer in offers))
    panel.expect_button.click()
    path = session.project.root / "expected-words.txt"
    assert not path.exists() and "every image of this folder is read as one of" in offered[0][0]
    offered[0][1].run()
    qtbot.waitUntil(lambda: session.project.settings.expected == path.name)
    words = path.read_text(encoding="utf-8").split()
    assert word in words and len(words) == len({*words})


def test_character_that_was_not_read_leaves_the_others_in_line(session: Session, panel: ReadingPanel):
    label = session.editor.label
    show_prediction(session, predicted_for(session, WordLabel(label.in_order[1:])))
    first, *others = panel.rows.entries
    assert first.read is None
    assert first.differs
    assert [row.symbol for row in others] == [row.read.symbol for row in others if row.read]


def test_gap_has_a_row_of_its_own(session: Session, panel: ReadingPanel):
    show_prediction(session, without_position(predicted_for(session), 2))
    gaps = [row.gap for row in panel.rows.entries if row.gap is not None]
    assert gaps == [2]
    place = next(number for number, row in enumerate(panel.rows.entries) if row.gap == 2)
    assert panel.rows.index(place, ReadingColumn.READ).data() == "gap"


def test_text_without_characters_is_compared_too(session: Session):
    predicted = predicted_for(session)
    text = predicted.maps.word.text
    assert not any(row.differs for row in rows_of((), text, predicted))
    assert [row.differs for row in rows_of((), text[:-1], predicted)][-1]
    assert not any(row.differs for row in rows_of((), None, predicted))


def test_click_on_a_row_shows_its_position_alone_and_again_all(session: Session, panel: ReadingPanel, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    at = panel.table.visualRect(panel.rows.index(1, ReadingColumn.READ)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.display.choices.position == 2
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.display.choices.position is None


def test_step_and_loss_of_a_training_are_said(session: Session, panel: ReadingPanel):
    predicted = predicted_for(session)
    show_prediction(session, predicted)
    session.predictions.history.add(1200, Path("step_00001200.npz"), 0.25)
    session.predictions.history.step = 1200
    session.predictions.history.shown = replace(predicted, step=1200, loss=0.25)
    session.predictions.history.changed.emit()
    assert panel.sentence.text() == "Step 1,200, loss 0.25"


def test_failed_model_says_why_in_the_panel(session: Session, panel: ReadingPanel):
    show_prediction(session, predicted_for(session))
    client_of(session).answer(NotLoaded(Path("model.keras"), "model.keras: damaged. Copy it again."))
    session.step(1)
    assert panel.sentence.text() == "model.keras: damaged. Copy it again."


def test_symbols_that_the_model_does_not_know_are_named_below_what_it_reads(session: Session, panel: ReadingPanel):
    known, unknown = session.catalog.project_charset.symbols[1:], session.catalog.project_charset.symbols[0]
    label = replace(session.editor.label, characters=session.editor.label.characters[:1])
    label = replace(label, characters=(replace(label.characters[0], symbol=known[0]),))
    show_prediction(session, predicted_for(session, label, charset=Charset(known)))
    assert known[0] in panel.word.text()
    assert panel.warning.isVisible()
    assert panel.warning.text() == (
        f"The model's charset lacks 1 of the project's symbols: {unknown}. The model predicts the others."
    )


def test_history_bar_goes_to_a_step_by_the_keyboard(session: Session, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    history = session.predictions.history
    bar = added(qtbot, HistoryBar(history))
    assert not bar.isVisible()
    said = []
    for step in (3, 7):
        history.add(step, Path(f"step_{step:08d}.npz"), None)
        said.append(bar.sentence.text())
    assert said == ["One step is kept for this image", "2 steps are kept for this image"]
    assert bar.isVisible()
    for key, step in ((Qt.Key.Key_Left, 7), (Qt.Key.Key_Home, 3), (Qt.Key.Key_End, None)):
        qtbot.keyClick(bar.slider, key)
        assert history.step == step


# The model chooser


def test_model_files_are_looked_for_beside_the_project_where_it_has_no_runs(session: Session, panel: ReadingPanel):
    assert session.project is not None and not session.runs.entries
    dialog = model_file_dialog(session, panel)
    assert Path(dialog.directory().path()) == session.project.root.parent
    assert dialog.filter() & QDir.Filter.Hidden, "another project's runs lie in a hidden folder"
    dialog.deleteLater()


def test_models_are_the_runs_with_their_checkpoints(session: Session, tmp_path: Path, qtbot: QtBot):
    run = tmp_path / "001-small"
    for step in (40, 120):
        (run / "checkpoints" / f"step_{step:08d}").mkdir(parents=True)
    session.runs.entries = (
        RunInfo(run, state="finished", best_step=100, metrics={"word_accuracy": 1.0}, validated=2),
        RunInfo(tmp_path / "002-small", state="failed"),
    )
    chooser = added(qtbot, ModelChooser(session))
    session.runs.changed.emit()

    def run_menus() -> list[QMenu]:
        chooser.fill()
        return [action.menu() for action in chooser.menu().actions() if action.menu()]

    qtbot.waitUntil(lambda: any(len(menu.actions()) > 1 for menu in run_menus()))  # the checkpoints
    menus = run_menus()
    assert [menu.title() for menu in menus] == ["001-small"]
    assert [action.text() for action in menus[0].actions()] == [
        "Best, step 100: 2 of 2 validation words",
        "Checkpoint, step 120",
        "Checkpoint, step 40",
    ]
    menus[0].actions()[2].trigger()
    assert session.predictions.model == run / "checkpoints" / "step_00000040"
    assert chooser.text() == "In use for drafts: 001-small, 40, loading…"
    assert name_of(run) == "001-small"


def test_what_is_read_is_written_so_that_alike_symbols_are_told_apart(session: Session, panel: ReadingPanel):
    show_prediction(session, predicted_for(session))
    rows, families = panel.rows, symbol_font().families()
    font = {at: rows.data(rows.index(0, at), Qt.ItemDataRole.FontRole) for at in ReadingColumn}
    assert font[ReadingColumn.SYMBOL].families() == font[ReadingColumn.READ].families() == families
    assert font[ReadingColumn.SCORE] is None
    assert panel.word.font().families() == families


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("plates/.textscanner/runs/003-large/model.keras", "003-large of plates"),
        ("elsewhere/003-large/model.keras", "003-large/model.keras"),
        ("elsewhere/mine.keras", "mine.keras"),
    ],
)
def test_model_file_is_called_so_that_it_is_told_from_others(tmp_path: Path, file: str, name: str):
    assert name_of(tmp_path / file) == name


def test_the_best_symbols_of_each_position_stand_in_its_row(session: Session, panel: ReadingPanel):
    predicted, _, wrong = misread(session)
    show_prediction(session, predicted)
    for row in panel.rows.entries:
        scores = [score for _, score in row.best]
        assert len(scores) == 5 and scores == sorted(scores, reverse=True)
    first = panel.rows.entries[0]
    assert first.best[0][0] == wrong
    assert f"Best: {wrong} " in panel.rows.in_words(first)
    assert wrong not in panel.rows.index(0, ReadingColumn.OTHERS).data()


# The view as a picture


@pytest.mark.parametrize(("name", "begins"), [("view.png", b"\x89PNG"), ("view.svg", b"<?xml")])
def test_view_is_saved_as_a_picture(
    session: Session, panel: ReadingPanel, tmp_path: Path, qtbot: QtBot, name: str, begins: bytes
):
    with qtbot.waitSignal(session.workspace.notified) as signal:
        export_view(session, panel, tmp_path / name)
    assert signal.args[:2] == ["note", f"Saved {name}."]
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_view_that_cannot_be_saved_is_told_of(session: Session, panel: ReadingPanel, tmp_path: Path, qtbot: QtBot):
    with qtbot.waitSignal(session.workspace.notified) as signal:
        export_view(session, panel, tmp_path / "missing" / "view.png")
    assert signal.args[0] == "error"


def test_bundled_model_is_offered_first_with_its_name_and_size(
    make_session: Callable[[Path | None], Session], along: BundledModel, qtbot: QtBot
):
    session = make_session(None)
    chooser = added(qtbot, ModelChooser(session))
    chooser.fill()
    first = chooser.menu().actions()[0]
    assert first.text() == "reader 7, which comes with the program (1.5 MB)"
    first.trigger()
    assert session.predictions.model == along.path
    assert chooser.text() == "In use for drafts: reader 7, loading…"
    chooser.fill()
    assert chooser.menu().actions()[0].isChecked()
    along.path.unlink()
    chooser.fill()
    assert chooser.menu().actions()[0].text() == "No model"


def test_long_name_of_the_model_in_use_ends_with_dots_and_is_whole_in_the_tip(session: Session, qtbot: QtBot):
    chooser = added(qtbot, ModelChooser(session))
    chooser.setMaximumWidth(200)
    name = "a-model-with-a-very-long-name-of-many-words.keras"
    show_prediction(session, predicted_for(session), name)
    assert "…" in chooser.text() and chooser.fontMetrics().horizontalAdvance(chooser.text()) <= 200
    assert name.removesuffix(".keras") in chooser.toolTip()


def test_as_many_of_the_next_best_symbols_are_shown_as_have_room_whole(panel: ReadingPanel):
    best = (("e", 0.21), ("A", 0.13), ("@", 0.12), ("o", 0.01))
    panel.rows.set_entries((ReadingRow(1, "a", None, best=best),))
    index = panel.rows.index(0, ReadingColumn.OTHERS)
    delegate = panel.table.itemDelegateForColumn(ReadingColumn.OTHERS)
    assert isinstance(delegate, WholeCandidates)
    shown = []
    for width in range(20, 400, 5):
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, width, 24)
        delegate.initStyleOption(option, index)
        shown.append(option.text)
    whole = [f"{symbol} {score:.2f}" for symbol, score in best]
    assert [*dict.fromkeys(shown)] == ["  ".join(whole[: count + 1]) for count in range(len(whole))]
    assert index.data() == "  ".join(whole), "for a screen reader, and in the tip"
