"""The robot's hands: random keys, clicks and focus changes, in the window and in each dialog that opens."""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from difflib import unified_diff
from pathlib import Path
from typing import get_args
from unittest import mock

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QDesktopServices, QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QWidget,
)
from shiboken6 import isValid

from app.actions.action import LayoutName
from app.editing.tools import TOOLS
from app.session import Session
from app.views.main_window.dialogs import DIALOGS
from app.views.main_window.window import MainWindow
from core.base.plugins.active import plugins
from tests.robot.watch import Event, Watch, in_words

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789[].,"
_NAMED = (
    *(Qt.Key.Key_Return,) * 6, *(Qt.Key.Key_Escape,) * 4, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
    Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up,
    Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_F2,
    Qt.Key.Key_F7, Qt.Key.Key_F8,
)  # fmt: skip
_WITH_CTRL = "acdfvxyz"
_CTRL, _SHIFT, _NONE = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier,
)  # fmt: skip
_NEVER = ("file.", "help.", "edit.trash", "edit.move", "edit.put_back", "train.", "predict.", "view.full", "view.lang")
"""Actions that the robot leaves alone begin so: they leave the project or start other programs."""
_DIALOG_NAMED = (
    Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Up,
    Qt.Key.Key_Right, Qt.Key.Key_Backspace,
)  # fmt: skip
_OF_FILES = {"export_view", "model_file", "readings"}
_CLIPBOARD = ("word", "two\nlines", "", "שלום", "a" * 10_000, "12")
_DIALOG_KEYS = 4  # that a dialog gets before it is given up
_PATIENCE = 20_000  # ms, and more on a busy machine, until work in the background has ended
_LATEST = 40  # events that are printed with a finding


class _Stay(QObject):
    """Answers the wish to quit: the window stays open."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.Close


class Robot:
    """Works in a window at random."""

    def __init__(self, window: MainWindow, session: Session, seed: int) -> None:
        self.window, self.session, self.seed = window, session, seed
        self.rng = random.Random(seed)
        self.watch = Watch(window, session)
        self.files = _files(session.workspace.root)
        self._kinds: Mapping[Callable[[], Event], int] = {
            self.letter: 40, self.named: 25, self.with_ctrl: 6, self.layout: 3, self.tool: 4, self.click: 12,
            self.click_picture: 8, self.double_click: 3, self.focus: 8, self.filter: 4, self.compose: 2, self.dialog: 2,
            self.action: 3, self.wait: 6,
        }  # fmt: skip
        self.reached: Mapping[str, Counter[str]] = {
            what: Counter() for what in ("layouts", "tools", "dialogs", "places of the keyboard", "actions", "events")
        }
        self._decks: dict[str, list[str]] = {}
        self._modal = QTimer(interval=40)
        self._modal.timeout.connect(self._answer)
        self._answered = 0
        self._latest: deque[str] = deque(maxlen=_LATEST)

    def run(self, events: int, undo_each: int = 250) -> list[str]:
        """Do so many things; return what was found wrong, each with the seed and the number of the event."""
        kinds = {kind.__name__: kind for kind in self._kinds}
        cards = [kind.__name__ for kind, times in self._kinds.items() for _ in range(times)]
        found: list[str] = []
        with self._answering():
            for number in range(events):
                self._come_back()
                before = self.watch.look()
                kind = kinds[self._dealt("kinds", cards)]
                event = kind()
                QApplication.processEvents()
                self._note(kind.__name__)
                sentences = self.watch.findings(event, before)
                self._latest.append(f"  {number} {event.name} (before: {in_words(before)}; actions: {self.watch.done})")
                if (number + 1) % undo_each == 0:
                    sentences += self.undo_all()
                if sentences:
                    print("found after:", *self._latest, *sentences, sep="\n", flush=True)
                found += [f"seed {self.seed}, event {number}: {each}" for each in sentences]
        return found

    # What it does

    def letter(self) -> Event:
        letter = self.rng.choice(_LETTERS)
        held = self.rng.choice((_NONE, _NONE, _NONE, _SHIFT))
        self._key(letter, held)
        return Event(f"“{letter}”", is_letter=True)

    def named(self) -> Event:
        key = self.rng.choice(_NAMED)
        self._key(key, self.rng.choice((_NONE,) * 5 + (_SHIFT,)))
        return Event(key.name, key)

    def with_ctrl(self) -> Event:
        letter = self.rng.choice(_WITH_CTRL)
        if letter == "v":
            QGuiApplication.clipboard().setText(self.rng.choice(_CLIPBOARD))
        self._key(letter, _CTRL)
        return Event(f"Ctrl+{letter}")

    def layout(self) -> Event:
        name = self._dealt("layouts", get_args(LayoutName))
        self.window.action_set.trigger(f"view.layout.{name}")
        return Event(f"layout {name}")

    def tool(self) -> Event:
        tool = self._dealt("tools", ("word", "word", *(tool.id for tool in TOOLS)))
        self.window.action_set.trigger(f"tool.{tool}")
        return Event(f"tool {tool}")

    def action(self) -> Event:
        name = self._dealt("actions", [each for each in self.window.action_set.table if not each.startswith(_NEVER)])
        self.reached["actions"][name] += self.window.action_set.action(name).isEnabled()
        self.window.action_set.trigger(name)
        return Event(f"action {name}", is_command=True)

    def dialog(self) -> Event:
        name = self._dealt("dialogs", dialogs())
        self.reached["dialogs"][name] += 1
        opened = self.window.dialogs.show(name)
        QApplication.processEvents()
        for _ in range(self.rng.randrange(12)):
            self._key(self.rng.choice((*_LETTERS, *_DIALOG_NAMED * 2)), _NONE)
            QApplication.processEvents()
            self._note_focus()
        if isValid(opened):
            opened.reject()
        self.window.activateWindow()
        return Event(f"dialog {name}", is_command=True)

    def click(self) -> Event:
        widget = self.rng.choice(self._in_sight())
        at = self._somewhere(widget)
        name = widget.objectName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        if self._is_blocked:
            return Event("click beside a dialog")
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, self.rng.choice((_NONE, _NONE, _CTRL, _SHIFT)), at)
        return Event(f"click on {type(widget).__name__} {name}", widget=widget)

    def click_picture(self) -> Event:
        canvas = self.window.centre.canvas
        if canvas.isVisible() and not self._is_blocked:
            QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, _NONE, self._somewhere(canvas))
        return Event("click in the picture", widget=canvas)

    def double_click(self) -> Event:
        canvas = self.window.centre.canvas
        if canvas.isVisible() and not self._is_blocked:
            QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, _NONE, self._somewhere(canvas))
        return Event("double click in the picture", widget=canvas)

    def focus(self) -> Event:
        able = [each for each in self._in_sight() if each.focusPolicy() != Qt.FocusPolicy.NoFocus and each.isEnabled()]
        kinds = (QLineEdit, QAbstractItemView, QAbstractButton, type(self.window.centre.canvas))
        kind = self.rng.choice(kinds)
        chosen = [each for each in able if isinstance(each, kind)] or able
        widget = self.rng.choice(chosen)
        widget.setFocus()
        return Event(f"focus on {type(widget).__name__}")

    def filter(self) -> Event:
        """Filter by something, Enter, and go back to the filter by a click: what is typed next belongs to it."""
        self.window.action_set.trigger("view.filter")
        for letter in self.rng.choice(("zzz", "zzz", "zzz", "word", "status:reviewed", "")):
            self._key(letter, _NONE)
        self._key(Qt.Key.Key_Return, _NONE)
        box = self.window.images.filter_box
        if box.isVisible() and not self._is_blocked:
            QTest.mouseClick(box, Qt.MouseButton.LeftButton, _NONE, QPoint(box.width() // 2, box.height() // 2))
            box.selectAll()
        return Event("filter")

    def compose(self) -> Event:
        event = QInputMethodEvent(self.rng.choice(("", "zhong")), [])
        event.setCommitString(self.rng.choice(("", "中")))
        QApplication.sendEvent(QApplication.focusWidget() or self.window, event)
        return Event("input method")

    def wait(self) -> Event:
        QTest.qWait(self.rng.choice((1, 5, 30)))
        return Event("nothing")

    def undo_all(self) -> list[str]:
        """Take everything back: the label files are what they were, byte by byte.

        A label that was edited while an action wrote its file is asked about; its edits are what counts here.
        """
        session = self.session
        self._close_dialogs()
        session.set_tool("select")
        session.workspace.leaving.emit()
        self._settle()
        for document in session.documents:
            if document.conflict:
                session.saver.keep_mine(document)
        self._settle(lambda: session.saver.unsaved == 0)
        for _ in range(10_000):
            if session.workspace.undo_list.last is None:
                break
            session.workspace.undo_list.undo()
            self._settle(lambda: not session.workspace.undo_list.is_held)
        session.saver.flush()
        self._settle(lambda: session.saver.unsaved == 0)
        after = _files(session.workspace.root)
        changed = sorted(name for name in {*after, *self.files} if after.get(name) != self.files.get(name))
        before, self.files = self.files, after
        last = "nothing" if session.workspace.undo_list.last is None else session.workspace.undo_list.last.title
        held = ", ".join(document.image for document in session.documents if document.conflict) or "none"
        return [
            f"after all was undone ({last} is left; conflicts: {held}) {name} is another file\n"
            f"{_lines(before, after, name)}"
            for name in changed
        ]

    # How

    def _dealt(self, kind: str, cards: Iterable[str]) -> str:
        """One card after the other of a shuffled deck, so that each comes as often as the others."""
        deck = self._decks.setdefault(kind, [])
        if not deck:
            deck += cards
            self.rng.shuffle(deck)
        return deck.pop()

    def _note(self, kind: str) -> None:
        """Count what was reached."""
        self.reached["events"][kind] += 1
        self.reached["layouts"][self.window.present_layout()] += 1
        self.reached["tools"][self.session.tool] += 1
        self._note_focus()

    def _note_focus(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None:
            name = focus.objectName() or focus.accessibleName()
            self.reached["places of the keyboard"][f"{type(focus).__name__} {name}".strip()] += 1

    def _key(self, key: Qt.Key | str, held: Qt.KeyboardModifier) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        # as on a desktop: to the dialog that is in front, also if the window does not wait for it
        target = QApplication.activeModalWidget() or QApplication.activeWindow() or self.window
        handle = target.windowHandle()
        if handle is not None:
            QTest.keyClick(handle, key, held)

    @property
    def _is_blocked(self) -> bool:
        """True if a dialog is in front that takes all clicks, as on a desktop."""
        return QApplication.activeModalWidget() is not None

    def _in_sight(self) -> list[QWidget]:
        return [
            each
            for each in self.window.findChildren(QWidget)
            if each.window() is self.window and each.isVisible() and not each.visibleRegion().isEmpty()
        ]

    def _somewhere(self, widget: QWidget) -> QPoint:
        return QPoint(self.rng.randrange(max(widget.width(), 1)), self.rng.randrange(max(widget.height(), 1)))

    def _settle(self, until: Callable[[], bool] = lambda: True) -> None:
        for _ in range(_PATIENCE):
            QTest.qWait(1)
            if until() and not self.session.workspace.background.jobs:
                return

    def _answer(self) -> None:
        """Give a dialog that waits for an answer some keys, then give it up. Menus are closed."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if isinstance(popup, QMenu):
            popup.close()
        if isinstance(modal, QDialog):
            self._answered += 1
            if self._answered % _DIALOG_KEYS:
                QTest.keyClick(modal, self.rng.choice("abcdefgh"))
            else:
                modal.reject()

    def _close_dialogs(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog | QMenu) and widget.isVisible():
                widget.close()
        self._come_back()

    def _come_back(self) -> None:
        """Have the window, or the dialog over it, active: nobody else does without a window manager."""
        front = QApplication.activeModalWidget() or self.window
        if QApplication.activeWindow() is not front:
            front.activateWindow()
            QApplication.processEvents()

    @contextmanager
    def _answering(self) -> Iterator[None]:
        stay = _Stay()
        self.window.installEventFilter(stay)
        self._modal.start()
        with ExitStack() as stack:
            for name, answer in (
                ("getExistingDirectory", ""), ("getOpenFileName", ("", "")), ("getOpenFileNames", ([], "")),
                ("getSaveFileName", ("", "")),
            ):  # fmt: skip
                stack.enter_context(mock.patch.object(QFileDialog, name, return_value=answer))
            stack.enter_context(mock.patch.object(QFileDialog, "open"))
            stack.enter_context(mock.patch.object(QDesktopServices, "openUrl", return_value=True))
            try:
                yield
            finally:
                self._modal.stop()
                self._close_dialogs()
                self.window.removeEventFilter(stay)


def dialogs() -> tuple[str, ...]:
    """The names of all dialogs, those of plug-ins too, but for the ones of the system that choose a file."""
    return (
        *(name for name in DIALOGS if name not in _OF_FILES),
        *(name for each in plugins().on for name in each.dialogs),
    )


def _lines(before: Mapping[str, bytes], after: Mapping[str, bytes], name: str) -> str:
    """The lines of a file that are others."""
    old, new = (files.get(name, b"").decode().splitlines() for files in (before, after))
    return "\n".join([*unified_diff(old, new, lineterm="", n=0)][2:12])


def _files(root: Path | None) -> dict[str, bytes]:
    """The label files of a project."""
    assert root is not None
    files = (path for path in sorted(root.rglob("word*.json")) if ".textscanner" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
