"""Finds the visible texts that tables and sentences of `app` and `core` hold, for the translation catalogue.

`pyside6-lupdate` finds only what a call of `tr` or `translate` holds. Only the standard library, as in `tasks.py`.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def table_texts(package: Path) -> set[tuple[str, str]]:
    """Return the texts of the tables of a package, each with its context.

    They are what is given to a field of a class, a parameter of a function or a constant of the type `TableText`,
    possibly in a tuple or a mapping.
    """
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(package.rglob("*.py"))}
    contexts = {
        file: str(ast.literal_eval(node.value))
        for file, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in {"CONTEXT", "_CONTEXT"}
    }
    described = ROOT / "core/base/described.py"  # the base class of many tables
    inherited = _makers(ast.parse(described.read_text(encoding="utf-8")), {})
    plugin = ROOT / "core/base/plugins/plugin.py"  # the rows that our own plug-ins are made of
    brought = _makers(ast.parse(plugin.read_text(encoding="utf-8")), inherited)
    makers = {file: _makers(tree, inherited) for file, tree in trees.items()}
    classes = {name: file for file, found in makers.items() for name in found if name[0].isupper()}
    homes = {".".join(file.relative_to(package.parent).with_suffix("").parts): file for file in contexts}
    for file in trees.keys() - contexts.keys():  # else that which it imports, or that of the class of its table
        imports = [node for node in trees[file].body if isinstance(node, ast.ImportFrom)]
        names = [(alias.name, node.module or "") for node in imports for alias in node.names]
        others = [homes[module] for name, module in names if name == "CONTEXT" and module in homes]
        others += [classes[name] for name, _ in names if name in classes]
        contexts[file] = contexts.get(others[0], "") if others else ""
    found = set()
    for file, tree in trees.items():
        for node in ast.walk(tree):
            given: list[tuple[ast.expr, ast.expr]] = []
            context = contexts[file]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                home = classes.get(node.func.id, file)
                fields = makers[home].get(node.func.id) or brought.get(node.func.id, {})
                made = getattr(fields.get("return"), "id", "")  # a function that makes an entry of a table
                context = contexts[classes.get(made, home)]
                given = list(zip(node.args, fields.values(), strict=False))
                given += [(item.value, fields[item.arg]) for item in node.keywords if item.arg in fields]
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                given = [(node.value, node.annotation)]
            found |= {(context, text) for value, kind in given for text in _texts(value, kind) if text}
    return found


def attribute_docstrings(module: Path) -> set[str]:
    """Return the docstrings below the attributes of a module's classes, each on one line."""
    classes = [node for node in ast.parse(module.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
    pairs = [pair for node in classes for pair in itertools.pairwise(node.body)]
    return {
        " ".join(str(text.value.value).split())
        for attribute, text in pairs
        if isinstance(attribute, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }


def _makers(tree: ast.Module, inherited: Mapping[str, dict[str, ast.expr]]) -> dict[str, dict[str, ast.expr]]:
    """Return the classes and functions of a module that take a `TableText`, with the types of what they take."""
    found = {}
    for node in tree.body:
        fields: list[tuple[str, ast.expr | None]] = []
        if isinstance(node, ast.ClassDef):
            for base in map(ast.unparse, node.bases):
                fields += inherited.get(base, {}).items()
            fields += [
                (ast.unparse(part.target), part.annotation) for part in node.body if isinstance(part, ast.AnnAssign)
            ]
        elif isinstance(node, ast.FunctionDef):
            fields = [(part.arg, part.annotation) for part in [*node.args.args, *node.args.kwonlyargs]]
            fields.append(("return", node.returns))
        if any(annotation is not None and "TableText" in ast.unparse(annotation) for _, annotation in fields):
            found[node.name] = {name: annotation or ast.Constant(None) for name, annotation in fields}
    return found


def _texts(value: ast.expr, annotation: ast.expr) -> Iterator[str]:
    """Yield the literal texts within a value that are `TableText` by the value's type."""
    if "TableText" not in ast.unparse(annotation):
        return
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and isinstance(annotation, ast.Name):
        yield value.value
    if not isinstance(annotation, ast.Subscript):
        return
    inner = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if isinstance(value, ast.Dict):
        for each in value.values:
            yield from _texts(each, inner[-1])
    elif isinstance(value, ast.Tuple):
        repeated = isinstance(inner[-1], ast.Constant)  # tuple[TableText, ...]
        for place, each in enumerate(value.elts):
            yield from _texts(each, inner[0] if repeated else inner[min(place, len(inner) - 1)])


def sentences(package: Path) -> list[str]:
    """Return the templates of a package's sentences: the literal first arguments of all makers of a `Sentence`."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(package.rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    makers = {"Sentence", "StudioError", "Damaged", "Reject"}
    while more := {name for name, of in bases.items() if of & makers} - makers:
        makers |= more
    firsts = [
        node.args[0]
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers and node.args
    ]
    return sorted({first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)})
