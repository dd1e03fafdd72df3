"""The command `textscanner prune`, which lists the strengths of a model's channels and sets weak ones to 0."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.console.options import Json, Model
from app.console.terminal import figure, print_json, progress_bar, say
from app.workers.tensorflow import load_tensorflow


def prune(
    model: Model,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Set the weak channels to 0 in a new model file; needs --folder."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A project: its validation words are read before and after.")
    ] = None,
    threshold: Annotated[
        float, typer.Option(min=0, max=1, help="Weak is below this share of the layer's strongest channel.")
    ] = 0.001,
    layer: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this layer; may be repeated.")] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the strength of every channel, as CSV.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the channels whose kernels are weak. With --out, set them to 0 in a new model and measure what it costs."""
    if (out is None) != (folder is None):
        raise typer.BadParameter("out: name a file with --out and a project with --folder, or neither.")
    load_tensorflow()
    from core.base.files import write_atomically
    from core.model.using.opening import open_recogniser
    from core.plugins.pruning.channels import prune_model, saliencies_of
    from core.plugins.pruning.strengths import PruneJob, saliency_csv

    if table is not None or out is None:
        rows = saliencies_of(open_recogniser(model))
        if table is not None:
            write_atomically(table, saliency_csv(rows, threshold).encode())
        if out is None:
            weak = {row.layer: list(row.below(threshold)) for row in rows}
            if as_json:
                print_json([row.to_dict() | {"weak": weak[row.layer]} for row in rows])
                return
            for row in rows:
                named = " ".join(map(str, weak[row.layer]))
                say(f"{row.layer:44}{len(row.values):6}{row.least:12.4g}{row.most:12.4g}  {named}".rstrip())
            say(f"{sum(map(len, weak.values()))} of {sum(len(row.values) for row in rows)} channels are weak")
            return
    assert folder is not None
    with progress_bar("Reading") as progress:
        pruned = prune_model(PruneJob(model, out, folder, threshold, tuple(layer or ())), progress)
    if as_json:
        print_json(pruned.to_dict())
        return
    for name, channels in pruned.zeroed:
        say(f"{name:44}{' '.join(map(str, channels))}")
    for name, value in pruned.before.items():
        say(f"{name:20}{figure(value):>8} → {figure(pruned.after[name])}")
    say(f"{out}: {pruned.channels} channels set to 0, measured on {pruned.words} validation words")
