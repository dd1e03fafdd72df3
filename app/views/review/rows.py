"""The review queue as rows of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont

from app.desktop.theme import colour
from app.reviewing.queue import Queued
from app.session import Session
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_MOST = 40  # symbols of a text in a cell


class QueueColumn(IntEnum):
    """The columns."""

    PLACE = 0
    IMAGE = 1
    LABEL = 2
    READ = 3
    WRONG = 4
    DISAGREEMENT = 5
    CONFIDENCE = 6
    LOSS = 7
    NOTE = 8


_Entry = tuple[int, Queued]
"""A label with its number in the queue, from 1."""


class QueueRows(ColumnModel[_Entry]):
    """One row an image."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        columns = (
            self._column(lambda: "#", lambda entry: f"{entry[0]:,}", is_number=True),
            self._column(lambda: self.tr("Image"), lambda entry: entry[1].image),
            self._column(lambda: self.tr("Label"), lambda entry: printable(entry[1].text, _MOST) or "–", _font),
            self._column(
                lambda: self.tr("Read"), lambda entry: printable(entry[1].read, _MOST) or "–", _font, _ink_of_read
            ),
            self._column(lambda: self.tr("Wrong"), lambda entry: _wrong(entry[1]), is_number=True),
            self._column(lambda: self.tr("Disagreement"), lambda entry: f"{entry[1].disagreement:.1f}", is_number=True),
            self._column(lambda: self.tr("Confidence"), _confidence, is_number=True),
            self._column(lambda: self.tr("Loss"), _loss, is_number=True),
            self._column(lambda: self.tr("Note"), lambda entry: self.note(entry[1])),
        )
        super().__init__(columns, parent)
        self._reviewing = session.reviewing
        self.refresh()

    def refresh(self) -> None:
        """Show the queue as it is now."""
        self.set_entries(tuple(enumerate(self._reviewing.queue, 1)))

    def note(self, queued: Queued) -> str:
        """The text of the last column."""
        said = []
        if queued.is_doubted:
            said.append(self.tr("suspected text"))
        if queued.was_trained_on:
            said.append(self.tr("learned by the model"))
        return ", ".join(said)

    def _column(
        self,
        title: Callable[[], str],
        text: Callable[[_Entry], str],
        font: Callable[[_Entry], QFont] | None = None,
        ink: Callable[[_Entry], QColor | None] | None = None,
        is_number: bool = False,
    ) -> Column[_Entry]:
        return Column(title, text, self._tip, font=font, ink=ink or _ink, alignment=RIGHT if is_number else None)

    def _tip(self, entry: _Entry) -> str:
        wrong = self.tr("The label is wrong with a probability of {share}.").format(share=_wrong(entry[1]))
        return f"{entry[1].image}\n{wrong}\n{self.note(entry[1])}".strip()


def _wrong(queued: Queued) -> str:
    return f"{queued.probability:.0%}"


def _font(entry: _Entry) -> QFont:
    return symbol_font()


def _ink(entry: _Entry) -> QColor | None:
    return colour("muted") if entry[1].was_trained_on else None


def _ink_of_read(entry: _Entry) -> QColor | None:
    return colour("error") if entry[1].read != entry[1].text else _ink(entry)


def _confidence(entry: _Entry) -> str:
    return "–" if math.isnan(entry[1].confidence) else f"{entry[1].confidence:.2f}"


def _loss(entry: _Entry) -> str:
    return "–" if entry[1].loss is None else f"{entry[1].loss:.3g}"
