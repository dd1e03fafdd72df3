"""The transfer report: each layer's outcome when a network was given weights, as rows of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from app.desktop.theme import colour
from app.language.sentences import translated
from app.widgets.column_model import Column, ColumnModel
from core.model.network.transferred import Transfer

TransferOutcome = Literal["skipped", "unused", "partly", "copied"]


@dataclass(frozen=True, slots=True)
class LayerTransfer:
    """One layer, or a weight of the file that no layer has."""

    name: str
    outcome: TransferOutcome
    reason: str = ""  # why it was not taken over; "" if it was


class TransferReport(ColumnModel[LayerTransfer]):
    """One row a layer. Those that were not taken over come first."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = (
            Column[LayerTransfer](lambda: self.tr("Layer"), lambda found: found.name, width=160),
            Column[LayerTransfer](lambda: self.tr("Weights"), self._said, width=140, ink=_ink),
            Column[LayerTransfer](
                lambda: self.tr("Why"), lambda found: translated(found.reason), lambda found: translated(found.reason)
            ),
        )
        super().__init__(columns, parent)

    def show_transfer(self, transfer: Transfer | None) -> None:
        """Show a transfer. None: nothing."""
        if transfer is None:
            self.set_entries(())
            return
        rows = [LayerTransfer(name, "skipped", reason) for name, reason in transfer.skipped]
        rows += [LayerTransfer(name, "unused") for name in transfer.unused]
        rows += [LayerTransfer(name, "partly") for name in transfer.partly]
        rows += [LayerTransfer(name, "copied") for name in transfer.copied]
        self.set_entries(tuple(rows))

    def _said(self, found: LayerTransfer) -> str:
        titles: dict[TransferOutcome, str] = {
            "skipped": self.tr("not taken over"),
            "unused": self.tr("in the file alone"),
            "partly": self.tr("by symbol or position"),
            "copied": self.tr("taken over"),
        }
        return titles[found.outcome]


def _ink(found: LayerTransfer) -> QColor | None:
    return colour("warning") if found.outcome in ("skipped", "unused") else None
