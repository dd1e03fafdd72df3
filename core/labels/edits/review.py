"""Edits made in a review: accept a model's drafts, mark words as reviewed.

Edits of polygons, symbols, order and text leave the status as it is: the person who corrects a reviewed word has
reviewed it again; otherwise each correction would ask for another review.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from core.base.errors import LabelError
from core.labels.edits.composition import accepted, selection, settled
from core.labels.label import WordLabel


def accept(label: WordLabel, places: Iterable[int] | None = None) -> WordLabel:
    """Accept the drafts of some characters, or of all for None, as a person's own by removing `source` and `score`.

    The text is accepted with the last character, and with all.

    Raises
    ------
    LabelError
        If there is no such place.
    """
    chosen = set(range(len(label.characters)) if places is None else selection(label, places))
    characters = tuple(accepted(c) if place in chosen else c for place, c in enumerate(label.characters))
    text_source = label.text_source if places is not None else None
    if (characters, text_source) == (label.characters, label.text_source):
        return label
    return settled(replace(label, characters=characters, text_source=text_source))


def mark_reviewed(label: WordLabel, time: datetime, by: str = "") -> WordLabel:
    """Mark the whole word as reviewed by a person at a time, and accept its drafts.

    `by` is the person's name, empty if no name is set.

    Raises
    ------
    LabelError
        If the label has neither text nor characters.
    """
    if not label.characters and not label.text:
        raise LabelError("There is nothing to review yet. Type the word, or draw its characters.")
    at = time.isoformat(timespec="seconds")
    return replace(accept(label), status="reviewed", reviewed_at=at, reviewed_by=by or None)


def agree(label: WordLabel, text: str) -> WordLabel:
    """Accept a text that several readers read alike, though no person has looked at the word (`WordLabel.is_agreed`).

    Characters that were drafted for another text go.

    Raises
    ------
    LabelError
        If a person or an import has given the text or a character.
    """
    if label.known not in (None, WordLabel()) or any(not character.is_draft for character in label.characters):
        raise LabelError("The label comes from a person or an import, so an agreement of readers does not replace it.")
    characters = label.characters if unicodedata.normalize("NFC", text) == label.reading else ()
    agreed = replace(label, characters=characters, text=text, status="draft", text_source="model", text_score=None)
    return replace(agreed, accepted_by="agreement")


def mark_draft(label: WordLabel) -> WordLabel:
    """Mark the word as a draft again, so that it needs another review."""
    return replace(label, status="draft", reviewed_at=None, reviewed_by=None)
