"""The charset of a project that has chosen none: the symbols of its labels.

A module of its own, because it reads label files, and the settings of a project do not.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.base.errors import LabelError
from core.base.progress import Progress, ignore_progress
from core.charset import Charset
from core.labels.files.storage import label_path, read_label
from core.project.project import Project


def charset_of_labels(project: Project, images: Sequence[str], progress: Progress = ignore_progress) -> Charset:
    """The charset of a project that has chosen none: the sorted symbols of all its labels that can be read."""
    symbols: set[str] = set()
    total = len(images)
    for image in images:
        progress(0, total)
        try:
            label = read_label(label_path(project.path_of(image))).label
        except LabelError:
            continue  # reported when its turn comes
        symbols |= project.settings.symbols_of(label)
    return Charset(tuple(sorted(symbols)))
