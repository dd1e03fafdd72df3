"""The line on the picture that says if typed letters go into its word now, and the caret at their place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.session import Session
from app.views.canvas.hits import box_of
from app.views.canvas.tools.drawing import draw_caret
from app.widgets.boxes import Label, set_tip
from core.labels.checks.problems import printable

_PAD = 8  # device-independent pixels beside the text
_NAME = 32  # symbols of a name: what the keys do is to be read in a narrow picture, too
_GAP = 3.0  # device-independent pixels between the last character and the caret
_HIGH = 0.8  # of the height of the picture: a caret behind no character


class TypingLine(Label):
    """A line at the upper edge of the canvas, shown while a word is typed or typing pauses.

    Clicks go through it.
    """

    def __init__(self, session: Session, canvas: QWidget) -> None:
        super().__init__(parent=canvas)
        self._session = session
        self.setAutoFillBackground(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()
        session.typing.changed.connect(self.follow)
        for changed in (session.settings.changed, session.tool_changed):
            changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Show the sentence that is true at this moment."""
        typing = self._session.typing
        sentence = self._sentence()
        self.setText(sentence)
        set_tip(self, sentence)
        self.setAccessibleName(sentence)
        is_typed = typing.way is not None
        self.setBackgroundRole(QPalette.ColorRole.Highlight if is_typed else QPalette.ColorRole.Button)
        self.setForegroundRole(QPalette.ColorRole.HighlightedText if is_typed else QPalette.ColorRole.ButtonText)
        self.setVisible(bool(sentence))
        self.place()

    def place(self) -> None:
        """Place the line along the upper edge of the canvas."""
        canvas = self.parentWidget()
        if canvas is not None:
            self.setGeometry(0, 0, canvas.width(), self.sizeHint().height())
            self.raise_()

    def sizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.place()

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.rect().adjusted(_PAD, 0, -_PAD, 0)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _sentence(self) -> str:
        typing = self._session.typing
        stays = self._session.settings.value("label.after_review") == "stay"
        name = printable(typing.name, _NAME)
        match typing.way, typing.pause:
            case "text", _ if self._session.tool == "curved":
                text = self.tr("Typing the word of {name} · Enter: takes the text · Esc: as before")
            case "word" | "text", _:
                text = (
                    self.tr("Typing the word of {name} · Enter: reviewed · Esc: as before")
                    if stays
                    else self.tr("Typing the word of {name} · Enter: reviewed, and the next · Esc: as before")
                )
            case "symbol", _:
                text = self.tr("Typing the word of {name} · Enter: takes the symbol · Esc: as before")
            case "symbols", _:
                text = self.tr(
                    "Typing the word of {name} · each symbol replaces the next one · Tab: leaves one out · Esc: ends it"
                )
            case None, "known":
                text = (
                    self.tr(
                        "Typing is paused, letters are shortcuts: {name} has a label · T: change it · Enter: "
                        "mark reviewed"
                    )
                    if stays
                    else self.tr(
                        "Typing is paused, letters are shortcuts: {name} has a label · T: change it · Enter: mark "
                        "reviewed and go on · Esc: end"
                    )
                )
            case None, "elsewhere":
                text = self.tr(
                    "Typing is paused, because another part of the window has the keyboard · Click the picture to "
                    "type the word of {name}"
                )
            case None, "unreadable":
                text = self.tr("Typing is paused: the label of {name} cannot be edited · Esc: end")
            case _:
                return ""
        return text.format(name=name)


def paint_caret(painter: QPainter, session: Session, to_pane: QTransform) -> None:
    """Draw the caret behind the last character, or at the place of the first, while letters go into the word."""
    label, size = session.editor.label, session.editor.image_size
    if session.typing.way not in {"word", "text"} or size is None:
        return
    height, width = size
    is_downwards = height > width if session.settings.value("label.divide_direction") == "auto" else False
    picture = to_pane.mapRect(QRectF(0, 0, width, height))
    if label.characters:
        last = to_pane.mapRect(box_of(label.in_order[-1].polygon))
    else:
        margin = (1 - _HIGH) / 2
        last = picture.adjusted(0, margin * picture.height(), 0, -margin * picture.height())
        last.setRight(last.left())
    if is_downwards and label.characters:
        at = min(last.bottom() + _GAP, picture.bottom())
        draw_caret(painter, QPointF(last.left(), at), QPointF(last.right(), at))
    else:
        at = max(last.right() + _GAP, picture.left() + _GAP)
        draw_caret(painter, QPointF(at, last.top()), QPointF(at, last.bottom()))
