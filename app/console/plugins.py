"""The command `plugins`, which lists plug-ins and switches them on and off, and the commands of the plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import TYPE_CHECKING, Annotated

import typer

from app.console.options import Json
from app.console.terminal import UsageError, print_json, print_note, say
from app.console.window import COMMANDS, refuse_switched_off
from core.base.errors import PluginError, one_line
from core.base.plugins.active import plugins, switched_off
from core.base.plugins.ours import OURS
from core.base.plugins.plugin import CommandPart, Plugin

if TYPE_CHECKING:
    from core.base.plugins.listing import ListedPlugin

_LONGEST = 4096

_CONSOLE_ERRORS: tuple[type[Exception], ...] = (
    UsageError,
    typer.Exit,
    typer.Abort,
    *typer.BadParameter.__mro__[1:3],
)  # click's: typer does not name them

plugins_command = typer.Typer(
    name="plugins",
    help="List the plug-ins that are installed, switch one on or off.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@plugins_command.callback()
def list_plugins(context: typer.Context, as_json: Json = False) -> None:
    """List the plug-ins that are installed: name, state, version, folder, what each brings."""
    if context.invoked_subcommand is not None:
        return
    rows = _rows()
    if as_json:
        print_json([row.to_dict() for row in rows])
        return
    for row in rows:
        origin = f"{row.package} in {row.folder}" if row.package else "comes with the program"
        shown = (row.id, row.state, row.version, origin, _brought(row), row.title)
        say("\t".join(one_line(str(value), _LONGEST) for value in shown))
    if not rows:
        print_note("No plug-in is installed. The manual says how to write one.")


@plugins_command.command("on")
def switch_on(name: Annotated[str, typer.Argument(metavar="ID", help="Of a plug-in that is installed.")]) -> None:
    """Switch a plug-in on. It may then do whatever you may: it is a program of others."""
    row = _switched(name, is_on=True)
    origin = f": {row.package} {row.version} in {row.folder}" if row.package else ""
    say(f"{row.id} is on from the next start{origin}.")


@plugins_command.command("off")
def switch_off(name: Annotated[str, typer.Argument(metavar="ID", help="Of a plug-in that is installed.")]) -> None:
    """Switch a plug-in off. Nothing of it is loaded then, and what files hold of it stays."""
    row = _switched(name, is_on=False)
    say(f"{row.id} is off from the next start.")


def add_brought_commands(app: typer.Typer, wanted: Collection[str]) -> None:
    """Add the commands that plug-ins bring: those of `wanted` loaded, and the others as a line of `--help`."""
    parts = plugins().parts("commands", COMMANDS)
    brought = {part.id for _, part in parts}
    app.registered_commands[:] = [command for command in app.registered_commands if command.name not in brought]
    for plugin, part in parts:
        if part.id in wanted:
            app.command(part.id)(_command(plugin, part))
        else:
            app.command(part.id, help=part.title)(_not_wanted)

    for plugin in switched_off():
        for part in plugin.commands:
            if part.is_fixed:
                options = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
                app.command(part.id, help=part.title, context_settings=options)(_refusal(part.id))


def _refusal(name: str) -> Callable[[], None]:
    """Return the command of a plug-in that is switched off: a function of its own, whose parameters Typer can read."""

    def refuse() -> None:
        refuse_switched_off(name)

    return refuse


def _not_wanted() -> None:
    """Nothing: the command line names another command."""


def _command(plugin: Plugin, part: CommandPart) -> Callable[..., object]:
    function: Callable[..., object] = plugins().load(plugin, part.at)
    if plugin.id in OURS:
        return function  # an error of ours is logged as any other

    @wraps(function)
    def run(*arguments: object, **named: object) -> object:
        with plugins().using(plugin, passing=_CONSOLE_ERRORS):
            return function(*arguments, **named)

    return run


def _rows() -> tuple[ListedPlugin, ...]:
    from core.base.plugins.listing import listed_plugins

    return listed_plugins(plugins())


def _switched(name: str, *, is_on: bool) -> ListedPlugin:
    from core.base.plugins.listing import switch

    try:
        return switch(name, _rows(), is_on=is_on)
    except PluginError as error:
        raise typer.BadParameter(str(error)) from error


def _brought(row: ListedPlugin) -> str:
    if row.brings is None:
        return "known once it is on"
    return ", ".join(f"{kind}: {name}" for kind, name in row.brings)
