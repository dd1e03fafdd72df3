"""A frame that pulses around a widget for a moment, to show a person the place of something."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour

_MARGIN = 5  # px round the widget
_WIDTH = 3.0  # px of the frame
_RADIUS = 6.0  # px of its corners
_PULSES, _PULSE = 4, 900  # ms a pulse


class Pulse(QWidget):
    """Frames a widget until it has pulsed a few times, or until the widget is pressed or hidden.

    The frame takes no mouse itself.
    """

    def __init__(self, target: QWidget) -> None:
        super().__init__(target.window())
        self.target = target
        self._strength = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(_PULSE)
        self._animation.setLoopCount(_PULSES)
        for at, strength in ((0.0, 0.15), (0.4, 1.0), (1.0, 0.15)):
            self._animation.setKeyValueAt(at, strength)
        self._animation.valueChanged.connect(self._pulse)
        self._animation.finished.connect(self.end)
        target.installEventFilter(self)
        self._follow_target()
        self.show()
        self.raise_()
        self._animation.start()

    def end(self) -> None:
        """Remove the frame."""
        self._animation.stop()
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.target:
            match event.type():
                case QEvent.Type.Move | QEvent.Type.Resize:
                    self._follow_target()
                case QEvent.Type.Hide | QEvent.Type.MouseButtonPress | QEvent.Type.KeyPress:
                    self.end()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame in the accent colour of the theme, as opaque as the pulse is at this moment."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = QColor(colour("accent"))
            ink.setAlphaF(self._strength)
            painter.setPen(QPen(ink, _WIDTH))
            inset = _WIDTH / 2
            painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), _RADIUS, _RADIUS)

    def _pulse(self, strength: float) -> None:
        self._strength = strength
        self._follow_target()  # a dock that is being laid out moves its widgets without telling them
        self.update()

    def _follow_target(self) -> None:
        window = self.target.window()
        framed = QRect(self.target.mapTo(window, QPoint()), self.target.size())
        self.setGeometry(framed.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN).intersected(window.rect()))
