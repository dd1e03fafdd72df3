"""Shows another program's model in a terminal, as a part of `textscanner layers`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.console.terminal import print_error, print_json, progress_bar, say
from core.base.phrases import number_of

if TYPE_CHECKING:
    from core.plugins.foreign_graphs.graph import ForeignOutput, ForeignTensor, OpenedGraph


def show_graph(path: Path, image: Path | None, values: str, as_json: bool) -> int:
    """Print the inputs, outputs and operators of another program's model, and its outputs for an image."""
    from core.plugins.foreign_graphs.graph import VALUES
    from core.plugins.foreign_graphs.inspecting import inspect_graph

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


def _print(path: Path, opened: OpenedGraph) -> None:
    graph = opened.graph
    kind = f"SavedModel, signature {graph.signature}" if graph.kind == "savedmodel" else "frozen graph"
    say(f"{path}: {kind}" + (f", written by TensorFlow {graph.written_by}" if graph.written_by else ""))
    for title, tensors in (("input", graph.inputs), ("output", graph.outputs)):
        for tensor in tensors:
            say(f"{title:8}{_tensor(tensor)}")
    operators = number_of(sum(graph.operators.values()), "operator", "operators")
    say(f"{operators} of {number_of(len(graph.operators), 'kind', 'kinds')}:")
    for name, count in sorted(graph.operators.items(), key=lambda operator: -operator[1]):
        say(f"{count:8}  {name}{'  (not run here)' if name in graph.refused else ''}")
    if graph.why_not and not opened.not_run:
        say(f"It is shown, and would not be run. {graph.why_not}")
    if opened.run is not None:
        say(f"given   {_tensor(opened.run.given)}: {opened.run.image}, {opened.run.seconds:.3f} s")
        for output in opened.run.outputs:
            say(f"gave    {_output(output)}")


def _tensor(tensor: ForeignTensor) -> str:
    return f"{tensor.name}  {tensor.dtype} {tensor.shape_text()}" if tensor.dtype else tensor.name


def _output(output: ForeignOutput) -> str:
    size = " × ".join(map(str, output.shape)) or "1"
    if output.least is None:
        return f"{output.name}  {output.dtype} {size}"
    figures = f"{output.least:.4g} to {output.greatest:.4g}, mean {output.mean:.4g}"
    return f"{output.name}  {output.dtype} {size}: {figures}, greatest at {list(output.at)}"
