"""How many corrections a word each round of correcting and learning took: a sentence, a small curve and two buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour
from app.session import Session
from app.widgets.boxes import named, plain_label, push_button, row, set_tip

_SIZE = QSize(120, 28)  # px, of the curve
_DOT = 3.0  # px
_ROOM = 5.0  # px around the curve
_SHOWN = 6  # rounds in the sentence; the curve has all


class Curve(QWidget):
    """A line through some numbers, from 0 up; without axes, since the sentence beside it says them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values: Sequence[float] = ()
        self.setFixedSize(_SIZE)

    def show_values(self, values: Sequence[float]) -> None:
        """Draw these numbers."""
        self.values = tuple(values)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.values:
            return
        width, height = self.width() - 2 * _ROOM, self.height() - 2 * _ROOM
        most = max(*self.values, 1e-9) if len(self.values) > 1 else max(self.values[0], 1e-9)
        step = width / max(1, len(self.values) - 1)
        points = [QPointF(_ROOM + step * k, _ROOM + height * (1 - v / most)) for k, v in enumerate(self.values)]
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
            painter.drawLine(QPointF(0, self.height() - _ROOM), QPointF(self.width(), self.height() - _ROOM))
            accent = QColor(colour("accent"))
            painter.setPen(QPen(accent, 1.5))
            painter.drawPolyline(QPolygonF(points))
            painter.setBrush(accent)
            for point in points:
                painter.drawEllipse(point, _DOT, _DOT)


class LearningBar(QWidget):
    """Follows the learning of the session; hidden until a draft was corrected."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._learning = session.learning
        self.sentence = plain_label()
        self.curve = named(Curve(), self.tr("Corrections a word by round"))
        self.learn = push_button(
            self.tr("Learn from these corrections"),
            self._learning.learn,
            tip=self.tr("Fine-tune the model on all reviewed labels, 15 minutes at most in the background"),
        )
        self.back = push_button(self.tr("Back to the previous model"), self._learning.go_back)
        row(self.sentence, self.curve, self.learn, self.back, parent=self, spacing=6).setStretchFactor(self.sentence, 1)
        self._learning.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the rounds as they are now."""
        learning, rounds = self._learning, [found for _, found in self._learning.rounds if found.words]
        self.setVisible(bool(rounds))
        values = [found.per_word for found in rounds]
        self.curve.show_values(values)
        numbers = [self.locale().toString(value, "f", 2) for value in values]
        said = self.tr("Corrections a word: {numbers}").format(
            numbers=("… " if len(numbers) > _SHOWN else "") + " → ".join(numbers[-_SHOWN:])
        )
        if learning.comparing is not None:
            done, total = learning.comparing
            said += " · " + self.tr("both models read the same words: {share} %").format(
                share=100 * done // max(total, 1)
            )
        elif learning.is_learning:
            said += " · " + self.tr("the model is learning …")
        elif learning.corrected:
            said += " · " + self.tr("{count} to learn").format(count=self.locale().toString(learning.corrected))
        self.sentence.setText(said)
        set_tip(
            self.curve,
            "\n".join(
                self.tr("{model}: {words} drafts, {corrections} corrections").format(
                    model=name,
                    words=self.locale().toString(found.words),
                    corrections=self.locale().toString(found.corrections),
                )
                for name, found in learning.rounds
            ),
        )
        self.learn.setEnabled(learning.can_learn)
        self.back.setVisible(bool(learning.previous))
        self.back.setEnabled(not learning.is_learning)
        set_tip(self.back, self.tr("Draft with {model} again").format(model=learning.previous))
