"""Exports a model from beginning to end, without TensorFlow: a folder with every form, its reader and its agreement."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.base.child_process import child_process, last_words, python_command, send, status_of, way_of_ending
from core.base.errors import FileWriteError, ModelError, Sentence, StudioError, from_json
from core.base.files import make_folder, read_file, write_atomically
from core.base.json_text import read_json
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.charset import normalise as normalise_text
from core.data.drawing.demo import prepare, write_demo
from core.data.samples.sources import read_project
from core.model.export import fresh_process
from core.model.export.forms import FORMATS, H5_WARNING, PRECISIONS, SELECT_WARNING, Form, forms_of
from core.model.export.job import REPORT, Difference, Export, ExportJob, FormReport
from core.model.export.readers import PICTURES, picture_opener, reader_of
from core.project.project import Project
from core.runs.bundled import BundledModel
from core.runs.model_ref import weights_file
from core.runs.spec import NetworkSpec

_UNFINISHED = "unfinished.txt"  # in the folder while it is filled
_PATIENCE = 600.0  # seconds of processor time, for each core, that a reader has for all images
_NAMED = 20  # words that are listed if a form reads them otherwise

OnReport = Callable[[FormReport], None]

_CHILD = python_command("-m", "core.model.export.child")


_LENGTHS = (3, 8)  # symbols of a synthetic word


@dataclass(frozen=True, slots=True)
class ComparedWords:
    """Images to compare the forms on, with the texts of their labels."""

    paths: tuple[Path, ...] = ()
    """The paths of the images. Empty if nothing is compared."""
    texts: tuple[str | None, ...] = ()
    """The texts of the labels, normalised. None if an image has no text to compare with."""
    words_of: str = ""
    """The source of the images, for `parity.json`."""
    normalise: Callable[[str], str] = normalise_text
    """The function that changes a reading before it is compared with a label."""
    note: str = ""
    """A sentence for the report, why there are no images. Empty if there are some."""


def of_project(folder: Path, most: int) -> ComparedWords:
    """Choose images from a project, spread evenly over it, those with a label first.

    Parameters
    ----------
    folder : Path
        The project.
    most : int
        The largest number of images.

    Raises
    ------
    ProjectError
        If the folder cannot be read.
    ModelError
        If there is no image in the folder.
    """
    project = Project.open(folder)
    reader = read_project(project)
    normalise = project.settings.normalise
    labels = {reader.name_of(index): reader.label_of(index) for index in range(reader.size)}
    images = list(labels) or list(project.images().images)
    if not images:
        raise ModelError("{folder}: no image in it. Choose a folder of word images.", folder=folder)
    chosen = [images[number * len(images) // most] for number in range(most)] if len(images) > most else images
    texts = tuple(normalise(labels[image].word) if image in labels else None for image in chosen)
    return ComparedWords(tuple(map(project.path_of, chosen)), texts, str(folder), normalise)


def synthetic_words(spec: NetworkSpec, folder: Path, count: int, progress: Progress = ignore_news) -> ComparedWords:
    """Write synthetic words of a model's symbols into an empty folder, or return only a note if no font has any."""
    longest = spec.maps.max_length
    bounds = (min(_LENGTHS[0], longest), min(_LENGTHS[1], longest))
    try:
        recipe = prepare(Charset(spec.charset), length=bounds, strict=False)
        write_demo(folder, recipe.config, count=count, errors=0.0, progress=progress)
    except StudioError as error:
        note = Sentence("Nothing was compared, because no synthetic words could be made: {error}", error=str(error))
        return ComparedWords(note=note)
    images = of_project(folder, count)
    return ComparedWords(images.paths, images.texts, f"{count} synthetic words", images.normalise)


def export_model(
    job: ExportJob,
    *,
    progress: Progress = ignore_news,
    on_report: OnReport = ignore_news,
    command: Sequence[str] = _CHILD,
) -> Export:
    """Write every form of a model with its reader, run each reader in a process of its own, and write `REPORT`.

    A form that cannot be converted or run is reported as failed, and the others go on: each conversion may take its
    process down with it. A folder that an export left half filled is filled again.

    Parameters
    ----------
    job : ExportJob
        The choices.
    progress : Progress
        Called with (steps done, steps): a conversion and a comparison for each form.
    on_report : callable
        Called with the report of each form as soon as it is known.
    command : sequence of str
        Starts the process that converts.

    Raises
    ------
    ModelError
        If the model cannot be used, or the folder is not empty.
    FileWriteError
        If the folder cannot be written.
    StudioError
        If the images cannot be used.
    """
    marker = job.out / _UNFINISHED
    if not marker.is_file():
        _require_empty(job.out)
    if not weights_file(job.model).is_file():
        raise ModelError("{model}: there is no such model. Choose a .keras file, or a run.", model=job.model)
    is_ours = not job.out.exists()
    make_folder(job.out)
    write_atomically(marker, b"An export was ended here. The next one into this folder fills it anew.\n")
    try:
        _clear(job.out)
        with tempfile.TemporaryDirectory(prefix="export") as temporary:
            export = _Work(job, Path(temporary), tuple(command), progress, on_report).run()
        marker.unlink()
    finally:
        if [*job.out.iterdir()] == [marker]:
            marker.unlink()
        if is_ours:
            with contextlib.suppress(OSError):  # not empty: something was written
                job.out.rmdir()
    return export


def _clear(folder: Path) -> None:
    """Remove the forms in the folder of an export that was ended."""
    for form in forms_of(FORMATS, PRECISIONS, select=True):
        for name in (*form.files, form.reader):
            path = folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def _require_empty(folder: Path) -> None:
    try:
        used = next(folder.iterdir(), None)
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileWriteError(
            "{folder}: cannot be written into ({why}). Name another folder.", folder=folder, why=error.strerror
        ) from error
    if used is not None:
        raise ModelError("{folder}: not empty, it holds {name}. Name an empty folder.", folder=folder, name=used.name)


@dataclass
class _Work:
    """One export while it runs."""

    job: ExportJob
    temporary: Path
    command: tuple[str, ...]
    progress: Progress
    on_report: OnReport
    done: int = 0
    spec: NetworkSpec | None = None
    compared: ComparedWords = field(default_factory=ComparedWords)
    texts: tuple[str | None, ...] = ()
    rate: float | None = None
    reports: dict[str, FormReport] = field(default_factory=dict)
    differing: list[tuple[str, str, str, str]] = field(default_factory=list)

    def run(self) -> Export:
        self.progress(0, self.steps)
        waiting = list(self.job.forms)
        while waiting:
            waiting = self._convert(waiting)
        assert self.spec is not None
        self._write_common(self.spec)
        for form in self.job.forms:
            self._compare(form)
        export = self._export()
        document = json.dumps(export.to_dict(), ensure_ascii=False, indent=2, allow_nan=False)
        write_atomically(self.job.out / REPORT, (document + "\n").encode("utf-8", "backslashreplace"))
        return export

    @property
    def steps(self) -> int:
        return 1 + 2 * len(self.job.forms)

    @property
    def reference(self) -> Path:
        return self.temporary / "reference.npz"

    def _step(self) -> None:
        self.done += 1
        self.progress(self.done, self.steps)

    def _convert(self, forms: list[Form]) -> list[Form]:
        """Convert in one process, and return the forms that are left if the process has crashed."""
        log = self.temporary / "converting.log"
        current: str | None = None
        with child_process(self.command, log) as process:
            send(process, {"model": str(self.job.model), "size": self.job.size})
            for line in process.stdout or ():
                event = json.loads(line)
                self.progress(self.done, self.steps)  # also at a sign of life: an export can be stopped here
                match event["event"]:
                    case "opened":
                        send(process, self._task(NetworkSpec.from_dict(event["spec"]), forms))
                    case "read":
                        self.texts, self.rate = tuple(event["texts"]), event["rate"]
                        self._step()
                    case "started":
                        current = event["form"]
                    case "failed":
                        self._report(FormReport(event["form"], from_json(event["sentence"])))
                        current = None
                    case "converted":
                        self._take(event["form"], event["operators"])
                        current = None
                    case "refused":
                        raise ModelError(from_json(event["sentence"]))
            status = process.wait()
        if status and current is None:
            raise ModelError(_crashed(Path(self.job.model).name, status, log))
        if current is not None:
            self._report(FormReport(current, _crashed(current, status, log)))
        return [form for form in forms if form.name not in self.reports]

    def _task(self, spec: NetworkSpec, forms: Sequence[Form]) -> dict[str, Any]:
        is_first = self.spec is None
        self.spec = spec
        if is_first:
            job = self.job
            self.compared = (
                synthetic_words(spec, self.temporary / "words", job.words)
                if job.images is None
                else of_project(job.images, job.words)
            )
        return {
            "out": str(self.job.out.absolute()),
            "forms": [form.to_dict() for form in forms],
            "free": self.job.free,
            "images": [str(path.absolute()) for path in self.compared.paths],
            "reference": str(self.reference) if is_first and self.compared.paths else None,
        }

    def _take(self, name: str, operators: dict[str, int]) -> None:
        form = self._form(name)
        paths = [self.job.out / file for file in form.files]
        size = sum(file.stat().st_size for path in paths for file in (path, *path.rglob("*")) if file.is_file())
        self._report(
            FormReport(
                name,
                files=form.files,
                reader=form.reader,
                bytes=size,
                holds_words=form.holds_words,
                operators=operators,
                note=H5_WARNING if form.format == "h5" else "",
            )
        )

    def _form(self, name: str) -> Form:
        return next(form for form in self.job.forms if form.name == name)

    def _report(self, report: FormReport) -> None:
        self.reports[report.name] = report
        self.on_report(report)
        self._step()

    def _write_common(self, spec: NetworkSpec) -> None:
        files = {
            "spec.json": json.dumps(spec.to_dict(), ensure_ascii=False, indent=2) + "\n",
            "maps.json": json.dumps(spec.maps.to_dict(), indent=2) + "\n",
            "charset.txt": "".join(f"{symbol}\n" for symbol in spec.charset),
            "LICENCE.txt": _licence(self.job.model),
        }
        for form in self.job.forms:
            if not self.reports[form.name].failed:
                files[form.reader], files[PICTURES] = reader_of(form, spec), picture_opener()
        for name, text in files.items():
            write_atomically(self.job.out / name, text.encode("utf-8"))

    def _compare(self, form: Form) -> None:
        report = self.reports[form.name]
        if report.failed or not any(text is not None for text in self.texts):
            self._step()
            return
        if form.selects:
            self._report(replace(report, note=SELECT_WARNING))
            return
        answer, log = self.temporary / f"{form.name}.json", self.temporary / f"{form.name}.log"
        reader = self.job.out.absolute() / form.reader
        # -I: neither our folder nor what the environment names is searched for modules
        command = [sys.executable, "-I", "-B", fresh_process.__file__, str(reader), str(self.reference), str(answer)]
        with child_process(command, log, subprocess.DEVNULL) as process:
            status = status_of(process, _PATIENCE * (os.cpu_count() or 1), lambda: self.progress(self.done, self.steps))
        if status != 0 or not answer.is_file():
            slow = Sentence(
                "It is too slow: it had not finished after {seconds:g} s of computing on all cores.", seconds=_PATIENCE
            )
            why = slow if status is None else last_words(log)
            failed = Sentence("{form}: written, but its reader failed. {why}", form=form.name, why=why)
            self._report(replace(report, failed=failed))
            return
        answers = read_json(answer)
        assert not answers["ours"], answers["ours"]
        usable = [number for number, text in enumerate(self.texts) if text is not None]
        pairs = [(number, str(self.texts[number]), text) for number, text in zip(usable, answers["texts"], strict=True)]
        same = sum(ours == theirs for _, ours, theirs in pairs)
        self.differing += [
            (form.name, self.compared.paths[number].name, ours, theirs)
            for number, ours, theirs in pairs
            if ours != theirs
        ][:_NAMED]
        self._report(
            replace(
                report,
                start=answers["start"],
                images_per_second=answers["rate"],
                same_text=same / len(pairs),
                **self._accuracy({number: text for number, _, text in pairs}),
                maps={name: Difference(d["greatest"], d["mean"]) for name, d in answers["maps"].items()},
            )
        )

    def _accuracy(self, read: dict[int, str]) -> dict[str, Any]:
        """Count the images that were read and those of them with a text, with the share of these that is right."""
        wanted = {number: text for number, text in enumerate(self.compared.texts) if text is not None}
        both = [number for number in read if number in wanted]
        right = sum(self.compared.normalise(read[number]) == wanted[number] for number in both)
        accuracy = right / len(both) if both else None
        return {"images": len(read), "labelled": len(both), "word_accuracy": accuracy}

    def _export(self) -> Export:
        read = {number: text for number, text in enumerate(self.texts) if text is not None}
        file = weights_file(self.job.model)
        program = FormReport(
            "program",
            files=(file.name,),
            bytes=file.stat().st_size,
            images_per_second=self.rate,
            same_text=1.0 if read else None,
            **self._accuracy(read),
        )
        notes = [self.compared.note] if self.compared.note else []
        if self.job.free:
            notes += [
                Sentence("{form}: takes images of one size, since its format fixes the sizes.", form=form.name)
                for form in self.job.forms
                if not form.can_be_free
            ]
        return Export(
            model=self.job.model.name,
            out=self.job.out,
            images=len(read),
            labelled=sum(text is not None for text in self.compared.texts),
            words_of=self.compared.words_of,
            program=program,
            forms=tuple(self.reports[form.name] for form in self.job.forms),
            differing=tuple(self.differing),
            notes=tuple(notes),
        )


def _crashed(name: str, status: int, log: Path) -> str:
    return Sentence(
        "{name}: the converter crashed ({how}) and wrote nothing. Choose another form. {why}",
        name=name,
        how=way_of_ending(status),
        why=last_words(log),
    )


def _licence(model: Path) -> str:
    beside = BundledModel(model.parent, model.stem)
    readers = "The programs read_*.py beside this file: do with them as you like.\n"
    if model == beside.path and beside.card.is_file():
        card = read_file(beside.card).decode()
        section = card.partition("## Data and licences\n")[2].partition("\n## ")[0].strip()
        return f"{beside.name}, the model that comes with TextScanner Studio\n\n{section}\n\n{readers}"
    return (
        f"{model.name}: a model trained with TextScanner Studio. Whoever trained it, and on whose data, says under "
        "which licence it may be used: write it here before you pass the model on. TextScanner Studio claims no rights "
        "in models trained with it; where the training started from its model `reader`, that is under Apache 2.0.\n\n"
        f"{readers}"
    )
