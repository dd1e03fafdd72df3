"""Words in scenes: what is drawn is labelled where it is, can be read, and is the same again."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import shapely
from fontTools.ttLib import TTFont

from core.base.errors import SynthesisError
from core.charset import ALNUM, Charset
from core.data.drawing.colour_pairs import PAIRS, SHARES
from core.data.drawing.fonts import bundled, of_system
from core.data.drawing.glyphs import from_atlas
from core.data.drawing.paint import coverage, lightness
from core.data.drawing.relief import RELIEFS
from core.data.drawing.scene import draw_pair
from core.data.drawing.scene_effects import EASY, LEVELS, SCENE, SCREEN, Scene, at_level, for_dense
from core.data.drawing.scene_layout import SceneLayout, lay_out_scene
from core.data.drawing.surfaces import Surfaces
from core.data.drawing.synthesis import Synthesis, label_of, layout_of, sample


def mapped_by(path: str) -> set[str]:
    """The symbols that a font file knows."""
    with TTFont(path, fontNumber=0, lazy=True) as font:
        return {chr(code) for code in font.getBestCmap()}


def scene_with(**changed: object) -> Synthesis:
    """Scenes in which nothing happens but what is asked for."""
    none = {name: 0.0 for name in Scene.__slots__ if name.endswith("_share")}
    return Synthesis(Charset(tuple(ALNUM)), bundled(ALNUM), replace(SCENE, **none | changed), (1, 12))


def test_the_same_number_of_the_same_seed_gives_the_same_picture(configure: Callable[..., Synthesis]):
    config = configure("scene", length=(1, 12))
    for index in range(12):
        one, other = sample(config, 3, index), sample(config, 3, index)
        np.testing.assert_array_equal(one.image, other.image)
        assert one.label == other.label == label_of(config, 3, index)


def test_every_level_draws_other_pictures_of_its_own(configure: Callable[..., Synthesis]):
    config = configure("scene", length=(1, 12))
    easy = [sample(config, 3, index, 0).image for index in range(5)]
    hard = [sample(config, 3, index).image for index in range(5)]
    assert any(a.shape != b.shape or (a != b).any() for a, b in zip(easy, hard, strict=True))


def test_levels_lead_from_easy_to_scene():
    assert at_level(0) == EASY
    assert at_level(LEVELS) == SCENE
    assert EASY.front_share <= at_level(LEVELS // 2).front_share <= SCENE.front_share


@pytest.mark.parametrize(
    "effects",
    [
        {"elastic_share": 1.0, "bold_share": 0.5, "perspective_share": 1.0, "curve_share": 0.5, "jitter_share": 0.5},
        {"arch_share": 1.0},
        {"arch_share": 1.0, "upright_share": 1.0},
        {"turned_share": 1.0},
        {"display_share": 1.0},
        {"rim_share": 1.0, "neighbour_share": 1.0},
    ],
    ids=" ".join,
)
def test_ink_of_every_symbol_lies_in_its_polygon(effects: dict[Any, Any]):
    config = scene_with(**effects)
    for index in range(40):
        layout = layout_of(config, 1, index)
        for placed in layout.symbols:
            ink = coverage([placed], layout.canvas)
            ys, xs = np.nonzero(ink > 140)
            points = shapely.points(np.column_stack([xs, ys]) + 0.5)
            assert shapely.distance(shapely.Polygon(placed.polygon), points).max(initial=0) <= 1.5


@pytest.mark.parametrize("upright", [0.0, 1.0])
def test_arched_words_bend_far_in_both_directions(upright: float):
    config = replace(scene_with(arch_share=1.0, upright_share=upright, rotation=0.0, shear=0.0), length=(8, 12))
    bends, turns = [], []
    for index in range(40):
        polygons = [placed.polygon for placed in layout_of(config, 4, index).symbols]
        middles = np.array([polygon.mean(axis=0) for polygon in polygons])
        (x0, y0), (x1, y1) = middles[0], middles[-1]
        bends.append(((y0 + y1) / 2 - middles[len(middles) // 2][1]) / (x1 - x0))
        edges = [polygon[1] - polygon[0] for polygon in polygons]
        turns.append(np.degrees(np.arctan2(edges[-1][1], edges[-1][0]) - np.arctan2(edges[0][1], edges[0][0])))
    assert sum(bend > 0.1 for bend in bends) > 10
    assert sum(bend < -0.1 for bend in bends) > 10
    if upright:
        assert max(map(abs, turns)) < 1
    else:
        assert 85 < max(turns) < 125 and -125 < min(turns) < -85


@pytest.mark.long
def test_a_twelfth_of_all_words_is_arched(configure: Callable[..., Synthesis]):
    config = configure("scene", length=(1, 26))
    arched = 0
    for index in range(1200):
        middles = np.array([polygon.mean(axis=0) for polygon in layout_of(config, 3, index).polygons])
        if len(middles) >= 4:
            along = np.diff(middles, axis=0)
            directions = np.degrees(np.unwrap(np.arctan2(along[:, 1], along[:, 0])))
            slope = np.polyfit(np.arange(len(directions)), directions, 1)[0]
            arched += abs(slope) * len(middles) > 58
    assert arched / 1200 == pytest.approx(0.08, abs=0.025)


def test_numbers_and_single_symbols_stand_in_wide_rims_that_cut_their_neighbours_off():
    config = replace(scene_with(rim_share=1.0), length=(1, 2))
    cut = 0
    for index in range(40):
        layout = layout_of(config, 2, index)
        ink = np.concatenate(layout.polygons)
        room = min(ink[:, 0].min(), layout.size[1] - ink[:, 0].max()) / np.ptp(ink[:, 1])
        assert room > 0.1
        cut += any(
            placed.polygon[:, 0].min() < 0 < placed.polygon[:, 0].max()
            or placed.polygon[:, 0].min() < layout.canvas[1] < placed.polygon[:, 0].max()
            for placed in layout.others
        )
    assert cut > 10
    whole = replace(scene_with(rim_share=1.0), length=(8, 8))
    words = [layout_of(whole, 2, index) for index in range(40)]
    wide = [layout for layout in words if layout.polygons[0][:, 0].min() > 0.4 * np.ptp(layout.polygons[0][:, 1])]
    assert len(wide) < 20


def test_faint_words_hardly_differ_from_their_ground_and_yet_they_do():
    config = scene_with(faint_share=1.0, blur=(0.0, 0.0), noise=(0.0, 0.0), light=(0.0, 0.0), height=(48, 64))
    differences = []
    for index in range(60):
        image, layout = sample(config, 5, index).image, layout_of(config, 5, index)
        light = cv2.cvtColor(image, cv2.COLOR_RGB2LAB)[:, :, 0].astype(float) * 100 / 255
        inked = coverage(layout.symbols, layout.size) > 200
        around = (cv2.dilate(coverage(layout.symbols, layout.size), np.ones((9, 9), np.uint8)) > 0) & ~inked
        if layout.canvas == layout.size and inked.any():
            differences.append(abs(light[inked].mean() - light[around].mean()))
    assert 5 < np.median(differences) < 25
    assert np.mean(np.array(differences) > 3) > 0.95


@pytest.mark.parametrize("name", RELIEFS)
def test_a_relief_leaves_letters_where_they_are(name: Any):
    layout = layout_of(scene_with(height=(60, 64)), 3, 1)
    ink = coverage(layout.symbols, layout.canvas).astype(np.float32) / 255
    ground = np.full((*layout.canvas, 3), 90.0, np.float32)
    picture, fill = ground.copy(), np.full((1, 1, 3), 210.0, np.float32)
    RELIEFS[name](np.random.default_rng(2), picture, ink, fill, layout.em)
    assert np.isfinite(picture).all()
    light = cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_RGB2LAB)[:, :, 0].astype(float)
    inked, far = ink > 0.8, cv2.dilate(ink, np.ones((9, 9), np.uint8)) < 0.01
    assert light[inked].mean() - light[far].mean() > 25


def test_polygons_shrink_with_the_picture():
    config = scene_with(height=(12, 12.001))
    layout = layout_of(config, 1, 2)
    assert layout.size[0] < layout.canvas[0]
    synthetic = sample(config, 1, 2)
    height, width = synthetic.image.shape[:2]
    assert (height, width) == layout.size
    for character in synthetic.label.characters:
        assert (character.corners > -1).all()
        assert (character.corners < (width + 1, height + 1)).all()


@pytest.mark.parametrize(
    "share",
    [
        *("surface_share", "fill_share", "panel_share", "border_share", "shadow_share", "extrusion_share"),
        *("outline_share", "line_share", "behind_share", "front_share", "glare_share"),
        *("relief_share", "shade_share", "reflection_share", "display_share"),
    ],
)
def test_letters_stand_out_from_what_surrounds_them(share: Any):
    config = scene_with(**{share: 1.0}, blur=(0.0, 0.0), noise=(0.0, 0.0), height=(48, 64))
    differences = []
    for index in range(30):
        synthetic = sample(config, 5, index)
        layout = layout_of(config, 5, index)
        light = cv2.cvtColor(synthetic.image, cv2.COLOR_RGB2LAB)[:, :, 0].astype(float) * 100 / 255
        inked = coverage(layout.symbols, layout.size) > 200
        around = (cv2.dilate(coverage(layout.symbols, layout.size), np.ones((9, 9), np.uint8)) > 0) & ~inked
        if inked.any() and around.any():
            differences.append(abs(light[inked].mean() - light[around].mean()))
    assert np.median(differences) >= 0.7 * SCENE.lightness


def test_colours_are_as_different_as_those_of_real_words():
    differences = lightness(PAIRS[:, :3]) - lightness(PAIRS[:, 3:])
    order = np.argsort(np.abs(differences))
    sums = np.cumsum(SHARES[order])
    found = [float(np.abs(differences)[order][np.searchsorted(sums, share)]) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    np.testing.assert_allclose(found, (21, 36, 47, 63, 80), atol=3)  # measured on 1,249 words, see docs/recognition.md
    assert SHARES[differences > 0].sum() == pytest.approx(0.51, abs=0.03)
    assert SHARES.sum() == pytest.approx(1)


def test_text_is_as_often_light_on_dark_as_dark_on_light():
    rng = np.random.default_rng(0)
    pairs = [draw_pair(rng, SCENE) for _ in range(600)]
    lighter = np.mean([lightness(text) > lightness(ground) for text, ground in pairs])
    assert 0.4 < lighter < 0.6
    assert min(abs(lightness(text) - lightness(ground)) for text, ground in pairs) >= SCENE.lightness


def test_what_stands_around_a_word_has_no_label():
    config = scene_with(neighbour_share=1.0, line_share=1.0, punctuation_share=1.0)
    others = 0
    for index in range(30):
        layout = layout_of(config, 2, index)
        others += len(layout.others)
        assert "".join(placed.symbol for placed in layout.symbols) == label_of(config, 2, index).text
        assert len(layout.symbols) == len(label_of(config, 2, index).characters)
    assert others > 100


def test_a_mark_that_is_read_is_never_drawn_beside_a_word_without_a_label():
    def others(symbols: str) -> int:
        config = scene_with(punctuation_share=1.0)
        config = replace(config, charset=Charset(tuple(symbols)), fonts=bundled(symbols))
        layouts = (layout_of(config, 2, index) for index in range(20))
        return sum(len(layout.others) for layout in layouts if isinstance(layout, SceneLayout))

    assert others(ALNUM) > 10
    assert others(ALNUM + ".,:;!?'\"-*&@#/()") == 0


def test_a_mark_that_the_face_lacks_is_not_drawn_beside_a_word_as_an_empty_box():
    config = scene_with(punctuation_share=1.0)
    symbols = tuple("中国人民")
    face = next((face for face in of_system(symbols) if not {"'", "&", "/"} <= mapped_by(face.path)), None)
    if face is None:
        pytest.skip("no Chinese font without Latin marks is installed")
    missing = from_atlas(face.path, face.index, "\uffff").mask
    for index in range(40):
        rng = np.random.default_rng(index)
        layout = lay_out_scene("中国人民", [face] * 4, config.effects, rng, symbols)
        assert not any(np.array_equal(placed.mask, missing) for placed in layout.others)


def test_a_charset_without_latin_letters_is_drawn_too(configure: Callable[..., Synthesis]):
    config = configure("scene", symbols="0123456789", length=(2, 5))
    assert {len(sample(config, 1, index).label.characters) for index in range(20)} <= {2, 3, 4, 5}


def test_surfaces_are_drawn_from_a_folder(tmp_path: Path):
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:, :, 1] = 200
    cv2.imwrite(str(tmp_path / "green.png"), picture)
    patch = Surfaces.of(tmp_path).patch(np.random.default_rng(0), (30, 90))
    assert patch.shape == (30, 90, 3)
    assert (patch == (0, 200, 0)).all()


def test_a_surface_that_is_no_picture_is_passed_over(tmp_path: Path, configure: Callable[..., Synthesis]):
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((40, 120, 3), 90, np.uint8))
    surfaces = Surfaces.of(tmp_path)
    assert surfaces.patch(np.random.default_rng(0), (30, 90)) is not None
    assert sample(replace(configure("scene"), surfaces=surfaces), 0, 0).image.size


def test_a_surface_that_is_damaged_later_is_passed_over(tmp_path: Path, configure: Callable[..., Synthesis]):
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((40, 120, 3), 90, np.uint8))
    surfaces = Surfaces.of(tmp_path)
    (tmp_path / "wall.png").write_bytes(b"no picture")
    assert surfaces.patch(np.random.default_rng(0), (30, 90)) is None
    assert sample(replace(configure("scene"), surfaces=surfaces), 0, 0).image.size


@pytest.mark.parametrize(("name", "said"), [("missing", "not a folder"), ("", "no picture here")])
def test_a_folder_without_surfaces_is_refused(tmp_path: Path, name: str, said: str):
    with pytest.raises(SynthesisError, match=said):
        Surfaces.of(tmp_path / name)


def test_word_that_stands_is_labelled_downwards_where_its_upright_letters_are(configure: Callable[..., Synthesis]):
    config = scene_with(elastic_share=0.0)
    for index in range(10):
        rng = np.random.default_rng(index)
        layout = lay_out_scene(
            "TURN", [config.fonts[0]] * 4, config.effects, rng, config.charset.symbols, vertical=True
        )
        height, width = layout.size[1], layout.size[0]
        middles = [polygon.mean(axis=0) for polygon in layout.polygons]
        assert all(a[1] < b[1] for a, b in itertools.pairwise(middles))
        assert all(0 <= x <= width and 0 <= y <= height for x, y in middles)
        lying = np.rot90(coverage(list(layout.symbols), layout.canvas), -1)
        scale = layout.canvas[0] / layout.size[0]
        for place in (0, 3):  # the T: its bar is above its stem; the N: as wide as it is high
            x0, y0 = (layout.polygons[place].min(axis=0) * scale).astype(int).clip(0)
            x1, y1 = (layout.polygons[place].max(axis=0) * scale).astype(int)
            ink = lying[y0:y1, x0:x1].astype(float)
            assert ink.sum() > 0
            if place == 0:
                assert ink[: len(ink) // 3].sum() > ink[-(len(ink) // 3) :].sum()


def test_stripes_of_a_screen_colour_the_edges_of_grey_letters():
    plain, striped = (
        sample(Synthesis(Charset(tuple(ALNUM)), bundled(ALNUM), replace(SCREEN, subpixel_share=share), (4, 8)), 1, 5)
        for share in (0.0, 1.0)
    )
    assert plain.label == striped.label
    assert plain.image.shape == striped.image.shape and (plain.image != striped.image).any()


def test_dots_of_a_printer_leave_the_label_and_lighten_the_strokes():
    dotted = scene_with(dots_share=1.0)
    for index in range(5):
        assert sample(dotted, 2, index).label == label_of(dotted, 2, index)


def test_dense_symbols_are_drawn_larger_and_sharper():
    dense = for_dense(SCENE)
    assert dense.height[0] > SCENE.height[0] and dense.blur[1] < SCENE.blur[1]
    assert for_dense(SCREEN).height == SCREEN.height  # screens are read at 11 pixels
