from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.base.errors import DataError
from core.charset import Charset
from core.data.augmentation.augmentation import (
    FULL,
    MAX_SIDE,
    MILD,
    NONE,
    PRESETS,
    Augmentation,
    augment,
    draw_warp,
    mirrored,
)
from core.data.augmentation.warps import Bend, Warp
from core.labels.geometry import bounds, centroid, polygon_of, rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

STRONG = Augmentation(
    rotation=(-30, 30), shear=(-25, 25), perspective=0.4, zoom=(0.5, 2), shift=0.3, curve_share=0.7, curve=(0, 0.8)
)


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def marks(height: int, width: int, count: int, side: float = 6.0) -> tuple[np.ndarray, WordLabel]:
    """Disjoint squares, each the only thing of its colour, exactly where their polygons are."""
    image = np.zeros((height, width, 3), np.uint8)
    characters = []
    for k in range(count):
        along = (k + 0.5) / count
        x, y = (width / 2, along * height) if height > width else (along * width, height / 2)
        box = rectangle(round(x - side / 2), round(y - side / 2), round(x + side / 2), round(y + side / 2))
        x0, y0, x1, y1 = (int(v) for v in bounds(box))
        image[y0:y1, x0:x1, k % 3] = 255
        characters.append(CharacterLabel(str(k), box))
    return image, WordLabel(tuple(characters), "".join(map(str, range(count))))


def blob_center(image: np.ndarray, channel: int) -> tuple[float, float]:
    mass = image[:, :, channel].astype(float)
    y, x = np.indices(mass.shape) + 0.5
    return float((x * mass).sum() / mass.sum()), float((y * mass).sum() / mass.sum())


@given(seed=st.integers(0, 10_000), shape=st.sampled_from([(40, 150), (64, 64), (150, 40)]))
def test_blobs_and_polygons_have_the_same_centres_after_any_move(seed: int, shape: Any):
    image, label = marks(*shape, 3)
    moved, after = augment(image, label, rng(seed), STRONG)
    # The rim's colour is black here too, so that the picture holds nothing but the marks
    for k, character in enumerate(after.characters):
        x, y = centroid(character.polygon)
        found = blob_center(moved, k)
        assert abs(found[0] - x) <= 0.5
        assert abs(found[1] - y) <= 0.5


@given(seed=st.integers(0, 10_000), shape=st.sampled_from([(30, 140), (41, 33), (120, 30), (5, 5)]))
def test_no_character_leaves_the_image_and_its_orientation_stays(seed: int, shape: Any):
    height, width = shape
    polygon = rectangle(0, 0, width / 4, height / 3)
    label = WordLabel((CharacterLabel("a", polygon), CharacterLabel("b", rectangle(width * 0.7, 0, width, height))))
    moved, after = augment(np.zeros((*shape, 3), np.uint8), label, rng(seed), STRONG)
    new_height, new_width = moved.shape[:2]
    assert (new_height > 1.5 * new_width) == (height > 1.5 * width)
    for character in after.characters:
        x0, y0, x1, y1 = bounds(character.polygon)
        assert min(x0, y0) >= -1e-6
        assert x1 <= new_width + 1e-6
        assert y1 <= new_height + 1e-6


@given(seed=st.integers(0, 10_000))
def test_a_word_level_label_keeps_all_of_its_image(seed: int):
    warp = draw_warp(rng(seed), WordLabel(text="abc"), (40, 160), STRONG)
    edge = np.concatenate([warp.points(np.array([[x, y]])) for x in np.linspace(0, 160, 17) for y in (0.0, 40.0)])
    # Nine points an edge find the extent of a bent one to within a pixel or so
    assert (edge >= -1.5).all()
    assert (edge <= np.array(warp.size[::-1]) + 1.5).all()


def test_none_gives_back_what_it_was_given():
    image = rng(0).integers(0, 256, (20, 60, 3)).astype(np.uint8)
    label = WordLabel((CharacterLabel("a", rectangle(1, 2, 3, 4), shape_type="rectangle"),), "a")
    out, same = augment(image, label, rng(1), NONE)
    assert (out == image).all()
    assert same == label


@pytest.mark.parametrize("config", [MILD, FULL, STRONG])
def test_the_same_random_state_gives_the_same_picture(config: Any):
    image = rng(0).integers(0, 256, (32, 90, 3)).astype(np.uint8)
    label = WordLabel((CharacterLabel("a", rectangle(10, 5, 30, 25)),), "a")
    first, second, other = (augment(image, label, rng(seed), config) for seed in (5, 5, 6))
    assert np.array_equal(first[0], second[0])
    assert first[1] == second[1]
    assert first[0].shape != other[0].shape or (first[0] != other[0]).any()


def test_the_picture_given_is_not_changed():
    image = rng(0).integers(0, 256, (32, 90, 3)).astype(np.uint8)
    before = image.copy()
    for seed in range(20):
        augment(image, WordLabel(text="a"), rng(seed), FULL)
    assert (image == before).all()


def test_text_status_orders_and_symbols_stay():
    image, label = marks(40, 150, 3)
    label = replace(label, status="reviewed", extra=(("flags", "{}"),))
    _, after = augment(image, label, rng(3), FULL)
    assert (after.text, after.status, after.extra) == (label.text, "reviewed", label.extra)
    assert [c.symbol for c in after.in_order] == ["0", "1", "2"]


@pytest.mark.parametrize(("ranges", "kind"), [({"rotation": (10, 10)}, "polygon"), ({"zoom": (0.8, 0.8)}, "rectangle")])
def test_a_rectangle_that_is_turned_is_a_polygon_and_one_that_is_only_zoomed_stays_one(
    ranges: dict[Any, Any], kind: str
):
    label = WordLabel((CharacterLabel("a", rectangle(10, 5, 30, 25), shape_type="rectangle"),))
    _, after = augment(np.zeros((32, 90, 3), np.uint8), label, rng(1), replace(NONE, **ranges))
    assert after.characters[0].shape_type == kind


@given(seed=st.integers(0, 5_000), x=st.floats(10, 140), y=st.floats(5, 35))
def test_the_derivative_is_that_of_the_map(seed: int, x: float, y: float):
    warp = draw_warp(rng(seed), WordLabel(text="a"), (40, 160), STRONG)
    step = 1e-4
    around = np.array([[x + step, y], [x - step, y], [x, y + step], [x, y - step]])
    moved = warp.points(around)
    measured = np.column_stack([moved[0] - moved[1], moved[2] - moved[3]]) / (2 * step)
    np.testing.assert_allclose(warp.jacobian((x, y)), measured, rtol=1e-4, atol=1e-5)


def test_a_hand_set_gaussian_turns_with_the_image():
    gaussian = Gaussian((80, 20), (9, 3), 10)
    label = WordLabel((CharacterLabel("a", rectangle(70, 10, 90, 30), gaussian=gaussian),))
    warp = draw_warp(rng(0), label, (40, 160), replace(NONE, rotation=(25, 25)))
    after = warp.label(label, (40, 160)).characters[0].gaussian
    assert after.sigma == pytest.approx((9, 3))
    assert after.angle % 180 == pytest.approx(35)
    assert after.center == pytest.approx(tuple(warp.points(np.array([[80.0, 20.0]]))[0]))


@pytest.mark.parametrize("curved", [0, 1])
def test_a_painted_area_moves_with_its_pixels(curved: int):
    pixels = np.zeros((12, 9), bool)
    pixels[2:11, 1:7] = True
    label = WordLabel((CharacterLabel("a", rectangle(60, 10, 80, 30), area=Area.from_array(62, 12, pixels)),))
    image = np.zeros((40, 160, 3), np.uint8)
    image[12:24, 62:71][pixels] = 255
    config = replace(NONE, rotation=(12, 12), curve_share=curved, curve=(0.3, 0.3))
    moved, after = augment(image, label, rng(4), config)
    area = after.characters[0].area
    painted = np.zeros(moved.shape[:2], bool)
    painted[area.y : area.y + area.height, area.x : area.x + area.width] = area.pixels
    bright = moved[:, :, 0] > 127
    assert (painted & bright).sum() / (painted | bright).sum() > 0.85


def test_a_painted_area_wholly_outside_the_image_is_let_go():
    label = WordLabel(
        (CharacterLabel("a", rectangle(1, 1, 9, 9), area=Area.from_array(200, 200, np.ones((3, 3), bool))),)
    )
    _, after = augment(np.zeros((20, 40, 3), np.uint8), label, rng(0), replace(NONE, rotation=(5, 5)))
    assert after.characters[0].area is None


def test_a_wide_polygon_gets_corners_where_the_bend_curves_its_edges():
    warp = Warp(np.eye(3), Bend(20.0, 0.0, 200.0), (60, 200))
    corners = np.array(rectangle(0, 20, 200, 40))
    bent = warp.polygon(corners)
    assert len(bent) > 8
    top = bent[np.isclose(bent[:, 1], 20 + warp.bend.shift(bent[:, 0]))]
    middles = (top[1:] + top[:-1]) / 2
    strayed = np.abs(middles[:, 1] - 20 - warp.bend.shift(middles[:, 0]))
    assert strayed.max() <= 0.25 + 1e-9
    assert len(Warp(np.eye(3), None, (60, 200)).polygon(corners)) == 4


def test_a_huge_image_is_shrunk_with_its_label():
    image = np.zeros((600, 3000, 3), np.uint8)
    image[200:400, 1000:1300] = 255
    label = WordLabel((CharacterLabel("a", rectangle(1000, 200, 1300, 400)),))
    moved, after = augment(image, label, rng(0), replace(NONE, shift=0.01))
    assert max(moved.shape) <= MAX_SIDE * 1.05
    assert centroid(after.characters[0].polygon) == pytest.approx(blob_center(moved, 0), abs=0.5)


@pytest.mark.long
@example(211)  # three gains above 1 on a range that reaches white
@given(seed=st.integers(0, 3_000))
def test_colours_never_wash_text_out(seed: int):
    image = np.full((32, 100, 3), 250, np.uint8)
    image[10:20, 20:80] = 190
    plain = replace(
        FULL, rotation=(0, 0), shear=(0, 0), perspective=0, zoom=(1, 1), shift=0, curve_share=0, noise=(0, 0)
    )
    out, _ = augment(image, WordLabel(text="a"), rng(seed), replace(plain, blur_share=0, jpeg_share=0))
    difference = out[15, 50].astype(int) - out[2, 2].astype(int)
    assert np.abs(difference).max() >= 15  # of 60, at a least contrast of 0.45


def test_inversion_swaps_dark_and_light():
    image = np.full((20, 40, 3), 255, np.uint8)
    image[5:15, 10:30] = 0
    out, _ = augment(image, WordLabel(text="a"), rng(0), replace(NONE, invert_share=1))
    assert (out == 255 - image).all()


def test_grey_takes_the_colours_away():
    image = rng(0).integers(0, 256, (20, 40, 3)).astype(np.uint8)
    out, _ = augment(image, WordLabel(text="a"), rng(0), replace(NONE, grey_share=1))
    assert (out == out[:, :, :1]).all()


@pytest.mark.parametrize("change", [{"grey_share": 1}, {"mixing": 1}])
def test_colours_are_kept_where_text_is_told_by_nothing_else(change: dict[Any, Any]):
    image = np.full((20, 40, 3), (200, 80, 90), np.uint8)
    image[5:15, 10:30] = (40, 160, 95)  # of the same brightness
    for seed in range(50):
        out, _ = augment(image, WordLabel(text="a"), rng(seed), replace(NONE, **change))
        assert np.abs(out[10, 20].astype(int) - out[0, 0].astype(int)).max() >= 70, seed


@pytest.mark.parametrize("motion", [0, 1])
def test_blur_keeps_brightness_and_flattens_edges(motion: int):
    image = np.zeros((40, 80, 3), np.uint8)
    image[15:25, 30:50] = 200
    config = replace(NONE, blur_share=1, blur=(0.12, 0.12), motion_share=motion)
    out, _ = augment(image, WordLabel(text="a"), rng(2), config)
    assert out.mean() == pytest.approx(image.mean(), rel=0.02)
    assert out.astype(int).max() <= 200
    assert (np.abs(np.diff(out[:, :, 0].astype(int), axis=0)).max() < 190) or motion


def test_noise_has_the_deviation_asked_for_against_the_pictures_own():
    image = np.full((100, 200, 3), 108, np.uint8)
    image[:, 100:] = 148  # a standard deviation of 20
    out, _ = augment(image, WordLabel(text="a"), rng(0), replace(NONE, noise_share=1, noise=(0.5, 0.5)))
    assert (out.astype(float) - image).std() == pytest.approx(10, rel=0.05)
    assert out.mean() == pytest.approx(128, abs=0.2)


def test_blur_goes_by_the_characters_height_not_the_images():
    image = np.zeros((80, 120, 3), np.uint8)
    image[36:44, 40:80] = 255
    config = replace(NONE, blur_share=1, blur=(0.1, 0.1))
    small = WordLabel((CharacterLabel("a", rectangle(40, 36, 80, 44)),))
    by_polygon, _ = augment(image, small, rng(0), config)
    by_image, _ = augment(image, WordLabel(text="a"), rng(0), config)
    assert by_polygon[40, 60, 0] > 250  # 0.8 pixels
    assert by_image[40, 60, 0] < 200  # 4 pixels


def test_pixels_and_points_agree_to_a_tenth_of_a_pixel():
    image = np.zeros((40, 60, 3), np.uint8)
    image[10:16, 20:26] = 255
    turn = np.array([[1.6, -1.2, 20], [1.2, 1.6, 0], [0, 0, 1.0]])
    for bend in (None, Bend(9.0, 0.0, 130.0), Bend(9.0, 0.0, 130.0, along_y=True)):
        warp = Warp(turn, bend, (130, 130))
        found = blob_center(warp.image(image, cv2.BORDER_CONSTANT, 0, linear=True), 0)
        expected = centroid(polygon_of(warp.polygon(np.array(rectangle(20, 10, 26, 16)))))
        assert found == pytest.approx(expected, abs=0.1)


def test_jpeg_of_low_quality_changes_pixels_but_not_colours():
    image = np.zeros((32, 64, 3), np.uint8)
    image[:, :32] = (220, 30, 30)
    out, _ = augment(image, WordLabel(text="a"), rng(0), replace(NONE, jpeg_share=1, jpeg=(30, 30)))
    assert (out != image).any()
    assert np.abs(out[:, :16].mean(axis=(0, 1)) - (220, 30, 30)).max() < 12


def test_text_stays_unmirrored():
    """The determinant of the map is positive everywhere: left stays left of right, seen along the word."""
    for seed in range(200):
        warp = draw_warp(rng(seed), WordLabel(text="a"), (40, 160), STRONG)
        assert np.linalg.det(warp.jacobian((80.0, 20.0))) > 0


@pytest.mark.parametrize(
    ("change", "named_field"),
    [
        ({"rotation": (5, -5)}, "rotation"),
        ({"rotation": (0, 90)}, "rotation"),
        ({"rotation": 5}, "rotation"),
        ({"zoom": (0, 1)}, "zoom"),
        ({"curve_share": 1.5}, "curve_share"),
        ({"blur_share": True}, "blur_share"),
        ({"noise": (0, float("nan"))}, "noise"),
        ({"jpeg": (0, 50)}, "jpeg"),
    ],
)
def test_a_value_out_of_bounds_is_refused_by_name(change: dict[Any, Any], named_field: str):
    with pytest.raises(DataError, match=rf"augmentation: {named_field} is"):
        Augmentation(**change)


def test_corners_outside_the_image_do_not_widen_it():
    label = WordLabel((CharacterLabel("a", rectangle(-500, 5, 30, 25)),))
    warp = draw_warp(rng(0), label, (32, 90), replace(NONE, zoom=(1, 1), shift=0.01))
    assert warp.size[1] < 100


def test_the_bent_picture_is_the_bent_line():
    image = np.zeros((60, 200, 3), np.uint8)
    image[30:32] = 255
    warp = Warp(np.eye(3), Bend(12.0, 0.0, 200.0), (60, 200))
    out = warp.image(image, cv2.BORDER_CONSTANT, 0, linear=True)[:, :, 0].astype(float)
    rows = (out * (np.arange(60) + 0.5)[:, None]).sum(axis=0) / out.sum(axis=0)
    expected = warp.points(np.column_stack([np.arange(200) + 0.5, np.full(200, 31.0)]))[:, 1]
    np.testing.assert_allclose(rows, expected, atol=0.1)


def test_polygons_are_plain_floats():
    _, after = augment(*marks(40, 150, 2), rng(0), FULL)
    assert after.characters[0].polygon == polygon_of(after.characters[0].corners)
    assert all(type(v) is float for point in after.characters[0].polygon for v in point)


# Mirroring


def test_no_preset_mirrors():
    assert {preset.flip_share for preset in PRESETS.values()} == {0}


@pytest.mark.parametrize("shape", [(40, 150), (150, 40)])
def test_mirroring_moves_blobs_polygons_gaussians_and_areas_together(shape: tuple[Any, ...]):
    image, label = marks(*shape, 3)
    area = np.zeros((4, 6), bool)
    area[1:, :2] = True
    first = replace(
        label.characters[0], gaussian=Gaussian((9.0, 5.0), (4.0, 2.0), 30.0), area=Area.from_array(3, 4, area)
    )
    moved, after = mirrored(image, replace(label, characters=(first, *label.characters[1:])))
    for k, character in enumerate(after.characters):
        assert blob_center(moved, k) == pytest.approx(centroid(character.polygon))
    one = after.characters[0]
    assert one.gaussian.center == pytest.approx((shape[1] - 9.0, 5.0))
    assert np.allclose(one.gaussian.covariance, first.gaussian.covariance * [[1, -1], [-1, 1]])
    assert (one.area.x + one.area.width, one.area.y) == (shape[1] - 3, 5)


def test_mirrored_horizontal_words_are_read_from_left_to_right_and_vertical_ones_as_before():
    _, across = mirrored(*marks(40, 150, 3))
    assert (across.text, across.reading, across.disagrees) == ("210", "210", False)
    assert [centroid(c.polygon)[0] for c in across.in_order] == sorted(centroid(c.polygon)[0] for c in across.in_order)
    _, down = mirrored(*marks(150, 40, 3))
    assert (down.text, down.reading) == ("012", "012")


def test_mirroring_keeps_the_ranks_of_characters_whose_order_is_written():
    image, label = marks(40, 150, 3)
    shuffled = replace(label, text="201", characters=tuple(
        replace(c, order=order) for c, order in zip(label.characters, (2, 3, 1), strict=True)
    ))  # fmt: skip
    _, after = mirrored(image, shuffled)
    assert (after.text, after.reading) == ("102", "102")


def test_mirrored_target_maps_are_the_mirror_image_of_the_target_maps():
    image, label = marks(32, 128, 4, side=13)
    spec, charset = MapSpec(height=32, width=128, stride=4), Charset(tuple("0123"))
    before = render(label, (32, 128), charset, spec)
    after = render(mirrored(image, label)[1], (32, 128), charset, spec)
    assert np.array_equal(after.character, before.character[:, ::-1])
    assert np.allclose(after.localization, before.localization[:, ::-1], atol=0.003)  # less is cut off
    assert np.array_equal(after.order, np.where(before.order, 5 - before.order, 0)[:, ::-1])


def test_words_without_polygons_are_mirrored_with_their_text():
    image = np.random.default_rng(0).integers(0, 255, (20, 60, 3)).astype(np.uint8)
    moved, after = mirrored(image, WordLabel(text="Wait"))
    assert np.array_equal(moved, image[:, ::-1])
    assert after.text == "tiaW"


def test_share_of_mirrored_images_is_as_asked_for_and_no_other_draw_changes():
    image, label = marks(40, 150, 3)
    flipped = [augment(image, label, rng(seed), Augmentation(flip_share=0.5))[1].text for seed in range(200)]
    assert 70 < flipped.count("210") < 130
    for seed in range(5):
        assert (
            augment(image, label, rng(seed), replace(MILD, flip_share=0.0))[1]
            == augment(image, label, rng(seed), MILD)[1]
        )
