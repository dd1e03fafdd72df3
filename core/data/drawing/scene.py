"""Paints a word in a scene: colours of real words, surfaces, things around and in front of the letters, camera.

Nothing that a person could not read is drawn: the finished picture is looked at under the strokes, and painted again
with less in it if a letter does not stand out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.camera import photographed
from core.data.drawing.colour_pairs import PAIRS, SHARES
from core.data.drawing.effects import Range, drawn
from core.data.drawing.layout import PlacedSymbol
from core.data.drawing.paint import TEXTURES, contrast, coverage, edge_of, lightness, warped
from core.data.drawing.relief import cast_shadow, draw_relief, extrude, hollow, painted, rim
from core.data.drawing.scene_effects import Scene
from core.data.drawing.scene_layout import SceneLayout, crop_of
from core.data.drawing.style import FolderStyle
from core.data.drawing.surfaces import Surfaces

Field = NDArray[np.float32]
Picture = NDArray[np.uint8]
Colour = NDArray[np.float64]

_PAIR_SUMS = np.cumsum(SHARES)
_TRIES = 3  # paintings, each with less in it than the one before; the last is plain and always readable
_LEAST_OF_ONE = 0.55  # of the difference in lightness asked for, what a single letter has to have
_HIDDEN = 0.4  # the largest share of a letter's strokes that something in front may cover
_CROSSED = 0.08  # the largest share of a letter's box that other ink may fill
_LEAST_RELIEF = 14.0  # pixels per em on the canvas, below which nothing would be left of a relief
_IN_OWN_COLOURS = 0.7  # of the displays, those in the colours of displays
_LUMA = np.array((0.299, 0.587, 0.114), np.float32)
_TEXTURES = tuple(name for name in TEXTURES if name != "plain")


@dataclass(frozen=True, slots=True, eq=False)
class _Stamp:
    """The ink of one symbol and its place."""

    rows: slice
    columns: slice
    ink: Field  # of that part of the canvas, 0 to 1
    weight: float  # sum of the ink


def paint_scene(
    rng: np.random.Generator, layout: SceneLayout, surfaces: Surfaces | None, style: FolderStyle | None = None
) -> Picture:
    """Paint a laid-out word as in a scene, in the colours of a style if one is given.

    Parameters
    ----------
    rng : Generator
        All chance comes from it.
    layout : SceneLayout
        The word.
    surfaces : Surfaces or None
        Photographs to blend in. None: textures.
    style : FolderStyle, optional
        The style of a folder.

    Returns
    -------
    (height, width, 3) uint8
        RGB, of `layout.size`.
    """
    scene = layout.scene
    stamps = [_stamp(placed, layout.canvas) for placed in layout.symbols]
    ink = _joined(stamps, layout.canvas)
    if scene.dots_share and rng.random() < scene.dots_share:
        ink *= _dots(rng, layout)
    surroundings = coverage([o for o in layout.others if _reaches(o, layout.canvas)], layout.canvas)
    if surroundings.any():
        surroundings = _beside_the_word(surroundings, stamps, layout)
    faint = scene.faint_share > 0 and rng.random() < scene.faint_share
    if faint:
        scene = _faint(scene)
    grey = scene.grey_share > 0 and rng.random() < scene.grey_share
    picture = np.zeros((*layout.canvas, 3), np.float32)
    for attempt in range(_TRIES):
        eased = scene if attempt == 0 else _plainer(scene)
        if grey:
            text, ground = _grey_pair(rng)
        elif layout.display is not None and not faint and rng.random() < _IN_OWN_COLOURS:
            text, ground = _display_pair(rng)
        else:
            text, ground = draw_pair(rng, eased, style)
        if faint:
            text = _paler(text, ground, drawn(rng, scene.faint))
        if attempt == _TRIES - 1:
            picture = _flat(layout, ink, surroundings, text, ground)
            break
        picture = _painted(rng, layout, eased, surfaces, (ink, surroundings), (text, ground))
        if _stands_out(picture, stamps, eased):
            break
    _put_in_front(rng, picture, stamps, scene, layout.em)
    _lit(rng, picture, stamps, scene)
    difference = abs(float((text - ground) @ _LUMA))
    if grey:
        picture[:] = (picture @ _LUMA)[:, :, None]
    return photographed(rng, picture, layout, scene, difference)


def draw_pair(rng: np.random.Generator, scene: Scene, style: FolderStyle | None = None) -> tuple[Colour, Colour]:
    """Draw colours of text and ground, (3,) sRGB each, at least as different as the scene demands.

    They are those of a real word, moved a little; half of them with text and ground exchanged, half in another hue.
    Those of a style's own words are neither exchanged nor turned.
    """
    own = None if style is None or not len(style.pairs) else style
    numbers = rng.random((16, 5))
    moved = rng.standard_normal((16, 6)) * 6
    for row, offsets in zip(numbers, moved, strict=True):
        if own is not None and row[4] < own.weight:
            row[1:3] = 1.0
            pair = own.pairs[int(row[0] * len(own.pairs))] + offsets
        else:
            pair = PAIRS[int(np.searchsorted(_PAIR_SUMS, row[0]))] + offsets
        text, ground = pair[:3], pair[3:]
        if row[1] < 0.5:
            text, ground = ground, text
        if row[2] < 0.5:
            order = int(row[3] * 6)
            turned = [*_ORDERS[order]]
            text, ground = text[turned], ground[turned]
        text, ground = np.clip(text, 0, 255), np.clip(ground, 0, 255)
        if _differ(text, ground, scene):
            return text, ground
    return np.array([20.0, 20.0, 20.0]), np.array([235.0, 235.0, 235.0])


def _paler(text: Colour, ground: Colour, difference: float) -> Colour:
    """The text's colour moved towards the ground's until their CIE L* differ by about so much."""
    away = abs(float(lightness(text) - lightness(ground)))
    return np.asarray(ground + (text - ground) * min(1.0, difference / max(away, 1e-6)))


def _display_pair(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Colours of a display that shines, or of liquid crystals."""
    numbers = rng.random(2)
    if numbers[0] < 0.55:
        text = np.array(_SHINING[int(numbers[1] * len(_SHINING))], float)
        return np.clip(text * drawn(rng, (0.7, 1.0)), 0, 255), text * 0.08 + rng.random(3) * 30
    ground = np.array(_CRYSTAL[int(numbers[1] * len(_CRYSTAL))], float) + rng.standard_normal(3) * 8
    return rng.random(3) * 50, np.clip(ground, 0, 255)


def _grey_pair(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Shades of a scan: text on paper that is lighter."""
    ground = drawn(rng, (150, 255))
    return np.full(3, max(0.0, ground - drawn(rng, (70, 230)))), np.full(3, ground)


_SHINING = ((255, 40, 30), (255, 150, 30), (255, 210, 60), (70, 255, 90), (80, 170, 255), (235, 245, 255))
_CRYSTAL = ((165, 180, 140), (140, 160, 120), (190, 195, 180), (120, 150, 170), (200, 205, 195))
_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def _differ(text: Colour, ground: Colour, scene: Scene) -> bool:
    away = abs(float(lightness(text) - lightness(ground)))
    return away >= scene.lightness and float(contrast(text, ground)) >= scene.contrast


@lru_cache(maxsize=64)
def _faint(scene: Scene) -> Scene:
    """The scene for words that hardly differ from their ground, with textures on both and little that hides them."""
    return replace(
        scene,
        lightness=min(scene.lightness, scene.faint[0]),
        contrast=1.0,
        surface_share=max(scene.surface_share, 0.7),
        fill_share=max(scene.fill_share, 0.6),
        front_share=0.0,
        blur=(scene.blur[0], scene.blur[1] / 2),
        noise=(0.0, scene.noise[1] / 2),
        coarse_share=0.0,
        jpeg=(max(scene.jpeg[0], 65.0), scene.jpeg[1]),
    )


@lru_cache(maxsize=64)
def _plainer(scene: Scene) -> Scene:
    return replace(
        scene,
        lightness=max(scene.lightness, 25.0) if scene.contrast > 1 else scene.lightness,
        fill_share=0.0,
        border_share=0.0,
        shadow_share=0.0,
        extrusion_share=0.0,
        outline_share=0.0,
        relief_share=0.0,
        behind_share=0.0,
        surface_share=scene.surface_share / 2,
    )


# --- Ink -------------------------------------------------------------------------------------------------------------


def _stamp(placed: PlacedSymbol, canvas: tuple[int, int]) -> _Stamp:
    where = crop_of(canvas, edge_of(placed), 1.0)
    size = (max(1, where[0].stop - where[0].start), max(1, where[1].stop - where[1].start))
    x, y = where[1].start, where[0].start
    ink = warped(placed, (x, y), size).astype(np.float32) / np.float32(255)
    return _Stamp(slice(y, y + size[0]), slice(x, x + size[1]), ink, float(ink.sum()))


def _joined(stamps: list[_Stamp], canvas: tuple[int, int]) -> Field:
    ink = np.zeros(canvas, np.float32)
    for stamp in stamps:
        part = ink[stamp.rows, stamp.columns]
        np.maximum(part, stamp.ink[: part.shape[0], : part.shape[1]], out=part)
    return ink


def _dots(rng: np.random.Generator, layout: SceneLayout) -> Field:
    """The grid of a printer's dots, 1 at their middles, some rows fainter from a worn ribbon or head."""
    pitch = layout.em / drawn(rng, (14, 26))
    rows, columns = (np.arange(size, dtype=np.float32) * np.float32(2 * math.pi / pitch) for size in layout.canvas)
    depth = np.float32(drawn(rng, (0.15, 0.4)))
    grid = 1 - depth * (2 - np.cos(rows)[:, None] - np.cos(columns)[None, :]) / 2
    worn = 1 - drawn(rng, (0.0, 0.4)) * (rng.random(layout.canvas[0], dtype=np.float32) < 0.15)
    return np.asarray(grid * worn[:, None], np.float32)


def _reaches(placed: PlacedSymbol, canvas: tuple[int, int]) -> bool:
    (x0, y0), (x1, y1) = placed.polygon.min(axis=0), placed.polygon.max(axis=0)
    return bool(x1 > 0 and y1 > 0 and x0 < canvas[1] and y0 < canvas[0])


def _beside_the_word(other_ink: Picture, stamps: list[_Stamp], layout: SceneLayout) -> Picture:
    """The other ink, or none if it would run into a letter."""
    for stamp, placed in zip(stamps, layout.symbols, strict=True):
        rows, columns = crop_of(layout.canvas, placed.polygon, 0.0)
        part = other_ink[rows, columns]
        if part.size and float(part.mean()) > 255 * _CROSSED:
            return np.zeros_like(other_ink)
        if stamp.weight and float((other_ink[stamp.rows, stamp.columns] * stamp.ink).sum()) > 40 * stamp.weight:
            return np.zeros_like(other_ink)
    return other_ink


# --- Paint -----------------------------------------------------------------------------------------------------------


def _flat(layout: SceneLayout, ink: Field, other_ink: Picture, text: Colour, ground: Colour) -> Field:
    alpha = np.maximum(ink, other_ink.astype(np.float32) / np.float32(255))[:, :, None]
    return np.asarray(ground.astype(np.float32) + (text - ground).astype(np.float32) * alpha, np.float32)


def _painted(
    rng: np.random.Generator,
    layout: SceneLayout,
    scene: Scene,
    surfaces: Surfaces | None,
    inks: tuple[Field, Picture],
    colours: tuple[Colour, Colour],
) -> Field:
    ink, surroundings = inks
    text, ground = colours
    picture = _ground(rng, layout, scene, surfaces, ground)
    if layout.behind:
        pale = coverage([b for b in layout.behind if _reaches(b, layout.canvas)], layout.canvas)
        share = np.float32(drawn(rng, (0.1, 0.4)) / 255)
        colour = text if rng.random() < 0.5 else rng.random(3) * 255
        picture += (colour.astype(np.float32) - picture) * (pale.astype(np.float32) * share)[:, :, None]
    strokes = np.maximum(ink, surroundings.astype(np.float32) / np.float32(255)) if surroundings.any() else ink
    chances = rng.random(6)
    if chances[0] < scene.shadow_share:
        cast_shadow(rng, picture, strokes, layout.em)
    if chances[1] < scene.extrusion_share:
        extrude(rng, picture, strokes, layout.em, text, ground)
    elif chances[1] < scene.extrusion_share + scene.border_share:
        rim(rng, picture, strokes, layout.em, _of_rim(rng, text))
    fill: Field = np.empty((1, 1, 3), np.float32)
    fill[:] = text
    if chances[3] < scene.fill_share:
        fill = _blended(rng, np.broadcast_to(fill, picture.shape).copy(), _texture(rng, layout.canvas, surfaces))
    elif chances[4] < scene.fill_share / 2:  # a gradient over the letters
        slope = np.linspace(-1, 1, layout.canvas[0], dtype=np.float32)[:, None, None] * drawn(rng, (-40, 40))
        fill = np.asarray(fill + slope, np.float32)
    if chances[5] < scene.relief_share and layout.em >= _LEAST_RELIEF:
        draw_relief(rng)(rng, picture, strokes, fill, layout.em)
        return np.clip(picture, 0, 255, out=picture)
    painted(picture, fill, hollow(strokes, layout.em) if chances[2] < scene.outline_share else strokes)
    return picture


def _of_rim(rng: np.random.Generator, text: Colour) -> Colour:
    """The colour of a rim: dark around light text, and light around dark text."""
    pair = PAIRS[int(np.searchsorted(_PAIR_SUMS, rng.random()))]
    dark, light = sorted((pair[:3], pair[3:]), key=lambda colour: float(colour @ _LUMA))
    return np.asarray(light if float(text @ _LUMA) < 128 else dark)


def _ground(
    rng: np.random.Generator, layout: SceneLayout, scene: Scene, surfaces: Surfaces | None, colour: Colour
) -> Field:
    picture = np.empty((*layout.canvas, 3), np.float32)
    picture[:] = colour
    chances = rng.random(2)
    if chances[0] < scene.surface_share:
        picture = _blended(rng, picture, _texture(rng, layout.canvas, surfaces))
    if chances[1] < scene.panel_share:
        _around_panel(rng, picture, layout)
    return picture


def _texture(rng: np.random.Generator, size: tuple[int, int], surfaces: Surfaces | None) -> Field:
    """A photograph, or if there is none a texture in random colours, (height, width, 3) 0 to 255."""
    if surfaces is not None and rng.random() < 0.85:
        photograph = surfaces.patch(rng, size)
        if photograph is not None:
            return photograph.astype(np.float32)
    drawn_field = TEXTURES[_TEXTURES[int(rng.integers(len(_TEXTURES)))]](rng, size)
    colours = rng.random((2, 3), dtype=np.float32) * 255
    share = np.clip(drawn_field * 0.5 + 0.5, 0, 1)[:, :, None]
    return np.asarray(colours[0] + (colours[1] - colours[0]) * share, np.float32)


def _blended(rng: np.random.Generator, picture: Field, texture: Field) -> Field:
    """A plane of colour with a texture upon it, by one of the modes of image editors."""
    mode, alpha = rng.random(), np.float32(0.1 + 0.9 * float(rng.random()) ** 1.5)
    if mode < 0.3:  # its detail alone, in the colour that is there
        detail = texture @ _LUMA
        detail -= detail.mean()
        mixed = picture + detail[:, :, None] * np.float32(drawn(rng, (0.5, 1.5)))
    elif mode < 0.5:  # the photograph itself, moved to the colour that is there
        mixed = texture + (picture - texture.mean(axis=(0, 1), dtype=np.float32)) * np.float32(drawn(rng, (0.5, 1.0)))
    elif mode < 0.65:
        mixed = picture * texture / np.float32(255)
    elif mode < 0.78:
        mixed = 255 - (255 - picture) * (255 - texture) / np.float32(255)
    elif mode < 0.9:  # overlay
        mixed = np.where(
            picture < 128,
            picture * texture / np.float32(127.5),
            255 - (255 - picture) * (255 - texture) / np.float32(127.5),
        )
    else:  # soft light
        below, shade = picture / np.float32(255), texture / np.float32(255)
        mixed = 255 * ((1 - 2 * shade) * below * below + 2 * shade * below)
    return np.asarray(np.clip(picture + (mixed - picture) * alpha, 0, 255), np.float32)


def _around_panel(rng: np.random.Generator, picture: Field, layout: SceneLayout) -> None:
    """Another colour outside a panel that holds the word."""
    corners = np.concatenate([placed.polygon for placed in layout.symbols])
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = rng.random(4) * 0.25 * layout.em + 1
    box = np.array([low[0] - room[0], low[1] - room[1], high[0] + room[2], high[1] + room[3]])
    mask = np.full(picture.shape[:2], 255, np.uint8)
    ends = np.round(box).astype(int).tolist()
    cv2.rectangle(mask, (ends[0], ends[1]), (ends[2], ends[3]), 0, -1)
    colour = (rng.random(3) * 255).astype(np.float32)
    picture += (colour - picture) * (mask.astype(np.float32) / np.float32(255))[:, :, None]


# --- What can be seen ------------------------------------------------------------------------------------------------


def _stands_out(picture: Field, stamps: list[_Stamp], scene: Scene) -> bool:
    """Return True if the letters differ from what surrounds them: each of them a little, and together as asked for."""
    seen = cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_RGB2LAB)[:, :, 0]
    light = seen.astype(np.float32) * np.float32(100 / 255)
    differences = []
    for stamp in stamps:
        if not stamp.weight:
            continue
        here = light[stamp.rows, stamp.columns]
        inside = float((here * stamp.ink).sum()) / stamp.weight
        near = np.minimum(cv2.dilate(stamp.ink, np.ones((5, 5), np.uint8)), 1) - stamp.ink
        room = float(near.sum())
        if room < 1:
            continue
        differences.append(inside - float((here * near).sum()) / room)
    if not differences:
        return True
    values = np.array(differences)
    if float(np.sign(values).sum()) < 0:
        values = -values
    return bool(values.min() >= _LEAST_OF_ONE * scene.lightness and values.mean() >= scene.lightness * 0.8)


def _put_in_front(rng: np.random.Generator, picture: Field, stamps: list[_Stamp], scene: Scene, em: float) -> None:
    """Scratches, wires, posts and leaves, if no letter is hidden by them."""
    if rng.random() >= scene.front_share:
        return
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    for _ in range(1 + int(rng.integers(3))):
        ends = (rng.random(4) * (width, height, width, height)).astype(int).tolist()
        thick = max(1, round(drawn(rng, (0.02, 0.12)) * em))
        if rng.random() < 0.7:
            cv2.line(mask, (ends[0], ends[1]), (ends[2], ends[3]), 255, thick, cv2.LINE_AA)
        else:
            axes = (max(1, round(drawn(rng, (0.1, 0.35)) * em)), max(1, round(drawn(rng, (0.1, 0.35)) * em)))
            cv2.ellipse(
                mask,
                (ends[0], ends[1]),
                axes,
                angle=float(rng.random() * 180),
                startAngle=0,
                endAngle=360,
                color=255,
                thickness=-1,
                lineType=cv2.LINE_AA,
            )
    cover = mask.astype(np.float32) / np.float32(255)
    for stamp in stamps:
        if stamp.weight and float((cover[stamp.rows, stamp.columns] * stamp.ink).sum()) > _HIDDEN * stamp.weight:
            return
    picture += ((rng.random(3) * 255).astype(np.float32) - picture) * cover[:, :, None]


def _lit(rng: np.random.Generator, picture: Field, stamps: list[_Stamp], scene: Scene) -> None:
    """Uneven light, and reflected light if the letters can be read in spite of it."""
    fall = drawn(rng, scene.light)
    if fall > 0.02:
        angle = drawn(rng, (0, 2 * math.pi))
        x = np.linspace(-1, 1, picture.shape[1], dtype=np.float32) * np.float32(math.cos(angle))
        y = np.linspace(-1, 1, picture.shape[0], dtype=np.float32)[:, None] * np.float32(math.sin(angle))
        picture *= (1 - np.float32(fall / 2) * (1 + (x + y) / np.float32(1.42)))[:, :, None]
    if rng.random() < scene.glare_share:
        height, width = picture.shape[:2]
        numbers = rng.random(5)
        x = (np.arange(width, dtype=np.float32) - width * numbers[0]) / (height * (0.3 + numbers[2]))
        y = (np.arange(height, dtype=np.float32)[:, None] - height * numbers[1]) / (height * (0.2 + 0.6 * numbers[3]))
        glow = np.exp(-(x * x) - y * y).astype(np.float32) * np.float32(0.3 + 0.6 * numbers[4])
        _if_readable(picture, picture + (255 - picture) * glow[:, :, None], stamps, scene)
    if scene.shade_share and rng.random() < scene.shade_share:
        edge = _band(rng, picture.shape[:2], (20.0, 20.0))
        _if_readable(picture, picture * (1 - edge * np.float32(drawn(rng, (0.3, 0.65))))[:, :, None], stamps, scene)
    if scene.reflection_share and rng.random() < scene.reflection_share:
        pane = np.maximum(_band(rng, picture.shape[:2], (0.1, 0.6)), _band(rng, picture.shape[:2], (0.05, 0.3)))
        mirrored = (rng.random(3) * 80 + 175).astype(np.float32)
        strength = np.float32(drawn(rng, (0.15, 0.6)))
        _if_readable(picture, picture + (mirrored - picture) * (pane * strength)[:, :, None], stamps, scene)


def _if_readable(picture: Field, changed: Field, stamps: list[_Stamp], scene: Scene) -> None:
    if _stands_out(changed, stamps, scene):
        picture[:] = changed


def _band(rng: np.random.Generator, size: tuple[int, int], widths: Range) -> Field:
    """A slanted band with soft edges, 1 inside, whose width is drawn from a range, in heights of the picture."""
    height, width = size
    numbers = rng.random(2)
    angle, soft = drawn(rng, (-1.2, 1.2)), drawn(rng, (0.02, 0.2))
    x = (np.arange(width, dtype=np.float32) - np.float32(width * numbers[0])) / np.float32(height)
    y = (np.arange(height, dtype=np.float32) / np.float32(height) - np.float32(0.5))[:, None]
    across = x * np.float32(math.cos(angle)) + y * np.float32(math.sin(angle))
    if numbers[1] < 0.5:
        across = -across
    far = np.float32(drawn(rng, widths))
    ramp = np.clip(across / np.float32(soft), 0, 1) * np.clip((far - across) / np.float32(soft), 0, 1)
    return np.asarray(ramp, np.float32)
