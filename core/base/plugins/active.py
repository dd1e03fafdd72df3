"""Finds the plug-ins that are on in this process, once, for the tables to which plug-ins add."""

from __future__ import annotations

import importlib.util
import pkgutil
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from core.base.errors import PluginError, Sentence, StudioError, reason_of
from core.base.installed.packages import Announced, announced, is_outside_projects
from core.base.installed.places import is_safe, package_folders, unsafe_folders
from core.base.plugins.choices import Approval, PluginChoices, choices_of_process
from core.base.plugins.ours import OURS
from core.base.plugins.plugin import ENTRY_POINTS, Plugin
from core.base.progress import Cancelled

Listener = Callable[[str], object]
T = TypeVar("T")


class Plugins:
    """The plug-ins that are on, except those that have failed since the start.

    Parameters
    ----------
    plugins : iterable of Plugin
        Those that are on at first.
    origins : mapping of str to Announced
        The entry points of those that are not ours, by id.
    failures : mapping of str to str
        By id, a sentence for each plug-in that could not be loaded. The one of "" is about the person's file.
    """

    def __init__(
        self,
        plugins: Iterable[Plugin] = (),
        origins: Mapping[str, Announced] | None = None,
        failures: Mapping[str, str] | None = None,
    ) -> None:
        self.failures: dict[str, str] = dict(failures or {})
        """A sentence for each plug-in that has failed, by id."""
        self._plugins = {plugin.id: plugin for plugin in plugins}
        self._origins = dict(origins or {})
        self._loaded: dict[tuple[str, str], list[Any]] = {}
        self._listener: Listener | None = None
        self._lock = threading.Lock()

    @property
    def on(self) -> tuple[Plugin, ...]:
        """The plug-ins that are on, with our own first."""
        return tuple(self._plugins.values())

    def choices(self) -> PluginChoices:
        """Return the choices that give another process the same plug-ins."""
        on = {name: Approval.of(entry) for name, entry in self._origins.items() if name in self._plugins}
        return PluginChoices(on, frozenset(name for name in OURS if name not in self._plugins))

    def version_of(self, plugin: str) -> str:
        """Return the version of a plug-in that is on, by id, or "" for one of ours, which has the program's."""
        return self._origins[plugin].version if plugin in self._origins else ""

    def listen(self, listener: Listener) -> None:
        """Call `listener` with a sentence for each plug-in that has failed or fails later, in the failing thread."""
        self._listener = listener
        for sentence in [*self.failures.values()]:
            listener(sentence)

    def load(self, plugin: Plugin, at: str) -> Any:
        """Load and return a part of a plug-in by its "package.module:attribute".

        Raises PluginError if that fails. The plug-in is off then.
        """
        with self.using(plugin):
            return pkgutil.resolve_name(at)

    def parts(self, kind: str, taken: Collection[str] = ()) -> list[tuple[Plugin, Any]]:
        """Return the parts of a kind that are plain data, such as "commands", each with its plug-in.

        `taken`: as in `loaded`.
        """
        for plugin in self.on:
            with suppress(PluginError), self.using(plugin):  # the listener has been told
                _require_free(plugin, kind, taken)
        return [(plugin, part) for plugin in self.on for part in getattr(plugin, kind)]

    def loaded(self, kind: str, wanted: type[T], taken: Collection[str] = ()) -> list[tuple[Plugin, T]]:
        """Return all parts of a kind, such as "formats", each with its plug-in, loaded at the first call.

        `wanted`: the type of the parts. `taken`: names that such a part must not have, because the program has a part
        of that name. A plug-in whose parts cannot be loaded, or are none, is off then.
        """
        for plugin in self.on:
            if (plugin.id, kind) not in self._loaded:
                with suppress(PluginError):  # the listener has been told
                    self._loaded[plugin.id, kind] = self._parts(plugin, kind, wanted, taken)
        return [(plugin, part) for plugin in self.on for part in self._loaded[plugin.id, kind]]

    def _parts(self, plugin: Plugin, kind: str, wanted: type[T], taken: Collection[str]) -> list[T]:
        parts = []
        with self.using(plugin):
            _require_free(plugin, kind, taken)
            for part in getattr(plugin, kind):
                thing = pkgutil.resolve_name(part.at)
                _check(part.id, part.at, thing, wanted)
                parts.append(thing)
        return parts

    def call(self, name: str, at: str, *arguments: object) -> Any:
        """Call a function of a plug-in that is on, by the plug-in's id and "package.module:function".

        Raises PluginError if the plug-in is not on. If one that is not ours fails, it is off from then on.
        """
        plugin = self._plugins.get(name)
        if plugin is None:
            raise PluginError('The plug-in "{name}" is off. Switch it on in Settings › Plug-ins.', name=name)
        if name in OURS:  # an error of ours is reported as any other of the program
            return pkgutil.resolve_name(at)(*arguments)
        with self.using(plugin):
            return pkgutil.resolve_name(at)(*arguments)

    def bringing(self, kind: str, part: str) -> Plugin | None:
        """Return the plug-in to which a part of a kind, such as "panels", belongs, by the part's id."""
        return next((plugin for plugin in self.on for own in getattr(plugin, kind) if own.id == part), None)

    @contextmanager
    def using(self, plugin: Plugin, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """Run a plug-in's code within this context, and switch the plug-in off if the code fails.

        Errors of ours pass, and those of `passing`. Raises PluginError for any other: the plug-in is off then.
        """
        try:
            yield
        except (StudioError, Cancelled):
            raise
        except passing:
            raise
        except (Exception, SystemExit) as error:
            raise self.fail(plugin, error) from error

    def fail(self, plugin: Plugin, error: BaseException) -> PluginError:
        """Switch a plug-in off until the next start, and return the error to raise, which reports this."""
        failure = _failure(plugin.id, error)
        with self._lock:
            was_on = self._plugins.pop(plugin.id, None) is not None
            if was_on:
                self.failures[plugin.id] = str(failure)
        if was_on and self._listener is not None:
            self._listener(str(failure))
        return failure


@cache
def plugins() -> Plugins:
    """Return the plug-ins that are on in this process, which are searched for once."""
    choices, problem = choices_of_process()
    return find_plugins(choices, problem)


def find_plugins(choices: PluginChoices, problem: str = "", ours: Mapping[str, str] = OURS) -> Plugins:
    """Load the descriptions of the plug-ins that are on, without importing anything of those that are off.

    `problem`: a sentence if the choices could not be read. `ours`: the plug-ins that come with the program.
    """
    descriptions: list[Plugin] = []
    failures = {"": problem} if problem else {}
    origins: dict[str, Announced] = {}
    for name, at in ours.items() if is_own_app() else ():
        if name not in choices.off:
            try:
                descriptions.append(describe(name, at))
            except PluginError as error:
                failures[name] = str(error)
    waiting = {name: approval for name, approval in choices.on.items() if name not in ours}
    for entry in announced(ENTRY_POINTS) if waiting else ():
        approval = waiting.get(entry.name)
        if approval is None or not approval.covers(entry):
            continue
        del waiting[entry.name]
        try:
            require_own_code(entry)
            descriptions.append(describe(entry.name, entry.value))
        except PluginError as error:
            failures[entry.name] = str(error)
        else:
            origins[entry.name] = entry
    failures |= {name: _gone(name, approval) for name, approval in waiting.items()}
    return Plugins(descriptions, origins, failures)


def is_own_app() -> bool:
    """Return True if Python finds the package `app` beside this one, which our own plug-ins are in.

    In a notebook another program's `app` may be found first, and must not run.
    """
    try:
        spec = importlib.util.find_spec("app")
    except (ImportError, ValueError):
        return False
    own = Path(__file__).resolve().parents[3] / "app"
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve().parent == own


def switched_off_command(name: str) -> str:
    """Return the id of our own plug-in that is off and provides a command of this name, or "" if there is none."""
    return next((plugin.id for plugin in switched_off() if any(part.id == name for part in plugin.commands)), "")


def switched_off() -> Iterator[Plugin]:
    """Yield the descriptions of our own plug-ins that are switched off."""
    off = plugins().choices().off
    return (describe(name, at) for name, at in OURS.items() if name in off)


def describe(name: str, at: str) -> Plugin:
    """Load a plug-in's description by its "package.module:attribute".

    Raises
    ------
    PluginError
        If there is no description at that place.
    """
    try:
        plugin = pkgutil.resolve_name(at)
        _check(name, at, plugin, Plugin)
    except (Exception, SystemExit) as error:
        raise _failure(name, error) from error
    assert isinstance(plugin, Plugin)
    return plugin


def require_own_code(entry: Announced) -> None:
    """Check that a plug-in's code does not come from the current folder or a project, without importing it.

    Raises
    ------
    PluginError
        If it would come from there.
    """
    top = entry.value.partition(":")[0].partition(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError) as error:
        raise _failure(entry.name, error) from error
    places = [] if spec is None else [*(spec.submodule_search_locations or ()), *filter(None, [spec.origin])]
    folders, own = unsafe_folders(), package_folders()
    for place in map(Path, places):
        is_own = any(place.resolve().is_relative_to(folder) for folder in own)
        if not is_own and not (is_safe(place, folders) and is_outside_projects(place)):
            raise PluginError(
                'The plug-in "{name}" is off: its code would come from the current folder or from a project ({place}). '
                "Start the program in another folder, or install the plug-in.",
                name=entry.name,
                place=place,
            )


def _require_free(plugin: Plugin, kind: str, taken: Collection[str]) -> None:
    for part in getattr(plugin, kind):
        if part.id in taken:
            raise ValueError(Sentence('the program itself already has a part called "{name}"', name=part.id))


def _check(name: str, at: str, thing: object, wanted: type) -> None:
    if not isinstance(thing, wanted):
        raise TypeError(Sentence("{at} is no {wanted}", at=at, wanted=wanted.__name__))
    own = getattr(thing, "id", name)
    if own != name:
        raise ValueError(Sentence('{at} is called "{own}", not "{name}"', at=at, own=own, name=name))


def _failure(name: str, error: BaseException) -> PluginError:
    kind = "" if isinstance(error, (TypeError, ValueError)) else f"{type(error).__name__}: "
    return PluginError(
        'The plug-in "{name}" has failed and is off until the next start ({reason}). Update it, or switch it off in '
        "Settings › Plug-ins.",
        name=name,
        reason=f"{kind}{reason_of(error)}",
    )


def _gone(name: str, approval: Approval) -> Sentence:
    return Sentence(
        'The plug-in "{name}" is off: {package} {version} is not in {folder} any more. Look in Settings › '
        "Plug-ins whether another version is installed, and switch that one on.",
        name=name,
        package=approval.package,
        version=approval.version,
        folder=approval.folder,
    )
