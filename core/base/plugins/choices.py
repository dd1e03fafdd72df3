"""Keeps a person's choices of plug-ins that are on or off, in a file of the person and never of a project.

A process of ours begins with the choices of the process that started it, which it finds in its environment: a person
may switch a plug-in off while a training runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.base.errors import FileWriteError, Sentence, reason_of
from core.base.files import locked_folder, make_folder, set_aside, write_atomically
from core.base.folders import settings_folder
from core.base.installed.packages import Announced
from core.base.json_text import parse_json, read_json

HANDED_DOWN = "TEXTSCANNER_PLUGINS"
"""The variable of the environment that holds the choices for the processes of this one."""

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Approval:
    """The plug-in as it was installed when a person switched it on."""

    package: str
    """The name of the package that announced the plug-in."""
    version: str
    """The version of that package."""
    folder: str
    """The path of the folder that the package was installed in."""

    def covers(self, entry: Announced) -> bool:
        """Return True if the installed plug-in is still the one that was switched on."""
        return self == Approval.of(entry)

    @classmethod
    def of(cls, entry: Announced) -> Approval:
        """Return the approval of a plug-in as it is installed now."""
        return cls(entry.package, entry.version, str(entry.folder))


@dataclass(frozen=True, slots=True)
class PluginChoices:
    """The plug-ins that a person has switched on or off, by id."""

    on: Mapping[str, Approval] = field(default_factory=lambda: MappingProxyType({}))
    """Others' plug-ins that are on."""
    off: frozenset[str] = frozenset()
    """Our own plug-ins that are off."""

    def with_on(self, plugin: str, entry: Announced | None) -> PluginChoices:
        """Return the choices with a plug-in switched on, with None as `entry` if it is one of ours."""
        on = dict(self.on) if entry is None else {**self.on, plugin: Approval.of(entry)}
        return replace(self, on=on, off=self.off - {plugin})

    def with_off(self, plugin: str, *, is_ours: bool) -> PluginChoices:
        """Return the choices with a plug-in switched off."""
        on = {name: approval for name, approval in self.on.items() if name != plugin}
        return replace(self, on=on, off=self.off | ({plugin} if is_ours else frozenset()))

    def to_dict(self) -> dict[str, Any]:
        """Return the choices in the form of the file."""
        on = {
            name: {"package": kept.package, "version": kept.version, "folder": kept.folder}
            for name, kept in sorted(self.on.items())
        }
        return {"on": on, "off": sorted(self.off)}

    @classmethod
    def from_dict(cls, values: object) -> PluginChoices:
        """Return the choices from the output of `to_dict`, with unclear plug-ins as off, and foreign keys ignored."""
        content = values if isinstance(values, dict) else {}
        on, off = content.get("on"), content.get("off")
        approvals = {}
        for name, kept in on.items() if isinstance(on, dict) else ():
            parts = [kept.get(key) for key in ("package", "version", "folder")] if isinstance(kept, dict) else [None]
            if all(isinstance(part, str) for part in parts):
                approvals[name] = Approval(*parts)
        return cls(
            approvals,
            frozenset(name for name in off if isinstance(name, str)) if isinstance(off, list) else frozenset(),
        )


def choices_file() -> Path:
    """Return the path of the file with the person's choices."""
    return settings_folder() / "plugins.json"


def choices_of_process() -> tuple[PluginChoices, str]:
    """Return the choices with which this process begins, and a sentence if they could not be read, otherwise ""."""
    handed_down = os.environ.get(HANDED_DOWN)
    if handed_down is None:
        return read_choices()
    try:
        return PluginChoices.from_dict(parse_json(handed_down)), ""
    except ValueError:
        return PluginChoices(), Sentence(
            "{name}: not JSON, so the plug-ins of others are off. Correct the file, or delete it.", name=HANDED_DOWN
        )


def read_choices() -> tuple[PluginChoices, str]:
    """Return the choices in the person's file, and a sentence if it could not be read, otherwise ""."""
    path = choices_file()
    try:
        return PluginChoices.from_dict(read_json(path, _LARGEST)), ""
    except FileNotFoundError:
        return PluginChoices(), ""
    except (OSError, ValueError) as error:
        problem = Sentence(
            "{name}: cannot be read ({reason}), so the plug-ins of others are off and those of TextScanner Studio "
            "are on. Correct the file in {folder}, or delete it.",
            name=path.name,
            reason=reason_of(error),
            folder=path.parent,
        )
        return PluginChoices(), problem


def change_choices(change: Callable[[PluginChoices], PluginChoices]) -> PluginChoices:
    """Change and return the choices in the person's file, and keep all else in the file.

    A file that is damaged is renamed first.

    Raises
    ------
    FileWriteError
        If the file cannot be read or written.
    """
    path = choices_file()
    make_folder(path.parent)
    with locked_folder(path.parent):
        content: dict[str, Any] = {}
        try:
            values = read_json(path, _LARGEST)
            content = values if isinstance(values, dict) else {}
        except FileNotFoundError:
            pass
        except ValueError:
            set_aside(path)
        except OSError as error:
            raise FileWriteError(
                "{path}: cannot be read ({reason}). Change its permissions.", path=path, reason=reason_of(error)
            ) from error
        changed = change(PluginChoices.from_dict(content))
        text = json.dumps(content | changed.to_dict(), ensure_ascii=False, indent=2) + "\n"
        write_atomically(path, text.encode("utf-8", "surrogatepass"), through_link=True)
    return changed


def handed_down(choices: PluginChoices) -> str:
    """Return choices as the text that `HANDED_DOWN` holds."""
    return json.dumps(choices.to_dict())
