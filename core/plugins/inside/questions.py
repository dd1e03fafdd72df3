"""The questions about the inside of a network, and their answers, as plain data without Keras."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from core.base.plugins.asked import NetworkQuestion

if TYPE_CHECKING:
    from core.plugins.inside.facts import LayerFacts
    from core.plugins.inside.graph import LayerGraph


@dataclass(frozen=True, slots=True)
class LayersQuestion(NetworkQuestion):
    """Asks for the layers of a model, with `Layers` as the answer."""

    plugin: ClassVar[str] = "inside"
    work: ClassVar[str] = "core.plugins.inside.answers:layers"
    takes_untrained: ClassVar[bool] = True

    path: Path | None = None
    """The image whose values are reported, too. None: no values."""


@dataclass(frozen=True, slots=True)
class MapsQuestion(NetworkQuestion):
    """Asks for a layer's maps for an image, with `core.plugins.inside.maps.FeatureMaps` as the answer."""

    plugin: ClassVar[str] = "inside"
    work: ClassVar[str] = "core.plugins.inside.answers:maps"

    path: Path
    """The image."""
    layer: str
    """The layer's name, as `core.plugins.inside.facts.LayerFacts.name`."""


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The layers of a model, as the answer to a question."""

    layers: tuple[LayerFacts, ...]
    """From the input on."""
    graph: LayerGraph | None
    """The layers and their connections as a drawing."""
