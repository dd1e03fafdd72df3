"""A field whose path can be typed, chosen or dropped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from app.widgets.boxes import push_button, row
from app.widgets.frames import DropFrame


class PathField(QWidget):
    """A line for a path, with buttons that ask for a folder and, if wanted, for a file."""

    changed = Signal()

    def __init__(self, files: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(clearButtonEnabled=True)
        self.line.setAcceptDrops(False)  # a dropped file would be an address in it
        self.line.textChanged.connect(self.changed)
        self.file = push_button(self.tr("File…"), lambda: self._ask(QFileDialog.FileMode.ExistingFile))
        self.folder = push_button(self.tr("Folder…"), lambda: self._ask(QFileDialog.FileMode.Directory))
        self.file.setVisible(files)
        for button in (self.file, self.folder):
            button.setAutoDefault(False)
        row(self.line, self.file, self.folder, parent=self, spacing=6).setStretchFactor(self.line, 1)
        self.setFocusProxy(self.line)
        DropFrame(self, lambda paths: self.set_path(paths[0]))

    def setAccessibleName(self, name: str, /) -> None:  # noqa: N802  of Qt
        self.line.setAccessibleName(name)

    @property
    def path(self) -> Path | None:
        """The path in the field, or None if the field is empty."""
        typed = self.line.text().strip()
        return Path(typed).expanduser() if typed else None

    def set_path(self, path: Path | None) -> None:
        """Set the path in the field."""
        self.line.setText("" if path is None else str(path))

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if self.path is not None:
            dialog.selectFile(str(self.path))
        dialog.fileSelected.connect(lambda chosen: self.set_path(Path(chosen)))
        dialog.open()
