"""The look of words in streets: shares and ranges of scene drawing, from easy ones to those of real words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from core.data.drawing.effects import FULL, MILD, PLATES, Effects, Range


@dataclass(frozen=True, slots=True)
class Scene:
    """Ranges of a word image's appearance, with values drawn evenly from each.

    A share is the probability that a thing occurs. Unlike in `core.data.drawing.effects.Effects`, colours come in pairs
    from real words, and whether the word can be read is judged on the finished picture, at the strokes.
    """

    height: Range  # of the picture, pixels; its logarithm is drawn from evenly
    # left, top, right, bottom: margins, fractions of the text's height
    left: Range
    top: Range
    right: Range
    bottom: Range
    # tracking, wide_share: added between characters, em; the share of words with half an em more
    tracking: Range
    wide_share: float
    stretch: Range  # width of the characters against the font's
    # shear, rotation: slant and turn of the word, degrees, either way; small ones are likelier
    shear: float
    rotation: float
    turned_share: float  # words turned by up to 60 degrees, long ones by less
    # perspective_share, perspective: how much shorter one side of the word may be than the opposite one, as a fraction
    perspective_share: float
    perspective: float
    # curve_share, curve: baseline on a circle; degrees the baseline turns over the whole word, either way
    curve_share: float
    curve: Range
    # wave_share, wave: baseline in a wave; its height in em
    wave_share: float
    wave: Range
    # jitter_share, jitter_turn, jitter_shift: single characters turned by up to so many degrees and moved by up to so
    # many em
    jitter_share: float
    jitter_turn: float
    jitter_shift: float
    # elastic_share, elastic: outlines of single characters distorted; how far, em
    elastic_share: float
    elastic: Range
    bold_share: float  # strokes thickened
    small_capitals_share: float  # of the words in capitals, those whose first one is larger
    # lightness, contrast: least difference of CIE L* and least WCAG contrast ratio between a character's strokes and
    # what surrounds them
    lightness: float
    contrast: float
    # surface_share, fill_share: photographs, or textures if there are none, blended with the ground and with the
    # strokes
    surface_share: float
    fill_share: float
    # panel_share, border_share, shadow_share, extrusion_share, outline_share: a panel in another colour behind the
    # word; a rim in another colour around the strokes; a shadow, darker or lighter; strokes drawn as solid bodies;
    # strokes drawn as outlines
    panel_share: float
    border_share: float
    shadow_share: float
    extrusion_share: float
    outline_share: float
    # neighbour_share, line_share, behind_share, punctuation_share: letters before or behind the word that the rim cuts
    # off; lines above or below it; pale text behind it; unlabelled punctuation beside and inside it
    neighbour_share: float
    line_share: float
    behind_share: float
    punctuation_share: float
    # front_share, glare_share: scratches and things in front; reflected light
    front_share: float
    glare_share: float
    light: Range  # fall in brightness over the picture, as a fraction
    # blur, motion_share: standard deviation of the blur, em, mostly little; the share of it in one direction
    blur: Range
    motion_share: float
    # standard deviation of the noise, as a fraction of the difference in brightness between text and ground, mostly
    # little
    noise: Range
    coarse_share: float  # pictures that were smaller once
    # jpeg_share, jpeg: JPEG artefacts; quality, 1 to 100
    jpeg_share: float
    jpeg: Range
    subpixel_share: float = 0.0  # drawn as a screen does, whose red and blue dots lie beside the green one
    dots_share: float = 0.0  # strokes made of dots, as dot-matrix and thermal printers do
    # arch_share, arch, upright_share: baseline on a far bent circle; degrees it turns over the whole word, either way;
    # the share of these words whose letters do not turn with it
    arch_share: float = 0.0
    arch: Range = (60, 120)
    upright_share: float = 0.0
    rim_share: float = (
        0.0  # numbers, pairs and single symbols with wide margins, to which neighbours reach that are cut
    )
    # faint_share, faint: text hardly lighter or darker than its ground, textures on both; their difference of CIE L*
    faint_share: float = 0.0
    faint: Range = (8, 25)
    relief_share: float = 0.0  # strokes that are embossed, engraved, outlined, lit, punched or set with lamps or tiles
    display_share: float = 0.0  # numbers and words on displays of segments or dots; of those with a digit thrice
    grey_share: float = 0.0  # in shades of grey, dark on light, as scanners and copiers give it
    # shade_share, reflection_share: the edge of a shadow across the word; a pane's reflections on it
    shade_share: float = 0.0
    reflection_share: float = 0.0


EASY = Scene(
    height=(24, 64),
    left=(0.04, 0.3),
    top=(0.03, 0.25),
    right=(0.02, 0.3),
    bottom=(0.02, 0.2),
    tracking=(-0.02, 0.12),
    wide_share=0.0,
    stretch=(0.85, 1.15),
    shear=6,
    rotation=4,
    turned_share=0.0,
    perspective_share=0.2,
    perspective=0.08,
    curve_share=0.05,
    curve=(5, 30),
    wave_share=0.0,
    wave=(0.0, 0.02),
    jitter_share=0.0,
    jitter_turn=0.0,
    jitter_shift=0.0,
    elastic_share=0.1,
    elastic=(0.0, 0.01),
    bold_share=0.1,
    small_capitals_share=0.05,
    lightness=35,
    contrast=2.2,
    surface_share=0.3,
    fill_share=0.05,
    panel_share=0.03,
    border_share=0.03,
    shadow_share=0.05,
    extrusion_share=0.02,
    outline_share=0.0,
    neighbour_share=0.05,
    line_share=0.02,
    behind_share=0.0,
    punctuation_share=0.03,
    front_share=0.0,
    glare_share=0.0,
    light=(0.0, 0.2),
    blur=(0.0, 0.04),
    motion_share=0.0,
    noise=(0.0, 0.06),
    coarse_share=0.0,
    jpeg_share=0.3,
    jpeg=(65, 95),
    rim_share=0.3,
    display_share=0.01,
)
"""The beginning of a network that knows nothing yet: real colours and many faces, and little that hides a letter."""

SCENE = Scene(
    height=(12, 64),
    left=(0.0, 0.34),
    top=(0.0, 0.3),
    right=(0.0, 0.45),
    bottom=(0.0, 0.21),
    tracking=(-0.09, 0.13),
    wide_share=0.05,
    stretch=(0.7, 1.35),
    shear=20,
    rotation=12,
    turned_share=0.08,
    perspective_share=0.5,
    perspective=0.3,
    curve_share=0.15,
    curve=(10, 70),
    wave_share=0.03,
    wave=(0.03, 0.15),
    jitter_share=0.15,
    jitter_turn=6.0,
    jitter_shift=0.05,
    elastic_share=0.5,
    elastic=(0.0, 0.035),
    bold_share=0.2,
    small_capitals_share=0.08,
    lightness=18,
    contrast=1.6,
    surface_share=0.5,
    fill_share=0.3,
    panel_share=0.12,
    border_share=0.15,
    shadow_share=0.15,
    extrusion_share=0.16,
    outline_share=0.05,
    neighbour_share=0.2,
    line_share=0.1,
    behind_share=0.15,
    punctuation_share=0.1,
    front_share=0.06,
    glare_share=0.08,
    light=(0.0, 0.55),
    blur=(0.0, 0.11),
    motion_share=0.15,
    noise=(0.0, 0.1),
    coarse_share=0.15,
    jpeg_share=0.6,
    jpeg=(40, 95),
    arch_share=0.22,  # with the easier words a twelfth of all
    upright_share=0.3,
    rim_share=0.5,
    faint_share=0.2,
    relief_share=0.25,
    display_share=0.03,
    shade_share=0.1,
    reflection_share=0.1,
)
"""Sizes, margins, colours and letter case as measured on real words (docs/recognition.md); the rest as SynthTIGER (Yim
et al. 2021) has it, where it says."""

SCREEN = replace(
    EASY,
    height=(13, 48),
    tracking=(0.0, 0.08),
    stretch=(0.92, 1.08),
    shear=1,
    rotation=0.4,
    perspective_share=0.0,
    curve_share=0.0,
    elastic_share=0.0,
    lightness=25,
    contrast=1.8,
    surface_share=0.05,
    fill_share=0.0,
    neighbour_share=0.25,
    light=(0.0, 0.03),
    blur=(0.0, 0.02),
    noise=(0.0, 0.01),
    coarse_share=0.3,
    jpeg_share=0.5,
    jpeg=(50, 95),
    subpixel_share=0.4,
)
"""Text of a screen: thin, anti-aliased and upright, 11 pixels high and more, pictures often scaled and compressed."""

PRINT = replace(
    EASY,
    height=(18, 64),
    tracking=(-0.03, 0.1),
    stretch=(0.85, 1.15),
    shear=3,
    rotation=2,
    perspective=0.04,
    curve_share=0.02,
    elastic_share=0.3,
    surface_share=0.25,
    fill_share=0.1,
    neighbour_share=0.25,
    line_share=0.1,
    blur=(0.0, 0.05),
    noise=(0.0, 0.1),
    coarse_share=0.15,
    dots_share=0.2,
)
"""Text of documents, labels and receipts: grain, light from one side, a little skew, at times the dots of a printer."""

SCAN = replace(
    PRINT,
    height=(14, 36),
    stretch=(0.9, 1.1),
    lightness=20,
    contrast=1.4,
    surface_share=0.4,
    fill_share=0.25,
    panel_share=0.0,
    border_share=0.0,
    shadow_share=0.0,
    extrusion_share=0.0,
    neighbour_share=0.35,
    line_share=0.2,
    blur=(0.0, 0.07),
    noise=(0.0, 0.14),
    coarse_share=0.35,
    jpeg_share=0.7,
    jpeg=(35, 90),
    dots_share=0.1,
    display_share=0.0,
    grey_share=0.8,
)
"""Text of documents that were scanned or copied: small, grey, worn, with the lines above and below."""

LEVELS = 10  # steps of difficulty from `EASY` to `SCENE`


@lru_cache(maxsize=LEVELS + 1)
def at_level(level: int) -> Scene:
    """The scene at a level of difficulty, 0 (`EASY`) to `LEVELS` (`SCENE`), its numbers in between."""
    part = level / LEVELS
    values: dict[str, Any] = {}
    for item in fields(Scene):
        easy, hard = getattr(EASY, item.name), getattr(SCENE, item.name)
        if isinstance(easy, tuple):
            values[item.name] = tuple(a * (1 - part) + b * part for a, b in zip(easy, hard, strict=True))
        else:
            values[item.name] = easy * (1 - part) + hard * part
    return Scene(**values)


@lru_cache(maxsize=64)
def for_dense(scene: Scene) -> Scene:
    """The scene for symbols of many strokes, such as Chinese: larger, and with half of the blur."""
    least = scene.height[0] if scene in (SCREEN, SCAN) else max(scene.height[0], _LEAST_DENSE)
    return replace(
        scene, height=(least, scene.height[1]), blur=(0.0, scene.blur[1] / 2), coarse_share=scene.coarse_share / 2
    )


_LEAST_DENSE = 16.0  # pixels of a picture with dense symbols

PRESETS: Mapping[str, Effects | Scene] = {
    **{"mild": MILD, "full": FULL, "plates": PLATES},
    **{"scene": SCENE, "screen": SCREEN, "print": PRINT},
}
"""Effects known by name."""
