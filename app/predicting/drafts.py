"""Draft labels of predictions in the project's own terms: one image, and whether it may have one at all."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.project.project import ProjectSettings

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.charset import Charset
    from core.judging.predicted_maps import PredictedMaps
    from core.labels.label import WordLabel
    from core.labels.maps.spec import MapSpec


@dataclass(frozen=True, slots=True)
class Doubt:
    """A known text that the maps contradict.

    Attributes
    ----------
    text : str
        As it is known; never changed.
    read : str
        What the model reads.
    odds : float
        Log of how many times as likely the maps find their own reading.
    """

    text: str
    read: str
    odds: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft label, and what speaks against it.

    Attributes
    ----------
    label : WordLabel
    doubt : Doubt or None
    """

    label: WordLabel
    doubt: Doubt | None = None


def draft_of(
    maps: PredictedMaps,
    image_size: tuple[int, int],
    spec: MapSpec,
    charset: Charset,
    settings: ProjectSettings,
    current: WordLabel | None = None,
    *,
    overwrite: bool = False,
    name: str = "label",
) -> Draft:
    """Make a draft label of a prediction.

    A known text is laid over the maps as the project compares texts, and comes out as it is written.

    Parameters
    ----------
    maps : PredictedMaps
    image_size : (height, width)
    spec, charset
        Of the model.
    settings : ProjectSettings
    current : WordLabel, optional
        The label that is there.
    overwrite : bool
        Whether polygons that a person drew may be replaced.
    name : str
        The image's name, for errors.

    Raises
    ------
    LabelError
        If the label is reviewed, or holds characters of a person and is not to be overwritten.
    """
    from core.judging.prelabel import Suspect, prelabel  # noqa: PLC0415  see above

    text = None if current is None else current.text
    known = None if text is None else settings.normalise(text)
    found = prelabel(maps, image_size, spec, charset, known, current, overwrite=overwrite, name=name)
    if not isinstance(found, Suspect):
        return Draft(_as_written(found, text))
    doubt = Doubt(text or "", found.read, found.odds)
    return Draft(_as_written(found.label, text), doubt)


def is_open_to_drafts(label: WordLabel | None) -> bool:
    """Whether a model may draft it unasked: nobody has reviewed it or drawn a character in it."""
    if label is None:
        return True
    return label.status != "reviewed" and all(character.source == "model" for character in label.characters)


def _as_written(label: WordLabel, text: str | None) -> WordLabel:
    """The label with a known text as it was before the project made it comparable, symbol by symbol."""
    if text is None or label.text == text:
        return label
    symbols = unicodedata.normalize("NFC", text)
    if len(symbols) != len(label.characters):  # the normalisation takes symbols apart: then only the text can stay
        return replace(label, text=text)
    written = zip(label.characters, symbols, strict=True)
    characters = tuple(c if c.is_ignored else replace(c, symbol=symbol) for c, symbol in written)
    return replace(label, text=text, characters=characters)
