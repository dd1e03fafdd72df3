"""“What if?” in the image area: the changed image over the canvas, its maps over the maps, and the bar below both."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF
from PySide6.QtWidgets import QSplitter, QWidget

from app.display import Viewport
from app.language.sentences import translated
from app.session import Session
from app.views.what_if.bar import WhatIfBar
from app.views.what_if.picture import TrialPicture, TrialTool
from app.views.what_if.reading import TrialReading
from app.widgets.boxes import named
from core.data.what_if.change import Erased, Moved
from core.runs.model_ref import model_ref


class _Cover(QObject):
    """Keeps a widget as large as its parent, and above what else is in that."""

    def __init__(self, cover: QWidget, parent: QWidget) -> None:
        super().__init__(cover)
        self._cover, self._parent = cover, parent
        parent.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Show}:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self._cover.setGeometry(self._parent.rect())
        self._cover.raise_()


class Trial(QObject):
    """Shows the changed image while `Choices.trial` is set, and hides the corner of the maps meanwhile.

    Image and label stay as they are.
    """

    def __init__(self, session: Session, canvas: QWidget, maps: QWidget, corner: QWidget, image_area: QWidget) -> None:
        super().__init__(image_area)
        self._session = session
        self._what_if = session.instruments.what_if
        self._zoom = Viewport(self)
        self._position = 1
        self._corner = corner
        self.picture = named(TrialPicture(self._zoom, canvas), self.tr("The changed image"))  # over the canvas
        self.readings = QSplitter(maps)
        # one, two: over the maps: of the chosen model, and of the second one
        self.one, self.two = TrialReading(session, self._zoom), TrialReading(session, self._zoom)
        for reading in (self.one, self.two):
            self.readings.addWidget(reading)
            reading.position_chosen.connect(self._choose)
        self.readings.setChildrenCollapsible(False)
        self.readings.setAutoFillBackground(True)
        self.bar = WhatIfBar(session, image_area)
        _Cover(self.picture, canvas)
        _Cover(self.readings, maps)
        self.bar.tool_chosen.connect(self.choose_tool)
        self.picture.erased.connect(self._erase)
        self.picture.shifted.connect(self._shift)
        self._what_if.changed.connect(self.show_picture)
        session.display.changed.connect(self._follow_choice)
        session.project_changed.connect(self._leave)
        session.tool_changed.connect(self._leave)
        session.instruments.prediction_repair.changed.connect(self._leave)
        self._follow_choice()

    def choose_tool(self, tool: TrialTool) -> None:
        """Choose the tool that the left mouse button applies to the picture."""
        self.bar.tools[tool].setChecked(True)
        self.picture.set_tool(tool)

    # What a person does

    def _leave(self) -> None:
        """End for what else works on the canvas: a tool that draws, a repair, another project."""
        session = self._session
        if session.project is None or session.tool != "select" or session.instruments.prediction_repair.is_on:
            session.display.set(trial=False)

    def _erase(self, region: QRectF) -> None:
        corners = (region.topLeft(), region.topRight(), region.bottomRight(), region.bottomLeft())
        self._what_if.touch(Erased(tuple(self._unchanged(corner) for corner in corners)))

    def _shift(self, place: int, way: QPointF) -> None:
        (x0, y0), (x1, y1) = self._unchanged(QPointF(0, 0)), self._unchanged(way)
        self._what_if.touch(Moved(place, (x1 - x0, y1 - y0)))

    def _unchanged(self, at: QPointF) -> tuple[float, float]:
        """Find the place of a point of the changed image in the unchanged one."""
        shown = self._what_if.shown
        matrix = np.eye(3) if shown is None else np.linalg.inv(shown.matrix)
        x, y, w = matrix @ (at.x(), at.y(), 1)
        return float(x / w), float(y / w)

    def _choose(self, position: int) -> None:
        self._position = position
        self._show_picture()

    # What is shown

    def _follow_choice(self) -> None:
        """Begin or end with the choice, so that nothing is read while nobody sees it."""
        is_on = self._session.display.choices.trial
        for part in (self.picture, self.readings, self.bar):
            part.setVisible(is_on)
        self._corner.setVisible(not is_on)
        if is_on != self._what_if.is_wanted:
            self._what_if.want(is_on)
        self.show_picture()

    def show_picture(self) -> None:
        """Show the current picture and its reading."""
        what_if, shown = self._what_if, self._what_if.shown
        if not what_if.is_wanted:
            return
        if shown is not None:
            self._zoom.show_image(shown.size[1], shown.size[0])
            if not shown.label.characters and self.picture.tool == "move":
                self.choose_tool("look")
        models = what_if.models
        self.one.setVisible(bool(models))
        self.two.setVisible(len(models) > 1)
        for reading, model in zip((self.one, self.two), models, strict=False):
            name = model_ref(model, self._session.models.bundled).name
            reading.show_found(name, what_if.found.get(model), what_if.before.get(model), what_if.word)
        self._show_picture()

    def _show_picture(self) -> None:
        what_if, shown = self._what_if, self._what_if.shown
        ranking = () if shown is None else shown.label.ranking
        chosen = ranking[self._position - 1] if what_if.heat is not None and self._position <= len(ranking) else None
        self.picture.show_changed(shown, translated(what_if.sentence), chosen)
        heat = None if what_if.heat is None else what_if.heat[min(self._position, len(what_if.heat)) - 1]
        self.picture.show_heat(heat, self._session.display.choices.colormap)
        caption = self.tr("What if? A changed copy")
        if what_if.heat is not None:
            caption = self.tr("Bright: what position {number} depends on").format(number=self._position)
        self.picture.set_title((caption, ""))
