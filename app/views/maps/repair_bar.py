"""The tools that repair a prediction, the reading of the repaired maps, and the search for the smallest repair."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QLineEdit, QSlider, QSpinBox, QToolButton, QWidget

from app.instruments.repair import MOST_RADIUS, RepairTool
from app.session import Session
from app.widgets.boxes import Label, column, named, plain_label, row, tool_button
from app.widgets.symbol_font import symbol_font

_MARGIN = 6  # px
_WIDE = 640  # px
_PICTURES: dict[RepairTool, str] = {"paint": "tool-brush", "erase": "tool-eraser", "move": "drag"}


class RepairBar(QWidget):
    """The bar below the maps, shown while a prediction is repaired."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        repair = session.instruments.prediction_repair
        self.tools: dict[RepairTool, QToolButton] = {}
        group = QButtonGroup(self)
        tips: dict[RepairTool, str] = {
            "paint": self.tr("Paint the symbol, the position, or a centre into a predicted map"),
            "erase": self.tr("Erase what a predicted map has under the mouse"),
            "move": self.tr(
                "Drag a centre to move it, or a position onto another to exchange them; click a symbol to pick it up"
            ),
        }
        for tool, tip in tips.items():
            button = tool_button(partial(repair.set, tool=tool), picture=_PICTURES[tool], tip=tip)
            button.setCheckable(True)
            group.addButton(button)
            self.tools[tool] = button
        self.brush = named(QSlider(Qt.Orientation.Horizontal), self.tr("Brush"))
        self.brush.setRange(1, MOST_RADIUS)
        self.brush.setPageStep(1)
        self.brush.setMaximumWidth(90)
        self.brush.valueChanged.connect(lambda radius: repair.set(radius=radius))
        self.position = named(QSpinBox(minimum=1), self.tr("Position"))
        self.position.valueChanged.connect(lambda position: repair.set(position=position))
        self.symbol = named(QLineEdit(maxLength=2), self.tr("Symbol"))
        self.symbol.setMaximumWidth(44)
        self.symbol.setFont(symbol_font())
        self.symbol.textEdited.connect(lambda text: repair.set(symbol=text))
        self._of_brush = Label(self.tr("Brush"))
        self._of_position = Label(self.tr("Position"))
        self._of_symbol = Label(self.tr("Symbol"))
        self.smallest = tool_button(
            repair.find_smallest,
            self.tr("Smallest repair"),
            tip=self.tr("Find the fewest pixels of one map whose change makes the word right"),
        )
        self.accept = tool_button(
            session.models.drafting.accept_open,
            self.tr("Take as label"),
            tip=self.tr("Make the present reading and its positions the label"),
        )
        tip = self.tr("Show the prediction as the model gave it")
        self.close_button = tool_button(lambda: repair.turn(False), self.tr("End"), tip=tip)
        self.reading = plain_label()
        self.reading.setFont(symbol_font())
        self.reading.setMinimumHeight(2 * self.reading.fontMetrics().lineSpacing())  # even if the maps are low
        buttons = row(self.smallest, self.accept, self.close_button)
        self._line = row(self.reading, buttons)
        self._line.setStretchFactor(self.reading, 1)
        tools = row(
            *self.tools.values(),
            self._of_brush,
            self.brush,
            self._of_position,
            self.position,
            self._of_symbol,
            self.symbol,
        )
        tools.addStretch(1)
        column(self._line, tools, parent=self, spacing=4, margins=(_MARGIN, 4, _MARGIN, 4))
        repair.changed.connect(self.show_repair)
        session.predictions.changed.connect(self.show_repair)
        self.show_repair()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the sentence if beside them it would have only few words in each line."""
        super().resizeEvent(event)
        is_wide = event.size().width() > _WIDE
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def show_repair(self) -> None:
        """Show the current tools and the reading of the repaired maps."""
        session, repair = self._session, self._session.instruments.prediction_repair
        self.setVisible(repair.is_on)
        if not repair.is_on:
            return
        base, shown = repair.base, session.predictions.current
        self.tools[repair.tool].setChecked(True)
        with QSignalBlocker(self.brush), QSignalBlocker(self.position):
            self.brush.setValue(repair.radius)
            if base is not None:
                self.position.setMaximum(base.positions)
            self.position.setValue(repair.position)
        if self.symbol.text() != repair.symbol:
            self.symbol.setText(repair.symbol)
        self.smallest.setEnabled(base is not None and not repair.is_searching)
        self.accept.setEnabled(base is not None and session.editor.can_edit)
        if base is None or shown is None:
            text = session.predictions.sentence or self.tr("There is no prediction to repair.")
        elif shown is base or shown.maps is base.maps:
            text = self.tr("The model reads “{own}”.").format(own=base.maps.word.text)
        else:
            text = self.tr("The model reads “{own}”; repaired: “{text}”.").format(
                own=base.maps.word.text, text=shown.maps.word.text
            )
        if repair.smallest is not None:
            more = self.tr("The marked pixels are enough: {count}.").format(count=repair.smallest.pixels)
            text = f"{text} {more}"
        self.reading.setText(text)
