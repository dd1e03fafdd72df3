"""The command `textscanner adapt`, which makes a new model from an existing one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.console.options import Json, Model, charset_named
from app.console.terminal import print_json, say
from app.workers.tensorflow import load_tensorflow
from core.base.phrases import number_of
from core.model.network.transferred import LAYERS
from core.runs.bundled import model_path

if TYPE_CHECKING:
    from core.plugins.adapting.job import Adapted

_CHOICES = "|".join(LAYERS)


def adapt(
    model: Model,
    charset: Annotated[
        str | None,
        typer.Option(
            metavar="digits|alnum|signs|zh|zh-large|FILE", help="The new model's symbols.  [default: the model's]"
        ),
    ] = None,
    weights: Annotated[
        Path | None,
        typer.Option(
            parser=model_path,
            metavar="FILE",
            help="Take over these weights: .keras, .weights.h5, or .npz in PyTorch's layout.",
        ),
    ] = None,
    layers: Annotated[
        str | None,
        typer.Option(
            metavar=_CHOICES, help="Of --weights or --save: which layers.  [default: all, of --save the backbone]"
        ),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option(metavar="JSON", help="Of an .npz: the model's name of each layer or weight in the file."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The new .keras; its card comes beside it.  [default: a preview]"),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write weights of MODEL apart: .npz in PyTorch's layout, .weights.h5, .keras."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a new model of an existing one: other symbols, weights of another file. Without --out, say what would be."""
    if layers is not None and layers not in LAYERS:
        raise typer.BadParameter(f'layers: "{layers}" is not one of {", ".join(LAYERS)}.')
    if save is not None and (charset, weights, names, out) != (None, None, None, None):
        raise typer.BadParameter("save: only --layers goes with it. Adapt first, then save weights of the new model.")
    if save is None and charset is None and weights is None:
        raise typer.BadParameter("adapt: name a charset with --charset, a file with --weights, or one with --save.")
    if weights is None and names is not None:
        raise typer.BadParameter("names: name the file of weights with --weights, too.")
    symbols = None if charset is None else charset_named(charset).symbols
    load_tensorflow()
    from core.plugins.adapting.adapting import adapt_model
    from core.plugins.adapting.job import AdaptJob, SaveJob
    from core.plugins.adapting.weight_files import save_weights_of

    chosen = next((choice for choice in LAYERS if choice == layers), None)
    if save is not None:
        saved = save_weights_of(SaveJob(model, save, chosen or "backbone"))
        if as_json:
            print_json({"out": str(saved.out), "weights": saved.weights})
        else:
            say(f"{saved.out}: {number_of(saved.weights, 'weight', 'weights')}")
        return
    adapted = adapt_model(AdaptJob(model, out, symbols, weights, chosen or "all", names))
    if as_json:
        print_json(adapted.to_dict())
    else:
        _show_adapted(adapted)


def _show_adapted(adapted: Adapted) -> None:
    change, transfer = adapted.symbols, adapted.transfer
    for title, symbols in (("stay", change.kept), ("new", change.new), ("lost", change.dropped)):
        say(f"{title:8}{len(symbols):6}  {''.join(symbols)}".rstrip())
    say(f"layers  {len(transfer.copied):6}  taken over whole")
    for layer in transfer.partly:
        say(f"partly          {layer}")
    for layer, reason in transfer.skipped:
        say(f"skipped         {layer}: {reason}")
    for weight in transfer.unused:
        say(f"unused          {weight}")
    say("nothing is written: name a file with --out" if adapted.out is None else adapted.out)
