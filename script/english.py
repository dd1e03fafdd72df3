"""Draw sentences by lot, for somebody who wrote none of them to read: `python script/english.py [SEED] [COUNT]`.

Prints COUNT visible sentences of the catalogue, then COUNT summaries of public docstrings of `app` and `core`, each
with its place. The same seed draws the same ones from the same tree. The reader lists what is to be changed, and why.
"""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "app" / "language" / "translations" / "textscanner_zh_CN.ts"
SEED = 56
COUNT = 50
_FEWEST_WORDS = 3  # of a sentence


def visible_sentences() -> list[str]:
    """The English texts of the catalogue with three words or more, each with its context."""
    sentences = set()
    for context in ElementTree.parse(CATALOGUE).iter("context"):
        for message in context.iter("message"):
            text = message.findtext("source", "")
            if len(text.split()) >= _FEWEST_WORDS:
                sentences.add(f"{context.findtext('name')}: {text}")
    return sorted(sentences)


def public_summaries() -> list[str]:
    """The first lines of the docstrings of public modules, classes, functions and methods, each with its place."""
    files = [file for package in ("app", "core") for file in (ROOT / package).rglob("*.py")]
    return sorted(f"{file.relative_to(ROOT).as_posix()}{line}" for file in files for line in _summaries(file))


def _summaries(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _summaries_within(tree, ": ")


def _summaries_within(node: ast.Module | ast.ClassDef | ast.FunctionDef, place: str) -> Iterator[str]:
    summary = (ast.get_docstring(node) or "").partition("\n")[0]
    if summary:
        yield place + summary
    if isinstance(node, ast.FunctionDef):
        return
    for part in node.body:
        if isinstance(part, ast.ClassDef | ast.FunctionDef) and not part.name.startswith("_"):
            yield from _summaries_within(part, f" {part.name}: ")


def main() -> int:
    """Print what the lot has drawn."""
    arguments = [int(argument) for argument in sys.argv[1:]]
    seed = arguments[0] if arguments else SEED
    count = arguments[1] if len(arguments) > 1 else COUNT
    for title, lines in (("Visible sentences", visible_sentences()), ("Public summaries", public_summaries())):
        print(f"{title}: {count} of {len(lines):,}, seed {seed}\n")
        for number, line in enumerate(random.Random(seed).sample(lines, count), 1):
            print(f"{number:3} {line}")
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
