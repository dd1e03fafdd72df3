"""Computes the localization target of a character as an ellipse in image pixels, if no person has set one."""

from __future__ import annotations

import numpy as np

from core.labels.geometry import centroid, minimum_area_rectangle, polygon_of, transform
from core.labels.label import Gaussian, Polygon
from core.labels.maps.spec import MapSpec


def automatic_gaussian(polygon: Polygon, spec: MapSpec, image_size: tuple[int, int]) -> Gaussian:
    """Return the Gaussian that a polygon gets in the target maps.

    Parameters
    ----------
    polygon : Polygon
        Image pixels.
    spec : MapSpec
        Gives `sigma`, which counts in resized input pixels.
    image_size : (height, width)
        Of the image after EXIF orientation.

    Returns
    -------
    Gaussian
        In image pixels: centre the polygon's centroid, covariance A⁻¹ Σ A⁻ᵀ, with Σ that in input pixels and A
        the linear part of the resize. Set by hand, this Gaussian renders the same maps. The first axis is the axis
        nearer to +x.
    """
    matrix = spec.to_input(image_size)
    if spec.sigma.kind == "fixed":
        covariance = np.eye(2) * spec.sigma.value**2
    else:
        _, sides, angle = minimum_area_rectangle(polygon_of(transform(polygon, matrix)))
        a, b = np.maximum(np.array(sides) * spec.sigma.value, 1e-6)
        covariance = Gaussian((0.0, 0.0), (float(a), float(b)), angle).covariance
    back = np.linalg.inv(matrix[:, :2])
    values, axes = np.linalg.eigh(back @ covariance @ back.T)
    first = int(np.abs(axes[0]).argmax())
    axis = axes[:, first] * (1 if axes[0, first] >= 0 else -1)
    a, b = np.sqrt(values[[first, 1 - first]])
    return Gaussian(centroid(polygon), (float(a), float(b)), float(np.rad2deg(np.arctan2(axis[1], axis[0]))))
