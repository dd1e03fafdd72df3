"""The plot of curves with the choices for its view: the curves, the smoothing and the scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QMenu, QSlider, QStackedWidget, QToolButton, QWidget

from app.views.runs.curve_plot import CurvePlot, ShownRun, colour_of, help_of, title_of
from app.widgets.boxes import Label, colour_text, column, named, plain_label, row, set_tip, tool_button
from app.widgets.contrast import Recoloured
from app.widgets.sentence_label import ElidedLabel
from core.runs.curves import GROUPS, LOSSES

SHOWN_FIRST = frozenset({*LOSSES, "validation_loss", "word_accuracy", "one_minus_ned"})
"""The curves that are shown until the person chooses others."""

_SLIDER_WIDTH = 110  # px
_SMOOTHEST = 99  # hundredths: an average over some hundred steps
_SMOOTHING = 80

_LEAST_STEPS = 2  # from the first to the last, so that an axis has numbers of steps and not of their parts

_SOLID, _DASHED = "━━", "╍╍"


def has_two_steps(runs: Iterable[ShownRun]) -> bool:
    """Return True if the curves of some runs reach over two steps or more: less is a dot, and no curve."""
    steps = [run.curves[name][0] for run in runs for name in run.curves]
    ends = [end for taken in steps if len(taken) for end in (taken[0], taken[-1])]
    return bool(ends) and max(ends) - min(ends) >= _LEAST_STEPS


class CurvesView(Recoloured, QWidget):
    """Shows the curves of one run or of several, with choices for the view."""

    save_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[ShownRun, ...] = ()
        self.shown = SHOWN_FIRST
        self.plot = named(CurvePlot(), self.tr("Curves"))
        self.choose = set_tip(
            QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup),
            self.tr("Choose which curves are drawn"),
        )
        self._menu = QMenu(self.choose)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.choose.setMenu(self._menu)
        # in hundredths
        self.smoothing = named(
            QSlider(Qt.Orientation.Horizontal),
            self.tr("Smoothing"),
            self.tr("Number of steps over which the smoothed curve averages"),
        )
        self.smoothing.setRange(0, _SMOOTHEST)
        self.smoothing.setValue(_SMOOTHING)
        self.smoothing.setFixedWidth(_SLIDER_WIDTH)
        self.smoothing.valueChanged.connect(self._show_curves)
        self.log = QCheckBox(self.tr("Logarithmic losses"))
        self.log.toggled.connect(self._show_curves)
        self._smooth = Label(self.tr("Smooth"))
        self._smooth.setBuddy(self.smoothing)
        self.save = tool_button(self.save_asked.emit, self.tr("Save…"), tip=self.tr("As a picture, or as a table"))
        controls = QWidget()
        bar = row(self.choose, self._smooth, self.smoothing, self.log, self.save, parent=controls, spacing=6)
        bar.setContentsMargins(6, 2, 6, 2)
        bar.addStretch(1)
        self.names = ElidedLabel()  # which run is drawn solid and which dashed; hidden if there is only one
        self.names.setContentsMargins(6, 0, 6, 0)
        self.empty = plain_label()  # in place of axes with parts of a step
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        for page in (self.empty, self.plot):
            self._pages.addWidget(page)
        column(controls, self.names, self._pages, parent=self, spacing=2).setStretchFactor(self._pages, 1)
        self.choose.setText(self.tr("Curves"))
        self.recolour()

    def recolour(self) -> None:
        colour_text(self.empty, "muted")

    def set_runs(self, runs: Sequence[ShownRun]) -> None:
        """Show the curves of these runs."""
        self._runs = tuple(runs)
        strokes = (_SOLID, *(_DASHED for _ in self._runs[1:]))
        named = [f"{stroke} {run.title}" for stroke, run in zip(strokes, self._runs, strict=False)]
        self.names.setText("      ".join(named))
        set_tip(self.names, "\n".join(named))
        self.names.setVisible(len(self._runs) > 1)
        # before its curves are read nobody knows how many steps a run has
        self.empty.setText(self.tr("Curves from the second step on") if self._runs else "")
        self._pages.setCurrentWidget(self.plot if has_two_steps(self._runs) else self.empty)
        self._show_curves()

    def set_shown(self, names: Iterable[str], is_shown: bool) -> None:
        """Show or hide curves, given their names."""
        self.shown = self.shown.union(names) if is_shown else self.shown.difference(names)
        self._show_curves()

    def _show_curves(self) -> None:
        self.plot.set_runs(self._runs, self.shown, is_log=self.log.isChecked(), smoothing=self.smoothing.value() / 100)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for group, names in GROUPS.items():
            present = [name for name in names if any(name in run.curves for run in self._runs)]
            if present and group == "parts":  # nine that say something only together
                made = self._menu.addAction(self.tr("Gradient norm by part of the network"))
                made.setData(group)
                made.setCheckable(True)
                made.setChecked(self.shown.issuperset(names))
                made.toggled.connect(lambda on, names=names: self.set_shown(names, on))
                self._menu.addSeparator()
                continue
            for name in present:
                swatch = QPixmap(12, 12)
                swatch.fill(colour_of(name))
                made = self._menu.addAction(QIcon(swatch), title_of(name))
                made.setData(name)
                set_tip(made, help_of(name))
                made.setCheckable(True)
                made.setChecked(name in self.shown)
                made.toggled.connect(lambda on, name=name: self.set_shown([name], on))
            if present:
                self._menu.addSeparator()
        if self._menu.isEmpty():
            self._menu.addAction(self.tr("There is no curve yet")).setEnabled(False)
