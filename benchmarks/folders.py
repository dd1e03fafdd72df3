"""Makes folders of very many word images with labels for measurements."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

_LINKS = 10_000  # hard links to one file; ext4 allows 65,000
IN_A_FOLDER = 5_000


def write_words(folder: Path, words: Sequence[tuple[bytes, bytes]], count: int) -> None:
    """Write `word_1.png` with `word_1.json` and so on; most are links to a few files, since making files takes long.

    Parameters
    ----------
    folder : Path
        Created where missing. Where there are many words, they lie in subfolders `part 1`, `part 2`, …
    words : sequence of (bytes, bytes)
        Image files with their label files; the words repeat them in turn.
    count : int
    """
    parts = -(-count // IN_A_FOLDER)
    sources: dict[tuple[int, str], Path] = {}
    for number in range(count):
        inside = folder if parts == 1 else folder / f"part {number * parts // count + 1}"
        inside.mkdir(parents=True, exist_ok=True)
        if number % _LINKS == 0:
            sources.clear()
        which = number % len(words)
        for suffix, data in zip((".png", ".json"), words[which], strict=True):
            path = inside / f"word_{number + 1}{suffix}"
            try:
                os.link(sources[which, suffix], path)
            except (KeyError, OSError):  # too many links, or a file system without them
                path.write_bytes(data)
                sources[which, suffix] = path
