from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.edits.review import agree
from core.labels.geometry import rectangle
from core.labels.label import SURELY_DRAWN, CharacterLabel, WordLabel

WORD = WordLabel(tuple(CharacterLabel(c, rectangle(9 * k, 0, 9 * k + 8, 9)) for k, c in enumerate("TIM")), "TIM")
BOXES = replace(WORD, characters=tuple(replace(c, source="model", score=0.5) for c in WORD.characters))
DRAFT = replace(BOXES, text_source="model", status="draft")


@pytest.mark.parametrize(
    ("label", "known"),
    [
        pytest.param(WORD, WORD, id="a label without drafts"),
        pytest.param(DRAFT, None, id="a draft"),
        pytest.param(replace(BOXES, text=None), None, id="drafted boxes without a text"),
        pytest.param(BOXES, WordLabel(text="TIM"), id="drafted boxes below a known text"),
        pytest.param(
            replace(WORD, characters=(*WORD.characters[:2], BOXES.characters[2])),
            WordLabel(text="TIM"),
            id="one of them",
        ),
    ],
)
def test_what_is_known_of_a_label_with_drafts(label: Any, known: Any):
    assert label.known == known
    assert label.is_draft is (known is None)


def test_a_draft_with_one_box_of_a_person_is_not_known_and_may_not_be_replaced():
    label = edits.move(DRAFT, [0], 1, 0)
    assert label.known is None
    assert not label.is_draft


AGREED = replace(DRAFT, accepted_by="agreement")


def test_agreement_keeps_the_characters_that_were_drafted_for_the_text():
    agreed = agree(DRAFT, "TIM")
    assert agreed == AGREED
    assert agree(DRAFT, "TOM").characters == ()
    assert agree(WordLabel(), "TOM").is_agreed


@pytest.mark.parametrize(
    "label",
    [
        pytest.param(WORD, id="a person's"),
        pytest.param(BOXES, id="a known text over drafted characters"),
        pytest.param(edits.move(DRAFT, [0], 1, 0), id="a draft with one character of a person"),
        pytest.param(replace(DRAFT, status="reviewed"), id="reviewed"),
    ],
)
def test_no_agreement_replaces_what_a_person_has_made(label: Any):
    with pytest.raises(LabelError, match="an agreement of readers does not replace it"):
        agree(label, "TIM")


def scored(*scores: float | None) -> WordLabel:
    """Return the agreed label with these scores of its characters."""
    characters = (replace(c, score=score) for c, score in zip(AGREED.characters, scores, strict=True))
    return replace(AGREED, characters=tuple(characters))


@pytest.mark.parametrize(
    "label",
    [
        pytest.param(scored(0.9, SURELY_DRAWN - 0.01, 0.9), id="one is not sure"),
        pytest.param(scored(0.9, None, 0.9), id="one is guessed"),
        pytest.param(replace(scored(0.9, 0.9, 0.9), characters=()), id="nothing is drawn"),
        pytest.param(replace(scored(0.9, 0.9, 0.9), text="TOM"), id="drawn for another text"),
    ],
)
def test_an_agreed_text_teaches_without_characters_that_are_not_sure(label: WordLabel):
    assert label.teaching == WordLabel(text=label.text, status="draft")


def test_the_characters_of_an_agreed_text_teach_if_all_are_sure():
    sure = scored(0.9, SURELY_DRAWN, 0.9)
    taught = sure.teaching
    assert taught is not None and sure.known is None
    assert [c.polygon for c in taught.characters] == [c.polygon for c in sure.characters]
    assert not any(c.is_draft for c in taught.characters)
    moved = edits.move(scored(0.9, None, 0.9), [1], 1, 0)
    assert moved.teaching.characters, "a person has drawn the unsure one"


def test_an_agreed_label_is_not_truth():
    assert AGREED.known is None
    assert AGREED.is_agreed
    assert not AGREED.is_draft
    assert AGREED.confidence == 1


@pytest.mark.parametrize(
    "confirmed",
    [
        pytest.param(edits.accept(AGREED), id="accepted"),
        pytest.param(edits.mark_reviewed(AGREED, datetime(2026, 1, 2, tzinfo=UTC)), id="reviewed"),
        pytest.param(edits.set_text(AGREED, "TIM"), id="typed again"),
    ],
)
def test_a_person_who_confirms_an_agreed_label_makes_it_known(confirmed: Any):
    assert confirmed.known.text == "TIM"
    assert not confirmed.is_agreed
    assert confirmed.teaching == confirmed.known


def test_an_agreed_label_whose_word_a_person_changes_in_part_is_agreed_no_more():
    changed = edits.retype(AGREED, [0], "J")
    assert changed.text == "JIM"
    assert not changed.is_agreed


def test_an_agreed_label_whose_outline_a_person_moves_stays_agreed():
    assert edits.move(AGREED, [0], 1, 0).is_agreed


def test_agreement_counts_for_nothing_beside_a_known_text():
    assert not replace(WORD, accepted_by="agreement").is_agreed


def test_a_draft_is_as_sure_as_all_its_characters_together():
    assert DRAFT.confidence == 0.125
    assert BOXES.confidence == 1


def test_typing_the_text_makes_it_known_even_if_the_model_read_the_same():
    assert edits.set_text(DRAFT, "TIM").known == WordLabel(text="TIM", status="draft")


def test_typing_another_text_makes_it_known_over_boxes_that_stay_drafts():
    known = edits.set_text(DRAFT, "TOM").known
    assert (known.text, known.characters) == ("TOM", ())


def test_accepting_every_character_accepts_the_text():
    label = edits.accept(edits.accept(edits.accept(DRAFT, [0]), [1]), [2])
    assert label.known is label


def test_accepting_some_characters_leaves_the_text_a_draft():
    assert edits.accept(DRAFT, [0, 1]).known is None


def test_retyping_the_symbol_of_one_character_leaves_the_text_a_draft():
    assert edits.retype(DRAFT, [1], "O").known is None


def test_a_reviewed_word_is_known_with_its_boxes_though_they_are_marked_as_drafts():
    label = replace(DRAFT, status="reviewed")
    assert label.known is label
