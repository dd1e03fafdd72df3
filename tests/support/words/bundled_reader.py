"""A stand-in for the bundled model: a file without weights, and a card that says what it reads."""

import json
import zipfile
from pathlib import Path

from core.labels.maps.spec import MapSpec
from core.runs.bundled import BundledModel
from core.runs.spec import NetworkSpec


def bundled_reader(folder: Path, symbols: str) -> BundledModel:
    found = BundledModel(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_described(found.path, symbols)
    found.card.write_text(f"---\nversion: 7\nsymbols: {symbols}\n---\n", encoding="utf-8")
    return found


def write_described(path: Path, symbols: str, padding: float | None = None, unknown_units: int = 0) -> None:
    """Write a file that has the description of a model of the preset `reader`, and no weights."""
    maps = MapSpec(height=32, width=128, stride=4, max_length=24, padding=padding)
    spec = NetworkSpec("reader", tuple(symbols), maps, unknown_units=unknown_units)
    layer = {"registered_name": "textscanner>WordFormation", "config": {"spec": spec.to_dict()}}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("config.json", json.dumps({"config": {"layers": [layer]}}))
