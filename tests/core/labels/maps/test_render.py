"""Target maps: the renderer against the slow oracle, and what is fixed beside it."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.words import maps_oracle

from core.base.errors import LabelError
from core.charset import Charset
from core.labels.geometry import polygon_of, rectangle, self_crosses, signed_area
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.render import IGNORE, NO_SYMBOL, MapSpec, Sigma, render

CHARSET = Charset(tuple("abcd"))
SMALL = MapSpec(height=32, width=64)


def word(*boxes: tuple[float, float, float, float], text: str = "abcdabcdabcd") -> WordLabel:
    return WordLabel(tuple(CharacterLabel(s, rectangle(*b)) for s, b in zip(text, boxes, strict=False)))


coordinates = st.one_of(
    st.integers(-6, 70).map(float),
    st.floats(-6, 70).map(lambda v: round(v, 2)),
    st.integers(-12, 140).map(lambda v: v / 2),
)


@st.composite
def polygons(draw: st.DrawFn) -> tuple[tuple[float, float], ...]:
    kind = draw(st.sampled_from(["box", "slanted", "star", "sliver"]))
    x, y = draw(coordinates), draw(st.one_of(st.integers(-3, 34).map(float), st.floats(-3, 34)))
    a, b = draw(st.floats(1, 30)), draw(st.floats(1, 24))
    if kind == "box":
        return rectangle(x, y, x + round(a), y + round(b))
    if kind == "slanted":
        lean, rise = draw(st.floats(-8, 8)), draw(st.floats(-6, 6))
        return ((x, y), (x + a, y + rise), (x + a + lean, y + rise + b), (x + lean, y + b))
    if kind == "sliver":
        return rectangle(x, y, x + a / 40, y + b)
    count = draw(st.integers(5, 40))
    radii = draw(st.lists(st.floats(0.3, 1.0), min_size=count, max_size=count))
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return tuple(
        (x + a / 2 * r * float(np.cos(t)), y + b / 2 * r * float(np.sin(t))) for r, t in zip(radii, angles, strict=True)
    )


@st.composite
def characters(draw: st.DrawFn) -> CharacterLabel:
    # Two decimals, as our files have: below 1e-9 pixels the oracle and the renderer may take rounding for a tie or not.
    polygon = polygon_of(draw(polygons()), decimals=2)
    assume(abs(signed_area(polygon)) > 1e-3 and not self_crosses(polygon))
    gaussian = draw(
        st.none()
        | st.builds(
            Gaussian,
            st.tuples(st.floats(0, 60), st.floats(0, 30)),
            st.tuples(st.floats(0.5, 9), st.floats(0.5, 9)),
            st.floats(-180, 180),
        )
    )
    area = None
    if draw(st.integers(0, 4)) == 0:
        bits = draw(st.lists(st.booleans(), min_size=48, max_size=48))
        area = Area.from_array(draw(st.integers(-2, 50)), draw(st.integers(-2, 30)), np.array(bits).reshape(6, 8))
    symbol = draw(st.sampled_from([*"abcd", "z", "###"]))
    order, ignore = draw(st.none() | st.integers(1, 4)), draw(st.integers(0, 5)) == 0
    return CharacterLabel(symbol, polygon, order, area=area, gaussian=gaussian, ignore=ignore)


specs = st.builds(
    MapSpec,
    height=st.just(32),
    width=st.sampled_from([32, 64]),
    stride=st.sampled_from([1, 2, 4]),
    orientation=st.sampled_from(["auto", "horizontal", "vertical"]),
    shrink=st.sampled_from([0.25, 0.5, 1.0]),
    sigma=st.sampled_from([Sigma(), Sigma("relative", 0.6), Sigma("fixed", 3.0), Sigma("fixed", 0.4)]),
    threshold=st.sampled_from([0.3, 0.5, 0.9]),
    keep_aspect=st.booleans(),
)


@settings(max_examples=4 * settings().max_examples)
@given(st.lists(characters(), min_size=1, max_size=4), specs, st.sampled_from([(32, 64), (30, 47), (64, 32), (16, 80)]))
def test_renderer_agrees_with_the_oracle(chars: list[Any], spec: Any, size: Any):
    label = WordLabel(tuple(chars))
    try:
        ours = render(label, size, CHARSET, spec)
    except LabelError as error:
        assert "wholly outside" in str(error)
        return
    character, order, localization = maps_oracle.maps(label, size, CHARSET, spec)
    np.testing.assert_array_equal(ours.character, character)
    np.testing.assert_array_equal(ours.order, order)
    drawn = localization >= 0.003  # below it a Gaussian may be cut off
    np.testing.assert_allclose(ours.localization[drawn], localization[drawn], atol=2e-6)
    assert (ours.localization[~drawn] < 0.0030001).all()


def test_maps_have_the_types_and_sizes_that_the_design_fixes():
    maps = render(word((5, 5, 20, 25)), (32, 64), CHARSET, MapSpec(stride=2))
    assert [(m.shape, m.dtype.name) for m in maps] == [
        ((32, 128), "int32"),
        ((32, 128), "int32"),
        ((32, 128), "float32"),
    ]


def test_peak_of_the_localization_is_one_and_at_the_centroid():
    maps = render(word((10, 10, 21, 21)), (32, 64), CHARSET, SMALL)
    assert maps.localization[15, 15] == 1.0
    assert maps.localization.argmax() == 15 * 64 + 15


def test_tie_between_two_characters_goes_to_the_earlier_one():
    # centres at x = 8 and 25: the pixel centre 16.5 is equally far from both
    label = word((0.3, 4, 15.7, 28), (17.3, 4, 32.7, 28))
    maps = render(label, (32, 64), CHARSET, SMALL.with_(sigma=Sigma("fixed", 9.0)))
    assert (maps.order[16, 15], maps.order[16, 16], maps.order[16, 17]) == (1, 1, 2)


def test_symbol_outside_the_charset_is_ignored_or_refused_as_asked():
    label = word((10, 10, 26, 26), text="é")
    maps = render(label, (32, 64), CHARSET, SMALL)
    assert set(np.unique(maps.character)) == {0, IGNORE}
    with pytest.raises(
        LabelError, match=r'^word_3\.png: character 1 "é" \(U\+00E9\) is not in the charset \(4 symbols'
    ):
        render(label, (32, 64), CHARSET, SMALL, unknown="error", name="word_3.png")
    named = render(label, (32, 64), CHARSET, SMALL, unknown="name none")
    assert set(np.unique(named.character)) == {0, IGNORE, NO_SYMBOL}
    assert (
        (named.character == NO_SYMBOL) == (render(word((10, 10, 26, 26)), (32, 64), CHARSET, SMALL).character > 0)
    ).all()
    assert np.array_equal(named.order, maps.order)


def test_tall_image_is_turned_counter_clockwise_so_that_its_top_comes_first():
    label = word((2, 2, 28, 20), (2, 40, 28, 60))
    spec = MapSpec(height=32, width=64)
    maps = render(label, (64, 32), CHARSET, spec)  # turned without any scaling: (x, y) stands at (y, 32 − x)
    columns = [np.nonzero(maps.order == k)[1].mean() + 0.5 for k in (1, 2)]
    assert columns == pytest.approx([11, 50], abs=0.6)
    rows = np.nonzero(maps.character == 1)[0]
    assert rows.mean() + 0.5 == pytest.approx(32 - 15, abs=0.6)


@pytest.mark.parametrize(
    ("polygon", "rule"),
    [
        (rectangle(70, 4, 80, 20), "lies wholly outside the image"),
        (rectangle(-20, 4, 0, 20), "lies wholly outside the image"),
        (((-10, 5), (5, -10), (-10, -10)), "lies wholly outside the image"),  # the box around it does not
        (((4, 4), (20, 20), (20, 4), (4, 20)), "crosses itself"),
        (((4, 4), (20, 20), (12, 12)), "without area"),
        (((4, 4), (4, 4), (4, 4)), "without area"),
    ],
)
def test_unusable_polygon_is_named_with_image_character_and_rule(polygon: Any, rule: str):
    label = WordLabel((CharacterLabel("a", rectangle(2, 2, 9, 9)), CharacterLabel("b", polygon)))
    with pytest.raises(LabelError, match=rf'^w\.png: character 2 "b" .*{rule}'):
        render(label, (32, 64), CHARSET, SMALL, name="w.png")


def test_more_characters_than_max_length_are_refused():
    label = word((2, 2, 9, 9), (10, 2, 19, 9), (20, 2, 29, 9))
    with pytest.raises(LabelError, match="3 characters, more than max_length = 2"):
        render(label, (32, 64), CHARSET, SMALL.with_(max_length=2))


def test_label_without_characters_gives_empty_maps():
    maps = render(WordLabel(text="abc"), (32, 64), CHARSET, SMALL)
    assert not maps.character.any() and not maps.order.any() and not maps.localization.any()


def test_padding_keeps_the_aspect_ratio_and_stays_background():
    maps = render(word((0, 0, 32, 32)), (32, 32), CHARSET, MapSpec(height=32, width=64, keep_aspect=True))
    assert (maps.character[:, 32:] == 0).all() and (maps.character[:, :32] != 0).all()
