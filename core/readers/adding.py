"""Adds a person's recogniser: opens its file, tries it on an empty crop, and keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.base.errors import ModelError
from core.base.progress import ignore_news
from core.readers.describing import SYMBOLS, describe, sockets_of
from core.readers.graph_process import ORDINARY, Bounds, GraphFile, GraphProcess
from core.readers.kept import check_name, keep_recogniser
from core.readers.recogniser import Blank, CtcRecogniser, Family, fitting_symbols
from core.readers.word_readers import CtcReader, crop_given


def add_recogniser(
    path: Path,
    name: str,
    *,
    symbols: tuple[str, ...] | None = None,
    family: Family | None = None,
    chosen: Mapping[str, Any] | None = None,
    blank: Blank | None = None,
    source: str = "",
    folder: Path | None = None,
    bounds: Bounds = ORDINARY,
    waiting: Callable[[], object] = ignore_news,
) -> CtcRecogniser:
    """Open a recogniser, try it, and keep it under a name.

    The arguments are those of `describe`, `keep_recogniser` and `GraphProcess`. Raises ModelError if the file holds no
    recogniser, or one that does not fit its symbols and its family, FileWriteError if it cannot be kept.
    """
    check_name(name)
    file = GraphFile.read(path)
    with GraphProcess(file, bounds, waiting=waiting) as process:
        facts = process.open()
        recogniser = describe(
            name, path, facts, symbols=symbols, family=family, chosen=chosen, blank=blank, source=source
        )
        sockets = sockets_of(facts, file.name, recogniser.classes)
        if sockets.classes is None:  # only what it gives tells how many there are
            (values,) = process.run(crop_given(_EMPTY, recogniser, sockets), [sockets.gives])
            classes = values.shape[-1] if values.ndim else 0
            takes_space = family.adds_space if family is not None else SYMBOLS in facts.properties
            known = fitting_symbols(recogniser.symbols, classes, file.name, adds_space=takes_space)
            recogniser = replace(recogniser, symbols=known)
    with CtcReader(replace(recogniser, hash=file.hash), bounds, waiting=waiting) as reader:
        reader.read(_EMPTY)
    return keep_recogniser(recogniser, file, folder)


def name_for(path: Path) -> str:
    """Return a recogniser's name from its file's name, with "-" for characters that a name may not contain."""
    kept = "".join(symbol if symbol.isalnum() or symbol in ".-_" else "-" for symbol in path.stem)[:60].strip(".-_")
    try:
        check_name(kept)
    except ModelError:
        return "recogniser"
    return kept


_EMPTY = np.full((32, 96, 3), 255, np.uint8)
