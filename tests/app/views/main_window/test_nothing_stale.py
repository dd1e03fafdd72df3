"""What is on screen after much has happened is what a window shows that was just made."""

import random
from collections.abc import Callable, Iterator
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeView
from pytestqt.qtbot import QtBot
from support.window.hand import Hand
from support.window.keys import press
from support.window.pixels import colours

from app.desktop.theme import Theme, apply_theme
from app.display import Overlay
from app.session import Session
from app.views.main_window.window import MainWindow

ACTS, SEED = 200, 28
HELD = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
LOOKS = 60  # one after the other find nothing changed: the window rests


def themed(theme: Theme) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, theme)


@pytest.fixture(autouse=True)
def light_again() -> Iterator[None]:
    yield
    themed("light")


def jump(window: MainWindow, row: int) -> None:
    view = window.images.view
    index = view.model().index(row, 0)
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def act_at_random(window: MainWindow, session: Session, chance: random.Random) -> None:
    """Type, drag, undo, step, jump, select, zoom, choose a map or a theme; then wait, or do not."""
    hand, view, label = Hand(window.centre.canvas), window.images.view, session.editor.label
    match chance.choice(("step", "step", "step", "jump", "type", "drag", "undo", "select", "zoom", "map", "theme")):
        case "step":
            hand.key(chance.choice((Qt.Key.Key_D, Qt.Key.Key_D, Qt.Key.Key_A)))
        case "jump":
            jump(window, chance.randrange(view.model().rowCount()))
        case "type":
            window.label.text.field.setFocus()
            press(window, chance.choice("abcxyz"), Qt.Key.Key_Return)
            window.centre.canvas.setFocus()
        case "drag" if label.characters:
            x, y = chance.choice(label.characters).corners.mean(axis=0)
            hand.drag((x, y), (x + 1, y), (x + chance.uniform(1, 4), y + chance.uniform(-1, 1)))
        case "undo":
            hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | chance.choice(HELD))
        case "select":
            session.editor.select([chance.randrange(len(label.characters) or 1)])
        case "zoom":
            session.viewport.zoom(chance.choice((0.5, 2.0)))
        case "map":
            session.display.set(overlay=chance.choice(get_args(Overlay)), position=chance.choice((None, None, 1, 2)))
        case "theme":
            themed(chance.choice(("light", "dark")))
    if chance.random() < 0.3:
        QTest.qWait(chance.choice((1, 5, 80)))


def jump_to_maps(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    """Show an image whose label gives maps: a window that has seen none yet keeps no room for them."""
    editor = session.editor
    for row in range(window.images.view.model().rowCount()):
        jump(window, row)
        qtbot.waitUntil(lambda: editor.image == session.image and editor.is_checked and not session.saver.unsaved)
        if not window.centre.maps.sentence.text():
            return


def at_rest(window: MainWindow, session: Session, qtbot: QtBot) -> NDArray[np.uint8]:
    """What is on screen once all that was begun is over, nothing is selected, and each part is where a new one is."""
    editor, seen = session.editor, [np.zeros(0, np.uint8)]
    window.activateWindow()
    window.centre.canvas.setFocus()
    session.viewport.set_cursor(None)
    session.viewport.fit()
    for card in window.centre.toasts.cards:
        card.send_away()
    session.saver.flush()

    def rests() -> bool:
        editor.select(())  # an image that comes only now comes with what was selected in it
        window.centre.share_room()  # it was shared for another image, or before the problems came or went
        window.images.view.scrollToTop()
        for tree in window.findChildren(QTreeView):
            tree.collapseAll()
        shown = window.screen().grabWindow(window.winId()).toImage()  # only what the window has painted of itself
        seen.append(seen[0] if shown.isNull() else colours(shown))
        is_over = editor.image == session.image and editor.is_checked and not session.saver.unsaved
        return is_over and bool(seen[-1].size) and all(np.array_equal(seen[-1], other) for other in seen[-LOOKS:])

    qtbot.waitUntil(rests)
    return seen[-1]


@pytest.mark.long
def test_after_two_hundred_acts_the_window_shows_what_a_new_one_shows(
    session: Session, make_window: Callable[[Session], MainWindow], qtbot: QtBot
):
    window, chance = make_window(session), random.Random(SEED)
    for _ in range(ACTS):
        act_at_random(window, session, chance)
    jump_to_maps(window, session, qtbot)
    seen = at_rest(window, session, qtbot)
    assert np.array_equal(seen, colours(window.grab().toImage())), "what is on screen is what would be painted now"
    window.hide()
    assert np.array_equal(seen, at_rest(make_window(session), session, qtbot))
