"""Finds the peaks of the localization map, each of them a character's place for the network, and their polygons.

A target peak is the Gaussian Ŷ_k whose standard deviations are fractions of the two sides of the character's
minimum-area rectangle (`MapSpec.sigma`). Read backwards, a peak's own two deviations are the sides of the rectangle. If
sigma is one fixed number, Q knows no sizes; then the foreground of G around the peak, which is the polygon shrunk by
area·(1 − shrink²)/perimeter, is grown back by the same distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from core.analysis.predicted_maps import PredictedMaps
from core.labels.geometry import polygon_of, signed_area, transform
from core.labels.label import Point, Polygon
from core.labels.maps.decoding import L_SCORE, Float
from core.labels.maps.spec import MapSpec

_VALLEY = 0.85  # of the lower of two maxima: if Q between them never falls below it, they are one hump
_FLANK = 0.2  # of its maximum: the part of a hump that shows its shape; within the rectangle (1.8 of 2 sigma)
_CORE = 0.5  # of its maximum: the part that says what the character is, as H_k has it (the threshold of the order map)
_LONG = 1.5  # ratio of the deviations from which a hump's own direction counts for more than that of its line
_SURE = 2.0  # standard errors from which a slant is not chance
_LEVEL = np.deg2rad(4)  # a smaller slant is rounding
_LEAST_SIDE = 1.0  # map pixels

Int = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Peak:
    """A place of one character as the maps show it."""

    position: int
    """The number k of the order channel that is the strongest there."""
    presence: float
    """The height of the peak, 0 to 1: Q at its centre, which lies between the centres of map pixels."""
    center: Point
    """(x, y): in image pixels."""
    polygon: Polygon
    """A quadrilateral in image pixels, clockwise on screen from the top left, with two decimals."""
    pixels: Int
    """(m,) int64: flat indices of the map pixels at the peak's middle, which determine the character."""


def find_peaks(
    predicted: PredictedMaps, image_size: tuple[int, int], spec: MapSpec, *, every_position: bool = False
) -> list[Peak]:
    """Find every peak of Q, and split those that S keeps apart.

    Parameters
    ----------
    predicted : PredictedMaps
        The maps of one image.
    image_size : (height, width)
        Of the image after EXIF orientation.
    spec : MapSpec
        The parameters of the network's maps.
    every_position : bool
        True for one peak for each position that is read, also if another one is stronger in the same place.

    Returns
    -------
    list of Peak
        By position; those of the same one along the network's x axis. Peaks of Q that no position is read at are among
        them.
    """
    h, w = predicted.map_size
    localization = predicted.localization.astype(np.float64)
    seeds = _seeds(predicted, localization, every_position)
    if not seeds:
        return []
    owner = _owners(localization, [pixel for pixel, _ in seeds])
    flat = localization.ravel()
    strength = predicted.strength
    background = np.asarray(predicted.symbols.best[:, [0]].toarray()).ravel() + predicted.symbols.rest
    humps = []
    for pixel, position in seeds:
        own = np.flatnonzero(owner == owner[pixel])  # two positions may share a pixel, and then a peak
        flank, core = own[flat[own] >= _FLANK * flat[pixel]], own[flat[own] >= _CORE * flat[pixel]]
        humps.append((pixel, position, own, core, _shape(flank, core, flat, w)))
    line = _line_angle(np.array([center for *_, (center, _, _) in humps]))
    peaks = []
    for pixel, position, own, core, (center, covariance, height) in humps:
        if spec.sigma.kind == "relative":
            corners = _rectangle(center, covariance, 1 / spec.sigma.value, len(core), line)
        else:
            corners = _grown_back(own[background[own] < 0.5], pixel, spec, (h, w), line)
        in_input = np.array([center, *corners]) * spec.stride
        in_image = transform(polygon_of(in_input), spec.to_image(image_size))
        center_in_image = np.clip(in_image[0], 0, image_size[::-1])
        peaks.append(
            Peak(
                position or int(strength[core].sum(axis=0).argmax()) + 1,
                height,
                (float(center_in_image[0]), float(center_in_image[1])),
                _as_drawn(in_image[1:], image_size),
                core,
            )
        )
    across = [pixel % w for pixel, _ in seeds]
    return [peaks[i] for i in sorted(range(len(peaks)), key=lambda i: (peaks[i].position, across[i]))]


def _seeds(predicted: PredictedMaps, localization: Float, every_position: bool) -> list[tuple[int, int]]:
    """(flat index, k) of the positions read and, with k = 0, of the maxima of Q that none of them explains."""
    strength = predicted.strength
    highest, presence = strength.argmax(axis=0), strength.max(axis=0)
    if every_position:
        read = [character.order - 1 for character in predicted.word.characters]
    else:
        present = np.flatnonzero(presence >= L_SCORE).tolist()
        read = [k for k in present if predicted.positions[highest[k]].argmax() == k]
    seeds = [(int(highest[k]), k + 1) for k in read]
    smooth = cv2.GaussianBlur(localization, (3, 3), 0)
    top = (smooth == cv2.dilate(smooth, np.ones((3, 3), np.uint8))) & (localization >= L_SCORE)
    maxima = sorted(np.flatnonzero(top).tolist(), key=lambda pixel: -localization.flat[pixel])
    for pixel in maxima:
        if not any(_one_hump(localization, pixel, seed) for seed, _ in seeds):
            seeds.append((pixel, 0))
    return seeds


def _owners(localization: Float, seeds: Sequence[int]) -> Int:
    """Number of the seed, from 0, that each map pixel belongs to, (h·w,).

    From every pixel one climbs to the highest of its neighbours until there is none higher. The summit decides: it
    belongs to a seed of the same hump, or else to the nearest one; if several seeds share its hump, each pixel goes
    to the nearest of them.
    """
    h, w = localization.shape
    if len(seeds) == 1:
        return np.zeros(h * w, int)
    smooth = cv2.GaussianBlur(localization, (3, 3), 0)
    padded = np.pad(smooth, 1, constant_values=-1)
    ways = [(di, dj) for di in (0, -1, 1) for dj in (0, -1, 1)]  # staying comes first: a plateau is a summit
    around = np.stack([padded[1 + di : 1 + di + h, 1 + dj : 1 + dj + w] for di, dj in ways])
    steps = np.array([di * w + dj for di, dj in ways])[around.argmax(axis=0)].ravel()
    summit = np.arange(h * w) + steps
    while not np.array_equal(higher := summit[summit], summit):
        summit = higher
    row, column = np.divmod(np.arange(h * w), w)
    seed_row, seed_column = np.divmod(np.array(seeds), w)
    distance = (row[:, None] - seed_row) ** 2 + (column[:, None] - seed_column) ** 2
    summits, number = np.unique(summit, return_inverse=True)
    shared = np.array([[_one_hump(localization, top, seed) for seed in seeds] for top in summits.tolist()])
    shared[~shared.any(axis=1)] = True
    return np.asarray(np.where(shared[number], distance, distance.max() + 1).argmin(axis=1))


def _one_hump(localization: Float, first: int, second: int) -> bool:
    """Return True if Q has no valley on the straight line between two map pixels."""
    w = localization.shape[1]
    (i, j), (i2, j2) = divmod(first, w), divmod(second, w)
    steps = max(abs(i - i2), abs(j - j2), 1)
    along = np.arange(steps + 1)
    between = localization[
        np.rint(i + along * ((i2 - i) / steps)).astype(int), np.rint(j + along * ((j2 - j) / steps)).astype(int)
    ]
    return bool(between.min() >= _VALLEY * min(between[0], between[-1]))


def _shape(flank: Int, core: Int, values: Float, w: int) -> tuple[Float, Float, float]:
    """Return centre (x, y), covariance, (2, 2), in map pixels from the map's corner, and height of a peak.

    The logarithm of a Gaussian is a quadratic form, fitted in the least squares, each pixel weighted with its value,
    because an error of Q is one of log Q divided by Q (Guo 2011, "A simple algorithm for fitting a Gaussian function").
    If that gives no ellipse, or one larger than the fitted pixels can show, the moments of the middle do: those of a
    Gaussian cut off at half its height are its covariance times D²/4, D² = 2 ln 2, if all pixels weigh the same.
    """
    x, y = flank % w + 0.5, flank // w + 0.5
    value = values[flank]
    middle = np.array([np.average(x, weights=value), np.average(y, weights=value)])
    u, v = x - middle[0], y - middle[1]
    if len(flank) >= 6:
        design = np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])
        (level, *slope, uu, uv, vv), _, rank, _ = np.linalg.lstsq(
            design * value[:, None], np.log(np.maximum(value, 1e-6)) * value, rcond=None
        )
        precision = -np.array([[2 * uu, uv], [uv, 2 * vv]])
        reach = max(np.ptp(x), np.ptp(y)) + 1
        if rank == 6 and np.linalg.eigvalsh(precision)[0] > 1 / reach**2:
            shift = np.linalg.solve(precision, slope)
            if np.abs(shift).max() <= reach / 2:
                height = float(np.exp(level + shift @ slope / 2))
                return middle + shift, np.linalg.inv(precision), min(height, 1.0)
    x, y = core % w + 0.5, core // w + 0.5
    spread = np.cov(np.vstack([x, y]), bias=True) + np.eye(2) / 12  # a pixel is not a point
    return np.array([x.mean(), y.mean()]), spread * (4 / (2 * np.log(2))), min(float(values[core].max()), 1.0)


def _slant(covariance: Float, count: int, usual: float = 0.0) -> float:
    """Return the angle of a scatter's axis, radians from +x towards +y, −π/4 to π/4, or the usual one if in doubt.

    The angle of the first axis of a normal scatter of n points with the variances λ₁ > λ₂ along its axes has the
    variance λ₁λ₂/(n·(λ₁ − λ₂)²) (Anderson 1963, "Asymptotic theory for principal component analysis", for two
    dimensions). It is believed from two of these standard errors on, and only of a scatter that is clearly longer than
    wide (`_LONG`): a nearly round one has no direction that a person would draw, and few points have one by chance.
    `covariance`: (2, 2). `count`: n: the points or map pixels that make the scatter. `usual`: the expected slant,
    radians: characters are upright or as their line is.
    """
    (less, more), axes = np.linalg.eigh(covariance)
    less = max(less, 0.0)
    along = axes[:, int(np.abs(axes[0]).argmax())]  # the axis that is nearer to +x
    angle = float(np.arctan(along[1] / along[0]))
    apart = abs((angle - usual + np.pi / 4) % (np.pi / 2) - np.pi / 4)  # a rectangle's, which a quarter turn repeats
    is_long = more >= _LONG**2 * less
    is_sure = apart * (more - less) * np.sqrt(count) > _SURE * np.sqrt(less * more)
    return angle if is_long and is_sure and apart > _LEVEL else usual


def _line_angle(centers: Float) -> float:
    """Return the angle of the straight line along centres, (n, 2) in map pixels, or 0 if it is not clearly slanted.

    A centre is known to no more than the place of its pixel, whose variance is 1/12; fewer than three make no line.
    """
    if len(centers) < 3:
        return 0.0
    return _slant(np.cov(centers.T, bias=True) + np.eye(2) / 12, len(centers))


def _rectangle(center: Float, covariance: Float, sides: float, count: int, line: float) -> Float:
    """Corners, (4, 2), of the rectangle whose sides are `sides` standard deviations.

    It lies along the hump's own axes if these are clearly others than those of the text line (`_slant`, of the
    `count` map pixels of its middle), else along the line.
    """
    angle = _slant(covariance, count, line)
    a, b = np.sqrt(np.maximum(np.diag(_axes(angle) @ covariance @ _axes(angle).T), 0))
    return _corners(center, (float(a) * sides, float(b) * sides), angle)


def _grown_back(foreground: Int, pixel: int, spec: MapSpec, map_size: tuple[int, int], line: float) -> Float:
    """Corners, (4, 2) in map pixels, of the rectangle around the piece of foreground at a pixel, shrinking undone."""
    mask = np.zeros(map_size, np.uint8)
    mask.flat[foreground] = 1
    mask.flat[pixel] = 1
    _, pieces = cv2.connectedComponents(mask, connectivity=4)
    i, j = np.nonzero(pieces == pieces.flat[pixel])
    scatter = np.cov(np.vstack([j, i]), bias=True) + np.eye(2) / 12  # a pixel is not a point
    angle = _slant(scatter, len(i), line)
    corners = np.concatenate([np.column_stack([j + dx, i + dy]) for dx in (0, 1) for dy in (0, 1)])
    axes = _axes(angle)
    along = corners @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    a, b = (high - low) * spec.stride
    grown = unshrunk((float(a), float(b)), spec.shrink)
    return _corners((low + high) / 2 @ axes, (grown[0] / spec.stride, grown[1] / spec.stride), angle)


def unshrunk(sides: tuple[float, float], shrink: float) -> tuple[float, float]:
    """Return the sides of the rectangle that shrinks to these sides by area·(1 − shrink²)/perimeter on each side.

    With δ = a − b, which shrinking keeps, and q = 1 − shrink², the shorter side b′ = b − q·(b + δ)·b/(2b + δ) is solved
    for b: (2 − q)·b² + (δ·(1 − q) − 2b′)·b − b′δ = 0.
    """
    shorter, difference = min(sides), max(sides) - min(sides)
    q = 1 - shrink**2
    half = (difference * (1 - q) - 2 * shorter) / 2
    b = (-half + np.sqrt(half**2 + (2 - q) * shorter * difference)) / (2 - q)
    grown = float(b) - shorter
    return sides[0] + grown, sides[1] + grown


def _corners(center: Float, sides: tuple[float, float], angle: float) -> Float:
    """Corners, (4, 2), of a rectangle whose first side is turned by an angle in radians from +x towards +y."""
    a, b = (max(side, _LEAST_SIDE) / 2 for side in sides)
    return np.asarray(center + np.array([[-a, -b], [a, -b], [a, b], [-a, b]]) @ _axes(angle))


def _axes(angle: float) -> Float:
    """Unit vectors, (2, 2), one a row: +x and +y turned by an angle in radians from +x towards +y."""
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def _as_drawn(corners: Float, image_size: tuple[int, int]) -> Polygon:
    """A quadrilateral as a person would draw it: inside the image, clockwise on screen from the top left."""
    height, width = image_size
    size = np.array((width, height), float)
    # A character that was read in the padding gets the pixels at the rim: nothing is drawn without an area.
    before = np.where(corners.max(axis=0) <= 0, 1 - corners.max(axis=0), 0)
    behind = np.where(corners.min(axis=0) >= size, size - 1 - corners.min(axis=0), 0)
    inside = np.clip(corners + before + behind, 0, size)
    if signed_area(polygon_of(inside)) < 0:
        inside = inside[::-1]
    start = int(inside.sum(axis=1).argmin())
    return polygon_of(list(chain(inside[start:], inside[:start])), decimals=2)
