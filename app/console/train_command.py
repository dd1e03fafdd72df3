"""The options of `textscanner train`. Its work is in `app.console.training`, loaded when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.console.terminal import tell
from app.workers.tensorflow import load_tensorflow
from core.runs.bundled import model_path


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
    preset: Annotated[
        str | None,
        typer.Option(metavar="small|reader|wide|paper", help="The network.  [default: the start's, else small]"),
    ] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="More choices, .toml or .json.")] = None,
    charset: Annotated[str | None, typer.Option(metavar="FILE", help="Default: the project's.")] = None,
    width: Annotated[
        int | None, typer.Option(help="Input width, divisible by 32.  [default: the start's, else the project's]")
    ] = None,
    height: Annotated[
        int | None, typer.Option(help="Input height, divisible by 32.  [default: the start's, else the project's]")
    ] = None,
    max_length: Annotated[
        int | None,
        typer.Option(help="Most characters a word.  [default: the project's, or more if the start reads more]"),
    ] = None,
    synthetic: Annotated[
        float | None,
        typer.Option(help="Share of synthetic words in training, 0 to 1.  [default: 0.5 from a start, else 0]"),
    ] = None,
    effects: Annotated[
        str | None,
        typer.Option(
            metavar="mild|full|scene", help="How synthetic words look.  [default: scene from a start, else mild]"
        ),
    ] = None,
    fonts: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw with the fonts in this folder.")] = None,
    surfaces: Annotated[
        Path | None, typer.Option(metavar="DIR", help="With --effects scene: photographs to draw on.")
    ] = None,
    augmentation: Annotated[
        str | None, typer.Option(metavar="none|mild|full", help="How far images are changed.  [default: mild]")
    ] = None,
    flip: Annotated[
        bool | None,
        typer.Option("--flip", help="Mirror half of the images. Off, for mirrored letters are other letters."),
    ] = None,
    validation: Annotated[str | None, typer.Option(metavar="FOLDER|SHARE", help="Default: the project's.")] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            parser=model_path,
            metavar="MODEL",
            help="Start from this model's weights; reader: the bundled model, the default where it knows most "
            "of the labels' characters; none: random weights.",
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help="Steps in total.  [default: 3,000; the preset's if no start]")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Most training time.  [default: 10 from a start, else none]")
    ] = None,
    trainer: Annotated[
        str | None, typer.Option(metavar="loop|fit", help="Our training step, or Keras' fit.  [default: loop]")
    ] = None,
    batch: Annotated[int | None, typer.Option(help="Images per step.")] = None,
    seed: Annotated[int | None, typer.Option(help="Fixes initialisation, order, augmentation, drawing.")] = None,
    deterministic: Annotated[
        bool | None, typer.Option("--deterministic", help="Identical weights from identical runs.")
    ] = None,
    devices: Annotated[
        str | None,
        typer.Option(metavar="all|GPU:0,…", help="Divide each step among these.  [default: all GPUs, or else the CPU]"),
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT,…",
            help="Train with other processes, here or elsewhere; the same list for all, see --index.",
        ),
    ] = None,
    index: Annotated[
        int | None, typer.Option(help="Which of --workers this is; 0 leads, and it alone has --run.")
    ] = None,
    wait: Annotated[
        bool | None, typer.Option("--wait", help="Wait for other workers, and go on once a lost one is back.")
    ] = None,
    allow_network: Annotated[
        bool | None,
        typer.Option(
            "--allow-network", help="Let workers listen at their ports, which others may reach: nothing is encrypted."
        ),
    ] = None,
    watch: Annotated[
        list[Path] | None, typer.Option(metavar="IMAGE…", help="Tell what is read in these meanwhile.")
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="FIRST-LAST", help="Tell what these steps cost, by operator and by layer, such as 20-39."),
    ] = None,
    resume: Annotated[bool | None, typer.Option("--resume", help="Go on from the last checkpoint.")] = None,
) -> int:
    """Train a recogniser. The best model by validation ends up as DIR/model.keras."""
    from app.console.training import configured, shared_with, train_on_console, write_preview
    from core.base.errors import RunError

    try:
        cluster = shared_with(workers, index)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    follows = bool(cluster.get("index"))
    if run is not None and follows:
        raise typer.BadParameter("run: worker 0 alone has the run's folder. Leave --run out.")
    if run is None and preview is None and not follows:
        raise typer.BadParameter("run: name the run's folder with --run.")
    if preview is not None and preview.suffix.lower() != ".png":
        raise typer.BadParameter(f"preview: {preview} does not end with .png.")
    if preview is None:
        load_tensorflow()
    values: dict[str, Any] = {"folder": folder, "run": run or Path(), "preset": preset, "charset": charset}
    values |= {"width": width, "height": height}
    values |= {"effects": effects, "fonts": fonts, "surfaces": surfaces, "augmentation": augmentation, "flip": flip}
    values |= {"max_length": max_length, "synthetic": synthetic, "validation": _share_or_folder(validation)}
    values |= {"start": "none" if follows else start, "steps": steps, "minutes": minutes, "batch": batch, "seed": seed}
    values |= {"trainer": trainer, "profile": None if profile is None else _first_and_last(profile)}
    values |= cluster | {"wait": wait, "allow_network": allow_network}
    values |= {
        "devices": devices,
        "deterministic": deterministic,
        "watch": tuple(watch) if watch else None,
        "resume": resume,
    }
    try:
        chosen = configured(config, values, say=tell)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    if preview is not None:
        return write_preview(chosen, preview)
    return train_on_console(chosen)


def _first_and_last(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise typer.BadParameter(f"profile: {text} does not name two steps. Write them as 20-39.")
    return int(first), int(last)


def _share_or_folder(text: str | None) -> float | str | None:
    """Read a number as a share, and any other text as the name of a folder."""
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        return text
