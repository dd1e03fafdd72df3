"""The dialog that names the program, its version and its licence."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.session import Session
from app.widgets.boxes import Label, column, row
from app.widgets.icons import APPLICATION, icon
from core.base.folders import log_folder


class AboutDialog(QDialog):
    """Shows versions, licence and the paper."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About TextScanner Studio"))
        picture = Label()
        picture.setPixmap(icon(APPLICATION).pixmap(64, 64))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = Label(self._text())
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        text.setOpenExternalLinks(True)
        text.setMinimumWidth(380)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column(row(picture, text, spacing=12), buttons, parent=self, spacing=12, margins=(12, 12, 12, 12))

    def _text(self) -> str:
        try:
            own = version("textscanner-studio")
        except PackageNotFoundError:  # run from a source folder that was never installed
            own = self.tr("not installed")
        lines = (
            f"<b>TextScanner Studio</b> {own}",
            self.tr("Label, train and debug a TextScanner text recogniser on your own machine."),
            self.tr('The method: Wan et al., <a href="https://arxiv.org/abs/1912.12422">TextScanner</a>, AAAI 2020.'),
            self.tr("Licence: Apache 2.0"),
            f"Python {platform.python_version()}, Qt {qVersion()}, {platform.system()} {platform.machine()}",
            self.tr("Log files: {folder}").format(folder=log_folder()),
        )
        return "".join(f"<p>{line}</p>" for line in lines)
