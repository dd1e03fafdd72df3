"""Draws the graph of a model's layers: boxes in ranks from the input down, with lines between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from core.base.files import write_atomically
from core.plugins.inside.facts import LayerFacts

Family = Literal["kernel", "normalisation", "activation", "join", "other"]

_FAMILIES: Mapping[str, Family] = {
    "BatchNormalization": "normalisation",
    "ReLU": "activation",
    "Activation": "activation",
    "SigmoidMap": "activation",
    "Add": "join",
    "Concatenate": "join",
    "WordFormation": "join",
}
_FILLS: Mapping[Family, str] = {
    "kernel": "#cfe0fb",
    "normalisation": "#e4e6ea",
    "activation": "#fbe3c4",
    "join": "#cfeed6",
    "other": "#ffffff",
}
# px: of a box, between two ranks, between two boxes of a rank
_HEIGHT = 36.0
_GAP = 20.0
_APART = 16.0
# px: of text of 11 px, beside it, and what a line between boxes takes
_LETTER = 6.6
_PADDING = 14.0
_LINE = 10.0
_SWEEPS = 12  # over all ranks, down and up again; the order of this program's networks is final after three

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GraphBox:
    """One layer in the drawing."""

    layer: LayerFacts
    """The facts that the box and its tooltip show."""
    family: Family
    """The kind of the layer, which decides the colour of the box."""
    x: float
    """The left edge of the box, in px from the left edge of the drawing."""
    y: float
    """The upper edge of the box, in px from the upper edge of the drawing."""
    width: float
    """The width in px, the same for all boxes."""
    height: float
    """The height in px, the same for all boxes."""

    @property
    def lines(self) -> tuple[str, str]:
        """The texts in the box: the layer's name, and its class with the output shape except the batch."""
        shape = " × ".join(map(str, self.layer.shapes[0][1:])) if len(self.layer.shapes) == 1 else ""
        return self.layer.own_name, f"{self.layer.kind}  {shape}".strip()


@dataclass(frozen=True, slots=True)
class GraphLine:
    """A connection from the lower edge of one box, past others, to the upper edge of another."""

    source: str
    """The name of the layer that the connection begins at."""
    target: str
    """The name of the layer that the connection ends at."""
    points: tuple[Point, ...]
    """Its corners, (x, y) in px, from the source on."""


@dataclass(frozen=True, slots=True)
class LayerGraph:
    """The drawing of a graph, with its upper-left corner at (0, 0)."""

    boxes: tuple[GraphBox, ...]
    """The layers."""
    lines: tuple[GraphLine, ...]
    """The connections."""
    width: float
    """The px from the left edge to the right end of all boxes and lines."""
    height: float
    """The px from the upper edge to the lower edge of the lowest box."""


def graph_of(layers: Sequence[LayerFacts]) -> LayerGraph:
    """Lay out the graph of a model's layers as a drawing.

    Each layer is below all layers that it takes; a connection over several ranks keeps a lane of its own, so that
    no line runs through a box (Sugiyama et al. 1981).
    """
    ranks = _ranks(layers)
    rows, chains = _rows(layers, ranks)
    _untangle(rows, chains)
    wide = max((len(text) for layer in layers for text in GraphBox(layer, "other", 0, 0, 0, 0).lines), default=0)
    width = wide * _LETTER + _PADDING
    places = _places(rows, chains, width)
    left = min((places[layer.name] for layer in layers), default=width / 2) - width / 2
    boxes = tuple(
        GraphBox(
            layer,
            _family(layer),
            places[layer.name] - width / 2 - left,
            ranks[layer.name] * (_HEIGHT + _GAP),
            width,
            _HEIGHT,
        )
        for layer in layers
    )
    lines = tuple(GraphLine(chain[0], chain[-1], _points(chain, places, ranks, left)) for chain in chains)
    right = [box.x + width for box in boxes] + [x for line in lines for x, _ in line.points]
    return LayerGraph(boxes, lines, max(right, default=0.0), max((box.y + _HEIGHT for box in boxes), default=0.0))


def svg_of(graph: LayerGraph) -> str:
    """Return the drawing as an SVG document that shows all facts about the layer under the mouse."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{graph.width + 20:.0f}" height="{graph.height + 20:.0f}" '
        f'viewBox="-10 -10 {graph.width + 20:.0f} {graph.height + 20:.0f}" font-family="sans-serif" font-size="11">',
        f'<rect x="-10" y="-10" width="{graph.width + 20:.0f}" height="{graph.height + 20:.0f}" fill="#ffffff"/>',
    ]
    for line in graph.lines:
        (x, y), *rest = line.points
        path = f"M{x:.1f},{y:.1f}"
        for to_x, to_y in rest:
            middle = (y + to_y) / 2
            path += f" C{x:.1f},{middle:.1f} {to_x:.1f},{middle:.1f} {to_x:.1f},{to_y:.1f}"
            x, y = to_x, to_y
        parts.append(f'<path d="{path}" fill="none" stroke="#5f6368"/>')
    for box in graph.boxes:
        name, below = box.lines
        tip = f"{box.layer.name}\n{box.layer.kind}, {box.layer.shape_text} {box.layer.layout}".rstrip()
        tip += f"\n{box.layer.parameters:,} parameters, {box.layer.multiply_adds:,} multiply-adds"
        middle = box.x + box.width / 2
        parts.append(
            f"<g id={quoteattr(box.layer.name)}><title>{escape(tip)}</title>"
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4" '
            f'fill="{_FILLS[box.family]}" stroke="#5f6368"/>'
            f'<text x="{middle:.1f}" y="{box.y + 15:.1f}" text-anchor="middle" font-weight="bold">{escape(name)}</text>'
            f'<text x="{middle:.1f}" y="{box.y + 29:.1f}" text-anchor="middle" fill="#3c4043">{escape(below)}</text>'
            "</g>"
        )
    return "\n".join([*parts, "</svg>", ""])


def write_svg(path: Path, layers: Sequence[LayerFacts]) -> None:
    """Write the drawing of a model's layers to an SVG file.

    Raises
    ------
    FileWriteError
        If the file cannot be written.
    """
    write_atomically(path, svg_of(graph_of(layers)).encode())


def _family(layer: LayerFacts) -> Family:
    family = _FAMILIES.get(layer.kind, "other")
    return "kernel" if family == "other" and layer.kernel_layout else family


def _ranks(layers: Sequence[LayerFacts]) -> dict[str, int]:
    """The rank of each layer below the input: one below the lowest that it takes."""
    ranks: dict[str, int] = {}
    for layer in layers:  # every layer comes after those that it takes
        ranks[layer.name] = 1 + max((ranks[name] for name in layer.inputs), default=-1)
    return ranks


def _rows(layers: Sequence[LayerFacts], ranks: Mapping[str, int]) -> tuple[list[list[str]], list[list[str]]]:
    """The names in each rank, and each connection as a chain of names with one in every rank that it passes."""
    rows: list[list[str]] = [[] for _ in range(1 + max(ranks.values(), default=-1))]
    chains: list[list[str]] = []
    for layer in layers:
        rows[ranks[layer.name]].append(layer.name)
        for name in layer.inputs:
            chain = [name]
            for rank in range(ranks[name] + 1, ranks[layer.name]):
                chain.append(f"{name}>{layer.name}>{rank}")
                rows[rank].append(chain[-1])
            chains.append([*chain, layer.name])
    return rows, chains


def _untangle(rows: list[list[str]], chains: Sequence[Sequence[str]]) -> None:
    """Sort each rank by the mean place of its neighbours in the rank above, then below, and so on."""
    above, below = _neighbours(chains)
    for sweep in range(_SWEEPS):
        is_down = sweep % 2 == 0
        for before, row in pairwise(rows if is_down else rows[::-1]):
            at = {name: place for place, name in enumerate(before)}
            near = above if is_down else below
            means = {
                name: sum(at[neighbour] for neighbour in near[name]) / len(near[name]) if near.get(name) else place
                for place, name in enumerate(row)
            }
            row.sort(key=means.__getitem__)


def _places(rows: Sequence[Sequence[str]], chains: Sequence[Sequence[str]], width: float) -> dict[str, float]:
    """The x of the middle of each name: near its neighbours, and apart from those beside it."""
    above, below = _neighbours(chains)

    def room(name: str) -> float:
        return _LINE if ">" in name else width

    places = {name: number * (width + _APART) for row in rows for number, name in enumerate(row)}
    for sweep in range(_SWEEPS):
        near = above if sweep % 2 == 0 else below
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            wanted = [
                sum(places[neighbour] for neighbour in near[name]) / len(near[name]) if near.get(name) else places[name]
                for name in row
            ]
            steps = [(room(one) + room(right)) / 2 + _APART for one, right in pairwise(row)]
            from_left, from_right = list(wanted), list(wanted)
            for number, step in enumerate(steps):
                from_left[number + 1] = max(wanted[number + 1], from_left[number] + step)
            for number in range(len(steps) - 1, -1, -1):
                from_right[number] = min(wanted[number], from_right[number + 1] - steps[number])
            for name, one, right in zip(row, from_left, from_right, strict=True):
                places[name] = (one + right) / 2  # both keep the distances, and so does their mean
    return places


def _neighbours(chains: Sequence[Sequence[str]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for chain in chains:
        for one, right in pairwise(chain):
            above.setdefault(right, []).append(one)
            below.setdefault(one, []).append(right)
    return above, below


def _points(
    chain: Sequence[str], places: Mapping[str, float], ranks: Mapping[str, int], left: float
) -> tuple[Point, ...]:
    step, first = _HEIGHT + _GAP, ranks[chain[0]]
    points = [(places[chain[0]] - left, first * step + _HEIGHT)]
    for number, name in enumerate(chain[1:-1], 1):  # straight down beside the boxes of the rank
        points += [
            (places[name] - left, (first + number) * step),
            (places[name] - left, (first + number) * step + _HEIGHT),
        ]
    return (*points, (places[chain[-1]] - left, (first + len(chain) - 1) * step))
