"""The table of runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from app.desktop.theme import colour
from app.language.figures import share_of, short_time, size_text
from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.views.runs.choices import text_of_choice, title_of_choice
from app.views.runs.curve_plot import CONTEXT, NAMES
from app.widgets.column_model import RIGHT, Column, ColumnModel, Index
from core.runs.comparison import flat_choices, varying_choices
from core.runs.config import TrainConfig
from core.runs.info import RunInfo

NAME, STATE, PRESET, SCORE, STEPS, STARTED, SIZE, NOTES = range(8)


class RunRows(ColumnModel[RunInfo]):
    """Lists the runs in the order of the session, one in each row, with names and notes that can be edited."""

    _varying: tuple[str, ...] = ()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        columns = (
            Column[RunInfo](lambda: self.tr("Name"), _name, lambda info: str(info.path), width=160, typed=_name),
            Column[RunInfo](
                lambda: self.tr("State"), self._state, lambda info: translated(info.problem), width=70, ink=_ink
            ),
            Column[RunInfo](lambda: self.tr("Network"), lambda info: info.preset, _notes, width=60),
            Column[RunInfo](lambda: self.tr("Best score"), _score, _metrics, _best, width=80, alignment=RIGHT),
            Column[RunInfo](
                lambda: self.tr("Steps"), _steps, _notes, lambda info: info.step, width=110, alignment=RIGHT
            ),
            Column[RunInfo](lambda: self.tr("Started"), _started, _notes, lambda info: info.started, width=120),
            Column[RunInfo](
                lambda: self.tr("Size"),
                lambda info: size_text(info.size),
                _notes,
                lambda info: info.size,
                width=70,
                alignment=RIGHT,
            ),
            Column[RunInfo](lambda: self.tr("Notes"), lambda info: info.notes.partition("\n")[0], _notes, typed=_notes),
        )
        super().__init__(columns, parent)
        self._fixed = self.columns
        self._choices: dict[Path, tuple[TrainConfig, Mapping[str, Any]]] = {}
        self._runs = session.runs
        self.set_runs(session.runs.entries)

    @property
    def varying(self) -> tuple[str, ...]:
        """The choices that differ between the runs, with a column for each."""
        return self._varying

    def choice(self, info: RunInfo, name: str) -> Any:
        """Return a run's value of a choice, or None if its configuration cannot be read or lacks the choice."""
        return self._choices[info.path][1].get(name) if info.path in self._choices else None

    def set_runs(self, runs: Sequence[RunInfo]) -> None:
        """List other runs, with a column for each differing choice, and keep the selection if the runs are the same."""
        before, self._choices = self._choices, {}
        for info in runs:
            if info.config is not None:
                known = before.get(info.path)
                is_known = known is not None and known[0] == info.config
                self._choices[info.path] = known if known and is_known else (info.config, flat_choices(info.config))
        names = varying_choices([choices for _, choices in self._choices.values()])
        names = tuple(name for name in names if name != "preset")  # it has its column
        if names != self._varying:
            self._varying = names
            self.set_columns((*self._fixed, *map(self._column, names)))
        self.set_entries(runs, in_place=[info.path for info in runs] == [info.path for info in self.entries])

    def _column(self, name: str) -> Column[RunInfo]:
        values = [choices.get(name) for _, choices in self._choices.values()]
        is_number = all(value is None or isinstance(value, (int, float)) for value in values)

        def text(info: RunInfo) -> str:
            return text_of_choice(self.choice(info, name), name) if info.path in self._choices else ""

        def number(info: RunInfo) -> float:
            value = self.choice(info, name)
            return -math.inf if value is None else float(value)

        return Column[RunInfo](
            lambda: title_of_choice(name),
            text,
            lambda info: f"{name} = {text(info)}",
            number if is_number else None,
            width=90,
            alignment=RIGHT if is_number else None,
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        info = self.entries[index.row()]
        if index.column() == NAME and value != info.name:
            self._runs.rename(info.path, str(value))
        elif index.column() == NOTES and value != info.notes:
            self._runs.set_notes(info.path, str(value))
        return True

    def _state(self, info: RunInfo) -> str:
        return {
            "running": self.tr("running"),
            "finished": self.tr("finished"),
            "stopped": self.tr("stopped"),
            "failed": self.tr("failed"),
            "unreadable": self.tr("unreadable"),
        }[info.state]


def _name(info: RunInfo) -> str:
    return info.name


def _notes(info: RunInfo) -> str:
    return info.notes


def _ink(info: RunInfo) -> QColor | None:
    if info.state in {"failed", "unreadable"}:
        return colour("error")
    return colour("accent") if info.state == "running" else None


def _best(info: RunInfo) -> float:
    return info.metrics.get("word_accuracy", -1.0)


def _score(info: RunInfo) -> str:
    return share_of(_best(info), info.validated) if "word_accuracy" in info.metrics else ""


def _metrics(info: RunInfo) -> str:
    named = ((translate(CONTEXT, NAMES.get(name, name)), value) for name, value in info.metrics.items())
    return "\n".join(f"{title} {value:.3f}" for title, value in named)


def _steps(info: RunInfo) -> str:
    is_timed = info.config is not None and info.config.minutes is not None
    is_over = is_timed or info.state == "finished"
    return f"{info.step:,}" + ("" if is_over else f" / {info.steps:,}") if info.steps else ""


def _started(info: RunInfo) -> str:
    return short_time(datetime.fromtimestamp(info.started).astimezone()) if info.started else ""
