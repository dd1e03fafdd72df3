from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.base.errors import LabelError
from core.labels.edits import review
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

NOW = datetime(2025, 1, 31, 12, tzinfo=UTC)


def drafts() -> WordLabel:
    box = rectangle(0, 0, 1, 1)
    return WordLabel(tuple(CharacterLabel(symbol, box, source="model", score=0.5) for symbol in "AB"), "AB", "draft")


def sources(label: WordLabel) -> list[str | None]:
    return [character.source for character in label.characters]


def test_accepting_takes_source_and_score_from_the_chosen_ones():
    label = review.accept(drafts(), [1])
    assert sources(label) == ["model", None]
    assert label.characters[1].score is None


def test_accepting_without_places_takes_all():
    assert sources(review.accept(drafts())) == [None, None]


def test_accepting_what_is_accepted_gives_the_label_itself():
    label = review.accept(drafts())
    assert review.accept(label) is label


def test_reviewing_notes_the_time_and_accepts_every_draft():
    label = review.mark_reviewed(drafts(), NOW)
    assert (label.status, label.reviewed_at, sources(label)) == ("reviewed", "2025-01-31T12:00:00+00:00", [None, None])


def test_reviewing_notes_the_name_where_there_is_one_and_taking_back_forgets_it():
    label = review.mark_reviewed(drafts(), NOW, "Anna")
    assert (label.reviewed_by, review.mark_reviewed(label, NOW).reviewed_by) == ("Anna", None)
    assert review.mark_draft(label).reviewed_by is None


def test_a_review_is_taken_back():
    label = review.mark_reviewed(drafts(), NOW)
    assert review.mark_draft(label) == replace(label, status="draft", reviewed_at=None)


def test_a_label_that_says_nothing_is_not_reviewed():
    with pytest.raises(LabelError, match="nothing to review yet"):
        review.mark_reviewed(WordLabel(text=""), NOW)
    assert review.mark_reviewed(WordLabel(text="a"), NOW).status == "reviewed"
    assert review.mark_reviewed(replace(drafts(), text=None), NOW).status == "reviewed"


def test_a_review_makes_the_text_of_a_draft_known():
    label = review.mark_reviewed(replace(drafts(), text_source="model"), NOW)
    assert label.known is label
    assert label.text_source is None
