"""The questions about the inside of a network. The answers are `app.workers.prediction_messages.Answered`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.analysis.predicted_maps import PredictedMaps
    from core.model.inside.facts import LayerFacts
    from core.model.inside.graph import LayerGraph
    from core.model.inside.saliency import LayerSaliency


@dataclass(frozen=True, slots=True)
class Describe:
    """Describe a model as `Layers`, apart from the chosen model. An earlier `Describe` is dropped."""

    number: int
    # as that of `app.workers.prediction_messages.Load`. Of a run that has no model yet, its untrained network
    model: Path
    image: str = ""  # relative path in the project; a cross-check chooses its network by it
    path: Path | None = None  # the image whose values are reported, too


@dataclass(frozen=True, slots=True)
class Probe:
    """Tell what a layer gives for an image: `core.model.inside.maps.FeatureMaps`. An earlier `Probe` is dropped."""

    # number, model, image: as those of `Describe`
    number: int
    model: Path
    image: str
    path: Path
    layer: str  # as `core.model.inside.facts.LayerFacts.name`


@dataclass(frozen=True, slots=True, eq=False)
class Reread:
    """Form the word of repaired maps with all symbols of the character map. An earlier `Reread` is dropped.

    The answer is the same maps with that word. None if image or model are not those of the maps any more.
    """

    # number, model, image: as those of `Describe`
    number: int
    model: Path
    image: str
    path: Path  # the image
    maps: PredictedMaps  # after the repair


InsideQuestion = Describe | Probe | Reread


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The layers of a model, and their graph as a drawing."""

    layers: tuple[LayerFacts, ...]
    graph: LayerGraph | None
    channels: tuple[LayerSaliency, ...] = ()  # the strengths of the channels; none of an untrained network
