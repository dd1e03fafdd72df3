"""The wall with its choices: the symbol on it, and the new symbol for the selected glyphs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QListView, QSlider, QWidget

from app.bulk.report import BulkReport
from app.language.figures import counted
from app.language.words import plain_tip
from app.plugins.glyph_wall.glyphs import SHOWN, LabelGlyph, Wall, collect, images_with, retyping
from app.plugins.glyph_wall.similar_list import SimilarWordsList
from app.session import Session
from app.settings.table import SETTINGS
from app.widgets.boxes import column, explain, named, offer_menu, plain_label, push_button, row, tool_button
from app.widgets.column_model import Column, ColumnModel, Index
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.errors import LabelError
from core.charset import Charset, name_of
from core.labels.checks.problems import printable
from core.labels.edits.composition import symbol_of
from core.project.project import Project

_GAP = 6  # device-independent pixels round a picture
_FIELD = 60
_SLIDER = 90


class Tiles(ColumnModel[LabelGlyph]):
    """Lists the glyphs as tiles, each with its picture and its origin in words.

    `side` is that of a picture, in device-independent pixels.
    """

    side = 40

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((Column(lambda: "", lambda glyph: None, self._in_words, spoken=self._in_words),), parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.isValid():
            crop = self.entries[index.row()].crop
            image = QImage(crop.data, SHOWN, SHOWN, 3 * SHOWN, QImage.Format.Format_RGB888)
            pixmap = QPixmap.fromImage(image)  # a copy: made when it is painted, and only of what is in sight
            pixmap.setDevicePixelRatio(SHOWN / self.side)
            return pixmap
        return super().data(index, role)

    def _in_words(self, glyph: LabelGlyph) -> str:
        text = self.tr("“{symbol}” in “{word}”, {image}; distance from the usual one {distance}")
        return text.format(
            symbol=printable(glyph.symbol, 6),
            word=printable(glyph.word, 30),
            image=glyph.image,
            distance=f"{glyph.unusual:.1f}",
        )


class GlyphWall(QWidget):
    """Shows the crops of one symbol, the most unusual first, and lets several be selected and retyped at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._charset = Charset(())
        self._wall: Wall | None = None
        self._images: Sequence[str] = ()
        self._wanted: tuple[str, int] | None = None
        self._latest = LatestJob(session.workspace.background, "jobs", self)
        self.symbol = explain(QComboBox(), self.tr("Symbol whose glyphs are shown"))
        self.again = tool_button(self.collect_again, picture="reset", tip=self.tr("Collect the glyphs again"))
        self.sentence = plain_label()
        self.other = explain(QLineEdit(placeholderText=self.tr("New")), self.tr("New symbol of the selected glyphs"))
        self.other.setAcceptDrops(False)  # a file dropped here is the window's, not a line of text
        self.other.setFixedWidth(_FIELD)
        self.retype_button = explain(
            push_button("", self.retype),
            self.tr("Give the selected glyphs another symbol; the history can restore them"),
        )
        self.tiles = Tiles(self)
        self.view = named(QListView(), self.tr("Glyphs; Enter opens the image of one"))
        self.view.setModel(self.tiles)
        offer_menu(self.view, "glyphs")
        self.view.setViewMode(QListView.ViewMode.IconMode)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setMovement(QListView.Movement.Static)
        self.view.setUniformItemSizes(True)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.size_slider = explain(QSlider(Qt.Orientation.Horizontal), self.tr("Size of the glyphs"))
        self.size_slider.setRange(*map(int, SETTINGS["glyphs.size"].bounds))
        self.size_slider.setFixedWidth(_SLIDER)
        self.size_slider.valueChanged.connect(lambda side: session.settings.set("glyphs.size", side))
        session.settings.changed.connect(self._setting_changed)
        self._set_size()
        top = row(self.symbol, self.again, self.sentence, self.size_slider, self.other, self.retype_button, spacing=6)
        top.setStretchFactor(self.sentence, 1)
        self.similar = SimilarWordsList(session)
        both = row(self.view, self.similar, spacing=6)
        both.setStretchFactor(self.view, 1)
        whole = column(top, both, parent=self, spacing=6, margins=(6, 6, 6, 6))
        whole.setStretchFactor(both, 1)
        self.symbol.activated.connect(lambda _: self.collect(self.symbol.currentData()))
        self.other.textChanged.connect(self._refresh)
        self.other.returnPressed.connect(self.retype)
        self.view.activated.connect(self._open)
        self.view.selectionModel().selectionChanged.connect(self._refresh)
        another = self.view.selectionModel().currentChanged, self.tiles.modelReset, session.image_changed
        session.workspace.switching.later(self._show_similar, *another, parent=self)
        session.catalog.charset_changed.connect(self._fill)
        session.workspace.folder_changed.connect(self._collect_nothing)
        session.project_changed.connect(self._fill)
        session.workspace.switching.later(self._select_character, session.editor.loaded_changed, parent=self)
        self._fill()
        self.symbol.setPlaceholderText(self.tr("Symbol"))
        self._refresh()

    @property
    def wall(self) -> Wall | None:
        """The glyphs on screen, or None if no symbol is chosen or its glyphs are not collected yet."""
        return self._wall

    def collect(self, symbol: str | None) -> None:
        """Collect and show the glyphs of a symbol."""
        self._images = () if symbol is None else images_with(symbol, self._session.catalog.table)
        self._collect(symbol)

    def collect_again(self) -> None:
        """Collect the glyphs of the same symbol again."""
        self.collect(self.symbol.currentData())

    def retype(self) -> None:
        """Give the selected glyphs the typed symbol, as one action in the history."""
        wall, rows = self._wall, sorted(index.row() for index in self.view.selectedIndexes())
        if wall is None or not rows:
            return
        try:
            symbol = symbol_of(self.other.text())
        except LabelError as error:
            self._session.notify(str(error), "warning")
            return
        images, edit = retyping([wall.glyphs[row] for row in rows], symbol)
        one, several = self.tr("Retype one “{old}” as “{new}”"), self.tr("Retype {count} “{old}” as “{new}”")
        title = counted(one, several, len(rows), old=wall.symbol, new=symbol)
        self._session.folder.bulk.start(title, images, edit, self._retyped)

    def _retyped(self, report: BulkReport) -> None:
        self._session.folder.bulk.notify(report)
        if self._wall is not None:
            self._collect(self._wall.symbol)  # in the images known to have it: the list may still be read anew

    def _collect_nothing(self) -> None:
        self._collect(None)

    def _collect(self, symbol: str | None) -> None:
        project = self._session.project
        self._latest.drop()
        self._show_wall(None)
        if project is not None and symbol is not None:
            title = self.tr("Collecting the glyphs of {symbol}").format(symbol=printable(symbol, 6))
            self._latest.ask(partial(_collect, project, symbol, self._images), self._show_wall, title=title)
        self._refresh()

    def _show_wall(self, wall: Wall | None) -> None:
        self._wall = wall
        self.tiles.set_entries(() if wall is None else wall.glyphs)
        self._refresh()

    def _show_similar(self) -> None:
        """Show words that look like that of the selected glyph, or like the image on screen if none is selected."""
        index = self.view.currentIndex()
        self.similar.show_beside(self.tiles.entries[index.row()].image if index.isValid() else self._session.image)

    def _open(self, index: QModelIndex) -> None:
        glyph = self.tiles.entries[index.row()]
        self._wanted = (glyph.image, glyph.place)
        self._session.workspace.go_to(glyph.image)
        self._select_character()

    def _select_character(self) -> None:
        if self._wanted is None or self._session.image != self._wanted[0]:
            self._wanted = None
        elif self._session.editor.image == self._wanted[0]:
            self._session.editor.select([self._wanted[1]])
            self._wanted = None

    def _setting_changed(self, name: str) -> None:
        if name == "glyphs.size":
            self._set_size()

    def _set_size(self) -> None:
        """Show the glyphs as large as the settings say, with the first of those in sight still in sight."""
        side = int(self._session.settings.value("glyphs.size"))
        first = self.view.indexAt(QPoint(side // 2, side // 2))
        self.tiles.side = side
        self.size_slider.setValue(side)
        self.view.setIconSize(QSize(side, side))
        self.view.setGridSize(QSize(side + _GAP, side + _GAP))
        self.tiles.update_cells()
        if first.isValid():
            self.view.scrollTo(first, QAbstractItemView.ScrollHint.PositionAtTop)

    def _fill(self) -> None:
        """List the symbols of all labels, and leave the chosen symbol chosen."""
        charset = self._session.catalog.charset
        if charset == self._charset and self.symbol.count():
            return
        self._charset = charset
        chosen = self.symbol.currentData()
        self.symbol.clear()
        for symbol in charset:
            self.symbol.addItem(printable(symbol, 6), symbol)
            self.symbol.setItemData(self.symbol.count() - 1, plain_tip(name_of(symbol)), Qt.ItemDataRole.ToolTipRole)
        self.symbol.setCurrentIndex(self.symbol.findData(chosen))
        self._refresh()

    def _refresh(self) -> None:
        count = len(self.view.selectedIndexes())
        self.retype_button.setText(self.tr("Retype") if count < 2 else self.tr("Retype {count}").format(count=count))
        can_edit = self._session.project is not None and not self._session.workspace.is_read_only
        self.retype_button.setEnabled(can_edit and count > 0 and bool(self.other.text()))
        self.again.setEnabled(self.symbol.currentData() is not None)
        self.sentence.setText(self._sentence())

    def _sentence(self) -> str:
        wall = self._wall
        if self._session.project is None:
            return self.tr("Open a folder to see here how its symbols are drawn.")
        if wall is None:
            return (
                self.tr("Choose a symbol: all its glyphs are shown here side by side, the most unusual first.")
                if self._latest.job is None
                else self.tr("The glyphs are being collected…")
            )
        texts = [self.tr("Glyphs: {count}, the most unusual first.").format(count=f"{len(wall.glyphs):,}")]
        if not wall.is_whole:
            texts.append(self.tr("There are more glyphs than the wall can show."))
        if wall.unreadable:
            texts.append(self.tr("Images or labels that could not be read: {count}.").format(count=wall.unreadable))
        return " ".join(texts)


def _collect(project: Project, symbol: str, images: Sequence[str], job: Job) -> Wall:
    return collect(project, symbol, images, job.progress)
