"""The tree of problems: the kinds, the gravest first, with the problems of each kind below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QSize, Qt
from PySide6.QtGui import QBrush, QFont

from app.desktop.theme import Meaning, colour
from app.language.sentences import translated
from app.language.titles import number_of, title_of_kind
from app.language.words import plain_tip
from app.problems.findings import Findings
from app.widgets.column_model import Index
from app.widgets.icons import icon
from core.labels.checks.problems import Problem, Severity, printable

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

MEANINGS: Mapping[Severity, Meaning] = {"error": "error", "warning": "warning", "note": "accent"}

PROBLEM = Qt.ItemDataRole.UserRole  # role of the `Problem` in a row; None in that of a kind

_PART = 500
"""Problems of a kind that are shown at first, and more at a time: a tree of 100,000 rows is slow."""

_ROW_HEIGHT = 22  # px
_GROUP = 0  # internal id of a kind's row; that of a problem is its kind's row + 1


@dataclass(slots=True)
class ProblemGroup:
    """The problems of one kind that are shown."""

    kind: str
    """Id of the kind of problem."""
    severity: Severity
    """Severity of the worst of the problems."""
    count: int
    """Number of the problems, also of those that the tree does not show yet."""
    source: Iterator[Problem]
    """Gives the problems one by one, in order, once somebody looks inside."""
    version: object = None
    """A value that is the same for the same problems."""
    room: int = _PART
    """Number of the problems that the tree shows at most."""
    taken: list[Problem] = field(default_factory=list)
    """Problems that the source has given."""

    @property
    def shown(self) -> int:
        """The number of the group's problems that the tree shows."""
        return min(self.count, self.room)

    def problem(self, row: int) -> Problem | None:
        """Return the problem in a row, or None if it is gone and the tree is not filled again yet."""
        if row >= len(self.taken):
            self.taken.extend(islice(self.source, self.shown - len(self.taken)))
        return self.taken[row] if row < len(self.taken) else None


@dataclass(frozen=True, slots=True)
class Shown:
    """The filter of the problems shown."""

    image: str | None = None
    """Path of the only image that counts, relative to the project. None: all images."""
    severities: frozenset[Severity] = frozenset(SEVERITIES)
    """The severities that count."""


def grouped(findings: Findings, shown: Shown) -> list[ProblemGroup]:
    """Return the kinds of the problems shown, the gravest first, and equally grave ones by their numbers."""
    groups: list[ProblemGroup] = []
    counts = counts_of(findings, shown.image)
    for kind in dict.fromkeys(kind for kind, _ in counts):
        severities = [severity for severity in SEVERITIES if counts[kind, severity] and severity in shown.severities]
        if severities:
            count = sum(counts[kind, severity] for severity in severities)
            groups.append(
                ProblemGroup(
                    kind, severities[0], count, _problems(findings, kind, shown), (shown, findings.version_of(kind))
                )
            )
    return sorted(groups, key=lambda group: (SEVERITIES.index(group.severity), -group.count, group.kind))


def counts_of(findings: Findings, image: str | None) -> Counter[tuple[str, str]]:
    """Return the numbers of problems by kind and severity, in one image or (None) in all."""
    if image is None:
        return findings.counts
    return Counter((problem.id, problem.severity) for problem in findings.problems_of(image))


def _problems(findings: Findings, kind: str, shown: Shown) -> Iterator[Problem]:
    of_kind = (
        findings.of_kind(kind)
        if shown.image is None
        else (problem for problem in findings.problems_of(shown.image) if problem.id == kind)
    )
    for problem in of_kind:
        if problem.severity in shown.severities:
            yield problem


class ProblemRows(QAbstractItemModel):
    """The item model that lists kinds and problems as a tree."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.part = _PART  # the number of problems of a kind that are listed at first, and with each step further
        self.groups: list[ProblemGroup] = []

    def set_groups(self, groups: list[ProblemGroup]) -> None:
        """Show other groups, and keep the rows of a group that is unchanged."""
        known = {group.kind: group for group in self.groups}
        for group in groups:
            group.room = known[group.kind].room if group.kind in known else self.part
        self.beginResetModel()
        self.groups = [
            old if (old := known.get(group.kind)) is not None and old.version == group.version else group
            for group in groups
        ]
        self.endResetModel()

    def group_of(self, index: Index) -> ProblemGroup | None:
        """Return the kind of a row, which is itself a kind or a problem, or None if there is none."""
        if not index.isValid():
            return None
        return self.groups[index.row() if index.internalId() == _GROUP else index.internalId() - 1]

    def index_of(self, key: tuple[str, str | None, int | None]) -> QModelIndex:
        """Return the index of the problem with this (kind, image, rank), or else of the image's first problem.

        It is invalid if neither is listed.
        """
        for number, group in enumerate(self.groups):
            if group.kind != key[0]:
                continue
            group.problem(group.shown - 1)
            of_image = [row for row, problem in enumerate(group.taken[: group.shown]) if problem.image == key[1]]
            same = [row for row in of_image if group.taken[row].character == key[2]]
            rows = same or of_image
            return self.index(rows[0], 0, self.index(number, 0)) if rows else QModelIndex()
        return QModelIndex()

    def is_rest(self, index: Index) -> bool:
        """Return True if a row represents the problems that are not listed yet."""
        if not index.isValid() or index.internalId() == _GROUP:
            return False
        group = self.group_of(index)
        return group is not None and index.row() == group.shown

    def show_more(self, index: Index) -> None:
        """Show the next problems of the row's kind."""
        group = self.group_of(index)
        if group is None or not self.is_rest(index):
            return
        parent = index.parent()
        first = group.shown
        more = min(self.part, group.count - group.shown)
        is_last = first + more == group.count
        if more > is_last:
            self.beginInsertRows(parent, first + 1, first + more - is_last)
            group.room += self.part
            self.endInsertRows()
        else:
            group.room += self.part  # the row itself becomes the last problem
        self.dataChanged.emit(self.index(first, 0, parent), self.index(first, 1, parent))

    # Qt's interface

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        """Return the index of a cell."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _GROUP)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        """Return the index of the kind to which a problem's row belongs."""
        if not index.isValid() or index.internalId() == _GROUP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _GROUP)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        if not parent.isValid():
            return len(self.groups)
        if parent.internalId() != _GROUP:
            return 0
        group = self.groups[parent.row()]
        return group.shown + (group.shown < group.count)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell."""
        group = self.group_of(index)
        if group is None:
            return None
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, _ROW_HEIGHT)
        if index.internalId() == _GROUP:
            return self._of_group(group, index.column(), role)
        if index.row() == group.shown:
            return self._of_rest(group, index.column(), role)
        problem = group.problem(index.row())
        return None if problem is None else self._of_problem(problem, index.column(), role)

    def _of_group(self, group: ProblemGroup, column: int, role: int) -> object:
        if column == 0:
            if role == Qt.ItemDataRole.DisplayRole:
                return f"{title_of_kind(group.kind)} ({group.count:,})"
            if role == Qt.ItemDataRole.DecorationRole:
                return icon(group.severity)
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return f"{title_of_kind(group.kind)}, {number_of(group.severity, group.count)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(colour(MEANINGS[group.severity]))
        if role == Qt.ItemDataRole.FontRole:
            bold = QFont()
            bold.setBold(True)
            return bold
        return None

    def _of_rest(self, group: ProblemGroup, column: int, role: int) -> object:
        if column == 0 and role == Qt.ItemDataRole.DisplayRole:
            return self.tr("{count} more: show the next").format(count=f"{group.count - group.shown:,}")
        return None

    def _of_problem(self, problem: Problem, column: int, role: int) -> object:
        if role == PROBLEM:
            return problem
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(translated(problem.message))
        if column == 0 and role == Qt.ItemDataRole.DecorationRole:
            return icon(problem.severity)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return sentence(problem) if column == 0 else printable(problem.image or "", 255)
        return None


def sentence(problem: Problem) -> str:
    """Return the sentence without the image's name, which is shown beside it.

    It begins with a capital letter, unless it begins with a file's name.
    """
    text = translated(problem.message)
    rest = text.removeprefix(printable(problem.image or "", 255))
    if rest.startswith((": ", "：")):
        text = rest.lstrip(":： ")
    begins_with_a_file = "." in text.partition(" ")[0].rstrip(".:：")
    return text if begins_with_a_file else text[:1].upper() + text[1:]
