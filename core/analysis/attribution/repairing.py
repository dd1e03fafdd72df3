"""Repairs a prediction by hand, with strokes and drags on its maps, and forms the word again.

Each repair takes compact maps and gives others; the maps that it was given stay as they are. The network's own maps are
never touched, and neither are the targets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.maps.decoding import L_SCORE, Float, form_word, weighed
from core.labels.maps.spec import MapSpec

Area = NDArray[np.bool_]  # map pixels that a repair changes, (h, w)

_CANDIDATES = 5


def stroke(points: Iterable[tuple[float, float]], radius: float, map_size: tuple[int, int]) -> Area:
    """Return the map pixels that a round brush touches along its path.

    Parameters
    ----------
    points : iterable of (x, y)
        Map pixels, unrounded: pixel (row, column) reaches from (column, row) to (column + 1, row + 1).
    radius : float
        Map pixels; the pixels under the points themselves are always touched.
    map_size : (h, w)
    """
    touched: NDArray[Any] = np.zeros(map_size, np.uint8)
    places = [(int(np.floor(x)), int(np.floor(y))) for x, y in points]
    for start, end in zip(places, places[1:] or places, strict=False):
        cv2.line(touched, start, end, 1)
    if radius >= 1:
        side = 2 * int(radius) + 1
        touched = cv2.dilate(touched, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    return np.asarray(touched, bool)


def paint_symbols(maps: PredictedMaps, area: Area, symbols: NDArray[np.integer] | int) -> PredictedMaps:
    """Set the probability of symbol ids to 1 in an area of G.

    Parameters
    ----------
    maps : PredictedMaps
        The maps.
    area : Area
        The area, as map pixels.
    symbols : (n,) integer or int
        The id of all of the area, or of each of its n pixels in reading order. 0 is the background.
    """
    ids, scores = maps.symbol_ids.copy(), maps.symbol_scores.copy()
    held = ids[area]
    wanted = np.broadcast_to(np.asarray(symbols, held.dtype), len(held))
    there = held == wanted[:, None]
    lacking = ~there.any(axis=1)
    held[lacking, -1], there[lacking, -1] = wanted[lacking], True  # instead of the least probable one that was kept
    held[np.arange(len(held)), there.argmax(axis=1)] = held[:, 0]
    held[:, 0] = wanted
    ids[area] = held
    scores[area] = np.eye(1, scores.shape[-1], dtype=scores.dtype)
    return replace(maps, symbol_ids=ids, symbol_scores=scores)


def paint_position(maps: PredictedMaps, area: Area, position: int) -> PredictedMaps:
    """Paint H_k in an area, by setting S_k to 1 and raising Q to a hump whose top, 1, is in the area's middle.

    Parameters
    ----------
    maps : PredictedMaps
        The maps.
    area : Area
        The area, as map pixels.
    position : int
        The position k, from 1.
    """
    if not area.any():
        return maps
    order = maps.order.copy()
    order[area] = 0
    order[area, position] = 1
    depth = cv2.distanceTransform(np.pad(area, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    hump = (depth / depth.max()).astype(np.float32)
    return replace(maps, order=order, localization=np.maximum(maps.localization, hump))


def erase_position(maps: PredictedMaps, area: Area, position: int) -> PredictedMaps:
    """Erase H_k in an area by moving the probability of S_k to "no character"."""
    order = maps.order.copy()
    order[area, 0] += order[area, position]
    order[area, position] = 0
    return replace(maps, order=order)


def paint_localization(maps: PredictedMaps, area: Area, value: float) -> PredictedMaps:
    """Set Q in an area to 1 for painting, or to 0 for erasing."""
    localization = maps.localization.copy()
    localization[area] = value
    return replace(maps, localization=localization)


def move_peak(maps: PredictedMaps, start: tuple[int, int], by: tuple[int, int]) -> PredictedMaps:
    """Move the hump of Q around a map pixel, as far as Q falls from its top there.

    Parameters
    ----------
    start : (row, column)
        A pixel of the hump.
    by : (rows, columns)
        What leaves the map is lost.
    """
    hump = _hump(maps.localization, start)
    localization = np.where(hump, 0, maps.localization)
    h, w = localization.shape
    rows, columns = np.nonzero(hump)
    to = rows + by[0], columns + by[1]
    inside = (to[0] >= 0) & (to[0] < h) & (to[1] >= 0) & (to[1] < w)
    moved = np.zeros_like(localization)
    moved[to[0][inside], to[1][inside]] = maps.localization[rows[inside], columns[inside]]
    return replace(maps, localization=np.maximum(localization, moved))


def swap_positions(maps: PredictedMaps, first: int, second: int) -> PredictedMaps:
    """Exchange S_k between two positions, from 1, in the whole map."""
    order = maps.order.copy()
    order[..., [first, second]] = order[..., [second, first]]
    return replace(maps, order=order)


def read_again(
    maps: PredictedMaps,
    charset: Charset,
    spec: MapSpec,
    image_size: tuple[int, int],
    score_threshold: float = L_SCORE,
    character: NDArray[np.float32] | None = None,
) -> PredictedMaps:
    """Form the word from the maps as they are now, and find the best symbols of each position.

    Probabilities travel as float16 and the symbols beyond the eight best as their sum: a word can be another than that
    of the network if two symbols, or a presence and L_score, are nearer to each other than that.

    Parameters
    ----------
    image_size : (height, width)
        Of the image after EXIF orientation.
    character : (h, w, C + 1) float32, optional
        G as the network gave it. The compact maps keep its best symbols. Pixels whose symbol was painted are
        read from the maps all the same.
    """
    strength = maps.strength
    evidence = weighed(
        strength, maps.symbols.votes(strength) if character is None else _votes(maps, strength, character)
    )
    shares = evidence.votes / np.maximum(evidence.mass, np.finfo(np.float32).tiny)[:, None]
    best = np.argsort(-shares, axis=1, kind="stable")[:, :_CANDIDATES]
    return replace(
        maps,
        candidate_ids=(best + 1).astype(np.uint16),
        candidate_scores=np.take_along_axis(shares, best, axis=1).astype(np.float32),
        word=form_word(evidence, charset, spec, image_size, score_threshold),
        alone=None,
        aid=None,
    )


def is_open(maps: PredictedMaps, score_threshold: float = L_SCORE) -> bool:
    """Return True if a symbol whose map was not kept could be the best at a position that is read.

    That is so if the two best symbols are nearer to each other than the probability of all symbols that were not
    kept. Then `read_again` needs the whole of G. The maps are those that `read_again` has given, with their candidates.
    """
    strength, left = maps.strength, maps.charset_size + 1 - maps.symbol_ids.shape[-1]
    if left <= 0 or maps.charset_size < 2:
        return False
    ahead = (maps.candidate_scores[:, 0] - maps.candidate_scores[:, 1]) * strength.sum(axis=0)
    unknown = (strength.T @ maps.symbols.rest) * left
    is_present = strength.max(axis=0) >= score_threshold
    return bool((is_present & (ahead < unknown)).any())


def _votes(maps: PredictedMaps, strength: Float, character: NDArray[np.float32]) -> Float:
    """Return p_k(c), (n, C), from the whole of G, with a pixel that is certain of its symbol as if it was painted."""
    is_certain = (maps.symbol_scores[..., 0] == 1).ravel()
    unpainted = np.where(is_certain[:, None], 0, strength).astype(np.float32)
    votes = (unpainted.T @ character.reshape(len(strength), -1)[:, 1:]).astype(np.float64)
    painted = is_certain & (maps.symbol_ids[..., 0].ravel() > 0)
    np.add.at(votes.T, maps.symbol_ids[..., 0].ravel()[painted].astype(np.int64) - 1, strength[painted])
    return votes


def _hump(localization: NDArray[np.float32], start: tuple[int, int]) -> Area:
    """The pixels from which Q only rises on the way to the top over a pixel: one hill, down to its valleys."""
    h, w = localization.shape
    padded = np.pad(localization, 1, constant_values=-1)
    steps = [(i, j) for i in range(3) for j in range(3)]
    around = np.stack([padded[i : i + h, j : j + w] for i, j in steps])
    uphill = around.argmax(axis=0)  # the steepest neighbour; 4 is the pixel itself
    rows, columns = np.indices((h, w))
    to_row = np.clip(rows + uphill // 3 - 1, 0, h - 1)
    to_column = np.clip(columns + uphill % 3 - 1, 0, w - 1)
    target = to_row * w + to_column
    while True:  # each pixel's top, by doubling the way
        further = target.ravel()[target]
        if np.array_equal(further, target):
            break
        target = further
    return np.asarray((target == target[start]) & (localization > 0), bool)
