"""The command `readers`, which lists the readers of other programs, adds one, or removes one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from app.console.named_paths import Commands
from app.console.options import Json
from app.console.readers.known import known_readers
from app.console.readers.reading import reading_progress
from app.console.terminal import print_error, print_json, print_note, say
from core.base.errors import Sentence, one_line
from core.base.phrases import number_of

if TYPE_CHECKING:
    from core.readers.catalogue import ListedReader

_LONGEST = 4096
_SHORT = 12  # digits of a hash that tell versions apart

readers = Commands(
    name="readers",
    help="List the readers of other programs that --reader can name, add one, remove one.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@readers.callback()
def list_readers(context: typer.Context, as_json: Json = False) -> None:
    """List the readers of other programs that --reader can name: name, version, symbols, file, who has brought it."""
    if context.invoked_subcommand is not None:
        return
    known = known_readers()
    listed = known.listed()
    usable = [row for row in listed if not row.problem]
    if as_json:
        print_json([_row(row) for row in listed])
        return
    for row in usable:
        symbols = "–" if row.symbols is None else number_of(row.symbols, "symbol", "symbols")
        shown = (row.name, row.version[:_SHORT], symbols, row.file, row.source)
        say("\t".join(one_line(str(value), _LONGEST) for value in shown))
    for row in listed:
        if row.problem:
            print_error(row.problem)
    if not usable:
        print_note("No reader of another program is installed or was added. The manual says how to get one.")
    if known.recognisers and importlib.util.find_spec("onnxruntime") is None:
        print_note("onnxruntime is not installed, and readers in ONNX files need it. Install the extra `readers`.")


def _row(row: ListedReader) -> dict[str, Any]:
    if row.problem:
        return {"name": row.name, "problem": str(row.problem)}
    places = {"file": str(row.file), "source": str(row.source), "added": row.is_added}
    return {"name": row.name, "version": row.version, "symbols": row.symbols} | places


def _numbers(text: str | None, option: str) -> tuple[float, ...] | None:
    try:
        return None if text is None else tuple(float(number) for number in text.split(","))
    except ValueError:
        raise typer.BadParameter(f'{option}: "{text}" is no number, and no three between commas.') from None


@readers.command("add")
def add_reader(
    file: Annotated[Path, typer.Argument(help="An ONNX file of a CTC recogniser. A copy of it is kept.")],
    symbols: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Its symbols, one a line, in the order of its classes, without the blank.  [default: those in FILE]",
        ),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="ppocr|openocr|svtr|crnn|doctr",
            help="Its family: the values below that are not given.  [default: ppocr if FILE holds its symbols]",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Its name for --reader.  [default: FILE's]")] = None,
    height: Annotated[int | None, typer.Option(min=1, help="Height of its input, pixels.")] = None,
    width: Annotated[
        int | None, typer.Option(min=1, help="Width of its input, pixels; the least if it widens.")
    ] = None,
    widens: Annotated[
        bool | None, typer.Option("--widens/--fixed", help="Whether a longer crop gets a wider input.")
    ] = None,
    fit: Annotated[
        Literal["pad", "inside", "stretch"] | None,
        typer.Option(
            metavar="pad|inside|stretch",
            help="Crops keep their ratio at full height (pad) or within both sides (inside), or do not.",
        ),
    ] = None,
    fill: Annotated[
        Literal["zero", "black"] | None,
        typer.Option(metavar="zero|black", help="The rest of the input: 0, or the value of black."),
    ] = None,
    channels: Annotated[
        Literal["rgb", "bgr", "grey"] | None, typer.Option(metavar="rgb|bgr|grey", help="Order of the colours.")
    ] = None,
    mean: Annotated[
        str | None, typer.Option(metavar="M[,M,M]", help="Taken from values 0 to 1, for all channels or each.")
    ] = None,
    scale: Annotated[str | None, typer.Option(metavar="S[,S,S]", help="What they are then divided by.")] = None,
    blank: Annotated[
        Literal["first", "last"] | None,
        typer.Option(metavar="first|last", help="The place of the blank among the classes."),
    ] = None,
) -> None:
    """Keep a CTC recogniser under a name, for --reader. It is opened and tried first."""
    from core.readers.adding import add_recogniser, name_for
    from core.readers.recogniser import FAMILIES, read_symbols

    if preset is not None and preset not in FAMILIES:
        raise typer.BadParameter(f'preset: "{preset}" is not one of {", ".join(FAMILIES)}.')
    values: dict[str, object] = {"height": height, "width": width, "widens": widens}
    values |= {"fit": fit, "fill": fill, "channels": channels}
    values |= {"mean": _numbers(mean, "mean"), "scale": _numbers(scale, "scale")}
    with reading_progress() as (progress, waiting):
        progress(0, 0)
        kept = add_recogniser(
            file,
            name or name_for(file),
            symbols=None if symbols is None else read_symbols(symbols),
            family=None if preset is None else FAMILIES[preset],
            chosen={key: value for key, value in values.items() if value is not None},
            blank=blank,
            source=Sentence("added from {file}", file=file.absolute()),
            waiting=waiting,
        )
    symbols_read = number_of(len(kept.symbols), "symbol", "symbols")
    say(f"{kept.name}: {symbols_read}, {kept.pictures.height} pixels high, kept in {kept.file.parent}.")


@readers.command("remove")
def remove_reader(name: Annotated[str, typer.Argument(help="Of a reader that was added.")]) -> None:
    """Forget a reader that was added, and delete the copy of its file."""
    from core.readers.kept import remove_recogniser

    remove_recogniser(name)
    say(f"{name} is no reader any more. Its readings stay.")
