"""More sources of training words: folders and lists beside the project, each with its weight."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QWidget

from app.training.plan import TrainingPlan
from app.views.training.editors import NumberBox
from app.widgets.boxes import Label, column, row, set_tip, tool_button


class SourcesEditor(QWidget):
    """Lists the sources. Adds and removes sources."""

    def __init__(self, plan: TrainingPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan = plan
        self.weights: list[NumberBox] = []  # one a source
        self._names: list[Label] = []
        self._shown: list[QWidget] = []
        self._title = Label(self.tr("More sources"))
        self.add_folder = tool_button(
            self._add_folder, self.tr("Add folder…"), tip=self.tr("A folder of labelled images, or of records")
        )
        self.add_file = tool_button(
            self._add_file, self.tr("Add list…"), tip=self.tr("A list of image paths and texts, or arrays")
        )
        self._lines = column(spacing=4)
        head = row(self._title, self.add_folder, self.add_file, spacing=6)
        head.setStretchFactor(self._title, 1)
        column(head, self._lines, parent=self, spacing=4)

    @property
    def sources(self) -> tuple[dict[str, Any], ...]:
        """The sources of the plan, `path` and `weight` each."""
        return tuple(
            dict(source) if isinstance(source, dict) else source.model_dump() for source in self._plan.value("sources")
        )

    def add(self, path: Path) -> None:
        """Add a source."""
        self._plan.set("sources", (*self.sources, {"path": path, "weight": 1.0}))

    def show_sources(self) -> None:
        """Show the sources of the plan."""
        sources = self.sources
        if len(self.weights) != len(sources):
            self._build(len(sources))
        for number, source in enumerate(sources):
            name = self._names[number]
            name.setText(Path(source["path"]).name)
            set_tip(name, str(source["path"]))
            box = self.weights[number]
            blocked = box.blockSignals(True)
            box.setValue(source["weight"])
            box.blockSignals(blocked)
            box.setAccessibleName(self.tr("Weight of {source}").format(source=name.text()))

    def _build(self, count: int) -> None:
        for line in self._shown:
            self._lines.removeWidget(line)
            line.deleteLater()
        self.weights, self._names, self._shown = [], [], []
        for number in range(count):
            box = NumberBox(is_whole=False)
            box.setRange(0.01, 1000)
            box.setDecimals(2)
            box.setFixedWidth(80)
            set_tip(box, self.tr("Weight of this source; the project's own words have weight 1"))
            box.valueChanged.connect(partial(self._weigh, number))
            remove = tool_button(partial(self._remove, number), picture="remove", tip=self.tr("Leave out"))
            line = QWidget()
            name = Label()
            row(name, box, remove, parent=line, spacing=6).setStretchFactor(name, 1)
            self._lines.addWidget(line)
            self.weights.append(box)
            self._names.append(name)
            self._shown.append(line)

    def _weigh(self, number: int, weight: float) -> None:
        sources = list(self.sources)
        sources[number]["weight"] = weight
        self._plan.set("sources", tuple(sources))

    def _remove(self, number: int) -> None:
        self._plan.set("sources", tuple(source for place, source in enumerate(self.sources) if place != number))

    def _add_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.add_folder.toolTip())
        if folder:
            self.add(Path(folder))

    def _add_file(self) -> None:
        file, _ = QFileDialog.getOpenFileName(
            self, self.add_file.toolTip(), "", self.tr("Lists and arrays") + " (*.csv *.tsv *.txt *.npz)"
        )
        if file:
            self.add(Path(file))
