"""The words behind a number: label, reading and probability of each. A press shows the word."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont

from app.desktop.theme import colour
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.symbol_font import symbol_font
from core.model.metrics.breakdown import JudgedWord


class EvaluatedWords(ColumnModel[str]):
    """One row a word, by the path of its image. With a second model, what that reads, too."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._words: Mapping[str, JudgedWord] = {}
        self._others: Mapping[str, JudgedWord] = {}

    def set_words(
        self, images: tuple[str, ...], words: Mapping[str, JudgedWord], others: Mapping[str, JudgedWord], other: str
    ) -> None:
        """List these words. `other` is the name of the second model, or "" without one."""
        self._words, self._others = words, others
        second = (
            Column[str](
                lambda: other, self._other, self._other, font=_font, ink=lambda image: self._ink(image, others)
            ),
        )
        self.set_columns((
            Column(lambda: self.tr("Label"), lambda image: words[image].score.target, font=_font),
            Column(lambda: self.tr("Read"), self._read, font=_font, ink=lambda image: self._ink(image, words)),
            *(second if other else ()),
            Column(
                lambda: self.tr("Probability"), lambda image: f"{words[image].probability:.2f}", alignment=RIGHT
            ),
            Column(lambda: self.tr("Image"), str, str),
        ))  # fmt: skip
        self.set_entries(images)

    def _read(self, image: str) -> str:
        return self._words[image].score.predicted or "–"

    def _other(self, image: str) -> str:
        return self._others[image].score.predicted or "–" if image in self._others else ""

    def _ink(self, image: str, words: Mapping[str, JudgedWord]) -> QColor:
        return colour("ok" if image in words and words[image].score.exact else "error")


def _font(image: str) -> QFont:
    return symbol_font()
