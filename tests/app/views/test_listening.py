"""A view that is gone listens to nothing: Qt lets go of a method with its widget, but never of a lambda."""

import ast
from collections.abc import Iterator
from pathlib import Path

import app.plugins
import app.views


def connections(file: Path) -> Iterator[tuple[int, str, ast.expr]]:
    """Line, signal and listener of each connection."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "connect":
            yield node.lineno, ast.unparse(node.func.value), node.args[0]


def is_of_session(signal: str) -> bool:
    return signal.removeprefix("self._").removeprefix("self.").startswith("session.")


def test_no_view_listens_to_the_session_by_a_lambda_that_names_the_view():
    faults = []
    views = (Path(package.__path__[0]) for package in (app.views, app.plugins))
    for file in sorted(file for folder in views for file in folder.rglob("*.py")):
        for line, signal, listener in connections(file):
            is_bare = isinstance(listener, ast.Lambda) or ast.unparse(listener).startswith("partial(")
            if is_of_session(signal) and is_bare and "self" in ast.unparse(listener):
                faults.append(f"{file.name}:{line}: {signal}")
    assert faults == []
