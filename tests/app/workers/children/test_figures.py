"""The picture of curves, and where in it what is."""

from __future__ import annotations

import numpy as np
import pytest

from app.workers.children.figures import Drawing, FigureLook, Line, Panel, draw

RED, BLUE = "#ff0000", "#0000ff"


def look(width: int = 400, height: int = 200, scale: float = 1.0, smoothing: float = 0.0) -> FigureLook:
    return FigureLook(width, height, scale, "#808080", "#c0c0c0", smoothing)


def line(values: list[float], colour: str = RED, first: int = 1, **choices: bool) -> Line:
    return Line((np.arange(first, first + len(values)), np.array(values)), colour, **choices)


def has_colour(drawing: Drawing, colour: str) -> bool:
    wanted = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    near = np.abs(drawing.pixels[..., :3].astype(int) - wanted).max(-1) < 30
    return bool((near & (drawing.pixels[..., 3] > 200)).any())


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_picture_has_the_device_pixels_of_its_screen(scale: float) -> None:
    drawing = draw([Panel([line([1, 2])])], look(scale=scale))
    assert drawing.pixels.shape == (200 * scale, 400 * scale, 4)


def test_curves_are_drawn_in_their_colours_on_a_transparent_ground() -> None:
    drawing = draw([Panel([line([1, 2, 3]), line([3, 2, 1], BLUE)])], look())
    assert has_colour(drawing, RED)
    assert has_colour(drawing, BLUE)
    assert drawing.pixels[0, 0, 3] == 0


@pytest.mark.parametrize("values", [[1e-5, 2e-5, 5e-5], [1.00001, 1.00002, 1.00003], [4e7, 5e7, 6e7]])
def test_numbers_of_an_axis_leave_the_room_above_it_to_the_legend(values: list[float]) -> None:
    """Matplotlib's own write a common factor or offset there: "1e-5", "+1"."""
    drawing = draw([Panel([line(values)])], look())
    (area,) = drawing.areas
    assert not drawing.pixels[: round(area.top) - 6, :, 3].any()


def test_panels_stand_beside_each_other_where_it_is_wide_and_below_each_other_where_it_is_tall() -> None:
    panels = [Panel([line([1, 2])]), Panel([line([2, 1])])]
    one, other = draw(panels, look(500, 200)).areas
    assert one.top == other.top
    assert one.left < other.left
    one, other = draw(panels, look(200, 500)).areas
    assert one.left == other.left
    assert one.top < other.top


def test_third_panel_has_the_full_width_below_two_that_are_large_enough() -> None:
    one, other, below = draw([Panel([line([1, 2])])] * 3, look(700, 500)).areas
    assert one.top == other.top < below.top
    assert below.left == one.left and below.width > one.width + other.width


def test_panels_for_which_there_is_no_room_are_left_out() -> None:
    panels = [Panel([line([1, 2])])] * 3
    assert len(draw(panels, look(600, 200)).areas) == 3
    assert len(draw(panels, look(260, 100)).areas) == 2
    assert draw(panels, look(60, 20)).areas == ()


def test_same_step_is_at_the_same_place_in_each_panel() -> None:
    drawing = draw([Panel([line([1, 2, 3])]), Panel([line([1, 2], first=5)])], look(500))
    one, other = drawing.areas
    assert (one.first, one.last) == (other.first, other.last) == (1.0, 6.0)
    assert one.x_of(4) - one.left == pytest.approx(other.x_of(4) - other.left)
    assert one.step_at(one.x_of(4)) == pytest.approx(4)
    assert one.contains(one.left + 1, one.top + 1)
    assert not one.contains(other.left + 1, other.top + 1)


def test_curve_of_one_step_and_of_none_can_be_drawn() -> None:
    drawing = draw([Panel([line([1.0], is_marked=True)]), Panel([line([])])], look(500))
    assert drawing.areas[0].last > drawing.areas[0].first
    assert has_colour(drawing, RED)


def test_losses_of_zero_and_gaps_can_be_drawn_on_a_logarithmic_scale() -> None:
    values = [1.0, 0.5, 0.0, np.nan, 0.1, -1.0]
    assert has_colour(draw([Panel([line(values)], is_log=True)], look()), RED)
    assert draw([Panel([line([0.0, 0.0])], is_log=True)], look()).areas


def test_smoothing_draws_the_average_where_the_curve_has_one() -> None:
    jumping = [0.0, 1.0] * 100

    def red_pixels(smoothing: float, **choices: bool) -> int:
        drawing = draw([Panel([line(jumping, **choices)], bounds=(0, 1))], look(smoothing=smoothing))
        strong = (drawing.pixels[..., 3] > 200) & (drawing.pixels[..., 0] > 200) & (drawing.pixels[..., 1] < 80)
        return int(strong.sum())

    assert red_pixels(0.95) < red_pixels(0.0) / 2
    assert red_pixels(0.95, is_smooth=False) == red_pixels(0.0, is_smooth=False)
