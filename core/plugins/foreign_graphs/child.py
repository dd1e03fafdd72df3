"""Reads a graph of another program in a process of its own, and runs it if that is safe (`python -m` this module).

One line of JSON arrives on standard input, `{path, image, values}`; the result is lines of JSON. The process
computes only on the processor, and ends when its standard input does. TensorFlow is imported once the process has said
so to it, and knows when to end.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.base.child_process import Send, end_beyond_memory, end_with_parent, sentence_of, speaking
from core.base.errors import Sentence, StudioError, to_json

_MOST_MEMORY = 1 << 30  # bytes, beside what the libraries take
_TIMES = 6  # the size of the files, which are unpacked and copied


def main() -> None:
    """Carry out the task that the parent process writes to standard input."""
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"  # a training may need all of the card
    send = speaking()
    task = json.loads(sys.stdin.readline())
    end_with_parent()
    try:
        work(task, send)
    except (StudioError, OSError) as error:
        send({"event": "refused", "sentence": to_json(sentence_of(error, Path(task["path"]).name))})
    os._exit(0)  # TensorFlow takes seconds to tear itself down


def work(task: dict[str, Any], send: Send) -> None:
    """Read the graph, and run it if an image is given and every operator is allowed."""
    from core.plugins.foreign_graphs.reading import read_graph  # here: TensorFlow comes with both
    from core.plugins.foreign_graphs.running import run_graph

    path = Path(task["path"])
    is_read = threading.Event()
    _limit_memory(path, send, is_read)
    read = read_graph(path)
    send({"event": "graph", "graph": read.graph.to_dict()})
    is_read.set()
    if task["image"] is None:
        return
    if read.graph.why_not:
        send({"event": "not run", "sentence": to_json(read.graph.why_not)})
        return
    try:
        values = run_graph(read, Path(task["image"]), task["values"])
    except Exception as error:  # TensorFlow promises no type
        send({"event": "not run", "sentence": to_json(sentence_of(error, path.name))})
    else:
        send({"event": "run", "run": asdict(values)})


def _limit_memory(path: Path, send: Send, is_read: threading.Event) -> None:
    """End this process when it takes much more memory than the graph's files: a kilobyte can ask for all there is."""
    files = path.rglob("*") if path.is_dir() else (path,)
    most = _MOST_MEMORY + _TIMES * sum(file.stat().st_size for file in files)

    def last_word() -> None:
        sentence = Sentence(
            "{name}: stopped, because it takes more than {most:,} MB of memory.", name=path.name, most=most >> 20
        )
        send({"event": "not run" if is_read.is_set() else "refused", "sentence": to_json(sentence)})

    end_beyond_memory(most, last_word)


if __name__ == "__main__":
    main()
