"""Right click: a menu of the actions that fit what is under the mouse."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from support.window.told_training import new_run

from app.actions.action_set import ActionSet
from app.actions.context_menus import CONTEXT_MENUS
from app.session import Session
from app.views.main_window.window import MainWindow
from app.widgets.boxes import MENU
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.files.storage import label_path, read_label


def right_click(qtbot: QtBot, widget: QWidget, at: QPoint) -> QMenu:
    target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
    qtbot.mouseClick(target, Qt.MouseButton.RightButton, pos=at)
    QApplication.sendEvent(target, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, target.mapToGlobal(at)))
    return QApplication.activePopupWidget()


def choose(qtbot: QtBot, menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def middle_of(view: QAbstractItemView, row: int) -> QPoint:
    return view.visualRect(view.model().index(row, 0)).center()


def test_right_click_on_a_character_deletes_it(window: MainWindow, session: Session, qtbot: QtBot):
    before = session.editor.label
    canvas = window.centre.canvas
    x, y = before.in_order[0].corners.mean(axis=0)
    menu = right_click(qtbot, canvas, canvas.to_pane(QPointF(float(x), float(y))).toPoint())
    assert menu.objectName() == "canvas"
    choose(qtbot, menu, window.action_set.text("edit.delete"))
    assert session.editor.label.word == before.word[1:]


def test_right_click_on_a_map_makes_it_the_large_picture(window: MainWindow, session: Session, qtbot: QtBot):
    pane = window.centre.maps.panes["order", "target"]
    qtbot.waitUntil(pane.isVisible)
    qtbot.mouseMove(pane, pane.rect().center())
    menu = right_click(qtbot, pane, pane.rect().center())
    assert menu.objectName() == "maps"
    choose(qtbot, menu, window.action_set.text("maps.swap"))
    assert session.display.choices.large == ("order", "target")


def test_right_click_on_an_image_shows_it_and_marks_it_reviewed(window: MainWindow, session: Session, qtbot: QtBot):
    view = window.images.view
    menu = right_click(qtbot, view, middle_of(view, 2))
    image = session.catalog.image_at(2)
    assert session.image == image
    choose(qtbot, menu, window.action_set.text("edit.mark_chosen_reviewed"))
    qtbot.waitUntil(lambda: session.image == image and session.editor.label.status == "reviewed")


def test_right_click_on_a_run_offers_what_its_buttons_do(window: MainWindow, session: Session, qtbot: QtBot):
    panel = window.panels.content("runs")
    window.panels.show("runs")
    new_run(session)
    session.runs.list_runs()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 1)
    menu = right_click(qtbot, panel.table, middle_of(panel.table, 0))
    offered = {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}
    assert offered["Resume"] is True
    assert "Delete…" in offered
    menu.close()


def test_right_click_on_a_problem_goes_there_and_fixes_it(window: MainWindow, session: Session, qtbot: QtBot):
    image, label = session.image, session.editor.label
    session.editor.commit("Spoil", replace(label, characters=tuple(replace(c, order=1) for c in label.characters)))
    session.saver.flush()
    panel = window.panels.content("problems")
    qtbot.waitUntil(lambda: [group.kind for group in panel.rows.groups] == ["order-double"])
    session.show(session.catalog.image_at(3))
    place = panel.rows.index(0, 0, panel.rows.index(0, 0))
    panel.tree.scrollTo(place)
    menu = right_click(qtbot, panel.tree, panel.tree.visualRect(place).center())
    assert session.image == image
    qtbot.waitUntil(window.action_set.action("problems.fix").isEnabled)
    choose(qtbot, menu, window.action_set.text("problems.fix"))
    assert [character.order for character in session.editor.label.in_order] == [*range(1, len(label.characters) + 1)]


def test_right_click_on_a_row_of_the_queue_shows_its_image_and_marks_it_reviewed(
    window: MainWindow, session: Session, qtbot: QtBot
):
    image = session.catalog.image_at(4)
    with Index.open(session.project) as index:
        known = index.row(image)
        index.set_predictions({image: IndexedPrediction("zzz", 0.1, 0.1, 0.9, "m", known.label_hash)})
        session.catalog.take_rows([row for row in [index.row(image)] if row is not None])
    window.choose_layout("review")
    panel = window.panels.content("review")
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 1)
    menu = right_click(qtbot, panel.table, middle_of(panel.table, 0))
    assert session.image == image
    qtbot.waitUntil(lambda: session.editor.image == image)
    qtbot.waitUntil(window.action_set.action("label.mark_reviewed").isEnabled)
    choose(qtbot, menu, window.action_set.text("label.mark_reviewed"))  # and the next image is shown
    session.saver.flush()
    label = label_path(session.project.path_of(image))
    qtbot.waitUntil(lambda: read_label(label).label.status == "reviewed")


def test_right_click_on_a_glyph_selects_its_character_and_deletes_it(
    window: MainWindow, session: Session, qtbot: QtBot
):
    window.choose_layout("review")
    wall = window.panels.content("glyphs")
    qtbot.waitUntil(lambda: wall.symbol.count() > 1)
    wall.symbol.setCurrentIndex(1)
    wall.symbol.activated.emit(1)
    qtbot.waitUntil(lambda: wall.tiles.rowCount() > 0)
    glyph = wall.tiles.entries[0]
    (view,) = [view for view in wall.findChildren(QAbstractItemView) if view.property(MENU)]
    menu = right_click(qtbot, view, middle_of(view, 0))
    qtbot.waitUntil(lambda: session.editor.image == glyph.image and len(session.editor.selection) == 1)
    before = session.editor.label.characters
    qtbot.waitUntil(window.action_set.action("edit.delete").isEnabled)
    choose(qtbot, menu, window.action_set.text("edit.delete"))
    assert session.editor.label.characters == (*before[: glyph.place], *before[glyph.place + 1 :])


def test_menus_are_made_of_actions_that_there_are(window: MainWindow):
    actions: ActionSet = window.action_set
    named = {name for names in CONTEXT_MENUS.values() for name in names if name}
    assert named <= {*actions.table}
