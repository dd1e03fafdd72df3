"""Reads a MATLAB file for `iiit5k` or `synthtext` in a child process, run by path without modules of this program.

`python matlab_child.py FILE SECONDS` prints `{"records": [...]}` or `{"error": "..."}`. With `synthtext` as a third
argument it prints a record a line, and `{"records": n}` or `{"error": "..."}` as the last one: the published file has
858,750.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

MAX_MEMORY = 1 << 30
MAX_OUTPUT = 128 << 20

SCENES_MEMORY = 16 << 30
SCENES_OUTPUT = 8 << 30  # limits for SynthText, whose 29 million characters are 2 GB of numbers


def limit(seconds: int, memory: int = MAX_MEMORY, output: int = MAX_OUTPUT) -> None:
    """Limit address space, processor time, output and core dumps, on systems that have such limits (not Windows)."""
    if sys.platform == "win32":
        return
    import resource  # POSIX only

    wanted = [("RLIMIT_AS", memory), ("RLIMIT_CPU", seconds), ("RLIMIT_FSIZE", output + 1), ("RLIMIT_CORE", 0)]
    for name, value in wanted:
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS; the time limit still holds there
            continue


def _text(value: Any) -> str | None:
    """Return a MATLAB string from cells of any depth."""
    for _ in range(4):
        if isinstance(value, str):
            return str(value)
        if getattr(value, "size", 0) != 1:
            return None
        value = value.flat[0]
    return str(value) if isinstance(value, str) else None


def _boxes(value: Any) -> list[list[float]] | None:
    if getattr(value, "ndim", 0) != 2 or value.shape[1] != 4 or value.dtype.kind not in "iuf":
        return None
    rows: list[list[float]] = value.astype(float).tolist()
    return rows


def records(path: str) -> list[dict[str, Any]]:
    """Return the records of the first structure array in the file that has the fields of IIIT 5K-word.

    Raises
    ------
    ValueError
        If there is no such array.
    """
    from scipy.io import loadmat  # tests time the limits without it

    for name, value in loadmat(path).items():
        fields = set(getattr(getattr(value, "dtype", None), "names", None) or ())
        if name.startswith("__") or "ImgName" not in fields:
            continue
        if {"chars", "charBB"} <= fields:
            return [
                {"name": _text(row["ImgName"]), "chars": _text(row["chars"]), "boxes": _boxes(row["charBB"])}
                for row in value.ravel()
            ]
        if "GroundTruth" in fields:
            return [{"name": _text(row["ImgName"]), "text": _text(row["GroundTruth"])} for row in value.ravel()]
    raise ValueError("no structure array with ImgName, chars and charBB or with ImgName and GroundTruth")


def scenes(path: str) -> Iterator[dict[str, Any]]:
    """Yield the scenes of SynthText: name, texts, and corners of words and characters, each as x1, y1, … x4, y4.

    Raises
    ------
    ValueError
        If a variable of SynthText is missing, or the variables differ in length.
    """
    from scipy.io import loadmat

    wanted = ["imnames", "wordBB", "charBB", "txt"]
    variables = loadmat(path, variable_names=wanted)
    missing = [name for name in wanted if name not in variables]
    if missing:
        raise ValueError(f"no {', '.join(missing)} in it")
    columns = [variables[name].ravel() for name in wanted]
    if len({len(column) for column in columns}) != 1:
        raise ValueError("imnames, wordBB, charBB and txt have different lengths")
    for name, words, characters, texts in zip(*columns, strict=True):
        yield {
            "name": _text(name),
            "words": _corners(words),
            "characters": _corners(characters),
            "texts": [str(text) for text in texts.ravel()] if texts.dtype.kind in "UO" else None,
        }


def _corners(value: Any) -> list[list[float]] | None:
    if value.dtype.kind not in "iuf" or value.shape[:2] != (2, 4) or value.ndim > 3:
        return None
    table = value.reshape(2, 4, -1).astype(float).round(2)
    rows: list[list[float]] = table.transpose(2, 1, 0).reshape(-1, 8).tolist()
    return rows


def answer(path: str) -> dict[str, Any]:
    """Return the answer that `main` prints: the records, or an error in one line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {"records": records(path)}
    except Exception as error:  # SciPy raises almost anything on damaged files
        reason = " ".join(str(error).split())[:200]
        return {"error": reason or type(error).__name__}


def print_scenes(path: str) -> None:
    """Print each scene on a line of its own, and on the last line their number or the error."""
    count = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for count, scene in enumerate(scenes(path), 1):  # noqa: B007  the number of the last
                print(json.dumps(scene))
    except Exception as error:  # as above
        print(json.dumps({"error": " ".join(str(error).split())[:200] or type(error).__name__}))
    else:
        print(json.dumps({"records": count}))


def main() -> None:
    import scipy.io  # noqa: F401  before the limits: libraries reserve address space as they start

    if sys.argv[3:] == ["synthtext"]:
        limit(int(sys.argv[2]), SCENES_MEMORY, SCENES_OUTPUT)
        print_scenes(sys.argv[1])
        return
    limit(int(sys.argv[2]))
    json.dump(answer(sys.argv[1]), sys.stdout)


if __name__ == "__main__":
    main()
