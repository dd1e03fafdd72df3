"""Buttons of dialogs as this program shows them: by their words alone."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox


def without_icons(box: QDialogButtonBox | QMessageBox) -> None:
    """Take the style's pictures off a dialog's buttons: some are black, and cannot be seen on the dark theme."""
    for button in box.buttons():
        button.setIcon(QIcon())
