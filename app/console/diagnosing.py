"""The command `textscanner diagnose`, which says what keeps a training from learning."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from app.console.options import Json
from app.console.terminal import print_json, print_note, progress_bar, say
from app.workers.tensorflow import load_named_backend
from core.base.phrases import number_of


def diagnose(
    path: Annotated[Path, typer.Argument(metavar="FOLDER|RUN", help="A project that is to be trained, or a run.")],
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Choices of the training, as for `train`; .toml or .json.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say why a training does not learn, the most telling first. Exits 0 whatever it finds, and leaves nothing behind.

    It takes a few minutes: labels are compared with what the bundled model reads, and short trainings of a
    few words are tried.
    """
    from app.console.training import configured
    from core.base.errors import ProjectError, RunError
    from core.model.diagnosing.findings import DiagnoseJob
    from core.runs.config import make_config
    from core.runs.files import read_values
    from core.runs.folder import stored_config
    from core.runs.info import is_run

    try:
        if not path.is_dir():
            raise ProjectError("{path}: there is no such folder. Name a project, or a run.", path=path)
        if is_run(path):
            chosen = stored_config(path)
            if config is not None:
                chosen = make_config({**chosen.model_dump(exclude_unset=True), **read_values(config)}, config.name)
            job = DiagnoseJob(chosen, path)
        else:
            nowhere = Path(tempfile.gettempdir()) / "textscanner-diagnose"  # a configuration has one; it is never made
            job = DiagnoseJob(configured(config, {"folder": path, "run": nowhere}, say=print_note))
        load_named_backend(job.backend)
    except RunError as error:
        raise typer.BadParameter(str(error)) from error
    from core.model.diagnosing.diagnosing import diagnose as look

    with progress_bar("Looking") as progress:
        diagnosis = look(job, progress)
    for note in (*diagnosis.notes, *diagnosis.measured):
        print_note(note)
    if as_json:
        print_json([finding.to_dict() for finding in diagnosis.findings])
        return
    for finding in diagnosis.findings:
        say(f"{finding.severity:8}{finding.id:20}{finding.sentence}\n{'':28}→ {finding.advice}")
    count = len(diagnosis.findings)
    findings = number_of(count, "finding", "findings") if count else "no findings"
    say(f"{findings} after {diagnosis.seconds:.0f} s")
