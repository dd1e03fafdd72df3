"""The dialog that shows samples as the network will get them with the choices of the training."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QListView,
    QSplitter,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.desktop.theme import colour
from app.language.sentences import translated
from app.session import Session
from app.views.training.editors import said_value
from app.widgets.boxes import column, named, plain_label, push_button, row, without_icons
from app.widgets.column_model import Column, ColumnModel
from app.widgets.contrast import Recoloured
from app.widgets.moving_bar import MovingBar
from app.widgets.symbol_font import symbol_font
from core.data.batches.seen import SeenSample
from core.data.batches.sheet import Rgb, panes
from core.labels.checks.problems import printable

_SIZE = QSize(1120, 640)
_DETAIL = 400  # px
_GAP = 4


_SCALE = 3  # picture pixels an input pixel: outlines stay thin
_BETWEEN = 6
_LEAST = QSize(300, 320)


WIDTH = 148  # of the pictures before and after augmentation in a tile, device-independent pixels

_MARGIN, _TILE_GAP = 8, 4
_LONGEST = 60  # symbols of a text: no tile is wide enough for more


class SampleTiles(ColumnModel[SeenSample]):
    """Lists the samples, and keeps the pictures of those that were painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((Column(lambda: "", lambda sample: None, self._in_words, spoken=self._in_words),), parent)
        self._symbols = 0
        self._pictures: dict[int, tuple[QImage, ...]] = {}

    def set_samples(self, samples: tuple[SeenSample, ...], symbols: int) -> None:
        """Show other samples, whose charset has `symbols` symbols."""
        self._symbols = symbols
        self._pictures.clear()
        self.set_entries(samples)

    def pictures(self, place: int) -> tuple[QImage, ...]:
        """Return the pictures of a sample: the image before and after augmentation, and the three maps."""
        pictures = self._pictures.get(place)
        if pictures is None:
            pictures = tuple(picture_of(pane) for pane in panes(self.entries[place], self._symbols))
            self._pictures[place] = pictures
        return pictures

    def large(self, place: int, scale: int) -> tuple[QImage, ...]:
        """Return the pictures of a sample enlarged."""
        return tuple(picture_of(pane) for pane in panes(self.entries[place], self._symbols, scale))

    def _in_words(self, sample: SeenSample) -> str:
        text = self.tr("“{text}”, {name}").format(text=printable(sample.text, _LONGEST), name=sample.name)
        return text if sample.has_maps else text + "\n" + self.tr("No polygons: the network learns only the text.")


class TilePainter(QStyledItemDelegate):
    """Paints a sample of `SampleTiles` as a tile."""

    def __init__(self, tiles: SampleTiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tiles = tiles

    def tile_size(self, metrics: QFontMetrics) -> QSize:
        """Return the size of all tiles in device-independent pixels."""
        height, narrow = _heights(self._tiles)
        width = 2 * WIDTH + _TILE_GAP + 2 * _MARGIN
        return QSize(width, height + narrow + metrics.height() + 2 * _TILE_GAP + 2 * _MARGIN)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self.tile_size(QFontMetrics(option.font))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a tile in the colours of the palette."""
        rect: QRect = option.rect
        palette: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        sample = self._tiles.entries[index.row()]
        before, after, *maps = self._tiles.pictures(index.row())
        height, narrow = _heights(self._tiles)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        ink = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if selected:
            painter.fillRect(rect, palette.brush(QPalette.ColorRole.Highlight))
        elif state & QStyle.StateFlag.State_MouseOver:
            hovered = palette.color(QPalette.ColorRole.Highlight)
            hovered.setAlpha(24)
            painter.fillRect(rect, hovered)
        left, top = rect.left() + _MARGIN, rect.top() + _MARGIN
        painter.drawImage(QRect(left, top, WIDTH, height), before)
        painter.drawImage(QRect(left + WIDTH + _TILE_GAP, top, WIDTH, height), after)
        top += height + _TILE_GAP
        whole = 2 * WIDTH + _TILE_GAP
        for place, picture in enumerate(maps):
            start, end = place * (whole + _TILE_GAP) // 3, (place + 1) * (whole + _TILE_GAP) // 3 - _TILE_GAP
            painter.drawImage(QRect(left + start, top, end - start, narrow), picture)
        top += narrow + _TILE_GAP
        line = QRect(left, top, whole, painter.fontMetrics().height())
        self._write(painter, line, sample, ink, ink if selected else colour("muted"))
        painter.restore()

    def _write(self, painter: QPainter, line: QRect, sample: SeenSample, ink: QColor, muted: QColor) -> None:
        plain = painter.font()
        font = symbol_font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(ink)
        elide, align = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        text = painter.fontMetrics().elidedText(printable(sample.text, _LONGEST), elide, round(line.width() * 0.6))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | align, text)
        line = line.adjusted(painter.fontMetrics().horizontalAdvance(text) + _MARGIN, 0, 0, 0)
        painter.setFont(plain)
        painter.setPen(muted)
        name = painter.fontMetrics().elidedText(printable(sample.name, 255), Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | align, name)


def picture_of(pixels: Rgb) -> QImage:
    """Return an RGB array as an image with memory of its own."""
    height, width = pixels.shape[:2]
    return QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def _heights(tiles: SampleTiles) -> tuple[int, int]:
    """Return the heights of the large and of the small pictures of a tile."""
    if not tiles.entries:
        return WIDTH // 4, WIDTH // 6
    height, width = tiles.entries[0].after.shape[:2]
    return round(WIDTH * height / width), round((2 * WIDTH - _TILE_GAP) / 3 * height / width)


class SampleView(Recoloured, QWidget):
    """Shows one sample of `SampleTiles`."""

    def __init__(self, tiles: SampleTiles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles = tiles
        self.place: int | None = None  # its place among the tiles
        self._pictures: tuple[QImage, ...] = ()
        self.setMinimumSize(_LEAST)
        self._heads = (
            self.tr("Before augmentation"),
            self.tr("As the network gets it"),
            self.tr("Character map"),
            self.tr("Order map"),
            self.tr("Centre map"),
        )
        self._no_maps = self.tr("No polygons: the network learns only the text.")
        self.setAccessibleName(self.tr("The selected sample, enlarged"))
        self._say()
        self.update()

    def show_place(self, place: int | None) -> None:
        """Show another sample, or nothing."""
        self.place = place
        self._pictures = () if place is None else self._tiles.large(place, _SCALE)
        self._say()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, the name and the pictures as large as possible."""
        if self.place is None:
            return
        sample = self._tiles.entries[self.place]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        plain = painter.font()
        painter.setFont(symbol_font(plain, 1.5))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(printable(sample.text, 200), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRect(0, 0, self.width(), metrics.height()), Qt.TextFlag.TextSingleLine, text)
        top = metrics.height()
        painter.setFont(plain)
        metrics = painter.fontMetrics()
        line = metrics.height()
        painter.setPen(colour("muted"))
        name = metrics.elidedText(printable(sample.name, 255), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(QRect(0, top, self.width(), line), Qt.TextFlag.TextSingleLine, name)
        top += line + _BETWEEN
        shown = self._pictures if sample.has_maps else self._pictures[:2]
        count = len(self._pictures)
        first = self._pictures[0]
        room = (self.height() - top - count * (line + _BETWEEN)) // count
        height = min(room, self.width() * first.height() // first.width())
        width = height * first.width() // first.height()
        for head, picture in zip(self._heads, shown, strict=False):
            painter.drawText(QRect(0, top, self.width(), line), Qt.TextFlag.TextSingleLine, head)
            top += line
            painter.drawImage(QRect(0, top, width, height), picture)
            top += height + _BETWEEN
        if not sample.has_maps:
            painter.drawText(QRect(0, top, self.width(), 2 * line), Qt.TextFlag.TextWordWrap, self._no_maps)

    def recolour(self) -> None:
        self.update()

    def _say(self) -> None:
        sample = None if self.place is None else self._tiles.entries[self.place]
        self.setAccessibleDescription("" if sample is None else f"{sample.text}, {sample.name}")


class SamplesDialog(Recoloured, QDialog):
    """Shows the first samples of a training before it begins, and more on request."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._samples, self._plan = session.instruments.samples, session.instruments.plan
        self._shown: object = None
        self.tiles = SampleTiles(self)
        self.view = named(QListView(), self.tr("Samples"))
        self.view.setModel(self.tiles)
        self._painter = TilePainter(self.tiles, self)
        self.view.setItemDelegate(self._painter)
        self.view.setViewMode(QListView.ViewMode.IconMode)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setMovement(QListView.Movement.Static)
        self.view.setUniformItemSizes(True)
        self.view.setSpacing(0)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.selectionModel().currentChanged.connect(self._choose)
        self.detail = SampleView(self.tiles)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for part in (self.view, self.detail):
            split.addWidget(part)
        split.setHandleWidth(12)
        split.setStretchFactor(0, 1)
        split.setSizes([_SIZE.width() - _DETAIL, _DETAIL])
        self.says = plain_label()
        self.warns = plain_label(selectable=True)
        self._doing = plain_label(
            self.tr("Looking at images and fonts: the first time, many fonts take a minute or two …")
        )
        self._bar = MovingBar()
        self._bar.setFixedHeight(8)
        self.cancel = push_button(self.tr("Cancel"), self._samples.drop)
        self.cancel.setAutoDefault(False)
        waiting = QWidget()
        waits = column(row(self._bar, self.cancel), self._doing, parent=waiting, margins=(0, 24, 0, 0))
        waits.addStretch(1)
        self._pages = QStackedWidget()
        for page in (waiting, split):
            self._pages.addWidget(page)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self._buttons)
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self.others = push_button(
            self.tr("Draw other samples"),
            self._samples.show_others,
            tip=self.tr("Show the samples that come next in the training"),
        )
        self.others.setAutoDefault(False)
        self._buttons.addButton(self.others, QDialogButtonBox.ButtonRole.ActionRole)
        whole = column(
            self.says, self.warns, self._pages, self._buttons, parent=self, margins=(12, 12, 12, 12), spacing=8
        )
        whole.setStretchFactor(self._pages, 1)
        self.resize(_SIZE)
        self._samples.changed.connect(self._show_samples)
        self.finished.connect(lambda _: self._samples.drop())
        self.setWindowTitle(self.tr("What training sees"))
        self._show_samples()

    def showEvent(self, event: QShowEvent) -> None:
        """Prepare the samples for the current choices."""
        super().showEvent(event)
        if self._session.project is not None and not self._samples.is_busy and self._samples.seen is None:
            self._samples.show(self._plan.choices())

    def _choose(self, current: QModelIndex) -> None:
        self.detail.show_place(current.row() if current.isValid() else None)

    def _show_samples(self) -> None:
        seen, is_busy = self._samples.seen, self._samples.is_busy
        if seen is not self._shown:
            self._shown = seen
            self.detail.show_place(None)
            self.tiles.set_samples(() if seen is None else seen.samples, 0 if seen is None else seen.symbols)
            self.view.setGridSize(self._painter.tile_size(self.view.fontMetrics()) + QSize(_GAP, _GAP))
            if seen is not None and seen.samples:
                self.view.setCurrentIndex(self.tiles.index(0, 0))
                self.view.setFocus()
        done, total = self._samples.progress
        self._bar.setMaximum(total)
        self._bar.setValue(done)
        for part in (self._bar, self.cancel, self._doing):
            part.setVisible(is_busy)
        self._pages.setCurrentIndex(1 if seen is not None and not is_busy else 0)
        self.others.setEnabled(seen is not None and not is_busy)
        self._say()

    def _say(self) -> None:
        seen, refusal = self._samples.seen, translated(self._samples.refusal)
        if refusal or self._session.project is None:
            self.says.setText(refusal or self.tr("Open a folder first."))
        elif seen is None and not self._samples.is_busy:
            self.says.setText(self.tr("No samples were prepared."))
        else:
            self.says.setText(self._said_choices())
        palette = self.palette()
        if refusal:
            palette.setColor(palette.ColorRole.WindowText, colour("error"))
        self.says.setPalette(palette)
        warnings = () if seen is None or refusal else seen.warnings
        palette.setColor(palette.ColorRole.WindowText, colour("warning"))
        self.warns.setPalette(palette)
        self.warns.setText("\n".join(translated(warning) for warning in warnings))
        self.warns.setVisible(bool(warnings))

    def _said_choices(self) -> str:
        """Return what the samples are of: the choices as they were resolved."""
        seen, number = self._samples.seen, self.locale().toString
        project = self._session.project
        own = printable("" if project is None else project.root.name, 60)
        if seen is None:
            return self.tr("Words of {project}").format(project=own)
        config = seen.config
        synthetic = config.synthetic or 0.0
        effects = said_value(config.effects)
        if synthetic == 0:
            texts = [self.tr("Words of {project}").format(project=own)]
        elif synthetic == 1:
            texts = [self.tr("Synthetic words: {effects}").format(effects=effects)]
        else:
            share = number(100 * synthetic, "g", 3)
            mixed = self.tr("Words of {project}, {share} % synthetic: {effects}")
            texts = [mixed.format(project=own, share=share, effects=effects)]
        first, last = seen.first + 1, seen.first + len(seen.samples)
        texts += [
            self.tr("augmentation: {augmentation}").format(
                augmentation=said_value(config.augmentation, "augmentation")
            ),
            self.tr("samples {first} to {last} of the training").format(first=number(first), last=number(last)),
        ]
        text = " · ".join(texts)
        if config.curriculum:
            text += "\n" + self.tr(
                "First half: easy, as at the beginning of the training. Second half: at full difficulty, as when most "
                "words are read."
            )
        return text

    def recolour(self) -> None:
        self._say()
