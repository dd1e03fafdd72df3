"""Names in a run's folder, and reading its lists: for those who only look and need no configuration."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

METRICS = "metrics.jsonl"
"""Name of the file of what was measured at each step and validation."""

READINGS = "readings.jsonl"
"""Name of the file of what the best validation read."""


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines that were written whole, in order; none where there is no file."""
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                with contextlib.suppress(ValueError):
                    values = json.loads(line)
                    if isinstance(values, dict):
                        yield values


def watched_folder(run: Path, image: Path) -> Path:
    """Where a run keeps the predictions of a watched image; its `image.json` tells which image it is."""
    whole = str(image.absolute()).encode("utf-8", "surrogatepass")
    return run / "watched" / hashlib.blake2b(whole, digest_size=6).hexdigest()
