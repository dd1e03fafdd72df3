"""The command `textscanner cross-check`, which lists the labels of a project that are probably wrong."""

from __future__ import annotations

import math
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.console.options import Json, opened
from app.console.terminal import UsageError, print_error, print_json, print_note, progress_bar, say
from app.reviewing.lock import cross_check_lock, take_lock
from app.workers.tensorflow import load_backend, load_named_backend
from core.base.phrases import number_of
from core.runs.bundled import model_path, named

if TYPE_CHECKING:
    from core.project.project import Project
    from core.runs.cross_check import CrossCheck

_SHOWN = 50  # labels


def cross_check(
    folder: Annotated[Path, typer.Argument(help="A project: a folder of images and labels.")],
    folds: Annotated[
        int | None, typer.Option(help="Trainings, each without one of as many parts of the images.  [default: 3]")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=1, help="Of each training.  [default: all together those of one training]")
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Most time of each training.")] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Choices of the trainings, as for `train`; .toml or .json.")
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            parser=model_path,
            metavar="MODEL",
            help="Train nothing: judge with this model, which must not have learned these labels, such as reader.",
        ),
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Start another cross-check in place of the project's.")] = False,
    as_json: Json = False,
) -> int:
    """List the labels that are probably wrong, the likeliest first: each is judged by a model that did not learn it.

    Trainings that were stopped go on when it is called again. The window shows the same list in its review panel.
    """
    if model is not None and (anew or any(choice is not None for choice in (folds, steps, minutes, config))):
        raise typer.BadParameter("model: with a model nothing is trained. Leave out --model, or the other options.")
    project = opened(folder)
    check = None
    if model is None:
        check = _trained(project, folds, steps, minutes, config, anew=anew)
        if check is None:
            return 1
        model = check.path
    else:
        load_named_backend()
    from core.analysis.label_errors.disagreement import Judged, rank
    from core.index.index import Index
    from core.model.using.comparing import compare_images
    from core.model.using.opening import model_hash

    images = project.images().images
    with progress_bar("Reading") as progress:
        predictions, left_out = compare_images(model, project, images, progress)
    for left in left_out:
        print_error(left.reason)
    with Index.open(project) as index:
        index.refresh()
        index.set_predictions(predictions)
        texts = {row.image: row.text for row in index.rows()}
    if check is not None:
        replace(check, hash=model_hash(check.path)).write()
    compared = {image: read for image, read in predictions.items() if read.score is not None}
    queue = rank(
        Judged(image, -math.log(max(read.score or 0.0, 1e-300)), read.probability) for image, read in compared.items()
    )
    if as_json:
        print_json(
            [
                {
                    "image": judged.image,
                    "label": texts[judged.image],
                    "read": compared[judged.image].text,
                    "probability": round(-math.expm1(-judged.score), 4),
                    "disagreement": round(judged.score, 4),
                    "reading_probability": round(judged.reading, 4),
                }
                for judged in queue
            ]
        )
        return 0
    for judged in queue[:_SHOWN]:
        wrong = f"{-100 * math.expm1(-judged.score):.0f} %"
        say(f"{wrong:>5}  {texts[judged.image]:20}{compared[judged.image].text:20}{judged.image}")
    expected = sum(-math.expm1(-judged.score) for judged in queue)
    labels = number_of(len(queue), "label", "labels")
    print_note(f"{labels} compared, {len(images) - len(queue)} not; expected to be wrong: some {expected:.0f}.")
    return 0


def _trained(
    project: Project, folds: int | None, steps: int | None, minutes: float | None, config: Path | None, *, anew: bool
) -> CrossCheck | None:
    """Train what the project's cross-check lacks, or a new one, and return None if a training was stopped or failed."""
    from app.console.training import configured, train_on_console
    from core.base.errors import RunError
    from core.project.label_charset import charset_of_labels
    from core.runs.config import make_config
    from core.runs.cross_check import FOLDS, CrossCheck, choices_of_folds, default_steps

    kept = None if anew else CrossCheck.read(project.root)
    try:
        if kept is None or any(choice is not None for choice in (folds, steps, minutes, config)):
            folds = folds or FOLDS
            chosen = configured(config, {"folder": project.root, "run": project.root}, say=print_note)
            given = chosen.model_dump(mode="json", exclude_unset=True)
            if named(chosen.start) is not None:
                given["start"] = chosen.start
            choices = choices_of_folds(given, steps or default_steps(given, folds), minutes)
            whole = make_config({**choices, "folder": project.root, "run": project.root, "fold": (0, folds)})
            plain = whole.model_dump(mode="json", exclude_unset=True, exclude={"folder", "run", "fold"})
            wanted = CrossCheck(project.root, folds, plain)
            if project.settings.charset is None:
                wanted = wanted.with_charset(charset_of_labels(project, project.images().images))
            if kept is not None and (kept.folds, dict(kept.choices)) != (folds, dict(wanted.choices)):
                raise RunError(
                    "{folder}: its cross-check has other choices. Leave these out to go on with it, or add --anew.",
                    folder=project.root,
                )
            kept = kept or wanted
        load_backend(make_config({**kept.choices, "folder": project.root, "run": project.root}))
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    lock = cross_check_lock(project.root)
    if not take_lock(lock):
        raise UsageError(f"{project.root}: another window or command is cross-checking this project. Wait for it.")
    while True:
        check, fold, info = kept.next_training()
        if fold is None:
            return check
        print_note(f"Training {fold + 1} of {check.folds}, without the images that it judges.")
        with redirect_stdout(sys.stderr):  # the queue alone goes to standard output
            status = train_on_console(make_config(check.choices_of(fold) | {"resume": info is not None}))
        kept = check
        if status or kept.first_open()[0] == fold:
            print_note("The cross-check goes on from here when it is called again.")
            return None
