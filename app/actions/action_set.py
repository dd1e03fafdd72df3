"""Makes menus, tool bar, shortcuts, palette and shortcut sheet from the actions in `app.actions.table`."""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from app.actions.action import CONTEXT, Action, Asker, LayoutName, Menu
from app.actions.menus import MENUS, menu_of
from app.actions.shortcuts import conflicts_in, keys_of, lost_in, native_key
from app.actions.table import ACTIONS
from app.actions.tool_bars import TOOL_BARS
from app.language.languages import translate
from app.session import Session
from app.settings.table import Shortcuts
from app.widgets.boxes import set_tip
from app.widgets.field_keys import FieldKeys
from app.widgets.icons import icon
from core.base.errors import StudioError

_REMEMBERED = 10  # actions done last
_SETTLED = 50  # ms after the last change until all actions follow; a menu and a key know at once what they may do
_LATEST = 0.25  # seconds that they may wait for it
_SHIFT = Qt.KeyboardModifier.ShiftModifier

_ROLES = {
    "file.settings": QAction.MenuRole.PreferencesRole,
    "file.quit": QAction.MenuRole.QuitRole,
    "help.about": QAction.MenuRole.AboutRole,
}
"""Actions that macOS moves to the application's own menu; without a role it goes by the words of the text."""


class ActionSet(QObject):
    """The actions of one window as Qt actions.

    `asker`: whom actions ask; usually the window itself. `window`: the shortcuts act there. `actions` and `menus`: what
    there is, by default all of `app.actions`.
    """

    shortcuts_changed = Signal()

    def __init__(
        self,
        session: Session,
        asker: Asker,
        window: QWidget,
        actions: Iterable[Action] = ACTIONS,
        menus: Iterable[Menu] = MENUS,
    ) -> None:
        super().__init__(window)
        self.session = session
        self.asker = asker
        self.table: Mapping[str, Action] = {action.id: action for action in actions}
        self.menus: Mapping[str, Menu] = {menu.id: menu for menu in menus}
        self.done_last: list[str] = []  # ids of the actions that were done by `trigger`, the latest at the end
        self._window = window
        self._made: dict[str, QAction] = {}
        self._made_menus: dict[str, QMenu] = {}
        self._can: dict[Callable[[Session], bool], bool] = {}
        self._having: dict[Callable[[Session], bool], list[QAction]] = {}  # many actions have one condition
        self._by_key: dict[QKeyCombination, list[Action]] = {}
        self._changed_at = 0.0
        groups: dict[str, QActionGroup] = {}
        for action in self.table.values():
            made = self._made[action.id] = QAction(_translated(action.title), self)
            made.setObjectName(action.id)
            made.setIconText(_translated(action.word or action.title).removesuffix("…"))  # the text may change
            made.setMenuRole(_ROLES.get(action.id, QAction.MenuRole.NoRole))
            made.setAutoRepeat(action.repeats)
            made.setCheckable(action.checked is not None)
            if action.icon:
                made.setIcon(icon(action.icon))
            if action.group:
                made.setActionGroup(groups.setdefault(action.group, QActionGroup(self)))
            made.triggered.connect(partial(self._run, action))
            self._having.setdefault(action.enabled, []).append(made)
        self._changing = [action for action in self.table.values() if action.checked or action.text_now]
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._soon.timeout.connect(self.update_actions)
        self._listen()
        self._field_keys = FieldKeys(window)
        self._set_shortcuts()
        self.update_actions()
        window.addActions([*self._made.values()])  # only now: the window hears of each change of an action it has
        window.installEventFilter(self)

    # What there is

    def action(self, name: str) -> QAction:
        """Return the `QAction` that is made from an action, given its id, in its current state."""
        if self._soon.isActive():
            self.update_actions()
        return self._made[name]

    def text(self, name: str) -> str:
        """Return the current translated text of an action, given its id."""
        return self.action(name).text()

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the key sequences of an action in portable form, given its id."""
        return keys_of(self.table[name], self._chosen_keys())

    def conflicts(self) -> dict[str, list[str]]:
        """Return the key sequences that several actions have, with the ids of these actions."""
        return conflicts_in(self.table.values(), self._chosen_keys())

    def lost_keys(self) -> dict[str, dict[str, str]]:
        """Return the keys that a person has given to other actions: by the loser's id, each key with its new owner."""
        return lost_in(self.table.values(), self._chosen_keys())

    def menu_path(self, name: str) -> tuple[str, ...]:
        """Return the translated titles of the menus that lead to an action, or none for an action outside the menus."""
        titles: list[str] = []
        menu = self.menus.get(menu_of(name))
        while menu is not None:
            titles.insert(0, _plain(_translated(menu.title)))
            menu = self.menus.get(menu.parent)
        return tuple(titles)

    def trigger(self, name: str) -> bool:
        """Run an action by its id if it is enabled, and return True if it was."""
        self.update_actions()
        made = self._made[name]
        if not made.isEnabled():
            return False
        self.done_last = [*(earlier for earlier in self.done_last if earlier != name), name][-_REMEMBERED:]
        made.trigger()
        return True

    # What is made of them

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        """Put all menus into the menu bar."""
        for menu in self.menus.values():
            if not menu.parent:
                bar.addMenu(self.menu(menu.id))

    def menu(self, name: str) -> QMenu:
        """Return the menu with an id, the same object for the menu bar and for a right click."""
        if name in self._made_menus:
            return self._made_menus[name]
        menu = self.menus[name]
        made = self._made_menus[name] = QMenu(_translated(menu.title), self._window)
        made.setToolTipsVisible(True)
        made.aboutToShow.connect(self.update_actions)
        if menu.entries:
            made.aboutToShow.connect(partial(self._fill, made, menu))
        else:
            self._add_parts(made, menu)
        return made

    def _add_parts(self, made: QMenu, menu: Menu) -> None:
        for part in self.known(menu.parts):
            if part in self.menus:
                made.addMenu(self.menu(part))
            elif part:
                made.addAction(self._made[part])
            else:
                made.addSeparator()

    def known(self, parts: Iterable[str]) -> list[str]:
        """Return the entries of a menu or bar, leaving out actions that are missing because their plug-in is off."""
        return [part for part in parts if not part or part in self.table or part in self.menus]

    def fill_tool_bar(self, bar: QToolBar, layout: LayoutName) -> None:
        """Fill the tool bar with the actions of a layout."""
        for name in self.known(TOOL_BARS[layout]):
            if name:
                bar.addAction(self._made[name])
            else:
                bar.addSeparator()

    def update_actions(self) -> None:
        """Update the texts of all actions, and their enabled and checked states."""
        self._soon.stop()
        self._enable(self._having)
        for action in self._changing:
            made = self._made[action.id]
            if action.checked is not None:
                made.setChecked(action.checked(self.session, self.asker))
            if action.text_now is not None:
                made.setText(action.text_now(self.session))

    def refresh_soon(self) -> None:
        """Update all actions once nothing has changed for a moment, so that a series of calls costs one update."""
        now = time.monotonic()
        if not self._soon.isActive():
            self._changed_at = now
        if now - self._changed_at < _LATEST:
            self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the enabled states of a key's actions before Qt looks for an action to trigger."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._soon.isActive():
            held, key = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, Qt.Key(event.key())
            for modifiers in (held, held & ~_SHIFT):  # with Shift a key may be another one: "+"
                self._enable(action.enabled for action in self._by_key.get(QKeyCombination(modifiers, key), ()))
        return super().eventFilter(watched, event)

    # How it is done

    def _listen(self) -> None:
        session = self.session
        for changed in (
            session.project_changed,
            session.image_changed,
            session.tool_changed,
            session.editor.loaded_changed,
            session.editor.committed,
            session.editor.selection_changed,
            session.workspace.undo_list.changed,
            session.opening.changed,
            session.editor.label_changed,
            session.editor.problems_changed,
            session.display.changed,
            session.viewport.changed,
            session.catalog.images_changed,
            session.catalog.chosen_changed,
            session.predictions.changed,
            session.predictions.model_changed,
            session.in_use.model_changed,
            session.predictions.watched_changed,
            session.settings.changed,
            session.training.state_changed,
            session.models.learning.changed,
            session.checklist.changed,
            session.runs.changed,
        ):
            changed.connect(self.refresh_soon)
        session.settings.changed.connect(self._setting_changed)

    def _enable(self, conditions: Iterable[Callable[[Session], bool]]) -> None:
        for condition in conditions:
            can = condition(self.session)
            if can is not self._can.get(condition):
                self._can[condition] = can
                for made in self._having[condition]:
                    made.setEnabled(can)

    def _run(self, action: Action, checked: bool = False) -> None:
        if not action.repeats:  # what acts while its key is held acts on the image alone, and waits for no panel
            self.session.workspace.switching.catch_up()
        try:
            if action.enabled(self.session):  # a button may not have followed yet
                action.run(self.session, self.asker)
        except StudioError as error:
            self.session.notify(str(error), "warning")
        if action.checked is not None:
            self.update_actions()  # a switch that could not be switched goes back
        else:
            self.refresh_soon()

    def _fill(self, made: QMenu, menu: Menu) -> None:
        """Fill a menu whose entries are found when it opens, with its actions after them."""
        made.clear()
        for text, run in pkgutil.resolve_name(menu.entries)(self.session, self.asker):
            entry = made.addAction(text)
            set_tip(entry, text)
            entry.triggered.connect(lambda checked=False, run=run: run())
        if made.isEmpty():
            made.addAction(translate("Actions", "None yet")).setEnabled(False)
        if menu.parts:
            made.addSeparator()
            self._add_parts(made, menu)

    def _setting_changed(self, setting: str) -> None:
        if setting == "shortcuts":
            self._set_shortcuts()

    def _chosen_keys(self) -> Shortcuts:
        """Return the keys that a person has chosen for the actions of this version.

        Keys chosen for an action that only another version has are left out: they take none from an action of this one.
        """
        chosen: Shortcuts = self.session.settings.value("shortcuts")
        return {name: keys for name, keys in chosen.items() if name in self.table}

    def _set_shortcuts(self) -> None:
        self._by_key = {}
        for name, made in self._made.items():
            keys = [QKeySequence(key) for key in self.keys(name)]
            made.setShortcuts(keys)
            for key in keys:
                self._by_key.setdefault(key[0], []).append(self.table[name])  # type: ignore[index]  # PySide6 does not say so
            self._describe(name)
        self.shortcuts_changed.emit()

    def _describe(self, name: str) -> None:
        made, action = self._made[name], self.table[name]
        says = (_translated(action.help) or made.text()).removesuffix("…")
        keys = " · ".join(native_key(key) for key in self.keys(name))
        set_tip(made, f"{says} ({keys})" if keys else says)
        made.setStatusTip(says)


def _translated(text: str) -> str:
    return translate(CONTEXT, text) if text else ""


def _plain(title: str) -> str:
    """A menu's title without the mark of its key: "&File", and "文件(&F)" as it is usual in Chinese."""
    start, _, rest = title.partition("(&")
    return start if rest else title.replace("&", "")
