"""A stand-in for the model that comes along: a file without weights, and a card that says what it reads."""

from __future__ import annotations

from pathlib import Path

from core.runs.bundled import BundledModel


def bundled_reader(folder: Path, symbols: str) -> BundledModel:
    """Write the file and the card into a folder."""
    found = BundledModel(folder)
    folder.mkdir(parents=True, exist_ok=True)
    found.path.write_bytes(b"weights")
    found.card.write_text(f"---\nversion: 7\nsymbols: {symbols}\n---\n", encoding="utf-8")
    return found
