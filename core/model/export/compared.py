"""The images that the forms are compared on: a project's, or words drawn for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ModelError, Sentence, StudioError
from core.base.progress import Progress, ignore_progress
from core.charset import Charset
from core.charset import normalise as normalise_text
from core.data.drawing.demo import prepare, write_demo
from core.data.samples.sources import read_project
from core.project.project import Project
from core.runs.spec import NetworkSpec

_LENGTHS = (3, 8)  # symbols of a drawn word


@dataclass(frozen=True, slots=True)
class ComparedWords:
    """Images with the texts of their labels."""

    paths: tuple[Path, ...] = ()
    texts: tuple[str | None, ...] = ()  # what their labels say, normalised; None if there is no text to compare with
    words_of: str = ""  # their source, for `parity.json`
    normalise: Callable[[str], str] = normalise_text  # applied to what is read before it is compared with a label
    note: str = ""


def of_project(folder: Path, most: int) -> ComparedWords:
    """Choose images of a project, evenly over all of them, those with a label first.

    Raises ProjectError if the folder cannot be read. Raises ModelError if there is no image in it.
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


def drawn(spec: NetworkSpec, folder: Path, count: int, progress: Progress = ignore_progress) -> ComparedWords:
    """Draw words of a model's symbols into an empty folder. None if no font has any, with a note."""
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
