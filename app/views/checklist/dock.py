"""The panel with the first steps, which stays beside the work until the person closes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.actions.named_keys import with_keys
from app.checklist import wording
from app.checklist.steps import FirstStep, StepName, StepState
from app.desktop.theme import Meaning, colour
from app.session import Session
from app.widgets.boxes import (
    Label,
    colour_text,
    column,
    explain,
    named,
    plain_label,
    push_button,
    row,
    set_tip,
    tool_button,
)
from app.widgets.contrast import Recoloured

_MARK = 16  # px
_LOW = 800  # px of the window: a lower one needs the room of all steps but the current one for its panels
_INDENT = _MARK + 8  # px: the text of a step is below its title


class ChecklistDock(Recoloured, QDockWidget):
    """Shows the state of the first steps, with an instruction for the next one and the place to do it.

    It belongs to no layout of panels: whichever is restored, the checklist is there as long as it is not sent away.
    """

    show_asked = Signal(str)  # the person asks for the place of a step, by its `StepName`

    def __init__(self, session: Session, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("checklist")
        self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        self._session, self._checklist = session, session.checklist
        self._title = Label(self.tr("First steps"))
        self._count = Label()
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self.close_button = named(
            tool_button(
                self._checklist.dismiss,
                picture="close",
                tip=self.tr("Close the first steps; Help › First steps brings them back"),
            ),
            self.tr("Close the first steps"),
        )
        self.all_button = tool_button(self._show_all, tip=" ")
        self.all_button.setAutoRaise(True)
        self._shows_all: bool | None = None  # what the person has chosen; None: all if the window is high
        head = QWidget()
        parts = (self._title, self._count, self.all_button, self.close_button)
        head_row = row(*parts, parent=head, spacing=6, margins=(8, 4, 4, 2))
        head_row.setStretchFactor(self._count, 1)
        self.setTitleBarWidget(head)
        self.lines = {step.name: StepLine() for step in self._checklist.steps}
        self.text = plain_label()
        self.show_me = push_button(
            self.tr("Show me"), lambda: self._act(self.show_asked.emit), tip=self.tr("Go where this step is done")
        )
        self.skip = push_button("", lambda: self._act(self._checklist.skip), tip=self.tr("Go on to the next step"))
        self.skip.setFlat(True)
        self._body = _Body(self.lines.values())
        buttons = row(self.show_me, self.skip, spacing=6)
        buttons.addStretch(1)
        self._present = QWidget()
        column(self.text, buttons, parent=self._present, spacing=6, margins=(_INDENT, 2, 0, 6))
        self.setWidget(self._body)
        self._checklist.changed.connect(self.show_steps)
        session.settings.changed.connect(self._setting_changed)
        window.installEventFilter(self)
        self.setWindowTitle(self.tr("First steps"))
        self.show_steps()

    @property
    def present(self) -> FirstStep | None:
        """The next step, or None once all are done or skipped."""
        return next((step for step in self._checklist.steps if step.state == "now"), None)

    def _setting_changed(self, name: str) -> None:
        if name == "shortcuts":
            self.show_steps()

    def show_steps(self) -> None:
        """Show the current state of the steps."""
        steps = self._checklist.steps
        facts = self._checklist.facts
        present = self.present
        shows_all = self.shows_all
        for step in steps:
            line = self.lines[step.name]
            line.set_step(wording.title(step.name), step.state, self._state_said(step))
            line.setVisible(shows_all or step.state == "now")
        self.all_button.setArrowType(Qt.ArrowType.UpArrow if shows_all else Qt.ArrowType.DownArrow)
        tip = self.tr("Show only the present step") if shows_all else self.tr("Show all steps")
        explain(self.all_button, tip)
        done = sum(step.state == "done" for step in steps)
        self._count.setText(self.tr("{done} of {count}").format(done=done, count=len(steps)))
        text = wording.all_done() if present is None else wording.text_now(present.name, facts)
        self.text.setText(with_keys(text, self._session.settings.value("shortcuts")))
        self.show_me.setVisible(present is not None)
        self.skip.setText(self.tr("Close") if present is None else self.tr("Skip"))
        self._body.place(self._present, None if present is None else self.lines[present.name])
        self.recolour()
        self._follow_checklist()

    @property
    def shows_all(self) -> bool:
        """True if the steps before and after the current one are shown, which only a high window does by itself."""
        return self.window().height() >= _LOW if self._shows_all is None else self._shows_all

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """React to changes of the window's height."""
        is_open = self.all_button.arrowType() == Qt.ArrowType.UpArrow
        if event.type() == QEvent.Type.Resize and is_open != self.shows_all:
            self.show_steps()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Show the panel again if a restored layout, which does not know the checklist, has hidden it."""
        super().hideEvent(event)
        QTimer.singleShot(0, self, self._follow_checklist)

    def showEvent(self, event: QShowEvent) -> None:
        """Hide the panel again if a restored layout shows it after the person has closed it."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._follow_checklist)

    def _follow_checklist(self) -> None:
        if self.isHidden() == self._checklist.is_shown:
            self.setVisible(self._checklist.is_shown)

    def _show_all(self) -> None:
        self._shows_all = not self.shows_all
        self.show_steps()

    def _act(self, act: Callable[[StepName], object]) -> None:
        """Do something with the current step, or close the checklist if none is left."""
        present = self.present
        if present is None:
            self._checklist.dismiss()
        else:
            act(present.name)

    def _state_said(self, step: FirstStep) -> str:
        text: Mapping[StepState, str] = {
            "done": self.tr("Done"),
            "skipped": self.tr("Skipped"),
            "now": self.tr("Next"),
            "later": self.tr("Later"),
        }
        return text[step.state]

    def recolour(self) -> None:
        colour_text(self._count, "muted")
        for line in self.lines.values():
            line.recolour()


class StepLine(QWidget):
    """Shows the mark and the title of one step."""

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label()
        self._mark = _Mark()
        self._state: StepState = "later"
        row(self._mark, self.title, parent=self, spacing=_INDENT - _MARK).setStretchFactor(self.title, 1)

    def set_step(self, title: str, state: StepState, status: str) -> None:
        """Show a step, with its state in words as `status`."""
        self._state = state
        self.title.setText(title)
        font = self.title.font()
        font.setBold(state == "now")
        self.title.setFont(font)
        set_tip(self, status)
        self.title.setAccessibleName(f"{title}: {status}")
        self._mark.set_state(state)

    def recolour(self) -> None:
        """Repaint in the colours of the theme, with steps that are done or not yet due in a muted colour."""
        colour_text(self.title, None if self._state == "now" else "muted")
        self._mark.update()


class _Mark(QWidget):
    """The state of a step, each by a shape of its own: ✓, a dash, a ring with a dot, a ring."""

    _MEANINGS: Mapping[StepState, Meaning] = {"done": "ok", "skipped": "muted", "now": "accent", "later": "muted"}

    def __init__(self) -> None:
        super().__init__()
        self._state: StepState = "later"
        self.setFixedSize(QSize(_MARK, _MARK))

    def set_state(self, state: StepState) -> None:
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = colour(self._MEANINGS[self._state])
            pen = QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            middle, radius = QRectF(self.rect()).center(), _MARK / 2 - 2
            match self._state:
                case "done":
                    painter.setBrush(ink)
                    painter.drawEllipse(middle, radius, radius)
                    pen.setColor(self.palette().window().color())
                    painter.setPen(pen)
                    corners = ((-3.0, 0.2), (-0.8, 2.4), (3.0, -2.2))
                    painter.drawPolyline([middle + QPointF(x, y) for x, y in corners])
                case "skipped":
                    painter.drawLine(middle - QPointF(radius / 2, 0), middle + QPointF(radius / 2, 0))
                case _:
                    painter.drawEllipse(middle, radius, radius)
            if self._state == "now":
                painter.setBrush(ink)
                painter.drawEllipse(middle, 2.5, 2.5)


class _Body(QWidget):
    """The lines below each other with the text of one of them below it, as high as that needs and no higher.

    The height is set once the event that changes the width or a text is over: while docks are being laid out, a width
    may be one of the moment.
    """

    def __init__(self, lines: Iterable[QWidget]) -> None:
        super().__init__()
        self._column = column(*lines, parent=self, spacing=5, margins=(10, 2, 8, 8))
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)

    def place(self, present: QWidget, below: QWidget | None) -> None:
        """Put the text below one of the lines, or at the end."""
        self._column.removeWidget(present)
        at = self._column.count() if below is None else self._column.indexOf(below) + 1
        self._column.insertWidget(at, present)
        present.show()
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit the height if the width, or what a part wants, has changed."""
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}:
            self._soon.start()
        return super().event(event)

    def _fit(self) -> None:
        height = self._column.totalHeightForWidth(self.width())
        if height > 0 and height != self.minimumHeight():
            self.setFixedHeight(height)
