from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charset import Charset
from core.labels.edits import edits
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, Gaussian, WordLabel
from core.labels.maps.gaussians import automatic_gaussian
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec, Sigma

SPECS = (
    MapSpec(),
    MapSpec(sigma=Sigma("fixed", 5.0)),
    MapSpec(stride=2, keep_aspect=True),
    MapSpec(orientation="vertical"),
)


@given(
    st.sampled_from(SPECS),
    st.sampled_from([(50, 160), (200, 40), (64, 256)]),
    st.floats(0.1, 0.9),
    st.floats(0.1, 0.9),
    st.floats(6, 30),
    st.floats(6, 30),
    st.floats(0, 180),
)
def test_it_renders_the_very_maps_that_the_polygon_renders(
    spec: Any, size: Any, x: float, y: float, width: float, height: float, angle: float
):
    t = np.deg2rad(angle)
    turn = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    sides = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    polygon = polygon_of(sides @ turn + np.array([x * size[1], y * size[0]]))
    plain = WordLabel((CharacterLabel("a", polygon),))
    automatic = automatic_gaussian(polygon, spec, size)
    by_hand = WordLabel((CharacterLabel("a", polygon, gaussian=automatic),))
    expected, found = (render(label, size, Charset(("a",)), spec) for label in (plain, by_hand))
    np.testing.assert_allclose(found.localization, expected.localization, atol=1e-3)  # minAreaRect works in float32


def test_upright_box_has_a_quarter_of_its_sides():
    found = automatic_gaussian(rectangle(10, 20, 30, 60), MapSpec(), (100, 300))
    assert found.center == pytest.approx((20, 40))
    assert found.sigma == pytest.approx((5, 10), rel=1e-5)
    assert found.angle == pytest.approx(0, abs=1e-5)


def test_fixed_sigma_counts_in_input_pixels():
    found = automatic_gaussian(rectangle(10, 20, 30, 60), MapSpec(sigma=Sigma("fixed", 4.0)), (32, 512))
    assert found.sigma == pytest.approx((8, 2))  # 256 input columns for 512 image columns, 64 rows for 32


def test_it_can_be_set_by_hand():
    label = WordLabel((CharacterLabel("a", rectangle(10, 20, 30, 60)),))
    automatic = automatic_gaussian(label.characters[0].polygon, MapSpec(), (100, 300))
    edited = edits.set_gaussian(label, 0, automatic.center, automatic.sigma, automatic.angle)
    assert edited.characters[0].gaussian == Gaussian((20, 40), (5, 10), 0)
