"""A choice in the form: its title, an editor, and the way back to the default."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from app.language.languages import TableText, translate
from app.training.fields import CONTEXT, TrainingField
from app.training.plan import TrainingPlan
from app.training.table import FIELDS, SECTIONS
from app.views.training.editors import WIDTH, editor_of
from app.widgets.boxes import Label, set_tip, tool_button

_TITLE_WIDTH = 150  # px
_RESET: TableText = "Reset: {title}"


class FieldRow:
    """Puts one choice into a row of a grid, and keeps it as the plan has it."""

    def __init__(self, plan: TrainingPlan, field: TrainingField, grid: QGridLayout) -> None:
        self._plan = plan
        self.field = field
        title, says = translate(CONTEXT, field.title), translate(CONTEXT, field.help)
        self.title = Label(title)
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
        for column, part in enumerate((self.title, self.editor, self.reset)):
            grid.addWidget(part, number, column)
        for part in (self.title, self.editor.main):
            set_tip(part, f"{says}\n({self.field.id})")
        self.editor.main.setAccessibleName(title)
        self.editor.main.setAccessibleDescription(says)
        self.show()

    def show(self) -> None:
        """Show the value that the plan has."""
        name = self.field.id
        self.editor.set_value(self._plan.value(name), self._plan.said_unset(name))
        self.reset.setVisible(self._plan.is_chosen(name))

    def _edited(self, value: object) -> None:
        self._plan.set(self.field.id, value)
        self.show()  # even if that changed nothing


class AdvancedFields(QWidget):
    """The choices behind "Advanced", by section."""

    def __init__(self, plan: TrainingPlan, front: frozenset[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = grid_of(self)
        self.rows: list[FieldRow] = []
        for section, title in SECTIONS.items():
            heading = Label(translate(CONTEXT, title))
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            grid.addWidget(heading, grid.rowCount(), 0, 1, 3)
            fields = [field for field in FIELDS.values() if field.section == section and field.id not in front]
            self.rows += [FieldRow(plan, field, grid) for field in fields]


def grid_of(widget: QWidget) -> QGridLayout:
    """A grid for rows of choices."""
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    return grid
