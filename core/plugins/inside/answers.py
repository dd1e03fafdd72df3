"""Answers questions about the inside of a network, in the process that predicts."""

from __future__ import annotations

from core.model.network.saving import Recogniser
from core.model.using.opening import prepared
from core.plugins.inside.describing import describe
from core.plugins.inside.graph import graph_of
from core.plugins.inside.maps import FeatureMaps
from core.plugins.inside.probing import probe
from core.plugins.inside.questions import Layers, LayersQuestion, MapsQuestion


def layers(recogniser: Recogniser, question: LayersQuestion) -> Layers:
    """Return the layers of a network, with their values for an image if the question names one.

    Raises
    ------
    ImageError
        If the image cannot be read.
    """
    facts = describe(recogniser, None if question.path is None else prepared(recogniser, question.path))
    return Layers(facts, graph_of(facts))


def maps(recogniser: Recogniser, question: MapsQuestion) -> FeatureMaps:
    """Return the feature maps of the question's layer for the question's image.

    Raises
    ------
    ModelError
        If there is no such layer, or its output is no maps.
    ImageError
        If the image cannot be read.
    """
    return probe(recogniser, prepared(recogniser, question.path), question.layer)
