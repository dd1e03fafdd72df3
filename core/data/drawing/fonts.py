"""Finds the fonts that can draw some symbols, only if they really have them, so that no label goes silently wrong."""

from __future__ import annotations

import importlib.util
import logging
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import Sentence, SynthesisError
from core.base.files import open_file
from core.base.progress import Progress, ignore_news, report_stage
from core.base.systems import system
from core.charset import ALNUM
from core.data.drawing.font_memory import FontMemory, Vetted
from core.data.drawing.font_traits import listed_traits, traits_of
from core.data.drawing.glyphs import cap_height, draw, is_blank

SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})

_DEJAVU = (
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSans-Oblique",
    "DejaVuSans-BoldOblique",
    "DejaVuSansMono",
    "DejaVuSansMono-Bold",
    "DejaVuSansMono-Oblique",
    "DejaVuSansMono-BoldOblique",
    "DejaVuSerif",
    "DejaVuSerif-Bold",
    "DejaVuSerif-Italic",
    "DejaVuSerif-BoldItalic",
)
_STIX = ("STIXGeneral", "STIXGeneralBol", "STIXGeneralItalic", "STIXGeneralBolIta")
_COMPUTER_MODERN = ("cmr10", "cmb10", "cmss10", "cmti10", "cmtt10")

# Computer Modern keeps TeX's own layout behind a Unicode cmap: its "<" draws ¡, its "$" £ in italics. These are right:
_TEX_SYMBOLS = frozenset(ALNUM + "!#()*+,-./:;=?@[]")

BUNDLED: Mapping[str, frozenset[str] | None] = {
    **{f"{name}.ttf": None for name in _DEJAVU + _STIX},
    **{f"{name}.ttf": _TEX_SYMBOLS for name in _COMPUTER_MODERN},
}
"""Fonts that matplotlib ships and that draw what they are asked, with the symbols each is trusted for (None: its
cmap's).

The others there are no text fonts: LastResort draws the name of the block, cmex, cmsy and cmmi draw TeX's brackets,
signs and old-style digits in the places of letters and digits.
"""

_NOT_TEXT = ("lastresort", "last resort", "cmex", "cmsy", "cmmi", "msam", "msbm")
_ALNUM = frozenset(ALNUM)
_PLACEHOLDER_USES = (
    24  # real glyphs serve a few code points (space 1 to 5, Cyrillic А and Latin A), placeholders thousands
)
_REFERENCES = (
    "DejaVuSans",
    "DejaVuSans-Oblique",
    "DejaVuSerif",
    "DejaVuSerif-Italic",
    "DejaVuSansMono",
    "STIXGeneralItalic",
)
_SAVE_EVERY = 2.0  # seconds between two times that what was found is saved
_FACE, _SYMBOL = 0.05, 1.5e-4  # seconds that looking at a face takes, and at a symbol in it
_LONG = 1.0  # seconds that a search may take unannounced
_SIZE = 64  # pixels per em that are compared
_GRID = (36, 24)  # rows from 0.35 cap heights under the baseline to 1.15 over it, columns over the ink's width
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class FontFace:
    """One face of a font file, with the symbols that it draws."""

    path: str
    """The font file."""
    index: int
    """Number of the face in a collection (`.ttc`), else 0."""
    symbols: frozenset[str]
    """The symbols asked for that the face really draws."""
    family: str = ""
    """Name of the family. Empty if it is not known."""
    category: str = "sans"
    """One of `sans`, `serif`, `display`, `handwriting` and `blackletter`."""

    @property
    def name(self) -> str:
        """The name of the file, followed by the face's number in a collection."""
        return Path(self.path).name + (f"#{self.index}" if self.index else "")


@dataclass(frozen=True, slots=True)
class FontFolder:
    """The usable faces of a folder, and the refusals of its other files."""

    faces: tuple[FontFace, ...]
    """The faces that draw at least one of the wanted symbols, sorted by path."""
    refused: tuple[str, ...]
    """A sentence for each file that could not be used."""


def standing_alone(symbol: str) -> bool:
    """Return True if a symbol can be drawn by itself, from left to right.

    Combining marks and the scripts written right to left take the forms of their neighbours; drawing them one by one
    would teach shapes that no sign shows.
    """
    category = unicodedata.category(symbol)
    return (
        category[0] not in "MC"
        and unicodedata.bidirectional(symbol) not in _RIGHT_TO_LEFT
        and category not in {"Zl", "Zp"}
    )


def bundled_folder() -> Path:
    """Return the folder of the fonts that come with matplotlib, without importing it."""
    spec = importlib.util.find_spec("matplotlib")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place, "mpl-data", "fonts", "ttf")
        if folder.is_dir():
            return folder
    import matplotlib  # distributions that keep its data elsewhere tell it only at run time

    return Path(matplotlib.get_data_path(), "fonts", "ttf")


def bundled(symbols: Iterable[str]) -> tuple[FontFace, ...]:
    """Return the faces of `BUNDLED` that draw at least one of the symbols, in the same order on every machine."""
    wanted = frozenset(symbols)
    folder = bundled_folder()
    faces = []
    for name, trusted in BUNDLED.items():
        allowed = wanted if trusted is None else wanted & trusted
        drawn = drawn_symbols(str(folder / name), 0, allowed)
        if drawn:
            faces.append(FontFace(str(folder / name), 0, drawn))
    return tuple(faces)


def in_folder(
    folder: Path, symbols: Iterable[str], kept: Path | None = None, progress: Progress = ignore_news
) -> FontFolder:
    """Find the fonts in a folder and its subfolders that draw at least one of the symbols, sorted by path.

    Parameters
    ----------
    folder : Path
        The folder of fonts.
    symbols : iterable of str
        The symbols to draw.
    kept : Path, optional
        A folder that keeps the result: looking at a face takes 50 ms, and a folder may hold a thousand.
    progress : Progress
        Called with the files looked at. If it stops the work, the facts of these files are kept all the same.

    Raises
    ------
    SynthesisError
        If the folder cannot be read, or no font in it draws any of the symbols.
    """
    if not folder.is_dir():
        raise SynthesisError("{folder}: not a folder. Name the folder that holds the fonts.", folder=folder)
    faces = _search(
        folder, frozenset(symbols), None if kept is None else FontMemory.of(kept, folder, symbols), progress
    )
    if not faces.faces:
        if faces.refused:
            raise SynthesisError(
                "{folder}: no font here draws any symbol of the charset ({refused}). Add .ttf, .otf or .ttc fonts.",
                folder=folder,
                refused=faces.refused[0],
            )
        raise SynthesisError(
            "{folder}: no font here draws any symbol of the charset. Add .ttf, .otf or .ttc fonts.", folder=folder
        )
    return faces


def of_system(
    symbols: Iterable[str], kept: Path | None = None, progress: Progress = ignore_news
) -> tuple[FontFace, ...]:
    """Find the installed fonts that can be read and draw at least one of the symbols, sorted by path.

    `kept` and `progress` are those of `in_folder`. Thousands of symbols take half a second a face, once.
    """
    wanted = frozenset(symbols)
    faces: list[FontFace] = []
    for folder in system.font_folders():
        if folder.is_dir():
            memory = None if kept is None else FontMemory.of(kept, folder, wanted)
            faces += _search(folder, wanted, memory, progress).faces
    return tuple(faces)


def _search(
    folder: Path, symbols: frozenset[str], memory: FontMemory | None = None, progress: Progress = ignore_news
) -> FontFolder:
    listed = listed_traits(folder)
    faces: list[FontFace] = []
    refused: list[str] = []
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    reported, saved = False, time.monotonic()
    try:
        for done, path in enumerate(paths):
            vetted = None if memory is None else memory.recall(path)
            if vetted is None:
                if not reported and len(paths) * (_FACE + _SYMBOL * len(symbols)) > _LONG:
                    reported = True
                    report_stage(progress, _looking(folder, len(paths), len(symbols), remembers=memory is not None))
                vetted = _vetted(path, symbols)
                if memory is not None:
                    memory.note(path, vetted)
                    if time.monotonic() - saved > _SAVE_EVERY:  # the work may be stopped by ending the process
                        memory.save()
                        saved = time.monotonic()
            if vetted.refusal:
                refused.append(vetted.refusal)
            elif not vetted.faces:
                refused.append(
                    Sentence(
                        "{name}: it draws no symbol of the charset, only blanks, or letters that look like others. "
                        "Leave it out.",
                        name=path.name,
                    )
                )
            for index, drawn, traits in vetted.faces:
                known = listed.get(path.name) if path.parent == folder else None
                faces.append(FontFace(str(path), index, frozenset(drawn), *(known or traits)))
            progress(done + 1, len(paths))
    finally:  # the progress may stop the search
        if memory is not None:
            memory.save()
    if reported:
        report_stage(progress, "")
    return FontFolder(tuple(faces), tuple(refused))


def _looking(folder: Path, files: int, symbols: int, *, remembers: bool) -> str:
    """The sentence on a search that takes long."""
    sentence = Sentence(
        "Checking which of {symbols:,} {symbols:|symbol|symbols} {files:,} {files:|font|fonts} in {folder} can draw",
        symbols=symbols,
        files=files,
        folder=folder,
    )
    if remembers:
        sentence = Sentence("{what}, only once: the result is kept", what=sentence)
    return Sentence("{what} …", what=sentence)


def _vetted(path: Path, symbols: frozenset[str]) -> Vetted:
    faces = []
    try:
        for index in range(_face_count(path)):
            drawn = drawn_symbols(str(path), index, symbols)
            if drawn:
                faces.append((index, "".join(sorted(drawn)), traits_of(path, index)))
    except SynthesisError as error:
        return Vetted(tuple(faces), str(error))
    return Vetted(tuple(faces))


def _face_count(path: Path) -> int:
    try:
        with open_file(path) as file:
            head = file.read(12)
    except OSError as error:
        raise SynthesisError(
            "{name}: cannot be read ({why}). Leave this font out.", name=path.name, why=error.strerror or error
        ) from error
    return min(64, int.from_bytes(head[8:12], "big")) if head[:4] == b"ttcf" else 1


@lru_cache(maxsize=512)
def drawn_symbols(path: str, index: int, symbols: frozenset[str]) -> frozenset[str]:
    """Return the symbols that a face really draws.

    A symbol counts if the face's Unicode cmap maps it to a glyph of its own (not `.notdef`, nor a placeholder shared by
    many code points) whose outline is neither empty (a space's may be) nor that of a missing glyph, and leaves ink. A
    face whose letters and digits resemble other ones more than themselves (Wingdings and its like) is not believed
    about ASCII.

    Raises
    ------
    SynthesisError
        If the file is no font that can be read.
    """
    mapped = _mapped(path, index, symbols)
    kept = {symbol for symbol in mapped if is_blank(symbol) or draw(path, index, symbol, 32).mask.any()}
    if len(kept & _ALNUM) >= 10 and not _reads_like_text(path, index):
        kept -= {symbol for symbol in kept if symbol.isascii()}
    return frozenset(kept)


def _mapped(path: str, index: int, symbols: frozenset[str]) -> list[str]:
    """Those of the symbols that a face maps to an outline of their own, which may be empty, sorted."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen as Pen  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # slow

    # It remarks on dates and checksums of fonts, which nobody who draws words can do anything about
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    try:
        # Opened here: fontTools leaves a damaged file open
        with open_file(Path(path)) as file, TTFont(file, fontNumber=index, lazy=True) as font:
            # By the name inside, and by the file's: a copy may be called anything, a stripped font has no name
            name = str(font["name"].getDebugName(4) or "") if "name" in font else ""
            if any(word in text for word in _NOT_TEXT for text in (name.casefold(), Path(path).stem.casefold())):
                return []
            cmap: dict[int, str] = font.getBestCmap() or {}
            wanted = [symbol for symbol in sorted(symbols) if ord(symbol) in cmap and standing_alone(symbol)]
            if not wanted:
                return []
            uses = Counter(cmap.values())
            glyphs = font.getGlyphSet()

            def outline(glyph: str) -> list[tuple[str, Any]]:
                pen = Pen(glyphs)
                glyphs[glyph].draw(pen)
                return list(pen.value)

            first = font.getGlyphOrder()[0]  # the picture of a missing glyph, usually called .notdef
            missing = outline(first)
            # The left edge tells nearly all glyphs from it: the outlines of thousands of symbols take seconds
            begins = {glyph: left for glyph, (_, left) in font["hmtx"].metrics.items()}
            return [
                symbol
                for symbol, glyph in ((symbol, cmap[ord(symbol)]) for symbol in wanted)
                if glyph not in {first, ".notdef"}
                and uses[glyph] <= _PLACEHOLDER_USES
                and (is_blank(symbol) or begins.get(glyph) != begins.get(first) or outline(glyph) != missing)
            ]
    except Exception as error:  # fontTools raises almost anything on a damaged font
        why = " ".join(str(error).split())[:100] or type(error).__name__
        raise SynthesisError(
            "{name}: not a font that can be read ({why}). Leave it out.", name=Path(path).name, why=why
        ) from error


def _reads_like_text(path: str, index: int) -> bool:
    """Return True if most letters and digits of a face look more like themselves than like others."""
    if Path(path).parent == bundled_folder() and Path(path).name in BUNDLED:
        return True  # the tests look at each of these symbol by symbol
    return float(np.median(list(ranks(path, index).values()))) <= 4


@lru_cache(maxsize=4096)
def _picture(path: str, index: int, symbol: str) -> NDArray[np.float32]:
    """Return a symbol's ink in a frame of the line's height and the ink's own width, or zeros without ink.

    The values have mean 0 and norm 1. The height is kept against the capitals', so that an old-style 0 or a small
    capital does not pass for what it is not; the width is not, because monospaced faces stretch it.
    """
    glyph = draw(path, index, symbol, _SIZE)
    if not glyph.mask.any():
        return np.zeros(_GRID, np.float32).ravel()
    cap = cap_height(path, index, _SIZE)
    rows, columns = _GRID
    x0, _, x1, _ = glyph.box
    narrow = max(x1 - x0, 0.25 * cap)  # else the stem of an l would fill the frame
    middle = (x0 + x1) / 2
    sx, sy = columns / (narrow * 1.1), rows / (1.5 * cap)
    to_grid = np.array(
        [[sx, 0, sx * (glyph.left - middle) + columns / 2], [0, sy, sy * (glyph.top + 1.15 * cap)]], dtype=np.float64
    )
    smooth = cv2.GaussianBlur(glyph.mask.astype(np.float32), (0, 0), 2.0)
    grid = cv2.GaussianBlur(cv2.warpAffine(smooth, to_grid, (columns, rows)), (0, 0), 1.2)
    grid -= grid.mean()
    return np.asarray((grid / (np.linalg.norm(grid) + 1e-6)).ravel(), np.float32)


@lru_cache(maxsize=1)
def _references() -> NDArray[np.float32]:
    """(faces, symbols, pixels) of the reference faces."""
    folder = bundled_folder()
    return np.stack([[_picture(str(folder / f"{name}.ttf"), 0, s) for s in ALNUM] for name in _REFERENCES])


@lru_cache(maxsize=256)
def ranks(path: str, index: int) -> Mapping[str, int]:
    """Return for each ASCII letter and digit how many others its glyph resembles more than its own."""
    own = np.stack([_picture(path, index, s) for s in ALNUM])
    similarity = np.einsum("fsp,tp->fts", _references(), own).max(axis=0)  # (own, reference)
    better = (similarity > np.diagonal(similarity)[:, None]).sum(axis=1)
    return MappingProxyType(dict(zip(ALNUM, better.tolist(), strict=True)))
