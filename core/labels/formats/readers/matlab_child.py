"""The child process that reads a MATLAB file for `iiit5k`; run by path, imports nothing of this program.

`python matlab_child.py FILE SECONDS` prints `{"records": [...]}` or `{"error": "..."}`.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

MAX_MEMORY = 1 << 30
MAX_OUTPUT = 128 << 20


def limit(seconds: int) -> None:
    """Bound address space, processor time, output and core dumps, where the system has such limits (not on Windows)."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  POSIX only

    wanted = [("RLIMIT_AS", MAX_MEMORY), ("RLIMIT_CPU", seconds), ("RLIMIT_FSIZE", MAX_OUTPUT + 1), ("RLIMIT_CORE", 0)]
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
    """Return the records of the first structure array in the file that has the fields of IIIT 5K-word."""
    from scipy.io import loadmat  # noqa: PLC0415  tests time the limits without it

    for name, value in loadmat(path).items():
        fields = set(getattr(getattr(value, "dtype", None), "names", None) or ())
        if name.startswith("__") or "ImgName" not in fields:
            continue
        if {"chars", "charBB"} <= fields:
            return [
                {"name": _text(each["ImgName"]), "chars": _text(each["chars"]), "boxes": _boxes(each["charBB"])}
                for each in value.ravel()
            ]
        if "GroundTruth" in fields:
            return [{"name": _text(each["ImgName"]), "text": _text(each["GroundTruth"])} for each in value.ravel()]
    raise ValueError("no structure array with ImgName, chars and charBB or with ImgName and GroundTruth")


def answer(path: str) -> dict[str, Any]:
    """Return the answer that `main` prints: the records, or the error in one line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {"records": records(path)}
    except Exception as error:  # SciPy raises almost anything on damaged files
        reason = " ".join(str(error).split())[:200]
        return {"error": reason or type(error).__name__}


def main() -> None:
    import scipy.io  # noqa: F401, PLC0415  before the limits: libraries reserve address space as they start

    limit(int(sys.argv[2]))
    json.dump(answer(sys.argv[1]), sys.stdout)


if __name__ == "__main__":
    main()
