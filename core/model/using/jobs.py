"""The work of `textscanner predict` and `textscanner evaluate`: from a model and paths to a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import ImageError
from core.base.files import write_atomically
from core.base.images import read_image
from core.base.progress import Progress, ignore_progress
from core.data.samples.samples import LeftOut, fit_image
from core.model.network.layer_outputs import as_table, layer_outputs
from core.model.using.evaluation import Evaluation, evaluate_folder
from core.model.using.map_files import folder_names, write_predicted_maps
from core.model.using.opening import open_recogniser
from core.model.using.prediction import WordPrediction, predict
from core.model.using.reading_options import PLAIN, ReadingOptions

LAYERS = "layers.txt"  # name of the table of each layer's output for an image: shape, dtype, range


@dataclass(frozen=True, slots=True)
class PredictionReport:
    """The result of `textscanner predict`."""

    # the predictions in the order of the images, without maps, which are on the disk
    predictions: tuple[WordPrediction, ...]
    refused: tuple[LeftOut, ...]  # images that could not be read, with the reasons
    folders: tuple[Path, ...]  # the folder of each prediction's maps; none if no maps were wanted

    @property
    def succeeded(self) -> bool:
        """True if every image was read."""
        return not self.refused

    def to_list(self) -> list[dict[str, Any]]:
        """The document of `textscanner predict --json`."""
        return [prediction.to_dict() for prediction in self.predictions]


def predict_files(
    model: Path,
    images: Sequence[Path],
    *,
    maps: Path | None = None,
    layers: bool = False,
    options: ReadingOptions = PLAIN,
    progress: Progress = ignore_progress,
) -> PredictionReport:
    """Read image files with a model.

    Parameters
    ----------
    model : Path
        A `.keras` file of ours, a run or a checkpoint.
    maps : Path or None
        A folder that gets a folder for each image's maps, named like the image.
    layers : bool
        Also write each layer's output to that folder (`LAYERS`): layer by layer, some ten times slower.
    progress : Progress
        Told (images done, images).

    Raises
    ------
    ModelError
        If the model cannot be used.
    FileWriteError
        If maps cannot be written.
    """
    recogniser = open_recogniser(model)
    names = folder_names(str(image) for image in images)
    predictions: list[WordPrediction] = []
    refused: list[LeftOut] = []
    folders: list[Path] = []
    found = predict(recogniser, images, with_maps=maps is not None, options=options, progress=progress)
    for image, name, item in zip(images, names, found, strict=True):
        if isinstance(item, LeftOut):
            refused.append(item)
            continue
        if maps is not None:
            try:
                pixels = read_image(image)
            except ImageError as error:  # the image was deleted after the reading
                refused.append(LeftOut(item.image, str(error)))
                continue
            write_predicted_maps(maps / name, item, pixels, recogniser.spec)
            if layers:
                batch = fit_image(pixels, recogniser.spec.maps, recogniser.spec.padding)[None]
                table = as_table(layer_outputs(recogniser.model, batch))
                write_atomically(maps / name / LAYERS, (table + "\n").encode())
            folders.append(maps / name)
        predictions.append(item.without_maps())
    return PredictionReport(tuple(predictions), tuple(refused), tuple(folders))


def evaluate_files(
    model: Path,
    folder: Path,
    *,
    out: Path | None = None,
    options: ReadingOptions = PLAIN,
    raw: bool = False,
    drafts: bool = False,
    progress: Progress = ignore_progress,
) -> Evaluation:
    """Evaluate a model over a project's labelled images. Parameters and errors as `evaluate_folder`.

    Raises ModelError if the model cannot be used.
    """
    recogniser = open_recogniser(model)
    return evaluate_folder(recogniser, folder, out=out, options=options, drafts=drafts, raw=raw, progress=progress)
