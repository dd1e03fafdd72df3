"""Writes `docs/reference.md` from the code: `python -m app.console.manual FILE`.

Every command with its options, every key of a configuration, term of the filter, action with its keys, and setting.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from app.actions.menus import MENUS, menu_of
from app.actions.table import ACTIONS
from app.console.commands import app
from app.console.plugins import add_brought_commands
from app.console.train_command import add_choices
from app.console.window import command_names
from app.settings.table import GROUPS, SETTINGS
from app.training.reference import reference
from core.base.files import write_atomically
from core.index.filter_terms import TERMS

_HEAD = """# Reference

Everything that has a name, as the code knows it. `textscanner reference` and the search of Help › Manual show keys,
sources and formats, too; F1 lists the keys of the window as you have set them.
`python script/tasks.py translations` writes this page.
"""


def document() -> str:
    """Return the page in Markdown."""
    known = reference()
    parts = [
        ("Commands", _commands()),
        ("The filter", _table(("term, for example", "holds for"), ((term.id, term.help) for term in TERMS))),
        (
            "Keys of a configuration",
            _table(("key", "values", "default", "what it does"), (tuple(key.values()) for key in known["config"])),
        ),
        ("Data sources", _table(("path", "what"), (tuple(source.values()) for source in known["sources"]))),
        (
            "Formats of labels",
            _table(
                ("name", "what", "written"),
                ((form["name"], form["title"], "yes" if form["write"] else "") for form in known["formats"]),
            ),
        ),
        ("Actions", _actions()),
        ("Settings", _settings()),
    ]
    return _HEAD + "".join(f"\n## {title}\n\n{text}" for title, text in parts)


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]], *, typed: bool = True) -> str:
    """Return a table whose first cells are what a person types if `typed`, else names in the window."""
    lines = [titles, ["---"] * len(titles)]
    for first, *cells in rows:
        named = f"`{first}`".replace("|", "\\|") if typed else _cell(first)
        lines.append([named, *map(_cell, cells)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(text: str) -> str:
    parts = " ".join(text.split()).replace("|", "\\|").replace("``", "`").split("`")
    return "`".join(part if at % 2 else part.replace("<", "&lt;") for at, part in enumerate(parts))  # odd ones are code


def _commands() -> str:
    add_choices()
    add_brought_commands(app, command_names())
    group = typer.main.get_command(app)
    parts = []
    for name, command in _with_inner(group):
        given = [param for param in command.params if param.param_type_name == "argument"]
        options = [param for param in command.params if param.param_type_name == "option" and param.name != "help"]
        usage = " ".join([f"textscanner {name}", *(_argument(param) for param in given)])
        parts.append(f"### {name}\n\n`{usage}`\n\n{command.help}\n")
        rows = [(" ".join([option.opts[-1], option.metavar or ""]).strip(), option.help or "") for option in options]
        parts += [_table(("option", "what it does"), rows)] if rows else []
    return "\n".join(parts)


def _with_inner(group: Any) -> Iterator[tuple[str, Any]]:
    """Yield each command with its name, and behind one that has commands of its own these."""
    for name in command_names():
        command = group.commands[name]
        yield name, command
        yield from ((f"{name} {inner}", part) for inner, part in getattr(command, "commands", {}).items())


def _argument(given: Any) -> str:
    name = given.metavar or f"{given.name.upper()}{'…' if given.nargs < 0 else ''}"
    return name if given.required or name.startswith("[") else f"[{name}]"


def _actions() -> str:
    titles = {menu.id: menu.title.replace("&", "") for menu in MENUS}
    parts = []
    for menu in MENUS:
        rows = [
            (action.title, ", ".join(action.shortcuts), action.help)
            for action in ACTIONS
            if menu_of(action.id) == menu.id
        ]
        parents = menu.id.split(".")
        path = " › ".join(titles[".".join(parents[: depth + 1])] for depth in range(len(parents)))
        parts += [f"### {path}\n\n{_table(('action', 'keys', 'what it does'), rows, typed=False)}"] if rows else []
    return "\n".join(parts)


def _settings() -> str:
    parts = []
    for group, title in GROUPS.items():
        rows = [
            (setting.title, str(setting.default), setting.help)
            for setting in SETTINGS.values()
            if setting.group == group and not isinstance(setting.default, dict)
        ]
        parts += [f"### {title}\n\n{_table(('setting', 'default', 'what it does'), rows, typed=False)}"] if rows else []
    return "\n".join(parts)


if __name__ == "__main__":
    write_atomically(Path(sys.argv[1]), document().encode())
