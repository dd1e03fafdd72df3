"""Places a word's symbols in a scene, with unlabelled things around them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import drawn
from core.data.drawing.fonts import FontFace
from core.data.drawing.glyphs import ATLAS_SIZE as SIZE
from core.data.drawing.glyphs import DrawnGlyph, cap_height, from_atlas
from core.data.drawing.layout import (
    Array,
    PlacedSymbol,
    Pose,
    corners_of,
    fitted,
    mapped,
    mapped_each,
    on_baseline,
    shape_of,
    translation,
    wide_enough,
)
from core.data.drawing.scene_effects import Scene
from core.data.drawing.segments import SegmentDisplay, shown
from core.data.drawing.unknown.accents import accented, parts_of

_GlyphOf = Callable[[str, int, str], DrawnGlyph]
_Margins = tuple[float, float, float, float]

_WORK = (36.0, 64.0)  # pixels of a picture's height while it is painted; a smaller one is shrunk at the end
_SMALLEST_EM = 10.0  # pixels of the finished picture: smaller text is no text
_LEAST_SIDE = 2.1  # of a polygon's side in the finished picture, see `core.data.drawing.layout`
_TURN_PER_SYMBOL = math.radians(18)
_TURN_PER_ARCHED = math.radians(28)
_MOST_ARCHED = math.radians(150)  # with what is beside the word
# Degrees that a word of four symbols may be turned; a long one turned as far would leave no pixels to its letters
_TURNED = (15.0, 60.0)
_SHORT = 4
_RIMS = (0.3, 1.3)  # wide margins beside a text, of its height
_HIGH_RIMS = (0.0, 0.5)  # above and below it
_CUT = (0.1, 0.5)  # of its advance, what is seen of a symbol that a wide rim cuts off
_LOOSE = ".,:;!?'\"-*&@#/()"
_NO_LABEL = "\0"  # the symbol of what has no label
_NO_SYMBOL = "\uffff"  # of no face: what is drawn for it is drawn for everything that is missing
_SMALL_CAPITAL = 0.78  # of a capital's height
_INNER = ".'-&/:"
_ABOVE = 0.88  # of the em, what an em box has above the baseline
_CAP = 0.7  # of the em, about the height of a text
_HALVED = 0.55  # a mask drawn smaller than this is averaged to half its size first


@dataclass(frozen=True, slots=True, eq=False)
class SceneLayout:
    """A word laid out in a scene, in pixels of the painted picture."""

    symbols: tuple[PlacedSymbol, ...]
    """The symbols in reading order."""
    others: tuple[PlacedSymbol, ...]
    """Letters and signs in the word's own colour that have no label."""
    behind: tuple[PlacedSymbol, ...]
    """Pale text behind the word."""
    canvas: tuple[int, int]
    """(height, width) of the picture that is painted."""
    size: tuple[int, int]
    """(height, width) of the finished picture, to which the painted one is shrunk."""
    em: float
    """Pixels per em on the canvas."""
    scene: Scene
    """The ranges that the word was laid out for."""
    vertical: bool = False
    """True if the finished picture is to be turned clockwise by a quarter, so that the word reads downwards."""
    display: SegmentDisplay | None = None
    """The display that shows the word. None: no display."""

    @property
    def polygons(self) -> list[Array]:
        """The polygons of the symbols, (4, 2) each, in pixels of the finished picture, turned if it is turned."""
        scale = np.array([self.size[1] / self.canvas[1], self.size[0] / self.canvas[0]])
        polygons = [placed.polygon * scale for placed in self.symbols]
        if self.vertical:
            return [np.column_stack([self.size[0] - polygon[:, 1], polygon[:, 0]]) for polygon in polygons]
        return polygons


def lay_out_scene(
    text: str,
    faces: Sequence[FontFace],
    scene: Scene,
    rng: np.random.Generator,
    letters: Sequence[str],
    *,
    vertical: bool = False,
) -> SceneLayout:
    """Lay out a word in a scene.

    Parameters
    ----------
    text : str
        At least one symbol.
    faces : sequence of FontFace
        The face of each symbol. Of a letter with an accent the face may have only the letter.
    scene : Scene
        The ranges of the appearance.
    rng : Generator
        All chance comes from it.
    letters : sequence of str
        Symbols of the unlabelled text around the word. Only those that the first face draws are used.
    vertical : bool
        The symbols are below one another. They are laid out lying, for a picture that is turned at the end.

    Raises
    ------
    SynthesisError
        If a face cannot draw its symbol.
    """
    display = None if vertical else _display(rng, scene, text)
    glyph_of = _lying if vertical else from_atlas if display is None else _on(display)
    final = math.exp(drawn(rng, (math.log(scene.height[0]), math.log(scene.height[1]))))
    work = min(max(final, _WORK[0]), _WORK[1])
    face = faces[0]
    # no marks: one near the word would be taken for one of its own
    known = face.symbols if display is None else display.symbols
    drawable = [symbol for symbol in letters if symbol in known and symbol.isalnum()] or [text[0]]
    loose, inside = (
        [mark for mark in marks if mark not in letters and (display is None or mark in known)]
        for marks in (_LOOSE, _INNER)
    )
    margins, rims = _margins(rng, scene, text)
    before, after = _beside(
        rng=rng, scene=scene, face=face, letters=drawable, marks=loose, glyph_of=glyph_of, rims=rims
    )
    stroke = _Strokes.drawn(rng, scene)
    small = display is None and text.isupper() and len(text) > 2 and rng.random() < scene.small_capitals_share
    main = []
    for number, (own_face, symbol) in enumerate(zip(faces, text, strict=True)):
        has_no_accent = symbol not in own_face.symbols and parts_of(symbol) is not None
        draw = accented if has_no_accent else glyph_of
        own_glyph = draw(own_face.path, own_face.index, symbol)
        glyph = stroke.changed(_turned(own_glyph) if vertical and has_no_accent else own_glyph, rng)
        main.append(_scaled(glyph, _SMALL_CAPITAL) if small and number else glyph)
    inner = None if vertical else _inner(rng, scene, face, inside, len(text), glyph_of)
    glyphs = [*before, *main, *after]
    labelled = list(range(len(before), len(before) + len(main)))
    if inner is not None:
        glyphs.insert(len(before) + inner[0], inner[1])
        labelled[inner[0] :] = [number + 1 for number in labelled[inner[0] :]]
    pose = _drawn_pose(rng, scene, len(text), len(glyphs), work, margins)
    cap = cap_height(face.path, face.index, SIZE) if display is None else display.height
    local = on_baseline(glyphs, pose, SIZE, cap)
    inked = mapped_each(np.stack([corners_of(g.box) for g in main]), local[labelled])
    # Small letters without ascenders are cropped as they are, as real crops do, half of the time
    outline = inked
    if rng.random() < 0.5:
        middles = [(g.box[0] + g.box[2]) / 2 for g in main]
        lines = mapped_each(np.stack([corners_of((x, -cap, x, 0)) for x in middles]), local[labelled])
        outline = np.concatenate([inked, lines])
    low, high = outline.min(axis=(0, 1)), outline.max(axis=(0, 1))
    shape = shape_of(pose, low, high)
    least = _SMALLEST_EM * work / final / SIZE
    fit, scale, canvas = fitted(mapped(outline, shape), pose, least)
    whole = fit @ shape
    factor = final / work
    size = (max(6, round(canvas[0] * factor)), max(6, round(canvas[1] * factor))) if factor < 1 else canvas
    symbols = dict(zip(labelled, text, strict=True))
    placed = [
        _placed(symbols.get(number, _NO_LABEL), glyph, whole @ matrix, _LEAST_SIDE / min(1.0, factor), scale)
        for number, (glyph, matrix) in enumerate(zip(glyphs, local, strict=True))
    ]
    surroundings = [stamp for number, stamp in enumerate(placed) if number not in symbols]
    surroundings += _lines(
        rng=rng,
        scene=scene,
        face=face,
        letters=drawable,
        pose=pose,
        whole=whole,
        scale=scale,
        cap=cap,
        glyph_of=glyph_of,
    )
    behind = _behind(rng, scene, face, drawable, whole, scale)
    symbols_placed = tuple(placed[number] for number in labelled)
    return SceneLayout(
        symbols=symbols_placed,
        others=tuple(surroundings),
        behind=tuple(behind),
        canvas=canvas,
        size=size,
        em=scale * SIZE,
        scene=scene,
        vertical=vertical,
        display=display,
    )


def _display(rng: np.random.Generator, scene: Scene, text: str) -> SegmentDisplay | None:
    """The display that shows a text, for few of those that one can show."""
    share = scene.display_share * (3 if any(map(str.isdigit, text)) else 1)
    return SegmentDisplay.draw(rng, text) if share and rng.random() < share else None


def _on(display: SegmentDisplay) -> _GlyphOf:
    def glyph_of(path: str, index: int, symbol: str) -> DrawnGlyph:
        return shown(display, symbol)

    return glyph_of


def _margins(rng: np.random.Generator, scene: Scene, text: str) -> tuple[_Margins, _Margins | None]:
    """The margins (left, top, right, bottom), and the same if they are wide enough for neighbours that are cut off."""
    left, top, right, bottom = (drawn(rng, side) for side in (scene.left, scene.top, scene.right, scene.bottom))
    if scene.rim_share and (len(text) <= 2 or not any(map(str.isalpha, text))) and rng.random() < scene.rim_share:
        sides = [drawn(rng, side) for side in (_RIMS, _HIGH_RIMS, _RIMS, _HIGH_RIMS)]
        margins = (max(left, sides[0]), top + sides[1], max(right, sides[2]), bottom + sides[3])
        return margins, margins
    return (left, top, right, bottom), None


def _lying(path: str, index: int, symbol: str) -> DrawnGlyph:
    return _turned(from_atlas(path, index, symbol))


def _turned(glyph: DrawnGlyph) -> DrawnGlyph:
    """A symbol turned counter-clockwise by a quarter, its middle at that of a line of symbols."""
    width = glyph.mask.shape[1]
    along, across = round(_ABOVE * SIZE), round((glyph.advance - SIZE) / 2)
    x0, y0, x1, y1 = glyph.box
    box = (y0 + along, across - x1, y1 + along, across - x0)
    return DrawnGlyph(np.rot90(glyph.mask), glyph.top + along, across - glyph.left - width, box, float(SIZE))


def _drawn_pose(
    rng: np.random.Generator, scene: Scene, count: int, glyphs: int, height: float, margins: _Margins
) -> Pose:
    chances = rng.random(8)
    tracking = drawn(rng, scene.tracking) + (drawn(rng, (0.1, 0.5)) if chances[0] < scene.wide_share else 0.0)
    small = rng.random(2) * np.where(rng.random(2) < 0.5, 1, -1) * rng.random(2)
    rotation, shear = float(small[0]) * scene.rotation, float(small[1]) * scene.shear
    if chances[1] < scene.turned_share:
        share = min(1.0, _SHORT / count)
        rotation = share * drawn(rng, _TURNED) * (1 if chances[2] < 0.5 else -1)
    shortened = np.zeros(4)  # right, bottom, left, top
    strength = rng.random(2) * scene.perspective
    if chances[3] < scene.perspective_share:
        shortened[2 * int(rng.integers(2))], shortened[1 + 2 * int(rng.integers(2))] = strength
    arched = count >= 4 and chances[6] < scene.arch_share
    curved = arched or (count >= 3 and chances[4] < scene.curve_share)
    most = (_TURN_PER_ARCHED if arched else _TURN_PER_SYMBOL) * (count - 1)
    bend = min(most, math.radians(drawn(rng, scene.arch if arched else scene.curve)))
    # with what is beside the word, which lies on the same circle
    curve = min(bend * glyphs / max(1, count), _MOST_ARCHED) * (1 if rng.random() < (0.5 if arched else 0.6) else -1)
    waved = count >= 4 and not curved and chances[5] < scene.wave_share
    jittered = float(rng.random() < scene.jitter_share)
    offsets = rng.uniform(-1, 1, (2, glyphs)) * jittered
    return Pose(
        vertical=False,
        framed=False,
        height=height,
        margins=margins,
        tracking=tracking,
        stretch=drawn(rng, scene.stretch),
        shear=math.radians(shear),
        rotation=math.radians(rotation),
        curve=curve if curved else 0.0,
        wave=(drawn(rng, scene.wave), drawn(rng, (0, 2 * math.pi))) if waved else (0.0, 0.0),
        turns=offsets[0] * math.radians(scene.jitter_turn),
        shifts=offsets[1] * scene.jitter_shift,
        sides=(float(shortened[0]), float(shortened[1]), float(shortened[2]), float(shortened[3])),
        smallest_em=0.0,
        upright=bool(arched and chances[7] < scene.upright_share),
    )


@dataclass(frozen=True, slots=True)
class _Strokes:
    """The changes of each symbol's outline before it is placed."""

    bold: int  # pixels
    elastic: float  # pixels, standard deviation

    @classmethod
    def drawn(cls, rng: np.random.Generator, scene: Scene) -> _Strokes:
        chances = rng.random(3)
        bold = (2 if chances[2] < 0.3 else 1) if chances[0] < scene.bold_share else 0
        elastic = drawn(rng, scene.elastic) * SIZE
        return cls(bold, elastic if chances[1] < scene.elastic_share else 0.0)

    def changed(self, glyph: DrawnGlyph, rng: np.random.Generator) -> DrawnGlyph:
        """The glyph with its new mask and box."""
        if (not self.bold and self.elastic < 0.2) or not glyph.mask.any():
            return glyph
        room = self.bold + math.ceil(2.5 * self.elastic)
        mask = cv2.copyMakeBorder(glyph.mask, room, room, room, room, cv2.BORDER_CONSTANT, value=0)
        if self.bold:
            side = 2 * self.bold + 1
            mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        if self.elastic >= 0.2:
            rows, columns = mask.shape
            coarse = rng.standard_normal((4, 4, 2), dtype=np.float32) * np.float32(self.elastic)
            moves = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC)
            moves[:, :, 0] += np.arange(columns, dtype=np.float32)
            moves[:, :, 1] += np.arange(rows, dtype=np.float32)[:, None]
            mask = cv2.remap(mask, moves, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
        x, y, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
        if not width:
            return glyph
        left, top = glyph.left - room, glyph.top - room
        box = (float(left + x), float(top + y), float(left + x + width), float(top + y + height))
        return DrawnGlyph(np.asarray(mask, np.uint8), left, top, box, glyph.advance)


def _beside(
    rng: np.random.Generator,
    scene: Scene,
    face: FontFace,
    letters: Sequence[str],
    marks: Sequence[str],
    glyph_of: _GlyphOf,
    rims: _Margins | None,
) -> tuple[list[DrawnGlyph], list[DrawnGlyph]]:
    """The ink before and behind the word on its line: letters that the rim cuts off, and marks that are not read.

    `rims`: the margins, if they are so wide that the letters have to be at their ends to be cut off.
    """
    sides: list[list[DrawnGlyph]] = [[], []]
    for before, glyphs in zip((True, False), sides, strict=True):
        chances = rng.random(3)
        if marks and chances[0] < scene.punctuation_share / 2:
            glyph = glyph_of(face.path, face.index, marks[int(rng.integers(len(marks)))])
            if _is_mark(face, glyph):
                glyphs.append(glyph)
        if chances[1] < (max(0.5, scene.neighbour_share) if rims else scene.neighbour_share * 0.6):
            word = [glyph_of(face.path, face.index, s) for s in _some(rng, letters, 1 + int(chances[2] * 3))]
            gap = drawn(rng, (0.15, 0.5)) * SIZE
            if rims is not None:
                rim = rims[0 if before else 2] * SIZE * _CAP
                gap = max(gap, rim - drawn(rng, _CUT) * word[0].advance)
            word[0] = _with_gap(word[0], gap, before=before)
            glyphs.extend(word)
    return sides[0][::-1], sides[1]


def _inner(
    rng: np.random.Generator, scene: Scene, face: FontFace, marks: Sequence[str], count: int, glyph_of: _GlyphOf
) -> tuple[int, DrawnGlyph] | None:
    """A mark inside the word that is not read, and behind how many of its symbols."""
    if count < 2 or not marks or rng.random() >= scene.punctuation_share / 2:
        return None
    glyph = glyph_of(face.path, face.index, marks[int(rng.integers(len(marks)))])
    place = 1 + int(rng.integers(count - 1))
    return (place, glyph) if _is_mark(face, glyph) else None


def _is_mark(face: FontFace, glyph: DrawnGlyph) -> bool:
    """Return True if a face really draws a mark, which it was not asked for when it was chosen."""
    missing = from_atlas(face.path, face.index, _NO_SYMBOL).mask
    return bool(glyph.mask.any() and glyph.mask.shape[0] < 2 * SIZE and not np.array_equal(glyph.mask, missing))


def _scaled(glyph: DrawnGlyph, factor: float) -> DrawnGlyph:
    rows, columns = (max(1, round(side * factor)) for side in glyph.mask.shape)
    mask = np.asarray(cv2.resize(glyph.mask, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    x0, y0, x1, y1 = (side * factor for side in glyph.box)
    return DrawnGlyph(
        mask, round(glyph.left * factor), round(glyph.top * factor), (x0, y0, x1, y1), glyph.advance * factor
    )


def _some(rng: np.random.Generator, letters: Sequence[str], count: int) -> list[str]:
    return [letters[int(number)] for number in rng.integers(len(letters), size=count)]


def _with_gap(glyph: DrawnGlyph, gap: float, *, before: bool) -> DrawnGlyph:
    """A glyph with empty space towards the word."""
    if before:
        return replace(glyph, advance=glyph.advance + gap)
    x0, y0, x1, y1 = glyph.box
    moved = round(gap)
    box = (x0 + moved, y0, x1 + moved, y1)
    return replace(glyph, left=glyph.left + moved, box=box, advance=glyph.advance + moved)


def _placed(symbol: str, glyph: DrawnGlyph, matrix: Array, least: float, scale: float) -> PlacedSymbol:
    polygon = mapped(corners_of(wide_enough(glyph.box, matrix, least)), matrix)
    mask, whole = glyph.mask, matrix @ translation(glyph.left, glyph.top)
    if scale < _HALVED:
        rows, columns = (side + side % 2 for side in mask.shape)
        even = cv2.copyMakeBorder(
            mask, 0, rows - mask.shape[0], 0, columns - mask.shape[1], cv2.BORDER_CONSTANT, value=0
        )
        mask = np.asarray(cv2.resize(even, (columns // 2, rows // 2), interpolation=cv2.INTER_AREA), np.uint8)
        whole = whole @ np.diag([2.0, 2.0, 1.0])
    return PlacedSymbol(symbol, mask, whole, polygon)


def _lines(
    rng: np.random.Generator,
    scene: Scene,
    face: FontFace,
    letters: Sequence[str],
    pose: Pose,
    whole: Array,
    scale: float,
    cap: float,
    glyph_of: _GlyphOf,
) -> list[PlacedSymbol]:
    """Lines above and below the word."""
    placed = []
    for sign in (-1, 1):
        chances = rng.random(3)
        if chances[0] >= scene.line_share * 0.6:
            continue
        glyphs = [glyph_of(face.path, face.index, symbol) for symbol in _some(rng, letters, 14)]
        straight = replace(pose, wave=(0.0, 0.0), turns=np.zeros(14), shifts=np.zeros(14), curve=0.0)
        distance = sign * (drawn(rng, (1.2, 1.6)) * cap + 0.12 * SIZE)
        moved = whole @ translation((chances[1] - 0.5) * SIZE, distance)
        placed += [
            _placed(_NO_LABEL, glyph, moved @ matrix, 0.1, scale)
            for glyph, matrix in zip(glyphs, on_baseline(glyphs, straight, SIZE, cap), strict=True)
        ]
    return placed


def _behind(
    rng: np.random.Generator, scene: Scene, face: FontFace, letters: Sequence[str], whole: Array, scale: float
) -> list[PlacedSymbol]:
    """Text in the middle ground, at another place and of another size."""
    if rng.random() >= scene.behind_share:
        return []
    numbers = rng.random(4)
    size = 0.5 + 1.5 * numbers[0]
    move = translation((numbers[1] - 0.7) * 3 * SIZE, (numbers[2] - 0.3) * 1.5 * SIZE) @ np.diag([size, size, 1.0])
    glyphs, x = [], 0.0
    for symbol in _some(rng, letters, 2 + int(numbers[3] * 6)):
        glyph = from_atlas(face.path, face.index, symbol)
        glyphs.append(_placed(_NO_LABEL, glyph, whole @ move @ translation(x, 0), 0.1, scale * size))
        x += glyph.advance
    return glyphs


def crop_of(canvas: tuple[int, int], corners: NDArray[np.float64], grow: float) -> tuple[slice, slice]:
    """Return the rows and columns of a canvas that contain some points, with a margin."""
    (x0, y0), (x1, y1) = (corners.min(axis=0) - grow).tolist(), (corners.max(axis=0) + grow).tolist()
    rows = slice(max(0, int(y0)), min(canvas[0], int(y1) + 1))
    return rows, slice(max(0, int(x0)), min(canvas[1], int(x1) + 1))
