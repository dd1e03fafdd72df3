"""The process that reads a graph of another program, and runs it if that is safe: `python -m` this module.

One line of JSON arrives on standard input, `{path, image, values}`; the result is lines of JSON. The process
computes on the processor alone, and ends when its standard input does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.base.child_process import Tell, end_with_parent, sentence_of, speaking
from core.base.errors import Sentence, StudioError, to_json
from core.base.systems import system

_MOST_MEMORY = 1 << 30  # bytes, beside what the libraries take
_TIMES = 6  # the size of the files, which are unpacked and copied
_LOOK = 0.02  # seconds


def main() -> None:
    """Carry out the task that arrives on standard input."""
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"  # a training may need all of the card
    tell = speaking()
    task = json.loads(sys.stdin.readline())
    end_with_parent()
    try:
        work(task, tell)
    except (StudioError, OSError) as error:
        tell({"event": "refused", "sentence": to_json(sentence_of(error, Path(task["path"]).name))})
    os._exit(0)  # TensorFlow takes seconds to tear itself down


def work(task: dict[str, Any], tell: Tell) -> None:
    """Read the graph. Run it, if an image is given and every operator may be run."""
    from core.model.foreign.reading import read_graph  # here and below: TensorFlow comes with it
    from core.model.foreign.running import run_graph

    path = Path(task["path"])
    is_read = threading.Event()
    _limit_memory(path, tell, is_read)
    read = read_graph(path)
    tell({"event": "graph", "graph": read.graph.to_dict()})
    is_read.set()
    if task["image"] is None:
        return
    if read.graph.why_not:
        tell({"event": "not run", "sentence": to_json(read.graph.why_not)})
        return
    try:
        values = run_graph(read, Path(task["image"]), task["values"])
    except Exception as error:  # TensorFlow promises no type
        tell({"event": "not run", "sentence": to_json(sentence_of(error, path.name))})
    else:
        tell({"event": "run", "run": asdict(values)})


def _limit_memory(path: Path, tell: Tell, is_read: threading.Event) -> None:
    """End this process when it takes much more memory than the graph's files: a kilobyte can ask for all there is."""
    files = path.rglob("*") if path.is_dir() else (path,)
    size = sum(file.stat().st_size for file in files)
    most = (system.resident_memory() or 0) + _MOST_MEMORY + _TIMES * size

    def watch() -> None:
        while (system.resident_memory() or 0) <= most:
            time.sleep(_LOOK)
        sentence = Sentence(
            "{name}: ended, because it takes more than {most:,} MB of memory.", name=path.name, most=most >> 20
        )
        tell({"event": "not run" if is_read.is_set() else "refused", "sentence": to_json(sentence)})
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main()
