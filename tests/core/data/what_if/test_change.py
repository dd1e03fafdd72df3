"""A chosen change of an image: pixels and polygons go together, and what is left alone stays as it is."""

from typing import Any

import numpy as np
import pytest

from core.base.errors import LabelError
from core.data.augmentation.augmentation import MAX_SIDE
from core.data.what_if.change import SLIDERS, Change, Erased, Moved, Picture, apply_change, apply_touches, kept_inside
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

INK = (250, 240, 10)
LEFT, RIGHT = rectangle(30, 20, 50, 44), rectangle(80, 16, 96, 40)
LABEL = WordLabel((CharacterLabel("a", LEFT, 1), CharacterLabel("b", RIGHT, 2)), "ab")


def picture() -> Picture:
    """Two blocks of ink on dark ground, each the polygon of a character."""
    image = np.full((60, 120, 3), (20, 30, 60), np.uint8)
    image[20:44, 30:50] = INK
    image[16:40, 80:96] = INK
    return image


def ink_of(image: Picture) -> np.ndarray:
    return np.asarray(image[..., 0] > 135)


@pytest.mark.parametrize("item", SLIDERS)
def test_a_slider_in_the_middle_changes_nothing(item: Any):
    made = apply_change(picture(), LABEL, Change().having(item, SLIDERS[item].value(0)))
    assert np.array_equal(made.pixels, picture())
    assert made.label == LABEL
    assert np.array_equal(made.matrix, np.eye(3))


@pytest.mark.parametrize(
    "change",
    [
        Change(rotation=20),
        Change(rotation=-45, shear=12),
        Change(shear=30),
        Change(crop=0.1),
        Change(crop=-0.3),
        Change(size=0.6),
        Change(size=2),
        Change(rotation=10, crop=0.1, size=1.5),
    ],
)
def test_polygons_move_with_their_pixels(change: Any):
    made = apply_change(picture(), LABEL, change)
    for before, after in zip(LABEL.characters, made.label.characters, strict=True):
        moved = np.column_stack([before.corners, np.ones(4)]) @ made.matrix.T
        np.testing.assert_allclose(after.corners, moved[:, :2] / moved[:, 2:], atol=1e-6)
    rows, columns = np.nonzero(ink_of(made.pixels))
    inside = np.zeros(len(rows), bool)
    for character in made.label.characters:
        (x0, y0), (x1, y1) = character.corners.min(axis=0) - 1.5, character.corners.max(axis=0) + 1.5
        inside |= (x0 <= columns + 0.5) & (columns + 0.5 <= x1) & (y0 <= rows + 0.5) & (rows + 0.5 <= y1)
        x, y = character.corners.mean(axis=0)
        assert ink_of(made.pixels)[int(y), int(x)]
    assert inside.all(), "ink is nowhere but at the characters"


def test_looks_change_without_moving_anything():
    before = picture()
    looks = {
        item: apply_change(before, LABEL, Change().having(item, value))
        for item, value in {"brightness": 0.2, "contrast": 0.3, "blur": 0.2, "noise": 1.0, "jpeg": 5}.items()
    }
    assert all(made.label == LABEL and made.size == (60, 120) for made in looks.values())
    assert looks["brightness"].pixels.mean() > before.mean() + 20
    assert looks["contrast"].pixels.std() < 0.5 * before.std()
    edges = {item: np.abs(np.diff(made.pixels.astype(int), axis=1)).max() for item, made in looks.items()}
    assert edges["blur"] < 0.5 * np.abs(np.diff(before.astype(int), axis=1)).max()
    assert looks["noise"].pixels[:10].std() > 30
    assert not np.array_equal(looks["jpeg"].pixels, before)
    again = apply_change(before, LABEL, Change(noise=1.0))
    assert np.array_equal(again.pixels, looks["noise"].pixels), "its strength alone counts, not chance"


def test_an_erased_region_becomes_the_ground_round_it():
    image, label = apply_touches(picture(), LABEL, [Erased(rectangle(25, 15, 55, 50))])
    assert not ink_of(image)[:, :60].any()
    assert np.array_equal(image[:, 60:], picture()[:, 60:])
    assert label == LABEL
    whole, _ = apply_touches(picture(), LABEL, [Erased(rectangle(-5, -5, 500, 500))])
    assert whole.std() == 0


def test_a_moved_character_takes_its_pixels_along():
    image, label = apply_touches(picture(), LABEL, [Moved(0, (5.2, -9.9))])
    assert label.characters[0].polygon == rectangle(35, 10, 55, 34)
    assert label.characters[1] == LABEL.characters[1]
    expected = np.zeros((60, 120), bool)
    expected[10:34, 35:55] = expected[16:40, 80:96] = True
    assert np.array_equal(ink_of(image), expected)
    beyond, _ = apply_touches(picture(), LABEL, [Moved(0, (-40, 0))])
    assert ink_of(beyond)[20:44, :10].all()
    assert not ink_of(beyond)[:, 10:60].any()


def test_a_label_ends_at_the_edge_of_its_image_and_loses_no_character():
    made = apply_change(picture(), LABEL, Change(crop=0.26))
    with pytest.raises(LabelError, match='character 1 \\("a"\\) lies outside'):
        kept_inside(apply_change(picture(), LABEL, Change(crop=0.4)).label, (12, 24))
    kept = kept_inside(made.label, made.size)
    corners = np.concatenate([character.corners for character in kept.characters])
    assert corners.min() >= 0
    assert (corners.max(axis=0) <= made.size[::-1]).all()
    assert kept_inside(LABEL, (60, 120)) == LABEL


def test_a_line_of_60_characters_and_a_word_without_polygons_can_be_changed():
    image = np.full((40, 3000, 3), 90, np.uint8)
    many = tuple(CharacterLabel("x", rectangle(50 * k + 5, 5, 50 * k + 40, 35), k + 1) for k in range(60))
    everything = Change(10, 5, 0.02, 0.8, 0.1, 1.2, 0.05, 0.2, 40)
    made = apply_change(image, WordLabel(many), everything)
    assert len(made.label.characters) == 60
    assert max(made.size) <= MAX_SIDE
    assert apply_change(image, WordLabel(text="word"), everything).label == WordLabel(text="word")
