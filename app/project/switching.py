"""Orders the parts of a window at a switch to another image: picture and maps first, each once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from PySide6.QtCore import QEvent, QObject, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QWindow
from shiboken6 import isValid

_UNPAINTED = 50  # ms after which the others follow even if the picture was not painted: it may be covered
_LONGEST = 0.5  # seconds that the others wait while one image follows another without a pause
_PAUSE = 0.1  # seconds after a switch: less than a person takes who looks at each image
_INPUT = {QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.MouseButtonPress, QEvent.Type.DragEnter}
_NUMBERS = count()
_FRAME = 0.016  # seconds from one time that they follow to the next, at least


class Switching(QObject):
    """Collects the reactions to a switch to another image, so that each runs once and the picture comes first.

    A switch emits several signals at once: another image, another label, another selection, other problems. Who shows
    the picture or a map acts `once`, at the end of the switch. All else acts `later`: in the turn of the event loop
    after the picture was painted. Outside a switch both act at once.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # True if a picture is on screen, whose painting `painted` tells. Without one nobody waits
        self.is_picture_shown = False
        self._depth, self._is_painted = 0, False
        self._guarded: list[QWindow] = []
        self._once: dict[_Follower, None] = {}
        self._later: dict[_Follower, None] = {}
        self._since = self._followed_at = self._switched_at = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._follow_painting)

    def once(self, act: Callable[[], object], *signals: SignalInstance, parent: QObject) -> None:
        """Call `act` at these signals, or during a switch only once, at its end."""
        _Follower(self, self._once, act, signals, parent)

    def later(self, act: Callable[[], object], *signals: SignalInstance, parent: QObject) -> None:
        """Call `act` at these signals, or during a switch only once, after the picture is painted."""
        _Follower(self, self._later, act, signals, parent)

    @property
    def is_under_way(self) -> bool:
        """True if the signals of a switch are being emitted now."""
        return self._depth > 0

    @property
    def is_going_on(self) -> bool:
        """True if one image follows another without a pause."""
        return time.monotonic() - self._switched_at < _PAUSE

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Collect the reactions to signals that are emitted within this context."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                _act(self._once)
                self._wait()

    def painted(self) -> None:
        """Let the remaining reactions run in the next turn of the event loop, at most once a frame, after painting.

        A key that waits has that turn first. If it shows another image, they follow that one.
        """
        if self._later and time.monotonic() - self._since < _LONGEST:
            self._is_painted = True
            self._timer.start(0)

    def catch_up(self) -> None:
        """Run the remaining reactions now."""
        self._timer.stop()
        for window in filter(isValid, self._guarded):
            window.removeEventFilter(self)
        self._guarded.clear()
        self._followed_at = time.monotonic()
        _act(self._later)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring all parts up to date before a person acts on them, except by a shortcut.

        A shortcut itself says if it has to wait.
        """
        if event.type() in _INPUT:
            self.catch_up()
        return super().eventFilter(watched, event)

    def _wait(self) -> None:
        if not self.is_picture_shown:
            self.catch_up()
        elif self._later:
            if not self._guarded:
                self._guarded = QGuiApplication.topLevelWindows()
                for window in self._guarded:
                    window.installEventFilter(self)
            now = self._switched_at = time.monotonic()
            self._since = self._since if self._timer.isActive() else now
            self._is_painted = False
            self._timer.start(_UNPAINTED if now - self._since < _LONGEST else 0)

    def _follow_painting(self) -> None:
        if self._is_painted:  # this may still be the turn of the painting
            self._is_painted = False
            rest = self._followed_at + _FRAME - time.monotonic()
            self._timer.start(max(round(1000 * rest), 0))
        else:
            self.catch_up()


class _Follower(QObject):
    """One act with the signals that ask for it, which is deleted with its parent."""

    def __init__(
        self,
        switching: Switching,
        waiting: dict[_Follower, None],
        act: Callable[[], object],
        signals: tuple[SignalInstance, ...],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._switching = switching
        self._waiting = waiting
        self.act = act
        self.number = next(_NUMBERS)
        for signal in signals:
            signal.connect(self._follow_signal)

    def _follow_signal(self) -> None:
        if self._switching.is_under_way:
            self._waiting[self] = None
        elif self not in self._waiting:  # else it acts soon, after those that it relies on and that wait, too
            self.act()


def _act(waiting: dict[_Follower, None]) -> None:
    """Call each act that waits and is not deleted, in the order of their connection: rows before a table."""
    while waiting:
        follower = min(waiting, key=lambda one: one.number)
        del waiting[follower]
        if isValid(follower):
            follower.act()
