"""Chooses between known texts and drafts: texts that a program read are drafts until a person accepts them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from core.base.errors import Sentence
from core.labels.formats.record import Record, Reject
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


def over(there: WordLabel, label: WordLabel, name: str, *, overwrite: bool, demotes: bool = False) -> WordLabel:
    """Return the label to write where there is one already, which is that one if the other says nothing new.

    A known text takes the place of a draft, and a draft that of no text that a person has given or accepted. Tags,
    split and foreign keys stay.

    Parameters
    ----------
    there : WordLabel
        The label that is there.
    label : WordLabel
        The label that is to take its place.
    name : str
        Name of the label file, for the message.
    overwrite : bool
        True to replace a label that differs, though a person may have edited it.
    demotes : bool
        True if a person has said that the texts are drafts: then a known label that nobody has reviewed becomes one.

    Raises
    ------
    Reject
        If the label that is there differs and must not be replaced.
    """
    is_draft = label.known is None
    is_same = label.text == there.text and label.characters == there.characters
    is_same = is_same or (not label.characters and bool(there.characters) and label.word == there.word)
    is_empty = not there.characters and not there.text
    is_accepted = not is_empty and not there.is_draft
    if is_draft and is_accepted:
        if demotes and not there.is_reviewed:
            return _beside(there, label, label)
        if not is_same:
            raise Reject(
                '"{name}" holds a text that a person has given or accepted, and a draft does not replace it. Pass '
                "--texts drafts and --overwrite, or delete the label",
                name=name,
            )
    if is_same:
        made = _confirmed(there, label)
        return _beside(there, made, label) if overwrite or made != there else there
    if overwrite or is_empty or (there.is_draft and (not is_draft or label.is_agreed)):
        return _beside(there, label, label)
    raise Reject('"{name}" exists and differs; a person may have edited it. Pass --overwrite to replace it', name=name)


def _confirmed(there: WordLabel, label: WordLabel) -> WordLabel:
    """Return a label with the standing of another one that says the same, if that is the higher one."""
    if label.known is not None and there.known is None:
        if label.is_reviewed or not there.characters:
            return label
        return replace(there, text=label.word, text_source=None, accepted_by=None)  # its boxes stay drafts
    if label.is_agreed and there.is_draft:
        agreed = replace(there, status=label.status, text_score=label.text_score)
        return replace(agreed, text_source=label.text_source, accepted_by=label.accepted_by)
    if label.is_reviewed and not there.is_reviewed and label.characters == there.characters:
        return replace(there, status=label.status, reviewed_at=label.reviewed_at, reviewed_by=label.reviewed_by)
    return there


def _beside(there: WordLabel, made: WordLabel, label: WordLabel) -> WordLabel:
    """Return a label with what either of two labels of its image holds beside text and characters."""
    tags = tuple(sorted({*there.tags, *label.tags}))
    return replace(
        made, tags=tags, split=label.split or there.split, extra=tuple((dict(there.extra) | dict(label.extra)).items())
    )


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
