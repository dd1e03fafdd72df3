"""The command `textscanner export`, which shows an export in a terminal."""

from __future__ import annotations

from pathlib import Path

from app.console.terminal import print_error, print_json, print_note, progress_bar, say
from app.language.figures import size_text
from core.base.errors import ModelError
from core.base.phrases import number_of
from core.labels.maps.spec import MapSpec
from core.model.export.exporting import export_model
from core.model.export.forms import CALIBRATED, H5_WARNING, MAPS, PRECISIONS, SELECT_WARNING, forms_of, size_of
from core.model.export.job import Export, ExportJob, FormReport

_TITLES = ("form", "size", "start", "images/s", "same text", "words")  # of the table, before those of the maps


def job_of(
    model: Path, out: Path, formats: str, precision: str | None, size: str | None, images: Path | None, *, select: bool
) -> ExportJob:
    """Return the job for the command's options, or raise StudioError for a bad name or size, or missing images."""
    usual = [name for name in PRECISIONS if images is not None or name not in CALIBRATED]
    forms = forms_of(_split(formats), usual if precision is None else _split(precision), select=select)
    blind = [form.name for form in forms if form.is_calibrated] if images is None else []
    if blind:
        raise ModelError(
            "{forms}: calibrated on images, and none are given. Name a folder of word images with --images.",
            forms=", ".join(blind),
        )
    wanted = None if size is None else size_of(size)
    if wanted is not None:
        MapSpec(height=wanted[0], width=wanted[1])  # refuses a size that 32 does not divide
    return ExportJob(model, out, forms, wanted, size == "free", images)


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def export_on_console(job: ExportJob, *, as_json: bool) -> int:
    """Export, print the table or the document of `parity.json`, and return the exit status."""
    if any(form.selects for form in job.forms):
        print_note(SELECT_WARNING)
    if any(form.format == "h5" for form in job.forms):
        print_note(H5_WARNING)
    with progress_bar("Exporting") as progress:
        export = export_model(job, progress=progress)
    for report in export.forms:
        if report.failed:
            print_error(report.failed)
    if as_json:
        print_json(export.to_dict())
        return 0 if export.succeeded else 1
    say(_line(*_TITLES, *(f"max |Δ{name}|" for name in MAPS)))
    for report in (export.program, *export.forms):
        if not report.failed:
            say(_row(report))
    for note in export.notes:
        print_note(note)
    say(_summary(export))
    return 0 if export.succeeded else 1


def _row(report: FormReport) -> str:
    maps = (f"{report.maps[name].greatest:.1e}" if name in report.maps else "–" for name in MAPS)
    return _line(
        report.name,
        size_text(report.bytes),
        "–" if report.start is None else f"{report.start:.1f} s",
        "–" if report.images_per_second is None else f"{report.images_per_second:.1f}",
        *("–" if share is None else f"{100 * share:.1f} %" for share in (report.same_text, report.word_accuracy)),
        *maps,
    )


def _line(*cells: str) -> str:
    return "".join(
        cell.ljust(width) for cell, width in zip(cells, (24, *(len(cells) - 4) * (11,), *3 * (20,)), strict=True)
    )


def _summary(export: Export) -> str:
    if not export.images:
        return str(export.out)
    images = number_of(export.images, "image", "images")
    return f"{export.out}: compared on {images} of {export.words_of}, {export.labelled} with a label"
