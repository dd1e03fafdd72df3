"""The manual's pictures, out of the report of a tour: `python -m tests.tour.pictures REPORT docs/images`."""

import sys
from pathlib import Path

from PIL import Image

WANTED = {
    "*-evaluation-confusions.png": "evaluation.png",
    "*-evaluation-confidence.png": "confidence.png",
    "*-learning-history-symbol.png": "learning-history.png",
    "*-diagnosis.png": "diagnosis.png",
    "wall.png": "wall.png",
}
"""Pictures of the report, and what the manual calls them."""


def main(report: Path, images: Path) -> None:
    """Take the pictures over, with so few colours that they are small."""
    for pattern, name in WANTED.items():
        (found,) = report.glob(pattern)
        with Image.open(found) as picture:
            picture.convert("RGB").quantize(128).save(images / name, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
