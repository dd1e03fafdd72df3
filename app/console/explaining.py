"""The commands `textscanner explain` and `textscanner reference`, which give help in a terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from app.console.options import Json
from app.console.terminal import print_error, print_json, say


def explain(words: Annotated[list[str], typer.Argument(metavar="WORDS…", help="A message, or words of it.")]) -> int:
    """Say what a message of TensorFlow, Keras or a GPU means, and what to do."""
    from core.base.explaining.advice import search

    entries = search(" ".join(words))
    if not entries:
        print_error("Nothing is known of it.")
        return 1
    for number, row in enumerate(entries):
        say("\n" * bool(number) + f"{row.meaning}.")
        if row.example:
            say(f"    {row.example}")
        say(row.cure)
        for part in row.parts:
            code = "".join(f"\n    {line}" for line in [*part.code.splitlines(), part.example] if line)
            say(f"- {part.heading}:{code}\n  {part.why}")
    return 0


def reference(
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORDS…]", help="Show what has these in it.")] = None,
    as_json: Json = False,
) -> int:
    """List every key of a --config file, every data source and every format of labels."""
    from app.training.reference import reference as document

    known = document()
    if as_json:
        print_json(known)
        return 0
    wanted = [word.casefold() for word in words or ()]
    lines = {
        "Keys of a --config file": [
            f"{key['key']} = {key['allowed']}"
            + (f"  [default: {key['default']}]" if key["default"] else "")
            + f"\n    {key['help']}"
            for key in known["config"]
        ],
        "Data sources": [f"{source['source']}\n    {source['help']}" for source in known["sources"]],
        "Formats of labels": [
            f"{form['name']}{' (read and write)' if form['write'] else ' (read)'}\n    {form['title']}"
            for form in known["formats"]
        ],
    }
    shown = {title: [row for row in rows if all(w in row.casefold() for w in wanted)] for title, rows in lines.items()}
    for title, rows in shown.items():
        if rows:
            say("\n".join([f"{title}:", *rows, ""]))
    if not any(shown.values()):
        print_error("Nothing has this in its name or text.")
        return 1
    return 0
