"""The filter of the problems: by image and severity."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.language.titles import number_of
from app.views.problems.rows import SEVERITIES
from app.widgets.boxes import named, row
from app.widgets.icons import icon
from core.labels.checks.problems import Severity


class ProblemFilters(QWidget):
    """The choices, with how many problems each would show."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scope = named(
            QComboBox(),
            self.tr("Which images"),
            self.tr("Show the problems of the whole folder, or of the image on screen"),
        )
        self.scope.addItems([self.tr("Whole folder"), self.tr("This image")])
        self.severity = named(QComboBox(), self.tr("Severity"), self.tr("Show only problems of one severity"))
        self.severity.addItem(self.tr("All problems"))
        for severity in SEVERITIES:
            self.severity.addItem(icon(severity), "", severity)
        self.set_counts(Counter())
        self.severity.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for box in (self.scope, self.severity):
            box.activated.connect(lambda _: self.changed.emit())
        row(self.scope, self.severity, parent=self, spacing=4)

    @property
    def only_this_image(self) -> bool:
        """True if only the image on screen counts."""
        return self.scope.currentIndex() == 1

    @property
    def shown_severities(self) -> frozenset[Severity]:
        """The severities that are shown."""
        chosen = self.severity.currentData()
        return frozenset(SEVERITIES if chosen is None else (chosen,))

    def set_counts(self, severities: Counter[str]) -> None:
        """Say how many problems there are."""
        for place, severity in enumerate(SEVERITIES, 1):
            self.severity.setItemText(place, number_of(severity, severities[severity]))
