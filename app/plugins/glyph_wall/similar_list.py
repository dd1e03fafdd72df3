"""The list beside the wall with words that look like the selected one."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QListView, QWidget

from app.plugins.glyph_wall.similar_words import SimilarWords
from app.project.thumbnails import ASPECT, Thumbnails
from app.reading.client import PredictionClient
from app.session import Session
from app.widgets.boxes import column, named, plain_label, push_button
from app.widgets.column_model import Column, ColumnModel, Index
from core.labels.checks.problems import printable

_PICTURE = 28  # px, the height of a small picture
_WIDTH = 220  # px


class _Words(ColumnModel[tuple[str, float]]):
    def __init__(self, session: Session, thumbnails: Thumbnails, parent: QObject) -> None:
        self._catalog = session.catalog
        self._thumbnails = thumbnails
        super().__init__((Column(lambda: "", self._text, self._tip),), parent)
        thumbnails.arrived.connect(lambda _: self.update_cells())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.isValid():
            picture = self._thumbnails.kept(self.entries[index.row()][0])
            return None if picture is None or picture.isNull() else picture
        return super().data(index, role)

    def _text(self, word: tuple[str, float]) -> str:
        table = self._catalog.table
        place = table.index_of(word[0])
        return printable(word[0] if place is None or not table.text[place] else table.text[place], 40)

    def _tip(self, word: tuple[str, float]) -> str:
        return f"{word[0]}  {word[1]:.2f}"


class SimilarWordsList(QWidget):
    """Lists words that look like the selected one, once the chosen model has processed all words."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._image: str | None = None
        similar = self.similar = session.instruments.brought(SimilarWords, partial(_similar_of, session))
        thumbnails = self._thumbnails = Thumbnails(session.workspace, self)
        self.says = plain_label()
        self.search = push_button(
            self.tr("Find words that look similar"),
            similar.start,
            tip=self.tr("Let the chosen model look at all words; those similar to the selected word appear here"),
        )
        self.words = _Words(session, thumbnails, self)
        self.view = named(QListView(), self.tr("Words that look similar; Enter shows one"))
        self.view.setModel(self.words)
        self.view.setIconSize(QSize(ASPECT * _PICTURE, _PICTURE))
        self.view.setUniformItemSizes(True)
        self.view.activated.connect(lambda index: session.workspace.go_to(self.words.entries[index.row()][0]))
        column(self.says, self.search, self.view, parent=self, spacing=4).setStretchFactor(self.view, 1)
        self.setFixedWidth(_WIDTH)
        similar.changed.connect(self._show_similar)
        session.project_changed.connect(self._show_nothing)
        self._show_similar()

    def _show_nothing(self) -> None:
        self.show_beside(None)

    def show_beside(self, image: str | None) -> None:
        """List the words that look like the word of an image."""
        if image != self._image:
            self._image = image
            self._show_similar()

    def _show_similar(self) -> None:
        similar, image = self.similar, self._image
        words = [] if image is None else similar.beside(image)
        self._thumbnails.set_source(self._session.project, _PICTURE, self.devicePixelRatioF())
        self.words.set_entries(words)
        self._thumbnails.want([word for word, _ in words])
        self.search.setVisible(not similar.is_known)
        self.search.setEnabled(similar.job is None and self._session.project is not None)
        self.view.setVisible(bool(words))
        name = "" if image is None else printable(image, 60)
        if similar.job is not None:
            text = self.tr("The chosen model is looking at all words…")
        elif not similar.is_known:
            text = ""  # the button says it
        elif words:
            text = self.tr("Words that look like {image}:").format(image=name)
        else:
            text = self.tr("The model has not looked at this word; choose another one.")
        self.says.setText(text)
        self.says.setVisible(bool(text))


def _similar_of(session: Session, client: PredictionClient, parent: QObject) -> SimilarWords:
    return SimilarWords(session.workspace, session.catalog, session.in_use, client, parent)
