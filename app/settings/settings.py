"""The chosen values of settings, by id, checked against `app.settings.table`, and stored in one readable JSON file.

Only what differs from the defaults is written. A key that is not ours stays in the file as it is, and so does a value
of ours that is not allowed, until it is set again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.settings.table import SETTINGS, Setting, Value
from core.base.errors import FileWriteError, StudioError, reason_of
from core.base.files import locked_folder, make_folder, set_aside, write_atomically
from core.base.folders import settings_folder
from core.base.json_text import read_json

_SAVE_AFTER = 500  # ms of quiet: a slider that is dragged is one writing
_LARGEST = 1 << 20  # bytes: no settings are that long


class SettingsError(StudioError):
    """The error about an unknown setting, or about a value that the setting does not allow."""


class _DamagedError(Exception):
    """The reason why a file holds no settings, as half a sentence."""


def default_path() -> Path:
    """Return the path of the settings file, unless `--config FILE` names another."""
    return settings_folder() / "settings.json"


class Settings(QObject):
    """The settings of one person in the file `path`, which may be missing and is not read before `load`."""

    changed = Signal(str)  # the value of a setting has changed; the signal carries the setting's id

    save_due = Signal()  # values were chosen half a second ago; a background thread is to run `writing` now

    trouble = Signal(object)
    """A sentence or an error: the file could not be written in the background, or was set aside."""

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path or default_path()
        self._values: dict[str, Value] = {}
        self._overrides: dict[str, Value] = {}
        self._unsaved: dict[str, Value | None] = {}
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_AFTER)
        self._timer.timeout.connect(self.save_due)

    def value(self, setting: str) -> Any:
        """Return the current value, which has the type of the default.

        SettingsError is raised if there is no such setting.
        """
        entry = _entry(setting)
        return self._overrides.get(setting, self._values.get(setting, entry.default))

    def set(self, setting: str, value: object) -> None:
        """Set a value, and emit `save_due` half a second later.

        SettingsError is raised if there is no such setting, or the value is not allowed.
        """
        entry = _entry(setting)
        accepted = entry.accepted(value)
        if accepted is None:
            raise SettingsError(_refusal(entry, value))

        def choose() -> None:
            self._overrides.pop(setting, None)
            if accepted == entry.default:
                self._values.pop(setting, None)
            else:
                self._values[setting] = accepted
            self._unsaved[setting] = self._values.get(setting)

        self._change(setting, choose)
        self._timer.start()

    def reset(self, setting: str) -> None:
        """Reset a setting to its default, with errors as in `value`."""
        self.set(setting, _entry(setting).default)

    def is_default(self, setting: str) -> bool:
        """Return True if a setting has its default value."""
        return bool(self.value(setting) == _entry(setting).default)

    def override(self, setting: str, value: object) -> None:
        """Use a value (`--lang`, `--theme`) without saving it, until another is chosen, with errors as in `set`."""
        entry = _entry(setting)
        accepted = entry.accepted(value)
        if accepted is None:
            raise SettingsError(_refusal(entry, value))
        self._change(setting, lambda: self._overrides.update({setting: accepted}))

    def load(self) -> tuple[str, ...]:
        """Read the settings file.

        Returns tuple of str: a sentence for each thing in it that cannot be used. A file that is damaged as a whole is
        renamed, so that nothing is written over it.
        """
        before = {setting: self.value(setting) for setting in SETTINGS}
        sentences: list[str] = []
        try:
            values = _read_settings(self.path)
        except _DamagedError as damage:
            values = {}
            sentences.append(_set_aside(self.path, damage))
        self._values = {}
        self._unsaved = {}
        for setting, value in values.items():
            entry = SETTINGS.get(setting)
            if entry is None:
                continue  # another version's
            accepted = entry.accepted(value)
            if accepted is None:
                sentences.append(f"{self.path.name}: {_refusal(entry, value)} The default is used.")
            elif accepted != entry.default:
                self._values[setting] = accepted
        for setting, value in before.items():
            if self.value(setting) != value:
                self.changed.emit(setting)
        return tuple(sentences)

    def save(self) -> None:
        """Write the chosen values to the file now, while no `writing` runs.

        FileWriteError is raised if that is not possible.
        """
        self._timer.stop()
        changes, self._unsaved = self._unsaved, {}
        if not changes:
            return
        try:
            sentence = _merge(self.path, changes)
        except FileWriteError:
            self._unsaved = changes | self._unsaved
            raise
        if sentence:
            self.trouble.emit(sentence)

    def _change(self, setting: str, change: Callable[[], object]) -> None:
        before = self.value(setting)
        change()
        if self.value(setting) != before:
            self.changed.emit(setting)

    def writing(self) -> Callable[[], str]:
        """Return the function that writes the chosen values, for a background thread, one call after the other.

        It gives back a sentence if it had to set a damaged file aside, else "", and raises FileWriteError as `save`.
        """
        changes, self._unsaved = self._unsaved, {}
        return lambda: _merge(self.path, changes) if changes else ""


def _entry(setting: str) -> Setting:
    try:
        return SETTINGS[setting]
    except KeyError:
        raise SettingsError(f'There is no setting "{setting}". Choose one of {", ".join(SETTINGS)}.') from None


def _refusal(entry: Setting, value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=repr)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return f"{entry.id} is {shown}; it has to be {entry.allowed()}."


def _read_settings(path: Path) -> dict[str, Any]:
    """Return the content of the file, or an empty dict if there is no file.

    _DamagedError is raised if the file cannot be read, or holds no JSON object.
    """
    try:
        content = read_json(path, _LARGEST)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _DamagedError(f"it cannot be read: {reason_of(error)}") from error
    except ValueError as error:
        raise _DamagedError(f"it is damaged: {error}") from error
    if not isinstance(content, dict):
        raise _DamagedError("it holds no JSON object")
    return content


def _set_aside(path: Path, damage: _DamagedError) -> str:
    """Rename a file that cannot be used, and return the sentence that says so."""
    try:
        aside = set_aside(path)
    except OSError as error:
        return (
            f"{path.name}: {damage}. It could not be renamed ({error.strerror or error}); the defaults are used and "
            "nothing will be written there. Mend or move it."
        )
    return f"{path.name}: {damage}. It was renamed {aside.name}; the defaults are used. Copy what you need from there."


def _merge(path: Path, changes: Mapping[str, Value | None]) -> str:
    """Write some settings (None: remove) into the file beside all else in it.

    The file is read again, so that the choices of another window of the program meanwhile stay. Returns str: a sentence
    if a damaged file had to be set aside; else nothing. FileWriteError is raised if the file cannot be written, or is
    damaged and cannot be set aside.
    """
    make_folder(path.parent)
    with locked_folder(path.parent):
        sentence = ""
        try:
            content = _read_settings(path)
        except _DamagedError as damage:
            content = {}
            sentence = _set_aside(path, damage)
            if path.exists():
                raise FileWriteError(sentence) from damage
        merged = {
            key: value for key, value in (content | dict(changes)).items() if value is not None or key not in changes
        }
        if merged != content:
            text = json.dumps(merged, ensure_ascii=False, indent=2) + "\n"
            write_atomically(
                path, text.encode("utf-8", "surrogatepass"), through_link=True
            )  # into a folder of dotfiles
    return sentence
