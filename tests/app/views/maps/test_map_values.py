"""The values of the maps under the mouse, and the controls of what lies over the picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.hand_made_project import hand_made_project

from app.pictures.colormaps import NAMES
from app.session import Session
from app.views.maps.grid import OverlayControls
from app.views.maps.values import CursorValues, values_at
from core.charset import Charset
from core.labels.edits import edits
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import IGNORE, MapSpec
from core.project.project import ProjectSettings

WIDE = WordLabel((CharacterLabel("a", rectangle(4, 4, 36, 36)), CharacterLabel("b", rectangle(44, 4, 76, 36))))
TALL = WordLabel((CharacterLabel("a", rectangle(2, 4, 28, 40)), CharacterLabel("b", rectangle(2, 60, 28, 110))))


@pytest.fixture
def make(
    make_session: Callable[[Path | None], Session], tmp_path: Path
) -> Callable[[tuple[int, int], WordLabel, MapSpec], Session]:
    """Makes a session on one hand-made word; its charset is b, a."""

    def make(size: tuple[int, int], label: WordLabel, spec: MapSpec) -> Session:
        settings = ProjectSettings(charset=Charset(("b", "a")), maps=spec)
        return make_session(hand_made_project(tmp_path / "words", size, label, settings))

    return make


@pytest.mark.parametrize(
    ("size", "label", "spec"),
    [
        ((40, 120), WIDE, MapSpec()),
        ((40, 120), WIDE, MapSpec(stride=4, keep_aspect=True)),
        ((120, 30), TALL, MapSpec(stride=2)),
    ],
    ids=["wide", "padded", "tall"],
)
def test_values_at_a_centre_are_those_of_its_character(
    make: Callable[[tuple[int, int], WordLabel, MapSpec], Session], size: tuple[Any, ...], label: Any, spec: Any
):
    session = make(size, label, spec)
    for rank, (character, number) in enumerate(zip(label.characters, (2, 1), strict=True), 1):
        x, y = character.corners.mean(axis=0)
        found = values_at(session.editor, QPointF(x, y))
        assert (found.x, found.y) == (int(x), int(y))
        assert (found.id, found.symbol, found.order) == (number, character.symbol, rank)
        assert found.localization == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("keep_aspect", [False, True])
def test_every_pixel_of_the_picture_has_values_and_no_point_outside(
    make: Callable[[tuple[int, int], WordLabel, MapSpec], Session], keep_aspect: bool
):
    session = make((40, 120), WIDE, MapSpec(keep_aspect=keep_aspect))
    for x, y in ((0, 0), (119.999, 39.999)):
        assert values_at(session.editor, QPointF(x, y)) is not None
    for x, y in ((-0.1, 5), (5, -0.1), (120, 5), (5, 40)):
        assert values_at(session.editor, QPointF(x, y)) is None


def test_line_says_pixel_symbol_position_and_q(
    make: Callable[[tuple[int, int], WordLabel, MapSpec], Session], qtbot: QtBot
):
    session = make((40, 120), WIDE, MapSpec())
    line = added(qtbot, CursorValues(session))
    assert line.text() == ""
    session.viewport.set_cursor(QPointF(60.5, 20.5))
    found = values_at(session.editor, QPointF(60.5, 20.5))
    assert line.text().split("   ") == [
        "x 60  y 20",
        "symbol b (id 1)",
        "position 2",
        f"centre {found.localization:.2f}",
    ]
    session.viewport.set_cursor(QPointF(40, 20))
    assert line.text().split("   ")[1:3] == ["no symbol", "no position"]
    session.viewport.set_cursor(None)
    assert line.text() == ""


def test_line_follows_an_edit_under_a_resting_mouse(
    make: Callable[[tuple[int, int], WordLabel, MapSpec], Session], qtbot: QtBot
):
    session = make((40, 120), WIDE, MapSpec())
    line = added(qtbot, CursorValues(session))
    session.viewport.set_cursor(QPointF(60.5, 20.5))
    session.editor.apply("Ignore", edits.set_ignored, [1], True)
    found = values_at(session.editor, QPointF(60.5, 20.5))
    assert found.id == IGNORE
    assert "ignored" in line.text()


def test_pixel_is_said_where_there_are_no_maps(
    make: Callable[[tuple[int, int], WordLabel, MapSpec], Session], qtbot: QtBot
):
    session = make((40, 120), WIDE, MapSpec())
    line = added(qtbot, CursorValues(session))
    session.editor.preview(edits.move, [0], 1e4, 0.0)
    session.viewport.set_cursor(QPointF(3.2, 7.9))
    assert line.text() == "x 3  y 7"


@pytest.fixture
def controls(session: Session, qtbot: QtBot) -> OverlayControls:
    return exposed(qtbot, OverlayControls(session))


def test_button_lays_its_map_over_the_picture(session: Session, controls: OverlayControls, qtbot: QtBot):
    for overlay, button in controls.buttons.items():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert session.display.choices.overlay == overlay
        assert [name for name, each in controls.buttons.items() if each.isChecked()] == [overlay]


def test_controls_follow_choices_made_elsewhere(session: Session, controls: OverlayControls):
    session.display.set(overlay="order", opacity=0.3, colormap="magma")
    assert controls.buttons["order"].isChecked()
    assert controls.opacity.value() == 30
    assert controls.colormap.currentText() == "magma"


def test_slider_changes_the_opacity_from_the_keyboard(session: Session, controls: OverlayControls, qtbot: QtBot):
    qtbot.keyClick(controls.opacity, Qt.Key.Key_Home)
    assert session.display.choices.opacity == 0
    qtbot.keyClick(controls.opacity, Qt.Key.Key_Right)
    assert session.display.choices.opacity == pytest.approx(0.05)


def test_opacity_between_two_steps_of_the_slider_is_kept(session: Session, controls: OverlayControls):
    session.display.set(opacity=0.333)
    assert session.display.choices.opacity == 0.333


def test_chosen_colormap_is_there_again_the_next_time(session: Session, controls: OverlayControls, qtbot: QtBot):
    assert controls.colormap.currentText() == "viridis"
    qtbot.keyClick(controls.colormap, Qt.Key.Key_Down)
    assert session.display.choices.colormap == NAMES[1]
    assert session.settings.value("maps.colormap") == NAMES[1]
