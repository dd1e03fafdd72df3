"""The table of the open label's characters, in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QColor, QFont, QIcon

from app.desktop.theme import colour
from app.language.sentences import in_a_list, translated
from app.language.words import plain_tip
from app.session import Session
from app.widgets.column_model import Index
from app.widgets.icons import icon
from app.widgets.symbol_font import symbol_font
from core.charset import Charset, name_of
from core.labels.checks.problems import Problem, printable
from core.labels.edits import edits
from core.labels.geometry import bounds
from core.labels.label import ILLEGIBLE, CharacterLabel, WordLabel

_CENTRED = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_Role = Qt.ItemDataRole
_OF_HEADERS = frozenset({_Role.DisplayRole, _Role.ToolTipRole, _Role.TextAlignmentRole})
_OF_CELLS = _OF_HEADERS | {
    _Role.EditRole,
    _Role.FontRole,
    _Role.ForegroundRole,
    _Role.DecorationRole,
    _Role.AccessibleTextRole,
}
"""The roles that have a value; painting asks for as many roles again, of every cell."""
_LARGER = 1.2  # a symbol is written so many times as large as the rest
_FIXED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_TYPED = _FIXED | Qt.ItemFlag.ItemIsEditable


class CharacterColumn(IntEnum):
    """The columns of the table of characters."""

    ORDER = 0
    SYMBOL = 1
    SIZE = 2
    PROBLEMS = 3
    MARKS = 4


_COLUMNS = tuple(CharacterColumn)


@dataclass(frozen=True, slots=True)
class Row:
    """The facts in one row of the table."""

    place: int
    """Index into `WordLabel.characters`. The rank is the row's number + 1."""
    character: CharacterLabel
    """The character as it is on screen."""
    size: tuple[float, float]
    """(width, height) of the smallest box around the polygon, in image pixels."""
    is_known: bool
    """True if the charset has the symbol, or the character is ignored."""
    problems: tuple[Problem, ...]
    """The character's problems, as the last check found them."""
    is_ignored: bool
    """True if the character is ignored."""
    marks: str
    """The text of the last column."""


class CellLook(NamedTuple):
    """The appearance of a cell."""

    text: str
    """The text in the cell. "" for none."""
    alignment: Qt.AlignmentFlag
    """Place of the text in the cell."""
    font: QFont | None
    """The font. None: that of the table."""
    ink: QColor | None
    """The colour of the text. None: the palette's."""
    sign: QIcon | None
    """The icon before the text."""


class CharacterRows(QAbstractTableModel):
    """Lists the characters of the open label, one in each row.

    It follows each move of the mouse, so it computes only the changed rows again.
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rows: list[Row] = []  # in reading order
        self._symbol_fonts: dict[bool, QFont] = {}
        self._label: WordLabel | None = None
        self._charset = Charset(())
        self._problems: dict[int, tuple[Problem, ...]] = {}
        editor = session.editor
        session.workspace.switching.later(self._follow_label, editor.label_changed, parent=self)
        session.workspace.switching.later(self._check, editor.problems_changed, parent=self)
        session.project_changed.connect(self._refresh)
        session.catalog.charset_changed.connect(self._refresh)
        self._check()
        self._refresh()

    # What there is

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(CharacterColumn)

    def row_of(self, place: int) -> int | None:
        """Return the row of a character, given its place in the label file, or None if it has no row."""
        return next((number for number, row in enumerate(self.rows) if row.place == place), None)

    @property
    def marks(self) -> set[str]:
        """The texts of the last column for all characters."""
        return {row.marks for row in self.rows if row.marks}

    def set_font(self, font: QFont) -> None:
        """Set the font, enlarged for symbols, which are underlined if the charset does not have them."""
        for is_known in (False, True):
            larger = self._symbol_fonts[is_known] = symbol_font(font, _LARGER)
            larger.setUnderline(not is_known)

    def look(self, number: int, section: int) -> CellLook:
        """Return all parts of a cell's appearance at once, since Qt asks for each of them separately."""
        row, column = self.rows[number], _COLUMNS[section]
        return CellLook(
            self._text(number, row, column),
            _alignment(column),
            self._font(row, column),
            self._ink(row, column),
            self._sign(row, column),
        )

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a cell, which is editable for order and symbol if there is a label."""
        typed = index.column() in {CharacterColumn.ORDER, CharacterColumn.SYMBOL} and self._session.editor.can_edit
        return _TYPED if typed else _FIXED

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in _OF_HEADERS:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._title(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(section)
        return _LEFT if section == CharacterColumn.MARKS else None

    def _title(self, section: int) -> str:
        match section:
            case CharacterColumn.ORDER:
                return "#"
            case CharacterColumn.SYMBOL:
                return self.tr("Symbol")
            case CharacterColumn.SIZE:
                return self.tr("Size")
            case CharacterColumn.MARKS:
                return self.tr("Marks")
        return ""

    def _hint(self, section: int) -> str:
        match section:
            case CharacterColumn.ORDER:
                return self.tr("Number of the character in the word: type another number, or drag the row")
            case CharacterColumn.SYMBOL:
                return self.tr("Type another symbol after F2 or a double click")
            case CharacterColumn.SIZE:
                return self.tr("Width and height in image pixels")
            case CharacterColumn.PROBLEMS:
                return self.tr("Problems")
        return self.tr("Ignored, drafted by a model, or set by hand")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, font, colour, icon or tool tip of a cell."""
        if role not in _OF_CELLS or not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], _COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index.row(), row, column)
            case Qt.ItemDataRole.EditRole if column == CharacterColumn.ORDER:
                return index.row() + 1
            case Qt.ItemDataRole.EditRole if column == CharacterColumn.SYMBOL:
                return row.character.symbol
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.FontRole:
                return self._font(row, column)
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(row, column)
            case Qt.ItemDataRole.DecorationRole:
                return self._sign(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(self._sentences(row)))
            case Qt.ItemDataRole.AccessibleTextRole:
                texts = [self._text(index.row(), row, column)]
                return in_a_list(texts + (self._sentences(row) if column == CharacterColumn.SYMBOL else []))
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not 0 <= index.row() < len(self.rows):
            return False
        if index.column() == CharacterColumn.ORDER:
            return self.move(index.row(), int(value) - 1)
        if index.column() == CharacterColumn.SYMBOL and value != self.rows[index.row()].character.symbol:
            title = self.tr("Retype character {rank}").format(rank=index.row() + 1)
            return self._session.editor.apply(title, edits.retype, [self.rows[index.row()].place], value)
        return False

    def move(self, row: int, to: int, preview: bool = False) -> bool:
        """Give the character of a row another rank, and return True if anything has changed.

        `row` and `to`: rows of the committed label. `preview`: True to show it only, while the mouse moves.
        """
        editor = self._session.editor
        label = editor.committed_label
        place = label.ranking[row]
        if preview:
            return editor.preview(edits.move_to_rank, place, to + 1)
        if row == to:
            editor.drop_preview()
            return False
        title = self.tr("Move character {rank} to number {to}").format(rank=row + 1, to=to + 1)
        return editor.apply(title, edits.move_to_rank, place, to + 1, select=[place])

    # What a cell says

    def _text(self, number: int, row: Row, column: CharacterColumn) -> str:
        match column:
            case CharacterColumn.ORDER:
                return str(number + 1)
            case CharacterColumn.SYMBOL:
                return _shown(row.character.symbol)
            case CharacterColumn.SIZE:
                return f"{row.size[0]:.0f} × {row.size[1]:.0f}"
            case CharacterColumn.PROBLEMS:
                return str(len(row.problems)) if len(row.problems) > 1 else ""
            case CharacterColumn.MARKS:
                return row.marks

    def _marks(self, character: CharacterLabel) -> str:
        marks = []
        if character.is_ignored:
            marks.append(self.tr("ignored"))
        if character.is_draft:
            score = "" if character.score is None else f" {character.score:.2f}"
            marks.append(self.tr("draft") + score)
        if character.area is not None:
            marks.append(self.tr("painted"))
        if character.gaussian is not None:
            marks.append(self.tr("Gaussian"))
        return " · ".join(marks)

    def _sentences(self, row: Row) -> list[str]:
        symbol = row.character.symbol
        texts = [self.tr("illegible") if symbol == ILLEGIBLE else printable(name_of(symbol))]
        if not row.is_known:
            texts.append(self.tr("The charset does not have this symbol."))
        return texts + [translated(problem.message) for problem in row.problems]

    def _font(self, row: Row, column: CharacterColumn) -> QFont | None:
        return self._symbol_fonts.get(row.is_known) if column == CharacterColumn.SYMBOL else None

    def _ink(self, row: Row, column: CharacterColumn) -> QColor | None:
        if column == CharacterColumn.SYMBOL and not row.is_known:
            return colour("warning")
        if column in {CharacterColumn.SIZE, CharacterColumn.MARKS} or row.is_ignored:
            return colour("muted")
        return None

    def _sign(self, row: Row, column: CharacterColumn) -> QIcon | None:
        if column != CharacterColumn.PROBLEMS or not row.problems:
            return None
        return icon("error" if any(problem.severity == "error" for problem in row.problems) else "warning")

    # How it follows the label

    def _check(self) -> None:
        """Other problems were found, in the committed label, which counts characters by rank."""
        editor = self._session.editor
        ranking = editor.committed_label.ranking
        problems: dict[int, tuple[Problem, ...]] = {}
        for problem in editor.problems:
            if problem.character is not None and problem.character <= len(ranking):
                place = ranking[problem.character - 1]
                problems[place] = (*problems.get(place, ()), problem)
        if problems != self._problems:
            self._problems = problems
            self._refresh()

    def _follow_label(self) -> None:
        if self._session.editor.label is not self._label:
            self._update(reuse=True)

    def _refresh(self) -> None:
        """The charset or the problems have changed, and not the label."""
        self._update(reuse=False)

    def _update(self, reuse: bool) -> None:
        label = self._label = self._session.editor.label
        charset = self._session.editor.charset
        reuse = reuse and charset == self._charset
        self._charset = charset
        known = {row.place: row for row in self.rows} if reuse else {}
        rows = [self._row(place, label.characters[place], known.get(place)) for place in label.ranking]
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        before, self.rows = self.rows, rows
        for number in _changed(before, rows):
            self.dataChanged.emit(self.index(number, 0), self.index(number, len(CharacterColumn) - 1))

    def _row(self, place: int, character: CharacterLabel, known: Row | None) -> Row:
        problems = self._problems.get(place, ())
        if known is not None and known.character is character and known.problems is problems:
            return known
        left, top, right, bottom = bounds(character.polygon)
        is_ignored = character.is_ignored
        return Row(
            place=place,
            character=character,
            size=(right - left, bottom - top),
            is_known=is_ignored or self._normalised(character.symbol) in self._charset,
            problems=problems,
            is_ignored=is_ignored,
            marks=self._marks(character),
        )

    def _normalised(self, symbol: str) -> str:
        project = self._session.project
        return symbol if project is None else project.settings.normalise(symbol)


def _changed(before: Sequence[Row], after: Sequence[Row]) -> list[int]:
    pairs = enumerate(zip(before, after, strict=True))
    return [number for number, (old, new) in pairs if old is not new and old != new]


def _alignment(column: CharacterColumn) -> Qt.AlignmentFlag:
    return _LEFT if column == CharacterColumn.MARKS else _CENTRED


def _shown(symbol: str) -> str:
    """A visible form of a symbol: a space is ␣."""
    return "\N{OPEN BOX}" if symbol == " " else printable(symbol, 12)
