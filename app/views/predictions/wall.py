"""The wall: the predictions of a model or a training for up to nine pinned images, side by side."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
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
    QTransform,
)
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QStackedLayout, QWidget

from app.desktop.theme import colour
from app.display import MapName
from app.language.sentences import translated
from app.pictures.predicted_images import predicted_image
from app.predicting.predicted import Predicted
from app.session import Session
from app.widgets.boxes import column, plain_label, row, tool_button
from app.widgets.language import Translated
from app.workers.background import Job
from core.base.images import read_image

_TILE = 180  # device-independent pixels, as all here: the least width at which there is a further column
_PAD = 4
_LARGEST = 4.0  # a pixel of a small image


class Tile(Translated, QWidget):
    """One pinned image with its prediction: a click or Enter opens it, Delete takes it off the wall.

    Attributes
    ----------
    picture : QImage
        Null until it has been read.
    """

    def __init__(self, session: Session, image: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.image = image
        self.picture = QImage()
        self.remove = tool_button(partial(session.predictions.unpin, image), picture="close")
        self.remove.setParent(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setToolTip(image)
        self.retranslate()
        self._read()

    @property
    def predicted(self) -> Predicted | None:
        """The prediction of the image."""
        return self._session.predictions.of(self.image)

    def refresh(self) -> None:
        """Show the prediction as it is now."""
        self.setAccessibleDescription(self.in_words())
        self.update()

    def in_words(self) -> str:
        """The reading of the image, or why there is none."""
        predicted = self.predicted
        if predicted is None:
            return translated(self._session.predictions.refusal(self.image)) or "…"
        word = predicted.maps.word
        said = f"{word.text or '–'}  {word.confidence:.2f}"
        return said if predicted.step is None else self.tr("{word}  step {step}").format(word=said, step=predicted.step)

    def sizeHint(self) -> QSize:
        return QSize(_TILE, 84)

    def minimumSizeHint(self) -> QSize:
        return QSize(90, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, line = self.palette(), self.fontMetrics().height()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        room = QRectF(self.rect()).adjusted(_PAD, _PAD, -_PAD, -_PAD - line - 2)
        if not self.picture.isNull() and room.height() > 0:
            self._paint_picture(painter, room)
        predicted = self.predicted
        is_wrong = predicted is not None and not self._is_right(predicted)
        painter.setPen(colour("error") if is_wrong else palette.color(QPalette.ColorRole.Text))
        below = QRectF(room.left(), room.bottom() + 2, room.width(), line)
        said = self.fontMetrics().elidedText(self.in_words(), Qt.TextElideMode.ElideRight, int(below.width()))
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, said)
        is_open = self._session.image == self.image
        if is_open or self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 2 if self.hasFocus() else 1))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.remove.sizeHint()
        self.remove.setGeometry(self.width() - size.width() - 1, 1, size.width(), size.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._session.show(self.image)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._session.show(self.image)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._session.predictions.unpin(self.image)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _paint_picture(self, painter: QPainter, room: QRectF) -> None:
        picture = self.picture
        scale = min(room.width() / picture.width(), room.height() / picture.height(), _LARGEST)
        target = QRectF(0, 0, picture.width() * scale, picture.height() * scale)
        target.moveCenter(room.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, picture)
        predicted, choices = self.predicted, self._session.display.choices
        if predicted is None:
            return
        name: MapName = "character" if choices.overlay == "none" else choices.overlay
        size = (picture.height(), picture.width())
        found = predicted_image(predicted, size, name, choices.colormap, self._session.editor.charset)
        painter.save()
        painter.setClipRect(target)
        painter.setOpacity(max(choices.opacity, 0.2))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        into = QTransform.fromTranslate(target.x(), target.y()).scale(scale, scale)
        painter.setTransform(found.to_image * into, True)
        painter.drawImage(QPointF(0, 0), found.image)
        painter.restore()

    def _is_right(self, predicted: Predicted) -> bool:
        """Whether the label agrees with the reading; a label without a text agrees."""
        table = self._session.catalog.table
        place = table.index_of(self.image)
        text = "" if place is None else table.text[place]
        return not text or text == predicted.maps.word.text

    def _read(self) -> None:
        project = self._session.project
        if project is None:
            return
        path: Path = project.path_of(self.image)
        self._session.background.start(
            "",
            lambda job: _picture(path, job),
            lane="pictures",
            finished=self._arrived,
            failed=lambda _: self.refresh(),
        )

    def _arrived(self, picture: QImage) -> None:
        self.picture = picture
        self.refresh()

    def retranslate(self) -> None:
        self.setAccessibleName(self.image)
        self.remove.setToolTip(self.tr("Unpin the word"))
        self.remove.setAccessibleName(self.remove.toolTip())
        self.refresh()


class WallPanel(Translated, QWidget):
    """The pinned images, or the sentence that says how to pin one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.tiles: dict[str, Tile] = {}
        self.pin = tool_button(self._pin, picture="add")
        self.pin_first = QPushButton()
        self.pin_first.clicked.connect(self._pin)
        self._empty = plain_label()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        page = QWidget()
        self._grid = QGridLayout(page)
        self._grid.setSpacing(6)
        self._grid.setContentsMargins(0, 0, 0, 0)
        stack = QWidget()
        self._stack = QStackedLayout(stack)
        self._stack.addWidget(self._made_empty_page())
        self._stack.addWidget(page)
        buttons = column(self.pin)
        buttons.addStretch(1)
        row(stack, buttons, parent=self, spacing=6, margins=(6, 6, 6, 6)).setStretchFactor(stack, 1)
        predictions = session.predictions
        predictions.pinned_changed.connect(self.refresh)
        predictions.wall_changed.connect(self._refresh_one)
        session.display.changed.connect(self._repaint)
        session.image_changed.connect(self._repaint)
        self.retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Show the pinned images as they are now."""
        pinned = self._session.predictions.pinned
        for image in [image for image in self.tiles if image not in pinned]:
            gone = self.tiles.pop(image)
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for number, image in enumerate(pinned):
            if image not in self.tiles:
                self.tiles[image] = Tile(self._session, image)
            self._grid.addWidget(self.tiles[image], *divmod(number, max(self.width() // _TILE, 1)))
        self._stack.setCurrentIndex(1 if pinned else 0)
        self.pin.setVisible(bool(pinned))
        self._repaint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def _refresh_one(self, image: str) -> None:
        if image in self.tiles:
            self.tiles[image].refresh()

    def _repaint(self) -> None:
        image = self._session.image
        for button in (self.pin, self.pin_first):
            button.setEnabled(image is not None and image not in self._session.predictions.pinned)
        for tile in self.tiles.values():
            tile.refresh()

    def _made_empty_page(self) -> QWidget:
        page = QWidget()
        whole = column(self._empty, self.pin_first, parent=page, spacing=8)
        whole.setAlignment(self.pin_first, Qt.AlignmentFlag.AlignHCenter)
        whole.insertStretch(0, 1)
        whole.addStretch(1)
        return page

    def _pin(self) -> None:
        if self._session.image is not None:
            self._session.predictions.pin(self._session.image)

    def retranslate(self) -> None:
        self._empty.setText(self.tr("Pin up to nine images to watch the predictions for all of them."))
        self.pin_first.setText(self.tr("Pin the open image"))
        self.pin.setToolTip(self.tr("Pin the open image"))
        self.pin.setAccessibleName(self.pin.toolTip())


def _picture(path: Path, job: Job) -> QImage:
    pixels: NDArray[np.uint8] = np.ascontiguousarray(read_image(path))
    height, width, _ = pixels.shape
    return QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).convertToFormat(
        QImage.Format.Format_RGB32
    )
