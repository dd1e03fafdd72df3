"""Target maps as images: their colours, and where they lie in the picture."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage
from support.window.pixels import colours
from support.words.hand_made_project import TALL, hand_made_project
from support.words.hand_made_project import WIDE as WIDE_ONE

from app.pictures.colormaps import table
from app.pictures.map_colours import colours_of
from app.pictures.map_images import channel_image, isolated, map_image, swatches
from app.pictures.shown_maps import shown_overlay
from app.session import Session
from core.charset import Charset
from core.labels.edits import edits
from core.labels.maps.pictures import character_picture, localization_picture, order_picture
from core.labels.maps.render import IGNORE, MapSpec, TargetMaps
from core.project.project import ProjectSettings

WIDE = replace(WIDE_ONE, characters=(*WIDE_ONE.characters[:2], replace(WIDE_ONE.characters[2], ignore=True)))
SPECS = {
    "wide": (WIDE, (40, 120), MapSpec()),
    "wide, stride 4": (WIDE, (40, 120), MapSpec(stride=4)),
    "wide, padded": (WIDE, (40, 120), MapSpec(keep_aspect=True)),
    "tall": (TALL, (120, 30), MapSpec()),
    "tall, sides repeated": (TALL, (120, 30), MapSpec(stride=4, orientation="horizontal", padding=1.4)),
    "tall and turned, sides repeated": (TALL, (120, 30), MapSpec(stride=4, padding=6.0)),
    "tall, stride 2, padded": (TALL, (120, 30), MapSpec(stride=2, keep_aspect=True)),
}


@pytest.fixture(params=SPECS)
def placed(request: pytest.FixtureRequest, make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    """A session on one word whose maps lie in the picture in one of several ways."""
    label, size, spec = SPECS[request.param]
    settings = ProjectSettings(charset=Charset(("a", "b", "c")), maps=spec)
    return make_session(hand_made_project(tmp_path / "words", size, label, settings))


@pytest.fixture
def wide(make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    """A session on `WIDE`."""
    settings = ProjectSettings(charset=Charset(("a", "b", "c")))
    return make_session(hand_made_project(tmp_path / "words", (40, 120), WIDE, settings))


def maps_of(session: Session) -> TargetMaps:
    maps = session.editor.maps
    assert not isinstance(maps, str)
    return maps


def test_characters_centre_has_its_rank_where_the_image_is_painted(placed: Session):
    found = map_image(placed.editor, placed.display.choices, "order", opaque=True)
    from_image, invertible = found.to_image.inverted()
    assert invertible
    ranks = order_picture(np.arange(4, dtype=np.int32))
    for rank, character in enumerate(placed.editor.label.in_order, 1):
        at = from_image.map(QPointF(*character.corners.mean(axis=0)))
        seen = found.image.pixelColor(int(at.x()), int(at.y()))
        assert (seen.red(), seen.green(), seen.blue()) == tuple(ranks[rank])


def test_image_covers_what_the_map_covers_of_the_picture(placed: Session):
    found = map_image(placed.editor, placed.display.choices, "localization")
    size = placed.editor.image_size
    spec = placed.editor.spec
    covered = found.to_image.mapRect(found.image.rect().toRectF())
    corners = [spec.to_image(size) @ (x, y, 1) for x in (0, spec.width) for y in (0, spec.height)]
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    if spec.padding is None:
        assert [covered.left(), covered.top(), covered.right(), covered.bottom()] == pytest.approx([*low, *high])
        return
    # cut back to the image: whole map pixels, the rest of which its frame hides
    height, width = size
    assert found.frame == QRectF(0, 0, width, height) and covered.contains(found.frame)
    pixel = found.to_image.mapRect(QRectF(0, 0, 1, 1))
    assert covered.width() < width + 2 * pixel.width() and covered.height() < height + 2 * pixel.height()


def test_turned_map_is_painted_without_a_rotation(placed: Session):
    found = map_image(placed.editor, placed.display.choices, "order")
    assert not found.to_image.isRotating()


def test_opaque_image_has_the_colours_of_the_exported_pictures(wide: Session):
    maps = maps_of(wide)
    exported = {
        "character": character_picture(maps.character, "abc"),
        "order": order_picture(maps.order),
        "localization": localization_picture(maps.localization),
    }
    for name, expected in exported.items():
        found = map_image(wide.editor, wide.display.choices, name, opaque=True)
        seen = colours(found.image)
        assert (seen[..., 3] == 255).all()
        np.testing.assert_array_equal(seen[..., :3], expected)


def test_overlay_is_clear_where_the_map_says_nothing(wide: Session):
    maps = maps_of(wide)
    for name, values in (("character", maps.character), ("order", maps.order)):
        wide.display.set(overlay=name)
        found = shown_overlay(wide)
        alpha = colours(found.image)[..., 3]
        assert (alpha[values == 0] == 0).all()
        assert (alpha[values > 0] == 255).all()


def test_what_the_loss_looks_away_from_is_a_thin_veil_over_the_picture(wide: Session):
    wide.display.set(overlay="character")
    found = shown_overlay(wide)
    veil = np.unique(colours(found.image)[..., 3][maps_of(wide).character == IGNORE])
    assert len(veil) == 1
    assert 0 < veil[0] < 128


def test_localization_overlay_is_as_opaque_as_its_value(wide: Session):
    wide.display.set(overlay="localization")
    found = shown_overlay(wide)
    alpha = colours(found.image)[..., 3] / 255
    np.testing.assert_allclose(alpha, maps_of(wide).localization, atol=0.5 / 255 + 1e-6)


def test_isolated_position_shows_its_channel_alone_whatever_the_overlay(wide: Session):
    maps = maps_of(wide)
    wide.display.set(position=2, colormap="magma")
    found = shown_overlay(wide)
    row = map_image(wide.editor, wide.display.choices, "order", opaque=True)
    thumbnail = channel_image(wide.editor, "magma", 2)
    assert ((colours(found.image)[..., 3] > 0) <= (maps.order == 2)).all()
    channel = np.where(maps.order == 2, maps.localization, 0)
    expected = table("magma")[np.round(channel * 255).astype(int)]
    np.testing.assert_array_equal(colours(row.image)[..., :3], expected)
    assert (row.is_number, row.low, row.high) == (True, 0, 1)
    assert thumbnail[0] == row.image
    assert thumbnail[1] == row.to_image


def test_position_that_the_word_does_not_have_isolates_nothing(wide: Session):
    wide.display.set(position=4)
    assert isolated(wide.editor, wide.display.choices) is None
    assert shown_overlay(wide) is None


def test_no_overlay_is_wanted_at_first(wide: Session):
    assert shown_overlay(wide) is None


def test_map_that_cannot_be_rendered_has_no_image(wide: Session):
    wide.editor.preview(edits.move, [0], 1000.0, 0.0)
    assert isinstance(wide.editor.maps, str)
    assert map_image(wide.editor, replace(wide.display.choices, overlay="order"), "order") is None
    assert channel_image(wide.editor, "viridis", 1) is None
    assert swatches(wide.editor, "order") == ()


def test_image_follows_a_gesture_and_comes_back_with_it(wide: Session):
    def picture() -> QImage:
        found = map_image(wide.editor, wide.display.choices, "localization")
        return found.image

    before = picture()
    wide.editor.preview(edits.move, [0], 3.0, 0.0)
    assert picture() != before
    wide.editor.drop_preview()
    assert picture() == before


def test_legend_names_the_symbols_that_are_there_and_what_is_ignored(wide: Session):
    drawn = character_picture(np.array([1, 2, IGNORE], np.int32), "abc")
    assert [(s.value, s.text) for s in swatches(wide.editor, "character")] == [(1, "a"), (2, "b"), (IGNORE, "")]
    assert [s.colour for s in swatches(wide.editor, "character")] == [QColor(*c) for c in drawn.tolist()]
    assert [s.text for s in swatches(wide.editor, "order")] == ["1", "2", "3"]


def test_colour_of_a_symbol_is_the_same_in_every_charset():
    few, more = colours_of("character", ("a", "t")), colours_of("character", ("a", "e", "m", "t"))
    assert few[[1, 2]].tolist() == more[[1, 4]].tolist()


def test_letters_and_digits_have_colours_that_the_eye_tells_apart():
    found = colours_of("character", tuple(Charset.named("alnum")))[1:-1].astype(int)
    apart = np.abs(found[:, None] - found[None]).max(axis=-1) + 255 * np.eye(len(found), dtype=int)
    assert apart.min() > 12
