"""The project that the tour goes through: drawn or copied, with a slip in a label and some labels yet to be made."""

import json
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.desktop.window_state import WindowState
from core.base.errors import LabelError
from core.base.images import image_size
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo, write_first_demo
from core.data.drawing.planted_errors import PLANTED_NAME, Planted
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel
from core.project.project import Project

SLIPPED = 2
"""Rank of the character with the wrong symbol."""

_UNLABELLED = 12  # words
_LONG = 5  # least characters of a word that shows much
_WIDE = 2.0  # width by height


@dataclass(frozen=True)
class TourProject:
    """A project with known errors and known texts."""

    folder: Path
    planted: dict[str, Planted] = field(default_factory=dict)  # the errors that were put into its labels, by image
    # the right texts of the images whose labels were taken away
    unlabelled: dict[str, str] = field(default_factory=dict)
    watched: str = ""  # a long word that no training learns from


def drawn(folder: Path) -> TourProject:
    """Draw the first demo project, with a slip, and without the labels of its last words.

    Raises StudioError if it cannot be written.
    """
    planted = {error.image: error for error in write_first_demo(folder, unlabelled=0).planted}
    make_a_slip(folder)
    project = Project.open(folder)
    images = project.images().images
    unlabelled: dict[str, str] = {}
    for image in [image for image in images if image not in planted][-_UNLABELLED:]:
        path = label_path(project.path_of(image))
        unlabelled[image] = read_label(path).label.word
        path.unlink()
    labelled = [image for image in images if image not in planted and image not in unlabelled]
    held_out = [image for image in labelled if project.split_of(image) == "val"]
    watched = next(image for image in held_out if _is_long(project.path_of(image)))
    return TourProject(folder, planted, unlabelled, watched)


def of_letters(folder: Path) -> TourProject:
    """Draw the project that `textscanner demo` draws: letters and digits that are confused.

    Raises StudioError if it cannot be written.
    """
    recipe = prepare(Charset.named("alnum"), length=(3, 8))
    planted = {error.image: error for error in write_demo(folder, recipe.config).planted}
    project = Project.open(folder)
    held_out = [image for image in project.images().images if project.split_of(image) == "val"]
    watched = next(image for image in held_out if image not in planted and _is_long(project.path_of(image)))
    return TourProject(folder, planted, {}, watched)


def copied(source: Path, folder: Path) -> TourProject:
    """Copy a project, with a slip in a label.

    Raises OSError or StudioError if it cannot be copied, or has no second word with so many characters.
    """
    shutil.copytree(source, folder)
    make_a_slip(folder)
    planted = folder / PLANTED_NAME
    entries = json.loads(planted.read_text("utf-8")) if planted.exists() else []
    return TourProject(folder, {entry["image"]: Planted(**entry) for entry in entries})


def choose_no_model(folder: Path) -> None:
    """Remember that a person chose no model for a project: no process that predicts is started when it is opened."""
    state = WindowState()
    folder = folder.absolute()
    state.remember(folder, {"model": "", **state.memory_of(folder)})
    state.flush()


def make_a_slip(folder: Path) -> None:
    """Give a character of the second word another symbol, in its label file, as a hasty person would.

    Raises StudioError if the folder has no second word with so many characters.
    """
    project = Project.open(folder)
    images = project.images().images
    path = label_path(project.path_of(images[1])) if len(images) > 1 else folder
    file = read_label(path)
    if len(file.label.characters) < SLIPPED:
        raise LabelError(f"{path.name}: too few characters for the tour. Name a demo project.")
    place = file.label.ranking[SLIPPED - 1]
    characters = list(file.label.characters)
    symbols = project.settings.charset or "AB"
    symbol = next(each for each in symbols if each != characters[place].symbol)
    characters[place] = replace(characters[place], symbol=symbol)
    write_label(path, replace(file.label, characters=tuple(characters)), (0, 0), file)


def label_on_disk(project: TourProject, image: str) -> WordLabel:
    """Return the label of an image from its present file.

    Raises LabelError if it cannot be read.
    """
    return read_label(label_path(project.folder / image)).label


def _is_long(path: Path) -> bool:
    height, width = image_size(path)
    return width >= _WIDE * height and len(read_label(label_path(path)).label.word) >= _LONG
