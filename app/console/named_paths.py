"""Commands whose sentences name each folder, though it was typed as `.` or `..`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import typer


class Commands(typer.Typer):
    """A set of commands that are given each path with a name: `.` and `..` have none that a sentence could use."""

    def command(self, name: str | None = None, **options: Any) -> Callable[[Any], Any]:
        """Return what adds a function as a command. It returns the function itself, as Typer's own does."""
        register = super().command(name, **options)

        def add(function: Any) -> Any:
            register(_with_named_paths(function))
            return function

        return add


def _with_named_paths(function: Callable[..., object]) -> Callable[..., object]:
    @wraps(function)
    def run(*arguments: object, **named: object) -> object:
        return function(*map(_named, arguments), **{name: _named(value) for name, value in named.items()})

    vars(run).pop("__signature__", None)  # read from the function each time: `train` is given its options later
    return run


def _named(value: object) -> object:
    """Return a path, or paths in a list, in full where the last part is no name. Return other values as they are."""
    if isinstance(value, list):
        return [_named(part) for part in value]
    return value.resolve() if isinstance(value, Path) and value.name in {"", ".."} else value
