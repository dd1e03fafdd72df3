"""`textscanner layers`: what is inside a model, on a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.console.options import Json, Model
from app.console.terminal import print_json, tell
from app.workers.tensorflow import load_tensorflow


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
    as_json: Json = False,
) -> None:
    """List a model's layers: output shape, parameters, multiply-adds, and how they are connected."""
    if (layer is None) != (maps is None) or (layer is not None and image is None):
        raise typer.BadParameter("layer: name an image with --image and a folder with --maps, too.")
    if svg is not None and svg.suffix.lower() != ".svg":
        raise typer.BadParameter(f"svg: {svg} does not end with .svg.")
    load_tensorflow()
    from core.model.inside.describing import describe_model  # noqa: PLC0415
    from core.model.inside.facts import layer_table, totals  # noqa: PLC0415
    from core.model.inside.graph import write_svg  # noqa: PLC0415
    from core.model.inside.maps import write_maps  # noqa: PLC0415
    from core.model.inside.probing import probe_model  # noqa: PLC0415

    if layer is not None and maps is not None and image is not None:
        for path in write_maps(maps, probe_model(model, image, layer)):
            print(path)
        return
    found = describe_model(model, image)
    if svg is not None:
        write_svg(svg, found)
        tell(str(svg))
    if as_json:
        print_json(totals(found) | {"layers": [layer.to_dict() for layer in found]})
    else:
        print(layer_table(found))
