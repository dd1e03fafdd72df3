"""The form of a training, with the most important choices in front and all others behind "Advanced"."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QScrollArea, QToolButton, QWidget

from app.language.languages import TableText, translate
from app.language.sentences import translated
from app.session import Session
from app.training.fields import CONTEXT, TrainingField
from app.training.plan import TrainingPlan
from app.training.table import FIELDS, SECTIONS
from app.views.training.choosers import Chooser, DataChooser, StartChooser, ValidationChooser
from app.views.training.common_texts import CommonTexts
from app.views.training.editors import WIDTH, NumberBox, editor_of
from app.views.training.weights_file import WeightsFile
from app.views.training.where import WhereChooser
from app.widgets.boxes import Label, colour_text, column, named, plain_label, push_button, row, set_tip, tool_button

_BEFORE = ("preset",)
_AFTER = ("reviewed_only", "drafts", "steps", "minutes", "batch", "learning_rate", "augmentation", "seed")
FRONT = frozenset({*_BEFORE, *_AFTER, "synthetic", "start", "devices"})
"""Choices that stand in front, by name; validation and more sources stand there, too."""


_TITLE_WIDTH = 150  # px
_RIGHT = 12  # px beside the choices
_RESET: TableText = "Reset: {title}"


_CHOSEN_BY = {"data": "synthetic", "where": "devices"}  # names of choices, by those of their choosers


class SourcesEditor(QWidget):
    """Lists, adds and removes data sources of a plan."""

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
        """The sources of the plan, each with `path` and `weight`."""
        return tuple(
            dict(source) if isinstance(source, dict) else source.model_dump() for source in self._plan.value("sources")
        )

    def add(self, path: Path) -> None:
        """Add a source, given its path."""
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
        self.weights = []
        self._names = []
        self._shown = []
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


class FieldRow:
    """Shows one choice in a row of a grid, and keeps it in step with the plan."""

    def __init__(self, plan: TrainingPlan, field: TrainingField, grid: QGridLayout) -> None:
        self._plan = plan
        self.field = field
        title, says = translate(CONTEXT, field.title), translate(CONTEXT, field.help)
        self.title = plain_label(title)  # a long one is not cut
        self.title.setMinimumWidth(_TITLE_WIDTH)
        self.editor = editor_of(field)
        self.editor.setFixedWidth(WIDTH)
        self.editor.edited.connect(self._edited)
        self.title.setBuddy(self.editor.main)
        back = translate(CONTEXT, _RESET).format(title=title)
        self.reset = tool_button(lambda: plan.reset(field.id), picture="reset", tip=back)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        number = grid.rowCount()
        for place, part in enumerate((self.title, self.editor, self.reset)):
            grid.addWidget(part, number, place)
        for part in (self.title, self.editor.main):
            set_tip(part, f"{says}\n({self.field.id})")
        self.editor.main.setAccessibleName(title)
        self.editor.main.setAccessibleDescription(says)
        self.note = note_in(grid)
        self.show()

    def show(self) -> None:
        """Show the value of the choice in the plan."""
        name = self.field.id
        self.editor.set_value(self._plan.value(name), self._plan.said_unset(name))
        self.reset.setVisible(self._plan.is_chosen(name))

    def _edited(self, value: object) -> None:
        self._plan.set(self.field.id, value)
        self.show()  # even if that changed nothing


class AdvancedFields(QWidget):
    """Shows the choices behind "Advanced", by section."""

    def __init__(
        self, session: Session, plan: TrainingPlan, front: frozenset[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        grid = grid_of(self)
        self.weights_file = WeightsFile(session, plan)
        self.rows: list[FieldRow] = []
        for section, title in SECTIONS.items():
            heading = Label(translate(CONTEXT, title))
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            grid.addWidget(heading, grid.rowCount(), 0, 1, 3)
            fields = [field for field in FIELDS.values() if field.section == section and field.id not in front]
            for field in fields:
                if not (field.is_offered or plan.is_chosen(field.id)):  # a choice of a run whose plug-in is off now
                    continue
                self.rows.append(FieldRow(plan, field, grid))
                if field.id == "weights":
                    grid.addWidget(self.weights_file, grid.rowCount(), 0, 1, 3)


def note_in(grid: QGridLayout) -> Label:
    """Return a label below the last row of a grid for warnings about its choice, hidden while there are none."""
    note = plain_label()
    grid.addWidget(note, grid.rowCount(), 0, 1, 3)
    note.hide()
    return note


def grid_of(widget: QWidget) -> QGridLayout:
    """Return a new grid for rows of choices."""
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    return grid


class TrainingForm(QScrollArea):
    """Edits a training plan."""

    def __init__(self, session: Session, plan: TrainingPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._session, self._plan = session, plan
        front = QWidget()
        self._grid = grid_of(front)
        self.choosers: dict[str, Chooser] = {}  # data, validation, start, and device
        self.notes: dict[str, Label] = {}  # what contradicts a choice, by its name
        fields = [FieldRow(plan, FIELDS[name], self._grid) for name in _BEFORE]
        self._add_chooser("data", self.tr("Train on"), DataChooser(session, plan))
        self.common_texts = CommonTexts(session, plan)
        self._grid.addWidget(self.common_texts, self._grid.rowCount(), 0, 1, 3)
        self._add_chooser("validation", self.tr("Validate with"), ValidationChooser(session, plan))
        self._add_chooser("start", self.tr("Start from"), StartChooser(session, plan))
        self._add_chooser("where", self.tr("Runs on"), WhereChooser(session, plan))
        fields += [FieldRow(plan, FIELDS[name], self._grid) for name in _AFTER]
        self.advanced = QToolButton(autoRaise=True)
        self.advanced.setText(self.tr("Advanced"))
        self.advanced.setCheckable(True)
        self.advanced.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.advanced.setArrowType(Qt.ArrowType.RightArrow)
        self._more = QWidget()
        self.sources = SourcesEditor(plan)
        self._others = AdvancedFields(session, plan, FRONT)
        self.weights_file = self._others.weights_file
        tip = self.tr("Set every setting back to its default")
        self.reset_all = push_button(self.tr("Reset all"), plan.reset, tip=tip, default=False)
        policy = self.reset_all.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves when the first choice is made
        self.reset_all.setSizePolicy(policy)
        below = row(self.advanced, self.reset_all)
        below.insertStretch(1, 1)
        self.notes["sources"] = plain_label()
        column(self.sources, self.notes["sources"], self._others, parent=self._more)
        self._more.hide()
        self.advanced.toggled.connect(self._unfold)
        page = QWidget()
        self._page = column(front, below, self._more, parent=page)
        self._page.addStretch(1)
        self.verticalScrollBar().rangeChanged.connect(self._keep_width)
        self._keep_width()
        self.setWidget(page)
        self.rows = {row.field.id: row for row in (*fields, *self._others.rows)}  # by the names of the choices
        self.notes |= {name: row.note for name, row in self.rows.items()}
        plan.changed.connect(self.show_plan)
        session.runs.changed.connect(self.show_plan)
        self.show_plan()

    def _keep_width(self) -> None:
        """Leave the scroll bar its room while it is hidden, so that the choices keep their places when it comes."""
        bar = self.verticalScrollBar()
        room = 0 if bar.maximum() > bar.minimum() else bar.sizeHint().width()
        self._page.setContentsMargins(0, 0, _RIGHT + room, 0)

    def show_plan(self) -> None:
        """Show the current choices of the plan."""
        for field in self.rows.values():
            field.show()
        self.weights_file.show_plan()
        for name, value in (
            ("data", self._plan.data),
            ("validation", self._plan.value("validation")),
            ("start", self._plan.value("start")),
            ("where", self._plan.value("devices")),
        ):
            self.choosers[name].set_value(value, "")
        self.sources.show_sources()
        self.common_texts.show_common_texts()
        for name in ("reviewed_only", "drafts"):
            self.rows[name].editor.setEnabled(self._plan.data != "synthetic")
        self.reset_all.setVisible(bool(self._plan.values))
        self._say_contradiction()

    def _say_contradiction(self) -> None:
        """Say beside each of several choices that they contradict each other."""
        names, sentence = self._plan.contradiction()
        for name, note in self.notes.items():
            note.setText(translated(sentence) if name in names else "")
            note.setVisible(name in names)
            colour_text(note, "warning")

    def _add_chooser(self, name: str, text: str, chooser: Chooser) -> None:
        title = Label(text)
        title.setBuddy(named(chooser.main, text))
        chooser.setFixedWidth(WIDTH)
        number = self._grid.rowCount()
        self._grid.addWidget(title, number, 0)
        self._grid.addWidget(chooser, number, 1)
        self.choosers[name] = chooser
        self.notes[_CHOSEN_BY.get(name, name)] = note_in(self._grid)

    def _unfold(self, is_open: bool) -> None:
        self._more.setVisible(is_open)
        self.advanced.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
