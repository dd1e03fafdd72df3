"""Renders target maps from labels, and decodes the word that three maps spell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base.phrases import number_of
from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from textscanner.projects import WordImage

if TYPE_CHECKING:
    from core.analysis.predicted_maps import PredictedMaps
    from core.labels.maps.decoding import Evidence, ReadWord


@dataclass(frozen=True, eq=False)
class WordMaps:
    """The three maps of one word image, either targets from a label or a model's prediction.

    They have the frame of the network's input: the image turned if it is vertical, then padded if `spec` says so, then
    resized to `spec.height` × `spec.width`. Map pixel (i, j) has its centre at ((j + 0.5)·stride, (i + 0.5)·stride)
    there, and `spec.to_image(size)` is the affine matrix, (2, 3), from there to image pixels.
    """

    character: NDArray[np.int32]
    """(h, w) int32: the id of the symbol at each map pixel, 1 … C, or 0 for background.

    In targets it is -1 if the loss ignores the pixel, in predictions the likeliest class."""
    order: NDArray[np.int32]
    """(h, w) int32: the position in the word, from 1, or 0 for none (in predictions the likeliest class)."""
    localization: NDArray[np.float32]
    """(h, w) float32: 1 at a character's centre, falling to 0."""
    charset: tuple[str, ...]
    """The symbols by their ids: `charset[i]` has id i + 1."""
    spec: MapSpec
    """The size of the input, the stride and the numbers of the rendering."""
    size: tuple[int, int]
    """(height, width) of the image in pixels."""
    predicted: PredictedMaps | None = field(default=None, repr=False)
    """The prediction in more detail, None for targets.

    Probabilities are `order` (h, w, n + 1) float16, with "no character" in channel 0, and `localization` (h, w)
    float32. `symbol_ids` (h, w, 8) and `symbol_scores` (h, w, 8) are the best symbols of each map pixel with their
    probabilities, best first."""

    def __repr__(self) -> str:
        h, w = self.order.shape
        kind = "target" if self.predicted is None else "predicted"
        return f"<{kind} maps, {h} × {w}, {number_of(len(self.charset), 'symbol', 'symbols')}>"

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all arrays by name, for `numpy.savez`: of targets those that `textscanner maps` writes."""
        named: dict[str, NDArray[Any]] = {
            "character": self.character,
            "order": self.order,
            "localization": self.localization,
            "charset": np.array(self.charset, dtype="U1"),
        }
        if self.predicted is not None:
            named["order_map"] = self.predicted.order
            named["symbol_ids"] = self.predicted.symbol_ids
            named["symbol_scores"] = self.predicted.symbol_scores
        return named


def target_maps(
    label: WordImage | WordLabel | str | PathLike[str],
    size: tuple[int, int] | None = None,
    *,
    charset: Iterable[str] | None = None,
    spec: MapSpec | None = None,
    stride: int | None = None,
    shrink: float | None = None,
    sigma: str | None = None,
) -> WordMaps:
    """Render the three target maps of a label, in the form that a training learns.

    Of an image they are the arrays that `textscanner maps IMAGE` writes with the same choices.

    Parameters
    ----------
    label : WordImage, path or WordLabel
        An image of a project, the path of an image with its label beside it, or a label by itself.
    size : (height, width), optional
        Of the image in pixels, after EXIF orientation: for a label by itself, whose polygons are in image pixels.
    charset : symbols, optional
        Gives the ids of the character map, from 1. Default: that of the project (the nearest folder above the image
        with a `textscanner.json`), else the sorted symbols of the label.
    spec : MapSpec, optional
        Sizes and numbers. Default: the project's, else `MapSpec()`: an input of 64 × 256 pixels, stride 1.
    stride, shrink, sigma : optional
        Changes of `spec`: input pixels for each map pixel (1, 2 or 4); how far polygons are shrunk (over 0, up to 1);
        the width of the Gaussians, such as "relative:0.25" or "fixed:5".

    Returns
    -------
    WordMaps

    Raises
    ------
    StudioError
        If image or label cannot be read, a choice is out of bounds, the label has no characters, or they cannot be
        rendered: more than `spec.max_length`, or a polygon outside the image, self-crossing or without area.
    TypeError
        If a label comes without `size`, or an image with one.

    Examples
    --------
    >>> image = textscanner.open_project("words")[1]
    >>> maps = textscanner.target_maps(image, stride=2)
    >>> maps
    <target maps, 32 × 128, 10 symbols>
    >>> maps.character.shape, maps.character.dtype, int(maps.order.max())
    ((32, 128), dtype('int32'), 8)
    """
    from core.labels.maps.render import render
    from core.project.map_files import choices, render_image

    changes = choices(stride, shrink, sigma)
    symbols = None if charset is None else _charset(charset)
    if not isinstance(label, WordLabel):
        if size is not None:
            raise TypeError("size: an image has its own; give size with a label alone")
        whole = {} if spec is None else {part.name: getattr(spec, part.name) for part in fields(spec)}
        path = label.path if isinstance(label, WordImage) else Path(label)
        image = render_image(path, whole | changes, symbols)
        height, width = image.pixels.shape[:2]
        return WordMaps(*image.maps, charset=image.charset.symbols, spec=image.spec, size=(height, width))
    if size is None:
        raise TypeError("size: give (height, width) of the image that the label belongs to, in pixels")
    symbols = symbols or Charset.of([label.reading])
    spec = (spec or MapSpec()).with_(**changes)
    height, width = int(size[0]), int(size[1])
    rendered = render(label, (height, width), symbols, spec)
    return WordMaps(*rendered, charset=symbols.symbols, spec=spec, size=(height, width))


def decode(
    maps: WordMaps | Mapping[str, NDArray[Any]],
    *,
    charset: Iterable[str] | None = None,
    spec: MapSpec | None = None,
    size: tuple[int, int] | None = None,
) -> ReadWord:
    """Decode the word that three maps spell, by word formation in NumPy, the same for targets and predictions.

    Position k has the symbol c with the largest Σ G_c·H_k, H_k = Q·S_k. A position is read if max H_k ≥ 0.3.

    Parameters
    ----------
    maps : WordMaps or mapping of arrays
        Of a mapping `character`, `order` and `localization`: either targets, as `WordMaps` has them, or the
        probabilities of any network, `character` (h, w, C + 1), `order` (h, w, n + 1), with background and "no
        character" in channel 0, and `localization` (h, w).
    charset, spec, size : optional
        With a mapping, as in `WordMaps`. Default of `size`: that of the input; centres are in its pixels then.

    Returns
    -------
    ReadWord
        `text`, `confidence` (the product of the scores), `characters` (each with `symbol`, `order`, `score` and
        `center`, (x, y) in image pixels) and `gaps` (positions before the last that nothing was read at).

    Raises
    ------
    TypeError, ValueError
        If a mapping comes without charset or spec, or the arrays do not fit them.

    Examples
    --------
    >>> image = textscanner.open_project("words")[1]
    >>> word = textscanner.decode(textscanner.target_maps(image))
    >>> word.text, word.gaps
    ('90270760', ())
    """
    from core.labels.maps.decoding import form_word

    if isinstance(maps, WordMaps):
        if charset is not None or spec is not None or size is not None:
            raise TypeError("charset, spec and size: WordMaps have their own; give them with a mapping of arrays")
        return form_word(_evidence(maps), Charset(maps.charset), maps.spec, maps.size)
    if charset is None or spec is None:
        raise TypeError("maps: a mapping of arrays needs charset and spec")
    symbols = _charset(charset)
    evidence = _evidence_of_arrays(maps, symbols, spec)
    return form_word(evidence, symbols, spec, size or (spec.height, spec.width))


def _evidence(maps: WordMaps) -> Evidence:
    from core.labels.maps.decoding import target_evidence, weighed
    from core.labels.maps.render import TargetMaps

    if maps.predicted is None:
        return target_evidence(TargetMaps(maps.character, maps.order, maps.localization), len(maps.charset))
    strength = maps.predicted.strength
    return weighed(strength, maps.predicted.symbols.votes(strength))


def _evidence_of_arrays(maps: Mapping[str, NDArray[Any]], charset: Charset, spec: MapSpec) -> Evidence:
    from core.labels.maps.decoding import predicted_evidence, target_evidence
    from core.labels.maps.render import TargetMaps

    for name in ("character", "order", "localization"):
        if name not in maps:
            raise ValueError(f"maps: no “{name}” in it; character, order and localization are needed")
    are_targets = np.ndim(maps["order"]) == 2
    symbols, positions = len(charset) + 1, spec.max_length + 1
    channels = {"character": () if are_targets else (symbols,), "order": () if are_targets else (positions,)}
    for name in ("character", "order", "localization"):
        shape, wanted = np.shape(maps[name]), (*spec.map_size, *channels.get(name, ()))
        if shape != wanted:
            sizes = " × ".join(map(str, shape)), " × ".join(map(str, wanted))
            raise ValueError("maps: {} is {}; by charset and spec it is {}".format(name, *sizes))
    if are_targets:
        character, order = (np.asarray(maps[name], np.int32) for name in ("character", "order"))
        return target_evidence(TargetMaps(character, order, np.asarray(maps["localization"], np.float32)), len(charset))
    return predicted_evidence(*(np.asarray(maps[name], np.float64) for name in ("character", "order", "localization")))


def _charset(symbols: Iterable[str]) -> Charset:
    return symbols if isinstance(symbols, Charset) else Charset(tuple(symbols))
