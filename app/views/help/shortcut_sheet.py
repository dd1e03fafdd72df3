"""The shortcut sheet: all actions with their keys on one page, by menu, to search and to print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from app.actions.action_set import ActionSet
from app.actions.shortcuts import native_key
from app.widgets.boxes import Label, column, named, push_button, row, search_field
from app.widgets.contrast import Recoloured

_COLUMNS = 3


class ShortcutSheet(Recoloured, QDialog):
    """Shows all actions with the keys that trigger them now."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.field = search_field(self.tr("Search shortcuts"), self._lay_out, self.tr("Search by action or key"))
        self._hint = Label(self.tr("The settings can change these keys."))
        self._hint.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.page = named(QTextBrowser(openLinks=False), self.tr("Keyboard shortcuts"))
        self.meanings = push_button(
            self.tr("What does this mean?"),
            self._show_meanings,
            tip=self.tr("Errors of TensorFlow, Keras and graphics cards, and what to do"),
            default=False,
        )
        top = row(self.field, self._hint, self.meanings, spacing=12)
        top.setStretchFactor(self.field, 2)
        top.setStretchFactor(self._hint, 3)
        column(top, self.page, parent=self, margins=(12, 12, 12, 12))
        self.resize(1080, 640)
        actions.shortcuts_changed.connect(self._lay_out)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        self.field.clear()
        self.field.setFocus()
        self._lay_out()
        super().showEvent(event)

    def _show_meanings(self) -> None:
        self.accept()
        self._actions.trigger("help.manual")

    def recolour(self) -> None:
        self._lay_out()

    def _found(self) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
        """The menus' titles, each with the texts and keys of its actions that are searched for."""
        wanted = self.field.text().casefold().split()
        groups: dict[str, list[tuple[str, list[str]]]] = {}
        for name in self._actions.table:
            keys = [native_key(key) for key in self._actions.keys(name)]
            path = self._actions.menu_path(name)
            text = self._actions.text(name).removesuffix("…")
            searched = " ".join([*path, text, *keys]).casefold()
            if keys and all(part in searched for part in wanted):
                named = ": ".join([*path[1:], text])  # "Up" alone says nothing without its submenu
                groups.setdefault(path[0] if path else "", []).append((named, keys))
        yield from groups.items()

    def _lay_out(self) -> None:
        groups = [*self._found()]
        if not groups:
            nothing = self.tr("No action has this name or key.")
            self.page.setHtml(f"<p>{escape(nothing)}</p>")
            return
        line = self.palette().color(QPalette.ColorRole.Mid).name()
        columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
        filled = [0] * _COLUMNS
        for title, entries in groups:
            shortest = filled.index(min(filled))
            filled[shortest] += len(entries) + 3
            rows = "".join(
                f'<tr><td style="border-bottom:1px solid {line}">{escape(text)}</td>'
                f'<td align="right" style="border-bottom:1px solid {line}; white-space:nowrap">'
                f"<b>{escape('  ·  '.join(keys))}</b></td></tr>"
                for text, keys in entries
            )
            columns[shortest].append(
                f'<h3>{escape(title)}</h3><table width="100%" cellpadding="3" cellspacing="0">{rows}</table>'
            )
        cells = "".join(f'<td width="{100 // _COLUMNS}%">{"".join(column)}</td>' for column in columns)
        self.page.setHtml(f'<table width="100%" cellpadding="8"><tr valign="top">{cells}</tr></table>')
