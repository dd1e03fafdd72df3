"""Takes the stages of the tour one after the other, and notes the observations of each."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QToolBar, QWidget

from app.views.main_window.window import MainWindow
from core.base.errors import FileWriteError
from tests.tour.hands import Hands
from tests.tour.project import TourProject

_SETTLE = 300  # ms until everything that a step has set off is painted
_PATIENCE = 300.0  # seconds for a process that has to load TensorFlow, or to compile, on a busy machine

_Widget = TypeVar("_Widget", bound=QWidget)

State = Literal["seen", "not seen", "not taken"]


class NotSeenError(Exception):
    """A claim of a stage was not seen to hold; one sentence."""


@dataclass(frozen=True, slots=True)
class Picture:
    path: Path
    caption: str
    # width, height: pixels
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    title: str
    done: str  # the actions of the stage, in a sentence or two
    go: Callable[[Guide], None]  # takes the stage, given the guide, and raises where a claim of the stage does not hold
    needs: tuple[str, ...] = ()  # names of the stages without which it cannot be taken
    plugin: str = ""  # the id of the plug-in that it shows; it is left out while that is off


@dataclass(frozen=True, slots=True)
class Outcome:
    # title, done: as of the stage
    title: str
    done: str
    state: State
    seen: tuple[str, ...] = ()  # sentences on what was seen
    trouble: str = ""  # why it was not seen to work, or not taken; one sentence
    seconds: float = 0.0
    pictures: tuple[Picture, ...] = ()


@dataclass
class _Notes:
    seen: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Guide:
    """Shows the window round: its hands, its eyes and its camera.

    `project`: its labels are changed. `folder`: where the pictures are written.
    """

    def __init__(self, window: MainWindow, project: TourProject, folder: Path) -> None:
        self.window = window
        self.session = window.session
        self.hands = Hands(window)
        self.project = project
        self.folder = folder
        self._count = 0
        self._notes = _Notes()
        window.session.workspace.notified.connect(self._told)

    # The tour

    def take(self, stages: Sequence[Stage], news: Callable[[Outcome, Sequence[Outcome]], None]) -> list[Outcome]:
        """Take the stages; return the outcome of each.

        `news`: called after each stage with its outcome, and with all outcomes so far.
        """
        unreached = "The tour has not come to it."
        outcomes = [Outcome(stage.title, stage.done, "not taken", trouble=unreached) for stage in stages]
        seen: set[str] = set()
        titles = {stage.name: stage.title for stage in stages}
        for number, stage in enumerate(stages):
            missing = [titles[name] for name in stage.needs if name not in seen]
            if missing:
                trouble = f"It needs what was not seen to work: {', '.join(missing)}."
                outcome = Outcome(stage.title, stage.done, "not taken", trouble=trouble)
            else:
                outcome = self._taken(stage)
                if outcome.state == "seen":
                    seen.add(stage.name)
            outcomes[number] = outcome
            news(outcome, outcomes)
        return outcomes

    # For the stages

    def require(self, is_so: object, sentence: str) -> None:
        """Go on only where a condition holds.

        Raises NotSeenError with the sentence, if the condition does not hold.
        """
        if not is_so:
            raise NotSeenError(sentence)

    def say(self, sentence: str) -> None:
        self._notes.seen.append(sentence)

    def wait_long(self, until: Callable[[], object], what: str, patience: float = _PATIENCE) -> None:
        """Wait for another process, see `Hands.wait`."""
        self.hands.wait(until, what, patience)

    def show(self, image: str) -> None:
        """Put an image on screen, with the keyboard on it."""
        self.session.show(image)
        self.hands.wait_for_image(image)
        self.window.centre.canvas.setFocus()

    def show_panel(self, name: str, kind: type[_Widget]) -> _Widget:
        if not self.window.panels.is_in_sight(name):
            self.hands.do(f"view.panel.{name}")
        self.hands.wait(lambda: self.window.panels.is_in_sight(name), f"the panel “{name}”")
        content = self.window.panels.content(name)
        assert isinstance(content, kind)
        return content

    def part(self, kind: type[_Widget], parent: QWidget) -> _Widget:
        """Return the first widget of a kind inside another widget.

        Raises NotSeenError if there is none.
        """
        found = parent.findChild(kind)
        if found is None:
            raise NotSeenError(f"There is no {kind.__name__} in sight.")
        return found

    def press_tool(self, action: str) -> None:
        bar, wanted = self.part(QToolBar, self.window), self.window.action_set.action(action)
        self.require(bar.isVisible() and wanted in bar.actions(), f"The tool bar shows no button for {action}.")
        button = bar.widgetForAction(wanted)
        self.hands.wait(button.isEnabled, f"the button of {action}")
        self.hands.press(button)

    def picture(
        self,
        name: str,
        caption: str = "",
        *,
        over: QWidget | None = None,
        of: Sequence[QWidget] = (),
        wait: int = _SETTLE,
    ) -> None:
        """Take a picture of the window.

        `name`: of the file, behind its number. `over`: a dialog that lies over the window. `of`: picture only the part
        of the window that these widgets take up; of a dialog, the dialog alone. `wait`: milliseconds until everything
        is painted.
        """
        self.hands.pause(wait)
        taken = (of[0] if of and of[0].window() is not self.window else self.window).grab()
        if over is not None:
            painter = QPainter(taken)
            place = QRect(self.window.mapFromGlobal(over.mapToGlobal(QPoint(0, 0))), over.size())
            painter.drawPixmap(place, over.grab())
            painter.drawRect(place)  # what frames a window on a screen is not in its picture
            painter.end()
        if of and of[0].window() is self.window:
            taken = taken.copy(self._place_of(of))
        self._count += 1
        self._notes.pictures.append(self._kept(taken, self.folder / f"{self._count:02d}-{name}.png", caption))

    # How it goes on

    def _taken(self, stage: Stage) -> Outcome:
        self._notes = notes = _Notes()
        began = time.monotonic()
        state: State = "not seen"
        try:
            stage.go(self)
            self.require(not notes.errors, f"The program told of an error: {' '.join(notes.errors)}")
            trouble, state = "", "seen"
        except NotSeenError as error:
            trouble = str(error)
        except TimeoutError as error:
            trouble = f"The tour {error}."
        except InterruptedError:
            raise
        except Exception as error:  # after any error the other stages are taken and the report is written
            traceback.print_exc(file=sys.stderr)
            trouble = f"{type(error).__name__}: {error}"
        seconds = time.monotonic() - began
        if trouble:
            self.picture("not-seen", "The window at that moment.", over=QApplication.activeModalWidget())
            self._clear_up()
        return Outcome(stage.title, stage.done, state, (*notes.seen,), trouble, seconds, (*notes.pictures,))

    def _told(self, severity: str, sentence: str) -> None:
        if severity == "error":
            self._notes.errors.append(sentence)

    def _clear_up(self) -> None:
        """Close what a stage has left open, so that the next one can be taken."""
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            dialog.close()
            self.hands.pause(_SETTLE)
        self.window.centre.canvas.setFocus()

    def _place_of(self, widgets: Sequence[QWidget]) -> QRect:
        place = QRect()
        for widget in widgets:
            place = place.united(QRect(widget.mapTo(self.window, QPoint(0, 0)), widget.size()))
        return place

    def _kept(self, taken: QPixmap, path: Path, caption: str) -> Picture:
        if not taken.save(str(path)):
            raise FileWriteError(f"{path}: the picture was not written. Check that the folder may be written to.")
        return Picture(path, caption, taken.width(), taken.height())
