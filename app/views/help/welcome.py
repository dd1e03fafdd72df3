"""The page of the window without a project: open a folder, open a recent project, or make a demo project."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QWidget

from app.session import Session
from app.widgets.boxes import column, plain_label, row
from app.widgets.icons import APPLICATION, icon
from app.widgets.language import Translated

_WIDTH = 460  # px


class WelcomePage(Translated, QScrollArea):
    """The first page; it scrolls where the window is small."""

    open_asked = Signal()
    demo_asked = Signal()
    project_asked = Signal(object)
    """One of the recent projects, a `Path`."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._session = session
        self._recent: tuple[Path, ...] = ()
        self._buttons: list[QPushButton] = []
        self._title, self._purpose, self._hint, self._opening = (plain_label() for _ in range(4))
        font = QFont(self._title.font())
        font.setPointSizeF(font.pointSizeF() * 1.8)
        self._title.setFont(font)
        self._open, self._demo = QPushButton(icon("folder-open"), ""), QPushButton(icon("image"), "")
        self._open.setDefault(True)
        for button in (self._open, self._demo):
            button.setMinimumHeight(36)
            button.setIconSize(QSize(20, 20))
        self._open.clicked.connect(self.open_asked)
        self._demo.clicked.connect(self.demo_asked)
        self._heading = QLabel()
        self._entries = column(spacing=2)
        self._lay_out()
        session.opening.changed.connect(self._say_what_opens)
        self.retranslate()

    def set_recent(self, projects: Iterable[Path]) -> None:
        """Offer these folders to be opened again, the latest first."""
        self._recent = tuple(projects)
        for entry in self._buttons:
            self._entries.removeWidget(entry)
            entry.deleteLater()
        self._buttons = []
        for folder in self._recent:
            entry = QPushButton(icon("recent"), folder.name.replace("&", "&&") or str(folder))
            entry.setFlat(True)
            entry.setToolTip(str(folder))
            entry.setAccessibleDescription(str(folder))
            entry.setStyleSheet("text-align: left; padding: 4px 6px;")
            entry.clicked.connect(lambda _=False, folder=folder: self.project_asked.emit(folder))
            self._entries.addWidget(entry)
            self._buttons.append(entry)
        self._heading.setVisible(bool(self._recent))

    def _lay_out(self) -> None:
        picture = QLabel()
        picture.setPixmap(icon(APPLICATION).pixmap(64, 64))
        inner = QWidget()
        inner.setFixedWidth(_WIDTH)
        parts = (picture, self._title, self._purpose, self._open, self._demo, self._hint, self._opening)
        lines = column(*parts, self._heading, self._entries, parent=inner, spacing=12)
        lines.insertStretch(0, 1)
        lines.addStretch(2)
        page = QWidget()
        row(inner, parent=page, margins=(12, 12, 12, 12)).setAlignment(inner, Qt.AlignmentFlag.AlignHCenter)
        self.setWidget(page)

    def retranslate(self) -> None:
        self._title.setText("TextScanner Studio")
        self._purpose.setText(
            self.tr("Label word images, see the maps that the network learns, and find the cause of its mistakes.")
        )
        self._open.setText(self.tr("Open a folder of word images…"))
        self._demo.setText(self.tr("Make a demo project"))
        self._demo.setToolTip(self.tr("Draws 500 short words of digits with labels; some labels are wrong on purpose"))
        self._hint.setText(self.tr("Or drop a folder here. Labels lie beside their images, as labelme writes them."))
        self._heading.setText(self.tr("Opened last"))
        self._say_what_opens()

    def _say_what_opens(self) -> None:
        folder = self._session.opening.folder
        self._opening.setText("" if folder is None else self.tr("Opening {folder} …").format(folder=folder.name))
