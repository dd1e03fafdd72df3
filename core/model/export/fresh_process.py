"""Runs one reader over the compared images in a program of its own, started by its path, that imports nothing of ours.

`python fresh_process.py READER TASK ANSWER`: TASK is an `.npz` with `pixels` (n, H, W, 3) uint8, the program's
`character`, `order`, `localization` of these, and `paths`; ANSWER is a JSON file.
"""

import importlib.util
import json
import sys
import time
from pathlib import Path

BEGAN = time.perf_counter()


def main(reader: str, task: str, answer: str) -> None:
    """Read all images with the reader, compare all maps with the program's, and write the results as JSON."""
    sys.path.append(str(Path(reader).parent))  # a reader finds what opens its pictures beside it
    spec = importlib.util.spec_from_file_location("reader", reader)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    import numpy as np  # after the reader: its libraries are part of its start

    given = np.load(task)
    paths = [str(path) for path in given["paths"]]
    texts = [module.read(paths[0])]
    started = time.perf_counter()
    texts += [module.read(path) for path in paths[1:]]
    ended = time.perf_counter()
    maps = {}
    for name in ("character", "order", "localization"):
        greatest = 0.0
        total = 0.0
        count = 0
        for pixels, wanted in zip(given["pixels"], given[name], strict=False):
            difference = np.abs(np.asarray(module.run(pixels)[name], np.float64) - wanted)
            greatest = max(greatest, float(difference.max()))
            total, count = total + float(difference.sum()), count + difference.size
        maps[name] = {"greatest": greatest, "mean": total / max(1, count)}
    rate = (len(paths) - 1) / (ended - started) if len(paths) > 1 else None
    report = {"start": started - BEGAN, "rate": rate, "texts": texts, "maps": maps}
    report["ours"] = sorted(name for name in sys.modules if name.partition(".")[0] in {"app", "core"})
    Path(answer).write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
