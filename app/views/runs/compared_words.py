"""The table of the words that served to compare a new model with the one in use, won and lost words first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QHeaderView, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing
from app.language.sentences import one_after_another
from app.pictures.shown_maps import model_name
from app.project.thumbnails import Thumbnails
from app.session import Session
from app.widgets.boxes import column, named, plain_label, table_of
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from core.runs.adoption import Adoption, ComparedWord
from core.runs.info import RunInfo

_SIZE = QSize(640, 520)  # px
_PICTURE = QSize(160, 36)  # px
_ROW = _PICTURE.height() + 6  # px


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
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.clicked.connect(self._go_to)
        self.table.activated.connect(self._go_to)
        won = sum(word.is_right and not word.was_right for word in words)
        lost = sum(word.was_right and not word.is_right for word in words)
        text = self.tr(
            "{lost} lost, {won} won, of the {count} {count:|word|words} that this model has not learned from. A click "
            "shows a word with the maps of both models."
        )
        sentences = [agreeing(text, lost=lost, won=won, count=len(words))]
        if in_folds := adoption.own.words - len(words):
            text = self.tr(
                "{count} other {count:|word|words} of the result {count:|was|were} read by models that have learned "
                "from the rest of your words, so {count:|it is|they are} not listed."
            )
            sentences.append(agreeing(text, count=in_folds))
        self.says = plain_label(one_after_another(sentences))
        whole = column(self.says, self.table, parent=self, spacing=6, margins=(10, 10, 10, 10))
        whole.setStretchFactor(self.table, 1)
        self.resize(_SIZE)
        thumbnails.arrived.connect(self.rows.update_cells)
        thumbnails.want([word.image for word in self.rows.entries])

    def _go_to(self, index: Index) -> None:
        word, session = self.rows.entries[index.row()], self._session
        if session.catalog.table.index_of(word.image) is None:
            session.tell(self.tr("{image} is not in this project any more.").format(image=word.image), "warning")
            return
        session.predictions.look_at_both(self._run.path, self._old)
        session.workspace.go_to(word.image)


class _Rows(ColumnModel[ComparedWord]):
    def __init__(self, thumbnails: Thumbnails, words: Sequence[ComparedWord], old: str, parent: QWidget) -> None:
        columns = (
            Column[ComparedWord](lambda: self.tr("Word"), lambda word: None, spoken=lambda word: word.image),
            Column(lambda: self.tr("Label"), lambda word: word.target, font=_font),
            _reading(lambda: self.tr("Before: {model}").format(model=old), before=True),
            _reading(lambda: self.tr("After"), before=False),
        )
        super().__init__(columns, parent)
        self._thumbnails = thumbnails
        self.set_entries(words)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._thumbnails.kept(self.entries[index.row()].image)
        return super().data(index, role)


def _reading(title: Any, *, before: bool) -> Column[ComparedWord]:
    return Column(
        title,
        lambda word: (word.before if before else word.after) or "–",
        font=_font,
        ink=lambda word: colour("ok" if (word.was_right if before else word.is_right) else "error"),
    )


def _font(word: ComparedWord) -> QFont:
    return symbol_font()
