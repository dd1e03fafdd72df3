"""The commands that use a model to read images: `predict`, and `evaluate` for labelled ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.console.options import (
    Backend,
    Crops,
    Expected,
    IgnoreCase,
    Json,
    Language,
    Model,
    Raw,
    loading,
    opened,
)
from app.console.terminal import figure, print_error, print_json, print_note, progress_bar, say
from app.workers.tensorflow import load_named_backend
from core.base.images import is_image
from core.runs.bundled import model_path, model_text

if TYPE_CHECKING:
    from core.base.progress import Progress
    from core.model.network.saving import Recogniser
    from core.model.using.graphs.exported import Exported
    from core.model.using.graphs.word_graph import Chosen
    from core.model.using.reading_options import ReadingOptions


def _load_backend(backend: str) -> None:
    from core.base.errors import RunError

    try:
        load_named_backend(backend, side_by_side=True)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error


def _warn_of_unusable_gpu() -> None:
    """Warn if the machine has an NVIDIA card that TensorFlow, which reads, cannot use."""
    from core.model.steps.backends import is_tensorflow
    from core.model.steps.unused_cards import unusable_gpu, visible_gpus

    if not is_tensorflow():
        return
    reason = unusable_gpu(visible_gpus())
    if reason:
        print_note(reason)


def _chosen(
    model: Path, images: int, options: ReadingOptions, backend: str, progress: Progress, *, needs_maps: bool
) -> Chosen:
    """Choose whether a graph reads in place of a model and a backend.

    The note is to be shown when the model has been opened: a damaged model has its own sentence.
    """
    from core.model.using.graphs.word_graph import Chosen, graph_instead

    if needs_maps or backend != "auto":
        return Chosen(None)
    return graph_instead(model, images, options, progress)


def _opened(model: Path, backend: str) -> Recogniser | Exported:
    """Load the backend, and open a model or the file of an export."""
    _load_backend(backend)
    from core.model.using.graphs import SUFFIXES
    from core.model.using.graphs.exported import open_exported
    from core.model.using.opening import open_recogniser

    _warn_of_unusable_gpu()
    return open_exported(model) if model.suffix in SUFFIXES else open_recogniser(model)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # longer than a name may be, or with a sign that none may have
        return False


def _require_ending(expected: str | None) -> None:
    """Raise BadParameter for a file of expected words whose name would be taken for a pattern."""
    if expected and not expected.endswith(".txt") and _is_file(expected):
        raise typer.BadParameter(f"{expected}: the name of a file of expected words has to end with .txt. Rename it.")


ReaderName = Annotated[
    str | None,
    typer.Option(
        "--reader", metavar="NAME", help="Read with another program instead of MODEL: a name that `readers` lists."
    ),
]


def _refuse_with_reader(**options: object) -> None:
    """Raise BadParameter for what only a model of ours can be asked for."""
    for option, value in options.items():
        if value not in {None, False}:
            raise typer.BadParameter(f"{option.replace('_', '-')}: only for a model, not with --reader.")


def _refuse_reading_options(ignore_case: bool, crops: Crops, language: str | None, expected: str | None) -> None:
    is_chosen = None if crops == "auto" else crops
    _refuse_with_reader(ignore_case=ignore_case, crops=is_chosen, language=language, expected=expected)


def predict(
    model: Model,
    images: Annotated[
        list[Path] | None, typer.Argument(help="Word images. With --reader, MODEL may be left out.")
    ] = None,
    as_json: Json = False,
    maps: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write the predicted maps, as pictures.")
    ] = None,
    layers: Annotated[
        bool, typer.Option("--layers", help="With --maps: also write what each layer gives; ten times slower.")
    ] = False,
    ignore_case: IgnoreCase = False,
    crops: Crops = "auto",
    language: Language = None,
    expected: Expected = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write what is read to FILE: .csv, or else as text.")
    ] = None,
    raw: Raw = False,
    backend: Backend = "auto",
    reader: ReaderName = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --reader: keep what it reads beside the images' project.")
    ] = False,
) -> int:
    """Read word images. Exits 1 if one of them cannot be read, after the others."""
    images = images or []
    if reader is not None:
        _refuse_with_reader(maps=maps, layers=layers)
        _refuse_reading_options(ignore_case, crops, language, expected)
        from app.console.readers.reading import predict_by

        named = [model] if is_image(model) else []
        if not named:
            print_note(f"{reader} reads instead of {model_text(model)}.")
        if not [*named, *images]:
            raise typer.BadParameter("images: name at least one.")
        return predict_by(reader, [*named, *images], as_json=as_json, table=table, raw=raw, keep=keep)
    if keep:
        raise typer.BadParameter("keep: name a reader, with --reader. What MODEL reads is kept by the window.")
    if not images:
        raise typer.BadParameter("images: name at least one after MODEL.")
    if layers and maps is None:
        raise typer.BadParameter("layers: name a folder to write them into, with --maps.")
    _require_ending(expected)
    from core.model.using.reading_options import chosen_options

    options = chosen_options(ignore_case, crops, language, expected)
    decides = language is None and not expected and crops == "auto"
    from core.analysis.reading_table import text_line, write_table
    from core.model.using.jobs import predict_files

    with progress_bar("Reading", loading(model)) as progress:
        needs_maps = maps is not None
        chosen = _chosen(model, len(images), options, backend, progress, needs_maps=needs_maps)
        if chosen.graph is None:
            _load_backend(backend)
            _warn_of_unusable_gpu()
        report = predict_files(
            chosen.graph or model, images, maps=maps, layers=layers, options=options, decides=decides, progress=progress
        )
    for note in (chosen.note, *report.notes):
        if note:
            print_note(note)
    for refused in report.refused:
        print_error(refused.reason)
    if as_json:
        print_json(report.to_list())
    else:
        for read in report.predictions:
            say(text_line(read.image, read.word))
    if table is not None:
        write_table(table, [(read.image, read.word) for read in report.predictions], raw=raw)
    return 0 if report.succeeded else 1


def evaluate(
    model: Annotated[
        Path,
        typer.Argument(
            parser=model_path,
            metavar="MODEL",
            help="A .keras file of ours, a run, reader or reader-zh, or a .tflite or .onnx file of an export, "
            "for its figures and those of the model that was exported.",
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(help="A project: a folder of images and labels. With --reader, MODEL may be left out."),
    ] = None,
    as_json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also write the result of each image, figures (PNG, SVG) and tables (CSV)."),
    ] = None,
    ignore_case: IgnoreCase = False,
    crops: Crops = "auto",
    language: Language = None,
    expected: Expected = None,
    raw: Raw = False,
    drafts: Annotated[
        bool, typer.Option("--drafts", help="Count labels that a model drafted and nobody has reviewed, too.")
    ] = False,
    agreed: Annotated[
        bool,
        typer.Option("--agreed", help="Count labels that were accepted because two readers agreed, too."),
    ] = False,
    backend: Backend = "auto",
    reader: ReaderName = None,
) -> None:
    """Measure a model on labelled images."""
    if reader is not None:
        _refuse_reading_options(ignore_case, crops, language, expected)
        from app.console.readers.reading import evaluate_by

        judged = model if folder is None else folder
        measured = evaluate_by(reader, judged, out=out, drafts=drafts, agreed=agreed, raw=raw).to_dict()
        if as_json:
            print_json(measured)
        else:
            _print_figures(measured)
        return
    if folder is None:
        raise typer.BadParameter("folder: name a project after MODEL.")
    _require_ending(expected)
    project = opened(folder)
    from core.model.using.reading_options import options_for

    options, sentence = options_for(project, ignore_case, crops, language, expected)
    from app.console.readers.comparing import compared_readers, print_compared
    from core.model.using.evaluation import evaluate_folder
    from core.model.using.graphs import SUFFIXES

    with progress_bar("Reading", loading(model)) as progress:
        needs_maps = out is not None or model.suffix in SUFFIXES
        chosen = _chosen(model, len(project.images().images), options, backend, progress, needs_maps=needs_maps)
        network = chosen.graph or _opened(model, backend)
        for note in (chosen.note, sentence):
            if note:
                print_note(note)
        evaluation = evaluate_folder(
            network, folder, out=out, options=options, drafts=drafts, agreed=agreed, raw=raw, progress=progress
        )
        figures = evaluation.to_dict()
        if readers := compared_readers(model.name, evaluation.words, project.root, evaluation.images_per_second):
            figures["readers"] = readers
        if (exported := getattr(network, "original", None)) is not None:
            original = _opened(exported, backend)
            if original.spec.charset == network.spec.charset:  # and no other model of that name
                again = evaluate_folder(
                    original, folder, options=options, drafts=drafts, agreed=agreed, progress=progress
                )
                figures["original"] = {"model": str(exported)} | again.to_dict()
    for left in evaluation.left_out:
        print_error(left.reason)
    for note in evaluation.notes:
        print_note(note)
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        if name == "network_alone":
            say("by the network alone:")
            _print_figures(value)
        elif name == "readers":
            print_compared(value)
        elif name == "original":
            say(f"{value.pop('model')}, which was exported:")
            _print_figures({key: number for key, number in value.items() if key != "network_alone"})
        else:
            _print_figures({name: value})


def _print_figures(figures: Mapping[str, Any]) -> None:
    for name, value in figures.items():
        say(f"{name:20}{figure(value)}")
