"""The largest departures of demo data from black print on white paper: every range in one place."""

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
    """Ranges of a sample's appearance, with values drawn evenly from each.

    A share is the probability that a thing occurs.
    """

    height: Range  # of the picture across the reading direction, pixels; more if text this small could not be read
    # pixels per em that text is never drawn smaller than; dense symbols (Chinese) half as large again
    smallest_em: float
    margin: Range  # on each side, fractions of the text's height
    tracking: Range  # added between characters, em
    stretch: Range  # width of the characters against the font's
    # shear, rotation: slant of upright strokes and turn of the whole word, degrees, positive clockwise; vertical signs
    # have no slant and half the turn
    shear: Range
    rotation: Range
    perspective: float  # how much shorter one side of the word may be than the opposite one, as a fraction
    # curve_share, curve: baseline on a circle; degrees the baseline turns over the whole word, either way
    curve_share: float
    curve: Range
    # wave_share, wave: baseline in a wave; its height in em
    wave_share: float
    wave: Range
    # jitter_turn, jitter_shift: single characters turned by up to so many degrees and moved by up to so many em
    jitter_turn: float
    jitter_shift: float
    # plate_share, vertical_share: number plates; vertical signs (characters upright, top to bottom)
    plate_share: float
    vertical_share: float
    contrast: float  # least WCAG contrast ratio of text and background, counting the background's texture
    lightness: float  # least difference of their CIE L*, counted likewise
    textures: tuple[str, ...]  # kinds of background, of `core.data.drawing.paint.TEXTURES`, each equally likely
    texture: Range  # strength of the texture, as a fraction of the background's brightness
    light: Range  # uneven light: fall in brightness over the picture, as a fraction
    shadow_share: float  # drop shadow under light text
    blur: Range  # standard deviation of the blur, em; half of it for dense symbols
    # standard deviation of the noise, as a fraction of the difference in brightness between text and background
    noise: Range
    # jpeg_share, jpeg: JPEG artefacts; quality, 1 to 100
    jpeg_share: float
    jpeg: Range
    # plates, gap: forms of plates: 9 a digit, A a capital, N either of them, P the sign of a Chinese province; space
    # behind a plate's second symbol, em
    plates: tuple[str, ...] = _PLATES
    gap: float = 0.0
    colours: tuple[tuple[Colour, Colour], ...] = ()  # of text and background; none: any that have the contrast


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
    """One number evenly from a range."""
    return bounds[0] + (bounds[1] - bounds[0]) * float(rng.random())
