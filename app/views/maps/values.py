"""The values of the target and predicted maps at the image point under the mouse."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.editing.editor import Editor
from app.language.words import explained
from app.pictures.map_colours import pixel_under
from app.reading.predicted import Predicted
from app.session import Session
from app.widgets.boxes import Label, set_tip

_GAP = "   "
_SPARE = 40  # px for values that are a little longer


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the target maps at one image point."""

    x: int
    """The column, in image pixels."""
    y: int
    """The row, in image pixels."""
    id: int | None = None
    """Value of the character map: a symbol id, 0 or `IGNORE`. None if there are no maps."""
    symbol: str = ""
    """The id's symbol. "" for an id that is no symbol's."""
    order: int | None = None
    """Value of the order map. None if there are no maps."""
    localization: float | None = None
    """Value of the localization map, 0 to 1. None if there are no maps."""


def values_at(editor: Editor, at: QPointF) -> Values | None:
    """Return the values of the map pixel that contains an image point, or None if the point is outside the image."""
    size = editor.image_size
    x, y = math.floor(at.x()), math.floor(at.y())
    if size is None or not (0 <= y < size[0] and 0 <= x < size[1]):
        return None
    rendering = editor.rendering
    if rendering is None or isinstance(rendering.maps, str):
        return Values(x, y)
    maps, causes = rendering.maps, rendering.causes
    i, j = pixel_under(causes.spec, size, at.x(), at.y())
    number = int(maps.character[i, j])
    symbol = causes.charset.symbols[number - 1] if number > 0 else ""
    return Values(x, y, number, symbol, int(maps.order[i, j]), float(maps.localization[i, j]))


@dataclass(frozen=True, slots=True)
class PredictedValues:
    """The values of the predicted maps at one image point."""

    symbol: str
    """The most probable symbol. "" for background."""
    probability: float
    """Probability of that symbol, or of background."""
    position: int
    """The most probable position. 0 for none."""
    strength: float
    """H_k = Q·S_k of that position at the point. Of no position: S_0."""
    localization: float
    """Q at the point."""


def predicted_values_at(predicted: Predicted, size: tuple[int, int], at: QPointF) -> PredictedValues:
    """Return the values of the predicted map pixel that contains an image point, which has to be inside the image."""
    maps = predicted.maps
    i, j = pixel_under(predicted.spec, size, at.x(), at.y())
    number, position = int(maps.symbol_ids[i, j, 0]), int(maps.order[i, j].argmax())
    q, share = float(maps.localization[i, j]), float(maps.order[i, j, position])
    return PredictedValues(
        predicted.charset.symbol_of(number) if number > 0 else "",
        float(maps.symbol_scores[i, j, 0]),
        position,
        q * share if position else share,
        q,
    )


class CursorValues(QWidget):
    """Shows in one line the pixel under the mouse, with its id, symbol, position and Q.

    The label lies in no layout: there, each new text would have the whole window laid out, at each move of the mouse.
    Without room for all, the last values are left out: a number that is cut would be another number.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._line, self._widest = Label(self), 0
        self._room: Callable[[], int] | None = None
        self._line.setContentsMargins(12, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # it must not push others about
        says = self.tr("Image pixel, symbol and id, position in the word, and centre (Q) under the mouse")
        set_tip(self, explained("rank", "localization map", before=says))
        self.setAccessibleName(self.tr("Values under the mouse"))
        self.show_values()
        changed = session.editor.label_changed, session.display.changed, session.predictions.changed
        session.workspace.switching.later(self.show_values, session.viewport.cursor_changed, *changed, parent=self)

    def text(self) -> str:
        """Return the line as it is shown."""
        return self._line.text()

    def set_room(self, room: Callable[[], int]) -> None:
        """Set a function that returns the largest width (px) for the values, called each time they are shown."""
        self._room = room

    def show_values(self) -> None:
        """Show the values under the mouse."""
        cursor, editor = self._session.viewport.cursor, self._session.editor
        values = None if cursor is None else values_at(editor, cursor)
        predicted, size = self._session.predictions.current, editor.image_size
        parts = [] if values is None else self._lines(values)
        if cursor is not None and values is not None and predicted is not None and size is not None:
            parts += self._said_of(predicted_values_at(predicted, size, cursor))
        room = None if self._room is None else self._room()
        self._line.setText(_GAP.join(parts))
        while room is not None and len(parts) > 1 and self._line.sizeHint().width() > room:
            parts = parts[:-1]
            self._line.setText(_GAP.join(parts))
        # Its room only grows, so that the hint beside it does not jump about
        self._widest = max(self._widest, self._line.sizeHint().width() + _SPARE)
        self.setMaximumWidth(self._widest if room is None else min(self._widest, room))
        if self.parentWidget() is not None:
            self.setVisible(bool(parts))  # the hint beside it has the room otherwise

    def sizeHint(self) -> QSize:
        return self._line.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._line.setGeometry(self.rect())
        super().resizeEvent(event)

    def _lines(self, values: Values) -> list[str]:
        parts = [self.tr("x {x}  y {y}").format(x=values.x, y=values.y)]
        if values.id is not None:
            if values.id > 0:
                parts.append(self.tr("symbol {symbol} (id {id})").format(symbol=values.symbol, id=values.id))
            else:
                parts.append(self.tr("no symbol") if values.id == 0 else self.tr("ignored"))
            parts.append(
                self.tr("position {number}").format(number=values.order) if values.order else self.tr("no position")
            )
            parts.append(self.tr("centre {value}").format(value=f"{values.localization:.2f}"))
        return parts

    def _said_of(self, values: PredictedValues) -> list[str]:
        symbol = values.symbol or self.tr("no symbol")
        if values.position:
            place = self.tr("position {number}, H {value}").format(
                number=values.position, value=f"{values.strength:.2f}"
            )
        else:
            place = self.tr("no position {value}").format(value=f"{values.strength:.2f}")
        return [
            self.tr("│ predicted: {symbol} {value}").format(symbol=symbol, value=f"{values.probability:.2f}"),
            place,
            self.tr("centre {value}").format(value=f"{values.localization:.2f}"),
        ]
