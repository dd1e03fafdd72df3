"""Edits of a character's shape: its polygon, together with the Gaussian and the painted area.

Every edit takes image pixels (x right, y down) and leaves coordinates of two decimals. Changing a polygon of a model's
draft accepts the character, because a person has just corrected it; an edit that changes nothing does not. A
`rectangle` stays a rectangle while its polygon is an axis-parallel box, else it becomes a `polygon`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.base.errors import LabelError, Sentence
from core.labels.edits import painting
from core.labels.edits.composition import LIMIT, edited, numbers, selection
from core.labels.geometry import bounds, is_rectangle, polygon_of, rectangle, transform
from core.labels.label import CharacterLabel, Gaussian, Point, Polygon, WordLabel

Array = NDArray[np.float64]


def polygon_from(points: ArrayLike) -> Polygon:
    """Return points as a polygon in the form that an edit stores, rounded to two decimals.

    Parameters
    ----------
    points : (n, 2) array_like
        Image pixels, n ≥ 3.

    Raises
    ------
    LabelError
        If there are fewer than three corners, or a corner is not finite or out of range.
    """
    try:
        corners = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise LabelError("polygon: the corners are not pairs of numbers. Give (x, y) in image pixels.") from error
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3:
        raise LabelError("polygon: a character needs at least three corners (x, y). Delete it, or draw it again.")
    if not (np.abs(corners) <= LIMIT).all():
        raise LabelError(
            "polygon: a corner is not within ±{limit:,} image pixels. Draw it again inside the image.", limit=LIMIT
        )
    return polygon_of(corners, decimals=2)


def with_polygon(character: CharacterLabel, points: ArrayLike) -> CharacterLabel:
    """Return the character with another polygon, which stays a rectangle only while it is a box.

    Parameters
    ----------
    character : CharacterLabel
        The character.
    points : (n, 2) array_like
        Image pixels, n ≥ 3.

    Raises
    ------
    LabelError
        As `polygon_from`.
    """
    polygon = polygon_from(points)
    if polygon_of(points) == character.polygon:  # not rounded: untouched coordinates stay as in the file
        return character
    if character.shape_type == "rectangle" and is_rectangle(polygon):
        return replace(character, polygon=rectangle(*bounds(polygon)))
    return replace(character, polygon=polygon, shape_type="polygon")


def set_polygon(label: WordLabel, place: int, points: ArrayLike) -> WordLabel:
    """Give a character another polygon, but keep its Gaussian and painted area in place.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    points : (n, 2) array_like
        Image pixels, n ≥ 3.

    Raises
    ------
    LabelError
        If there is no such place, or as `polygon_from`.
    """
    return edited(label, [place], lambda character: with_polygon(character, points))


def move(label: WordLabel, places: Iterable[int], dx: float, dy: float) -> WordLabel:
    """Move some characters with their Gaussians and painted areas.

    An area moves by the whole pixels that the rounded polygon has crossed, so that many small steps add up.

    Parameters
    ----------
    label : WordLabel
        The label.
    places : iterable of int
        Places of the characters in the file.
    dx, dy : float
        Image pixels.

    Raises
    ------
    LabelError
        If there is no such place, a number is not finite, or a character would get out of range.
    """
    dx, dy = numbers(dx, dy, what=Sentence("moving"))
    if dx == dy == 0:
        selection(label, places)
        return label
    return edited(label, places, lambda character: _moved(character, dx, dy))


def nudge_all(label: WordLabel, dx: float, dy: float) -> WordLabel:
    """Move all characters by the same distance, for a word whose boxes are all displaced alike.

    Raises
    ------
    LabelError
        As `move`.
    """
    return move(label, range(len(label.characters)), dx, dy)


def shifted(character: CharacterLabel, dx: float, dy: float) -> CharacterLabel:
    """Return a character moved as `move` does it.

    Raises
    ------
    LabelError
        If the character would get out of range.
    """
    return _moved(character, dx, dy) if dx or dy else character


def move_vertex(
    label: WordLabel, place: int, corner: int, x: float, y: float, *, keep_rectangle: bool = False
) -> WordLabel:
    """Move one corner of a polygon, and on request keep a box a box.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    corner : int
        Index into the polygon.
    x, y : float
        New position of the corner, in image pixels.
    keep_rectangle : bool
        A box stays a box: the opposite corner holds still and the two others follow.

    Raises
    ------
    LabelError
        If there is no such place or corner, or the point is not finite or out of range.
    """
    (x, y) = numbers(x, y, what=Sentence("moving a corner"))
    polygon = _polygon_at(label, place)
    _check_corner(polygon, corner, len(polygon))
    if polygon[corner] == (x, y):
        return label
    points = list(polygon)
    if keep_rectangle and is_rectangle(polygon):
        old_x, old_y = polygon[corner]
        points = [(x if px == old_x else px, y if py == old_y else py) for px, py in polygon]
    points[corner] = (x, y)
    return edited(label, [place], lambda character: with_polygon(character, points))


def insert_vertex(label: WordLabel, place: int, x: float, y: float, corner: int) -> WordLabel:
    """Add a corner to a polygon.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    x, y : float
        Image pixels.
    corner : int
        Index of the new corner; the corners from there on move up.

    Raises
    ------
    LabelError
        If there is no such place or corner, or the point is not finite or out of range.
    """
    (x, y) = numbers(x, y, what=Sentence("inserting a corner"))
    polygon = _polygon_at(label, place)
    _check_corner(polygon, corner, len(polygon) + 1)
    points = [*polygon[:corner], (x, y), *polygon[corner:]]
    return edited(label, [place], lambda character: with_polygon(character, points))


def remove_vertex(label: WordLabel, place: int, corner: int) -> WordLabel:
    """Remove a corner from a polygon.

    Raises
    ------
    LabelError
        If there is no such place or corner, or the polygon is a triangle.
    """
    polygon = _polygon_at(label, place)
    _check_corner(polygon, corner, len(polygon))
    points = [*polygon[:corner], *polygon[corner + 1 :]]
    return edited(label, [place], lambda character: with_polygon(character, points))


def scale(label: WordLabel, places: Iterable[int], factor_x: float, factor_y: float, about: Point) -> WordLabel:
    """Scale some characters with their Gaussians and painted areas (nearest pixel).

    Parameters
    ----------
    label : WordLabel
        The label.
    places : iterable of int
        Places of the characters in the file.
    factor_x, factor_y : float
        > 0, along the image's axes.
    about : (x, y)
        The point that stays, in image pixels.

    Raises
    ------
    LabelError
        If there is no such place, a factor is not positive, or a character would leave all range.
    """
    fx, fy = numbers(factor_x, factor_y, what=Sentence("scaling"))
    if min(fx, fy) <= 0:
        raise LabelError("scaling by {fx:g} × {fy:g} leaves nothing. Choose factors above 0.", fx=fx, fy=fy)
    return _map(label, places, np.diag([fx, fy]), about)


def rotate(label: WordLabel, places: Iterable[int], degrees: float, about: Point) -> WordLabel:
    """Rotate some characters with their Gaussians and painted areas (nearest pixel).

    Parameters
    ----------
    label : WordLabel
        The label.
    places : iterable of int
        Places of the characters in the file.
    degrees : float
        From +x towards +y: clockwise on screen.
    about : (x, y)
        The point that stays, in image pixels.

    Raises
    ------
    LabelError
        If there is no such place, the angle is not finite, or a character would leave all range.
    """
    (degrees,) = numbers(degrees, what=Sentence("rotating"))
    if degrees % 360 == 0:
        selection(label, places)
        return label
    t = np.deg2rad(degrees)
    return _map(label, places, np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]), about)


def set_gaussian(
    label: WordLabel, place: int, center: Point, sigma: tuple[float, float], angle: float = 0.0
) -> WordLabel:
    """Set the Gaussian of a character by hand.

    Parameters
    ----------
    label : WordLabel
        The label.
    place : int
        Place of the character in the file.
    center : (x, y)
        Image pixels.
    sigma : (a, b)
        Standard deviations in image pixels, > 0.
    angle : float
        Degrees from +x towards +y of sigma[0]'s axis.

    Raises
    ------
    LabelError
        If there is no such place, a number is not finite or out of range, or a sigma is not positive.
    """
    x, y, a, b, turn = numbers(*center, *sigma, angle, what=Sentence("Gaussian"))
    if min(a, b) <= 0:
        raise LabelError("Gaussian: sigma {a:g}, {b:g} leaves nothing. Choose both above 0 pixels.", a=a, b=b)
    wanted = Gaussian((x, y), (a, b), turn)

    def edit(character: CharacterLabel) -> CharacterLabel:
        return character if character.gaussian == wanted else replace(character, gaussian=_rounded(wanted))

    return edited(label, [place], edit)


def clear_gaussian(label: WordLabel, places: Iterable[int]) -> WordLabel:
    """Delete hand-set Gaussians, so that the localization targets follow the polygons again.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    return edited(label, places, lambda character: replace(character, gaussian=None))


def _polygon_at(label: WordLabel, place: int) -> Polygon:
    return label.characters[selection(label, [place])[0]].polygon


def _check_corner(polygon: Polygon, corner: int, count: int) -> None:
    if not 0 <= corner < count:
        raise LabelError(
            "the polygon has {count} {count:|corner|corners}, so {number} is not one. Choose again.",
            count=len(polygon),
            number=corner + 1,
        )


def _moved(character: CharacterLabel, dx: float, dy: float) -> CharacterLabel:
    area = character.area
    gaussian = character.gaussian
    way = np.array([dx, dy])
    if area is not None:
        before = np.round(character.corners.min(axis=0), 2)
        steps = np.floor(np.round(before + way, 2) + 0.5) - np.floor(before + 0.5)
        area = replace(area, x=area.x + int(steps[0]), y=area.y + int(steps[1]))
    if gaussian is not None:
        x, y = gaussian.center
        gaussian = _rounded(replace(gaussian, center=(x + dx, y + dy)))
    return replace(with_polygon(character, character.corners + way), area=area, gaussian=gaussian)


def _map(label: WordLabel, places: Iterable[int], linear: Array, about: Point) -> WordLabel:
    chosen = selection(label, places)
    if not chosen or np.array_equal(linear, np.eye(2)):
        return label
    fixed = np.array(numbers(*about, what=Sentence("the point that stays")))
    matrix = np.column_stack([linear, fixed - linear @ fixed])

    def edit(character: CharacterLabel) -> CharacterLabel:
        shaped = with_polygon(character, transform(character.polygon, matrix))
        return replace(
            shaped,
            area=character.area and painting.mapped(character.area, matrix),
            gaussian=character.gaussian and _mapped_gaussian(character.gaussian, matrix),
        )

    return edited(label, chosen, edit)


def _mapped_gaussian(gaussian: Gaussian, matrix: Array) -> Gaussian:
    """Map the Gaussian by a (2, 3) affine map A, t: centre A c + t, covariance A Σ Aᵀ.

    Of the two orders of the new ellipse's axes, the one whose first axis is nearer to the image of the old first axis
    counts.
    """
    linear, shift = matrix[:, :2], matrix[:, 2]
    center = linear @ gaussian.center + shift
    t = np.deg2rad(gaussian.angle)
    first = linear @ (np.cos(t), np.sin(t))
    values, axes = np.linalg.eigh(linear @ gaussian.covariance @ linear.T)
    if np.isclose(values[0], values[1], rtol=1e-6):
        axis, order = first, [0, 1]  # a circle has no axes: its angle turns with the map
    else:
        chosen = int(np.abs(first @ axes).argmax())
        axis, order = axes[:, chosen], [chosen, 1 - chosen]
        axis = axis if axis @ first >= 0 else -axis
    a, b = np.sqrt(np.maximum(values[order], 0))
    angle = float(np.rad2deg(np.arctan2(axis[1], axis[0])))
    return _rounded(Gaussian((float(center[0]), float(center[1])), (float(a), float(b)), angle))


def _rounded(gaussian: Gaussian) -> Gaussian:
    """Round to two decimals, but no sigma to less than a hundredth of a pixel."""
    x, y, a, b, angle = (round(value, 2) + 0.0 for value in (*gaussian.center, *gaussian.sigma, gaussian.angle))
    return Gaussian((x, y), (max(a, 0.01), max(b, 0.01)), angle)
