"""Computes the measures of readings that plug-ins bring."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from numbers import Real
from typing import Any

from core.base.errors import PluginError, Sentence
from core.base.plugins.active import Plugins, plugins


def brought_measures(scores: Sequence[Any], on: Plugins | None = None) -> dict[str, float | None]:
    """Return the measures of the plug-ins that are on, by id.

    A measure that fails is left out, and its plug-in is off from now on: a training goes on without it.

    Parameters
    ----------
    scores : sequence of `core.model.metrics.metrics.WordScore`
        The scored words. That module needs this one, so the type is not named here.
    on : Plugins or None
        None: the plug-ins of this process.
    """
    on = plugins() if on is None else on
    measures: dict[str, float | None] = {}
    for plugin, part in on.parts("metrics"):
        with suppress(PluginError):  # the listener has been told
            function = on.load(plugin, part.at)
            with on.using(plugin):
                measures[part.id] = _number(function(scores))
    return measures


def _number(measure: object) -> float | None:
    if measure is None:
        return None
    if not isinstance(measure, Real) or not math.isfinite(measure):
        raise TypeError(Sentence("its measure is no finite number"))
    return float(measure)
