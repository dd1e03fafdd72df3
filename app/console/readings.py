"""Imports what another program has read into a project, for `textscanner convert --as readings`."""

from __future__ import annotations

from pathlib import Path

from app.console.options import opened
from app.console.terminal import print_error, print_json, progress_bar, say


def import_readings(source: Path, folder: Path, reader: str, as_json: bool) -> int:
    """Take the readings of a file or folder into a project, print the report, and return the exit status."""
    from core.index.project_readings import import_into
    from core.labels.formats.record import told_once
    from core.labels.formats.report import report_lines

    project = opened(folder)
    with progress_bar("Reading") as progress:
        report = import_into(project, source, reader=reader, progress=progress)
    for refusal in told_once(report.refusals):
        print_error(refusal)
    if as_json:
        print_json(report.to_dict())
    else:
        say(report)
        for line in report_lines(report.notes):
            say(line)
        if any(note.is_abridged for note in report.notes):
            say("All names: --json.")
    return 0 if report.succeeded else 1
