"""Why is it wrong?: the cause of each mistake, what proves it, and the correction as one edit."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.language import verdicts
from app.reading.predicted import Predicted
from app.session import Session
from app.views.predictions.panel import ReadingPanel
from core.analysis.attribution.error_attribution import Diagnosis, Mistake, OtherCase
from core.labels.edits import edits
from core.labels.label import WordLabel
from tests.support.words.evidence import evidence_of


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> ReadingPanel:
    return exposed(qtbot, ReadingPanel(session), 330, 640)


def retyped(session: Session) -> tuple[WordLabel, str, str]:
    """The label with another symbol in its first place: it, the symbol that was there, and the new one."""
    label = session.editor.label
    wrong = next(symbol for symbol in session.catalog.project_charset if symbol not in label.word)
    return edits.retype(label, (label.ranking[0],), wrong), label.in_order[0].symbol, wrong


def seen(session: Session, panel: ReadingPanel, predicted: Predicted, qtbot: QtBot) -> None:
    show_prediction(session, predicted)
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)


def only_mistake(panel: ReadingPanel) -> Mistake:
    (mistake,) = panel.diagnosing.diagnosis.mistakes
    return mistake


def test_word_that_is_read_right_has_no_mistake(session: Session, panel: ReadingPanel, qtbot: QtBot):
    seen(session, panel, predicted_for(session), qtbot)
    assert panel.verdict.text() == "The word is read right."
    assert panel.mistake is None and not panel.map_button.isVisible()


def test_wrong_symbol_is_attributed_to_the_class_branch_with_its_proof(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    said, right, wrong = retyped(session)
    seen(session, panel, predicted_for(session, said), qtbot)
    assert "character map" in panel.verdict.text()
    assert session.editor.label.word in panel.verdict.text()
    assert (only_mistake(panel).wanted, only_mistake(panel).read) == (right, wrong)
    assert panel.cause.text().startswith(
        f"Character 1, “{right}”, is read as “{wrong}”. "
        "The character map: with the target's character map this place is right."
    )
    rows = {panel.proofs.item(n, 0).text(): panel.proofs.item(n, 1).text() for n in range(8)}
    assert rows["Target's character map"] == session.editor.label.word
    assert rows["Target's order map"] == rows["Predicted maps"] == said.reading


def test_order_branch_is_at_fault_if_only_s_is_wrong(session: Session, panel: ReadingPanel, qtbot: QtBot):
    predicted = predicted_for(session)
    order = predicted.maps.order.copy()
    order[..., [1, 2]] = order[..., [2, 1]]
    maps = replace(predicted.maps, order=order)
    from core.labels.maps.decoding import form_word

    word = form_word(evidence_of(maps), predicted.charset, predicted.spec, session.editor.image_size)
    assert word.text != session.editor.label.word
    seen(session, panel, replace(predicted, maps=replace(maps, word=word)), qtbot)
    assert "order map" in panel.verdict.text()
    panel.map_button.click()
    choices = session.display.choices
    assert (choices.overlay, choices.overlay_source) == ("order", "difference")
    mistake = panel.mistake
    assert choices.position == mistake.order


def bold_rows(panel: ReadingPanel, column: int) -> list[str]:
    return [panel.proofs.item(n, 0).text() for n in range(8) if panel.proofs.item(n, column).font().bold()]


def test_bold_is_what_makes_the_word_right_and_in_its_own_column_what_makes_the_place_right(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    session.settings.set("predicting.details", True)
    said, *_ = retyped(session)
    predicted = predicted_for(session, said)
    order = predicted.maps.order.copy()
    order[..., [2, 3]] = order[..., [3, 2]]
    maps = replace(predicted.maps, order=order)
    from core.labels.maps.decoding import form_word

    word = form_word(evidence_of(maps), predicted.charset, predicted.spec, session.editor.image_size)
    seen(session, panel, replace(predicted, maps=replace(maps, word=word)), qtbot)
    diagnosis, first = panel.diagnosing.diagnosis, panel.mistake
    assert first.at_fault != diagnosis.at_fault and len(diagnosis.mistakes) > 1
    (whole,), (here,) = bold_rows(panel, 1), bold_rows(panel, 2)
    assert bold_rows(panel, 0) == [whole] and whole != here
    rows = {panel.proofs.item(n, 0).text(): panel.proofs.item(n, 1).text() for n in range(8)}
    assert rows[whole] == session.editor.label.word != rows[here]


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ({"kind": "wrong", "wanted": "L", "read": "M"}, "Character 3, “L”, is read as “M”. The character map: "),
        ({"kind": "missing", "wanted": "L", "read": None}, "Character 3, “L”, is not read. The character map: "),
        (
            {"kind": "extra", "wanted": None, "read": "M", "order": 4},
            "“M” is read at position 4, where the label has nothing. The character map: ",
        ),
        ({"kind": "wrong", "wanted": "é", "read": "e", "verdict": "charset"}, "Character 3, “é”, is read as “e”. "),
    ],
)
def test_cause_of_a_mistake_names_its_place(mistake: dict[str, Any], said: str):
    example = Mistake(
        kind="wrong",
        rank=3,
        order=3,
        wanted=None,
        read=None,
        verdict="branches",
        at_fault=frozenset({"class"}),
        repairs=(frozenset({"class"}),),
        readings={},
        candidates=(),
        correction=None,
    )
    assert verdicts.cause(replace(example, **mistake)).startswith(said)


def test_correction_is_one_edit_that_can_be_undone(session: Session, panel: ReadingPanel, qtbot: QtBot):
    before = session.editor.label
    said, _, wrong = retyped(session)
    seen(session, panel, predicted_for(session, said, sure=0.97), qtbot)
    assert only_mistake(panel).correction is not None
    assert panel.correct_button.text() == f"Retype as “{wrong}”"
    assert not panel.word_button.isVisible(), "one button says all"
    assert panel.cause.text().endswith("the label may be wrong.")
    qtbot.mouseClick(panel.correct_button, Qt.MouseButton.LeftButton)
    assert session.editor.label.in_order[0].symbol == wrong
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    assert not panel.correct_button.isVisible()
    session.editor.undo()
    assert session.editor.label == before


def test_several_wrong_symbols_are_corrected_by_one_edit_that_can_be_undone(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    before = session.editor.label
    other = [symbol for symbol in session.catalog.project_charset if symbol not in before.word][:2]
    said = edits.retype(edits.retype(before, (before.ranking[0],), other[0]), (before.ranking[-1],), other[1])
    seen(session, panel, predicted_for(session, said, sure=0.97), qtbot)
    assert panel.correct_button.text() == f"Retype as “{other[0]}”"
    assert panel.word_button.text() == f"Retype as “{said.reading}”"
    qtbot.mouseClick(panel.word_button, Qt.MouseButton.LeftButton)
    assert session.editor.label.word == said.reading
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    assert not panel.word_button.isVisible()
    session.editor.undo()
    assert session.editor.label == before


def test_symbol_that_the_model_does_not_know_is_said(session: Session, panel: ReadingPanel, qtbot: QtBot):
    seen(session, panel, predicted_for(session), qtbot)
    session.editor.apply("Retype", edits.retype, (session.editor.label.ranking[0],), "é")
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)
    assert only_mistake(panel).verdict == "charset"
    assert "é" in panel.verdict.text()
    assert "has no “é”" in panel.cause.text()


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((), ""),
        (((2, "N", "n"),), "character 2 (N/n): check that the label is as in the picture."),
        (((2, "N", "n"), (3, "N", "n")), "characters 2, 3 (N/n): check that the label is as in the picture."),
    ],
)
def test_difference_in_case_alone_is_said(places: tuple[tuple[int, str, str], ...], said: str):
    diagnosis = Diagnosis(
        target="INN",
        words={},
        right=frozenset(),
        verdict="branches",
        repairs=(),
        alignment=(),
        mistakes=(),
        other_case=tuple(OtherCase(*place) for place in places),
    )
    assert verdicts.other_case(diagnosis) == (said and f"Only the case differs at {said}")


def test_a_place_that_differs_only_in_case_gives_way_to_one_that_is_misread(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    label, known = session.editor.label, session.catalog.project_charset
    rank = next(k for k, each in enumerate(label.in_order[:-1]) if each.symbol.swapcase() in {*known} - {each.symbol})
    said = edits.retype(label, (label.ranking[rank],), label.in_order[rank].symbol.swapcase())
    wrong = next(symbol for symbol in known if symbol.casefold() not in label.word.casefold())
    seen(session, panel, predicted_for(session, edits.retype(said, (label.ranking[-1],), wrong)), qtbot)
    first, last = panel.diagnosing.diagnosis.mistakes
    assert (first.rank, last.rank) == (rank + 1, len(label.characters))
    assert panel.mistake is last, "the place that is misread whatever its case"


def test_label_without_characters_says_what_to_do(session: Session, panel: ReadingPanel, qtbot: QtBot):
    seen(session, panel, predicted_for(session), qtbot)
    session.editor.apply("Keep only the text", edits.to_word_level)
    qtbot.waitUntil(lambda: "no characters" in panel.verdict.text())
    assert not panel.proofs.isVisible()


def test_characters_that_are_read_too_much_or_not_at_all_stand_beside_nothing(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    whole = predicted_for(session)
    first = session.editor.label.in_order[0].symbol
    session.editor.apply("Delete", edits.delete, (session.editor.label.ranking[0],))
    seen(session, panel, whole, qtbot)
    assert only_mistake(panel).kind == "extra"
    extra = panel.rows.entries[0]
    assert (extra.symbol, extra.read and extra.read.symbol, extra.differs) == ("", first, True)


def test_arrow_keys_and_clicks_go_from_mistake_to_mistake(session: Session, panel: ReadingPanel, qtbot: QtBot):
    label = session.editor.label
    other = [symbol for symbol in session.catalog.project_charset if symbol not in label.word][:2]
    said = edits.retype(edits.retype(label, (label.ranking[0],), other[0]), (label.ranking[-1],), other[1])
    seen(session, panel, predicted_for(session, said), qtbot)
    assert panel.mistake is not None and panel.mistake.read == other[0]
    panel.table.setCurrentIndex(panel.rows.index(0, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert panel.mistake.read == other[1]
    at = panel.table.visualRect(panel.rows.index(0, 0)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert panel.mistake.read == other[0]


def test_nothing_is_worked_out_while_the_panel_is_hidden(session: Session, panel: ReadingPanel, qtbot: QtBot):
    panel.hide()
    show_prediction(session, predicted_for(session))
    assert not any(timer.isActive() for timer in panel.diagnosing.findChildren(QTimer))
    assert panel.diagnosing.diagnosis is None
    panel.show()
    qtbot.waitUntil(lambda: panel.diagnosing.is_current)


def test_smallest_repair_of_a_mistake_is_marked_at_a_click(session: Session, panel: ReadingPanel, qtbot: QtBot):
    misread, right, _ = retyped(session)
    seen(session, panel, predicted_for(session, misread), qtbot)
    assert only_mistake(panel).wanted == right
    panel.repair_button.click()
    qtbot.waitUntil(lambda: session.instruments.prediction_repair.smallest is not None)
    qtbot.waitUntil(lambda: panel.diagnosing.is_current and panel.mistake is None)
    assert not panel.repair_button.isVisible()


def test_a_draft_proves_no_reading_wrong_until_a_person_has_reviewed_it(
    session: Session, panel: ReadingPanel, qtbot: QtBot
):
    label = session.editor.label
    predicted = predicted_for(session)
    boxes = tuple(replace(each, source="model", score=0.9) for each in label.characters)
    drafted = replace(label, characters=boxes, status="draft", text_source="model")
    session.editor.commit("Prelabel", drafted, ())
    show_prediction(session, predicted)
    qtbot.waitUntil(lambda: panel.verdict.text().startswith("The label is a draft"))
    session.editor.apply("Type", edits.set_text, label.word)
    qtbot.waitUntil(lambda: panel.verdict.text().startswith("The text is known, but"))
    session.editor.mark_reviewed("Mark reviewed")
    qtbot.waitUntil(lambda: panel.verdict.text() == "The word is read right.")
