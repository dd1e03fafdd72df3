"""Renders the target maps of the label on screen, and ahead of time those of labels that may be shown next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.base.errors import StudioError
from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import Problem
from core.labels.label import WordLabel
from core.labels.maps.render import TargetMaps, render
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings

_MOST_AHEAD = 8  # images whose maps are kept while they are not shown: two on each side, and those just left

PROBLEMS = "problems"  # key of what `problems_of` has found

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Causes:
    """Everything that the target maps depend on."""

    label: WordLabel
    """The label as the editor shows it, before normalisation."""
    size: tuple[int, int]
    """(height, width) in image pixels."""
    charset: Charset
    """The symbols that the ids in the character map belong to."""
    spec: MapSpec
    """The geometry of the maps, whose stride may differ from that of `settings.maps`."""
    settings: ProjectSettings
    """The project's choices: normalisation and treatment of unknown symbols count."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendering:
    """The target maps of one label."""

    causes: Causes
    """Everything that the maps were made from. Other causes need another rendering."""
    maps: TargetMaps | str
    """The maps, or the sentence that says why there are none."""
    _made: dict[Hashable, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, image: str, causes: Causes) -> Rendering:
        """Render the maps of an image, given its name."""
        label = causes.label
        size = causes.size
        charset = causes.charset
        spec = causes.spec
        settings = causes.settings
        return cls(causes, rendered(label, size, charset, spec, settings, image))

    def has(self, key: Hashable) -> bool:
        """Return True if pictures were made from the maps."""
        return key in self._made

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` makes from the maps, made only once and kept as long as the maps."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


def problems_of(image: str, rendering: Rendering) -> tuple[Problem, ...]:
    """Return the problems of the label, which are searched for only once, in whichever thread asks first."""
    causes, settings = rendering.causes, rendering.causes.settings
    seen = causes.label.normalised(settings.normalise)
    return rendering.once(
        PROBLEMS, lambda: check_label(seen, causes.size, causes.charset, settings.maps, settings.unknown, image)
    )


class RenderedMaps:
    """The target maps of the image on screen and of the images that may be shown next, each rendered once."""

    def __init__(self) -> None:
        # makes of maps rendered ahead what painting them needs; called in the thread that renders
        self.prepare: Callable[[Rendering], object] = lambda rendering: None
        # by image, the oldest first; several threads add to it, each by single operations of Python's
        self._kept: OrderedDict[str, Rendering] = OrderedDict()

    def of(self, image: str, causes: Causes) -> Rendering:
        """Return the maps of the image on screen."""
        kept = self._kept.get(image)
        if kept is None or kept.causes != causes:
            kept = Rendering.of(image, causes)
            self._keep(image, kept)
        return kept

    def has(self, image: str) -> bool:
        """Return True if maps of an image are stored, even if the label may have changed since."""
        return image in self._kept

    def render_ahead(self, image: str, causes: Causes, is_awaited: bool) -> None:
        """Render the maps of an image that may be shown next, or that is awaited, in the thread that has read it."""
        rendering = Rendering.of(image, causes)
        self.prepare(rendering)
        if not is_awaited:
            problems_of(image, rendering)
        self._keep(image, rendering)

    def drop(self) -> None:
        """Discard all maps, so that they are rendered again."""
        self._kept.clear()

    def _keep(self, image: str, rendering: Rendering) -> None:
        self._kept.pop(image, None)
        self._kept[image] = rendering
        while len(self._kept) > _MOST_AHEAD:
            self._kept.popitem(last=False)


def rendered(
    label: WordLabel, size: tuple[int, int], charset: Charset, spec: MapSpec, settings: ProjectSettings, name: str
) -> TargetMaps | str:
    """Return the target maps of a label under the project's settings, or the sentence that says why there are none."""
    try:
        return render(label.normalised(settings.normalise), size, charset, spec, settings.unknown, name)
    except StudioError as error:
        return str(error)


def joined(known: Charset | None, label: WordLabel, settings: ProjectSettings) -> Charset:
    """Return a charset that also contains the symbols that a label adds, of its text and its characters."""
    known = known or Charset(())
    new = settings.symbols_of(label) - {*known}
    return Charset(tuple(sorted({*known, *new}))) if new else known
