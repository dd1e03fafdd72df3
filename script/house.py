"""Draw the house, docs/images/house.svg, from the contracts of layers in pyproject.toml: `python script/house.py`.

A column is a package, a row a layer, a box a room; a room with a contract of its own has its layers inside. With
`--check` nothing is written, and it ends with 1 if the picture is not what the contracts say.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "house.svg"

_WIDTH = 1200  # of the picture, in pixels, as all below
_MARGIN, _GAP, _LINE = 14, 4, 26
_BASELINE = 18  # of a name, from the upper edge of its box
_CAPTION = 22  # from line to line below the columns
_FREE, _OTHER, _INNER = "#dcefe3", "#e9e9ee", "#f7f9fb"
_CAPTIONS = (
    "A room imports only rooms below it, and none beside it.",
    "Green: it never imports TensorFlow or Keras, directly or indirectly.",
)


@dataclass
class Room:
    """A room of the house: a package or a module that a contract names."""

    name: str
    """The full name of the package, such as `core.labels`."""
    rows: list[list[Room]] = field(default_factory=list)
    """The layers within, from top to bottom; none if no contract says more."""

    @property
    def weight(self) -> int:
        """The number of boxes that stand beside each other in its widest row."""
        return max((sum(room.weight for room in row) for row in self.rows), default=1)

    @property
    def height(self) -> int:
        """The height of its box in pixels."""
        if not self.rows:
            return _LINE
        return _LINE + sum(max(room.height for room in row) + _GAP for row in self.rows)


def layers_by_package(contracts: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """Return the layers that the contracts name, by the package that most of them lie in."""
    layers = {}
    for contract in contracts:
        if contract["type"] != "layers":
            continue
        rows = [re.findall(r"[\w.]+", str(row)) for row in contract["layers"]]
        parents = Counter(name.rpartition(".")[0] for row in rows for name in row)
        layers[parents.most_common(1)[0][0]] = rows
    return layers


def room(name: str, layers: dict[str, list[list[str]]], roots: list[str]) -> Room:
    """Return a room with all that its contract names within it. Another root package has a column of its own."""
    rows = layers.get(name, [])
    return Room(name, [[Room(n) if n in roots else room(n, layers, roots) for n in row] for row in rows])


def without_tensorflow(contracts: list[dict[str, Any]]) -> set[str]:
    """Return the rooms that a contract forbids to import TensorFlow, directly or indirectly."""
    free: set[str] = set()
    for contract in contracts:
        if contract["type"] == "forbidden" and "tensorflow" in contract["forbidden_modules"]:
            free |= set(contract["source_modules"])
    return free


def lies_in(name: str, rooms: set[str]) -> bool:
    """Return True for one of the rooms, and for what lies within one of them."""
    return any(f"{name}.".startswith(f"{room}.") for room in rooms)


def boxes(part: Room, x: float, y: float, width: float, height: float, free: set[str], *, is_root: bool) -> list[str]:
    """Return the box of a room, and those within it, as elements of an SVG; x and y are its upper left corner."""
    fill = _FREE if lies_in(part.name, free) else _INNER if part.rows else _OTHER
    title = part.name if is_root else part.name.rpartition(".")[2]
    weight = "bold" if part.rows else "normal"
    drawn = [
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="4" fill="{fill}"/>',
        f'<text x="{x + 8:.0f}" y="{y + _BASELINE:.0f}" font-weight="{weight}">{escape(title)}</text>',
    ]
    top = y + _LINE
    for row in part.rows:
        row_height = max(inner.height for inner in row)
        share = (width - _GAP * (len(row) + 1)) / sum(inner.weight for inner in row)
        left = x + _GAP
        for inner in row:
            drawn += boxes(inner, left, top, share * inner.weight, row_height, free, is_root=False)
            left += share * inner.weight + _GAP
        top += row_height + _GAP
    return drawn


def picture(settings: dict[str, Any]) -> str:
    """Return the house as an SVG. `settings`: the table `tool.importlinter` of pyproject.toml."""
    contracts: list[dict[str, Any]] = settings["contracts"]
    roots: list[str] = settings["root_packages"]
    layers = layers_by_package(contracts)
    columns = [room(name, layers, roots) for name in roots]
    free = without_tensorflow(contracts)
    share = (_WIDTH - _MARGIN * (len(columns) + 1)) / sum(column.weight for column in columns)
    bottom = _MARGIN + max(column.height for column in columns)
    height = bottom + _CAPTION * (len(_CAPTIONS) + 1)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="13" fill="#1d2733">',
        "<!-- Drawn by script/house.py from the contracts in pyproject.toml. -->",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        '<g stroke="#8794a3" stroke-width="1">',
    ]
    left: float = _MARGIN
    for column in columns:
        drawn += boxes(column, left, _MARGIN, share * column.weight, column.height, free, is_root=True)
        left += share * column.weight + _MARGIN
    drawn.append("</g>")
    for place, caption in enumerate(_CAPTIONS, 1):
        drawn.append(f'<text x="{_MARGIN}" y="{bottom + _CAPTION * place}">{caption}</text>')
    return "\n".join([*drawn, "</svg>", ""]).replace("<text ", '<text stroke="none" ')


def main() -> int:
    """Write the picture; with `--check` only compare it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    drawn = picture(settings)
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(drawn, encoding="utf-8")
        return 0
    if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == drawn:
        return 0
    print("docs/images/house.svg is behind the contracts in pyproject.toml. Type 'python script/house.py'.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
