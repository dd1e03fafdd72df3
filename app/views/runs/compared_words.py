"""The table of the words that served to compare a new model with the one in use, won and lost words first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QDialog, QHeaderView, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing
from app.pictures.shown_maps import model_name
from app.project.thumbnails import Thumbnails
from app.session import Session
from app.widgets.boxes import column, named, plain_label, table_of
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from core.runs.adoption import Adoption, ComparedWord
from core.runs.info import RunInfo

_SIZE = QSize(720, 560)  # px
_PICTURE = QSize(160, 36)  # px
_ROW = _PICTURE.height() + 6  # px
_BESIDE = 12  # px of a cell beside its picture


class ComparedWordsDialog(QDialog):
    """Lists the words, and shows a clicked word with the maps of both models."""

    def __init__(
        self, session: Session, run: RunInfo, model: Path, adoption: Adoption, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        words = adoption.words
        self._session, self._run = session, run
        self._old = model
        old = model_name(session, model)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("{run} and {model}").format(run=run.name, model=old))
        thumbnails = Thumbnails(session.workspace, self)
        thumbnails.set_source(session.project, _PICTURE.height(), self.devicePixelRatioF())
        self.rows = _Rows(thumbnails, sorted(words, key=lambda word: word.rank), old, self)
        self.table = named(
            table_of(self.rows),
            self.tr("Words that both models read"),
            self.tr("Press a word to see it with the maps of both models"),
        )
        self.table.setIconSize(_PICTURE)
        self.table.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, _PICTURE.width() + _BESIDE)
        own = next((row for row, word in enumerate(self.rows.entries) if word.kind != "synthetic"), None)
        if own is not None:  # else the view itself makes the first row current, which may be a synthetic word
            self.table.setCurrentIndex(self.rows.index(own, 0))
        self.table.selectionModel().currentChanged.connect(lambda index, before: self._show_word(index))
        self.table.clicked.connect(self._show_word)
        self.table.activated.connect(self._go_to)
        self.says = plain_label("\n".join(self._sentences(adoption)))
        whole = column(self.says, self.table, parent=self, spacing=6, margins=(10, 10, 10, 10))
        whole.setStretchFactor(self.table, 1)
        self.resize(_SIZE)
        thumbnails.arrived.connect(self.rows.update_cells)
        thumbnails.want([word.image for word in self.rows.entries if word.kind != "synthetic"])

    def _sentences(self, adoption: Adoption) -> list[str]:
        """Return which words the table lists, in counts that are those of the run's result."""
        own, synthetic = adoption.own, adoption.synthetic
        listed = [word for word in adoption.words if word.kind != "synthetic"]
        text = self.tr(
            "Of your {count} {count:|word|words}, {lost} {lost:|is|are} lost and {won} won. A click shows one of them "
            "with the maps of both models."
        )
        sentences = [agreeing(text, count=own.words, lost=own.lost, won=own.gained)]
        in_folds = sum(word.kind == "folds" for word in listed)
        if in_folds:
            text = self.tr(
                "This model has learned from {count} of them, so models that have learned only from the others read "
                "{count:|it|these}: “learned”."
            )
            sentences.append(agreeing(text, count=in_folds))
        if missing := own.words - len(listed):  # a comparison that an earlier version has kept
            text = self.tr("{count} of them {count:|is|are} not listed.")
            sentences.append(agreeing(text, count=missing))
        if synthetic.words:
            text = self.tr(
                "Of {count} synthetic {count:|word|words}, {lost} {lost:|is|are} lost and {won} won; only these are "
                "listed."
            )
            sentences.append(agreeing(text, count=synthetic.words, lost=synthetic.lost, won=synthetic.gained))
        return sentences

    def _go_to(self, index: Index) -> None:
        """Show the word, and give the picture the keyboard."""
        self._show_word(index)
        word = self.rows.entries[index.row()]
        if word.image == self._session.image:
            self._session.workspace.go_to(word.image)

    def _show_word(self, index: Index) -> None:
        word, session = self.rows.entries[index.row()], self._session
        if word.kind == "synthetic":
            return
        if session.catalog.table.index_of(word.image) is None:
            session.notify(self.tr("{image} is not in this project any more.").format(image=word.image), "warning")
            return
        predictions = session.predictions
        looked_at = (predictions.model, predictions.other, predictions.shows_other)
        if looked_at != (self._run.path, self._old, True):  # a click comes with another current row
            predictions.look_at_both(self._run.path, self._old)
        session.show(word.image)


class _Rows(ColumnModel[ComparedWord]):
    def __init__(self, thumbnails: Thumbnails, words: Sequence[ComparedWord], old: str, parent: QWidget) -> None:
        columns = (
            Column[ComparedWord](lambda: self.tr("Word"), lambda word: None, spoken=lambda word: word.image),
            Column(lambda: self.tr("Label"), lambda word: word.target, font=_font),
            _reading(lambda: self.tr("Before: {model}").format(model=old), before=True),
            _reading(lambda: self.tr("After"), before=False),
            Column[ComparedWord](lambda: self.tr("Kind"), lambda word: self._kinds[word.kind]),
        )
        super().__init__(columns, parent)
        self._thumbnails = thumbnails
        self._kinds = {"apart": self.tr("set apart"), "folds": self.tr("learned"), "synthetic": self.tr("synthetic")}
        self.set_entries(words)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A synthetic word cannot be chosen, since it is no image of the folder."""
        flags = super().flags(index)
        is_synthetic = index.isValid() and self.entries[index.row()].kind == "synthetic"
        return flags & ~Qt.ItemFlag.ItemIsSelectable if is_synthetic else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            word = self.entries[index.row()]
            return self._thumbnails.kept(word.image) if word.kind != "synthetic" else _scaled(word.picture)
        return super().data(index, role)


def _scaled(picture: bytes) -> QImage:
    """Return the picture of a synthetic word in the size of a thumbnail, or a null one if it was not kept."""
    image = QImage.fromData(picture)
    return (
        image
        if image.isNull()
        else image.scaled(_PICTURE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    )


def _reading(title: Any, *, before: bool) -> Column[ComparedWord]:
    return Column(
        title,
        lambda word: (word.before if before else word.after) or "–",
        font=_font,
        ink=lambda word: colour("ok" if (word.was_right if before else word.is_right) else "error"),
    )


def _font(word: ComparedWord) -> QFont:
    return symbol_font()
