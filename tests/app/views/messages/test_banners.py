"""Sentences to the person: cards that float, and strips that last."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.desktop.unexpected import Report
from app.project.undo_list import UndoableEdit
from app.project.workspace import FollowUp
from app.session import Session
from app.views.messages.banners import Banner, StateBanners, Toasts
from app.widgets.sentence_label import FewLinesLabel, SentenceLabel


@pytest.fixture
def stage(qtbot: QtBot) -> QWidget:
    return exposed(qtbot, QWidget(), 800, 500)


@pytest.fixture
def toasts(session: Session, stage: QWidget) -> Toasts:
    return Toasts(session, stage, stage)


def button(banner: QWidget, text: str) -> QToolButton:
    return next(each for each in banner.findChildren(QToolButton) if text in (each.text(), each.toolTip()))


def sentences(toasts: Toasts) -> list[str]:
    return [card.sentence for card in toasts.cards]


def test_card_can_be_closed(session: Session, toasts: Toasts, qtbot: QtBot):
    session.notify("A polygon needs three corners.", "warning")
    assert sentences(toasts) == ["A polygon needs three corners."]
    qtbot.mouseClick(button(toasts.cards[0], "Close this message"), Qt.MouseButton.LeftButton)
    assert toasts.cards == ()
    assert toasts.isHidden()


def test_notes_and_warnings_fade_and_an_error_beside_them_does_not(session: Session, toasts: Toasts, qtbot: QtBot):
    toasts.pace = 0.0
    session.notify("This stays.", "error")
    session.notify("That box is too small.", "warning")
    session.notify("This was saved.")
    qtbot.waitUntil(lambda: sentences(toasts) == ["This stays."])


def test_offer_stays_until_the_person_has_done_something_else(session: Session, toasts: Toasts, qtbot: QtBot):
    toasts.pace = 0.0
    session.workspace.undo_list.add(UndoableEdit("Delete", lambda: None, lambda: None))
    session.notify("Deleted.", offers=(FollowUp("Undo", lambda: None),))
    session.notify("Not written.", "error")
    session.notify("Deleted again.", offers=(FollowUp("Undo", lambda: None),))
    session.workspace.undo_list.hold(False)
    QTest.qWait(0)
    assert sentences(toasts) == ["Not written.", "Deleted again."]
    session.workspace.undo_list.add(UndoableEdit("Move", lambda: None, lambda: None))
    qtbot.waitUntil(lambda: sentences(toasts) == ["Not written."])


def test_a_note_over_the_word_goes_once_the_word_is_typed(session: Session, stage: QWidget):
    toasts = Toasts(session, stage, stage, stage.rect)
    session.editor.commit("Delete the label", None, ())
    session.notify("29 labels changed.", offers=(FollowUp("Least sure first", lambda: None, stays=True),))
    session.typing.turn(True)
    assert sentences(toasts) == []
    session.notify("29 labels changed.")
    session.typing.changed.emit()
    assert sentences(toasts) == ["29 labels changed."]


def test_a_note_beside_the_word_goes_with_the_first_picture_whose_typed_word_it_would_cover(
    session: Session, stage: QWidget, qtbot: QtBot
):
    word = QRect(0, 0, 800, 200)
    toasts = Toasts(session, stage, stage, lambda: word)
    with qtbot.waitSignal(session.workspace.notified):
        session.folder.bulk.delete_labels(session.catalog.table.images[:2])
    session.notify("29 labels made.")
    session.typing.turn(True)
    qtbot.waitUntil(lambda: session.typing.way == "word")
    assert sentences(toasts) == ["29 labels made."], "there is room below the word"
    word = stage.rect()
    session.typing.changed.emit()
    assert sentences(toasts) == []
    session.notify("30 labels made.")
    session.viewport.changed.emit()
    assert sentences(toasts) == ["30 labels made."], "it is about the word at hand"
    session.step(1)
    qtbot.waitUntil(lambda: session.typing.way == "word" and session.editor.loaded is not None)
    assert sentences(toasts) == []


def test_an_offer_over_the_word_of_another_image_fades(session: Session, stage: QWidget, qtbot: QtBot):
    word = QRect(0, 0, 800, 200)
    toasts = Toasts(session, stage, stage, lambda: word)
    toasts.pace = 0.0
    with qtbot.waitSignal(session.image_changed):
        session.step(1)
    session.notify("Most texts are codes.", offers=(FollowUp("Read without a language", lambda: None),))
    word = stage.rect()
    session.viewport.changed.emit()
    QTest.qWait(0)
    assert sentences(toasts) == ["Most texts are codes."], "it was told beside this word"
    word = QRect(0, 0, 800, 200)
    with qtbot.waitSignal(session.image_changed):
        session.step(1)
    QTest.qWait(0)
    assert sentences(toasts) == ["Most texts are codes."], "there is room below the word"
    word = stage.rect()
    session.viewport.changed.emit()
    qtbot.waitUntil(lambda: sentences(toasts) == [])


def test_newest_is_shown_alone_and_an_error_told_twice_comes_back_once_behind_it(
    session: Session, toasts: Toasts, qtbot: QtBot
):
    session.notify("Not written.", "error")
    session.notify("Not written.", "error")
    session.notify("first", offers=(FollowUp("Undo", lambda: None),))
    session.notify("second", "warning")
    assert sentences(toasts) == ["Not written.", "second"]
    assert [card.isHidden() for card in toasts.cards] == [True, False]
    qtbot.mouseClick(button(toasts.cards[-1], "Close this message"), Qt.MouseButton.LeftButton)
    assert [card.isHidden() for card in toasts.cards] == [False]


def test_error_that_is_solved_withdraws_and_the_log_keeps_it(
    session: Session, toasts: Toasts, caplog: pytest.LogCaptureFixture
):
    session.notify("Not written.", "error")
    session.workspace.solve("Not written.")
    assert toasts.cards == ()
    assert "Not written." in caplog.messages


def test_error_can_be_copied(session: Session, toasts: Toasts, qtbot: QtBot):
    session.notify("word_1.json: not written, the disk is full.", "error")
    qtbot.mouseClick(button(toasts.cards[0], "Copy details"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "word_1.json: not written, the disk is full."


def test_unexpected_exception_says_what_and_where_the_log_is_and_has_details(toasts: Toasts, qtbot: QtBot):
    opened: list[bool] = []
    report = Report("ValueError: no", "", "Traceback …", Path("/logs/window.log"))
    toasts.unexpected(report, lambda: opened.append(True))
    (card,) = toasts.cards
    assert "ValueError: no" in card.sentence and str(Path("/logs/window.log")) in card.sentence
    qtbot.mouseClick(button(card, "Copy details"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(card, "Open log"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Traceback …"
    assert opened == [True]


def test_long_sentence_is_shown_whole(session: Session, toasts: Toasts, qtbot: QtBot):
    session.notify("Eight hundred words are not in the list. " * 10, "error")
    (card,) = toasts.cards
    qtbot.waitUntil(lambda: card.height() >= card.heightForWidth(card.width()) > 100)
    assert toasts.geometry().right() < 800


LONG_PATH = "/data/somebody/" + "projects-of-this-year/" * 8 + "word_1.json"


def label_of_a_cut(session: Session, toasts: Toasts, qtbot: QtBot, sentence: str) -> SentenceLabel:
    """Tell a sentence for which there is not enough room."""
    session.notify(sentence, "error")
    (label,) = toasts.cards[0].findChildren(SentenceLabel)
    qtbot.waitUntil(lambda: "…" in label.text())
    return label


def test_path_too_long_for_a_card_loses_its_middle_and_is_whole_in_the_tip(
    session: Session, toasts: Toasts, qtbot: QtBot
):
    label = label_of_a_cut(session, toasts, qtbot, f"{LONG_PATH}: not written, the disk is full.")
    assert label.text().startswith("/data/") and label.text().endswith("json: not written, the disk is full.")
    assert label.toolTip() == label.sentence == toasts.cards[0].sentence
    assert label.fontMetrics().horizontalAdvance(label.text().split()[0]) <= label.width()


def test_long_chinese_sentence_is_wrapped_and_only_the_path_in_it_is_cut(
    session: Session, toasts: Toasts, qtbot: QtBot
):
    before, after = "磁盘已满，标注没有写入文件" * 6, "请腾出空间，然后再次保存。" * 6
    label = label_of_a_cut(session, toasts, qtbot, f"{before}{LONG_PATH}：{after}")
    assert label.text().startswith(before + "/data/") and label.text().endswith("json：" + after)
    assert label.height() >= label.heightForWidth(label.width())


def test_sentence_of_a_card_has_its_width_and_the_buttons_stand_below(session: Session, toasts: Toasts, qtbot: QtBot):
    session.notify("The disk is full, and nothing was written of the label that is open.", "error")
    (card,) = toasts.cards
    (label,) = card.findChildren(SentenceLabel)
    qtbot.waitUntil(lambda: label.width() > 0.8 * card.width())
    assert button(card, "Copy details").mapTo(card, QPoint(0, 0)).y() >= label.geometry().bottom()
    assert label.toolTip() == ""


def test_offers_are_in_the_line_unless_the_sentence_would_lose_words(session: Session, toasts: Toasts):
    session.notify("Short.")
    height = toasts.cards[0].sizeHint().height()
    for sentence, is_one_line in (("Drafted.", True), ("Eight hundred words are not in the list. " * 3, False)):
        session.notify(sentence, offers=(FollowUp("Undo", lambda: None),))
        assert (toasts.cards[0].sizeHint().height() < 1.5 * height) is is_one_line


def shown_lines(toasts: Toasts, qtbot: QtBot) -> list[str]:
    """The lines of the card in sight, all of which have room."""
    (label,) = toasts.cards[-1].findChildren(FewLinesLabel)
    qtbot.waitUntil(lambda: label.width() > 0.5 * toasts.width())
    lines = label.lines(label.width())
    assert label.height() >= len(lines) * label.fontMetrics().lineSpacing()
    return lines


@pytest.mark.parametrize(
    "sentence",
    [
        "Read: 300 words. " + "23 words are read with a probability below 0.25 and have no draft.",
        "已起草三百个单词。" * 7,
    ],
)
@pytest.mark.parametrize("width", [800, 420])
def test_note_that_is_too_long_for_a_line_wraps(
    session: Session, toasts: Toasts, stage: QWidget, qtbot: QtBot, sentence: str, width: int
):
    stage.resize(width, 500)
    session.notify(sentence, offers=(FollowUp("Least sure first", lambda: None),))
    lines = shown_lines(toasts, qtbot)
    assert 1 < len(lines) <= 3 or width == 800
    assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")


def test_very_long_note_has_three_lines_and_is_whole_in_its_tip(session: Session, toasts: Toasts, qtbot: QtBot):
    sentence = "Eight hundred words are not in the list. " * 12
    session.notify(sentence)
    lines = shown_lines(toasts, qtbot)
    assert len(lines) == 3 and lines[-1].endswith("…")
    (label,) = toasts.cards[0].findChildren(FewLinesLabel)
    assert label.toolTip() == sentence


def test_card_under_the_mouse_stays_until_the_mouse_leaves_it(session: Session, toasts: Toasts):
    session.notify("drafted", offers=(FollowUp("Undo", lambda: None),))
    (card,) = toasts.cards
    QApplication.sendEvent(card, QEnterEvent(QPointF(), QPointF(), QPointF()))
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    session.notify("later")
    assert [each.isHidden() for each in toasts.cards] == [False, True]
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert sentences(toasts) == ["later"]
    assert not toasts.cards[0].isHidden()


def test_card_under_the_mouse_is_withdrawn_once(session: Session, toasts: Toasts):
    session.notify("watched", "warning")
    [card] = toasts.cards
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    session.notify("newer")
    toasts.withdraw("watched")
    card.send_away()
    assert sentences(toasts) == ["newer"]


def test_later_banner_of_a_state_takes_the_place_of_the_earlier(session: Session, qtbot: QtBot):
    strip = added(qtbot, StateBanners(session))
    strip.set_banner("label", Banner("error", "word_1.json is damaged.", shown='{"shapes": ['))
    strip.set_banner("label", Banner("error", "word_2.json is damaged.", shown="nothing"))
    strip.set_banner("read_only", Banner("warning", "It may not be written to."))
    shown = [strip.shown("label"), strip.shown("read_only")]
    assert [banner.sentence for banner in shown if banner] == ["word_2.json is damaged.", "It may not be written to."]
    assert [field.toPlainText() for field in shown[0].findChildren(QPlainTextEdit)] == ["nothing"]
    strip.set_banner("label", None)
    assert strip.shown("label") is None


def test_one_strip_is_in_sight_the_gravest_and_a_button_shows_the_others(session: Session, qtbot: QtBot):
    strip = added(qtbot, StateBanners(session))
    strip.show()
    note, warning = Banner("note", "Drafts can be made."), Banner("warning", "Another window has it open.")
    strip.set_banner("next", note)
    assert strip.more.isHidden()
    strip.set_banner("shared", warning)
    assert (note.isVisible(), warning.isVisible(), strip.more.text()) == (False, True, "+1")
    assert strip.more.toolTip() == "Show one more message"
    strip.more.click()
    assert (note.isVisible(), warning.isVisible()) == (True, True)
    warning.send_away()
    assert note.isVisible()
    assert strip.more.isHidden()


def test_of_two_strips_as_grave_the_newer_is_in_sight(session: Session, qtbot: QtBot):
    strip = added(qtbot, StateBanners(session))
    strip.show()
    older, newer = Banner("warning", "It may not be written to."), Banner("warning", "Two files are left out.")
    strip.set_banner("read_only", older)
    strip.set_banner("skipped", newer)
    assert (older.isVisible(), newer.isVisible()) == (False, True)
    strip.set_banner("skipped", None)
    assert older.isVisible()


def test_closed_banner_of_a_state_is_gone(session: Session, qtbot: QtBot):
    strip = added(qtbot, StateBanners(session))
    banner = Banner("warning", "Another window has it open.")
    strip.set_banner("shared", banner)
    qtbot.mouseClick(button(banner, "Close this message"), Qt.MouseButton.LeftButton)
    assert strip.shown("shared") is None


def test_error_goes_once_what_failed_has_succeeded_and_a_newer_one_takes_its_place(session: Session, toasts: Toasts):
    session.workspace.notify_trouble("saving", "No room on the disk.")
    session.workspace.notify_trouble("reading", "The process has died.")
    session.workspace.notify_trouble("saving", "Still no room on the disk.")
    assert [card.sentence for card in toasts.cards] == ["The process has died.", "Still no room on the disk."]
    session.workspace.end_trouble("saving")
    assert [card.sentence for card in toasts.cards] == ["The process has died."]
    session.workspace.end_trouble("saving")
    assert len(toasts.cards) == 1


@pytest.mark.parametrize(
    ("word", "is_below"),
    [(QRect(20, 40, 700, 200), True), (QRect(20, 120, 700, 175), False), (QRect(0, 0, 800, 300), True)],
    ids=["room below", "room above", "no room"],
)
def test_card_lies_over_the_picture_beside_the_word_and_never_over_the_maps(
    session: Session, qtbot: QtBot, word: Any, is_below: bool
):
    stage = exposed(qtbot, QWidget(), 800, 600)
    picture = added(qtbot, QWidget(stage))
    picture.setGeometry(0, 0, 800, 300)
    picture.show()
    toasts = Toasts(session, stage, picture, lambda: word)
    session.notify("One word was read.")
    place = toasts.geometry()
    assert picture.geometry().contains(place), "the maps are below"
    assert (place.center().y() > 150) is is_below
    if word.height() < 300:
        assert not place.intersects(word)
