"""The wall: up to nine pinned images with target and predicted map, shown step by step over a whole training."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QFrame, QGridLayout, QScrollArea, QStackedLayout, QWidget

from app.display import MAP_NAMES, MapName
from app.plugins.pinned_words.history import WallHistory
from app.plugins.pinned_words.picture import PinnedWord, wall_picture
from app.plugins.pinned_words.pinned import MOST_PINNED, pinned_words
from app.plugins.pinned_words.tile import TILE, Tile
from app.reading.client import PredictionClient
from app.reading.predicted import from_outputs
from app.session import Session
from app.widgets.boxes import column, explain, plain_label, push_button, row, tool_button
from app.widgets.history_bar import HistoryBar
from app.workers.background import Job
from core.base.errors import RunError
from core.base.files import write_atomically
from core.index.filters import SPLITS, STATUSES
from core.runs.spec import NetworkSpec
from core.runs.watched import read_watched

Frame = tuple[int, Mapping[str, Path]]  # a step, and the kept prediction of each image

_MOST = 100  # frames; of more steps, as many at equal distances
_SHOWN = 250  # ms of a frame; the last stays longer
_LAST = 2000


def write_wall(
    path: Path,
    words: Sequence[PinnedWord],
    job: Job,
    *,
    name: MapName,
    colormap: str,
    frames: Sequence[Frame],
    spec: NetworkSpec | None,
) -> None:
    """Write the words as they are or, given frames, their course over the training, in the format of the file's suffix.

    FileWriteError is raised if the file cannot be written.
    """
    if not frames or spec is None:
        write_atomically(path, _encoded([wall_picture(words, name, colormap)], "png"))
        return
    chosen = [frames[place] for place in np.unique(np.linspace(0, len(frames) - 1, _MOST).round().astype(int))]
    pictures = []
    for number, (step, files) in enumerate(chosen):
        job.progress(number, len(chosen))
        shown = [_at(word, step, files.get(word.image), spec) for word in words]
        pictures.append(wall_picture(shown, name, colormap, f"{step:,}"))
    write_atomically(path, _encoded(pictures, path.suffix.lower().removeprefix(".")))


def _at(word: PinnedWord, step: int, file: Path | None, spec: NetworkSpec) -> PinnedWord:
    if file is None:
        return replace(word, predicted=None, text="", is_wrong=False)
    try:
        size = (word.picture.height(), word.picture.width())
        predicted = from_outputs(word.image, read_watched(file), spec, size, step)
    except RunError:  # that step is gone
        return replace(word, predicted=None, text="", is_wrong=False)
    read = predicted.maps.word
    is_wrong = bool(word.label) and word.label != read.text
    return replace(word, predicted=predicted, text=f"{read.text or '–'}  {read.probability:.2f}", is_wrong=is_wrong)


def _encoded(pictures: Sequence[QImage], form: str) -> bytes:
    from PIL import Image  # the window's start needs none

    images = [Image.fromarray(_pixels(picture)) for picture in pictures]
    file = io.BytesIO()
    if len(images) == 1 and form == "png":
        images[0].save(file, format="PNG")
    else:
        durations = [_SHOWN] * (len(images) - 1) + [_LAST]
        images[0].save(file, format=form, save_all=True, append_images=images[1:], duration=durations, loop=0)
    return file.getvalue()


def _pixels(picture: QImage) -> np.ndarray:
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


class WallPanel(QWidget):
    """Shows the pinned images, or a sentence that says how to pin one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pinned = pinned_words(session)
        self.wall = session.instruments.brought(WallHistory, partial(_history_of, session))
        self.tiles: dict[str, Tile] = {}
        self.pin = tool_button(self._pin, picture="add", tip=self.tr("Pin the open image"))
        self.pin_first = push_button(self.tr("Pin the open image"), self._pin)
        self.draw = push_button(self.tr("Draw nine at random"), self.draw_nine)
        self.map = explain(QComboBox(), self.tr("Map shown for each word"))
        self.map.addItems([self.tr("Character map"), self.tr("Order map"), self.tr("Centre map")])
        self.map.activated.connect(self._choose_map)
        self.save = tool_button(
            self._ask_file,
            picture="export",
            tip=self.tr("Save as a picture (PNG), or the whole training as an animated one (GIF, WebP)"),
        )
        # over the steps of the run at which anything was kept of any pinned image
        self.history = HistoryBar(self.wall, is_of_several=True)
        self._empty = plain_label(self.tr("Pin up to nine images to watch their predictions over the whole training."))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        page = QWidget()
        self._grid = QGridLayout(page)
        self._grid.setSpacing(6)
        self._grid.setContentsMargins(0, 0, 0, 0)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        stack = QWidget()
        self._stack = QStackedLayout(stack)
        self._stack.addWidget(self._made_empty_page())
        self._stack.addWidget(scroll)
        self._tools = QWidget()
        line = row(self.map, self.history, self.save, self.pin, parent=self._tools, spacing=6)
        line.setStretchFactor(self.history, 1)
        line.insertStretch(2)  # takes the room if nothing was kept, so that there is no slider
        column(self._tools, stack, parent=self, spacing=4, margins=(6, 6, 6, 6)).setStretchFactor(stack, 1)
        predictions = session.predictions
        predictions.watched_changed.connect(self.show_pinned_images)
        predictions.watched_predicted.connect(self._refresh_one)
        self.wall.changed.connect(self._repaint)
        session.saver.saved.connect(self._saved)
        session.catalog.changed_on_disk.connect(self._reload)
        session.catalog.charset_changed.connect(self._reload_all)
        session.display.changed.connect(self._repaint)
        session.workspace.switching.later(self._repaint, session.image_changed, parent=self)
        self.show_pinned_images()

    def show_pinned_images(self) -> None:
        """Show the current pinned images."""
        pinned = self._pinned.images
        for image in [image for image in self.tiles if image not in pinned]:
            gone = self.tiles.pop(image)
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for number, image in enumerate(pinned):
            if image not in self.tiles:
                self.tiles[image] = Tile(self._session, self.wall, image)
                self.tiles[image].show_map(MAP_NAMES[self.map.currentIndex()])
            self._grid.addWidget(self.tiles[image], *divmod(number, max(self.width() // TILE, 1)))
        self._stack.setCurrentIndex(1 if pinned else 0)
        self._tools.setVisible(bool(pinned))
        self._repaint()

    def draw_nine(self) -> None:
        """Pin labelled images drawn at random, validation words first, always the same ones for a project."""
        project, table = self._session.project, self._session.catalog.table
        if project is None:
            return
        unlabelled = (STATUSES.index("none"), STATUSES.index("unreadable"), STATUSES.index("pending"))
        places = [place for place in range(len(table)) if table.status[place] not in unlabelled]
        random.Random(project.root.name).shuffle(places)
        places.sort(key=lambda place: table.split[place] != SPLITS.index("val"))
        for place in places[: MOST_PINNED - len(self._pinned.images)]:
            self._pinned.pin(table.images[place])

    def write(self, file: Path) -> None:
        """Write the current wall to a PNG file, or the whole training to a GIF or WebP file."""
        session = self._session
        wall = self.wall
        words = self._words()
        name, colormap = MAP_NAMES[self.map.currentIndex()], session.display.choices.colormap
        spec = session.predictions.spec
        frames: tuple[Frame, ...] = ()
        if file.suffix.lower() != ".png":
            if not wall.steps or spec is None:
                session.notify(
                    self.tr(
                        "The run has kept no steps of these words, so there is nothing to animate. Choose a run "
                        "that watched them."
                    ),
                    "warning",
                )
                return
            frames = wall.frames

        def written(_: object) -> None:
            session.notify(self.tr("Saved {file}.").format(file=file.name))

        session.workspace.background.start(
            self.tr("Writing {file}").format(file=file.name),
            partial(write_wall, file, words, name=name, colormap=colormap, frames=frames, spec=spec),
            lane="jobs",
            finished=written,
            failed=partial(session.notify, severity="error"),
        )

    def _words(self) -> tuple[PinnedWord, ...]:
        table = self._session.catalog.table
        words = []
        for image in self._pinned.images:
            place = table.index_of(image)
            words.append(replace(self.tiles[image].word, label="" if place is None else table.text[place]))
        return tuple(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_pinned_images()

    def _choose_map(self, number: int) -> None:
        for tile in self.tiles.values():
            tile.show_map(MAP_NAMES[number])

    def _refresh_one(self, image: str) -> None:
        if image in self.tiles:
            self.tiles[image].show_prediction()

    def _saved(self, image: str) -> None:
        self._reload([image])

    def _reload_all(self) -> None:
        self._reload([*self.tiles])

    def _reload(self, images: Iterable[str]) -> None:
        for image in images:
            if image in self.tiles:
                self.tiles[image].reload()

    def _repaint(self) -> None:
        image = self._session.image
        pinned = self._pinned.images
        for button in (self.pin, self.pin_first):
            button.setEnabled(image is not None and image not in pinned)
        self.draw.setEnabled(image is not None)
        for tile in self.tiles.values():
            tile.show_prediction()

    def _made_empty_page(self) -> QWidget:
        page = QWidget()
        buttons = row(self.pin_first, self.draw, spacing=8)
        buttons.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        whole = column(self._empty, buttons, parent=page, spacing=8)
        whole.insertStretch(0, 1)
        whole.addStretch(1)
        return page

    def _pin(self) -> None:
        if self._session.image is not None:
            self._pinned.pin(self._session.image)

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Save the pinned words"), str(self._session.workspace.beside))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        kinds = {
            "png": self.tr("Picture as it is now (*.png)"),
            "gif": self.tr("Whole training (*.gif)"),
            "webp": self.tr("Whole training, smaller (*.webp)"),
        }
        dialog.setNameFilters([*kinds.values()])
        dialog.setDefaultSuffix("png")
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix(next(kind for kind, text in kinds.items() if text == chosen))
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self.write(Path(file)))
        dialog.open()


def _history_of(session: Session, client: PredictionClient, parent: QObject) -> WallHistory:
    return WallHistory(session.workspace, session.predictions, parent)
