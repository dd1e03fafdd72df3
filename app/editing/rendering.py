"""Renders the target maps that follow from a label: of the one on screen, and ahead of those that may come next."""

from __future__ import annotations

from core.base.errors import StudioError
from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.render import TargetMaps, render
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings

_MOST_AHEAD = 32  # images whose maps are rendered before they are shown: twice as many as are read ahead

Causes = tuple[WordLabel, tuple[int, int], Charset, MapSpec, ProjectSettings]
"""All that target maps follow from: label, (height, width) in image pixels, charset, spec, settings of the project."""
_Rendered = tuple[Causes, TargetMaps | str]
"""Target maps, or the sentence that says why there are none, and what they follow from."""


class RenderedMaps:
    """The target maps of the image on screen and of those that may come next; none is rendered twice."""

    def __init__(self) -> None:
        self._shown: _Rendered | None = None
        self._ahead: dict[str, _Rendered] = {}  # by image; the threads that read add to it

    def of(self, image: str, causes: Causes) -> TargetMaps | str:
        """The maps of the image on screen, or the sentence that says why there are none."""
        if self._shown is None or self._shown[0] != causes:
            ahead = self._ahead.get(image)
            if ahead is None or ahead[0] != causes:
                ahead = (causes, rendered(*causes, image))
            self._shown = ahead
        return self._shown[1]

    def render_ahead(self, image: str, causes: Causes) -> None:
        """Render the maps of an image that may be shown next; for the thread that has read the image."""
        self._ahead[image] = (causes, rendered(*causes, image))
        while len(self._ahead) > _MOST_AHEAD:
            self._ahead.pop(next(iter(self._ahead)), None)

    def drop(self) -> None:
        """Render the image on screen anew."""
        self._shown = None


def rendered(
    label: WordLabel, size: tuple[int, int], charset: Charset, spec: MapSpec, settings: ProjectSettings, name: str
) -> TargetMaps | str:
    """Target maps of a label as the project reads it, or the sentence that says why there are none."""
    try:
        return render(label.normalised(settings.normalise), size, charset, spec, settings.unknown, name)
    except StudioError as error:
        return str(error)


def joined(known: Charset | None, label: WordLabel) -> Charset:
    """A charset with the symbols of a label."""
    known = known or Charset(())
    new = {symbol for c in label.characters if not c.is_ignored for symbol in c.symbol if symbol not in known}
    return Charset(tuple(sorted({*known, *new}))) if new else known
