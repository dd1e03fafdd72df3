"""A stranger's first ten minutes: from an empty configuration to a trained model by the checklist alone.

`python -m tests.tour.first_steps FOLDER` does what the checklist says with real keys and clicks. It writes a picture of
each step, and README.md's are made so; it exits with 0 if the window noticed every step.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.checklist.steps import StepName
from app.views.main_window.window import MainWindow
from core.data.drawing.planted_errors import read_planted
from tests.tour.hands import Hands
from tests.tour.program import clear_up_when_ended, empty_home, work_in_window

_LONG = 900.0  # seconds that drawing the demo, or a training of three minutes, may take on a busy machine
_POINTS = 10  # of the curve of the loss, in the picture
_SETTLED = 900  # ms until what was shown stands still


class Stranger:
    """Does one step after the other, with nothing but the checklist to go by.

    `folder`: where the pictures are written.
    """

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self.session, self.folder = window, window.session, folder
        self.hands = Hands(window)
        self.began = time.monotonic()

    def go(self) -> None:
        """Go the whole way.

        Raises TimeoutError if the window does not notice a step.
        """
        hands, welcome = self.hands, self.window.welcome
        hands.pause(_SETTLED)
        self.picture("welcome")
        self.method()
        hands.press(welcome.demo_button)
        hands.wait(self.window.checklist.isVisible, "the demo project", _LONG)
        hands.wait_until_open()
        hands.wait(lambda: self.session.predictions.current is not None, "the first reading", _LONG)
        self.picture("window")
        for step in (self.mend, self.label, self.train, self.why, self.review):
            step()
        self.picture("done")

    # The steps

    def mend(self) -> None:
        self.show_me("mend")
        self.hands.wait(lambda: self.session.editor.problems, "the problem")
        self.picture("job-correct")
        QTimer.singleShot(_SETTLED, self.take_first)
        self.hands.press(self.window.panels.content("problems").fix)  # type: ignore[attr-defined]  # loaded by its name
        self.noticed("mend")

    def take_first(self) -> None:
        """Take the first entry of the menu that is open, where there is one."""
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            QTest.keyClick(menu, Qt.Key.Key_Down)
            QTest.keyClick(menu, Qt.Key.Key_Return)

    def label(self) -> None:
        """Press W, type what the model reads there, Enter."""
        self.show_me("label")
        self.hands.wait_for_image()
        self.hands.wait(lambda: self.session.predictions.current is not None, "its reading", _LONG)
        reading = self.session.predictions.current
        assert reading is not None
        self.hands.keys("W", self.window.centre.canvas)
        self.hands.type(reading.maps.word.text, self.window.centre.canvas)
        self.hands.pause(_SETTLED)
        self.picture("job-label")
        self.hands.keys("Return")
        self.noticed("label")

    def train(self) -> None:
        """Press Start, and look on."""
        self.show_me("train")
        dialog = self.window.dialogs.show("train")
        self.hands.wait(lambda: dialog.check.checked, "the check", _LONG)  # type: ignore[attr-defined]
        self.picture("train-dialog")
        self.hands.press(dialog.start)  # type: ignore[attr-defined]
        training = self.session.training
        self.hands.wait(lambda: training.is_busy, "the training", _LONG)
        self.hands.wait(lambda: len(training.curves.get("loss", ((),))[0]) > _POINTS or not training.is_busy, "", _LONG)
        self.picture("job-watch")
        self.noticed("train")

    def why(self) -> None:
        """Have the map at fault shown over the word that is misread."""
        self.show_me("why")
        button = self.window.panels.content("predictions").map_button  # type: ignore[attr-defined]
        self.hands.wait(button.isVisible, "the map at fault", _LONG)
        self.hands.press(button)
        self.noticed("why")
        self.picture("job-why")

    def review(self) -> None:
        """Predict all, go to the first of the queue, accept the reading of a wrong label, Enter for a right one."""
        self.show_me("review")
        reviewing, predictions = self.session.reviewing, self.session.predictions
        self.hands.wait(lambda: predictions.state == "ready", "the model", _LONG)
        self.hands.press(self.window.panels.content("review").predict)  # type: ignore[attr-defined]
        checklist, background = self.session.checklist, self.session.workspace.background
        self.hands.wait(lambda: checklist.facts.has_queue and not background.jobs, "the queue", _LONG)
        self.show_me("review")
        self.hands.wait_for_image(reviewing.queue[0].image)
        self.hands.wait(lambda: predictions.current is not None, "its reading", _LONG)
        self.picture("job-review")
        assert self.session.project is not None
        wrong = {error.image for error in read_planted(self.session.project.root)}
        first = [queued.image in wrong for queued in reviewing.queue[:5]]
        print(f"wrong labels among the first five of the queue: {sum(first)}", flush=True)
        if first[0]:
            self.hands.keys("U", self.window.centre.canvas)
            self.hands.pause(_SETTLED)
        self.hands.keys("Return", self.window.centre.canvas)
        self.noticed("review")

    # How

    def show_me(self, name: StepName) -> None:
        """Press "Show me", and wait until what is shown stands still."""
        present = self.window.checklist.present
        assert present is not None
        assert present.name == name
        self.hands.press(self.window.checklist.show_me)
        self.hands.pause(_SETTLED)

    def noticed(self, name: StepName) -> None:
        """Wait until the checklist has noticed a step, and say when."""
        self.hands.wait(lambda: name in self.session.checklist.facts.done, f"the checklist to notice {name}", _LONG)
        print(f"{time.monotonic() - self.began:6.1f} s: {name}", flush=True)
        self.hands.pause(_SETTLED)

    def method(self) -> None:
        """Write the welcome page's picture of the method alone, twice as large."""
        from app.views.help.method_picture import MethodPicture  # as in `work_in_window`

        shown = self.window.welcome.findChild(MethodPicture)
        assert isinstance(shown, MethodPicture)
        picture = QPixmap(shown.size() * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.white)
        shown.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
        picture.save(str(self.folder / "maps.png"))

    def picture(self, name: str) -> None:
        """Write what a person sees: the window, and a dialog in its middle."""
        self.hands.pause(_SETTLED)
        picture = self.window.grab()
        with QPainter(picture) as painter:
            for widget in QApplication.topLevelWidgets():
                if widget.isVisible() and widget.windowType() == Qt.WindowType.Dialog:
                    corner = (self.window.size() - widget.size()) / 2
                    painter.drawPixmap(QPoint(corner.width(), corner.height()), widget.grab())
        picture.save(str(self.folder / f"{name}.png"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Go the way without a screen and with settings of its own; 0 if the window noticed every step."""
    parser = argparse.ArgumentParser(prog="python -m tests.tour.first_steps", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--language", default="en", help="of the window")
    parser.add_argument("--theme", default="light", help="of the window")
    parser.add_argument("--size", default="1280x720", help="of the window, pixels")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    width, height = map(int, chosen.size.split("x"))

    def work(window: MainWindow) -> None:
        window.resize(width, height)
        stranger = Stranger(window, chosen.folder)
        try:
            stranger.go()
        except Exception:
            stranger.picture("stopped")
            raise

    with empty_home():
        Path.home().mkdir()
        return int(not work_in_window(work, chosen.language, chosen.theme))


if __name__ == "__main__":
    clear_up_when_ended()
    sys.exit(main())
