"""The first steps and their states, as a pure function of the known facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

StepName = Literal["mend", "label", "train", "why", "review"]
StepState = Literal["done", "skipped", "now", "later"]

NAMES: tuple[StepName, ...] = get_args(StepName)  # in the order of the list


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about the progress of a newcomer in a project."""

    done: frozenset[StepName] = frozenset()
    """Steps that were seen to be done, in this session or in an earlier one."""
    skipped: frozenset[StepName] = frozenset()
    """Steps that the person has skipped."""
    is_training: bool = False
    """True if a training runs."""
    has_queue: bool = False
    """True if the review queue has words."""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One step of the checklist with its state."""

    name: StepName
    """An entry of `NAMES`."""
    state: StepState
    """The value "now" marks the first step that is neither done nor skipped. The steps after it come "later"."""


def steps_of(facts: Facts) -> tuple[FirstStep, ...]:
    """Return all steps in order, with skipped steps that were done later as done."""
    left = [name for name in NAMES if name not in facts.done | facts.skipped]
    steps = []
    for name in NAMES:
        state: StepState = "later"
        if name in facts.done:
            state = "done"
        elif name in facts.skipped:
            state = "skipped"
        elif name == left[0]:
            state = "now"
        steps.append(FirstStep(name, state))
    return tuple(steps)
