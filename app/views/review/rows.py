"""The review queue as rows of a table."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont

from app.desktop.theme import colour
from app.language.figures import percent
from app.reviewing.queue import Queued
from app.session import Session
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_MOST = 40  # symbols of a text in a cell

_Entry = tuple[int, Queued]  # a label with its number in the queue, from 1


class QueueRows(ColumnModel[_Entry]):
    """One row an image."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._reviewing = session.reviewing
        columns = (
            self._column(lambda: "#", lambda entry: "✓" if entry[1].is_done else f"{entry[0]:,}", is_number=True),
            self._column(lambda: self.tr("Image"), lambda entry: entry[1].image),
            self._column(
                lambda: self.tr("Label"), lambda entry: printable(entry[1].text, _MOST) or "–", _font, _ink_of_label
            ),
            self._column(
                lambda: self.tr("Read"), lambda entry: printable(entry[1].read, _MOST) or "–", _font, _ink_of_read
            ),
            self._column(lambda: self._of_order()[0], lambda entry: self._of_order()[1](entry[1]), is_number=True),
        )
        super().__init__(columns, parent)
        self.refresh()

    def refresh(self) -> None:
        """Show the queue as it is now."""
        self.set_entries(tuple(enumerate(self._reviewing.queue, 1)))

    def _of_order(self) -> tuple[str, Callable[[Queued], str]]:
        """Title and text of the number that the queue is in the order of."""
        match self._reviewing.order:
            case "disagreement":
                return self.tr("Wrong"), _wrong
            case "probability":
                return self.tr("Probability"), _probability
            case _:
                return self.tr("Loss"), _loss

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
        queued = entry[1]
        tips = [queued.image, self.tr("The label is wrong with a probability of {share}.").format(share=_wrong(queued))]
        tips += [f"{name}: {text}" for name, text in (
            (self.tr("Disagreement"), f"{queued.disagreement:.1f}"),
            (self.tr("Probability"), _probability(queued)),
            (self.tr("Loss"), _loss(queued)),
        )]  # fmt: skip
        if queued.is_doubted:
            tips.append(self.tr("suspected text"))
        if queued.was_trained_on:
            tips.append(self.tr("learned by the model"))
        if queued.is_done:
            tips.append(self.tr("settled: you have changed or reviewed the label since"))
        return "\n".join(tips)


def _wrong(queued: Queued) -> str:
    return percent(queued.wrong)


def _font(entry: _Entry) -> QFont:
    return symbol_font()


def _ink(entry: _Entry) -> QColor | None:
    return colour("muted") if entry[1].was_trained_on or entry[1].is_done else None


def _ink_of_label(entry: _Entry) -> QColor | None:
    return colour("warning") if entry[1].is_doubted and not entry[1].is_done else _ink(entry)


def _ink_of_read(entry: _Entry) -> QColor | None:
    is_open = entry[1].read != entry[1].text and not entry[1].is_done
    return colour("error") if is_open else _ink(entry)


def _probability(queued: Queued) -> str:
    return "–" if math.isnan(queued.probability) else f"{queued.probability:.2f}"


def _loss(queued: Queued) -> str:
    return "–" if queued.loss is None else f"{queued.loss:.3g}"
