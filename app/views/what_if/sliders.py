"""The sliders of a change, with marks at the nearest flips."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QGridLayout, QSlider, QStyle, QStyleOptionSlider, QWidget

from app.desktop.theme import colour
from app.language.figures import percent
from app.language.languages import translate
from app.language.sentences import in_a_list
from app.session import Session
from app.widgets.boxes import Label, set_tip
from core.data.what_if.change import SLIDERS
from core.data.what_if.searching import Flip

_TITLES: dict[str, Callable[[], str]] = {
    "rotation": lambda: translate("WhatIf", "Rotation"),
    "shear": lambda: translate("WhatIf", "Shear"),
    "crop": lambda: translate("WhatIf", "Crop"),
    "size": lambda: translate("WhatIf", "Size"),
    "brightness": lambda: translate("WhatIf", "Brightness"),
    "contrast": lambda: translate("WhatIf", "Contrast"),
    "blur": lambda: translate("WhatIf", "Blur"),
    "noise": lambda: translate("WhatIf", "Noise"),
    "jpeg": lambda: translate("WhatIf", "JPEG"),
}
_TIPS: dict[str, Callable[[], str]] = {
    "rotation": lambda: translate("WhatIf", "Angle of the whole image, positive clockwise"),
    "shear": lambda: translate("WhatIf", "Slant across the reading direction"),
    "crop": lambda: translate(
        "WhatIf", "Cropped at each side, as a share of the image's width and height; below 0, a margin is added"
    ),
    "size": lambda: translate("WhatIf", "Width and height of the image"),
    "brightness": lambda: translate(
        "WhatIf", "Added to all values, as a share of the whole range; values beyond the range are clipped"
    ),
    "contrast": lambda: translate(
        "WhatIf", "Contrast factor around the image's mean value; values beyond the range are clipped"
    ),
    "blur": lambda: translate("WhatIf", "Standard deviation, as a share of the characters' height"),
    "noise": lambda: translate("WhatIf", "Standard deviation, as a share of that of the image's values"),
    "jpeg": lambda: translate("WhatIf", "Quality of a JPEG file that the image goes through"),
}
_MARK = 4.0  # px, half the width of a mark
_LEAST = 60  # px of a slider
_COLUMNS = 3
_APART = 12  # px between a value and the name of the slider beside it


def said_value(item: str, value: float) -> str:
    """Return the value of a slider with its unit."""
    match item:
        case "rotation" | "shear":
            return f"{value:.1f}°"
        case "contrast":
            return f"× {value:.2f}"
        case "jpeg":
            return f"{value:.0f}" if value < SLIDERS["jpeg"].high else "–"
        case "crop" | "blur":
            return percent(value, 1)
        case _:
            return percent(value)


class FlipSlider(QSlider):
    """A slider with steps on both sides of the neutral value, and a mark at each of the nearest flips.

    A double click makes it neutral.
    """

    def __init__(self, item: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.item = item
        self.flips: tuple[Flip, ...] = ()
        self.setRange(-SLIDERS[item].down, SLIDERS[item].up)
        self.setPageStep(max((SLIDERS[item].down + SLIDERS[item].up) // 20, 1))
        self.setMinimumWidth(_LEAST)

    def show_flips(self, flips: tuple[Flip, ...]) -> None:
        """Mark the positions of these flips on the slider."""
        if flips != self.flips:
            self.flips = flips
            self.update()

    def place_of(self, flip: Flip) -> float:
        """Return the x coordinate of a flip's mark in pixels."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style, slider = self.style(), QStyle.ComplexControl.CC_Slider
        groove = style.subControlRect(slider, option, QStyle.SubControl.SC_SliderGroove, self)
        handle = style.subControlRect(slider, option, QStyle.SubControl.SC_SliderHandle, self)
        span = groove.width() - handle.width()
        steps = SLIDERS[self.item].steps(flip.value)
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), steps, span, option.upsideDown)
        return groove.left() + handle.width() / 2 + at

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for flip in self.flips:
            painter.setBrush(colour("ok" if flip.is_right else "error"))
            x = self.place_of(flip)
            painter.drawPolygon(QPolygonF([QPointF(x - _MARK, 0), QPointF(x + _MARK, 0), QPointF(x, 2 * _MARK)]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Reset the slider to its neutral value."""
        self.setValue(0)


class Sliders(QWidget):
    """Shows the sliders with their names and values, three in each row."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what_if = session.instruments.what_if
        # by the names in `core.data.what_if.change.SLIDERS`
        self.sliders = {item: FlipSlider(item) for item in SLIDERS}
        self._names = {item: Label() for item in SLIDERS}
        self._values = {item: Label() for item in SLIDERS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(1)
        for number, (item, slider) in enumerate(self.sliders.items()):
            self._names[item].setBuddy(slider)
            self._values[item].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._values[item].setMinimumWidth(self.fontMetrics().horizontalAdvance("−00.0 %"))
            row, first = number % _COLUMNS, 3 * (number // _COLUMNS)
            self._names[item].setIndent(_APART if first else 0)
            for column, part in enumerate((self._names[item], slider, self._values[item])):
                grid.addWidget(part, row, first + column)
            grid.setColumnStretch(first + 1, 1)
            slider.valueChanged.connect(partial(self._set, item))
        self._what_if.moved.connect(self.show_values)
        self._what_if.changed.connect(self.show_values)
        for item, slider in self.sliders.items():
            self._names[item].setText(_TITLES[item]())
            slider.setAccessibleName(_TITLES[item]())
        self.show_values()

    def show_values(self) -> None:
        """Show the current values of the sliders, and the flips."""
        for item, slider in self.sliders.items():
            value = getattr(self._what_if.change, item)
            slider.blockSignals(True)  # else a value that was rounded would be set anew
            slider.setValue(SLIDERS[item].steps(value))
            slider.blockSignals(False)
            slider.show_flips(self._what_if.flips.get(item, ()))
            self._values[item].setText(said_value(item, value))
            set_tip(slider, self._tip(item))
            slider.setAccessibleDescription(slider.toolTip())

    def nearest(self, is_misread: bool) -> str:
        """Return a sentence about the nearest flips of all sliders, or "" while the search has not found one."""
        flips = [flip for flips in self._what_if.flips.values() for flip in flips]
        if not flips and len(self._what_if.flips) < len(self.sliders):
            return ""
        places = in_a_list(f"{_TITLES[flip.item]()} {said_value(flip.item, flip.value)}" for flip in flips)
        if is_misread:
            sentence = (
                self.tr("Reads right from here: {places}")
                if flips
                else self.tr("No single slider makes the word right.")
            )
        else:
            sentence = (
                self.tr("Read differently from here: {places}")
                if flips
                else self.tr("No single slider changes the reading.")
            )
        return sentence.format(places=places)

    def _set(self, item: str, steps: int) -> None:
        self._what_if.set(item, SLIDERS[item].value(steps))

    def _tip(self, item: str) -> str:
        lines = [_TIPS[item]()]
        flips = self._what_if.flips.get(item)
        if flips is not None and not flips:
            is_misread = self._what_if.is_misread
            lines.append(
                self.tr("Over the whole slider the word stays misread.")
                if is_misread
                else self.tr("Over the whole slider the reading stays the same.")
            )
        for flip in flips or ():
            right, otherwise = self.tr("Reads right from here: {value}"), self.tr("From {value} on, “{text}” is read.")
            sentence = right if flip.is_right else otherwise
            lines.append(sentence.format(value=said_value(item, flip.value), text=flip.text))
        return "\n".join(lines)
