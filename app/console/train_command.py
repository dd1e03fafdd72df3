"""The options of `textscanner train`, whose work is done in `app.console.training`, loaded when it runs."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.console.terminal import print_note
from app.workers.tensorflow import load_backend

if TYPE_CHECKING:
    from app.training.fields import TrainingField


def train(
    folder: Annotated[Path, typer.Argument(help="A project: a folder of images and labels.")],
    run: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The run's folder; must not exist, unless --resume is set.  [required]"),
    ] = None,
    preview: Annotated[
        Path | None,
        typer.Option(metavar="PNG", help="Draw what training would see into this picture, and end; needs no --run."),
    ] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="More choices, .toml or .json.")] = None,
    **choices: Any,
) -> int:
    """Train a recogniser. The best model by validation ends up as DIR/model.keras."""
    from app.console.training import NO_START, configured, shared_with, train_on_console, write_preview
    from core.base.errors import RunError

    try:
        cluster = shared_with(choices["workers"], choices["index"])
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    follows = bool(cluster.get("index"))
    if run is not None and follows:
        raise typer.BadParameter("run: worker 0 alone has the run's folder. Leave --run out.")
    if run is None and preview is None and not follows:
        raise typer.BadParameter("run: name the run's folder with --run.")
    if preview is not None and preview.suffix.lower() != ".png":
        raise typer.BadParameter(f"preview: {preview} does not end with .png.")
    values = {"folder": folder, "run": run or Path()} | choices | cluster | ({"start": NO_START} if follows else {})
    try:
        chosen = configured(config, values, say=print_note)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    if preview is not None:
        return write_preview(chosen, preview)
    try:
        load_backend(chosen)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    return train_on_console(chosen)


def add_choices() -> None:
    """Add the options from the table of choices to `train`, only when needed because this loads pydantic."""
    from app.training.table import FIELDS

    options = [_option(field) for field in FIELDS.values() if field.option is not None]
    train.__signature__ = inspect.Signature([*_OWN, *options])  # type: ignore[attr-defined]  # of PEP 362


def _option(field: TrainingField) -> inspect.Parameter:
    kind: Any = {"integer": int, "number": float, "switch": bool}.get(field.kind, str)
    if field.option:
        kind = list[Path] if field.id == "watch" else str
    default = field.unset or ("" if field.default in (None, False, ()) else field.default)
    name = field.id.partition(".")[0]  # a table of choices is named by its kind: --loss paper
    option = typer.Option(
        f"--{name.replace('_', '-')}",
        metavar=field.option or "|".join(map(str, field.choices)) or None,
        help=f"{field.help}  [default: {default}]" if default != "" else field.help,
    )
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option]
    )


# typer makes an option of each parameter in the signature: those of the table come with `add_choices`
_OWN = [*inspect.signature(train, eval_str=True).parameters.values()][:-1]
train.__signature__ = inspect.Signature(_OWN)  # type: ignore[attr-defined]  # of PEP 362
