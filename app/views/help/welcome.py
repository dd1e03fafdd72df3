"""The page shown without a project, which says what the program is for and how to begin."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QPushButton, QScrollArea, QWidget

from app.checklist import wording
from app.project.demo import default_folder
from app.views.help.method_picture import MethodPicture
from app.widgets.boxes import Label, colour_text, column, plain_label, push_button, row, set_tip, tool_button
from app.widgets.contrast import Recoloured
from app.widgets.icons import APPLICATION, icon
from app.widgets.job_progress import JobProgress
from app.workers.background import Background, Job

if TYPE_CHECKING:
    from app.project.opening import Opening

_WIDTH = 580  # px
_PATH = 56  # characters of the demo's folder that are shown


class WelcomePage(Recoloured, QScrollArea):
    """The first page, which scrolls if the window is small."""

    open_asked = Signal()
    import_asked = Signal()
    demo_asked = Signal(object, bool)  # make a demo project in this folder, a `Path`; True if of Chinese words
    project_asked = Signal(object)  # one of the recent projects, a `Path`

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._method = MethodPicture()
        self._recent: tuple[Path, ...] = ()
        self._buttons: list[QPushButton] = []
        self._title = plain_label("TextScanner Studio")
        self._purpose = plain_label(wording.purpose())
        self._hint = plain_label(
            self.tr("Or drop a folder here. Labels lie beside their images, as labelme writes them.")
        )
        self.demo_says = plain_label()
        self._opening = plain_label()
        font = QFont(self._title.font())
        font.setPointSizeF(font.pointSizeF() * 1.8)
        self._title.setFont(font)
        self.open_button = push_button(
            self.tr("Open a folder of word images…"), self.open_asked.emit, picture="folder-open"
        )
        self.import_button = push_button(
            self.tr("Import labels of another format…"), self.import_asked.emit, picture="import"
        )
        self.demo_button = push_button(
            self.tr("Make a demo project"),
            lambda: self.demo_asked.emit(self.demo_folder, False),
            picture="image",
            tip=self.tr("Draws 500 short words of digits; some labels are wrong on purpose, some words have none"),
        )
        self.chinese_button = push_button(
            self.tr("Make a Chinese demo project"),
            lambda: self.demo_asked.emit(self.demo_folder.with_name(f"{self.demo_folder.name}-zh"), True),
            picture="image",
            tip=self.tr(
                "The same with Chinese words from signs, screens and print, in a folder whose name ends with -zh"
            ),
        )
        self.open_button.setDefault(True)
        self._demos = (self.demo_button, self.chinese_button)
        for button in (self.open_button, self.import_button, *self._demos):
            button.setMinimumHeight(36)
            button.setIconSize(QSize(20, 20))
        self.elsewhere = push_button(
            self.tr("Another folder…"), self._choose_folder, tip=self.tr("Folder for the demo project")
        )
        self.demo_folder = default_folder()  # the folder of the demo project
        self._place = QWidget()  # of the progress of the demo, with its room from the beginning
        self._progress = column(parent=self._place)
        self._place.setMinimumHeight(tool_button(self.open_button.click, self.tr("Stop"), "stop").sizeHint().height())
        self._heading = Label(self.tr("Recently opened"))
        self._entries = column(spacing=2)
        self._offers = QWidget()
        self._lay_out()
        self.show_opening(None)
        self._say_demo_folder()
        self.recolour()

    def take(self, opening: Opening, background: Background) -> None:
        """Show the project that is being opened, and render the picture of the method in the background."""
        opening.changed.connect(lambda: self.show_opening(opening.folder))
        self._method.make(background)

    def set_recent(self, projects: Iterable[Path]) -> None:
        """List these folders for opening again, the last opened first."""
        self._recent = tuple(projects)
        for entry in self._buttons:
            self._entries.removeWidget(entry)
            entry.deleteLater()
        self._buttons = []
        for folder in self._recent:
            entry = QPushButton(icon("recent"), folder.name.replace("&", "&&") or str(folder))
            entry.setFlat(True)
            set_tip(entry, str(folder))
            entry.setAccessibleDescription(str(folder))
            entry.setStyleSheet("text-align: left; padding: 4px 6px;")
            entry.clicked.connect(lambda _=False, folder=folder: self.project_asked.emit(folder))
            self._entries.addWidget(entry)
            self._buttons.append(entry)
        self._heading.setVisible(bool(self._recent))

    def _lay_out(self) -> None:
        picture = Label()
        picture.setPixmap(icon(APPLICATION).pixmap(40, 40))
        inner = QWidget()
        inner.setFixedWidth(_WIDTH)
        head = row(picture, self._title, spacing=10)
        head.setStretchFactor(self._title, 1)
        ways = QGridLayout()
        ways.setSpacing(8)
        for number, button in enumerate((self.open_button, self.import_button, *self._demos)):
            ways.addWidget(button, *divmod(number, 2))
        where = row(self.demo_says, self.elsewhere, spacing=6)
        where.setStretchFactor(self.demo_says, 1)
        column(ways, self._place, where, self._hint, self._heading, self._entries, parent=self._offers, spacing=12)
        lines = column(head, self._purpose, self._method, self._opening, self._offers, parent=inner, spacing=12)
        lines.insertStretch(0, 1)
        lines.addStretch(2)
        page = QWidget()
        row(inner, parent=page, margins=(12, 12, 12, 12)).setAlignment(inner, Qt.AlignmentFlag.AlignHCenter)
        self.setWidget(page)

    def recolour(self) -> None:
        for label in (self._hint, self.demo_says, self._heading):
            colour_text(label, "muted")

    def follow(self, job: Job) -> None:
        """Show the progress of drawing the demo project, below the button."""
        progress = JobProgress(job, has_word=True)
        self._progress.addWidget(progress)
        job.ended.connect(progress.deleteLater)
        for button in self._demos:
            button.setEnabled(False)
            job.ended.connect(partial(button.setEnabled, True))

    def _choose_folder(self) -> None:
        """Ask for the folder of the demo: a new one in the chosen one, unless that is empty."""
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder for the demo project"), str(Path.home()))
        if chosen:
            self.take_demo_folder(Path(chosen))

    def take_demo_folder(self, chosen: Path) -> None:
        """Choose the folder for the demo project: this folder if it is empty, else a new folder inside it."""
        self.demo_folder = default_folder(chosen) if any(chosen.iterdir()) else chosen
        self._say_demo_folder()

    def _say_demo_folder(self) -> None:
        shown = str(self.demo_folder)
        home = str(Path.home())
        if shown.startswith(home):
            shown = f"~{shown.removeprefix(home)}"
        if len(shown) > _PATH:
            shown = f"{shown[: _PATH // 2]}…{shown[-_PATH // 2 :]}"
        self.demo_says.setText(self.tr("The demo project is made in {folder}").format(folder=shown))
        set_tip(self.demo_says, str(self.demo_folder))

    def show_opening(self, folder: Path | None) -> None:
        """Show the folder that is being opened, and offer nothing meanwhile: a click would meet what comes instead."""
        self._opening.setText("" if folder is None else self.tr("Opening {folder} …").format(folder=folder.name))
        self._opening.setVisible(folder is not None)
        self._offers.setVisible(folder is None)
