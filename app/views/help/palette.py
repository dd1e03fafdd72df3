"""The command palette, which finds an action by a few letters of its name and runs it at Enter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette, QShowEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from rapidfuzz import fuzz

from app.actions.action import CONTEXT
from app.actions.action_set import ActionSet
from app.actions.shortcuts import native_key
from app.language.languages import in_other_languages
from app.widgets.boxes import column, named
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.icons import icon

_WIDTH, _ROWS = 560, 12
_WORSE = 55  # of 100: what resembles the text less is left out
_DISABLED_COST = 15  # what cannot be done now comes after what fits as well and can
_LAST_BONUS = 5
_OTHERWISE = 80  # what a tip, the English text or the id has: after what fits the name, before what only resembles it
_SHORT = 2  # letters that are by chance in nearly everything, a little wrong


@dataclass(frozen=True, slots=True)
class _PaletteEntry:
    id: str
    text: str
    path: str
    besides: tuple[str, ...]  # other texts that it is found by
    keys: str
    enabled: bool


class CommandPalette(QDialog):
    """Searches actions by their names and runs them."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self._actions = actions
        self._entries: list[_PaletteEntry] = []
        self._others: dict[str, str] = {}  # texts and tips in the languages that are not shown
        self.field = named(
            QLineEdit(clearButtonEnabled=True, placeholderText=self.tr("What do you want to do?")),
            self.tr("Search actions"),
        )
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self._magnifier = self.field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._model = _Actions(self)
        self.list = named(QListView(), self.tr("Actions found"))
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Row(self._model, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys stay in the field
        self.list.clicked.connect(self._run)
        column(self.field, self.list, parent=self, spacing=6, margins=(8, 8, 8, 8))
        self.setWindowTitle(self.tr("Command palette"))

    def found(self) -> list[str]:
        """Return the ids of the actions that are listed, the best first."""
        return [entry.id for entry in self._model.entries]

    def showEvent(self, event: QShowEvent) -> None:
        """Empty the field and list all actions, the last used first."""
        self._actions.update_actions()
        self._entries = self._all_entries()
        self.field.clear()
        self._search("")
        parent = self.parentWidget()
        if parent is not None:
            width = min(_WIDTH, parent.width() - 24)
            corner = parent.mapToGlobal(parent.rect().topLeft())
            height = min(_ROWS * self.list.sizeHintForRow(0) + 64, parent.height() - 24)
            self.setGeometry(
                QRect(corner.x() + (parent.width() - width) // 2, corner.y() + parent.height() // 12, width, height)
            )
        self.field.setFocus()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move in the list while letters go into the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            row, last = self.list.currentIndex().row(), self._model.rowCount() - 1
            match event.key():
                case Qt.Key.Key_Down:
                    self._select(0 if row >= last else row + 1)
                case Qt.Key.Key_Up:
                    self._select(last if row <= 0 else row - 1)
                case Qt.Key.Key_PageDown:
                    self._select(min(row + _ROWS, last))
                case Qt.Key.Key_PageUp:
                    self._select(max(row - _ROWS, 0))
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    self._run(self.list.currentIndex())
                case _:
                    return super().eventFilter(watched, event)
            return True
        return super().eventFilter(watched, event)

    def _all_entries(self) -> list[_PaletteEntry]:
        texts = [text for action in self._actions.table.values() for text in (action.title, action.help)]
        self._others = in_other_languages(CONTEXT, texts)
        entries = [
            _PaletteEntry(
                name,
                self._actions.text(name).removesuffix("…"),
                " › ".join(self._actions.menu_path(name)),
                self._besides(name),
                " · ".join(native_key(key) for key in self._actions.keys(name)),
                self._actions.action(name).isEnabled(),
            )
            for name in self._actions.table
            if name != "view.palette"
        ]
        recent = {name: place for place, name in enumerate(reversed(self._actions.done_last))}
        return sorted(entries, key=lambda entry: (recent.get(entry.id, len(recent)), not entry.enabled))

    def _besides(self, name: str) -> tuple[str, ...]:
        """Other texts that an action is found by: its tip, its text and tip in all languages, and its id."""
        action = self._actions.table[name]
        english = f"{action.title} {action.help}".replace("…", "")
        foreign = f"{self._others[action.title]} {self._others[action.help]}"
        return self._actions.action(name).statusTip(), english, foreign, name.replace(".", " ").replace("_", " ")

    def _search(self, text: str) -> None:
        wanted = text.strip()
        entries = self._entries
        if wanted:
            scores = [_score(wanted, entry) + _LAST_BONUS * (entry.id in self._actions.done_last) for entry in entries]
            ranked = sorted(range(len(entries)), key=lambda place: -scores[place])
            entries = [entries[place] for place in ranked if scores[place] >= _WORSE]
        self._model.set_entries(entries)
        self._select(0)

    def _select(self, row: int) -> None:
        index = self._model.index(row, 0)
        # By the model: the view would stay instead of going to one that is grey
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.list.scrollTo(index)

    def _run(self, index: Index) -> None:
        if not index.isValid() or not self._model.entries[index.row()].enabled:
            return  # it is grey, and stays on screen
        name = self._model.entries[index.row()].id
        self.accept()
        self._actions.trigger(name)


def _score(wanted: str, entry: _PaletteEntry) -> float:
    """Return the score of an action for the typed text, 0 to 100.

    An action that cannot be done now comes after one that can.
    """
    asked = wanted.casefold()
    score = _resemblance(asked, f"{entry.text} {entry.path}".casefold())
    if score <= _OTHERWISE and any(_stands_in(asked, text.casefold()) for text in entry.besides):
        score = max(score, _OTHERWISE)
    return score if entry.enabled or score < _WORSE else max(score - _DISABLED_COST, _WORSE)


def _resemblance(wanted: str, name: str) -> float:
    """The best of four ways to find a name.

    The text is in it, best at its beginning or at that of a word; it is made of the words' initials ("nui" for
    "next unreviewed image"); all its words are somewhere in the name; or the name holds something like it, slips of
    the finger included (rapidfuzz' partial ratio).
    """
    place = name.find(wanted)
    if place >= 0:
        inside_word = place > 0 and name[place - 1].isalnum()
        return 100.0 - 5 * inside_word - min(place, 40) / 10
    initials = "".join(word[0] for word in name.split() if word[0].isalnum())
    if initials.startswith(wanted.replace(" ", "")):
        return 90.0
    if all(part in name for part in wanted.split()):
        return 85.0
    return 0.8 * fuzz.partial_ratio(wanted, name) if len(wanted) > _SHORT else 0.0


def _stands_in(wanted: str, text: str) -> bool:
    """Return True if each typed word begins a word of a text, or any part of it in Chinese, which has no gaps."""
    return all(re.search(rf"(?<![a-z0-9]){re.escape(part)}", text) is not None for part in wanted.split())


class _Actions(ColumnModel[_PaletteEntry]):
    def __init__(self, parent: QObject) -> None:
        super().__init__((Column(lambda: "", lambda entry: entry.text, spoken=_in_words),), parent)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags that make a disabled action grey: the user can select it, but not run it."""
        flags = Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEnabled if self.entries[index.row()].enabled else flags


def _in_words(entry: _PaletteEntry) -> str:
    return f"{entry.text}, {entry.keys}" if entry.keys else entry.text


class _Row(QStyledItemDelegate):
    """Draws an action: its text, then the path of its menu, and its keys at the right."""

    def __init__(self, model: _Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row of an action."""
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        view = option.widget  # not its selection: to Qt, what is grey is never selected
        selected = isinstance(view, QListView) and view.currentIndex() == index
        group = QPalette.ColorGroup.Active if enabled else QPalette.ColorGroup.Disabled
        ground = QPalette.ColorRole.Highlight
        if selected:
            painter.fillRect(option.rect, option.palette.color(group, ground))
        text = option.palette.color(
            group, QPalette.ColorRole.HighlightedText if selected and enabled else QPalette.ColorRole.Text
        )
        quiet = QColor(text)
        quiet.setAlphaF(0.7)
        rect = option.rect.adjusted(12, 0, -12, 0)
        line = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        metrics = option.fontMetrics
        entry = self._model.entries[index.row()]
        painter.save()
        painter.setFont(option.font)
        painter.setPen(quiet)
        if entry.keys:
            painter.drawText(rect, line | Qt.AlignmentFlag.AlignRight, entry.keys)
            rect.setRight(rect.right() - metrics.horizontalAdvance(entry.keys) - 12)
        name = metrics.elidedText(entry.text, Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(text)
        painter.drawText(rect, line, name)
        rect.setLeft(rect.left() + metrics.horizontalAdvance(name) + 12)
        painter.setPen(quiet)
        if rect.width() > 40:
            painter.drawText(rect, line, metrics.elidedText(entry.path, Qt.TextElideMode.ElideRight, rect.width()))
        painter.restore()
