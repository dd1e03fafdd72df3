"""Measures models on a project's labelled words."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textscanner.keras import load_keras
from textscanner.projects import ReadOnlyProject

if TYPE_CHECKING:
    from textscanner.models import Crops, Model


def evaluate(
    model: Model | str | PathLike[str],
    project: ReadOnlyProject | str | PathLike[str],
    *,
    ignore_case: bool = False,
    crops: Crops = "auto",
    language: str | None = None,
    expected: str | None = None,
    drafts: bool = False,
    agreed: bool = False,
) -> dict[str, Any]:
    """Measure a model on a project's labelled words, as `textscanner evaluate` does.

    Drafts of a model, and words that were accepted because two readers agreed, are no truth: they are left out, unless
    they are asked for. Words are read as the project has stored it, by default with the model's language.

    Parameters
    ----------
    model : Model or path
        Of `load_model`, or a `.tflite` or `.onnx` file that `textscanner export` has written: then the exported graph
        itself is measured.
    project : ReadOnlyProject or path
        Of `open_project`, or its folder.
    ignore_case, crops, language
        As in `Model.read`.
    expected : str, optional
        As in `Model.read`. Default: the words that the project expects, if it names any; "" for any word.
    drafts, agreed : bool
        Count labels that a model drafted and nobody has reviewed, too; and those on which two readers agreed.

    Returns
    -------
    dict
        The document of `textscanner evaluate --json`: `images` (words that were measured), `word_accuracy` (read
        exactly), `word_accuracy_ci` (case and marks aside), `one_minus_ned`, `character_f1`, and `center_in_box` and
        `order_accuracy`, None if no label has polygons; `images_per_second`; the reading options that differ from the
        plain ones, and `network_alone` with the network's own figures. Beside it `words_right` (a count),
        `by_length` (words and right ones by the number of symbols), `left_out` (each image with the reason) and
        `notes` (sentences on the figures, such as how many drafts do not count).

    Raises
    ------
    StudioError
        If there is no word to measure on, the folder cannot be read, or an exported file cannot be opened.

    Examples
    --------
    >>> model = textscanner.load_model("reader")
    >>> figures = textscanner.evaluate(model, "words")
    >>> figures["images"], figures["words_right"], figures["word_accuracy"]
    (6, 6, 1.0)
    """
    load_keras()
    from core.model.using.evaluation import evaluate_folder
    from core.model.using.graphs.exported import open_exported
    from core.model.using.reading_options import options_for
    from core.project.project import Project

    folder = project.folder if isinstance(project, ReadOnlyProject) else Path(project)
    opened = Project.open(folder)
    options, _ = options_for(opened, ignore_case, crops, language, expected)
    recogniser = open_exported(Path(model)) if isinstance(model, str | PathLike) else model.recogniser
    evaluation = evaluate_folder(recogniser, folder, options=options, drafts=drafts, agreed=agreed)
    lengths = evaluation.by_length.items()
    return evaluation.to_dict() | {
        "words_right": sum(score.exact for _, score in lengths),
        "by_length": [{"length": length, "words": score.words, "right": score.exact} for length, score in lengths],
        "left_out": [{"image": left.name, "reason": str(left.reason)} for left in evaluation.left_out],
        "notes": [str(note) for note in evaluation.notes],
    }
