"""A person's hands on the window: real mouse and key events, by image points and by what is shown, and waiting.

The tour and the end-to-end tests work with it. The module calls the program only to learn where things are.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.views.main_window.window import MainWindow
from tests.tour.patience import Patience

_PATIENCE = 60.0  # seconds in which nothing works
_STEPS = 6  # mouse moves of a drag
_GLANCE = 20  # ms between two looks whether something has happened
_NONE = Qt.KeyboardModifier.NoModifier


class Hands:
    """Works on a window.

    `window`: shown already.
    """

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.session = window.session
        # A new window lies under the cursor with the corner where its layout begins: that button would explain itself.
        # Below, nothing does, and no map hides its title
        QTest.mouseMove(window, QPoint(window.width() // 2, window.height() - 4))

    # Waiting

    def wait(self, until: Callable[[], object], what: str = "", patience: float = _PATIENCE) -> None:
        """Let the window work until a condition holds.

        Raises TimeoutError if the condition does not hold and no process of the program has worked for `patience`
        seconds (`tests.tour.patience`). Raises InterruptedError if the
        window was closed, so that nothing more will come.
        """
        waiting = Patience(patience)
        while not until():
            if waiting.is_out():
                raise TimeoutError(f"waited in vain for {what or until}")
            if not self.window.isVisible():
                # The event loop of a pause throws away the end that the last window's closing has posted
                QCoreApplication.exit()
                raise InterruptedError("the window was closed")
            self.pause(_GLANCE)

    def wait_for_image(self, image: str | None = None) -> None:
        session = self.session
        wanted = image or session.image
        self.wait(lambda: session.editor.image == wanted and session.editor.loaded is not None, f"image {wanted}")

    def wait_until_open(self) -> None:
        """Wait until a project is listed, its labels are read and its first image is shown."""
        session = self.session
        self.wait(lambda: session.project is not None and not session.catalog.is_listing, "the list")
        self.wait(lambda: session.editor.loaded is not None, "the first image")
        self.wait(lambda: not session.workspace.background.jobs, "the labels")

    def wait_until_saved(self) -> None:
        self.wait(lambda: self.session.saver.unsaved == 0, "the label files")

    def pause(self, milliseconds: int) -> None:
        """Let the window work for a while.

        Raises InterruptedError if the program is ending, so that nothing more will come.
        """
        loop = QEventLoop()  # QTest.qWait would keep Python's lock, and no background thread would get on
        QTimer.singleShot(milliseconds, loop.quit)
        if loop.exec() < 0:
            raise InterruptedError("the window was closed")

    # Keys

    def keys(self, sequence: str, target: QWidget | None = None) -> None:
        """Press a key with its modifiers, such as "Ctrl+Shift+P", in the focused or a given widget."""
        if QApplication.activeWindow() is None:  # without a window manager nobody makes it active after a dialog
            self.window.activateWindow()
            self.wait(QApplication.activeWindow, "an active window")
        QTest.keySequence(target or self._focus(), QKeySequence(sequence))

    def do(self, action: str) -> None:
        """Press the key of an action, by its id, with the keyboard on the canvas."""
        self.keys(self.window.action_set.keys(action)[0], self.window.centre.canvas)

    def dialog(self) -> QWidget:
        """The dialog that is open, once the keyboard is in it."""

        def has_keyboard() -> bool:
            opened, focus = QApplication.activeModalWidget(), QApplication.focusWidget()
            return opened is not None and focus is not None and opened.isAncestorOf(focus)

        self.wait(has_keyboard, "a dialog with the keyboard in it")
        found = QApplication.activeModalWidget()
        assert found is not None
        return found

    def type(self, text: str, target: QWidget | None = None) -> None:
        """Type a text into the focused or a given widget; by an input method for letters that no keyboard has."""
        target = target or self._focus()
        if text.isascii():
            QTest.keyClicks(target, text)
            return
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(target, event)

    # The mouse on the canvas

    def at(self, x: float, y: float) -> QPoint:
        return self.window.centre.canvas.to_pane(QPointF(x, y)).toPoint()

    def centre_of(self, place: int) -> tuple[float, float]:
        """The middle of a character, image pixels."""
        corners = self.session.editor.label.characters[place].corners
        x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
        return float(x), float(y)

    def click(self, x: float, y: float, held: Qt.KeyboardModifier = _NONE) -> None:
        canvas = self.window.centre.canvas
        QTest.mouseMove(canvas, self.at(x, y))
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, held, self.at(x, y))

    def double_click(self, x: float, y: float) -> None:
        """Click an image point twice."""
        self.click(x, y)
        QTest.mouseDClick(self.window.centre.canvas, Qt.MouseButton.LeftButton, _NONE, self.at(x, y))

    def drag(self, points: Sequence[tuple[float, float]], held: Qt.KeyboardModifier = _NONE) -> None:
        """Press at the first image point, go through the others, and let go at the last."""
        canvas = self.window.centre.canvas
        QTest.mouseMove(canvas, self.at(*points[0]))
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, held, self.at(*points[0]))
        for (x0, y0), (x1, y1) in pairwise(points):
            for step in range(1, _STEPS + 1):
                part = step / _STEPS
                QTest.mouseMove(canvas, self.at(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
                QApplication.processEvents()
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, held, self.at(*points[-1]))

    # The rest of the window

    def press(self, widget: QWidget, where: QPoint | None = None) -> None:
        """Click a widget, in its middle or at a point of it."""
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, _NONE, where or widget.rect().center())

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self.window
