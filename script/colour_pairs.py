"""Colours of text and ground in real word images, as the table that scene drawing takes its colours from.

Usage: `script/with-python script/colour_pairs.py FOLDER/train.jsonl > core/data/drawing/colour_pairs.py`. Each line of
the file names an image and the boxes of its characters (`{"file": …, "chars": [{"box": [x0, y0, x1, y1]}]}`). Only two
mean colours of each image enter the table, merged into one of a few hundred cluster centres.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from core.data.drawing.style import pair_of

CLUSTERS = 320


def main() -> None:
    """Print the table of the words that the arguments name."""
    cv2.setRNGSeed(0)
    pairs = []
    for argument in sys.argv[1:]:
        source = Path(argument)
        for line in source.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            image = cv2.imread(str(source.parent / entry["file"]))
            if image is not None and entry.get("chars"):
                pair = pair_of(image[:, :, ::-1], [character["box"] for character in entry["chars"]])
                if pair is not None:
                    pairs.append(pair)
    words = np.array(pairs, np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 100, 0.1)
    _, nearest, centres = cv2.kmeans(words, CLUSTERS, None, criteria, 2, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    counts = np.bincount(nearest.ravel(), minlength=CLUSTERS)
    order = np.argsort(-counts, kind="stable")
    rows = ["".join(f"{round(float(v)):02x}" for v in centres[i]) + f"{counts[i]:x}" for i in order]
    print(
        f'"""Colours of text and ground in {len(words):,} real words; `script/colour_pairs.py` writes this file."""\n'
    )
    print("from __future__ import annotations\n")
    print("import numpy as np\nfrom numpy.typing import NDArray\n")
    print('_TABLE = """')
    for start in range(0, len(rows), 8):
        print(" ".join(rows[start : start + 8]))
    print('"""')
    print("_ROWS = _TABLE.split()\n")
    print("PAIRS: NDArray[np.float64] = np.array([list(bytes.fromhex(row[:12])) for row in _ROWS], np.float64)")
    print('"""(n, 6) sRGB, 0 to 255: text, then ground."""\n')
    print("SHARES: NDArray[np.float64] = np.array([int(row[12:], 16) for row in _ROWS], np.float64)")
    print("SHARES /= SHARES.sum()")
    print('"""(n,) how often each pair occurs."""')


if __name__ == "__main__":
    main()
