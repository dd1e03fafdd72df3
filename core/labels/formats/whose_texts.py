"""Chooses between known texts and drafts: texts that a program read are drafts until a person accepts them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from core.base.errors import Sentence
from core.labels.formats.record import Record
from core.labels.formats.report import Remark
from core.labels.label import WordLabel

Texts = Literal["auto", "known", "drafts"]
"""The choice of a person.

With `auto`, a text is a draft if the source says that a program has read it.
"""

TEXTS: tuple[Texts, ...] = get_args(Texts)

WITH_PROBABILITY = Remark(
    "guessed",
    Sentence("texts with a probability: taken as drafts; --texts known takes them as known"),
    Sentence("one text with a probability: taken as a draft; --texts known takes it as known"),
)
MARKED = Remark(
    "guessed",
    Sentence("texts marked as a model's: taken as drafts; --texts known takes them as known"),
    Sentence("one text marked as a model's: taken as a draft; --texts known takes it as known"),
)
_AS_KNOWN = Remark(
    "taken",
    Sentence("texts that a program has read were taken as known, as chosen"),
    Sentence("one text that a program has read was taken as known, as chosen"),
)
_AS_DRAFTS = Remark(
    "taken",
    Sentence("texts were taken as drafts, as chosen"),
    Sentence("one text was taken as a draft, as chosen"),
)
_NO_SHARE = Remark(
    "left out",
    Sentence("probabilities are not numbers from 0 to 1; the drafts have none"),
    Sentence("one probability is not a number from 0 to 1; the draft has none"),
)


def as_chosen(record: Record, texts: Texts) -> Record:
    """Return a record with its text marked as known or as a draft, and the report's remarks on it.

    A draft keeps the probability that the source gives. A word that a person has reviewed stays known unless `texts` is
    "drafts".
    """
    label, reading = record.label, record.reading
    if label == WordLabel():
        return record
    if texts == "known":
        if reading is None and label == _known(label):
            return record
        return replace(record, label=_known(label), remarks=(*record.remarks, _AS_KNOWN))
    if texts == "auto" and (reading is None or label.is_reviewed):
        return record
    probability = None if reading is None else reading.probability
    share = probability if probability is not None and 0 <= probability <= 1 else None
    guess = MARKED if probability is None else WITH_PROBABILITY
    remarks = [_AS_DRAFTS if texts == "drafts" else guess]
    if probability is not None and share is None:
        remarks.append(_NO_SHARE)
    return replace(record, label=_drafted(label, share), remarks=(*record.remarks, *remarks))


def _drafted(label: WordLabel, share: float | None) -> WordLabel:
    """Return the label as a draft of a model, all of its characters included."""
    return replace(
        label,
        characters=tuple(replace(character, source="model") for character in label.characters),
        text=label.word,
        status=None,
        reviewed_at=None,
        reviewed_by=None,
        text_source="model",
        text_score=label.text_score if share is None else share,
        accepted_by=None,
    )


def _known(label: WordLabel) -> WordLabel:
    """Return the label as a person's, all of its characters included."""
    return replace(
        label,
        characters=tuple(replace(character, source=None, score=None) for character in label.characters),
        text_source=None,
    )
