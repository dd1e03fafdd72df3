"""The dialog that names several workers: their addresses, and the line to type where the window starts none."""

from __future__ import annotations

import shlex
from pathlib import Path

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QPlainTextEdit, QWidget

from app.language.sentences import translated
from app.widgets.boxes import colour_text, column, plain_label, without_icons
from app.widgets.language import Translated
from core.base.errors import RunError
from core.team.addresses import OPEN_NETWORK, Address, Cluster

_WIDTH = 620  # px
_USUAL = "127.0.0.1:5001, 127.0.0.1:5002"


class WorkersDialog(Translated, QDialog):
    """Edits the addresses of several workers.

    Parameters
    ----------
    folder : Path
        The project, for the line to type on other machines.
    workers : tuple of str
        Present addresses; empty for two of this machine.

    Attributes
    ----------
    line : QLineEdit
        The addresses between commas; the first is that of the window's training, which leads.
    network : QCheckBox
        Whether other machines are allowed.
    wait : QCheckBox
        Whether the training waits for a lost worker without end, and goes on once it is back.
    says : QPlainTextEdit
        Which workers the window starts, the lines for the others, and TF_CONFIG; or
    refusal : QLabel
        why these addresses cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        workers: tuple[str, ...] = (),
        *,
        allow_network: bool = False,
        wait: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self.line = QLineEdit(", ".join(workers) or _USUAL)
        self.network = QCheckBox()
        self.network.setChecked(allow_network)
        self.wait = QCheckBox()
        self.wait.setChecked(wait)
        self.head, self.warning, self.refusal = plain_label(), plain_label(), plain_label()
        self.says = QPlainTextEdit()
        self.says.setReadOnly(True)
        self.says.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        without_icons(self.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        parts = (self.head, self.line, self.wait, self.network, self.warning, self.says, self.refusal, self.buttons)
        column(*parts, parent=self, margins=(12, 12, 12, 12))
        self.resize(_WIDTH, self.sizeHint().height())
        self.line.textChanged.connect(self._update)
        self.network.toggled.connect(self._update)
        self.wait.toggled.connect(self._update)
        self.retranslate()

    @property
    def workers(self) -> tuple[str, ...]:
        """The addresses as they are typed."""
        return tuple(text for part in self.line.text().split(",") if (text := part.strip()))

    def _update(self) -> None:
        reason, lines = "", list[str]()
        try:
            lines = self._lines(Cluster.of(self.workers, 0))
        except RunError as error:
            reason = translated(error)
        self.says.setPlainText("\n\n".join(lines))
        self.refusal.setText(reason)
        self.refusal.setVisible(bool(reason))
        colour_text(self.refusal, "error")
        colour_text(self.warning, "warning")
        self.warning.setVisible(self.network.isChecked())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)

    def _lines(self, cluster: Cluster) -> list[str]:
        """What is to be done for each worker; raises RunError."""
        lines = [self.tr("Worker 0, {address}: the window starts it; it leads.").format(address=cluster.own)]
        strangers = False
        for index, address in enumerate(cluster.addresses):
            is_here = address.is_loopback
            strangers |= not is_here
            if index and is_here:
                lines.append(
                    self.tr("Worker {index}, {address}: the window starts it.").format(index=index, address=address)
                )
            elif index:
                said = self.tr("Worker {index}, {address}: type there, with its own copy of the folder:")
                lines.append(said.format(index=index, address=address) + "\n" + self._command(index))
        if strangers and not self.network.isChecked():
            raise RunError("{why} Then allow other machines.", why=OPEN_NETWORK)
        lines.append(self.tr("TF_CONFIG of worker 0:") + "\n" + cluster.tf_config())
        return lines

    def _command(self, index: int) -> str:
        addresses = ",".join(str(Address.parse(text)) for text in self.workers)
        words = ["textscanner", "train", self._folder.name, "--workers", addresses, "--index", str(index)]
        return shlex.join([*words, "--allow-network", *(["--wait"] if self.wait.isChecked() else [])])

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Several processes"))
        self.head.setText(
            self.tr("HOST:PORT of each process that trains, between commas. Each has its own copy of the folder.")
        )
        self.line.setAccessibleName(self.tr("Addresses"))
        self.network.setText(self.tr("Allow other machines"))
        self.wait.setText(self.tr("Wait for a worker that is lost, and go on from the newest checkpoint"))
        self.warning.setText(translated(OPEN_NETWORK))
        self._update()
