"""Imports the readings of another program into a project, for `textscanner convert --as readings`.

A conversion of labels loads none of this.
"""

from __future__ import annotations

from pathlib import Path

from app.console.options import opened
from app.console.terminal import print_report, progress_bar


def import_readings(source: Path, folder: Path, reader: str, as_json: bool) -> int:
    """Import the readings from a file or folder into a project, print the report, and return the exit status."""
    from core.index.project_readings import import_into

    project = opened(folder)
    with progress_bar("Reading") as progress:
        report = import_into(project, source, reader=reader, progress=progress)
    return print_report(report, as_json=as_json)
