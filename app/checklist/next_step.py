"""Chooses the next step in a person's own folder, as a pure function of facts about the folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.drafting.surest import Surer

StepKind = Literal["import", "crop", "draft", "boxes", "least_sure", "train"]

_REVIEWED = 20  # words that a person has reviewed, from which a training is offered


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """The facts about the open folder."""

    unlabelled: int = 0
    """Images without a label, less those that are read with too small a probability for a draft."""
    texts_alone: int = 0
    """Labels with a known text and no character."""
    drafts: int = 0
    """Labels of a model that nobody has reviewed."""
    known: int = 0
    """Labels that train."""
    reviewed: int = 0
    """Labels that a person has reviewed since the last training began."""
    has_foreign: bool = False
    """True if there are labels of another program."""
    has_scenes: bool = False
    """True if there are scenes with outlined words."""
    has_photographs: bool = False
    """True if there are pictures too large for one word."""
    learns: bool = False
    """True if the bar of corrections offers that the model learns from the corrections."""
    has_model: bool = False
    """True if a model is chosen that can draft."""
    surer: Surer | None = None
    """A model that reads a folder without labels more surely than the chosen one."""
    is_busy: bool = False
    """True if labels are being read or drafted, or a model is being trained."""
    is_walking: bool = False
    """True if the drafts are listed, the least sure first."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step to offer, with the number of its images or, for a training, the number of labels to train on."""

    kind: StepKind
    """The kind of step."""
    count: int = 0
    """The number of images or labels."""
    drafts: int = 0
    """For a training, the number of drafts beside the labels that it learns from."""
    surer: Surer | None = None
    """The model that is proposed to draft, in place of the chosen one."""


def next_step(facts: FolderFacts, dismissed: frozenset[str] = frozenset()) -> NextStep | None:
    """Return the first due step that the person has not dismissed, or None if there is none."""
    is_free = not facts.is_busy
    can_draft = is_free and facts.has_model
    steps = (
        (facts.has_foreign, NextStep("import")),
        (facts.has_scenes or facts.has_photographs, NextStep("crop")),
        (is_free and facts.reviewed >= _REVIEWED and not facts.learns, NextStep("train", facts.known, facts.drafts)),
        (is_free and facts.drafts and not facts.is_walking, NextStep("least_sure", facts.drafts)),
        (can_draft and facts.texts_alone, NextStep("boxes", facts.texts_alone)),
        (can_draft and facts.unlabelled, NextStep("draft", facts.unlabelled, surer=facts.surer)),
    )
    return next((step for is_due, step in steps if is_due and step.kind not in dismissed), None)
