"""Finds the readers that a command may name.

Apart from the commands, each of which looks for readers in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.readers.catalogue import Catalogue


def known_readers(projects: Iterable[Path] = ()) -> Catalogue:
    """Return all readers on this machine, with Tesseract at the path that the person's settings name.

    `projects`: folders whose programs and packages do not count.
    """
    from app.settings.stored import stored_value
    from core.readers.catalogue import catalogue

    return catalogue(projects, str(stored_value("readers.tesseract")))
