"""The largest deviations of demo data from black print on white paper, with every range in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

Range = tuple[float, float]
Colour = tuple[int, int, int]  # sRGB, 0 to 255

_PLATES = (
    *("99", "999", "9999", "99999", "999999"),
    *("A99", "AA99", "A999", "AA999", "99AA", "999AAA", "AA99AA", "AA99AAA", "AAA9999", "AA99AA9999"),
    *("P99999", "PA9999", "PA99999", "PAA9999"),
)


@dataclass(frozen=True, slots=True)
class Effects:
    """The ranges of a sample's appearance, from which values are drawn evenly.

    A share is the probability that a thing occurs.
    """

    height: Range
    """Height of the picture across the reading direction, in pixels.

    The picture is higher if text this small could not be read."""
    smallest_em: float
    """Least pixels per em of the text, half as much again for dense symbols (Chinese)."""
    margin: Range
    """Margin on each side as a fraction of the text's height."""
    tracking: Range
    """Room added between characters, in em."""
    stretch: Range
    """Width of the characters against the font's."""
    shear: Range
    """Slant of upright strokes in degrees, positive clockwise. Vertical signs have none."""
    rotation: Range
    """Turn of the whole word in degrees, positive clockwise, halved for vertical signs."""
    perspective: float
    """Largest cut of one side of the word against the opposite one, as a fraction."""
    curve_share: float
    """Share of the words whose baseline lies on a circle."""
    curve: Range
    """Degrees that such a baseline turns over the whole word, either way."""
    wave_share: float
    """Share of the words whose baseline is a wave."""
    wave: Range
    """Height of the wave in em."""
    jitter_turn: float
    """Largest turn of single characters in degrees."""
    jitter_shift: float
    """Largest shift of single characters in em."""
    plate_share: float
    """Share of number plates."""
    vertical_share: float
    """Share of vertical signs, with upright characters from top to bottom."""
    contrast: float
    """Least WCAG contrast ratio of text and background, counting the background's texture."""
    lightness: float
    """Least difference of CIE L* of text and background, counting the background's texture."""
    textures: tuple[str, ...]
    """Kinds of background, of `core.data.drawing.paint.TEXTURES`, each equally likely."""
    texture: Range
    """Strength of the texture as a fraction of the background's brightness."""
    light: Range
    """Fall in brightness over the picture from uneven light, as a fraction."""
    shadow_share: float
    """Share of light texts with a drop shadow."""
    blur: Range
    """Standard deviation of the blur in em, halved for dense symbols."""
    noise: Range
    """Standard deviation of the noise as a fraction of the difference in brightness between text and background."""
    jpeg_share: float
    """Share of the pictures with JPEG artefacts."""
    jpeg: Range
    """Quality of the JPEG picture, 1 to 100."""
    plates: tuple[str, ...] = _PLATES
    """Forms of plates: 9 a digit, A a capital, N either of them, P the sign of a Chinese province."""
    gap: float = 0.0
    """Space behind a plate's second symbol, in em."""
    colours: tuple[tuple[Colour, Colour], ...] = ()
    """Pairs of colours of text and background. Empty: any colours that have the contrast."""


MILD = Effects(
    height=(24, 64),
    smallest_em=14,
    margin=(0.08, 0.3),
    tracking=(0.0, 0.1),
    stretch=(0.9, 1.12),
    shear=(-5, 5),
    rotation=(-3, 3),
    perspective=0.04,
    curve_share=0.1,
    curve=(5, 20),
    wave_share=0.0,
    wave=(0.0, 0.0),
    jitter_turn=0.0,
    jitter_shift=0.0,
    plate_share=0.04,
    vertical_share=0.02,
    contrast=4.5,
    lightness=45,
    textures=("plain", "gradient", "clouds"),
    texture=(0.02, 0.12),
    light=(0.0, 0.2),
    shadow_share=0.0,
    blur=(0.0, 0.02),
    noise=(0.0, 0.05),
    jpeg_share=0.3,
    jpeg=(70, 95),
)
"""Mostly straight and clean: what a network of half a million weights learns on a CPU in twenty minutes."""

FULL = Effects(
    height=(24, 64),
    smallest_em=17,
    margin=(0.03, 0.45),
    tracking=(-0.01, 0.25),
    stretch=(0.75, 1.3),
    shear=(-16, 16),
    rotation=(-15, 15),
    perspective=0.3,
    curve_share=0.3,
    curve=(10, 100),
    wave_share=0.1,
    wave=(0.05, 0.2),
    jitter_turn=4.0,
    jitter_shift=0.03,
    plate_share=0.1,
    vertical_share=0.1,
    contrast=3.0,
    lightness=40,
    textures=("plain", "gradient", "clouds", "grain", "stripes", "tiles", "speckle", "patches"),
    texture=(0.05, 0.35),
    light=(0.0, 0.6),
    shadow_share=0.2,
    blur=(0.0, 0.045),
    noise=(0.0, 0.13),
    jpeg_share=0.6,
    jpeg=(30, 92),
)
"""Everything at once, still readable by a person: what words in streets look like."""

_WHITE = (235, 235, 235)

PLATES = replace(
    FULL,
    height=(20, 72),
    smallest_em=14,
    margin=(0.0, 0.12),
    tracking=(0.02, 0.14),
    stretch=(0.7, 1.0),
    shear=(-8, 8),
    rotation=(-6, 6),
    perspective=0.15,
    plate_share=1.0,
    textures=("plain", "gradient", "clouds", "speckle"),
    texture=(0.02, 0.2),
    plates=("PANNNNN",),
    gap=0.3,
    colours=((_WHITE, (20, 60, 170)), (_WHITE, (40, 90, 190)), (_WHITE, (70, 80, 125)), ((20, 20, 20), (225, 165, 30))),
)
"""Chinese number plates as cameras see them: a province, a letter, five letters or digits, mostly white on blue."""


def drawn(rng: np.random.Generator, bounds: Range) -> float:
    """Return a number drawn evenly from a range."""
    return bounds[0] + (bounds[1] - bounds[0]) * float(rng.random())
