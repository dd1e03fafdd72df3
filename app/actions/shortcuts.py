"""The spelling of key sequences, the key sequences of an action, and conflicts between actions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QKeySequence

from app.actions.action import Action
from app.settings.table import Shortcuts


def normalised_key(key: str) -> str:
    """Return a key sequence in a unique spelling, so that equal ones are equal texts, or "" if it is not valid."""
    return QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText).toString(
        QKeySequence.SequenceFormat.PortableText
    )


def native_key(key: str) -> str:
    """Return a key sequence in the notation of this operating system."""
    return QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText).toString(
        QKeySequence.SequenceFormat.NativeText
    )


def keys_of(action: Action, chosen: Shortcuts) -> tuple[str, ...]:
    """Return the key sequences of an action in their normalised spelling.

    They are those chosen for it, or else its own without those that were chosen for another action.
    """
    if action.id in chosen:
        return _normalised(chosen[action.id])
    given = {key for keys in chosen.values() for key in _normalised(keys)}
    return tuple(key for key in _normalised(action.shortcuts) if key not in given)


def lost_in(actions: Iterable[Action], chosen: Shortcuts) -> dict[str, dict[str, str]]:
    """Return the key sequences that actions have lost: by the loser's id, each with the id of the winner."""
    given = {key: name for name, keys in chosen.items() for key in _normalised(keys)}
    lost = {}
    for action in actions:
        if action.id not in chosen:
            to = {key: given[key] for key in _normalised(action.shortcuts) if key in given}
            if to:
                lost[action.id] = to
    return lost


def conflicts_in(actions: Iterable[Action], chosen: Shortcuts) -> dict[str, list[str]]:
    """Return the key sequences that several actions have, with the ids of these actions.

    A key that begins another counts as the same. `chosen`: as the setting `shortcuts`.
    """
    owners: dict[str, list[str]] = {}
    for action in actions:
        for key in keys_of(action, chosen):
            owners.setdefault(key, []).append(action.id)
    for key in [*owners]:
        for start, ids in [*owners.items()]:
            if key.startswith(f"{start}, "):  # Qt waits for the second key, or takes the first: nobody can tell
                ids.extend(owner for owner in owners[key] if owner not in ids)
    return {key: ids for key, ids in owners.items() if len(ids) > 1}


def _normalised(keys: Iterable[str]) -> tuple[str, ...]:
    spelled = (normalised_key(key) for key in keys)
    return tuple(key for key in spelled if key)
