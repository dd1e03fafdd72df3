"""The profile of training steps: a sentence about their cost, and a table by operator and one by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QSplitter, QTableView, QWidget

from app.language.figures import agreeing, size_text
from app.language.sentences import one_after_another
from app.widgets.boxes import column, named, plain_label, set_tip, table_of
from app.widgets.column_model import RIGHT, SORTED_BY, Column, ColumnModel
from core.runs.profile import LOSSES, OTHER, UPDATE, LayerCost, OperatorCost, Profile

_WIDE = 620  # px: both tables show their times beside each other
_DEAREST = 1  # the column of both tables that is sorted by first: their time


class ProfileView(QWidget):
    """Shows a profile, or explains how to make one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profile: Profile | None = None
        self.summary = plain_label(selectable=True)
        self.summary.setWordWrap(True)
        self.operator_rows = ColumnModel[OperatorCost](
            [
                Column(lambda: self.tr("Operator"), lambda cost: cost.kind, width=115),
                self._number(lambda: self.tr("ms a step"), lambda cost: 1000 * cost.seconds, "{:.2f}", 75),
                self._number(lambda: self.tr("Share"), lambda cost: self._share(cost.seconds), "{:.1f} %", 55),
                self._number(lambda: self.tr("Calls"), lambda cost: cost.calls, "{:,.0f}", 45),
            ],
            self,
        )
        self.layer_rows = ColumnModel[LayerCost](
            [
                Column(lambda: self.tr("Layer"), self._layer_name, lambda cost: cost.name, width=150),
                self._number(lambda: self.tr("ms a step"), lambda cost: 1000 * cost.seconds, "{:.2f}", 75),
                self._number(lambda: self.tr("Share"), lambda cost: self._share(cost.seconds), "{:.1f} %", 55),
                Column(lambda: self.tr("Class"), lambda cost: cost.kind or "–", width=95),
                self._number(lambda: self.tr("Forward"), lambda cost: 1000 * cost.forward, "{:.2f}", 65),
                self._number(lambda: self.tr("Backward"), lambda cost: 1000 * cost.backward, "{:.2f}", 65),
            ],
            self,
        )
        self.operators = named(self._table(self.operator_rows), self.tr("Time by operator"))
        self.layers = named(self._table(self.layer_rows), self.tr("Time by layer"))
        self._tables = QSplitter(Qt.Orientation.Horizontal)
        for number, part in enumerate((self.operators, self.layers), 2):
            self._tables.addWidget(part)
            self._tables.setStretchFactor(number - 2, number)
        whole = column(self.summary, self._tables, parent=self, spacing=4, margins=(6, 4, 6, 0))
        whole.setStretchFactor(self._tables, 1)
        self._show_profile()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the layers below the operators if there is no room for both side by side."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        self._tables.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def set_profile(self, profile: Profile | None) -> None:
        """Show a profile, or explain how to make one if it is None."""
        if profile is self._profile:
            return
        self._profile = profile
        self.operator_rows.set_entries(() if profile is None else profile.operators)
        self.layer_rows.set_entries(() if profile is None else profile.layers)
        self._show_profile()

    def _table(self, rows: ColumnModel[Any]) -> QTableView:
        proxy = QSortFilterProxyModel(self)
        proxy.setSourceModel(rows)
        proxy.setSortRole(SORTED_BY)
        table = table_of(proxy)
        table.setSortingEnabled(True)
        table.sortByColumn(_DEAREST, Qt.SortOrder.DescendingOrder)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        rows.size_columns(table.horizontalHeader())
        return table

    @staticmethod
    def _number(title: Callable[[], str], of: Callable[[Any], float], form: str, width: int) -> Column[Any]:
        return Column(title, lambda cost: form.format(of(cost)), None, of, width, RIGHT)

    def _share(self, seconds: float) -> float:
        return 0.0 if self._profile is None else 100 * self._profile.share(seconds)

    def _layer_name(self, cost: LayerCost) -> str:
        names = {LOSSES: self.tr("losses"), UPDATE: self.tr("update of the weights"), OTHER: self.tr("everything else")}
        return cost.name if cost.kind else names.get(cost.name, cost.name)

    def _show_profile(self) -> None:
        profile = self._profile
        self._tables.setVisible(profile is not None)
        if profile is None:
            self.summary.setText(
                self.tr(
                    "“Profile 20 steps” measures what the next 20 steps cost: time by operator and by layer, and "
                    "memory."
                )
            )
            return
        number = self.locale().toString
        sentences = [
            self.tr("Steps {first} to {last}: {time} ms a step, of which {waiting} ms waiting for the batch.").format(
                first=number(profile.step),
                last=number(profile.step + profile.steps - 1),
                time=number(1000 * profile.seconds, "f", 0),
                waiting=number(1000 * profile.waiting, "f", 0),
            ),
            self.tr("Batch normalisation: {share} % of the operators' time.").format(
                share=number(100 * profile.normalisation, "f", 1)
            ),
            agreeing(self.tr("Recompiled: {count} {count:|time|times}."), count=number(profile.compilations)),
        ]
        if profile.memory is not None:
            sentences.append(self.tr("Memory held: {size}.").format(size=size_text(profile.memory)))
        if profile.device_memory is not None:
            sentences.append(self.tr("Peak on the GPU: {size}.").format(size=size_text(profile.device_memory)))
        self.summary.setText(one_after_another(sentences))
        set_tip(
            self.summary,
            self.tr("Trace for TensorBoard, which shows it with the plugin of the package xprof: {folder}").format(
                folder=profile.trace
            ),
        )
