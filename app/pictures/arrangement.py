"""Arranges an image and its maps in the available room, as large as possible and undistorted.

The image area of the window and the panel that compares two runs give it sizes, and place what they paint as it says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from app.display import MARGIN

GAP = 2.0  # device-independent pixels between two maps

HANDLE = 5.0  # device-independent pixels between the image and the maps

LEAST_MAP = 56.0  # height that a map keeps before the image gets more, device-independent pixels

LEAST_UPRIGHT_MAP = 40.0  # width that a map of an upright word keeps, device-independent pixels

LEAST_WORD = (400.0, 100.0)
"""Width or, if that is smaller, height that the image keeps before the maps get more, device-independent pixels."""

_LARGER = 4 / 3  # the image's scale against that of the maps, at least: the image is what is worked on
_MOST_SHARE = 0.8  # of a room, to the image: in the smallest ones its margin alone would take all
_USUAL_RATIO = 3.5  # width / height of a word, for which the maps get their place
_WORTH = 0.6  # of the best score (a sixth of the sizes): so good an arrangement is kept, so that nothing jumps about


class Box(NamedTuple):
    """A rectangle in device-independent pixels."""

    x: float
    """Left edge."""
    y: float
    """Upper edge."""
    width: float
    """Distance from the left to the right edge, ≥ 0."""
    height: float
    """Distance from the upper to the lower edge, ≥ 0."""

    def fitted(self, ratio: float, margin: float = 0.0) -> Box:
        """Return the largest rectangle of an aspect ratio, width / height, in the middle of this rectangle."""
        width, height = max(self.width - 2 * margin, 0.0), max(self.height - 2 * margin, 0.0)
        width, height = min(width, height * ratio), min(height, width / ratio)
        return Box(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)


class GridPlace(NamedTuple):
    """The place of the maps, on one side of the image."""

    is_beside: bool
    """True if the maps are at the right of the image, False if they are below it."""
    is_turned: bool
    """True if the kinds of map are side by side and their sources below each other, False the other way round."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The rectangles for an image and its maps."""

    place: GridPlace
    """The side of the image that the maps are on, and the direction of the kinds."""
    share: float
    """The image's share of the room's height, or of its width if the maps are beside the image."""
    image: Box
    """The image's room."""
    maps: Box
    """The room of all maps."""


def arrange(
    room: tuple[float, float],
    ratio: float,
    kinds: int,
    sources: int,
    *,
    is_upright: bool = False,
    is_beside: bool | None = None,
    before: Arrangement | None = None,
    margin: float = MARGIN,
) -> Arrangement:
    """Divide a room between an image and its maps.

    The maps are as large as can be while the image is larger; an image keeps `LEAST_WORD` and a map `LEAST_MAP` if
    the room allows both. The kinds of map are rows and their sources columns, except of an upright word; the maps of
    one source are a row below the image, or a column beside it. `room`: (width, height): device-independent pixels.
    `ratio`: width / height of the image. `kinds` and `sources`: how many maps there are of one source (character,
    order, localization), and how many sources. `is_upright`: True if the word is written downwards: its maps are
    beside it. `is_beside`: if the maps of other words are beside them or below; as is best for them without it.
    `before`: the current one, which is kept if another would be little better: the maps of one word after
    another stay in place. `margin`: ground around the fitted image, device-independent pixels.
    """
    width, height = room
    if not kinds or not sources:
        whole = Box(0, 0, width, height)
        return Arrangement(GridPlace(False, False), 1.0, whole, Box(0, height, width, 0))
    task = _Task(
        width=width, height=height, ratio=ratio, kinds=kinds, sources=sources, is_upright=is_upright, margin=margin
    )
    if is_upright:
        places = [GridPlace(True, True)]
    else:
        places = [GridPlace(False, is_turned=sources == 1), GridPlace(True, False)]  # one source: a row or a column
        if sources == 1 and not task.rated(task.shared(places[0]))[1]:
            places.append(GridPlace(False, False))
        places = [place for place in places if is_beside in {None, place.is_beside}]
    best = max((task.shared(place) for place in places), key=task.rated)
    if before is not None and before.place in places:
        kept = task.with_share(before.place, before.share)
        (score, keeps_least), (best_score, best_keeps_least) = task.rated(kept), task.rated(best)
        if score >= _WORTH * best_score and keeps_least >= best_keeps_least:
            best = kept
    return best


@lru_cache(maxsize=8)
def is_best_beside(room: tuple[float, float], kinds: int, sources: int) -> bool:
    """Return True if the maps of a word with the usual aspect ratio are larger beside it than below."""
    return arrange(room, _USUAL_RATIO, kinds, sources).place.is_beside


def cells(room: Box, kinds: int, sources: int, is_turned: bool) -> tuple[tuple[Box, ...], ...]:
    """Divide a room into equal rectangles for the maps, in one tuple for each kind with its sources in order."""
    width, height = _cell(room, kinds, sources, is_turned)
    grid = []
    for kind in range(kinds):
        places = [(kind, source) if is_turned else (source, kind) for source in range(sources)]
        grid.append(
            tuple(Box(room.x + x * (width + GAP), room.y + y * (height + GAP), width, height) for x, y in places)
        )
    return tuple(grid)


def _cell(room: Box, kinds: int, sources: int, is_turned: bool) -> tuple[float, float]:
    """Width and height of one map."""
    lines, across = (sources, kinds) if is_turned else (kinds, sources)
    width = max((room.width - GAP * (across - 1)) / max(across, 1), 0.0)
    return width, max((room.height - GAP * (lines - 1)) / max(lines, 1), 0.0)


class _Task(NamedTuple):
    """The things to arrange, with scales in device-independent pixels a height of the image."""

    width: float
    height: float
    ratio: float
    kinds: int
    sources: int
    is_upright: bool
    margin: float

    def shared(self, place: GridPlace) -> Arrangement:
        """The best share for one place."""
        per_scale = (
            self.ratio if place.is_beside else 1.0
        )  # pixels along the line on which image and maps share the room
        along = self.width if place.is_beside else self.height
        lines, across = (self.sources, self.kinds) if place.is_turned else (self.kinds, self.sources)
        count = across if place.is_beside else lines
        scale = max((along - HANDLE - GAP * (count - 1) - 2 * self.margin) / per_scale, 1.0)
        if place.is_beside:
            most_map = (self.height - GAP * (lines - 1)) / lines
            most_image = self.height - 2 * self.margin
        else:
            most_map = (self.width - GAP * (across - 1)) / across / self.ratio
            most_image = (self.width - 2 * self.margin) / self.ratio
        least_image, least_map = self.least
        image = max(scale / 3, scale / (1 + count / _LARGER))  # a third: then image · map² is greatest
        if least_image + count * least_map <= scale:
            image = min(max(image, least_image), scale - count * least_map)
        one = min((scale - image) / count, most_map)
        image = min(scale - count * one, most_image)
        one = min((scale - image) / count, most_map)
        left_over = max(scale - image - count * one, 0.0) / 2  # what neither can use is ground for both
        share = ((image + left_over) * per_scale + 2 * self.margin) / max(along, 1.0)
        return self.with_share(place, min(share, _MOST_SHARE))

    def with_share(self, place: GridPlace, share: float) -> Arrangement:
        share = min(max(share, 0.0), 1.0)
        along = self.width if place.is_beside else self.height
        image = min(max(round(share * along), 0), max(along - HANDLE, 0))
        rest = max(along - HANDLE - image, 0.0)
        if place.is_beside:
            rooms = Box(0, 0, image, self.height), Box(image + HANDLE, 0, rest, self.height)
        else:
            rooms = Box(0, 0, self.width, image), Box(0, image + HANDLE, self.width, rest)
        return Arrangement(place, share, *rooms)

    @property
    def least(self) -> tuple[float, float]:
        """Scales that image and map keep if there is room for both."""
        if self.is_upright:
            return LEAST_UPRIGHT_MAP / self.ratio, LEAST_UPRIGHT_MAP / self.ratio
        return min(LEAST_WORD[0] / self.ratio, LEAST_WORD[1]), LEAST_MAP

    def scales(self, made: Arrangement) -> tuple[float, float]:
        """Of the image and of a map."""
        width, height = _cell(made.maps, self.kinds, self.sources, made.place.is_turned)
        return made.image.fitted(self.ratio, self.margin).height, Box(0, 0, width, height).fitted(self.ratio).height

    def rated(self, made: Arrangement) -> tuple[float, bool]:
        """The score of an arrangement, maps counted twice, and True if image and maps keep their least sizes."""
        image, one = self.scales(made)
        least_image, least_map = self.least
        keeps_least = image >= least_image and one >= least_map
        return image * min(one, image) ** 2 * (1.0 if keeps_least else 0.1), keeps_least
