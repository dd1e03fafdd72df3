"""Right click: a menu of the actions that fit what is under the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.told_training import new_run

from app.actions.action_set import ActionSet
from app.actions.context_menus import CONTEXT_MENUS
from app.session import Session
from app.views.glyph_wall import GlyphWall
from app.views.main_window.window import MainWindow
from app.views.problems import ProblemsPanel
from app.views.review import ReviewPanel
from app.views.runs import RunsPanel
from app.widgets.boxes import MENU


def right_click(qtbot: QtBot, widget: QWidget, at: QPoint) -> QMenu:
    """Press the right button; the menu that opens."""
    target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
    qtbot.mouseClick(target, Qt.MouseButton.RightButton, pos=at)
    QApplication.sendEvent(target, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, target.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(qtbot: QtBot, menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def middle_of(view: QAbstractItemView, row: int) -> QPoint:
    return view.visualRect(view.model().index(row, 0)).center()


def test_right_click_on_a_character_deletes_it(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    before = session.editor.label
    canvas = window.centre.canvas
    x, y = before.in_order[0].corners.mean(axis=0)
    menu = right_click(qtbot, canvas, canvas.to_pane(QPointF(float(x), float(y))).toPoint())
    assert menu.objectName() == "canvas"
    choose(qtbot, menu, window.action_set.text("edit.delete"))
    assert session.editor.label.word == before.word[1:]


def test_right_click_on_a_map_makes_it_the_large_picture(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    pane = window.centre.maps.panes["order", "target"]
    qtbot.waitUntil(pane.isVisible, timeout=WAIT)
    qtbot.mouseMove(pane, pane.rect().center())
    menu = right_click(qtbot, pane, pane.rect().center())
    assert menu.objectName() == "maps"
    choose(qtbot, menu, window.action_set.text("maps.swap"))
    assert session.display.choices.large == ("order", "target")


def test_right_click_on_an_image_shows_it_and_marks_it_reviewed(
    window: MainWindow, session: Session, qtbot: QtBot
) -> None:
    view = window.images.view
    menu = right_click(qtbot, view, middle_of(view, 2))
    image = session.catalog.image_at(2)
    assert session.image == image
    choose(qtbot, menu, window.action_set.text("edit.mark_chosen_reviewed"))
    qtbot.waitUntil(lambda: session.image == image and session.editor.label.status == "reviewed", timeout=WAIT)


def test_right_click_on_a_run_offers_what_its_buttons_do(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    panel = window.panels.content("runs")
    assert isinstance(panel, RunsPanel)
    window.panels.show("runs")
    new_run(session)
    session.runs.refresh()
    qtbot.waitUntil(lambda: len(panel.rows.entries) == 1, timeout=WAIT)
    menu = right_click(qtbot, panel.table, middle_of(panel.table, 0))
    offered = {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}
    assert offered["Resume"] is True
    assert "Delete…" in offered
    menu.close()


@pytest.mark.parametrize(
    ("panel", "kind", "name"),
    [("problems", ProblemsPanel, "problems"), ("review", ReviewPanel, "queue"), ("glyphs", GlyphWall, "glyphs")],
)
def test_every_list_has_a_menu(window: MainWindow, panel: str, kind: type[QWidget], name: str) -> None:
    content = window.panels.content(panel)
    assert isinstance(content, kind)
    views = [view for view in content.findChildren(QAbstractItemView) if view.property(MENU)]
    assert [view.property(MENU) for view in views] == [name]


def test_menus_are_made_of_actions_that_there_are(window: MainWindow) -> None:
    actions: ActionSet = window.action_set
    named = {name for names in CONTEXT_MENUS.values() for name in names if name}
    assert named <= {*actions.table}
