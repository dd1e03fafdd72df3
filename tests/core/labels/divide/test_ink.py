import numpy as np
import pytest

from core.labels.divide.ink import ink_map

INSIDE = np.ones((40, 60), dtype=bool)
STROKES = np.zeros((40, 60), dtype=bool)
STROKES[8:32, 10:16] = STROKES[8:32, 30:36] = True


def picture(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> np.ndarray:
    return np.where(STROKES[..., None], ink, ground).astype(np.uint8)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        pytest.param((0, 0, 0), (255, 255, 255), id="dark on light"),
        pytest.param((255, 255, 255), (0, 0, 0), id="light on dark"),
        pytest.param((200, 30, 30), (30, 120, 30), id="red on green"),
        pytest.param((120, 120, 120), (140, 140, 140), id="faint"),
    ],
)
def test_ink_is_told_from_ground_whatever_the_colours(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> None:
    found = ink_map(picture(ink, ground), INSIDE)
    assert found is not None
    np.testing.assert_array_equal(found > 0.5, STROKES)


def test_uneven_light_over_a_long_word_is_levelled() -> None:
    light = np.linspace(0.35, 1, 60)[None, :, None]
    found = ink_map((picture((90, 90, 90), (250, 250, 250)) * light).astype(np.uint8), INSIDE)
    assert found is not None
    np.testing.assert_array_equal(found > 0.5, STROKES)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_box_that_holds_hardly_a_pixel_of_the_image_has_no_ink_and_no_warning(count: int) -> None:
    inside = np.zeros((40, 60), dtype=bool)
    inside[0, :count] = True
    assert ink_map(picture((0, 0, 0), (255, 255, 255)), inside) is None


def test_an_even_picture_has_no_ink() -> None:
    assert ink_map(np.full((40, 60, 3), 128, dtype=np.uint8), INSIDE) is None


def test_outside_the_image_is_no_ink() -> None:
    inside = INSIDE.copy()
    inside[:, 28:] = False
    found = ink_map(picture((0, 0, 0), (255, 255, 255)), inside)
    assert found is not None
    np.testing.assert_array_equal(found > 0.5, STROKES & inside)


def test_where_nothing_lies_in_the_image_there_is_no_ink() -> None:
    assert ink_map(picture((0, 0, 0), (255, 255, 255)), np.zeros((40, 60), dtype=bool)) is None
