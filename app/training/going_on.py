"""The limits of a run that is to be trained longer.

A run that has reached a limit would end at once if it were only resumed: so each limit that it has reached is raised.
"""

from __future__ import annotations

import math
from typing import Any

from core.runs.info import Limit, RunInfo

_SPARE = 2  # times the steps that its pace lets expect: they are not what is to end a training by its time


def limit_to_raise(info: RunInfo) -> Limit:
    """Return the limit that a longer training of the run is asked for: the reached one, or the one that will end it."""
    if info.reached is not None:
        return info.reached
    return "steps" if info.config is None or info.config.minutes is None else "minutes"


def usual_addition(info: RunInfo) -> float:
    """Return as much of that limit as the run has had from its configuration."""
    config, limit = info.config, limit_to_raise(info)
    return 1 if config is None else float(getattr(config, limit) or 1)


def choices_for_more(info: RunInfo, more: float) -> dict[str, Any]:
    """Return the choices with which a run is trained longer, by so many minutes, steps or validations.

    The other limits stay, unless they would end the training before.
    """
    config, limit = info.config, limit_to_raise(info)
    if config is None:
        return {}
    changes: dict[str, Any] = {}
    if config.patience is not None and (limit == "patience" or info.waiting >= config.patience):
        changes["patience"] = info.waiting + (round(more) if limit == "patience" else config.patience)
    if limit == "minutes":
        changes["minutes"] = info.seconds / 60 + more
        expected = math.ceil(60 * more * info.step / info.seconds) if info.seconds else 0
        if info.step + max(expected, 1) > info.steps:
            changes["steps"] = info.step + _SPARE * max(expected, info.steps)
    elif limit == "steps":
        changes["steps"] = info.step + round(more)
        if config.minutes is not None:
            changes["minutes"] = info.seconds / 60 + config.minutes
    return changes
