"""The commands of `textscanner` and their options, which load other modules only when they run, so `--help` is fast."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.console.cross_checking import cross_check
from app.console.desktop_entry import install_desktop_entry
from app.console.diagnosing import diagnose
from app.console.explaining import explain, reference
from app.console.learning_history import learning_history
from app.console.merging import merge_label
from app.console.named_paths import Commands
from app.console.options import (
    Json,
    Model,
    charset_named,
    opened,
)
from app.console.plugins import add_brought_commands, plugins_command
from app.console.readers.command import readers
from app.console.reading import evaluate, predict
from app.console.readings import import_readings
from app.console.terminal import UsageError, print_error, print_json, print_note, print_report, progress_bar, say
from app.console.train_command import add_choices, train
from app.console.window import command_names, open_window, refuse_switched_off
from app.language.languages import LANGUAGES
from app.workers.tensorflow import load_tensorflow
from core.base.errors import StudioError
from core.base.phrases import number_of
from core.base.plugins.active import plugins
from core.base.progress import Staged, ignore_news
from core.runs.bundled import model_path

if TYPE_CHECKING:
    from app.desktop.doctor import MachineFinding
    from core.labels.formats.conversion import Conversion
    from core.labels.formats.report import Note

_IN_LANGUAGE = "|".join(LANGUAGES)  # the values of `--lang`

app = Commands(
    name="textscanner",
    help="TextScanner Studio: label, train and debug a TextScanner text recogniser.\n\n"
    "Without a command, the desktop program opens:\n\n"
    f"textscanner [FOLDER] [--config FILE] [--lang {_IN_LANGUAGE}] [--theme system|light|dark]",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_WINDOW = "[window]"  # its name is left out: nobody types it, and no folder is called so

_USAGE_ERRORS: tuple[type[BaseException], ...] = (
    typer.BadParameter.__bases__
)  # click's UsageError: typer does not name it


_INTERRUPTED = 130  # what Typer makes of Ctrl-C


def run_command(arguments: list[str]) -> object:
    """Run one command line, and return its exit status, or None for 0.

    UsageError is raised if the usage is wrong. Errors of the command itself pass through.
    """
    plugins().listen(print_error)
    if arguments[:1] == ["train"]:
        add_choices()
    add_brought_commands(app, arguments[:1])
    try:
        status = app(_with_every_watched(_with_command(arguments)), standalone_mode=False)
    except _USAGE_ERRORS as error:
        raise UsageError(getattr(error, "format_message", error.__str__)()) from error
    if status == _INTERRUPTED:
        raise KeyboardInterrupt
    return status


def _with_command(arguments: list[str]) -> list[str]:
    """Add the command `window` if the line names no command."""
    if arguments and arguments[0] in {"--help", *command_names()}:
        return arguments
    if arguments and not Path(arguments[0]).exists():
        refuse_switched_off(arguments[0])
    return [_WINDOW, *arguments]


def _with_every_watched(arguments: list[str]) -> list[str]:
    """`--watch a b` as `--watch a --watch b`: the option takes several images, which click's options do not."""
    words: list[str] = []
    watching = False
    for argument in arguments:
        if argument.startswith("-"):
            watching = argument == "--watch" and arguments[0] == "train"
        elif watching and words[-1] != "--watch":
            words.append("--watch")
        words.append(argument)
    return words


@app.command(_WINDOW, hidden=True)
def window(
    folder: Annotated[Path | None, typer.Argument(help="A folder of word images.  [default: the last one]")] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="Settings in another file.")] = None,
    lang: Annotated[str | None, typer.Option(metavar=_IN_LANGUAGE, help="Language.  [default: as set]")] = None,
    theme: Annotated[str | None, typer.Option(metavar="system|light|dark", help="Colours.  [default: as set]")] = None,
) -> int:
    """Open the desktop program."""
    return open_window(folder, config, lang, theme)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to write; empty, or not there yet.")],
    count: Annotated[int, typer.Option(min=1, help="How many words.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same project.")] = 0,
    charset: Annotated[
        str | None,
        typer.Option(
            metavar="digits|alnum|signs|zh|zh-large|FILE", help="Symbols to draw.  [default: alnum, or all of plates]"
        ),
    ] = None,
    errors: Annotated[float, typer.Option(min=0, max=1, help="Share of words with one planted label error.")] = 0.02,
    length: Annotated[str, typer.Option(metavar="MIN-MAX", help="Symbols a word.")] = "3-8",
    effects: Annotated[
        str,
        typer.Option(
            metavar="mild|full|scene|screen|print|plates",
            help="How hard to read the pictures are; text of screens, documents, number plates.",
        ),
    ] = "mild",
    fonts: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw with the fonts in this folder.")] = None,
    surfaces: Annotated[
        Path | None, typer.Option(metavar="DIR", help="With --effects scene: photographs to draw on.")
    ] = None,
    corpus: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw words from this text.")] = None,
) -> None:
    """Draw a demo project: word images with exact character polygons, some labels wrong on purpose."""
    from core.base.folders import cache_folder
    from core.charset import Charset
    from core.data.drawing.demo import prepare, write_demo
    from core.data.drawing.scene_effects import PRESETS
    from core.data.drawing.texts.words import ON_PLATES, parse_length

    if effects not in PRESETS:
        raise typer.BadParameter(f'effects: "{effects}" is not one of {", ".join(PRESETS)}.')
    if surfaces is not None and effects != "scene":
        raise typer.BadParameter("surfaces: only synthetic words with --effects scene have them.")
    try:
        bounds = parse_length(length)
    except StudioError as error:
        raise typer.BadParameter(str(error)) from error
    kept = cache_folder() / "fonts"
    plates = charset is None and effects == "plates"
    symbols = Charset(tuple(ON_PLATES)) if plates else charset_named(charset or "alnum")
    with progress_bar("Fonts") as looking:
        recipe = prepare(
            symbols,
            PRESETS[effects],
            bounds,
            fonts=fonts,
            corpus=corpus,
            surfaces=surfaces,
            kept=kept,
            progress=Staged(looking, print_note),
        )
    for note in recipe.notes:
        print_note(note)
    with progress_bar("Drawing") as progress:
        report = write_demo(folder, recipe.config, count=count, seed=seed, errors=errors, progress=progress)
    words = number_of(report.images, "word", "words")
    characters = number_of(report.characters, "character", "characters")
    planted = number_of(len(report.planted), "planted error", "planted errors")
    say(f"{words} with {characters} in {report.folder}; {planted}, listed in planted.json.")


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A label file, a list, or a folder of them.")],
    folder: Annotated[Path, typer.Argument(help="Where images and labels are written.")],
    read_as: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="Detected if left out.")] = None,
    write_as: Annotated[str, typer.Option("--to", metavar="FORMAT", help="Format to write.")] = "labelme",
    images: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the source's images are.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace labels that are there and differ.")] = False,
    text_from: Annotated[
        str | None, typer.Option(metavar="FIELD", help="The field of shapes that holds the words, such as description.")
    ] = None,
    keep_placeholders: Annotated[
        bool, typer.Option("--keep-placeholders", help="Take marks for a missing text, such as ###, as words.")
    ] = False,
    texts: Annotated[
        Literal["auto", "known", "drafts"],
        typer.Option(
            metavar="auto|known|drafts",
            help="Whose texts they are. auto: drafts if they have a probability or are marked as a model's.",
        ),
    ] = "auto",
    check_turned: Annotated[
        bool, typer.Option("--check-turned", help="Look with reader for crops that read better upside down.")
    ] = False,
    taken_as: Annotated[
        Literal["labels", "readings"],
        typer.Option(
            "--as",
            help="readings: what another program has read in the images of FOLDER, a project; no label is changed.",
        ),
    ] = "labels",
    reader: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --as readings: whose readings they are.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Convert labels between formats, copying their images, and report what was taken, turned, guessed and left out."""
    if taken_as == "readings":
        refused = (read_as, images, overwrite, text_from, keep_placeholders, check_turned)
        if any(refused) or write_as != "labelme" or texts != "auto":
            raise typer.BadParameter("--as readings has --reader NAME and --json, and no other option of convert.")
        return import_readings(source, folder, reader or "", as_json)
    if reader is not None:
        raise typer.BadParameter("--reader NAME needs --as readings.")
    from core.labels.formats.conversion import convert as convert_labels
    from core.labels.formats.registry import format_named, writable
    from core.labels.formats.source import SourceChoices

    try:
        if read_as is not None:
            format_named(read_as)
        writable(write_as)
    except StudioError as error:
        raise typer.BadParameter(str(error)) from error
    with progress_bar("Converting") as progress:
        report = convert_labels(
            source, folder, read_as=read_as, write_as=write_as, images=images, overwrite=overwrite,
            choices=SourceChoices(text_from or "", keep_placeholders, texts), progress=progress,
        )  # fmt: skip
    if check_turned and report.crops:
        report = replace(report, notes=(*report.notes, _turned_crops(report)))
    if report.stopped:
        print_error(report.stopped)
    return print_report(report, as_json=as_json)


def _turned_crops(report: Conversion) -> Note:
    """Look with the bundled reader at crops of an import, and return a note of how many read better turned."""
    from core.labels.formats.turned_crops import READ_BETTER_TURNED, TurnedJob

    load_tensorflow()
    from core.model.using.turned_crops import find_turned_crops

    with progress_bar("Reading the crops") as progress:
        turned = find_turned_crops(TurnedJob(report.folder, report.crops, model_path("reader")), progress)
    return READ_BETTER_TURNED.noted(len(turned), turned)


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(help="A project: a folder of images and labels.")], as_json: Json = False
) -> None:
    """List every problem of every label. Exits 0 whatever it finds."""
    from core.index.checks import check_folder

    project = opened(folder)
    with progress_bar("Checking") as progress:
        report = check_folder(project, progress=progress)
    if as_json:
        print_json(report.to_dict())
        return
    for problem in report.problems:
        say(f"{problem.severity:8}{problem.id:28}{problem.message}")
    say(report)


@app.command()
def maps(
    image: Annotated[Path, typer.Argument(help="A word image with its label NAME.json beside it.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the pictures and maps.npz are written.")],
    stride: Annotated[int | None, typer.Option(help="Input pixels a map pixel: 1, 2 or 4.  [default: 1]")] = None,
    shrink: Annotated[float | None, typer.Option(help="How far polygons are shrunk.  [default: 0.5]")] = None,
    sigma: Annotated[
        str | None,
        typer.Option(metavar="relative:0.25|fixed:5", help="Width of the Gaussians.  [default: relative:0.25]"),
    ] = None,
    charset: Annotated[str | None, typer.Option(metavar="FILE", help="Default: the project's, or the label's.")] = None,
) -> None:
    """Write the three target maps that a label turns into, as pictures and as arrays."""
    from core.project.map_files import choices, write_maps

    try:
        chosen = choices(stride, shrink, sigma)
    except StudioError as error:
        raise typer.BadParameter(str(error)) from error
    symbols = None if charset is None else charset_named(charset)
    with progress_bar("Reading the project's labels") as progress:
        written = write_maps(image, out, chosen, symbols, progress)
    for path in written:
        say(path)


app.command()(train)

app.command()(predict)
app.command()(evaluate)
app.add_typer(readers)
app.add_typer(plugins_command)


@app.command()
def records(
    folder: Annotated[Path, typer.Argument(help="A project: a folder of images and labels.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the record files and manifest.json are written.")],
    shards: Annotated[int | None, typer.Option(min=1, help="Number of files.  [default: 1,000 words a file]")] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check the words for a training with these choices, .toml or .json."),
    ] = None,
) -> None:
    """Write labelled words into TFRecord files, from which a training reads them (`sources` of --config).

    All words are checked here, so that a training of FOLDER from them begins at once; one with another charset, size or
    stride checks them once for itself.
    """
    from app.console.training import configured
    from core.data.records.job import RecordsJob

    chosen = configured(config, {"folder": folder, "run": out, "synthetic": 0.0, "sources": [{"path": out}]})
    load_tensorflow()
    from core.model.using.records import write_records

    with progress_bar("Writing") as progress:
        done = write_records(RecordsJob(chosen, out, shards), progress)
    for refusal in done.refusals:
        print_error(refusal.reason)
    files = number_of(len([*out.glob("*.tfrecord")]), "record file", "record files")
    words = number_of(done.written, "word", "words")
    say(f"{words} in {files} in {out}; {len(done.refusals)} left out of training.")


@app.command()
def export(
    model: Model,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write; empty, or not there yet.")],
    formats: Annotated[
        str, typer.Option("--format", metavar="FORMAT,…", help="What to write; also h5, the format of Keras 2.")
    ] = "keras,weights,json,savedmodel,tflite,onnx,frozen",
    precision: Annotated[
        str | None,
        typer.Option(
            metavar="PRECISION,…",
            help="Of tflite: float32, dynamic, float16, int8, int8-only, int16x8.  [default: all with --images, else "
            "the first three, which need no images]",
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="HxW|free", help="Input in pixels, or free where the format can.  [default: the model's]"),
    ] = None,
    images: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Calibrate and compare on these.  [default: synthetic words]")
    ] = None,
    select: Annotated[
        bool, typer.Option("--select-tf-ops", help="Also write a tflite with TensorFlow's own operators.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Write a model in the formats of other programs, each with a reader, and measure how far each agrees."""
    from app.console.exporting import export_on_console, job_of

    try:
        job = job_of(model, out, formats, precision, size, images, select=select)
    except StudioError as error:
        raise typer.BadParameter(str(error)) from error
    return export_on_console(job, as_json=as_json)


app.command("cross-check")(cross_check)
app.command("learning-history")(learning_history)
app.command()(diagnose)
app.command()(explain)
app.command()(reference)
app.command("merge-label")(merge_label)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Report what works on this machine and what does not."""
    from app.desktop.doctor import examine

    def show(finding: MachineFinding) -> None:
        say(finding)
        sys.stdout.flush()  # also into a pipe: the next answer may take a minute

    with progress_bar("Looking") as progress:
        findings = examine(progress, ignore_news if as_json else show)
    if as_json:
        print_json([finding.to_dict() for finding in findings])


app.command("install-desktop-entry")(install_desktop_entry)
