"""The filter of the problems: by image, severity and kind."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QToolButton, QWidget

from app.language.titles import number_of, title_of_kind
from app.views.problems.rows import SEVERITIES
from app.widgets.boxes import explain, named, row
from app.widgets.icons import icon
from core.labels.checks.problems import Severity


class ProblemFilters(QWidget):
    """The choices, with how many problems each would show."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._severities: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self.scope = named(
            QComboBox(),
            self.tr("Which images"),
            self.tr("Show the problems of the whole folder, or of the image on screen"),
        )
        self.scope.addItems([self.tr("Whole folder"), self.tr("This image")])
        self.scope.activated.connect(lambda _: self.changed.emit())
        self.severities: dict[Severity, QToolButton] = {}
        for severity in SEVERITIES:
            button = self.severities[severity] = QToolButton()
            button.setCheckable(True)
            button.setChecked(True)
            button.setIcon(icon(severity))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.toggled.connect(lambda _: self.changed.emit())
        self.kind = named(QComboBox(), self.tr("Kind of problem"), self.tr("Show only problems of one kind"))
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind.setMinimumContentsLength(5)
        self.kind.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.kind.activated.connect(lambda _: self.changed.emit())
        row(self.scope, *self.severities.values(), self.kind, parent=self, spacing=4)
        self._fill_kinds()
        self.set_counts(self._severities, self._kinds)

    @property
    def only_this_image(self) -> bool:
        """Whether only the image on screen counts."""
        return self.scope.currentIndex() == 1

    @property
    def shown_severities(self) -> frozenset[Severity]:
        """The severities that are shown."""
        return frozenset(severity for severity, button in self.severities.items() if button.isChecked())

    @property
    def shown_kind(self) -> str:
        """The kind that is shown; "" for all."""
        return self.kind.currentData() or ""

    def set_counts(self, severities: Counter[str], kinds: Counter[str]) -> None:
        """Say how many problems there are."""
        self._severities = severities
        for severity, button in self.severities.items():
            button.setText(f"{severities[severity]:,}")
            says = number_of(severity, severities[severity])
            explain(button, says)
        if kinds != self._kinds:
            self._kinds = kinds
            self._fill_kinds()

    def _fill_kinds(self) -> None:
        chosen = self.shown_kind
        with QSignalBlocker(self.kind):
            self.kind.clear()
            self.kind.addItem(self.tr("All kinds"), "")
            for kind, count in sorted(self._kinds.items(), key=lambda pair: (-pair[1], pair[0])):
                self.kind.addItem(f"{title_of_kind(kind)} ({count:,})", kind)
            if chosen and chosen not in self._kinds:  # mended by now: the choice stays until another is made
                self.kind.addItem(f"{title_of_kind(chosen)} (0)", chosen)
            self.kind.setCurrentIndex(max(self.kind.findData(chosen), 0))
