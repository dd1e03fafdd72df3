"""The bar of What if?: the current reading, the searches, the tools, and a slider for each change."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QMenu, QToolButton, QWidget

from app.language.sentences import translated
from app.session import Session
from app.views.what_if.picture import TrialTool
from app.views.what_if.sliders import Sliders
from app.widgets.boxes import Label, ask_for_folder, column, plain_label, row, set_tip, tool_button
from app.widgets.moving_bar import MovingBar
from core.runs.model_ref import model_ref

_PROGRESS = (60, 8)  # px
_MOST = 20  # runs in the menu of the second model
_MARGIN = 6  # px


class WhatIfBar(QWidget):
    """The bar below the picture, shown while a changed copy of the image is on the canvas."""

    tool_chosen = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._what_if = what_if = session.instruments.what_if
        self._group = QButtonGroup(self)
        self.tools: dict[TrialTool, QToolButton] = {
            "look": self._tool("look", "tool-select", self.tr("Look: the left button moves the view; the wheel zooms")),
            "erase": self._tool(
                "erase", "tool-eraser", self.tr("Erase: draw a rectangle to fill it with what is around it")
            ),
            "move": self._tool(
                "move", "drag", self.tr("Move: drag a character; the pixels inside its polygon move with it")
            ),
        }
        self.tools["look"].setChecked(True)
        self.undo = tool_button(what_if.undo, picture="undo", tip=self.tr("Undo the last step of a tool"))
        self.reset = tool_button(what_if.reset, picture="reset", tip=self.tr("Show the image as it is"))
        self.keep = tool_button(
            self._ask_for_folder,
            picture="save",
            tip=self.tr("Keep as a hard case: write the changed image and its label into a folder, as a new sample"),
        )
        self.flips = tool_button(partial(what_if.seek, "flips"))
        self.other = set_tip(QToolButton(), self.tr("Let a second model read the changed image, too"))
        self.other.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.other.setMenu(QMenu(self.other))
        self.other.menu().aboutToShow.connect(self._fill)
        self.progress = MovingBar()
        self.progress.setFixedSize(*_PROGRESS)
        self.halt = tool_button(what_if.stop, picture="stop", tip=self.tr("Stop the search"))
        self.end = tool_button(
            lambda: session.display.set(trial=False), self.tr("End"), tip=self.tr("Show the image itself again")
        )
        # sentence, places: why nothing is read, and the values from which on the word is read right or otherwise
        self.sentence, self.places = Label(), plain_label()
        self.sliders = Sliders(session)
        self._lay_out()
        what_if.changed.connect(self.show_readings)
        what_if.moved.connect(self.show_readings)
        self.show_readings()

    def _tool(self, tool: TrialTool, picture: str, tip: str) -> QToolButton:
        button = tool_button(partial(self.tool_chosen.emit, tool), picture=picture, tip=tip)
        button.setCheckable(True)
        self._group.addButton(button)
        return button

    def _lay_out(self) -> None:
        searches = (self.progress, self.halt, self.flips, self.other, self.end)
        readings = column(self.sentence, self.places, spacing=0)
        above = row(readings, *searches, spacing=4)
        above.setStretchFactor(readings, 1)
        tools = column(
            row(*self.tools.values(), spacing=2), row(self.undo, self.reset, self.keep, spacing=2), spacing=2
        )
        tools.addStretch(1)
        below = row(tools, self.sliders, spacing=_MARGIN)
        below.setStretchFactor(self.sliders, 1)
        column(above, below, parent=self, spacing=2, margins=(_MARGIN, 4, _MARGIN, 4))

    # What a person does

    def _ask_for_folder(self) -> None:
        ask_for_folder(self, self.tr("Folder for hard cases"), self._session.workspace.beside, self._what_if.keep)

    def _fill(self) -> None:
        session, menu = self._session, self.other.menu()
        menu.clear()
        self._offer(self.tr("No second model"), None)
        for model in [model for model in session.models.bundled if model.exists]:
            self._offer(model.name, model.path)
        for info in [info for info in session.runs.entries if info.model is not None][:_MOST]:
            self._offer(info.name, info.path)
        menu.addSeparator()
        menu.addAction(self.tr("Model file…")).triggered.connect(lambda _: self._ask_for_model())

    def _offer(self, text: str, model: Path | None) -> None:
        action = self.other.menu().addAction(text)
        action.setCheckable(True)
        action.setChecked(model == self._what_if.other)
        action.triggered.connect(lambda _: self._what_if.compare_with(model))

    def _ask_for_model(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a second model"), str(self._session.runs.folder or Path.home()))
        dialog.setNameFilter(self.tr("Models (*.keras)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self._what_if.compare_with(Path(file)))
        dialog.open()

    # What is shown

    def show_readings(self) -> None:
        """Show the readings and the progress of a search."""
        what_if = self._what_if
        is_searching = what_if.search is not None
        for part in (self.progress, self.halt):
            part.setVisible(is_searching)
        done, total = what_if.progress
        self.progress.setMaximum(total)
        self.progress.setValue(done)
        can_try = what_if.shown is not None and bool(what_if.models)
        self.flips.setEnabled(can_try and not is_searching)
        self.keep.setEnabled(what_if.shown is not None and what_if.is_changed)
        self.undo.setEnabled(bool(what_if.touches))
        self.reset.setEnabled(what_if.is_changed)
        self.tools["move"].setEnabled(what_if.shown is not None and bool(what_if.shown.label.characters))
        if what_if.is_misread:
            self.flips.setText(self.tr("Find what makes it right"))
            set_tip(self.flips, self.tr("Mark on each slider the least value from which the word is read right"))
        else:
            self.flips.setText(self.tr("Find what breaks it"))
            set_tip(self.flips, self.tr("Mark on each slider the least value from which another word is read"))
        name = self.tr("Second model") if what_if.other is None else self._name(what_if.other)
        self.other.setText(name)
        self.sentence.setText(translated(what_if.sentence))
        is_found = what_if.search is None and bool(what_if.flips)
        self.places.setText(self.sliders.nearest(what_if.is_misread) if is_found else "")

    def _name(self, model: Path) -> str:
        return model_ref(model, self._session.models.bundled).name
