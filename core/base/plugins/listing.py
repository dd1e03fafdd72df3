"""Lists all installed plug-ins, on or off, for Settings › Plug-ins and `textscanner plugins`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.base.errors import PluginError, Sentence
from core.base.installed.packages import Announced, announced
from core.base.phrases import listed
from core.base.plugins.active import Plugins, describe, require_own_code
from core.base.plugins.choices import PluginChoices, change_choices, read_choices
from core.base.plugins.ours import OURS
from core.base.plugins.plugin import ENTRY_POINTS
from core.base.version import program_version

State = Literal["on", "off", "changed", "failed", "missing"]


@dataclass(frozen=True, slots=True)
class ListedPlugin:
    """An installed plug-in as it is listed."""

    id: str
    """The name that `switch` takes. Plug-ins of several packages may have the same one."""
    title: str
    """The English title, or, for a plug-in of others that is off, the summary of its package."""
    version: str
    """The version of the program for one of ours, otherwise that of the package. For a "missing" one, the version that
    was switched on."""
    package: str
    """The package that brings it. "" for one of ours."""
    folder: Path
    """The folder that the program or the package is installed in. For a "missing" one, the folder that it was installed
    in."""
    state: State
    """As the person's file says. "changed": it was switched on as another version or in another folder, and is off.
    "failed": it is on, and has failed in this process. "missing": it was switched on, and is not installed any more."""
    brings: tuple[tuple[str, str], ...] | None
    """(kind, id) of each part, or None if it is off and not ours, because then nothing of it is loaded to look."""
    entry: Announced | None = None
    """Its entry point, or None for one of ours."""
    help: str = ""
    """English: a sentence that says what it does. "" if it says none, or is off and not ours."""

    @property
    def is_ours(self) -> bool:
        """True if the plug-in comes with the program."""
        return self.id in OURS

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in `textscanner plugins --json`."""
        brings: dict[str, list[str]] | None = None
        if self.brings is not None:
            brings = {kind: [name for own, name in self.brings if own == kind] for kind, _ in self.brings}
        return {
            "id": self.id,
            "title": str(self.title),
            "version": self.version,
            "package": self.package or None,
            "folder": str(self.folder),
            "ours": self.is_ours,
            "state": self.state,
            "brings": brings,
        }


def listed_plugins(active: Plugins) -> tuple[ListedPlugin, ...]:
    """Return all installed plug-ins, with our own first.

    `active`: those of this process, with their failures.
    """
    choices, _ = read_choices()
    ours = [_ours(name, at, choices, active) for name, at in OURS.items()]
    foreign = [_others(entry, choices, active) for entry in announced(ENTRY_POINTS) if entry.name not in OURS]
    present = {row.id for row in foreign}
    missing = [
        ListedPlugin(
            id=name,
            title="",
            version=kept.version,
            package=kept.package,
            folder=Path(kept.folder),
            state="missing",
            brings=None,
        )
        for name, kept in choices.on.items()
        if name not in present and name not in OURS
    ]
    return (*ours, *foreign, *missing)


def switch(name: str, rows: Iterable[ListedPlugin], *, is_on: bool) -> ListedPlugin:
    """Switch a plug-in on or off for the next start, and return its previous entry.

    `rows`: as `listed_plugins` returns them. Raises PluginError if none of them has that name or, to be switched on,
    several have it, or if its code would come from the current folder or a project. Raises FileWriteError if the choice
    cannot be kept.
    """
    matching = [row for row in rows if row.id == name]
    if not matching:
        raise PluginError(
            'There is no plug-in "{name}". "textscanner plugins" lists those that are installed.', name=name
        )
    row = matching[0]
    if not is_on:
        change_choices(lambda choices: choices.with_off(name, is_ours=row.is_ours))
        return row
    if row.state == "missing":
        raise PluginError(
            'The plug-in "{name}" is not installed any more. Install {package} again.', name=name, package=row.package
        )
    if len(matching) > 1:
        raise PluginError(
            'The plug-in "{name}" is brought by several packages ({packages}). Remove all but one.',
            name=name,
            packages=listed(row.package for row in matching),
        )
    if row.entry is not None:
        require_own_code(row.entry)
    change_choices(lambda choices: choices.with_on(name, row.entry))
    return row


def why_missing(name: str, version: str) -> Sentence:
    """Return a sentence that says why something of a plug-in is missing, and what to do.

    `name`, `version`: the plug-in's, from a file that may come from anywhere: they are compared and shown, not used.
    """
    plugin = Sentence("{name} {version}", name=name, version=version) if version else Sentence("{name}", name=name)
    if name in OURS or any(entry.name == name for entry in announced(ENTRY_POINTS)):
        return Sentence(
            'It belongs to the plug-in "{plugin}", which is switched off in Settings › Plug-ins. Switch it on '
            'there or by "textscanner plugins on {name}", and restart the program.',
            plugin=plugin,
            name=name,
        )
    return Sentence(
        'It belongs to the plug-in "{plugin}", which is not installed here. Install the plug-in, and switch it on '
        "in Settings › Plug-ins.",
        plugin=plugin,
    )


def _ours(name: str, at: str, choices: PluginChoices, active: Plugins) -> ListedPlugin:
    folder = Path(__file__).resolve().parents[3]
    try:
        plugin = describe(name, at)  # plain data of ours: it is looked at even if it is off
    except PluginError:
        return ListedPlugin(
            id=name, title=name, version=program_version(), package="", folder=folder, state="failed", brings=()
        )
    state: State = "off" if name in choices.off else "failed" if name in active.failures else "on"
    brings = tuple(plugin.brought())
    return ListedPlugin(
        id=name,
        title=plugin.title,
        version=program_version(),
        package="",
        folder=folder,
        state=state,
        brings=brings,
        help=plugin.help,
    )


def _others(entry: Announced, choices: PluginChoices, active: Plugins) -> ListedPlugin:
    approval = choices.on.get(entry.name)
    plugin = next((plugin for plugin in active.on if plugin.id == entry.name and approval), None)
    state: State = "on"
    if approval is None:
        state = "off"
    elif not approval.covers(entry):
        state = "changed"
    elif entry.name in active.failures:
        state = "failed"
    return ListedPlugin(
        id=entry.name,
        title=entry.summary if plugin is None else plugin.title,
        version=entry.version,
        package=entry.package,
        folder=entry.folder,
        state=state,
        brings=None if plugin is None else tuple(plugin.brought()),
        entry=entry,
        help="" if plugin is None else plugin.help,
    )
