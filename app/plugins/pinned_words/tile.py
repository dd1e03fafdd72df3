"""One pinned image on the wall, with its picture, the target map of its label, and the predicted map."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.theme import colour
from app.display import MapName
from app.language.sentences import translated
from app.plugins.pinned_words.history import WallHistory
from app.plugins.pinned_words.picture import PinnedWord, paint_word
from app.plugins.pinned_words.pinned import pinned_words
from app.reading.predicted import Predicted
from app.session import Session
from app.widgets.boxes import set_tip, tool_button
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.errors import LabelError
from core.base.images import read_image
from core.charset import Charset
from core.labels.files.storage import label_path, read_label
from core.labels.maps.render import TargetMaps, render
from core.project.project import Project

TILE = 180  # the least width at which there is a further column; device-independent pixels, as all here

_PAD = 4


class Tile(QWidget):
    """Shows one pinned image with its prediction, which a click or Enter opens, and Delete removes from the wall."""

    def __init__(self, session: Session, wall: WallHistory, image: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wall = wall
        self.image = image
        self.picture = QImage()  # null until it has been read
        self.target: TargetMaps | None = None  # of its label on the disk; None if that has none
        self.name: MapName = "character"  # the map that is shown
        self._latest = LatestJob(session.workspace.background, "pictures", self)
        self.remove = tool_button(
            partial(pinned_words(session).unpin, image), picture="close", tip=self.tr("Unpin the word")
        )
        self.remove.setParent(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_tip(self, image)
        self.setAccessibleName(self.image)
        self.show_prediction()
        self.reload()

    @property
    def predicted(self) -> Predicted | None:
        """The current prediction of the image, or None if there is none."""
        return self._wall.prediction_of(self.image)

    @property
    def word(self) -> PinnedWord:
        """The image, maps and texts that the tile shows."""
        session, predicted = self._session, self.predicted
        project = session.project
        assert project is not None
        return PinnedWord(
            image=self.image,
            picture=self.picture,
            target=self.target,
            predicted=predicted,
            spec=project.settings.maps,
            charset=session.catalog.project_charset,
            text=self.in_words(),
            is_wrong=predicted is not None and not self.is_right(predicted),
        )

    def show_prediction(self) -> None:
        """Show the current prediction."""
        self.setAccessibleDescription(self.in_words())
        self.update()

    def in_words(self) -> str:
        """Return the reading of the image, or why there is none."""
        predicted = self.predicted
        if predicted is None:
            return translated(self._session.predictions.refusal(self.image)) or "…"
        word = predicted.maps.word
        text = f"{word.text or '–'}  {word.probability:.2f}"
        return text if predicted.step is None else self.tr("{word}  step {step}").format(word=text, step=predicted.step)

    def sizeHint(self) -> QSize:
        return QSize(TILE, 132)

    def minimumSizeHint(self) -> QSize:
        return QSize(90, 96)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, line = self.palette(), self.fontMetrics().height()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        room = QRectF(self.rect()).adjusted(_PAD, _PAD, -_PAD, -_PAD - line - 2)
        predicted = self.predicted
        if self._session.project is not None:
            paint_word(painter, room, self.word, self.name, self._session.display.choices.colormap)
        is_wrong = predicted is not None and not self.is_right(predicted)
        painter.setPen(colour("error") if is_wrong else palette.color(QPalette.ColorRole.Text))
        below = QRectF(room.left(), room.bottom() + 2, room.width(), line)
        text = self.fontMetrics().elidedText(self.in_words(), Qt.TextElideMode.ElideRight, int(below.width()))
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, text)
        is_open = self._session.image == self.image
        if is_open or self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 2 if self.hasFocus() else 1))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.remove.sizeHint()
        self.remove.setGeometry(self.width() - size.width() - 1, 1, size.width(), size.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._session.workspace.go_to(self.image)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._session.workspace.go_to(self.image)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            pinned_words(self._session).unpin(self.image)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def is_right(self, predicted: Predicted) -> bool:
        """Return True if the label agrees with the reading, as a label without a known text always does."""
        table = self._session.catalog.table
        place = table.index_of(self.image)
        text = "" if place is None or not table.known[place] else table.text[place]
        return not text or text == predicted.maps.word.text

    def show_map(self, name: MapName) -> None:
        """Show another map in the tile."""
        self.name = name
        self.update()

    def reload(self) -> None:
        """Read the picture and the label from the disk again."""
        project = self._session.project
        if project is not None:
            charset = self._session.catalog.project_charset
            work = partial(_loaded, project, self.image, charset)
            self._latest.ask(work, self._arrived, lambda _: self.show_prediction())

    def _arrived(self, drawing: tuple[QImage, TargetMaps | None]) -> None:
        self.picture, self.target = drawing
        self.show_prediction()


def _loaded(project: Project, image: str, charset: Charset, job: Job) -> tuple[QImage, TargetMaps | None]:
    path = project.path_of(image)
    pixels: NDArray[np.uint8] = np.ascontiguousarray(read_image(path))
    height, width, _ = pixels.shape
    picture = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    try:
        label = read_label(label_path(path)).label.normalised(project.settings.normalise)
        target = (
            render(label, (height, width), charset, project.settings.maps, name=image) if label.characters else None
        )
    except LabelError:  # no label, or one with problems: the list of problems says so
        target = None
    return picture.convertToFormat(QImage.Format.Format_RGB32), target
