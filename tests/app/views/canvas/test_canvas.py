"""The canvas: what it shows of an image, how it is moved, and what it says where there is none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QEnterEvent, QImage, QMouseEvent, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps, three_boxes
from support.window.hand import NOTHING, Hand
from support.window.painting import entered_by
from support.window.told_training import begin

from app.session import Session
from app.views.canvas.marks import order_colours
from app.views.canvas.notice import Notice
from app.views.canvas.view import CanvasView
from core.labels.edits import edits
from core.labels.files.storage import label_path
from core.labels.label import WordLabel

NONE, MIDDLE = Qt.MouseButton.NoButton, Qt.MouseButton.MiddleButton


@pytest.fixture
def canvas(qtbot: QtBot, session: Session) -> CanvasView:
    begin_with(session, three_boxes())
    return shown_canvas(qtbot, session)


def wheel(canvas: CanvasView, at: QPointF, notches: float, held: Qt.KeyboardModifier = NOTHING) -> None:
    scroll = _scroll(canvas, at, QPoint(), QPoint(0, round(120 * notches)), held, Qt.ScrollPhase.NoScrollPhase)
    QApplication.sendEvent(canvas, scroll)


def _scroll(
    canvas: CanvasView, at: QPointF, pixels: QPoint, angle: QPoint, held: Qt.KeyboardModifier, phase: Qt.ScrollPhase
) -> QWheelEvent:
    return QWheelEvent(at, canvas.mapToGlobal(at), pixels, angle, NONE, held, phase, False)


def mouse(canvas: CanvasView, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, down: Qt.MouseButton) -> None:
    event = QMouseEvent(kind, at, canvas.mapToGlobal(at), button, down, NOTHING)
    QApplication.sendEvent(canvas, event)


def seen(canvas: CanvasView) -> QImage:
    return canvas.grab().toImage()


def colour_at(canvas: CanvasView, x: float, y: float) -> QColor:
    return seen(canvas).pixelColor(canvas.to_pane(QPointF(x, y)).toPoint())


def notice(canvas: CanvasView) -> list[str]:
    """The texts of what the canvas says; none where it says nothing."""
    found = canvas.findChild(Notice)
    if not found.isVisible():
        return []
    return [label.text() for label in found.findChildren(QLabel) if label.isVisible() and label.text()]


def only_the_picture(session: Session) -> None:
    session.display.set(polygons=False, symbols=False, pixel_grid=False)


# Moving the picture


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_wheel_zooms_and_the_point_under_the_mouse_stays(held: Any, session: Session, canvas: CanvasView):
    mouse_at = QPointF(200, 150)
    before, scale = canvas.to_image(mouse_at), session.viewport.scale
    wheel(canvas, mouse_at, 2, held)
    assert session.viewport.scale == pytest.approx(scale * 1.44)
    after = canvas.to_image(mouse_at)
    assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()))


def test_two_fingers_move_the_picture_and_zoom_it_only_with_ctrl(session: Session, canvas: CanvasView):
    scale, at, update = session.viewport.scale, QPointF(200, 150), Qt.ScrollPhase.ScrollUpdate
    point = canvas.to_pane(QPointF(30, 20))
    way = QPoint(-8, 6)
    QApplication.sendEvent(canvas, _scroll(canvas, at, way, way, NOTHING, update))
    assert session.viewport.scale == scale
    moved = canvas.to_pane(QPointF(30, 20)) - point
    assert (moved.x(), moved.y()) == pytest.approx((-8, 6))
    QApplication.sendEvent(
        canvas, _scroll(canvas, at, way, QPoint(0, 120), Qt.KeyboardModifier.ControlModifier, update)
    )
    assert session.viewport.scale > scale


def test_wheel_with_shift_moves_the_picture_sideways(session: Session, canvas: CanvasView):
    scale, point = session.viewport.scale, canvas.to_pane(QPointF(30, 20))
    wheel(canvas, QPointF(200, 150), 1, Qt.KeyboardModifier.ShiftModifier)
    moved = canvas.to_pane(QPointF(30, 20)) - point
    assert session.viewport.scale == scale
    assert moved.x() > 10
    assert moved.y() == pytest.approx(0)


def test_middle_button_drags_the_picture_and_changes_no_label(session: Session, canvas: CanvasView):
    start = canvas.to_pane(QPointF(25, 30))
    end = start + QPointF(40, -15)
    mouse(canvas, QEvent.Type.MouseButtonPress, start, MIDDLE, MIDDLE)
    mouse(canvas, QEvent.Type.MouseMove, end, NONE, MIDDLE)
    mouse(canvas, QEvent.Type.MouseButtonRelease, end, MIDDLE, NONE)
    moved = canvas.to_pane(QPointF(25, 30))
    assert (moved.x(), moved.y()) == pytest.approx((end.x(), end.y()))
    assert session.editor.selection == ()
    assert steps(session) == 0


def test_left_button_drags_the_picture_while_space_is_held(session: Session, canvas: CanvasView):
    hand = Hand(canvas)
    start = canvas.to_pane(QPointF(25, 30))
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    assert canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
    hand.drag((25, 30), (30, 30), (35, 30))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert canvas.to_pane(QPointF(25, 30)).x() > start.x() + 1
    assert steps(session) == 0
    hand.drag((25, 30), (30, 30), (35, 30))
    assert steps(session) == 1, "without space it drags characters again"


def test_fitted_picture_stays_fitted_when_the_canvas_gets_another_size(session: Session, canvas: CanvasView):
    size = session.editor.image_size
    session.viewport.fit()
    for width, height in ((500, 300), (900, 200)):
        canvas.resize(width, height)
        corner = canvas.to_pane(QPointF(size[1], size[0]))
        assert QRectF(canvas.rect()).contains(corner)
        assert QRectF(canvas.rect()).contains(canvas.to_pane(QPointF(0, 0)))


def test_place_of_the_mouse_in_the_image_is_known_until_it_leaves(session: Session, canvas: CanvasView):
    Hand(canvas).hover((12.5, 8.25))
    cursor = session.viewport.cursor
    assert (cursor.x(), cursor.y()) == pytest.approx((12.5, 8.25))
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert session.viewport.cursor is None


# What is drawn


def test_picture_is_shown_pixel_by_pixel_where_it_is_enlarged(session: Session, canvas: CanvasView):
    only_the_picture(session)
    session.viewport.set_scale(16)
    pixels = session.editor.pixels
    middle = canvas.to_image(QPointF(canvas.width() / 2, canvas.height() / 2))
    x, y = int(middle.x()), int(middle.y())
    for dx, dy in ((0, 0), (3, -2), (-4, 5)):
        expected = QColor(*pixels[y + dy, x + dx].tolist())
        for share in (0.2, 0.8):
            assert colour_at(canvas, x + dx + share, y + dy + share) == expected


def test_picture_that_is_partly_out_of_sight_is_shown_in_its_place(session: Session, canvas: CanvasView):
    only_the_picture(session)
    pixels, size = session.editor.pixels, session.editor.image_size
    session.viewport.set_scale(20)
    for x, y in ((0, 0), (size[1] - 1, size[0] - 1)):
        session.viewport.center = QPointF(x + 0.5, y + 0.5)
        assert colour_at(canvas, x + 0.5, y + 0.5) == QColor(*pixels[y, x].tolist())
    session.viewport.center = QPointF(-500, 0)
    assert seen(canvas).pixelColor(5, 5).rgb() == canvas.palette().color(QPalette.ColorRole.Mid).rgb()


def test_brightness_contrast_and_gamma_change_the_picture_and_go_back(session: Session, canvas: CanvasView):
    only_the_picture(session)
    before = colour_at(canvas, 30, 20)
    session.display.set(brightness=1.0)
    assert colour_at(canvas, 30, 20) == QColor(255, 255, 255)
    session.display.set(brightness=-1.0)
    assert colour_at(canvas, 30, 20) == QColor(0, 0, 0)
    session.display.set(brightness=0.0)
    assert colour_at(canvas, 30, 20) == before


@pytest.mark.parametrize(("scale", "drawn"), [(7.9, False), (8.0, True), (20.0, True)])
def test_pixel_grid_is_drawn_from_eight_times_on(scale: float, drawn: bool, session: Session, canvas: CanvasView):
    only_the_picture(session)
    session.viewport.set_scale(scale)
    without = seen(canvas)
    session.display.set(pixel_grid=True)
    assert (seen(canvas) != without) == drawn


def test_outline_has_the_colour_of_its_order(session: Session, canvas: CanvasView):
    session.viewport.set_scale(4)
    session.viewport.pan(0, 0)
    colours = order_colours(3)
    for rank, x in ((1, 10.0), (2, 50.0)):
        shown = colour_at(canvas, x, 30)
        assert (shown.red(), shown.green(), shown.blue()) == pytest.approx(colours[rank], abs=60)


def test_polygons_can_be_hidden_but_for_the_selected_ones(session: Session, canvas: CanvasView):
    only_the_picture(session)
    hidden = seen(canvas)
    session.editor.select((0,))
    assert seen(canvas) != hidden
    session.editor.select(())
    assert seen(canvas) == hidden
    session.display.set(polygons=True)
    outlined = seen(canvas)
    assert outlined != hidden
    session.display.set(symbols=True)
    assert seen(canvas) != outlined


def test_drafts_ignored_characters_and_painted_areas_look_different(session: Session, canvas: CanvasView):
    size = session.editor.image_size
    plain = seen(canvas)
    label = three_boxes()
    first, *others = label.characters
    looks = [plain]
    for changed in (
        replace(label, characters=(replace(first, source="model"), *others)),
        replace(label, characters=(replace(first, ignore=True), *others)),
        edits.paint(label, 0, [(20, 20), (25, 30)], 4, size),
    ):
        begin_with(session, changed)
        look = seen(canvas)
        assert all(look != other for other in looks)
        looks.append(look)


def test_character_with_a_problem_is_marked(session: Session, canvas: CanvasView, qtbot: QtBot):
    qtbot.waitUntil(lambda: not session.workspace.background.jobs)
    session.editor.apply("Astray", edits.move, [2], 0, 500)
    qtbot.waitUntil(lambda: any(p.character == 3 for p in session.editor.problems))
    session.viewport.set_scale(1)
    session.viewport.center = QPointF(105, 530)
    marked = seen(canvas)
    session.editor.problems = ()
    session.editor.problems_changed.emit()
    assert seen(canvas) != marked


class Paintings(QObject):
    """Notes at each painting of a canvas if there was a picture to paint."""

    def __init__(self, session: Session, canvas: CanvasView) -> None:
        super().__init__(canvas)
        self._session = session
        self.had_picture: list[bool] = []
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.had_picture.append(self._session.editor.pixels is not None)
        return super().eventFilter(watched, event)


def test_the_picture_stays_on_screen_until_the_next_image_is_read(session: Session, canvas: CanvasView, qtbot: QtBot):
    paintings, images, hints = Paintings(session, canvas), session.catalog.table.images, list[str]()
    canvas.hint_changed.connect(hints.append)
    for place in (len(images) - 1, len(images) // 2):  # far away, so that none was read ahead
        qtbot.wait(300)  # as a person does who looks at an image
        corner = colour_at(canvas, 1.5, 1.5)
        session.show(images[place])
        assert session.editor.pixels is None, "the next image is being read"
        assert colour_at(canvas, 1.5, 1.5) == corner, "and the one before is on screen"
        paintings.had_picture.clear()  # what was asked for here is no painting of the window
        qtbot.waitUntil(lambda: session.editor.pixels is not None and session.editor.loaded.image == session.image)
        qtbot.waitUntil(lambda: bool(paintings.had_picture))
        assert all(paintings.had_picture), "no empty canvas is painted between two images"
    assert "" not in hints, "and the hint stays, too"


def test_map_lies_over_the_picture_as_opaque_as_is_chosen(session: Session, canvas: CanvasView):
    only_the_picture(session)
    bare = seen(canvas)
    session.display.set(overlay="localization", opacity=0.0)
    assert seen(canvas) == bare
    looks = [bare]
    for opacity in (0.5, 1.0):
        session.display.set(opacity=opacity)
        looks.append(seen(canvas))
    assert looks[1] != looks[2]
    assert bare not in looks[1:]


def test_a_map_over_the_picture_is_named_with_the_meaning_of_its_colours(session: Session, canvas: CanvasView):
    only_the_picture(session)
    whole = QRect(canvas.width() // 2, 0, canvas.width() // 2, 16)
    bare = canvas.grab(whole).toImage()
    session.display.set(overlay="localization", opacity=0.5)
    legend = canvas.grab(whole).toImage()
    assert legend != bare
    session.display.set(overlay="order")
    assert canvas.grab(whole).toImage() not in (bare, legend)


def test_painting_asks_for_no_map_and_no_prediction(session: Session, canvas: CanvasView):
    """They are put together at a change, once, however often the canvas is painted after it."""
    session.display.set(overlay="order", rows=())
    session.editor.apply("Move", edits.move, [0], 3, 0)
    asked = entered_by(canvas.grab)
    assert not {name for name in asked if name.startswith(("app.reading", "app.instruments"))}
    assert not asked & {"app.editing.rendering", "app.pictures.map_images", "app.pictures.shown_maps"}


def test_character_under_the_mouse_stands_out(canvas: CanvasView):
    place = QPointF(2, 2)
    QApplication.sendEvent(canvas, QEnterEvent(place, place, place))
    assert canvas.underMouse()
    Hand(canvas).hover((45, 57))
    before = seen(canvas)
    Hand(canvas).hover((25, 30))
    assert seen(canvas) != before


# What it says


def test_without_a_project_it_says_how_to_open_one(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    canvas = shown_canvas(qtbot, make_session(None))
    assert notice(canvas) == ["No project is open", "Open a folder of word images, or drop one here."]


def test_picture_that_cannot_be_read_says_why_and_offers_the_next(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    first, second = sorted(project_folder.glob("*.png"))[:2]
    first.write_bytes(b"no picture")
    session = make_session(project_folder)
    canvas = shown_canvas(qtbot, session)
    title, reason = notice(canvas)
    assert title == "This picture cannot be read"
    assert first.name in reason
    (button,) = canvas.findChildren(QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.editor.image == second.name)
    assert notice(canvas) == []


def test_over_a_label_that_cannot_be_read_nothing_is_drawn(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    first = min(project_folder.glob("*.png"))
    label_path(first).write_text("{", encoding="utf-8")
    session = make_session(project_folder)
    canvas = shown_canvas(qtbot, session)
    assert notice(canvas) == []  # the strip above the canvas says why, with what can be done about it
    assert session.editor.pixels is not None
    Hand(canvas).drag((5, 5), (20, 20), (30, 30))
    Hand(canvas).key(Qt.Key.Key_Right)
    assert session.editor.document is None
    assert label_path(first).read_text(encoding="utf-8") == "{"


def test_read_only_folder_says_so(session: Session, canvas: CanvasView):
    assert notice(canvas) == []
    session.editor.set_project(session.project, None, "Only to be looked at.")
    assert notice(canvas) == ["Read-only"]
    found = canvas.findChild(Notice)
    assert found.toolTip() == found.accessibleDescription() == "Only to be looked at."


def test_hint_follows_what_is_selected(session: Session, canvas: CanvasView):
    hints = list[str]()
    canvas.hint_changed.connect(hints.append)
    for _ in range(2):
        Hand(canvas).click((25, 30))
    assert "each symbol replaces the next one" in hints[-1]
    assert canvas.accessibleDescription() == canvas.hint
    begin_with(session, WordLabel())
    assert canvas.hint == ""  # the maps say it


def test_hint_promises_nothing_in_a_read_only_folder(session: Session, canvas: CanvasView):
    assert canvas.hint
    session.editor.set_project(session.project, None, "Only to be looked at.")
    Hand(canvas).click((25, 30))
    assert canvas.hint == ""


class _Paintings(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def test_reading_of_a_run_that_is_looked_at_is_painted_when_it_arrives(
    session: Session, canvas: CanvasView, tmp_path: Path, qtbot: QtBot
):
    begin(session, tmp_path / "003-digits")
    qtbot.wait(100)  # what begins is painted
    paintings = _Paintings(canvas)
    session.predictions.changed.emit()
    qtbot.waitUntil(lambda: paintings.count == 1)
    session.predictions.model_changed.emit()
    qtbot.waitUntil(lambda: paintings.count == 2)


def test_right_click_selects_what_its_menu_is_about(session: Session, canvas: CanvasView):
    session.editor.select((0, 1))
    for x, selection in ((25.0, (0, 1)), (105.0, (2,))):
        at = canvas.to_pane(QPointF(x, 30))
        mouse(canvas, QEvent.Type.MouseButtonPress, at, Qt.MouseButton.RightButton, Qt.MouseButton.RightButton)
        assert session.editor.selection == selection
