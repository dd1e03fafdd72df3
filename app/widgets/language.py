"""The base of widgets with texts: their texts follow the language, their colours the theme."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # Qt allows one Qt class among the bases: the one that stands beside this mixin


class Translated(_Widget):
    """A widget that sets its texts anew when the language changes, and its colours when the theme does.

    It stands before the Qt class: ``class Bar(Translated, QWidget)``. The widget's constructor calls `retranslate`
    itself, as soon as all parts exist.
    """

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.recolour()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Set every text in the present language."""
        raise NotImplementedError

    def recolour(self) -> None:
        """Set every colour that Qt does not take from the palette itself; most widgets have none."""
