"""Predicted maps and their difference from the targets as images: colours, and where they lie in the picture."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from support.window.pixels import colours
from support.words.hand_made_project import WIDE, WORDS, hand_made_project
from support.words.predictions import predicted_for, show_prediction

from app.display import MAP_NAMES
from app.pictures.colormaps import DIVERGING, table
from app.pictures.map_images import map_image
from app.pictures.predicted_images import (
    agreement,
    apart,
    apart_image,
    apart_swatches,
    best,
    channel,
    difference_image,
    difference_swatches,
    predicted_image,
    predicted_swatches,
)
from app.pictures.shown_maps import map_title, shown_map, shown_overlay
from app.session import Session
from core.charset import Charset
from core.labels.geometry import bounds
from core.labels.label import WordLabel
from core.labels.maps.pictures import character_picture
from core.labels.maps.render import IGNORE, MapSpec, TargetMaps
from core.project.project import ProjectSettings


def project_of(label: WordLabel, size: tuple[int, int], folder: Path) -> Path:
    settings = ProjectSettings(charset=Charset(("a", "b", "c")), maps=MapSpec(max_length=6))
    return hand_made_project(folder, size, label, settings)


@pytest.fixture(params=WORDS)
def either(request: pytest.FixtureRequest, make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    label, size = WORDS[request.param]
    return make_session(project_of(label, size, tmp_path / "words"))


@pytest.fixture
def wide(make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    return make_session(project_of(*WORDS["wide"], tmp_path / "words"))


def size_of(session: Session) -> tuple[int, int]:
    return session.editor.image_size


def target_of(session: Session) -> TargetMaps:
    predicted = session.predictions.current
    assert predicted is not None
    return session.predictions.target


def test_symbol_is_drawn_where_its_character_stands_in_the_picture(either: Session):
    predicted = predicted_for(either, sure=1.0)
    found = predicted_image(
        predicted, size_of(either), "character", "viridis", either.catalog.project_charset, opaque=True
    )
    palette = character_picture(np.arange(4, dtype=np.int32), "abc")
    to_map = found.to_image.inverted()[0]
    for character in either.editor.label.in_order:
        left, top, right, bottom = bounds(character.polygon)
        at = to_map.map(QPointF((left + right) / 2, (top + bottom) / 2))
        seen = found.image.pixelColor(int(at.x()), int(at.y()))
        wanted = palette[either.catalog.project_charset.id_of(character.symbol)]
        assert (seen.red(), seen.green(), seen.blue()) == tuple(wanted.tolist())


def test_predicted_map_covers_the_picture_as_the_target_map_does(either: Session):
    predicted = predicted_for(either)
    found = predicted_image(predicted, size_of(either), "localization", "viridis", either.catalog.project_charset)
    target = map_image(either.editor, either.display.choices, "localization")
    assert target is not None
    for image in (found, target):
        corner = image.to_image.map(QPointF(image.image.width(), image.image.height()))
        height, width = size_of(either)
        assert (corner.x(), corner.y()) == pytest.approx((width, height))


def test_symbol_has_the_same_colour_though_the_model_numbers_it_otherwise(wide: Session):
    same = predicted_for(wide)
    other = predicted_for(wide, charset=Charset(("x", "c", "b", "a")))
    first, second = (
        colours(
            predicted_image(p, size_of(wide), "character", "viridis", wide.catalog.project_charset, opaque=True).image
        )
        for p in (same, other)
    )
    np.testing.assert_array_equal(first, second)


def test_symbol_that_the_project_lacks_has_a_colour_of_none_of_its_symbols(wide: Session):
    label = replace(WIDE, characters=(replace(WIDE.characters[0], symbol="x"), *WIDE.characters[1:]))
    predicted = predicted_for(wide, label, Charset(("a", "b", "c", "x")), sure=1.0)
    found = colours(
        predicted_image(
            predicted, size_of(wide), "character", "viridis", wide.catalog.project_charset, opaque=True
        ).image
    )
    seen = {tuple(c) for c in found[best(predicted, "character") == 4][:, :3].tolist()}
    known = {tuple(c) for c in character_picture(np.arange(4, dtype=np.int32), "abc").tolist()}
    assert seen
    assert not seen & known


def test_the_less_probable_the_darker_alone_and_the_clearer_over_the_picture(wide: Session):
    alone, over = [], []
    for sure in (1.0, 0.6):
        predicted = predicted_for(wide, sure=sure)
        there = best(predicted, "character") > 0
        for opaque, values in ((True, alone), (False, over)):
            image = predicted_image(
                predicted, size_of(wide), "character", "viridis", wide.catalog.project_charset, opaque=opaque
            ).image
            values.append(colours(image)[there].astype(int))
    assert (alone[1][:, :3].sum(axis=1) < alone[0][:, :3].sum(axis=1)).all()
    assert set(over[0][:, 3].tolist()) == {255}
    assert np.abs(over[1][:, 3] - 0.6 * 255).max() <= 1


def test_where_nothing_is_seen_the_overlay_is_clear(wide: Session):
    predicted = predicted_for(wide)
    for name in ("character", "order"):
        image = predicted_image(predicted, size_of(wide), name, "viridis", wide.catalog.project_charset).image
        assert (colours(image)[best(predicted, name) == 0][:, 3] == 0).all()


def test_isolated_position_shows_its_channel_alone(wide: Session):
    predicted = predicted_for(wide)
    found = predicted_image(
        predicted, size_of(wide), "order", "magma", wide.catalog.project_charset, position=2, opaque=True
    )
    strength = predicted.maps.localization * predicted.maps.order[..., 2]
    np.testing.assert_allclose(channel(predicted, 2), strength, atol=1e-3)
    expected = table("magma")[np.floor(strength * 255 + 0.5).astype(int)]
    np.testing.assert_array_equal(colours(found.image)[..., :3], expected)
    assert (found.is_number, found.low, found.high, found.colormap) == (True, 0, 1, "magma")


def test_legend_has_the_symbols_that_are_seen_with_the_colours_of_the_targets(wide: Session):
    predicted = predicted_for(wide, charset=Charset(("c", "b", "a")))
    found = {
        s.text: s.colour.getRgb()[:3] for s in predicted_swatches(predicted, "character", wide.catalog.project_charset)
    }
    palette = character_picture(np.arange(4, dtype=np.int32), "abc")
    assert found == {s: tuple(palette[i].tolist()) for i, s in enumerate("abc", 1)}
    assert [s.text for s in predicted_swatches(predicted, "order", wide.catalog.project_charset)] == ["1", "2", "3"]


def test_symbols_are_told_apart_where_the_project_has_none_yet(wide: Session):
    predicted = predicted_for(wide, charset=Charset(("c", "b", "a")))
    found = [s.colour.getRgb()[:3] for s in predicted_swatches(predicted, "character", Charset(()))]
    assert len(set(found)) == len(found) == 3


def test_agreement_tells_same_missing_too_much_another_and_not_judged_apart(wide: Session):
    label = replace(WIDE, characters=(WIDE.characters[0], replace(WIDE.characters[1], symbol="a")))
    show_prediction(wide, predicted_for(wide, label))
    predicted, target = wide.predictions.current, target_of(wide)
    found, seen = agreement(predicted, target, "character"), best(predicted, "character")
    wanted = target.character
    assert set(np.unique(found)) == {0, 1, 2, 4, 5}
    assert (wanted[found == 5] == IGNORE).all()
    assert ((wanted == 1) & (seen == 1))[found == 1].all()
    assert ((wanted == 3) & (seen == 0))[found == 2].all()
    assert ((wanted == 2) & (seen == 1))[found == 4].all()
    order = agreement(predicted, TargetMaps(wanted, np.zeros_like(wanted), target.localization), "order")
    assert set(np.unique(order)) == {0, 3}
    assert len(difference_swatches("character")) == 5
    assert len(difference_swatches("order")) == 4


def test_difference_of_equal_numbers_is_the_middle_of_its_colours(wide: Session):
    show_prediction(wide, predicted_for(wide))
    predicted = wide.predictions.current
    found = difference_image(predicted, target_of(wide), size_of(wide), "localization", opaque=True)
    assert len(np.unique(colours(found.image).reshape(-1, 4), axis=0)) == 1
    assert colours(found.image)[0, 0, :3].tolist() == table(DIVERGING)[128].tolist()
    assert (found.low, found.high) == (-1, 1)


def test_difference_shows_more_and_less_at_opposite_ends(wide: Session):
    show_prediction(wide, predicted_for(wide))
    predicted, target = wide.predictions.current, target_of(wide)
    more = TargetMaps(target.character, target.order, np.zeros_like(target.localization))
    less = TargetMaps(target.character, target.order, np.ones_like(target.localization))
    peak = np.unravel_index(target.localization.argmax(), target.localization.shape)
    lowest = np.unravel_index(target.localization.argmin(), target.localization.shape)
    up = colours(difference_image(predicted, more, size_of(wide), "localization", opaque=True).image)[peak]
    down = colours(difference_image(predicted, less, size_of(wide), "localization", opaque=True).image)[lowest]
    assert up[2] > up[0]  # purple
    assert down[0] > down[2]  # brown


def test_overlay_is_of_the_source_that_is_chosen(wide: Session):
    show_prediction(wide, predicted_for(wide))
    wide.display.set(overlay="localization")
    images = {}
    for source in ("target", "prediction", "difference"):
        wide.display.set(overlay_source=source)
        found = shown_overlay(wide)
        images[source] = found
    assert images["target"].image.size() == images["prediction"].image.size(), "as coarse as what it is compared with"
    wide.display.set(columns=("target",))
    found = shown_map(wide, "localization", "target")
    assert found is not None and found.image.width() == 4 * images["prediction"].image.width()
    assert images["difference"].low == -1


def test_without_a_prediction_the_target_is_shown_whatever_was_chosen(wide: Session):
    wide.display.set(overlay="localization", overlay_source="prediction", columns=("difference",))
    found = shown_overlay(wide)
    assert found.image.width() == 256
    assert shown_map(wide, "order", "prediction") is None
    assert map_title(wide, "order", "target") == ("Order", "")


def test_maps_of_two_models_tell_same_only_one_only_the_other_and_another_apart(wide: Session):
    first, second, third = WIDE.characters
    one = predicted_for(wide, replace(WIDE, characters=(first, second)))
    other = predicted_for(wide, replace(WIDE, characters=(first, replace(second, symbol="a"), third)))
    found, seen, seen_by_other = apart(one, other, "character"), best(one, "character"), best(other, "character")
    assert set(np.unique(found)) == {0, 1, 3, 4}
    assert ((seen == 1) & (seen_by_other == 1))[found == 1].all()
    assert ((seen == 0) & (seen_by_other == 3))[found == 3].all()
    assert ((seen == 2) & (seen_by_other == 1))[found == 4].all()
    assert set(np.unique(apart(other, one, "order"))) == {0, 1, 2}
    image = apart_image(one, other, size_of(wide), "character")
    shown = {tuple(colour) for colour in colours(image.image)[found == 4][:, :3].tolist()}
    assert shown == {apart_swatches()[3].colour.getRgb()[:3]}


def test_symbols_are_compared_and_not_their_numbers_where_two_models_have_other_charsets(wide: Session):
    one = predicted_for(wide, charset=Charset(("a", "b", "c")))
    other = predicted_for(wide, charset=Charset(("z", "c", "b", "a")))
    assert set(np.unique(apart(one, other, "character"))) == {0, 1}
    lacking = predicted_for(wide, charset=Charset(("a", "b", "c", "z")))
    assert set(np.unique(apart(other, lacking, "character"))) == {0, 1}
    label = replace(WIDE, characters=(replace(WIDE.characters[0], symbol="z"), *WIDE.characters[1:]))
    unknown = predicted_for(wide, label, charset=Charset(("z", "a", "b", "c")))
    assert 4 in np.unique(apart(one, unknown, "character")), "z is no symbol of the one's charset"


def test_difference_of_two_models_lies_where_their_maps_do(either: Session):
    one = predicted_for(either)
    for name in MAP_NAMES:
        found = apart_image(one, one, size_of(either), name)
        assert found.to_image == predicted_image(one, size_of(either), name, "viridis", one.charset).to_image
        assert len(np.unique(colours(found.image).reshape(-1, 4), axis=0)) == (1 if name == "localization" else 2)


def test_maps_of_other_sizes_have_no_difference(wide: Session):
    one = predicted_for(wide)
    assert apart_image(one, replace(one, spec=one.spec.with_(stride=2)), size_of(wide), "order") is None
    assert apart_image(one, replace(one, spec=one.spec.with_(orientation="vertical")), size_of(wide), "order") is None
