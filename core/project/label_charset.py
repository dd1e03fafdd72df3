"""Collects the symbols of a project's labels: a charset if none is chosen, and how often each symbol is used.

A module of its own, because it reads label files, and the settings of a project do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from core.base.errors import LabelError
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.labels.files.storage import label_path, read_label
from core.labels.label import WordLabel
from core.project.project import Project


def charset_of_labels(project: Project, images: Sequence[str], progress: Progress = ignore_news) -> Charset:
    """Return the charset of a project that has chosen none: the sorted symbols of all its readable labels."""
    symbols: set[str] = set()
    for label in _labels(project, images, progress):
        symbols |= project.settings.symbols_of(label)
    return Charset(tuple(sorted(symbols)))


def symbols_used(project: Project, images: Sequence[str], progress: Progress = ignore_news) -> Counter[str]:
    """Count the symbols in all readable labels, or count each symbol of the charset once if there is no label."""
    counts = Counter[str]()
    for label in _labels(project, images, progress):
        symbols = project.settings.symbols_of(label)
        counts.update(symbol for symbol in project.settings.normalise(label.word) if symbol in symbols)
    return counts or Counter(project.settings.charset or ())


def _labels(project: Project, images: Sequence[str], progress: Progress) -> Iterator[WordLabel]:
    total = len(images)
    for image in images:
        progress(0, total)
        try:
            yield read_label(label_path(project.path_of(image))).label
        except LabelError:
            continue  # reported when its turn comes
