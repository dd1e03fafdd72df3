"""Checks the shapes of one label for impossible polygons, Gaussians and painted areas."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.labels.checks.problems import Fix, Problem, found, quoted
from core.labels.edits.composition import LIMIT
from core.labels.geometry import beyond, minimum_area_rectangle, polygon_of
from core.labels.label import CharacterLabel, Gaussian, Point, Polygon, WordLabel
from core.labels.maps.outlines import Outlines

FAR = 1e9  # largest distance of a corner from the image's origin, in pixels; a farther corner lies in no picture

NO_AREA = 1e-6  # square pixels
OUTSIDE = 1.0  # pixels: labelling tools put the last corner at width, at width - 1, or half a pixel beyond
THIN = 1.5  # pixels: the shorter side of the thinnest stroke that a camera could see
SMALL = 3.0  # pixels: the longer side of the smallest letter that could be read
DOT = 0.75  # pixels: either side of punctuation
SLIP = 0.2  # of the word's usual size: the rest of a box that slipped from the mouse
SAME_PLACE = (
    0.4  # intersection over union; neighbours on the 1,649 words of IIIT5K reach 0.25, its errors have over 0.5
)
_SIEVE = 0.2  # of the bounds: two thin slanted polygons may overlap more than their bounds
MANY = 1000  # characters: in longer labels pairs are not compared; such labels are reported as too long anyway
SIGMA = (1e-3, 1e6)  # pixels between which a Gaussian can be drawn at all

Float = NDArray[np.float64]
Int = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The usable polygons of a label, those with three or more corners, all finite, in reading order."""

    ranks: Int
    """(m,) int64: ranks, from 1."""
    outlines: Outlines
    """The m polygons, valid or not, in image pixels."""
    low: Float
    """(m, 2) float64: the smallest (x, y) of each polygon."""
    high: Float
    """(m, 2) float64: the largest (x, y) of each polygon."""
    centres: Float
    """(m, 2) float64: centroids, or the mean of the corners if there is no area."""

    def place_of(self, rank: int) -> Point | None:
        """Return the centre of the character with a rank, or None if the character has no usable polygon."""
        at = np.flatnonzero(self.ranks == rank)
        return (float(self.centres[at[0], 0]), float(self.centres[at[0], 1])) if at.size else None


def geometry_of(characters: Sequence[CharacterLabel]) -> Geometry:
    """Return the geometry of characters in reading order, without polygons with fewer than three finite corners."""
    kept = [k for k, character in enumerate(characters) if len(character.polygon) >= 3]
    outlines = _outlines(characters, kept)
    if outlines is None:
        kept = [k for k in kept if _outlines(characters, [k]) is not None]
        outlines = _outlines(characters, kept)
        assert outlines is not None  # each of its polygons is usable
    centres = outlines.centroids
    low, high = outlines.bounds
    if not outlines.is_star:  # the centroid of a bow tie, whose halves cancel, may lie anywhere
        centres = np.where(((centres >= low) & (centres <= high)).all(axis=1, keepdims=True), centres, (low + high) / 2)
    return Geometry(np.array(kept, np.int64) + 1, outlines, low, high, centres)


def _outlines(characters: Sequence[CharacterLabel], kept: Sequence[int]) -> Outlines | None:
    """Return the polygons of some characters.

    None is returned if a corner is infinite or too far away, or if a ring has only two corners.
    """
    corners = np.array([corner for k in kept for corner in characters[k].polygon], np.float64).reshape(-1, 2)
    if not (np.abs(corners) <= FAR).all():  # NaN fails the comparison, too
        return None
    outlines = Outlines(corners, [len(characters[k].polygon) for k in kept])
    return outlines if outlines.is_star or len(outlines.shapes) == len(kept) else None


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """The facts that all checks of one label share."""

    label: WordLabel
    """The label that is checked."""
    name: str | None
    """The image's relative path."""
    image_size: tuple[int, int] | None
    """(height, width) of the image in pixels.

    None if the image cannot be read: checks that need the size are left out."""
    characters: tuple[CharacterLabel, ...]
    """The characters in reading order."""
    geometry: Geometry
    """The usable polygons of `characters`."""

    def problem(
        self, kind: str, rank: int, sentence: Sentence, fixes: tuple[Fix, ...] = (), severe: bool = False
    ) -> Problem:
        """Return a problem of the character with a rank."""
        place = self.geometry.place_of(rank)
        return found(
            kind=kind,
            sentence=sentence,
            image=self.name,
            character=rank,
            place=place,
            fixes=fixes,
            severity="error" if severe else None,
        )

    def named(self, rank: int) -> dict[str, object]:
        """Return the values of the places `rank` and `symbol` in a sentence about the character with a rank."""
        return {"rank": rank, "symbol": quoted(self.characters[rank - 1].symbol)}

    def in_file(self, rank: int) -> int:
        """Return the place in the file of the character with a rank."""
        return self.label.ranking[rank - 1]


def check_shapes(context: Context) -> Iterator[Problem]:
    """Find problems of polygons, Gaussians and areas, sorted by kind and then in reading order."""
    broken = _unusable(context)
    yield from broken.values()
    whole = np.array([rank not in broken for rank in context.geometry.ranks.tolist()], bool)
    if whole.any():
        yield from _partly_outside(context, whole)
        yield from _tiny(context, whole)
        yield from _overlapping(context, broken)
    yield from _astray(context, broken)


def _unusable(context: Context) -> dict[int, Problem]:
    """Return the problems, by rank, that keep a character from being rendered."""
    g = context.geometry
    problems: dict[int, Problem] = {}

    def is_without_area(rank: int) -> None:
        sentence = Sentence(
            "character {rank} {symbol} has a polygon without area. Draw it again or delete it.", **context.named(rank)
        )
        problems[rank] = context.problem("polygon-without-area", rank, sentence)

    for rank in set(range(1, len(context.characters) + 1)) - set(g.ranks.tolist()):
        is_without_area(rank)
    if not len(g.ranks):
        return problems
    invalid, areas = ~g.outlines.valid, g.outlines.areas
    outside = np.zeros(len(g.ranks), bool)
    if context.image_size is not None:
        height, width = context.image_size
        across = ((g.low < 0) | (g.high > (width, height))).any(axis=1)
        if across.any():
            outside = np.asarray((g.high <= 0).any(axis=1) | (g.low >= (width, height)).any(axis=1))
            doubtful = across & ~outside & ~invalid
            outside[doubtful] = beyond(g.outlines.shapes[doubtful], (0, 0, width, height))
    for at in np.flatnonzero(outside | invalid | (areas <= NO_AREA)).tolist():
        rank = int(g.ranks[at])
        polygon = context.characters[rank - 1].polygon
        if shapely.MultiPoint(polygon).convex_hull.area <= NO_AREA or (not invalid[at] and areas[at] <= NO_AREA):
            is_without_area(rank)
        elif outside[at]:
            sentence = Sentence(
                "character {rank} {symbol} lies wholly outside the image. Move it onto its character or delete it.",
                **context.named(rank),
            )
            problems[rank] = context.problem("polygon-outside", rank, sentence)
        else:
            simple = uncrossed(polygon)
            title = Sentence("Untangle character {rank}", rank=rank)
            fix = Fix("set-polygon", title, characters=(context.in_file(rank),), polygon=simple or ())
            sentence = Sentence(
                "character {rank} {symbol} has a polygon that crosses itself. Move its corners apart.",
                **context.named(rank),
            )
            problems[rank] = context.problem("polygon-self-crossing", rank, sentence, (fix,) if simple else ())
    return dict(sorted(problems.items()))


def uncrossed(polygon: Polygon) -> Polygon | None:
    """Return the four corners of a bow tie in the order of their convex hull, or None for any other polygon.

    With five corners or more, or one inside the hull of the others, several simple polygons have these corners.
    """
    hull = shapely.MultiPoint(polygon).convex_hull
    if len(polygon) != 4 or not isinstance(hull, shapely.Polygon) or hull.area <= NO_AREA:
        return None
    ring = [(float(x), float(y)) for x, y in hull.exterior.coords[:-1]]
    if set(ring) != set(polygon) or len(ring) != 4:
        return None
    # Counter-clockwise with y down: clockwise on screen
    turned = ring if shapely.LinearRing(ring).is_ccw else ring[::-1]
    at = turned.index(polygon[0])
    return _stored(turned[at:] + turned[:at])


def _stored(points: Sequence[Point]) -> Polygon | None:
    """Return the polygon as an edit stores it, or None if no edit can store it.

    None is also returned if the rounded polygon crosses itself or has no area.
    """
    rounded = polygon_of(points, decimals=2)
    shape = shapely.Polygon(rounded)
    return rounded if shape.is_valid and shape.area > NO_AREA and np.abs(rounded).max() <= LIMIT else None


def _partly_outside(context: Context, whole: NDArray[np.bool_]) -> Iterator[Problem]:
    if context.image_size is None:
        return
    g = context.geometry
    height, width = context.image_size
    excess = np.maximum(-g.low, g.high - (width, height)).max(axis=1)
    for at in np.flatnonzero(whole & (excess > OUTSIDE)).tolist():
        rank = int(g.ranks[at])
        clipped = _clipped(g.outlines.shapes[at], width, height)
        title = Sentence("Clip character {rank} to the image", rank=rank)
        fix = Fix("set-polygon", title, characters=(context.in_file(rank),), polygon=clipped or ())
        pixels = max(1, round(float(excess[at])))
        sentence = (
            Sentence(
                "character {rank} {symbol} extends 1 pixel beyond the image. Move its corners inside, unless "
                "the character is cut off there.",
                **context.named(rank),
            )
            if pixels == 1
            else Sentence(
                "character {rank} {symbol} extends {count} pixels beyond the image. Move its corners inside, "
                "unless the character is cut off there.",
                **context.named(rank),
                count=f"{pixels:,}",
            )
        )
        yield context.problem("polygon-partly-outside", rank, sentence, (fix,) if clipped else ())


def _clipped(polygon: shapely.Polygon, width: int, height: int) -> Polygon | None:
    """The polygon's part inside the image, if the part is one polygon with 80 % of the area: the rest was a slip."""
    inside = shapely.intersection(polygon, shapely.box(0, 0, width, height))
    if not isinstance(inside, shapely.Polygon) or inside.interiors or inside.area < 0.8 * polygon.area:
        return None
    return _stored([(float(x), float(y)) for x, y in shapely.normalize(inside).exterior.coords[:-1]])


def _tiny(context: Context, whole: NDArray[np.bool_]) -> Iterator[Problem]:
    g = context.geometry
    longest = np.hypot(*(g.high - g.low).T)
    ordered = np.sort(longest[whole])
    middle = (len(ordered) - 1) // 2, len(ordered) // 2
    usual = float(ordered[[*middle]].mean()) if len(ordered) >= 3 else 0.0  # the median
    # Area over diagonal is at most the shorter side: a sieve before the exact look.
    suspect = (g.outlines.areas < 1.5 * THIN * longest) | (longest < np.maximum(2 * SMALL, 1.5 * SLIP * usual))
    for at in np.flatnonzero(whole & suspect).tolist():
        rank = int(g.ranks[at])
        character = context.characters[rank - 1]
        _, sides, _ = minimum_area_rectangle(character.polygon)
        short, long = sorted(sides)
        if _is_small_by_nature(character.symbol):
            enough = short >= DOT
        else:
            enough = short >= THIN and long >= max(SMALL, SLIP * usual)
        if not enough:
            sentence = Sentence(
                "character {rank} {symbol} is only {long} × {short} pixels. Draw it again, or delete it if "
                "it was drawn by mistake.",
                **context.named(rank),
                long=f"{long:.3g}",
                short=f"{short:.3g}",
            )
            yield context.problem("polygon-tiny", rank, sentence)


def _is_small_by_nature(symbol: str) -> bool:
    """Return True if a symbol is punctuation, a mark or the like: much smaller than letters in any font."""
    return any(unicodedata.category(c)[0] in "PMZ" or unicodedata.category(c) in {"Sk", "Lm", "No"} for c in symbol)


def same_place(geometry: Geometry) -> list[tuple[int, int]]:
    """Return the pairs of ranks, the earlier first, of valid polygons that are almost at the same place."""
    g = geometry
    if not 2 <= len(g.ranks) <= MANY:
        return []
    size = np.maximum(np.minimum(g.high[:, None], g.high) - np.maximum(g.low[:, None], g.low), 0)
    common = size[..., 0] * size[..., 1]
    boxes = (g.high - g.low).prod(axis=1)
    near = np.argwhere(np.triu(common > _SIEVE * (boxes[:, None] + boxes - common), 1)).tolist()
    if not near:
        return []
    polygons, areas = g.outlines.shapes, g.outlines.areas
    valid = g.outlines.valid & (areas > NO_AREA)
    pairs = []
    for first, second in near:
        if not (valid[first] and valid[second]):
            continue
        shared = float(shapely.area(shapely.intersection(polygons[first], polygons[second])))
        if shared >= SAME_PLACE * (areas[first] + areas[second] - shared):
            pairs.append((int(g.ranks[first]), int(g.ranks[second])))
    return pairs


def _overlapping(context: Context, broken: Container[int]) -> Iterator[Problem]:
    """Find characters on nearly the same place as an earlier character, unless a model has drafted both."""
    reported = set()
    for earlier, rank in same_place(context.geometry):
        is_opinion = all(context.characters[number - 1].is_draft for number in (earlier, rank))
        if is_opinion or rank in reported or rank in broken or earlier in broken:
            continue
        reported.add(rank)
        sentence = Sentence(
            "character {rank} {symbol} covers much of the same area as character {earlier}. Move one of "
            "them, or delete the one that the image does not show.",
            **context.named(rank),
            earlier=f"{earlier} {quoted(context.characters[earlier - 1].symbol)}",
        )
        yield context.problem("characters-overlap", rank, sentence, _without_duplicate(context, earlier, rank))


def _without_duplicate(context: Context, earlier: int, later: int) -> tuple[Fix, ...]:
    """Return the fix that deletes the later of two characters if it is an exact double of the earlier one.

    No fix is returned if the text has a symbol for each of the two, as one of them is then misplaced, nor if the later
    character has an area or a Gaussian of its own.
    """
    one, two = context.characters[earlier - 1], context.characters[later - 1]
    same = (
        one.symbol == two.symbol and np.allclose(np.sort(one.corners, axis=0), np.sort(two.corners, axis=0), atol=0.01)
        if len(one.polygon) == len(two.polygon)
        else False
    )
    text = context.label.text
    spoken = text is not None and len(unicodedata.normalize("NFC", text)) >= len(context.characters)
    if not same or spoken or two.area is not None or two.gaussian is not None:
        return ()
    title = Sentence("Delete character {rank}, a duplicate of {earlier}", rank=later, earlier=earlier)
    return (Fix("delete", title, characters=(context.in_file(later),)),)


def _astray(context: Context, broken: Container[int]) -> Iterator[Problem]:
    """Find Gaussians and areas set by hand that lie far from their polygon."""
    g = context.geometry
    at = {rank: k for k, rank in enumerate(g.ranks.tolist()) if rank not in broken}
    for rank, character in enumerate(context.characters, 1):
        if character.gaussian is None and character.area is None:
            continue
        place = (context.in_file(rank),)
        if character.gaussian is not None:
            title = Sentence("Let the Gaussian of character {rank} follow its polygon", rank=rank)
            fix = Fix("clear-gaussian", title, characters=place)
            if not _can_be_drawn(character.gaussian):
                sentence = Sentence(
                    "character {rank} {symbol} has a Gaussian that cannot be drawn. Set it again, or clear it.",
                    **context.named(rank),
                )
                yield context.problem("gaussian-astray", rank, sentence, (fix,), severe=True)
            elif rank in at and not _fits(character.gaussian, g, at[rank]):
                sentence = Sentence(
                    "character {rank} {symbol} has a Gaussian set by hand that is not on it. "
                    "Move it onto the character, or clear it.",
                    **context.named(rank),
                )
                yield context.problem("gaussian-astray", rank, sentence, (fix,))
        area = character.area
        if area is not None and rank in at:
            k = at[rank]
            apart = (g.low[k] >= (area.x + area.width, area.y + area.height)) | (g.high[k] <= (area.x, area.y))
            if apart.any() or not any(area.bits):
                fix = Fix(
                    "clear-area", Sentence("Clear the painted area of character {rank}", rank=rank), characters=place
                )
                sentence = Sentence(
                    "character {rank} {symbol} has a painted area that is not on it. Paint it again, or clear it.",
                    **context.named(rank),
                )
                yield context.problem("area-astray", rank, sentence, (fix,))


def _can_be_drawn(gaussian: Gaussian) -> bool:
    numbers = (*gaussian.center, gaussian.angle)
    return all(abs(n) <= FAR for n in numbers) and all(SIGMA[0] <= sigma <= SIGMA[1] for sigma in gaussian.sigma)


def _fits(gaussian: Gaussian, geometry: Geometry, at: int) -> bool:
    """Return True if the centre is in or next to the polygon, and no axis is longer than the polygon is large."""
    size = math.hypot(*(geometry.high[at] - geometry.low[at]))
    with np.errstate(divide="ignore"):  # GEOS divides by the square of a side, which is 0 for one of 1e-200 pixels
        distance = float(shapely.distance(geometry.outlines.shapes[at], shapely.Point(gaussian.center)))
    return distance <= max(1.0, 0.1 * size) and max(gaussian.sigma) <= max(2.0, 1.5 * size)
