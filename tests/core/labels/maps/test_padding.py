"""Narrow images are padded before section 5 of the design applies, and what is decoded lies where it lay."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.boxes import boxed

from core.base.errors import ProjectError
from core.charset import Charset
from core.labels.geometry import Point, Polygon
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.decoding import form_word, surely_holds, target_evidence, upper_bound
from core.labels.maps.padding import without_padding
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("abc"))
SPEC = MapSpec(height=32, width=128, stride=4, max_length=8, padding=1.6)

sizes = st.tuples(st.integers(1, 80), st.integers(1, 120))
specs = st.builds(
    MapSpec,
    height=st.just(32),
    width=st.sampled_from([64, 128]),
    stride=st.sampled_from([1, 2, 4]),
    orientation=st.sampled_from(["auto", "horizontal", "vertical"]),
    keep_aspect=st.booleans(),
    padding=st.sampled_from([0.5, 1.0, 1.4, 2.4]),
)


def turned(at: Point, width: int) -> Point:
    """A point of an image that is turned 90° counter-clockwise."""
    return at[1], width - at[0]


@given(sizes, specs, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_point_is_turned_then_moved_by_the_rim_then_resized(size: Any, spec: Any, share: tuple[Any, ...]):
    height, width = size
    x, y = share[0] * width, share[1] * height
    at, (rows, columns) = ((x, y), size) if not spec.is_turned(size) else (turned((x, y), width), size[::-1])
    left, right = spec.rims(size)
    plain = spec.with_(padding=None, orientation="horizontal")
    wanted = plain.to_input((rows, left + columns + right)) @ (at[0] + left, at[1], 1)
    np.testing.assert_allclose(spec.to_input(size) @ (x, y, 1), wanted, atol=1e-9)
    np.testing.assert_allclose(spec.to_image(size) @ (*wanted, 1), (x, y), atol=1e-9)


@given(sizes, specs)
def test_only_what_is_narrower_than_the_limit_is_padded_and_just_far_enough(size: Any, spec: Any):
    rows, columns = spec.turned_size(size)
    left, right = spec.rims(size)
    assert 0 <= right - left <= 1
    if columns >= spec.padding * rows:
        assert (left, right) == (0, 0)
    else:
        assert spec.padding * rows <= left + columns + right < spec.padding * rows + 1


def moved(polygon: Polygon, by: float) -> Polygon:
    return tuple((x + by, y) for x, y in polygon)


@given(st.integers(20, 60), st.integers(12, 40), st.sampled_from([1, 2, 4]))
def test_target_maps_are_those_of_a_picture_with_rims(height: int, width: int, stride: Any):
    spec = SPEC.with_(stride=stride, orientation="horizontal")
    label = WordLabel(boxed("ab", 1, 2, width / 2 - 2, height - 4, 1))
    left, right = spec.rims((height, width))
    moved_label = WordLabel(tuple(dataclasses.replace(c, polygon=moved(c.polygon, left)) for c in label.characters))
    padded = render(moved_label, (height, left + width + right), CHARSET, spec.with_(padding=None))
    ours = render(label, (height, width), CHARSET, spec)
    np.testing.assert_array_equal(ours.character, padded.character)
    np.testing.assert_array_equal(ours.order, padded.order)
    np.testing.assert_allclose(ours.localization, padded.localization, atol=1e-5)


@given(st.integers(24, 60), st.integers(16, 40), st.booleans())
def test_a_decoded_centre_lies_where_it_lay(height: int, width: int, upright: bool):
    size = (height, width)
    spec = SPEC.with_(orientation="horizontal" if upright else "vertical")
    label = WordLabel(boxed("a", 4, 4, width - 8, height - 8, 0))
    word = form_word(target_evidence(render(label, size, CHARSET, spec), len(CHARSET)), CHARSET, spec, size)
    (read,) = word.characters
    a_map_pixel = np.abs(spec.to_image(size)[:, :2]).sum(axis=1) * spec.stride
    assert (np.abs(np.subtract(read.center, (width / 2, height / 2))) <= a_map_pixel).all()


@pytest.mark.parametrize("size", [(400, 1), (1, 400), (1, 1)])
def test_a_crop_of_one_row_or_column_is_turned_first_and_read(size: tuple[Any, ...]):
    height, width = size
    label = WordLabel((CharacterLabel("a", ((0, 0), (width, 0), (width, height), (0, height))),))
    assert upper_bound(label, size, CHARSET, SPEC).word.text == "a"


def test_geometry_proves_the_upper_bound_of_a_padded_word():
    assert surely_holds(WordLabel(boxed("a", 4, 4, 22, 32, 0)), (40, 30), CHARSET, SPEC)


def test_a_polygon_in_the_padding_lies_outside_the_image():
    label = WordLabel((CharacterLabel("a", ((-9, 4), (-2, 4), (-2, 20), (-9, 20))),))
    with pytest.raises(Exception, match="wholly outside"):
        render(label, (40, 30), CHARSET, SPEC)


def outputs(spec: MapSpec, columns: int) -> dict[str, np.ndarray]:
    h, _ = spec.map_size
    values = np.tile(np.arange(columns, dtype=np.float32), (h, 1))
    return {
        "localization_map": values,
        "order_map": np.stack([values, values], axis=-1),
        "centres": np.array([[0.0, 16.0], [64.0, 16.0]], np.float32),
        "ids": np.array([1, 2], np.int32),
    }


def test_maps_without_padding_cover_the_image_alone():
    size = (40, 32)  # padded to 64: half of the columns show the image
    given = outputs(SPEC, 32)
    cut, plain = without_padding(given, SPEC, size)
    assert plain.padding is None and cut["order_map"].shape == given["order_map"].shape
    assert cut["localization_map"][0].tolist() == [column for column in range(8, 24) for _ in (0, 1)]
    middle = plain.to_image(size) @ (*cut["centres"][1], 1)
    np.testing.assert_allclose(middle, SPEC.to_image(size) @ (64, 16, 1), atol=1e-5)
    assert cut["centres"][0].tolist() == [0, 16]  # it was in the padding
    assert cut["ids"] is given["ids"]


@given(sizes, specs)
def test_a_map_pixel_without_padding_shows_the_place_that_it_showed_in_the_padded_map(size: Any, spec: Any):
    h, w = spec.map_size
    where = np.stack(np.meshgrid(np.arange(w), np.arange(h)), axis=-1)  # column and row of each padded map pixel
    cut, plain = without_padding({"order_map": where}, spec, size)
    at = (np.stack(np.meshgrid(np.arange(w), np.arange(h)), axis=-1) + 0.5) * plain.stride
    content = np.array(plain.content_size(size)[::-1])
    inside = (at < content).all(axis=-1)
    to_image, to_input = plain.to_image(size), spec.to_input(size)
    points = at[inside] @ to_image[:, :2].T + to_image[:, 2]
    wanted = (points @ to_input[:, :2].T + to_input[:, 2]) / spec.stride
    assert (np.abs(cut["order_map"][inside] + 0.5 - wanted) <= 0.5 + 1e-6).all()


def test_maps_of_a_wide_image_stay_as_they_are():
    given = outputs(SPEC, 32)
    assert without_padding(given, SPEC, (20, 90))[0] is given


@pytest.mark.parametrize("value", [0, -1, float("nan"), 1e9, True, "1.4", [1.2, 1.6]])
def test_a_padding_that_is_no_ratio_is_refused(value: Any):
    with pytest.raises(ProjectError, match="a ratio of width by height"):
        MapSpec.from_dict({"padding": value})


def test_a_spec_is_written_with_its_padding_and_without_if_it_has_none():
    assert MapSpec.from_dict(SPEC.to_dict()) == SPEC and SPEC.to_dict()["padding"] == 1.6
    plain = SPEC.with_(padding=None)
    assert "padding" not in plain.to_dict() and MapSpec.from_dict(plain.to_dict()) == plain
