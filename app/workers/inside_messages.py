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
    """Describe the layers of a model, apart from the chosen model. An earlier `Describe` is dropped."""

    number: int  # to tell its answer from that of another one
    # as that of `app.workers.prediction_messages.Load`. Of a run that has no model yet, its untrained network
    model: Path
    image: str = ""  # relative path in the project; a cross-check chooses its network by it
    path: Path | None = None  # the image whose values are reported, too


@dataclass(frozen=True, slots=True)
class Probe:
    """Tell what a layer of a model gives for an image. An earlier `Probe` is dropped."""

    # number, model, image: as those of `Describe`
    number: int
    model: Path
    image: str
    path: Path
    layer: str  # as `core.model.inside.facts.LayerFacts.name`


@dataclass(frozen=True, slots=True, eq=False)
class Reread:
    """Form the word of repaired maps with all symbols of the character map. An earlier `Reread` is dropped."""

    # number, model, image: as those of `Describe`
    number: int
    model: Path
    image: str
    path: Path  # the image
    maps: PredictedMaps  # after the repair


InsideQuestion = Describe | Probe | Reread

# From the child


@dataclass(frozen=True, slots=True, eq=False)
class Insides:
    """The layers of a model, and their graph as a drawing. Or why there are none."""

    number: int  # that of `Describe`
    layers: tuple[LayerFacts, ...] = ()
    graph: LayerGraph | None = None
    channels: tuple[LayerSaliency, ...] = ()  # the strengths of the channels; none of an untrained network
    message: str = ""  # one sentence if the model or the image cannot be used; "" if they can


@dataclass(frozen=True, slots=True, eq=False)
class Probed:
    """The output of a layer or, in one sentence, why that is not known."""

    number: int  # that of `Probe`
    maps: FeatureMaps | None = None
    message: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RereadMaps:
    """The same maps with the word that all symbols give. None if image or model are not those of the maps any more."""

    number: int  # that of `Reread`
    maps: PredictedMaps | None = None


InsideAnswer = Insides | Probed | RereadMaps
