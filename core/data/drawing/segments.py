"""Draws symbols of displays from tables of our own: seven or sixteen segments, or a matrix of 5 × 7 dots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.glyphs import ATLAS_SIZE as SIZE
from core.data.drawing.glyphs import DrawnGlyph

_Point = tuple[float, float]

_HEIGHT = 0.72  # of the em, height of a symbol over the baseline
_FINE = 4  # times as fine as the mask is what segments are drawn on
_FAINT = 26  # of 255, coverage of a segment that does not shine

# Corners of the segments as (x, y), in halves of a symbol's width and height from its top left
_SEVEN: Mapping[str, tuple[_Point, _Point]] = {
    "a": ((0, 0), (2, 0)),
    "b": ((2, 0), (2, 1)),
    "c": ((2, 1), (2, 2)),
    "d": ((0, 2), (2, 2)),
    "e": ((0, 1), (0, 2)),
    "f": ((0, 0), (0, 1)),
    "g": ((0, 1), (2, 1)),
}
_SIXTEEN: Mapping[str, tuple[_Point, _Point]] = {
    **{"a": ((0, 0), (1, 0)), "A": ((1, 0), (2, 0)), "d": ((0, 2), (1, 2)), "D": ((1, 2), (2, 2))},
    **{"b": ((2, 0), (2, 1)), "c": ((2, 1), (2, 2)), "e": ((0, 1), (0, 2)), "f": ((0, 0), (0, 1))},
    **{"g": ((0, 1), (1, 1)), "G": ((1, 1), (2, 1)), "h": ((0, 0), (1, 1)), "i": ((1, 0), (1, 1))},
    **{"j": ((2, 0), (1, 1)), "k": ((1, 1), (0, 2)), "l": ((1, 1), (1, 2)), "m": ((1, 1), (2, 2))},
}
_WRITTEN_SEVEN = """
0:abcdef 1:bc 2:abged 3:abgcd 4:fgbc 5:afgcd 6:afgedc 7:abc 8:abcdefg 9:abcdfg A:abcefg C:afed E:afged F:afge H:fbgec
J:bcde L:fed P:abfge U:fbcde b:fgecd c:ged d:bcdeg h:fgec n:egc o:gecd r:eg t:fged u:ecd -:g
"""
_WRITTEN_SIXTEEN = """
0:aAbcdDefjk 1:bcj 2:aAbGgedD 3:aAbGcdD 4:fgGbc 5:aAfgmdD 6:aAfgGcedD 7:aAjl 8:aAbcdDefgG 9:aAbfgGcdD A:aAbcefgG
B:aAbcdDilG C:aAefdD D:aAbcdDil E:aAefdDg F:aAefg G:aAefdDcG H:fegGbc I:aAdDil J:bcedD K:fegjm L:fedD M:febchj
N:febchm O:aAbcdDef P:aAbefgG Q:aAbcdDefm R:aAbefgGm S:aAfgGcdD T:aAil U:bcdDef V:fekj W:febckm X:hjkm Y:hjl Z:aAjkdD
-:gG /:jk +:gGil
"""
_WRITTEN_DOTS = """
0:3a33ae62e 1:11842108e 2:3a213221f 3:3a213062e 4:08ca97c42 5:7e1e0862e 6:3a10f462e 7:7c2221108 8:3a317462e
9:3a317842e A:3a31fc631 B:7a31f463e C:3a308422e D:7a318c63e E:7e10f421f F:7e10f4210 G:3a30bc62f H:4631fc631
I:38842108e J:1c4210a4c K:4654c5251 L:42108421f M:4775ac631 N:4739ace71 O:3a318c62e P:7a31f4210 Q:3a318d64d
R:7a31f5251 S:3e107043e T:7c8421084 U:46318c62e V:46318c544 W:4631ad771 X:462a22a31 Y:462a21084 Z:7c222221f
a:000e0be2f b:421e8c63e c:000e8420e d:042f8c62f e:000e8fe0e f:191c42108 g:01f18bc2e h:4216cc631 i:100c2108e
j:080610a4c k:210953149 l:30842108e m:001aad6b5 n:001e8c631 o:000e8c62e p:03d18fa10 q:01f18bc21 r:0016c4210
s:000f8383e t:211c42126 u:00118c62f v:00118c544 w:00118d6aa x:001151151 y:02318bc2e z:001f1111f .:00000018c
,:000003088 ':108800000 -:0000f8000 &:32544564d ::018c03180 /:042222210 !:108421004 ?:3a2131004 (:088842082
):208210888 %:672222273 $:11f4717c4 £:1928e211f €:1d1e47907 #:295f57d4a @:3a37ada0e +:0084f9080 ":294a00000
*:009575480 =:001f07c00
"""
"""Of each symbol seven rows of five dots from its top left, as one number in hexadecimal."""

_POINTS: Mapping[str, tuple[float, ...]] = {".": (1.94,), ":": (0.6, 1.5), "'": (0.1,)}
"""Squares beside segments: their heights as those of the segments."""

# of the em: a symbol of segments, its strokes, and the way to the next one
_WIDTH = 0.42
_STROKE = 0.085
_ADVANCE = 0.6
_POINT_ADVANCE = 0.22
_ROWS, _COLUMNS = 7, 5


def _split(written: str) -> Mapping[str, str]:
    return MappingProxyType({entry[0]: entry[2:] for entry in written.split()})


_LIT: Mapping[str, Mapping[str, str]] = {
    "seven": _split(_WRITTEN_SEVEN),
    "sixteen": _split(_WRITTEN_SIXTEEN),
    "dots": _split(_WRITTEN_DOTS),
}
_SEGMENTS: Mapping[str, Mapping[str, tuple[_Point, _Point]]] = {"seven": _SEVEN, "sixteen": _SIXTEEN}

DISPLAYS: Mapping[str, frozenset[str]] = {
    "seven": frozenset(_LIT["seven"]) | frozenset(_POINTS),
    "sixteen": frozenset(_LIT["sixteen"]) | frozenset(_POINTS),
    "dots": frozenset(_LIT["dots"]),
}
"""The symbols that each kind of display can show."""


@dataclass(frozen=True, slots=True)
class SegmentDisplay:
    """A display with segments or dots that shows a word."""

    kind: str
    """A key of `DISPLAYS`."""
    faint: bool
    """True if segments and dots that do not shine are seen a little."""
    square: bool
    """True if the dots are squares."""

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols that the display can show."""
        return DISPLAYS[self.kind]

    @property
    def height(self) -> float:
        """The height of a symbol above the baseline, in pixels of the masks."""
        return _HEIGHT * SIZE

    @classmethod
    def draw(cls, rng: np.random.Generator, text: str) -> SegmentDisplay | None:
        """Choose at random a display that can show a text, most often of seven segments, or return None."""
        numbers = rng.random(3)
        kinds = [kind for kind, symbols in DISPLAYS.items() if symbols.issuperset(text)]
        if not kinds:
            return None
        kind = kinds[0] if numbers[0] < 0.6 else kinds[int((numbers[0] - 0.6) / 0.4 * len(kinds))]
        return cls(kind, bool(numbers[1] < 0.3), bool(numbers[2] < 0.4))


@lru_cache(maxsize=1024)
def shown(display: SegmentDisplay, symbol: str) -> DrawnGlyph:
    """Draw one of `SegmentDisplay.symbols` as a display shows it, at `ATLAS_SIZE`."""
    if display.kind == "dots":
        return _of_dots(display, symbol)
    if symbol in _POINTS:
        return _of_points(symbol)
    segments, lit = _SEGMENTS[display.kind], _LIT[display.kind][symbol]
    canvas = _canvas(_WIDTH + 2 * _STROKE)
    ink = canvas.copy()
    for name, ends in segments.items():
        _draw_segment(ink, ends, 255 if name in lit else _FAINT if display.faint else 0)
    return _finished(ink, _ADVANCE)


def _canvas(width: float) -> NDArray[np.uint8]:
    side = SIZE * _FINE
    return np.zeros((round((_HEIGHT + 2 * _STROKE) * side), round(width * side)), np.uint8)


def _place(point: _Point) -> NDArray[np.float64]:
    """The place of a corner of the segments on a fine canvas."""
    return (np.array(point) * (_WIDTH / 2, (_HEIGHT - _STROKE) / 2) + (_STROKE, 1.5 * _STROKE)) * (SIZE * _FINE)


def _draw_segment(ink: NDArray[np.uint8], ends: tuple[_Point, _Point], value: int) -> None:
    if not value:
        return
    first, last = map(_place, ends)
    along = (last - first) / np.linalg.norm(last - first)
    across = np.array((-along[1], along[0]))
    half = _STROKE / 2 * SIZE * _FINE
    first, last = first + along * half * 0.3, last - along * half * 0.3  # the gap between two segments
    corners = [
        *(first, first + (along + across) * half, last + (across - along) * half),
        *(last, last - (along + across) * half, first + (along - across) * half),
    ]
    shape = np.zeros_like(ink)
    cv2.fillConvexPoly(shape, np.round(np.array(corners) * 16).astype(np.int32), value, cv2.LINE_AA, 4)
    np.maximum(ink, shape, out=ink)


def _of_points(symbol: str) -> DrawnGlyph:
    ink = _canvas(3 * _STROKE)
    for height in _POINTS[symbol]:
        x, y = _place((0.0, height))
        half = 0.62 * _STROKE * SIZE * _FINE
        low, high = (np.round(np.array((x, y)) + side).astype(int).tolist() for side in (-half, half))
        cv2.rectangle(ink, low, high, 255, -1)
    return _finished(ink, _POINT_ADVANCE)


def _of_dots(display: SegmentDisplay, symbol: str) -> DrawnGlyph:
    pitch = _HEIGHT / _ROWS
    ink = _canvas((_COLUMNS + 1) * pitch)
    bits = int(_LIT["dots"][symbol], 16)
    step = pitch * SIZE * _FINE
    for place in range(_ROWS * _COLUMNS):
        lit = bits >> (_ROWS * _COLUMNS - 1 - place) & 1
        value = 255 if lit else _FAINT if display.faint else 0
        row, column = divmod(place, _COLUMNS)
        x, y = (column + 0.5) * step + _STROKE / 2 * SIZE * _FINE, (row + 0.5) * step + _STROKE * SIZE * _FINE
        if display.square:
            half = 0.44 * step
            cv2.rectangle(ink, (round(x - half), round(y - half)), (round(x + half), round(y + half)), value, -1)
        else:
            cv2.circle(ink, (round(x), round(y)), round(0.46 * step), value, -1, cv2.LINE_AA)
    return _finished(ink, (_COLUMNS + 1) * pitch)


def _finished(ink: NDArray[np.uint8], advance: float) -> DrawnGlyph:
    """A fine canvas made a glyph: its baseline is a stroke above the lower end, the pen half a stroke inside."""
    rows, columns = (-(-side // _FINE) * _FINE for side in ink.shape)
    even = cv2.copyMakeBorder(ink, 0, rows - ink.shape[0], 0, columns - ink.shape[1], cv2.BORDER_CONSTANT, value=0)
    x, y, width, height = cv2.boundingRect((even > 127).astype(np.uint8))
    small = cv2.resize(even, (columns // _FINE, rows // _FINE), interpolation=cv2.INTER_AREA)
    mask = np.pad(np.asarray(small, np.uint8), 1)
    mask.setflags(write=False)
    left, top = -1, -1 - round((_HEIGHT + _STROKE) * SIZE)
    x0, y0 = left + 1 + x / _FINE, top + 1 + y / _FINE
    return DrawnGlyph(mask, left, top, (x0, y0, x0 + width / _FINE, y0 + height / _FINE), advance * SIZE)
