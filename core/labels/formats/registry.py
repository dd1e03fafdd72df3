"""Finds the formats without a list to edit: modules below `readers` with a `FORMAT`, and those of plug-ins."""

from __future__ import annotations

import glob
import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from core.base.errors import FormatDetectionError, FormatError, one_line
from core.base.phrases import listed
from core.base.plugins.active import plugins
from core.labels.formats import readers
from core.labels.formats.base import Format
from core.labels.formats.brought import brought_formats
from core.labels.formats.source import Source, head


def formats() -> dict[str, Format]:
    """Return all formats by name, sorted, from `readers` and from the plug-ins that are on."""
    own = formats_in(readers)
    brought = {form.id: form for form in brought_formats(plugins(), own)}
    return dict(sorted({**own, **brought}.items())) if brought else own


@cache
def formats_in(package: ModuleType) -> dict[str, Format]:
    """Return all formats of a package's modules by name, sorted.

    A package among them is one format if it has a `FORMAT`, or else a group of modules.
    """
    forms: list[Format] = []
    for module_info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{module_info.name}")
        if isinstance(getattr(module, "FORMAT", None), Format):
            forms.append(module.FORMAT)
        elif module_info.ispkg:
            forms += formats_in(module).values()
    return {form.id: form for form in sorted(forms, key=lambda form: form.id)}


def format_named(name: str) -> Format:
    """Return the format with a given name, among all that are known.

    Raises
    ------
    FormatError
        If there is no such format. The sentence names the existing ones.
    """
    try:
        return formats()[name]
    except KeyError:
        raise FormatError(
            'There is no format "{name}". Choose one of {choices}.', name=name, choices=listed(formats())
        ) from None


def writable(name: str) -> Format:
    """Return the format with a given name, if the program can write it.

    Raises
    ------
    FormatError
        If there is no such format, or the format can only be read. The sentence names the formats to choose from.
    """
    form = format_named(name)
    if form.writer is None:
        raise FormatError(
            "{name} can only be read. Choose one of {choices}.", name=name, choices=listed(writable_formats())
        )
    return form


def writable_formats() -> tuple[str, ...]:
    """Return the names of the formats that can be written."""
    return tuple(name for name, form in formats().items() if form.writer is not None)


def candidates(source: Source, among: Iterable[Format] | None = None) -> list[Format]:
    """Return the formats that a source clearly has, or if there are none, those that it might have."""
    forms = list(formats().values() if among is None else among)
    return [form for form in forms if form.detect(source)] or [form for form in forms if form.might_be(source)]


def detect(path: Path) -> Format:
    """Detect the format of a file or folder.

    Raises
    ------
    FormatError
        If there is no such file or folder, or a folder has no labels but lists beside it that may be its labels.
    FormatDetectionError
        If the source looks like several formats, or like none.
    """
    if not path.exists():
        raise FormatError("{path}: there is no such file or folder. Check the path.", path=path)
    fitting = [form.id for form in candidates(Source(path))]
    if len(fitting) == 1:
        return formats()[fitting[0]]
    if fitting:
        raise FormatDetectionError(
            "{name}: the format may be {found}. Name the format with --from, or name one file instead of the folder.",
            tuple(fitting),
            name=path.name,
            found=" or ".join(fitting),
        )
    beside = _lists_beside(path) if path.is_dir() else []
    if beside:
        raise FormatError(
            "{name}: this folder has no labels of a known format, but {found} beside it may be its labels. Name "
            "that file instead of the folder.",
            name=path.name,
            found=" and ".join(beside),
        )
    line = _first_line(path)
    if line:
        raise FormatDetectionError(
            "{name}: this looks like no known format. Its lines look like {line}. Name the format with --from: "
            "{choices}.",
            name=path.name,
            line=line,
            choices=listed(formats()),
        )
    raise FormatDetectionError(
        "{name}: this looks like no known format. Name the format with --from: {choices}.",
        name=path.name,
        choices=listed(formats()),
    )


def _first_line(path: Path) -> str:
    """Return the first line of a file, or of the first text file of a folder. "" if there is none."""
    source = Source(path)
    files = [path] if path.is_file() else [file for ending in (".txt", ".csv") for file in source.first_files(ending)]
    lines = head(files[0]) if files else []
    return one_line(lines[0], 80) if lines and lines[0].isprintable() else ""


def _lists_beside(folder: Path) -> list[str]:
    """Return the names of label lists beside a folder that bear its name: train.jsonl beside train/."""
    folder = folder.resolve()
    return [
        path.name
        for path in sorted(folder.parent.glob(f"{glob.escape(folder.name)}*"))
        if path.is_file() and candidates(Source(path))
    ]
