"""How little the hand has to do: how well a word is divided into its characters.

Real words are not part of the project; where `../shared/data` is absent the rows are left out.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from benchmarks.measuring import Row, report, row
from core.base.images import read_image
from core.labels.divide.divide import corners_of_box, division

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
_FAR = 0.15  # of the mean width of the two characters beside a cut


def division_rows(data: Path) -> list[Row]:
    """Return the share of cuts that are off, in IIIT 5K-word's training words boxed by their known outline.

    A cut is off by its distance, half-way up the word, from the ground between the two characters' boxes, or from the
    columns that both have.
    """
    index = data / "iiit5k" / "train.jsonl"
    if not index.is_file():
        return []
    cuts = far = words = 0
    for line in index.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        boxes = [character["box"] for character in entry["chars"]]
        text = "".join(character["c"] for character in entry["chars"])
        if len(boxes) < 2 or len(text) != len(boxes):
            continue
        words += 1
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        corners = corners_of_box(min(lefts), min(tops), max(rights), max(bottoms))
        found = division(read_image(index.parent / entry["file"]), corners, text)
        for share, (first, second) in zip(found.cuts, pairwise(boxes), strict=True):
            (top, _), (bottom, _) = found.line(share)
            edges = sorted((first[2], second[0]))
            off = max(edges[0] - (top + bottom) / 2, (top + bottom) / 2 - edges[1], 0)
            cuts += 1
            far += off > _FAR * (first[2] - first[0] + second[2] - second[0]) / 2
    return [row(f"cuts off by > 15 % of a character, of {cuts:,} in {words:,} words", 100 * far / cuts, "%", 2.5)]


def rows() -> list[Row]:
    """Return the figures of the words that are there."""
    return division_rows(DATA)


if __name__ == "__main__":
    report(rows())
