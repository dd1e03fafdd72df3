"""The window: sliders, the changed image with its tools, and what is read in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QFrame,
    QMenu,
    QProgressBar,
    QScrollArea,
    QSplitter,
    QToolButton,
    QWidget,
)

from app.display import Viewport
from app.language.sentences import translated
from app.session import Session
from app.views.what_if.picture import TrialPicture, TrialTool
from app.views.what_if.reading import TrialReading
from app.views.what_if.sliders import Sliders
from app.widgets.boxes import ask_for_folder, column, named, plain_label, push_button, row, set_tip, tool_button
from core.data.what_if.change import Erased, Moved
from core.runs.model_ref import model_ref

_BAR = (90, 10)  # px of the progress
_MOST = 20  # runs in the menu of the second model
_WIDTHS = (300, 420, 300, 300)  # px of sliders, picture and the readings
_SIZE = (1100, 560)  # px: the table shows eight positions


class WhatIfWindow(QDialog):
    """Changes a copy of the open image, and shows what is read in it."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowTitle(self.tr("What if?"))
        self.resize(*_SIZE)
        self.what_if = session.what_if
        self.zoom = Viewport(self)
        self.sliders = Sliders(session)
        self.picture = named(TrialPicture(self.zoom), self.tr("The changed image"))
        self.one, self.two = TrialReading(session, self.zoom), TrialReading(session, self.zoom)
        self._position = 1
        self._group = QButtonGroup(self)
        self.tools: dict[TrialTool, QToolButton] = {
            "look": self._tool("look", self.tr("Look"), self.tr("The left button moves the view; the wheel zooms")),
            "erase": self._tool(
                "erase", self.tr("Erase"), self.tr("Draw a rectangle: it is filled with what is round it")
            ),
            "move": self._tool(
                "move", self.tr("Move"), self.tr("Drag a character: the pixels inside its polygon go along")
            ),
        }
        self.tools["look"].setChecked(True)
        self.undo = tool_button(
            self.what_if.undo, self.tr("Undo"), "undo", self.tr("Take back what a tool has done last")
        )
        self.reset = tool_button(self.what_if.reset, self.tr("Reset"), "reset", self.tr("Show the image as it is"))
        self.flips = push_button(
            self.tr("Nearest flips"),
            partial(self.what_if.seek, "flips"),
            tip=self.tr("Mark on each slider the least value at which the chosen model reads something else"),
        )
        self.heat = push_button(
            self.tr("What it depends on"),
            partial(self.what_if.seek, "heat"),
            tip=self.tr("Hide one part of the image after another, and show which parts each symbol depends on"),
        )
        self.keep = push_button(
            self.tr("Keep as a hard case…"),
            self._ask_for_folder,
            tip=self.tr("Write the changed image and its label into a folder, as a new sample"),
        )
        self.bar = QProgressBar()
        self.halt = tool_button(self.what_if.stop, picture="stop", tip=self.tr("Stop the search"))
        self.bar.setFixedSize(*_BAR)
        self.bar.setTextVisible(False)
        self.other = set_tip(QToolButton(), self.tr("Let a second model read the changed image, too"))
        self.other.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.other.setMenu(QMenu(self.other))
        self.hint = plain_label(selectable=True)
        self._lay_out()
        self._listen()
        self._scroll.setMinimumWidth(self.sliders.minimumSizeHint().width())  # else it would cut the values
        self.refresh()

    def _tool(self, tool: TrialTool, text: str, tip: str) -> QToolButton:
        button = tool_button(partial(self.choose_tool, tool), text, tip=tip)
        button.setCheckable(True)
        self._group.addButton(button)
        return button

    def _lay_out(self) -> None:
        scroll = self._scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.sliders)
        bar = row(*self.tools.values(), self.undo, self.reset, self.bar, self.halt, self.other, spacing=4)
        bar.insertStretch(5, 1)
        left = QWidget()
        searches = row(self.flips, self.heat, spacing=4)
        column(scroll, searches, self.keep, parent=left, spacing=4, margins=(0, 0, 0, 4)).setStretchFactor(scroll, 1)
        middle = QWidget()
        whole = column(bar, self.picture, self.hint, parent=middle, spacing=2, margins=(2, 2, 2, 2))
        whole.setStretchFactor(self.picture, 1)
        split = QSplitter()
        split.setChildrenCollapsible(False)
        for part in (left, middle, self.one, self.two):
            split.addWidget(part)
        split.setSizes([*_WIDTHS])
        for number, share in enumerate((2, 3, 3, 3)):
            split.setStretchFactor(number, share)
        column(split, parent=self)

    def _listen(self) -> None:
        what_if = self.what_if
        self.other.menu().aboutToShow.connect(self._fill)
        self.picture.erased.connect(self._erase)
        self.picture.shifted.connect(self._shift)
        for reading in (self.one, self.two):
            reading.position_chosen.connect(self._choose)
        what_if.changed.connect(self.refresh)
        what_if.moved.connect(self._show_progress)
        deeds = (
            self._session.workspace.deeds
        )  # by the keys of the main window, which has them only while it is in front
        QShortcut(QKeySequence.StandardKey.Undo, self, deeds.undo)
        QShortcut(QKeySequence.StandardKey.Redo, self, deeds.redo)
        self._session.display.changed.connect(self.refresh)

    # What a person does

    def choose_tool(self, tool: TrialTool) -> None:
        """Choose what the left button does in the picture."""
        self.tools[tool].setChecked(True)
        self.picture.set_tool(tool)

    def _erase(self, region: QRectF) -> None:
        corners = (region.topLeft(), region.topRight(), region.bottomRight(), region.bottomLeft())
        self.what_if.touch(Erased(tuple(self._unchanged(corner) for corner in corners)))

    def _shift(self, place: int, way: QPointF) -> None:
        (x0, y0), (x1, y1) = self._unchanged(QPointF(0, 0)), self._unchanged(way)
        self.what_if.touch(Moved(place, (x1 - x0, y1 - y0)))

    def _unchanged(self, at: QPointF) -> tuple[float, float]:
        """Where a point of the changed image is in the unchanged one."""
        shown = self.what_if.shown
        matrix = np.eye(3) if shown is None else np.linalg.inv(shown.matrix)
        x, y, w = matrix @ (at.x(), at.y(), 1)
        return float(x / w), float(y / w)

    def _choose(self, position: int) -> None:
        self._position = position
        self._show_picture()

    def _ask_for_folder(self) -> None:
        ask_for_folder(self, self.tr("Folder for hard cases"), self._session.workspace.beside, self.what_if.keep)

    def _fill(self) -> None:
        """Offer the models that can be compared with."""
        session, menu = self._session, self.other.menu()
        menu.clear()
        self._offer(self.tr("No second model"), None)
        for model in [model for model in session.bundled if model.exists]:
            self._offer(model.name, model.path)
        for info in [info for info in session.runs.entries if info.model is not None][:_MOST]:
            self._offer(info.name, info.path)
        menu.addSeparator()
        menu.addAction(self.tr("Model file…")).triggered.connect(lambda _: self._ask_for_model())

    def _offer(self, text: str, model: Path | None) -> None:
        action = self.other.menu().addAction(text)
        action.setCheckable(True)
        action.setChecked(model == self.what_if.other)
        action.triggered.connect(lambda _: self.what_if.compare_with(model))

    def _ask_for_model(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a second model"), str(self._session.runs.folder or Path.home()))
        dialog.setNameFilter(self.tr("Models (*.keras)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self.what_if.compare_with(Path(file)))
        dialog.open()

    # What is shown

    def refresh(self) -> None:
        """Show the present picture and what is read in it. A hidden window does nothing."""
        if not self.isVisible():
            return
        what_if, shown = self.what_if, self.what_if.shown
        if shown is not None:
            self.zoom.show_image(shown.size[1], shown.size[0])
        label = self._session.editor.committed_label.word
        models = what_if.models
        self.two.setVisible(len(models) > 1)
        for reading, model in zip((self.one, self.two), models, strict=False):
            reading.show_found(self._name(model), what_if.found.get(model), what_if.before.get(model), label)
        self.one.setVisible(bool(models))
        self.other.setText(self._name(what_if.other) if what_if.other is not None else self.tr("Second model"))
        self._show_picture()
        self._show_progress()

    def _show_picture(self) -> None:
        what_if, shown = self.what_if, self.what_if.shown
        ranking = () if shown is None else shown.label.ranking
        chosen = ranking[self._position - 1] if what_if.heat is not None and self._position <= len(ranking) else None
        self.picture.show_changed(shown, translated(what_if.sentence), chosen)
        heat = None if what_if.heat is None else what_if.heat[min(self._position, len(what_if.heat)) - 1]
        self.picture.show_heat(heat, self._session.display.choices.colormap)
        self.hint.setText(self._said())
        self.hint.setVisible(bool(self.hint.text()))

    def _show_progress(self) -> None:
        what_if = self.what_if
        is_searching = what_if.search is not None
        for part in (self.bar, self.halt):
            part.setVisible(is_searching)
        done, total = what_if.progress
        self.bar.setMaximum(total)
        self.bar.setValue(done)
        can_try = what_if.shown is not None and bool(what_if.models)
        for button in (self.flips, self.heat):
            button.setEnabled(can_try and not is_searching)
        self.keep.setEnabled(what_if.shown is not None and what_if.is_changed)
        self.undo.setEnabled(bool(what_if.touches))
        self.reset.setEnabled(what_if.is_changed)
        has_polygons = what_if.shown is not None and bool(what_if.shown.label.characters)
        self.tools["move"].setEnabled(has_polygons)
        if not has_polygons and self.picture.tool == "move":
            self.choose_tool("look")

    def _said(self) -> str:
        """What was found, or what to do."""
        what_if = self.what_if
        if what_if.sentence and what_if.shown is not None:
            return translated(what_if.sentence)
        if what_if.heat is not None:
            said = self.tr("Bright: what position {number} depends on. Choose another position in the table.")
            return said.format(number=self._position)
        if what_if.shown is not None and not what_if.shown.label.characters:
            return self.tr("The label has no polygons: no character can be moved.")
        return ""

    def _name(self, model: Path) -> str:
        return model_ref(model, self._session.bundled).name

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is read while nobody sees it."""
        super().showEvent(event)
        self.what_if.want(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is read while nobody sees it."""
        self.what_if.want(False)
        super().hideEvent(event)
