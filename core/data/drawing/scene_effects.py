"""The look of words in streets, as shares and ranges, from easy ones to those of real words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from core.data.drawing.effects import FULL, MILD, PLATES, Effects, Range


@dataclass(frozen=True, slots=True)
class Scene:
    """The ranges of a word image's appearance, from which values are drawn evenly.

    A share is the probability that a thing occurs. Unlike in `core.data.drawing.effects.Effects`, colours come in pairs
    from real words, and whether the word can be read is judged on the finished picture, at the strokes.
    """

    height: Range
    """Height of the picture in pixels, its logarithm drawn evenly."""
    left: Range
    """Left margin as a fraction of the text's height."""
    top: Range
    """Top margin as a fraction of the text's height."""
    right: Range
    """Right margin as a fraction of the text's height."""
    bottom: Range
    """Bottom margin as a fraction of the text's height."""
    tracking: Range
    """Room added between characters, in em."""
    wide_share: float
    """Share of the words with up to half an em more between characters."""
    stretch: Range
    """Width of the characters against the font's."""
    shear: float
    """Largest slant of the word in degrees, either way. Small slants are likelier."""
    rotation: float
    """Largest turn of the word in degrees, either way. Small turns are likelier."""
    turned_share: float
    """Share of the words turned by up to 60 degrees, long ones by less."""
    perspective_share: float
    """Share of the words seen in perspective."""
    perspective: float
    """Largest cut of one side of such a word against the opposite one, as a fraction."""
    curve_share: float
    """Share of the words whose baseline lies on a circle."""
    curve: Range
    """Degrees that such a baseline turns over the whole word, either way."""
    wave_share: float
    """Share of the words whose baseline is a wave."""
    wave: Range
    """Height of the wave in em."""
    jitter_share: float
    """Share of the words whose single characters are turned and moved."""
    jitter_turn: float
    """Largest turn of a single character in degrees."""
    jitter_shift: float
    """Largest shift of a single character in em."""
    elastic_share: float
    """Share of the words with distorted outlines of single characters."""
    elastic: Range
    """Standard deviation of the distortion in em."""
    bold_share: float
    """Share of the words with thickened strokes."""
    small_capitals_share: float
    """Share of the words in capitals whose first letter is larger."""
    lightness: float
    """Least difference of CIE L* between a character's strokes and their surroundings."""
    contrast: float
    """Least WCAG contrast ratio between a character's strokes and their surroundings."""
    surface_share: float
    """Share of the grounds with a photograph blended in, or a texture if there is no photograph."""
    fill_share: float
    """Share of the strokes with a photograph blended in, or a texture if there is no photograph."""
    panel_share: float
    """Share of the words on a panel in another colour."""
    border_share: float
    """Share of the words with a rim in another colour around the strokes."""
    shadow_share: float
    """Share of the words with a shadow, darker or lighter."""
    extrusion_share: float
    """Share of the words with strokes drawn as solid bodies."""
    outline_share: float
    """Share of the words with strokes drawn as outlines."""
    neighbour_share: float
    """Share of the words with letters before or behind that the rim cuts off."""
    line_share: float
    """Share of the words with lines above or below."""
    behind_share: float
    """Share of the words with pale text behind them."""
    punctuation_share: float
    """Share of the words with unlabelled punctuation beside and inside them."""
    front_share: float
    """Share of the pictures with scratches and things in front of the word."""
    glare_share: float
    """Share of the pictures with reflected light."""
    light: Range
    """Fall in brightness over the picture, as a fraction."""
    blur: Range
    """Standard deviation of the blur in em, mostly little."""
    motion_share: float
    """Share of the blurs that go in one direction."""
    noise: Range
    """Standard deviation of the noise as a fraction of the difference in brightness between text and ground, mostly
    little."""
    coarse_share: float
    """Share of the pictures that were smaller once."""
    jpeg_share: float
    """Share of the pictures with JPEG artefacts."""
    jpeg: Range
    """Quality of the JPEG picture, 1 to 100."""
    subpixel_share: float = 0.0
    """Share of the words drawn as a screen does, whose red and blue dots lie beside the green one."""
    dots_share: float = 0.0
    """Share of the words whose strokes are made of dots, as dot-matrix and thermal printers do."""
    arch_share: float = 0.0
    """Share of the words whose baseline lies on a far bent circle."""
    arch: Range = (60, 120)
    """Degrees that such a baseline turns over the whole word, either way."""
    upright_share: float = 0.0
    """Share of these words whose letters do not turn with the baseline."""
    rim_share: float = 0.0
    """Share of the numbers, pairs and single symbols with wide margins, to which neighbours reach that are cut off."""
    faint_share: float = 0.0
    """Share of the texts that are hardly lighter or darker than their ground, with textures on both."""
    faint: Range = (8, 25)
    """Difference of CIE L* of such texts and their ground."""
    relief_share: float = 0.0
    """Share of the words with strokes that are embossed, engraved, outlined, lit, punched or set with lamps or
    tiles."""
    display_share: float = 0.0
    """Share of the numbers and words on displays of segments or dots, threefold for texts with a digit."""
    grey_share: float = 0.0
    """Share of the pictures in shades of grey, dark on light, as scanners and copiers give them."""
    shade_share: float = 0.0
    """Share of the words with the edge of a shadow across them."""
    reflection_share: float = 0.0
    """Share of the words with a pane's reflections on them."""


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
    """Return the scene for a level of difficulty, interpolated between 0 (`EASY`) and `LEVELS` (`SCENE`)."""
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
    """Return the scene for symbols with many strokes, such as Chinese ones: larger, and with half the blur."""
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
