"""The three target maps that a label turns into (Wan et al. 2020, "Label Generation"), all characters at once.

Everything here is in resized input pixels; the centre of map pixel (i, j) is at ((j + 0.5)·stride, (i + 0.5)·stride).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Literal, NamedTuple

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import LabelError, Sentence
from core.charset import Charset, name_of
from core.labels.geometry import beyond
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.outlines import Outlines
from core.labels.maps.spans import Pixels
from core.labels.maps.spec import MapSpec, Sigma

__all__ = ["BACKGROUND", "IGNORE", "MapSpec", "Sigma", "TargetMaps", "Unknown", "render"]

BACKGROUND = 0
IGNORE = -1
"""Value of the character map where the loss looks away."""

Unknown = Literal["ignore", "error"]

_CUT_OFF = -2 * math.log(0.003)  # in d²: beyond 3.41 σ, where Ŷ < 0.003, a Gaussian need not be drawn
_TIE = 1e-9  # relative difference of d² below which two characters are equally near: rounding must not decide
_HALF = np.float32(-0.5)

Float = NDArray[np.float64]
Int = NDArray[np.int64]


class TargetMaps(NamedTuple):
    """The target maps of one label.

    Attributes
    ----------
    character : (h, w) int32
        Symbol ids 1 … C inside P′, `IGNORE` where the loss looks away, else 0.
    order : (h, w) int32
        Rank k of the character whose Ŷ_k is the largest where that exceeds the threshold, else 0.
    localization : (h, w) float32
        The largest Ŷ_k, 0 to 1.
    """

    character: NDArray[np.int32]
    order: NDArray[np.int32]
    localization: NDArray[np.float32]


def render(
    label: WordLabel,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec | None = None,
    unknown: Unknown = "ignore",
    name: str = "label",
) -> TargetMaps:
    """Render a label's target maps.

    Parameters
    ----------
    label : WordLabel
        Polygons in image pixels.
    image_size : (height, width)
        Of the image after EXIF orientation.
    charset : Charset
        Gives the ids of the character map.
    spec : MapSpec, optional
        Sizes and numbers; the defaults if left out.
    unknown : {"ignore", "error"}
        What to do with a symbol outside the charset: `IGNORE` in the character map, or refuse.
    name : str
        The image's name, for errors.

    Returns
    -------
    TargetMaps

    Raises
    ------
    LabelError
        More than `max_length` characters; a polygon wholly outside the image, self-crossing or without area; a symbol
        outside the charset where `unknown` is "error". The sentence names image, character and rule.
    """
    spec = spec or MapSpec()
    h, w = spec.map_size
    characters = label.in_order
    if len(characters) > spec.max_length:
        raise LabelError(
            "{name}: {count} characters, more than max_length = {most}. Raise max_length in textscanner.json, or "
            "split the word.",
            name=name,
            count=len(characters),
            most=spec.max_length,
        )
    if not characters:
        return TargetMaps(np.zeros((h, w), np.int32), np.zeros((h, w), np.int32), np.zeros((h, w), np.float32))
    ids = _ids(characters, charset, unknown, name)
    matrix = spec.to_input(image_size)
    x, y = (
        np.fromiter(chain.from_iterable(chain.from_iterable(c.polygon for c in characters)), np.float64)
        .reshape(-1, 2)
        .T
    )
    corners = np.empty((len(x), 2))
    for axis, (from_x, from_y, shift) in enumerate(matrix.tolist()):
        corners[:, axis] = from_x * x + from_y * y + shift
    outlines = Outlines(corners, [len(c.polygon) for c in characters])
    _require_usable(outlines, spec.content_size(image_size), characters, name)
    centers, precisions, reach = _gaussians(characters, outlines, matrix, spec.sigma)
    order, localization = _order_and_localization(centers, precisions, reach, spec)
    character = _character_map(characters, ids, outlines, centers, spec, image_size)
    return TargetMaps(character, order, localization)


def _ids(characters: Sequence[CharacterLabel], charset: Charset, unknown: Unknown, name: str) -> NDArray[np.int32]:
    """Symbol id of each character, `IGNORE` for one that is ignored or unknown."""
    ids = np.empty(len(characters), np.int32)
    for rank, character in enumerate(characters, 1):
        found = IGNORE if character.is_ignored else charset.id_of(character.symbol)
        if found is None and unknown == "error":
            raise LabelError(
                "{name}: character {rank} {symbol} is not in the charset ({size} symbols). Add it to the "
                'charset, or set unknown to "ignore".',
                name=name,
                rank=rank,
                symbol=name_of(character.symbol),
                size=len(charset),
            )
        ids[rank - 1] = IGNORE if found is None else found
    return ids


def _require_usable(
    outlines: Outlines, content: tuple[int, int], characters: Sequence[CharacterLabel], name: str
) -> None:
    """Refuse polygons that cannot be rendered."""
    height, width = content
    lowest = np.minimum.reduceat(outlines.corners, outlines.starts[:-1])
    highest = np.maximum.reduceat(outlines.corners, outlines.starts[:-1])
    outside = np.any((highest <= 0) | (lowest >= (width, height)), axis=1)
    sound = (outlines.areas > 0) & outlines.valid
    crossing = sound & ~outside & np.any((lowest < 0) | (highest > (width, height)), axis=1)
    if crossing.any():  # a slanted polygon may lie beyond a corner of the image, though the box around it does not
        outside[crossing] = beyond(outlines.shapes[crossing], width, height)
    usable = sound & ~outside
    if usable.all():
        return
    at = int(np.flatnonzero(~usable)[0])
    hull = shapely.MultiPoint(outlines.corners[outlines.starts[at] : outlines.starts[at + 1]]).convex_hull
    rule = (
        Sentence("lies wholly outside the image. Move it onto its character or delete it.")
        if outside[at]
        else Sentence("has a polygon without area. Draw it again or delete it.")
        if not hull.area > 0
        else Sentence("has a polygon that crosses itself. Move its corners apart.")
    )
    raise LabelError(
        "{name}: character {rank} {symbol} {rule}",
        name=name,
        rank=at + 1,
        symbol=name_of(characters[at].symbol),
        rule=rule,
    )


def _gaussians(
    characters: Sequence[CharacterLabel], outlines: Outlines, matrix: Float, sigma: Sigma
) -> tuple[Float, Float, Float]:
    """Centres (n, 2), inverse covariances (3, n) as (xx, xy, yy), and half extents (n, 2) of what has to be drawn."""
    n = len(characters)
    centers = outlines.centroids
    covariances = np.empty((3, n))
    xx, xy, yy = covariances
    if sigma.kind == "fixed":
        covariances[:] = [[sigma.value**2], [0.0], [sigma.value**2]]
    elif (sides := outlines.axis_parallel_sides) is not None:
        np.square(sides.T * sigma.value, out=covariances[::2])
        xy[:] = 0.0
    else:
        found = np.empty((n, 3))
        single = outlines.corners.astype(np.float32)
        for k, (start, end) in enumerate(pairwise(outlines.starts.tolist())):
            _, found[k, :2], found[k, 2] = cv2.minAreaRect(single[start:end])
        a, b = np.square(np.maximum(found[:, :2] * sigma.value, 1e-6)).T
        angle = np.deg2rad(found[:, 2])
        cos, sin = np.cos(angle), np.sin(angle)
        xx[:], yy[:] = a * cos * cos + b * sin * sin, a * sin * sin + b * cos * cos
        xy[:] = (a - b) * sin * cos
    for k, character in enumerate(characters):
        if character.gaussian is not None:
            centers[k] = matrix[:, :2] @ character.gaussian.center + matrix[:, 2]
            covariance = matrix[:, :2] @ character.gaussian.covariance @ matrix[:, :2].T
            xx[k], xy[k], yy[k] = covariance[0, 0], covariance[0, 1], covariance[1, 1]
    xy[np.abs(xy) < 1e-12 * np.sqrt(xx * yy)] = 0.0  # a rounding residue would cost axis-parallel boxes two passes
    precisions = np.stack([yy, -xy, xx]) / (xx * yy - xy * xy)
    return centers, precisions, np.sqrt(_CUT_OFF * covariances[::2].T)


def _order_and_localization(
    centers: Float, precisions: Float, reach: Float, spec: MapSpec
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The order and localization maps.

    Each character only looks at the patch that its Gaussian reaches, and for the order at the smaller one where it
    exceeds the threshold. There the squared distances d² are compared: Ŷ_k = exp(−½ d²) falls with d, and of d² also
    the last digits are known.
    """
    h, w = spec.map_size
    stride = spec.stride
    threshold = -2 * math.log(spec.threshold)
    localization = np.zeros((h, w), np.float32)
    nearest = np.full((h, w), threshold)
    winner = np.zeros((h, w), np.int32)
    outer = _patches(centers, reach, spec)
    inner = _patches(centers, reach * math.sqrt(threshold / _CUT_OFF), spec)
    # Each later character is put _TIE further away, so that of equals the earlier one is nearer whatever the rounding.
    xx, xy, yy = precisions * (1 + _TIE * np.arange(len(centers)))
    dx = np.arange(0.5, w) * stride - centers[:, :1]
    dy = np.arange(0.5, h) * stride - centers[:, 1:]
    from_x, from_y = dx * dx * xx[:, None], dy * dy * yy[:, None]
    along, down = np.exp(-0.5 * from_x).astype(np.float32), np.exp(-0.5 * from_y).astype(np.float32)
    for k, mixed in enumerate((2 * xy).tolist()):
        left, top, right, bottom = outer[k]
        if mixed:  # the ellipse is slanted: its exponential is no product of one along each axis
            distance = from_y[k, top:bottom, None] + from_x[k, left:right]
            distance += dy[k, top:bottom, None] * (mixed * dx[k, left:right])
            gaussian = np.exp(distance.astype(np.float32) * _HALF)
        else:
            gaussian = down[k, top:bottom, None] * along[k, left:right]
        patch = localization[top:bottom, left:right]
        np.maximum(patch, gaussian, out=patch)
        left, top, right, bottom = inner[k]
        distance = from_y[k, top:bottom, None] + from_x[k, left:right]
        if mixed:
            distance += dy[k, top:bottom, None] * (mixed * dx[k, left:right])
        closest = nearest[top:bottom, left:right]
        closer = distance < closest
        np.copyto(closest, distance, where=closer)
        np.copyto(winner[top:bottom, left:right], k + 1, where=closer)
    at_center = _nearest_pixels(centers, spec)
    ranks = np.arange(1, len(centers) + 1)
    flat = winner.ravel()
    if (flat[at_center] != ranks).any():  # else every character has a pixel
        lost = np.bincount(flat, minlength=len(centers) + 1)[1:] == 0
        flat[at_center[lost]] = ranks[lost]
    return winner, localization


def _patches(centers: Float, reach: Float, spec: MapSpec) -> list[list[int]]:
    """[left, top, right, bottom) in map pixels of those within some half extents of each centre."""
    h, w = spec.map_size
    corners = np.concatenate([centers - reach, centers + (reach + spec.stride)], axis=1)
    corners *= 1 / spec.stride
    return np.clip(np.ceil(corners - 0.5), 0, (w, h, w, h)).astype(np.int64).tolist()  # type: ignore[no-any-return]


def _nearest_pixels(centers: Float, spec: MapSpec) -> Int:
    """Flat index of the map pixel whose centre is nearest to each point; the lower where two are equally near."""
    h, w = spec.map_size
    j, i = np.clip(np.ceil(centers / spec.stride - _TIE).astype(np.int64) - 1, 0, (w - 1, h - 1)).T
    return np.asarray(i * w + j)


def _character_map(
    characters: Sequence[CharacterLabel],
    ids: NDArray[np.int32],
    outlines: Outlines,
    centers: Float,
    spec: MapSpec,
    image_size: tuple[int, int],
) -> NDArray[np.int32]:
    """The character map: ids inside P′, `IGNORE` in the rest of P and all over what is to be ignored."""
    n = len(characters)
    outer, inner = outlines.pixels(spec.shrink, spec.map_size, spec.stride)
    inner = _with_painted(inner, characters, spec, image_size)
    inner = _nearest_owned(inner, centers, spec)
    result = np.zeros(spec.map_size[0] * spec.map_size[1], np.int32)
    result[outer.flat] = IGNORE
    result[inner.flat] = ids[inner.shape]
    has_pixel = np.zeros(n, bool)
    ignored = ids == IGNORE
    if ignored.any():
        over = ignored[outer.shape]
        covered = np.zeros(len(result), bool)
        covered[outer.flat[over]] = True
        result[covered] = IGNORE
        seen = inner.shape[~covered[inner.flat]]
        has_pixel[seen[~ignored[seen]]] = True
        has_pixel[outer.shape[over]] = True
    else:
        has_pixel[inner.shape] = True
    if not has_pixel.all():
        lost = ~has_pixel
        result[_nearest_pixels(centers[lost], spec)] = ids[lost]
    return result.reshape(spec.map_size)


def _nearest_owned(pixels: Pixels, centers: Float, spec: MapSpec) -> Pixels:
    """Each map pixel once: where P′ overlap, it goes to the character whose centre is nearer."""
    h, w = spec.map_size
    taken = np.zeros(h * w, bool)
    taken[pixels.flat] = True
    if np.count_nonzero(taken) == len(pixels.flat):
        return pixels
    center = centers[pixels.shape]
    dx = (pixels.flat % w + 0.5) * spec.stride - center[:, 0]
    dy = (pixels.flat // w + 0.5) * spec.stride - center[:, 1]
    distance = np.round(dx * dx + dy * dy, 9)  # so that rounding does not break a tie
    nearest_first = np.lexsort((pixels.shape, distance, pixels.flat))
    index = pixels.flat[nearest_first]
    first = np.concatenate([[True], index[1:] != index[:-1]])
    return Pixels(index[first], pixels.shape[nearest_first][first])


def _with_painted(
    pixels: Pixels, characters: Sequence[CharacterLabel], spec: MapSpec, image_size: tuple[int, int]
) -> Pixels:
    """P′ of the painted characters replaced by their areas, looked up at the image pixel that holds each centre."""
    painted = [k for k, c in enumerate(characters) if c.area is not None]
    if not painted:
        return pixels
    h, w = spec.map_size
    matrix = spec.to_image(image_size)
    x, y = np.meshgrid((np.arange(w) + 0.5) * spec.stride, (np.arange(h) + 0.5) * spec.stride)
    column = np.floor(matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2] + _TIE).astype(int).ravel()
    row = np.floor(matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2] + _TIE).astype(int).ravel()
    keep = ~np.isin(pixels.shape, painted)
    indices, shapes = [pixels.flat[keep]], [pixels.shape[keep]]
    for k in painted:
        area = characters[k].area
        assert area is not None
        near = np.flatnonzero(
            (column >= area.x) & (column < area.x + area.width) & (row >= area.y) & (row < area.y + area.height)
        )
        near = near[area.pixels[row[near] - area.y, column[near] - area.x]]
        indices.append(near)
        shapes.append(np.full(len(near), k))
    return Pixels(np.concatenate(indices), np.concatenate(shapes))
