"""The small text field beside a character for typing its symbol."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.session import Session
from app.widgets.boxes import set_tip
from core.labels.edits import edits

_WIDTH = 64
_GAP = 6.0


class SymbolField(QLineEdit):
    """A text field that is shown for one symbol at a time.

    A whole text field rather than a key press: an input method composes in it as it does anywhere, and what it has
    composed counts only once Enter, Tab or a click elsewhere ends the typing. `box_of`: place of a character → its box
    in device-independent pixels of the canvas.
    """

    def __init__(self, canvas: QWidget, session: Session, box_of: Callable[[int], QRectF]) -> None:
        super().__init__(canvas)
        self.place: int | None = None  # of the character whose symbol is being typed; None while the field is hidden
        self._canvas = canvas
        self._session = session
        self._box_of = box_of
        self._then: Callable[[], None] | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        # A click is one on the picture below: the field may cover the place of the next outline's beginning
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("Symbol"))
        set_tip(self, self.tr("Type one symbol, or ### for an illegible one. Enter keeps the symbol, Esc discards it."))
        self.hide()
        session.viewport.changed.connect(self._stand_beside)

    def ask(self, place: int, then: Callable[[], None] | None = None) -> None:
        """Show the field for a character, with its whole symbol selected so that typing replaces it.

        `then`: called once the symbol is taken over; not if the user gives up.
        """
        editor = self._session.editor
        if editor.document is None or place >= len(editor.label.characters):
            return
        if editor.read_only:
            self._session.notify(editor.read_only, "warning")
            return
        self.close_field()
        editor.select((place,))
        character = editor.label.characters[place]
        x, y = character.corners.mean(axis=0)
        self._session.viewport.reveal(float(x), float(y))
        self._then = then
        self.setText(character.symbol)
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.place = place
        self._stand_beside()

    def close_field(self) -> None:
        """Hide the field, drop its text, and give the keyboard back to the canvas if the field had it."""
        if self.place is None:
            return
        self.place, self._then = None, None  # before the focus goes: losing it is not to take the symbol over
        if self.hasFocus():
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept the symbol at Enter, close the field unchanged at Esc, and pass all other keys to the text field."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_field()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Accept the symbol at Tab and go on to the next character."""
        if self.place is None:
            return super().focusNextPrevChild(forward)
        place, goes_on = self.place, self._then is None
        ranking = self._session.editor.label.ranking
        if self._accept() and goes_on and place in ranking:
            rank = ranking.index(place) + (1 if forward else -1)
            if 0 <= rank < len(ranking):
                self.ask(ranking[rank])
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept the symbol after a click elsewhere, but keep the field after a change of window or an opened menu."""
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}:
            self._accept()
            self.close_field()

    def _accept(self) -> bool:
        """Make the typed text the symbol and close the field, or return False and keep it if the edit is refused."""
        editor = self._session.editor
        place = self.place
        then = self._then
        if place is None:
            return False
        symbol = self.text()
        if place < len(editor.label.characters) and symbol != editor.label.characters[place].symbol:
            rank = editor.label.ranking.index(place) + 1
            title = self.tr("Retype character {rank} as {symbol}").format(rank=rank, symbol=symbol)
            if not editor.apply(title, edits.retype, [place], symbol):
                return False  # the session says why
        self.close_field()
        if then is not None:
            then()
        return True

    def _stand_beside(self) -> None:
        """Place the field below the character, or above it if there is no room."""
        if self.place is None or self.place >= len(self._session.editor.label.characters):
            return
        box, height = self._box_of(self.place), self.sizeHint().height()
        top = box.bottom() + _GAP
        if top + height > self._canvas.height():
            top = box.top() - _GAP - height
        left = min(max(box.center().x() - _WIDTH / 2, 0), max(self._canvas.width() - _WIDTH, 0))
        top = min(max(top, 0), max(self._canvas.height() - height, 0))
        self.setGeometry(round(left), round(top), _WIDTH, height)
