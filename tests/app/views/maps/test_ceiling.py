"""What the maps read, and the trial of another width and stride."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.words.hand_made_project import hand_made_project

from app.session import Session
from app.views.maps.ceiling import CeilingColumn, CeilingPanel, columns
from core.charset import Charset
from core.labels.edits import edits
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.decoding import ceiling
from core.labels.maps.render import MapSpec
from core.project.project import ProjectSettings, read_settings

NARROW = WordLabel(
    tuple(CharacterLabel(symbol, rectangle(2 + 3 * i, 4, 4 + 3 * i, 36)) for i, symbol in enumerate("abcdefgh")),
    text="abcdefgh",
)
"""Characters so narrow that at an input width of 32 and stride 4 several share a map pixel."""


@pytest.fixture
def narrow(make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    """A session on `NARROW`, whose maps lose characters only on trial."""
    settings = ProjectSettings(charset=Charset(tuple("abcdefgh")), maps=MapSpec())
    return make_session(hand_made_project(tmp_path / "words", (40, 28), NARROW, settings))


def shown(session: Session, qtbot: QtBot) -> CeilingPanel:
    made = CeilingPanel(session)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_columns_put_each_character_beside_what_is_read_at_its_position() -> None:
    charset = Charset(tuple("abcdefgh"))
    spec = MapSpec(width=32, stride=4)
    word = ceiling(NARROW, (40, 28), charset, spec).word
    found = columns(NARROW, word, charset)
    assert "".join(column.letter for column in found) == "abcdefgh"
    for position, column in enumerate(found, 1):
        read = {character.order: character.symbol for character in word.characters}
        assert column.read == read.get(position, "")
        assert column.is_right == (column.read == column.letter)
    assert not all(column.is_right for column in found)


def test_anything_is_right_for_a_character_that_is_ignored() -> None:
    label = edits.set_ignored(NARROW, [0], True)
    charset = Charset(tuple("abcdefgh"))
    found = columns(label, ceiling(label, (40, 28), charset).word, charset)
    assert found[0].letter == "a"
    assert found[0].is_right
    assert found[1:] == tuple(CeilingColumn(symbol, symbol, True) for symbol in "bcdefgh")


def test_switch_shows_what_the_maps_read_beside_the_text(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    assert not panel.read.isVisible()
    qtbot.mouseClick(panel.switch, Qt.MouseButton.LeftButton, pos=panel.switch.rect().center() / 2)
    assert session.display.choices.ceiling
    reading = session.editor.label.reading
    assert panel.text.isVisible()
    assert (panel.text.text(), panel.read.text()) == (reading, reading)
    assert 0 <= float(panel.confidence.text()) <= 1
    assert panel.sentence.text() == "These maps can be read."


def test_lost_characters_are_marked_and_a_cure_is_named(narrow: Session, qtbot: QtBot) -> None:
    panel = shown(narrow, qtbot)
    narrow.display.set(ceiling=True)
    assert "<span" not in panel.read.text()
    narrow.display.set(trial_width=32, trial_stride=4)
    assert "<span" in panel.text.text()
    assert "<span" in panel.read.text()
    assert panel.sentence.text().startswith("Even a perfect network could not read these maps. Lost: ")
    qtbot.waitUntil(lambda: "These settings would be enough: " in panel.sentence.text(), timeout=WAIT)


def test_label_that_cannot_be_read_is_not_said_to_have_no_characters(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
) -> None:
    for label in project_folder.glob("*.json"):
        if label.name != "textscanner.json":
            label.write_text("{", encoding="utf-8")
    panel = shown(make_session(project_folder), qtbot)
    panel.switch.click()
    assert panel.switch.isChecked()
    assert panel.sentence.text() == ""
    assert not panel.read.isVisible()


def test_reading_follows_an_edit_while_the_mouse_moves(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    session.display.set(ceiling=True)
    session.editor.preview(edits.move, [0], 1e4, 0.0)
    assert panel.sentence.text() == session.editor.maps
    assert not panel.read.isVisible()
    session.editor.drop_preview()
    assert panel.read.text() == session.editor.label.reading


def test_slider_tries_widths_in_steps_of_32(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    qtbot.keyClick(panel.width_slider, Qt.Key.Key_Right)
    assert session.display.choices.trial_width == 288
    maps = session.editor.maps
    assert not isinstance(maps, str)
    assert maps.order.shape == (64, 288)
    qtbot.keyClick(panel.width_slider, Qt.Key.Key_Left)
    assert session.display.choices.trial_width is None


def test_trial_is_marked_and_taken_back(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    assert not panel.reset.isEnabled()
    assert not panel.use.isEnabled()
    qtbot.mouseClick(panel.strides[4], Qt.MouseButton.LeftButton)
    assert session.display.choices.trial_stride == 4
    assert panel.mark.text() == "This is a trial. The project has width 256, stride 1."
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert session.display.choices.trial_stride is None
    assert panel.strides[1].isChecked()
    assert panel.mark.text() == "The project's own width and stride."


def test_trial_becomes_the_projects_choice(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    session.display.set(trial_width=320, trial_stride=2)
    qtbot.mouseClick(panel.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.display.choices.trial_width is None, timeout=WAIT)
    assert session.project is not None
    kept = read_settings(session.project.root).maps
    assert (kept.width, kept.stride) == (320, 2)
    assert (session.editor.spec.width, session.editor.spec.stride) == (320, 2)
    assert panel.mark.text() == "The project's own width and stride."


def test_trial_cannot_be_kept_in_a_folder_that_may_not_be_written_to(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    session.desk.is_read_only = True
    session.display.set(trial_width=320)
    assert panel.reset.isEnabled()
    assert not panel.use.isEnabled()


def test_hidden_panel_makes_up_for_what_it_missed(session: Session, qtbot: QtBot) -> None:
    panel = shown(session, qtbot)
    panel.hide()
    session.display.set(ceiling=True, trial_width=320)
    panel.show()
    assert panel.switch.isChecked()
    assert panel.width_value.text() == "320 px"
    assert panel.read.text() == session.editor.label.reading
