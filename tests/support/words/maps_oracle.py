"""The target maps of design section 5 the slow and obvious way: pixel by pixel, character by character."""

import math

import cv2
import numpy as np
import shapely

from core.charset import Charset
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec

SAME = 1e-9  # two values this near, relatively, are equal but for rounding


def input_corners(character: CharacterLabel, size: tuple[int, int], spec: MapSpec) -> list[tuple[float, float]]:
    (a, b, c), (d, e, f) = spec.to_input(size).tolist()
    return [(a * x + b * y + c, d * x + e * y + f) for x, y in character.polygon]


def maps(label: WordLabel, size: tuple[int, int], charset: Charset, spec: MapSpec):
    h, w = spec.map_size
    chars = label.in_order
    n = len(chars)
    corners = [input_corners(c, size, spec) for c in chars]
    polygons = [shapely.Polygon(p) for p in corners]
    shrunk = []
    for polygon in polygons:
        distance = polygon.area * (1 - spec.shrink**2) / polygon.length
        small = polygon.buffer(-distance, join_style="mitre")
        shrunk.append(polygon if small.is_empty else small)
    matrix = spec.to_input(size)
    linear, shift = matrix[:, :2], matrix[:, 2]
    back = np.linalg.inv(linear)
    centers, covariances = [], []
    for character, polygon, points in zip(chars, polygons, corners, strict=True):
        if character.gaussian is not None:
            g = character.gaussian
            t = math.radians(g.angle)
            turn = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
            sigma = turn @ np.diag([g.sigma[0] ** 2, g.sigma[1] ** 2]) @ turn.T
            centers.append(linear @ np.array(g.center) + shift)
            covariances.append(linear @ sigma @ linear.T)
            continue
        centers.append(np.array([polygon.centroid.x, polygon.centroid.y]))
        if spec.sigma.kind == "fixed":
            covariances.append(np.eye(2) * spec.sigma.value**2)
        else:
            _, (side_a, side_b), angle = cv2.minAreaRect(np.array(points, np.float32))
            t = math.radians(angle)
            turn = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
            widths = [max(side_a * spec.sigma.value, 1e-6) ** 2, max(side_b * spec.sigma.value, 1e-6) ** 2]
            covariances.append(turn @ np.diag(widths) @ turn.T)
    precisions = [np.linalg.inv(c) for c in covariances]

    def gaussian(k: int, at: np.ndarray) -> float:
        delta = at - centers[k]
        return math.exp(-0.5 * float(delta @ precisions[k] @ delta))

    character_map = np.zeros((h, w), np.int32)
    order_map = np.zeros((h, w), np.int32)
    localization = np.zeros((h, w), np.float64)
    owners_character: set[int] = set()
    ids = []
    for c in chars:
        found = None if c.is_ignored else charset.id_of(c.symbol)
        ids.append(-1 if found is None else found)
    for i in range(h):
        for j in range(w):
            at = np.array([(j + 0.5) * spec.stride, (i + 0.5) * spec.stride])
            values = [gaussian(k, at) for k in range(n)]
            if n:
                best = 0
                for k in range(1, n):
                    # of equals the earlier one; compared as squared distances, which rounding harms evenly
                    if -math.log(max(values[k], 1e-300)) < -math.log(max(values[best], 1e-300)) * (1 - SAME):
                        best = k
                localization[i, j] = max(values)
                if values[best] > spec.threshold:
                    order_map[i, j] = best + 1
            inside_p = [k for k in range(n) if shapely.contains_xy(polygons[k], *at)]
            inside_shrunk = []
            for k in range(n):
                area = chars[k].area
                if area is None:
                    if shapely.contains_xy(shrunk[k], *at):
                        inside_shrunk.append(k)
                else:
                    x, y = back @ (at - shift) + SAME
                    column, row = math.floor(x) - area.x, math.floor(y) - area.y
                    if 0 <= column < area.width and 0 <= row < area.height and area.pixels[row, column]:
                        inside_shrunk.append(k)
            if inside_p:
                character_map[i, j] = -1
            if inside_shrunk:
                nearest = min(inside_shrunk, key=lambda k: (round(float(((at - centers[k]) ** 2).sum()), 9), k))
                character_map[i, j] = ids[nearest]
            to_ignore = [k for k in inside_p if ids[k] == -1]
            if to_ignore:
                character_map[i, j] = -1
                owners_character.update(to_ignore)
            elif inside_shrunk and ids[nearest] != -1:
                owners_character.add(nearest)
    pixels = [(i, j) for i in range(h) for j in range(w)]

    def nearest_pixel(k: int) -> tuple[int, int]:
        return min(
            pixels,
            key=lambda p: round(
                ((p[1] + 0.5) * spec.stride - centers[k][0]) ** 2 + ((p[0] + 0.5) * spec.stride - centers[k][1]) ** 2, 9
            ),
        )

    present = set(order_map.ravel().tolist())
    for k in range(n):
        if k + 1 not in present:
            order_map[nearest_pixel(k)] = k + 1
        if k not in owners_character:
            character_map[nearest_pixel(k)] = ids[k]
    return character_map, order_map, localization
