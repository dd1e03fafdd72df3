"""Maps an image and its polygons alike: by a projective map, then by a bend along an axis.

Coordinates are image pixels with the origin at the top-left *corner* of the top-left pixel. The bend moves points
across the axis only, so that map and inverse are both exact, and pixels and corners cannot drift apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from core.labels.geometry import polygon_of
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_SAGITTA = 0.25  # pixels that a straight edge may stray from the bent edge before it gets corners in between
_AXIS_PARALLEL = 1e-12


@dataclass(frozen=True, slots=True)
class Bend:
    """A bend of the lines along an axis to a parabola."""

    height: float
    """Pixels between the parabola's vertex and its ends.

    A positive height moves the middle towards -y (an arch) or, along y, towards -x."""
    start: float
    """Start of the parabola on the axis, in pixels."""
    length: float
    """Length of the parabola along the axis, in pixels."""
    along_y: bool = False
    """True if the axis is y, for vertical words."""

    def shift(self, along: Array) -> Array:
        """Return the offset across the axis at places along the axis, with a mean of 0 over the length."""
        u = (along - self.start) / self.length * 2 - 1
        return np.asarray(self.height * (u * u - 1 / 3))

    def slope(self, along: float) -> float:
        """Return the derivative of `shift` at a place along the axis."""
        return self.height * 4 * ((along - self.start) / self.length * 2 - 1) / self.length


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """A map from the pixels of one image to the pixels of another."""

    matrix: Array
    """(3, 3) float64: the projective map."""
    bend: Bend | None
    """The bend after the matrix, in the new image's pixels. None: no bend."""
    size: tuple[int, int]
    """(height, width) of the new image in pixels."""

    def points(self, points: Array) -> Array:
        """Map points, (n, 2), from the old image to the new one."""
        moved = points @ self.matrix[:, :2].T + self.matrix[:, 2]
        moved = moved[:, :2] / moved[:, 2:]
        if self.bend is not None:
            along, across = (1, 0) if self.bend.along_y else (0, 1)
            moved[:, across] += self.bend.shift(moved[:, along])
        return np.asarray(moved)

    def polygon(self, corners: Array) -> Array:
        """Map a polygon, (n, 2), with corners added to long edges that the bend turns into curves."""
        if self.bend is not None and self.bend.height:
            corners = self._divided(corners)
        return self.points(corners)

    def _divided(self, corners: Array) -> Array:
        assert self.bend is not None
        # Over a chord of Δu (the parabola's length is 2) the curve strays by height·(Δu/2)²
        longest = math.sqrt(_SAGITTA / abs(self.bend.height)) * self.bend.length
        along = self.points(corners)[:, 1 if self.bend.along_y else 0]
        pieces = np.ceil(np.abs(np.roll(along, -1) - along) / longest).astype(int)
        if (pieces <= 1).all():
            return corners
        following = np.roll(corners, -1, axis=0)
        return np.concatenate(
            [
                a + (b - a) * (np.arange(max(1, n)) / max(1, n))[:, None]
                for a, b, n in zip(corners, following, pieces, strict=True)
            ]
        )

    def jacobian(self, point: tuple[float, float]) -> Array:
        """Return the derivative of the map at a point of the old image, (2, 2)."""
        m = self.matrix
        x, y, w = m @ (*point, 1.0)
        projective = (m[:2, :2] - np.outer((x / w, y / w), m[2, :2])) / w
        if self.bend is None:
            return np.asarray(projective)
        bent = np.eye(2)
        if self.bend.along_y:
            bent[0, 1] = self.bend.slope(y / w)
        else:
            bent[1, 0] = self.bend.slope(x / w)
        return np.asarray(bent @ projective)

    def image(self, image: NDArray[np.uint8], border: int, fill: tuple[float, ...] | float, linear: bool) -> Picture:
        """Return the warped image.

        Parameters
        ----------
        image : (height, width) or (height, width, 3) uint8
        border : int
            OpenCV's border mode for pixels outside the old image.
        fill
            Colour for `cv2.BORDER_CONSTANT`.
        linear : bool
            Interpolate; else the nearest pixel.
        """
        height, width = self.size
        flags = cv2.INTER_LINEAR if linear else cv2.INTER_NEAREST
        value = fill if isinstance(fill, tuple) else (fill,) * 4
        # OpenCV counts from the centre of a pixel, the matrix from its corner
        half, back = np.eye(3), np.eye(3)
        half[:2, 2], back[:2, 2] = 0.5, -0.5
        if self.bend is None:
            matrix = back @ self.matrix @ half
            return np.asarray(
                cv2.warpPerspective(image, matrix, (width, height), flags=flags, borderMode=border, borderValue=value),
                np.uint8,
            )
        x, y = np.arange(0.5, width, dtype=np.float64), np.arange(0.5, height, dtype=np.float64)
        if self.bend.along_y:
            before_x, before_y = x[None, :] - self.bend.shift(y)[:, None], y[:, None]
        else:
            before_x, before_y = x[None, :], y[:, None] - self.bend.shift(x)[None, :]
        inverse = np.linalg.inv(self.matrix)
        w = inverse[2, 0] * before_x + inverse[2, 1] * before_y + inverse[2, 2]
        source_x = (inverse[0, 0] * before_x + inverse[0, 1] * before_y + inverse[0, 2]) / w - 0.5
        source_y = (inverse[1, 0] * before_x + inverse[1, 1] * before_y + inverse[1, 2]) / w - 0.5
        return np.asarray(
            cv2.remap(
                image,
                np.broadcast_to(source_x, self.size).astype(np.float32),
                np.broadcast_to(source_y, self.size).astype(np.float32),
                flags,
                borderMode=border,
                borderValue=value,
            ),
            np.uint8,
        )

    def label(self, label: WordLabel, image_size: tuple[int, int]) -> WordLabel:
        """Return the warped label, with its polygons, hand-set Gaussians and painted areas.

        Parameters
        ----------
        label : WordLabel
            The label in the old image's pixels.
        image_size : (height, width)
            Of the old image.
        """
        return replace(label, characters=tuple(self._character(c, image_size) for c in label.characters))

    def _character(self, character: CharacterLabel, image_size: tuple[int, int]) -> CharacterLabel:
        m = self.matrix
        upright = self.bend is None and np.abs([m[0, 1], m[1, 0], m[2, 0], m[2, 1]]).max() < _AXIS_PARALLEL
        upright = upright and m[0, 0] > 0 and m[1, 1] > 0  # a mirrored rectangle has its corners in another order
        return replace(
            character,
            polygon=polygon_of(self.polygon(character.corners)),
            shape_type=character.shape_type if upright else "polygon",
            gaussian=None if character.gaussian is None else self._gaussian(character.gaussian),
            area=None if character.area is None else self._area(character.area, image_size),
        )

    def _gaussian(self, gaussian: Gaussian) -> Gaussian:
        """Move a Gaussian to the first order: map the ellipse by the derivative at its centre."""
        x, y = self.points(np.array([gaussian.center]))[0]
        derivative = self.jacobian(gaussian.center)
        values, axes = np.linalg.eigh(derivative @ gaussian.covariance @ derivative.T)
        a, b = np.sqrt(np.maximum(values[::-1], 1e-12))
        angle = math.degrees(math.atan2(axes[1, 1], axes[0, 1]))
        return Gaussian((float(x), float(y)), (float(a), float(b)), angle)

    def _area(self, area: Area, image_size: tuple[int, int]) -> Area | None:
        """Move the painted pixels by nearest neighbour, or return None if no pixel is left."""
        height, width = image_size
        canvas = np.zeros((height, width), np.uint8)
        x0, y0 = max(area.x, 0), max(area.y, 0)
        x1, y1 = min(area.x + area.width, width), min(area.y + area.height, height)
        if x1 <= x0 or y1 <= y0:
            return None
        canvas[y0:y1, x0:x1] = area.pixels[y0 - area.y : y1 - area.y, x0 - area.x : x1 - area.x]
        moved = self.image(canvas, cv2.BORDER_CONSTANT, 0, linear=False).astype(bool)
        rows, columns = np.flatnonzero(moved.any(axis=1)), np.flatnonzero(moved.any(axis=0))
        if not len(rows):
            return None
        top = rows[0]
        bottom = rows[-1] + 1
        left = columns[0]
        right = columns[-1] + 1
        return Area.from_array(int(left), int(top), moved[top:bottom, left:right])
