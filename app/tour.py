"""A walk through the window with real events and a picture of each stage, also where there is no screen.

`python -m app.tour FOLDER PICTURES`: FOLDER is a demo project, which is copied first, as the tour changes labels.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.hands import Hands
from core.errors import FileWriteError, LabelError, StudioError
from core.files import make_folder
from core.labels.storage import label_path, read_label, write_label
from core.project import Project

if TYPE_CHECKING:
    from app.views.main_window.window import MainWindow

_SIZE = QSize(1440, 860)  # px
_HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA")
_WRONG = 2  # rank of the character with the wrong symbol
_SETTLE = 300  # ms until everything that a step has set off is painted


class Tour:
    """Goes through the stages.

    Parameters
    ----------
    window : MainWindow
    folder : Path
        A project on which `make_a_slip` was called; its labels are changed.
    pictures : Path
        Where the pictures are written.
    """

    def __init__(self, window: MainWindow, folder: Path, pictures: Path) -> None:
        self.hands = Hands(window)
        self.window = window
        self.session = window.session
        self.folder = folder
        self.pictures = pictures
        self.written: list[Path] = []

    def go(self) -> None:
        """All stages, one after the other."""
        self.window.resize(_SIZE)
        self._picture("first-page")
        self._open()
        self._mend()
        self._edit()
        self._draw()
        self._look()
        self._find()

    def _open(self) -> None:
        self.session.open(self.folder)
        self.hands.wait_until_open()
        self._picture("image-and-target-maps")

    def _mend(self) -> None:
        """Go to the wrong symbol, mend it with one key, take that back, and do it again."""
        hands, editor = self.hands, self.session.editor
        hands.do("go.next_problem")
        hands.wait_for_image()
        hands.wait(lambda: editor.problems, "the problems of the label")
        self._picture("wrong-symbol")
        before = editor.label
        hands.click(*hands.centre_of(before.ranking[_WRONG - 1]))
        hands.type((before.text or "")[_WRONG - 1], self.window.centre.canvas)
        hands.wait(lambda: editor.label.reading == before.text, "the right symbol")
        hands.wait(lambda: not editor.problems, "the end of the problem")
        self._picture("mended-with-one-key")
        hands.do("edit.undo")
        hands.wait(lambda: editor.label == before, "undo")
        self._picture("undone")
        hands.do("edit.redo")
        hands.wait(lambda: editor.label != before, "redo")
        hands.wait_until_saved()
        self._picture("redone-and-saved")

    def _edit(self) -> None:
        """Move a character, give it another symbol, and read two in the other order."""
        hands = self.hands
        self._show_row(0)
        x, y = hands.centre_of(0)
        hands.do("tool.select")
        hands.drag([(x, y), (x + 4, y + 3)])
        self._picture("character-moved")
        hands.do("tool.renumber")
        ranking = self.session.editor.label.ranking
        hands.click(*hands.centre_of(ranking[1]))
        hands.click(*hands.centre_of(ranking[0]))
        self._picture("renumbered")
        hands.keys("Escape")
        hands.do("tool.select")
        for _ in range(2):
            hands.do("edit.undo")
        hands.wait_until_saved()

    def _draw(self) -> None:
        """Label a word from nothing: delete its label, type the text, draw one box round the word."""
        hands = self.hands
        self._show_row(1)
        text = self.session.editor.label.word
        corners = [corner for character in self.session.editor.label.characters for corner in character.polygon]
        hands.do("edit.delete_label")
        hands.wait(lambda: not self.session.editor.has_label, "the deletion")
        hands.do("label.text")
        hands.type(text)
        hands.keys("Return")
        hands.do("tool.word")
        left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
        hands.drag([(left, top), (right, bottom)])
        self._picture("word-divided")
        image = self.session.image
        hands.keys("Return", self.window.centre.canvas)
        hands.wait(lambda: self.session.image != image, "the next image")
        hands.do("tool.select")
        hands.do("go.previous")
        hands.wait_for_image(image)
        self._picture("labelled-and-reviewed")

    def _look(self) -> None:
        """Overlay, a single position, what the maps decode to."""
        hands = self.hands
        hands.do("view.overlay.localization")
        self._picture("overlay")
        for action in ("view.isolate_next", "view.isolate_next", "view.ceiling"):
            hands.do(action)
        self._picture("one-position-and-ceiling")
        for action in ("view.isolate_previous", "view.isolate_previous", "view.ceiling", "view.overlay.none"):
            hands.do(action)

    def _find(self) -> None:
        """Filter, command palette, dark theme, Chinese."""
        hands = self.hands
        hands.do("view.filter")
        hands.type("len:>5 status:draft", self.window.images.filter_box)
        hands.wait(lambda: len(self.session.catalog.visible) < len(self.session.catalog.table), "the filter")
        self._picture("filtered")
        self.window.images.filter_box.clear()
        hands.do("view.palette")
        palette = hands.dialog()
        hands.type("sort")
        self._picture("command-palette", palette)
        hands.keys("Escape")
        self.window.action_set.trigger("view.theme.dark")
        self._picture("dark")
        self.window.action_set.trigger("view.language.zh_CN")
        self._picture("chinese")
        self.window.action_set.trigger("view.language.en")
        self.window.action_set.trigger("view.theme.light")

    def _show_row(self, row: int) -> None:
        self.session.show(self.session.catalog.image_at(row))
        self.hands.wait_for_image()
        self.window.centre.canvas.setFocus()

    def _picture(self, name: str, over: QWidget | None = None) -> None:
        """A picture of the window, with a dialog that lies over it."""
        self.hands.pause(_SETTLE)
        picture = self.window.grab()
        if over is not None:
            painter = QPainter(picture)
            painter.drawPixmap(self.window.mapFromGlobal(over.mapToGlobal(QPoint(0, 0))), over.grab())
            painter.end()
        path = self.pictures / f"{len(self.written) + 1:02d}-{name}.png"
        if not picture.save(str(path)):
            raise FileWriteError(f"{path}: the picture was not written. Check that the folder may be written to.")
        self.written.append(path)


def main(arguments: list[str]) -> int:
    """Take the tour of a copy of a project, without a screen and with settings of its own; gives the exit status."""
    if len(arguments) != 2:
        print("Usage: python -m app.tour FOLDER PICTURES", file=sys.stderr)
        return 2
    source, pictures = Path(arguments[0]), Path(arguments[1])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="textscanner-tour-") as made:
        home = Path(made)
        for variable in _HOMES:
            os.environ[variable] = str(home / variable.lower())
        folder = home / source.name
        try:
            shutil.copytree(source, folder)
            make_a_slip(folder)
            make_folder(pictures)
        except (OSError, StudioError) as error:
            print(error, file=sys.stderr)
            return 1
        return _taken(folder, pictures)


def make_a_slip(folder: Path) -> None:
    """Give a character of the second word another symbol, in its label file, as a hasty person would.

    Raises
    ------
    StudioError
        If the folder has no second word with so many characters.
    """
    project = Project.open(folder)
    images = project.images().images
    path = label_path(project.path_of(images[1])) if len(images) > 1 else folder
    file = read_label(path)
    if len(file.label.characters) < _WRONG:
        raise LabelError(f"{path.name}: too few characters for the tour. Name a demo project.")
    place = file.label.ranking[_WRONG - 1]
    characters = list(file.label.characters)
    symbol = next(each for each in "AB" if each != characters[place].symbol)
    characters[place] = replace(characters[place], symbol=symbol)
    write_label(path, replace(file.label, characters=tuple(characters)), (0, 0), file)


def _taken(folder: Path, pictures: Path) -> int:
    from app.gui import Options, run  # noqa: PLC0415  only now: the environment is read when it is loaded

    failures: list[Exception] = []

    def start(window: MainWindow) -> None:
        tour = Tour(window, folder, pictures)
        try:
            tour.go()
        except Exception as error:  # it is told below; the window has to be closed whatever it is
            failures.append(error)
        finally:
            window.close()
        for path in tour.written:
            print(path)

    run(Options(language="en", theme="light"), start)
    for error in failures:
        print(f"The tour stopped: {type(error).__name__}: {error}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
