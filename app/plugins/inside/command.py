"""The command `textscanner layers`, which shows the layers of a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.console.options import Json, Model
from app.console.terminal import UsageError, print_json, print_note, say
from app.workers.tensorflow import load_tensorflow
from core.base.plugins.active import plugins, switched_off
from core.base.plugins.plugin import OtherModelPart, Plugin


def layers(
    model: Model,
    image: Annotated[
        Path | None, typer.Option(metavar="IMAGE", help="Also what each layer gives for this word image.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the graph of the layers.")] = None,
    layer: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --image and --maps: the layer whose maps are written.")
    ] = None,
    maps: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the maps of --layer are written, the most active first.")
    ] = None,
    values: Annotated[
        str,
        typer.Option(
            metavar="bytes|unit|signed",
            help="Of another program: with --image, the pixels as 0 to 255, 0 to 1, or -1 to 1.",
        ),
    ] = "unit",
    as_json: Json = False,
) -> int:
    """List a model's layers: output shape, parameters, multiply-adds, and how they are connected.

    MODEL may also be of another program, a SavedModel's folder or a frozen graph (.pb): then its inputs, outputs and
    operators, and what it gives for the image if all of them are harmless.
    """
    shown_by = shown_by_plugin(model)
    if shown_by is not None:
        if svg is not None or maps is not None:
            raise typer.BadParameter("svg: only the layers of a model of ours are drawn, and their maps written.")
        plugin, part = shown_by
        return int(plugins().call(plugin.id, part.at, model, image, values, as_json))
    if (layer is None) != (maps is None) or (layer is not None and image is None):
        raise typer.BadParameter("layer: name an image with --image and a folder with --maps, too.")
    if svg is not None and svg.suffix.lower() != ".svg":
        raise typer.BadParameter(f"svg: {svg} does not end with .svg.")
    load_tensorflow()
    from core.plugins.inside.describing import describe_model
    from core.plugins.inside.facts import layer_table, totals
    from core.plugins.inside.graph import write_svg
    from core.plugins.inside.maps import write_maps
    from core.plugins.inside.probing import probe_model

    if layer is not None and maps is not None and image is not None:
        for path in write_maps(maps, probe_model(model, image, layer)):
            say(path)
        return 0
    facts = describe_model(model, image)
    if svg is not None:
        write_svg(svg, facts)
        print_note(str(svg))
    if as_json:
        print_json(totals(facts) | {"layers": [layer.to_dict() for layer in facts]})
    else:
        say(layer_table(facts))
    return 0


def shown_by_plugin(model: Path) -> tuple[Plugin, OtherModelPart] | None:
    """Return the plug-in that shows another program's model, with its part, or None for one of our own models.

    Raises UsageError if the plug-in is one of ours that was switched off.
    """
    for plugin, part in plugins().parts("other_models"):
        if part.is_for(model):
            return plugin, part
    for plugin in switched_off():
        if any(part.is_for(model) for part in plugin.other_models):
            raise UsageError(
                f'{model.name}: a model of another program, which the plug-in "{plugin.id}" shows. It is switched off '
                f'in Settings › Plug-ins. Switch it on there, or by "textscanner plugins on {plugin.id}".'
            )
    return None
