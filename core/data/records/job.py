"""The request for record files: plain data.

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
    """Record files that are wanted, of the words of a project."""

    config: TrainConfig  # a training of the project that reads the files: the words are checked for it
    out: Path  # the files' folder
    shards: int | None = None  # number of files; None: 1,000 words a file
