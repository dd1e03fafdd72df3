"""The form of a training says what all known texts have in common, and offers to read only such texts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.text_labels import texts_only
from support.window.showing import exposed

from app.session import Session
from app.views.training.form import TrainingForm

SERIALS = [f"SN-{number}" for number in range(100, 180)]


@pytest.fixture
def form(make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot) -> TrainingForm:
    session = make_session(texts_only(tmp_path / "serials", SERIALS, reading="network"))
    form = TrainingForm(session, session.instruments.plan)
    exposed(qtbot, form)
    qtbot.waitUntil(form.common_texts.isVisible)
    return form


def test_the_pattern_is_said_and_whether_synthetic_words_follow_it(form: TrainingForm):
    line, plan = form.common_texts, form.common_texts.session.instruments.plan
    plan.set("synthetic", 0.5)
    assert line.says.text() == "All known texts are “SN-1”, 2 digits. Most synthetic words are such texts, too."
    plan.set("style", "general")
    assert line.says.text() == "All known texts are “SN-1”, 2 digits."
    plan.set("style", None)
    plan.set("synthetic", 0)
    assert line.says.text() == "All known texts are “SN-1”, 2 digits."


def test_one_click_reads_only_such_texts(form: TrainingForm, qtbot: QtBot):
    line = form.common_texts
    assert line.session.project.settings.expected == "", "nothing is chosen unasked"
    qtbot.mouseClick(line.only, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: line.session.project.settings.expected == "SN\\-1[0-9]{2}")
    qtbot.waitUntil(lambda: not line.only.isVisible())
    assert line.says.isVisible()


def test_texts_with_nothing_in_common_say_nothing(session: Session, qtbot: QtBot):
    form = TrainingForm(session, session.instruments.plan)
    exposed(qtbot, form)
    assert not form.common_texts.isVisible()
