"""Checks of where the characters of one label are, and of the upper bound."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import Problem, apply_fix
from core.labels.geometry import polygon_of, rectangle, self_crosses, signed_area
from core.labels.label import Area, CharacterLabel, Gaussian, Polygon, WordLabel
from core.labels.maps.decoding import upper_bound
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("ABCDil."))
SIZE = (40, 160)
FIRST, SECOND, THIRD = (rectangle(4 + 24 * k, 6, 24 + 24 * k, 34) for k in range(3))


def word(*polygons: Polygon, symbols: str = "ABCDABCDABCD", text: str | None = None) -> WordLabel:
    return WordLabel(tuple(CharacterLabel(s, p) for s, p in zip(symbols, polygons, strict=False)), text)


def check(label: WordLabel, size: tuple[int, int] | None = SIZE, spec: MapSpec | None = None) -> tuple[Problem, ...]:
    return check_label(label, size, CHARSET, spec, name="w.png")


def only(label: WordLabel, kind: str) -> Problem:
    (problem,) = check(label)
    assert problem.id == kind
    return problem


@pytest.mark.parametrize(
    "polygon",
    [
        rectangle(160, 6, 180, 34),
        rectangle(4, 40, 24, 60),
        rectangle(-20, 6, 0, 34),
        rectangle(4, -30, 24, 0),
        ((-20, 10), (10, -20), (-20, -20)),  # beyond a corner, though the box around it reaches into the image
    ],
)
def test_polygon_beside_the_image_is_an_error(polygon: Any):
    problem = only(word(polygon), "polygon-outside")
    assert (problem.severity, problem.character, problem.fixes) == ("error", 1, ())
    assert problem.message == (
        'w.png: character 1 "A" lies wholly outside the image. Move it onto its character or delete it.'
    )


def test_where_the_image_is_not_known_nothing_is_outside():
    assert check(word(rectangle(900, 900, 920, 930)), size=None) == ()


def test_polygon_partly_outside_is_a_warning_with_how_far():
    problem = only(word(rectangle(-4, 6, 20, 34)), "polygon-partly-outside")
    assert (problem.severity, problem.character) == ("warning", 1)
    assert "extends 4 pixels beyond the image" in problem.message


@pytest.mark.parametrize("polygon", [rectangle(-0.5, 6, 20, 34), rectangle(140, 6, 161, 41)])
def test_pixel_beyond_the_edge_is_the_habit_of_labelling_tools(polygon: Any):
    assert check(word(polygon)) == ()


def test_little_that_sticks_out_can_be_clipped():
    label = word(rectangle(-4, 6, 20, 34))
    clipped = apply_fix(label, only(label, "polygon-partly-outside"))
    assert set(clipped.characters[0].polygon) == set(rectangle(0, 6, 20, 34))
    assert check(clipped) == ()


def test_character_that_the_edge_cuts_in_two_is_not_clipped():
    assert only(word(rectangle(-12, 6, 12, 34)), "polygon-partly-outside").fixes == ()


BOW_TIE = polygon_of([(4, 6), (24, 34), (24, 6), (4, 34)])


def test_polygon_that_crosses_itself_is_an_error():
    problem = only(word(BOW_TIE, SECOND), "polygon-self-crossing")
    assert (problem.severity, problem.character) == ("error", 1)


def test_bow_tie_is_untangled_clockwise_from_the_same_first_corner():
    label = word(BOW_TIE, SECOND)
    mended = apply_fix(label, only(label, "polygon-self-crossing"))
    assert mended.characters[0].polygon == rectangle(4, 6, 24, 34)
    assert not self_crosses(mended.characters[0].polygon)
    assert signed_area(mended.characters[0].polygon) > 0
    assert check(mended) == ()


def test_crossing_polygon_of_five_corners_has_no_safe_fix():
    pentagram = polygon_of(
        [(20 + 14 * math.sin(4 * k * math.pi / 5), 20 - 14 * math.cos(4 * k * math.pi / 5)) for k in range(5)]
    )
    assert only(word(pentagram), "polygon-self-crossing").fixes == ()


def test_concave_polygon_does_not_cross_itself():
    assert check(word(polygon_of([(4, 6), (24, 6), (24, 34), (18, 12)]))) == ()


@pytest.mark.parametrize(
    "polygon",
    [
        ((5.0, 5.0),) * 4,
        ((5.0, 5.0), (9.0, 9.0), (13.0, 13.0)),
        ((5.0, 5.0), (9.0, 9.0), (5.0, 5.0)),
        ((5.0, 5.0), (9.0, 9.0)),
        (),
        ((5.0, 5.0), (9.0, math.nan), (13.0, 5.0)),
        ((5.0, 5.0), (9.0, math.inf), (13.0, 5.0)),
    ],
)
def test_polygon_without_area_is_an_error_and_the_right_character_is_named(polygon: Any):
    problem = only(word(FIRST, polygon, THIRD), "polygon-without-area")
    assert (problem.severity, problem.character) == ("error", 2)


def test_triangle_has_area():
    assert check(word(((5.0, 5.0), (25.0, 5.0), (5.0, 30.0)))) == ()


@pytest.mark.parametrize("polygon", [rectangle(10, 10, 12, 12), rectangle(10, 10, 11, 30)])
def test_box_too_small_to_be_read_is_tiny(polygon: Any):
    problem = only(word(polygon), "polygon-tiny")
    assert (problem.severity, problem.character) == ("warning", 1)


def test_slip_of_the_mouse_is_tiny_beside_its_word():
    assert only(word(FIRST, SECOND, THIRD, rectangle(90, 10, 94, 13)), "polygon-tiny").character == 4


@pytest.mark.parametrize("symbol", ["i", "l"])
def test_thin_letters_are_not_tiny(symbol: str):
    thin = rectangle(30, 6, 32, 34)
    assert check(word(FIRST, thin, SECOND[:1] + polygon_of([(72, 6), (72, 34), (52, 34)]), symbols=f"A{symbol}B")) == ()


def test_full_stop_is_not_tiny():
    assert check(word(FIRST, SECOND, THIRD, rectangle(80, 32, 82, 34), symbols="ABC.")) == ()


def test_two_characters_on_nearly_the_same_place_are_reported_at_the_later():
    moved = rectangle(30, 8, 50, 36)
    problem = only(word(FIRST, SECOND, moved), "characters-overlap")
    assert (problem.severity, problem.character, problem.fixes) == ("warning", 3, ())
    assert 'as character 2 "B"' in problem.message


def test_neighbours_may_overlap_by_a_third():
    assert check(word(FIRST, rectangle(17, 6, 37, 34), rectangle(30, 6, 50, 34))) == ()


def test_small_character_inside_a_large_one_is_not_on_the_same_place():
    assert check(word(rectangle(4, 4, 44, 38), rectangle(20, 14, 40, 34))) == ()


def test_exact_double_can_be_deleted():
    label = word(FIRST, SECOND, SECOND, THIRD, symbols="ABBC")
    mended = apply_fix(label, only(label, "characters-overlap"))
    assert mended == word(FIRST, SECOND, THIRD, symbols="ABC")


def test_exact_double_that_the_text_knows_of_is_not_deleted():
    assert only(word(FIRST, SECOND, SECOND, THIRD, symbols="ABBC", text="ABBC"), "characters-overlap").fixes == ()


def test_other_symbol_on_the_same_place_is_not_deleted():
    assert only(word(FIRST, SECOND, SECOND), "characters-overlap").fixes == ()


def with_first(label: WordLabel, gaussian: Gaussian | None = None, area: Area | None = None) -> WordLabel:
    first = replace(label.characters[0], gaussian=gaussian, area=area)
    return replace(label, characters=(first, *label.characters[1:]))


@pytest.mark.parametrize("gaussian", [Gaussian((80, 20), (5, 5)), Gaussian((14, 20), (5, 90))])
def test_gaussian_off_its_character_is_astray_and_can_be_cleared(gaussian: Any):
    label = with_first(word(FIRST, SECOND), gaussian)
    problem = only(label, "gaussian-astray")
    assert (problem.severity, problem.character) == ("warning", 1)
    assert apply_fix(label, problem) == word(FIRST, SECOND)


@pytest.mark.parametrize("gaussian", [Gaussian((14, 20), (5, 7)), Gaussian((22, 20), (3, 8), 30)])
def test_gaussian_on_or_close_by_its_character_is_right(gaussian: Any):
    assert check(with_first(word(FIRST, SECOND), gaussian)) == ()


@pytest.mark.parametrize("sigma", [(0.0, 5.0), (5.0, 1e-200), (1e300, 5.0), (math.nan, 5.0)])
def test_gaussian_that_cannot_be_drawn_is_an_error(sigma: tuple[Any, ...]):
    assert only(with_first(word(FIRST), Gaussian((14, 20), sigma)), "gaussian-astray").severity == "error"


def test_painted_area_off_its_character_is_astray_and_can_be_cleared():
    label = with_first(word(FIRST, SECOND), area=Area.from_array(60, 6, np.ones((9, 9), bool)))
    problem = only(label, "area-astray")
    assert (problem.severity, problem.character) == ("warning", 1)
    assert apply_fix(label, problem) == word(FIRST, SECOND)


def test_painted_area_on_its_character_is_right():
    assert check(with_first(word(FIRST, SECOND), area=Area.from_array(8, 10, np.ones((9, 9), bool)))) == ()


NARROW = word(*(rectangle(4 + 12 * k, 6, 14.8 + 12 * k, 34) for k in range(12)))
COARSE = MapSpec(height=32, width=64, stride=4)


def test_upper_bound_names_the_stride_and_the_width_that_would_do():
    (problem,) = check(NARROW, spec=COARSE)
    assert (problem.id, problem.severity) == ("upper-bound", "warning")
    stride, width = (int(part) for part in _advised(problem.message))
    for cure in (COARSE.with_(stride=stride), COARSE.with_(width=width)):
        assert upper_bound(NARROW, SIZE, CHARSET, cure).holds
        assert check(NARROW, spec=cure) == ()


def _advised(message: str) -> tuple[str, str]:
    _, _, advice = message.partition("Use stride ")
    stride, _, width = advice.removesuffix(" in textscanner.json.").partition(" or width ")
    return stride, width


def test_upper_bound_says_what_is_read_and_which_characters_are_lost():
    (problem,) = check(NARROW, spec=COARSE)
    assert f'"{upper_bound(NARROW, SIZE, CHARSET, COARSE).word.text}"' in problem.message
    assert f'characters {problem.character} "' in problem.message


def test_upper_bound_that_a_gaussian_set_by_hand_breaks_is_not_attributed_to_the_width():
    label = with_first(word(FIRST, SECOND), Gaussian((25, 20), (3, 8), 30))
    assert "Look at the Gaussian" in only(label, "upper-bound").message


def test_upper_bound_is_judged_by_the_characters_even_where_the_text_differs():
    assert [problem.id for problem in check(word(FIRST, SECOND, text="AC"))] == ["text-mismatch"]


def test_label_that_cannot_be_rendered_has_no_upper_bound():
    first = replace(NARROW.characters[0], polygon=BOW_TIE)
    broken = replace(NARROW, characters=(first, *NARROW.characters[1:]))
    assert "upper-bound" not in {problem.id for problem in check(broken, spec=COARSE)}


def test_label_that_only_rounding_in_the_resize_puts_outside_is_not_rendered():
    width = 23
    almost = math.nextafter(width, 0)
    problems = check(word(rectangle(almost, 6, width + 20, 34)), size=(34, width))
    assert [(p.id, p.severity) for p in problems] == [("polygon-partly-outside", "warning"), ("not-rendered", "error")]
