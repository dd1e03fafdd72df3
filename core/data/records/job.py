"""The request for record files, as plain data.

A module of its own, because the one that writes them loads TensorFlow, and the window never does.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.runs.config import TrainConfig


@dataclass(frozen=True, slots=True)
class RecordsJob:
    """The request for record files of a project's words."""

    config: TrainConfig
    """A training of the project that reads the files, for which the words are checked."""
    out: Path
    """Folder of the files."""
    shards: int | None = None
    """Number of files. None: 1,000 words a file."""
