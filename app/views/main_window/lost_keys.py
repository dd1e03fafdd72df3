"""Reports once that a key which a person has given to an action no longer belongs to another action."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.actions.action_set import ActionSet
from app.actions.shortcuts import native_key
from app.desktop.window_state import WindowState
from app.language.figures import agreeing
from app.language.sentences import one_after_another
from app.project.workspace import FollowUp


class LostKeys(QObject):
    """Watches for keys that new actions have by default, but that the person has already assigned to other actions.

    Changes in the settings are reported there.
    """

    def __init__(self, actions: ActionSet, state: WindowState) -> None:
        super().__init__(actions)
        self._actions = actions
        self._state = state
        QTimer.singleShot(0, self, self._notify)  # once the window is there to show it
        actions.shortcuts_changed.connect(self._note)

    def _notify(self) -> None:
        notified = self._state.reported_keys
        lost = [
            (native_key(key), self._actions.text(to), self._actions.text(name))
            for name, keys in self._actions.lost_keys().items()
            for key, to in keys.items()
            if _noted(name, key) not in notified
        ]
        self._note()
        if not lost:
            return
        key, own, winner = lost[0]
        text = self.tr(
            "As you have chosen, {key} stays the shortcut of “{own}”; “{other}” no longer has this shortcut."
        )
        further = self.tr("The same applies to {count} more {count:|shortcut|shortcuts}.")
        more = agreeing(further, count=len(lost) - 1) if len(lost) > 1 else ""
        change = FollowUp(self.tr("Change keys…"), lambda: self._actions.asker.show_dialog("settings"))
        sentence = one_after_another((text.format(key=key, own=own, other=winner.removesuffix("…")), more))
        self._actions.session.notify(sentence, offers=(change,))

    def _note(self) -> None:
        lost = self._actions.lost_keys()
        self._state.reported_keys = frozenset(_noted(name, key) for name, keys in lost.items() for key in keys)


def _noted(name: str, key: str) -> str:
    return f"{name} {key}"
