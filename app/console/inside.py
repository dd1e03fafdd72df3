"""`textscanner layers`: what is inside a model, on a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.console.options import Json, Model
from app.console.terminal import print_error, print_json, progress_bar, say, tell
from app.workers.tensorflow import load_tensorflow
from core.base.phrases import number_of

if TYPE_CHECKING:
    from core.model.foreign.graph import ForeignOutput, ForeignTensor, OpenedGraph


def is_graph(path: Path) -> bool:
    """Return True for a SavedModel's folder or a frozen graph."""
    return path.suffix == ".pb" or (path / "saved_model.pb").is_file()


def show_graph(path: Path, image: Path | None, values: str, as_json: bool) -> int:
    """Show a model of another program: its inputs, outputs and operators, and what it gives for an image."""
    from core.model.foreign.graph import VALUES
    from core.model.foreign.inspecting import inspect_graph

    chosen = next((name for name in VALUES if name == values), None)
    if chosen is None:
        raise typer.BadParameter(f'values: "{values}" is not one of {", ".join(VALUES)}.')
    with progress_bar("Reading") as progress:
        opened = inspect_graph(path, image, values=chosen, progress=progress)
    if as_json:
        print_json(opened.to_dict())
    else:
        _print(path, opened)
    if opened.not_run:
        print_error(f"Not run on {image}. {opened.not_run}")
    return 1 if opened.not_run else 0


def _print(path: Path, found: OpenedGraph) -> None:
    graph = found.graph
    kind = f"SavedModel, signature {graph.signature}" if graph.kind == "savedmodel" else "frozen graph"
    say(f"{path}: {kind}" + (f", written by TensorFlow {graph.written_by}" if graph.written_by else ""))
    for title, tensors in (("input", graph.inputs), ("output", graph.outputs)):
        for tensor in tensors:
            say(f"{title:8}{_tensor(tensor)}")
    operators = number_of(sum(graph.operators.values()), "operator", "operators")
    say(f"{operators} of {number_of(len(graph.operators), 'kind', 'kinds')}:")
    for name, count in sorted(graph.operators.items(), key=lambda each: -each[1]):
        say(f"{count:8}  {name}{'  (not run here)' if name in graph.refused else ''}")
    if graph.why_not and not found.not_run:
        say(f"It is shown, and would not be run. {graph.why_not}")
    if found.run is not None:
        say(f"given   {_tensor(found.run.given)}: {found.run.image}, {found.run.seconds:.3f} s")
        for output in found.run.outputs:
            say(f"gave    {_output(output)}")


def _tensor(tensor: ForeignTensor) -> str:
    return f"{tensor.name}  {tensor.dtype} {tensor.shape_text()}" if tensor.dtype else tensor.name


def _output(output: ForeignOutput) -> str:
    size = " × ".join(map(str, output.shape)) or "1"
    if output.least is None:
        return f"{output.name}  {output.dtype} {size}"
    figures = f"{output.least:.4g} to {output.greatest:.4g}, mean {output.mean:.4g}"
    return f"{output.name}  {output.dtype} {size}: {figures}, greatest at {list(output.at)}"


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
    if is_graph(model):
        if svg is not None or maps is not None:
            raise typer.BadParameter("svg: only the layers of a model of ours are drawn, and their maps written.")
        return show_graph(model, image, values, as_json)
    if (layer is None) != (maps is None) or (layer is not None and image is None):
        raise typer.BadParameter("layer: name an image with --image and a folder with --maps, too.")
    if svg is not None and svg.suffix.lower() != ".svg":
        raise typer.BadParameter(f"svg: {svg} does not end with .svg.")
    load_tensorflow()
    from core.model.inside.describing import describe_model
    from core.model.inside.facts import layer_table, totals
    from core.model.inside.graph import write_svg
    from core.model.inside.maps import write_maps
    from core.model.inside.probing import probe_model

    if layer is not None and maps is not None and image is not None:
        for path in write_maps(maps, probe_model(model, image, layer)):
            say(path)
        return 0
    facts = describe_model(model, image)
    if svg is not None:
        write_svg(svg, facts)
        tell(str(svg))
    if as_json:
        print_json(totals(facts) | {"layers": [layer.to_dict() for layer in facts]})
    else:
        say(layer_table(facts))
    return 0
