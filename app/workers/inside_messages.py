"""The messages between a window and the prediction process about what is inside a network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.analysis.predicted_maps import PredictedMaps
    from core.model.inside.facts import LayerFacts
    from core.model.inside.graph import LayerGraph
    from core.model.inside.maps import FeatureMaps
    from core.model.inside.saliency import LayerSaliency

# To the child


@dataclass(frozen=True, slots=True)
class Describe:
    """Describe the layers of a model, apart from the chosen model; an earlier `Describe` is dropped.

    Attributes
    ----------
    number : int
        To tell its answer from that of another one.
    model : Path
        As that of `app.workers.prediction_messages.Load`. Of a run that has no model yet, its untrained network.
    image : str
        Relative path in the project, by which a cross-check chooses its network.
    path : Path or None
        The image whose values are told, too.
    """

    number: int
    model: Path
    image: str = ""
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """Tell what a layer of a model gives for an image; an earlier `Probe` is dropped.

    Attributes
    ----------
    number, model, image
        As those of `Describe`.
    layer : str
        As `core.model.inside.facts.LayerFacts.name`.
    """

    number: int
    model: Path
    image: str
    path: Path
    layer: str


@dataclass(frozen=True, slots=True, eq=False)
class Reread:
    """Form the word of repaired maps with all symbols of the character map; an earlier `Reread` is dropped.

    Attributes
    ----------
    number, model, image
        As those of `Describe`.
    path : Path
        The image.
    maps : PredictedMaps
        After the repair.
    """

    number: int
    model: Path
    image: str
    path: Path
    maps: PredictedMaps


InsideQuestion = Describe | Probe | Reread

# From the child


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """The layers of a model, and their graph as a drawing; or why there are none.

    Attributes
    ----------
    number : int
        That of `Describe`.
    channels : tuple of LayerSaliency
        The strengths of the channels; none of an untrained network.
    message : str
        One sentence where the model or the image cannot be used; "" where they can.
    """

    number: int
    layers: tuple[LayerFacts, ...] = ()
    graph: LayerGraph | None = None
    channels: tuple[LayerSaliency, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Probed:
    """What a layer gives; or, in one sentence, why that is not known.

    Attributes
    ----------
    number : int
        That of `Probe`.
    """

    number: int
    maps: FeatureMaps | None = None
    message: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RereadMaps:
    """The same maps with the word that all symbols give; none where image or model are not those of the maps any more.

    Attributes
    ----------
    number : int
        That of `Reread`.
    """

    number: int
    maps: PredictedMaps | None = None


InsideAnswer = Described | Probed | RereadMaps
