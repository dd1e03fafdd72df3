import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.view import CanvasView
from core.labels.edits import edits
from core.labels.label import Gaussian

CENTER = (65.0, 30.0)
BY_HAND = Gaussian(CENTER, (12.0, 8.0), 0.0)


@pytest.fixture
def canvas(qtbot: QtBot, session: Session) -> CanvasView:
    begin_with(session, three_boxes())
    session.set_tool("gaussian")
    return shown_canvas(qtbot, session)


def set_by_hand(session: Session) -> None:
    begin_with(session, edits.set_gaussian(three_boxes(), 1, BY_HAND.center, BY_HAND.sigma, BY_HAND.angle))
    session.editor.select([1])


def gaussian(session: Session) -> Gaussian:
    return session.editor.label.characters[1].gaussian


def test_centre_is_dragged_and_the_automatic_size_stays(session: Session, hand: Hand):
    session.editor.select([1])
    hand.drag(CENTER, (68, 30), (70, 26))
    assert gaussian(session).center == pytest.approx((70, 26), abs=0.05)
    assert gaussian(session).sigma == pytest.approx((30 / 4, 40 / 4), abs=0.01)  # relative 0.25 of a 30 × 40 box
    assert steps(session) == 1


def test_maps_follow_while_the_mouse_moves(session: Session, hand: Hand):
    session.editor.select([1])
    before = session.editor.maps
    hand.hold(CENTER, (75, 30))
    maps = session.editor.maps
    assert not isinstance(before, str)
    assert not isinstance(maps, str)
    assert (maps.localization != before.localization).any()
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == three_boxes()
    hand.release((75, 30))
    assert steps(session) == 0


def test_radii_are_dragged_each_by_its_own_handle(session: Session, hand: Hand):
    set_by_hand(session)
    hand.drag((77, 30), (82, 33))
    assert gaussian(session).sigma == pytest.approx((17, 8), abs=0.05)
    hand.drag((65, 38), (60, 41))
    assert gaussian(session).sigma == pytest.approx((17, 11), abs=0.05)
    assert gaussian(session).center == pytest.approx(CENTER)
    assert steps(session) == 2


def test_shift_keeps_the_shape_of_the_ellipse(session: Session, hand: Hand):
    set_by_hand(session)
    hand.drag((77, 30), (83, 30), held=Qt.KeyboardModifier.ShiftModifier)
    assert gaussian(session).sigma == pytest.approx((18, 12), abs=0.05)


def test_radius_does_not_go_through_the_centre(session: Session, hand: Hand):
    set_by_hand(session)
    hand.drag((77, 30), (40, 30))
    assert 0 < gaussian(session).sigma[0] < 0.2


@pytest.mark.parametrize("scale", [1.0, 4.0, 12.0])
def test_angle_handle_turns_the_ellipse_at_each_zoom(scale: float, session: Session, hand: Hand):
    set_by_hand(session)
    session.viewport.set_scale(scale)
    session.viewport.reveal(*CENTER)
    size = session.settings.value("canvas.handle_size")
    first = max(12.0, 2 * size / scale)  # the radius handle keeps its distance from the centre
    arm = first + 2 * size / scale
    turn = math.radians(40)
    hand.drag((CENTER[0] + arm, CENTER[1]), (CENTER[0] + arm * math.cos(turn), CENTER[1] + arm * math.sin(turn)))
    assert gaussian(session).angle == pytest.approx(40, abs=1.0)
    assert gaussian(session).sigma == BY_HAND.sigma


def test_handles_of_a_tiny_ellipse_keep_apart(session: Session, hand: Hand):
    begin_with(session, edits.set_gaussian(three_boxes(), 1, CENTER, (2, 2), 0))
    session.editor.select([1])
    session.viewport.set_scale(1.0)
    apart = 2 * session.settings.value("canvas.handle_size")
    hand.drag((CENTER[0] + apart, CENTER[1]), (CENTER[0] + apart + 6, CENTER[1]))
    assert gaussian(session) == Gaussian(CENTER, (8, 2), 0)


def test_delete_is_no_shortcut_while_a_target_is_shown(session: Session, canvas: CanvasView, hand: Hand):
    fired = list[bool]()
    shortcut = QShortcut(QKeySequence("Del"), canvas)
    shortcut.activated.connect(lambda: fired.append(True))
    hand.hover((200, 200))
    hand.key(Qt.Key.Key_Delete)
    assert fired == [True]  # nothing is shown: the window may have the key
    session.editor.select([1])
    hand.key(Qt.Key.Key_Delete)
    assert fired == [True]


def test_delete_lets_the_target_follow_the_polygon_again(session: Session, hand: Hand):
    set_by_hand(session)
    hand.key(Qt.Key.Key_Delete)
    assert session.editor.label == three_boxes()
    assert steps(session) == 1


def test_delete_never_takes_the_character(session: Session, hand: Hand):
    told = list[str]()
    session.workspace.notified.connect(lambda severity, sentence: told.append(severity))
    session.editor.select([1])
    hand.key(Qt.Key.Key_Delete)
    assert session.editor.label == three_boxes()
    assert told == ["note"]


def test_click_selects_the_character_whose_target_is_shown(session: Session, hand: Hand):
    hand.click((20, 15))
    assert session.editor.selection == (0,)
    assert steps(session) == 0
    hand.click((110, 45))
    assert session.editor.selection == (2,)


def test_ellipse_is_drawn_round_the_character_under_the_mouse(canvas: CanvasView, hand: Hand, qtbot: QtBot):
    hand.hover((150, 55))
    qtbot.wait(0)
    before = canvas.grab().toImage()
    hand.hover((52, 12))
    after = canvas.grab().toImage()
    edge = canvas.to_pane(QPointF(CENTER[0] - 30 / 4, CENTER[1])).toPoint()  # where no handle is
    around = [(edge.x() + dx, edge.y() + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    assert any(before.pixel(x, y) != after.pixel(x, y) for x, y in around)
