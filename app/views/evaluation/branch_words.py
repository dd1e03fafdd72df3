"""The words of one line of the potential gains: image, label and reading."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont

from app.desktop.theme import colour
from app.session import Session
from app.widgets.column_model import Column, ColumnModel
from app.widgets.symbol_font import symbol_font
from app.workers.prediction_messages import Diagnosed


class WordColumn(IntEnum):
    """The texts of the columns."""

    IMAGE = 0
    LABEL = 1
    READ = 2


class WordRows(ColumnModel[str]):
    """One row a word, by the path of its image."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        columns = (
            Column[str](lambda: self.tr("Image"), str, str),
            Column[str](lambda: self.tr("Label"), self._label, self._label, font=_font),
            Column[str](lambda: self.tr("Read"), self._read, self._read, font=_font, ink=lambda _: colour("error")),
        )
        super().__init__(columns, parent)
        self._session = session
        self._diagnosed: Mapping[str, Diagnosed] = {}

    def set_words(self, images: tuple[str, ...], diagnosed: Mapping[str, Diagnosed]) -> None:
        """List these words. If they are the same ones, the current row stays."""
        if images != self.entries or diagnosed is not self._diagnosed:
            self._diagnosed = diagnosed
            self.set_entries(images)

    def _label(self, image: str) -> str:
        table = self._session.catalog.table
        number = table.index_of(image)
        return "" if number is None else table.text[number]

    def _read(self, image: str) -> str:
        answer = self._diagnosed.get(image)
        return "" if answer is None else answer.text or "–"


def _font(image: str) -> QFont:
    return symbol_font()
