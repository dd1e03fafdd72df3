"""Texts that name keys, always those that trigger an action now, even if the person has changed them.

A module of its own, because the panel with the first steps and the help pages both show such texts.
"""

from __future__ import annotations

from app.actions.shortcuts import keys_of, native_key
from app.actions.table import ACTIONS
from app.checklist.wording import KEYS
from app.settings.table import Shortcuts


def with_keys(text: str, chosen: Shortcuts) -> str:
    """Insert keys into a text from `app.checklist.wording`, and "–" for an action that has no key.

    `chosen`: as the setting `shortcuts`.
    """
    actions = {action.id: action for action in ACTIONS}
    keys = {name: next(iter(keys_of(actions[action], chosen)), "") for name, action in KEYS.items()}
    return text.format_map({name: native_key(key) or "–" for name, key in keys.items()})
