"""Files that a person drops on a widget."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

_ACTIONS = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
_HELD = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop(widget: QWidget, *paths: Path) -> QDropEvent:
    """Take files over a widget and let them fall; the event says how that was answered."""
    data, at = QMimeData(), QPoint(5, 5)
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    QApplication.sendEvent(widget, QDragEnterEvent(at, _ACTIONS, data, *_HELD))
    event = QDropEvent(QPointF(at), _ACTIONS, data, *_HELD)
    event.setDropAction(Qt.DropAction.MoveAction)  # what a file manager proposes
    QApplication.sendEvent(widget, event)
    return event
