"""Makes a recogniser's description from its graph, or gives the reason that the graph is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.base.errors import Damaged, ModelError, Sentence
from core.base.phrases import listed
from core.readers.onnx_file import GraphFacts, GraphTensor
from core.readers.recogniser import (
    FAMILIES,
    Blank,
    CtcRecogniser,
    Family,
    Pictures,
    fitting_symbols,
    parse_symbols,
)

SYMBOLS = "character"
"""The property of an ONNX file that holds its symbols, one a line, as RapidOCR writes it."""

_FLOATS = frozenset({"float32", "float16", "float64", ""})
_CHANNELS = (1, 3)


@dataclass(frozen=True, slots=True)
class Sockets:
    """The input of a graph that takes a crop, and the output that gives the classes."""

    given: str
    """The name of the input."""
    dtype: str
    """The input's type of numbers, such as "float32"."""
    layout: Literal["channels first", "channels last"]
    """The order of the input's axes."""
    size: tuple[int | None, int | None]
    """(height, width) of the input, pixels, with None for a side that is free."""
    channels: int
    """The number of the input's channels, or 0 if the graph does not give it."""
    gives: str
    """The name of the output."""
    classes: int | None
    """The number of classes, or None if the graph does not give it."""


def sockets_of(facts: GraphFacts, name: str, classes: int | None = None) -> Sockets:
    """Return the input and the output that make a graph a CTC recogniser.

    `classes`: the number of classes that the recogniser should have. Of several outputs the first one with this number
    is taken. Raises ModelError if the graph has no such input or output, needs other values beside a picture, or takes
    several crops at once only.
    """
    given = [tensor for tensor in facts.inputs if _layout(tensor)]
    if not given:
        raise _no_recogniser(name, Sentence("it does not accept an image"))
    if len(facts.inputs) > 1:
        further = listed(tensor.name for tensor in facts.inputs if tensor is not given[0])
        raise _no_recogniser(name, Sentence("it needs values for {names} beside a picture", names=further))
    (image,) = given
    shape, layout = image.shape, _layout(image)
    assert shape is not None
    _check_batch(shape[0], name)
    outputs = [tensor for tensor in facts.outputs if tensor.dtype in _FLOATS and len(tensor.shape or (0, 0, 0)) == 3]
    if not outputs:
        raise _no_recogniser(name, Sentence("it does not give the probabilities of the classes column by column"))
    chosen = next((tensor for tensor in outputs if classes is not None and _last(tensor) == classes), outputs[0])
    is_first = layout == "channels first"
    size, channels = (shape[2:4], shape[1]) if is_first else (shape[1:3], shape[3])
    return Sockets(
        given=image.name,
        dtype=image.dtype or "float32",
        layout="channels first" if is_first else "channels last",
        size=(size[0], size[1]),
        channels=channels or 0,
        gives=chosen.name,
        classes=_last(chosen),
    )


def _last(tensor: GraphTensor) -> int | None:
    return tensor.shape[-1] if tensor.shape else None


def _layout(tensor: GraphTensor) -> str:
    shape = tensor.shape
    if shape is None or len(shape) != 4 or tensor.dtype not in _FLOATS:
        return ""
    if shape[1] in _CHANNELS:
        return "channels first"
    return "channels last" if shape[3] in _CHANNELS else ""


def _check_batch(batch: int | None, name: str) -> None:
    if batch not in {None, 1}:
        raise ModelError(
            "{name}: it takes crops only in batches of {count}. Export it for one, or for any number.",
            name=name,
            count=batch,
        )


def _no_recogniser(name: str, why: str) -> ModelError:
    return ModelError("{name}: not a CTC recogniser, because {why}. Choose another file.", name=name, why=why)


def describe(
    name: str,
    file: Path,
    facts: GraphFacts,
    *,
    symbols: tuple[str, ...] | None = None,
    family: Family | None = None,
    chosen: Mapping[str, Any] | None = None,
    blank: Blank | None = None,
    source: str = "",
    file_hash: str = "",
) -> CtcRecogniser:
    """Make the description of a recogniser.

    Parameters
    ----------
    symbols : tuple of str, optional
        The symbols of its list. If left out, those that the file itself holds.
    family : Family, optional
        Its family. If left out, PP-OCR, provided that the file holds its symbols.
    chosen : mapping, optional
        Values of `Pictures` that a person has chosen. The remaining ones are the family's, or the graph's if it takes
        pictures of one size only.

    Raises
    ------
    ModelError
        If the graph is no CTC recogniser, if its symbols or its family are not known, if the number of its classes does
        not fit its symbols, or if it takes other pictures than a person has chosen.
    """
    held = symbols is None and SYMBOLS in facts.properties
    if symbols is None:
        symbols = _held_symbols(facts, file.name)
    if family is None:
        if not held:
            raise ModelError(
                "{name}: the file does not say how its pictures have to be prepared. Name its family with --preset: "
                "{families}.",
                name=file.name,
                families=listed(FAMILIES),
            )
        family = FAMILIES["ppocr"]
    sockets = sockets_of(facts, file.name, len(symbols) + 1)
    if sockets.classes is not None:
        symbols = fitting_symbols(symbols, sockets.classes, file.name, adds_space=family.adds_space)
    pictures = _fitted(family.pictures, dict(chosen or {}), sockets, file.name)
    return CtcRecogniser(name, file, symbols, pictures, blank=blank or family.blank, source=source, hash=file_hash)


def _held_symbols(facts: GraphFacts, name: str) -> tuple[str, ...]:
    try:
        return parse_symbols(facts.properties[SYMBOLS])
    except KeyError:
        raise ModelError(
            "{name}: it does not hold its symbols. Name the file that lists them with --symbols.", name=name
        ) from None
    except Damaged as error:
        raise ModelError("{name}: its list of symbols cannot be used ({why}).", name=name, why=error) from error


def _fitted(pictures: Pictures, chosen: dict[str, Any], sockets: Sockets, name: str) -> Pictures:
    sides = zip(("height", "width"), sockets.size, strict=True)
    graphs: dict[str, Any] = {side: pixels for side, pixels in sides if pixels is not None}
    if "width" in graphs:
        graphs["widens"] = False
    if sockets.channels == 1:
        graphs |= {"channels": "grey", "mean": pictures.mean[:1], "scale": pictures.scale[:1]}
    elif pictures.channels == "grey" and "channels" not in chosen:
        graphs["channels"] = "rgb"
    for key in ("height", "width"):
        if key in chosen and graphs.get(key, chosen[key]) != chosen[key]:
            raise ModelError(
                "{name}: it takes pictures of {key} {graph}, and not {chosen}.",
                name=name,
                key=key,
                graph=graphs[key],
                chosen=chosen[key],
            )
    try:
        fitted = replace(pictures, **graphs | chosen)
    except (Damaged, TypeError, ValueError) as error:
        raise ModelError(
            "{name}: such pictures are impossible ({why}). Check height, width, mean and scale.", name=name, why=error
        ) from error
    if fitted.count != sockets.channels:
        raise ModelError(
            "{name}: it takes pictures of {graph} {graph:|channel|channels}, and not of {chosen}.",
            name=name,
            graph=sockets.channels,
            chosen=fitted.count,
        )
    return fitted
