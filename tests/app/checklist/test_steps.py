"""The next step in a folder follows from facts about it; how the first steps stand, from what is known."""

from typing import Any

import pytest

from app.checklist.next_step import FolderFacts, NextStep, next_step
from app.checklist.steps import NAMES, Facts, steps_of


def states(facts: Facts) -> list[str]:
    return [step.state for step in steps_of(facts)]


def test_the_first_step_is_next_and_the_others_come_later():
    assert states(Facts()) == ["now", "later", "later", "later", "later"]


def test_the_next_step_is_the_first_that_is_neither_done_nor_skipped():
    facts = Facts(done=frozenset({"mend", "why"}), skipped=frozenset({"label"}))
    assert states(facts) == ["done", "skipped", "now", "done", "later"]


def test_a_skipped_step_that_is_done_after_all_counts_as_done():
    assert states(Facts(done=frozenset({"label"}), skipped=frozenset({"label"})))[1] == "done"


def test_no_step_is_next_after_the_last():
    assert states(Facts(done=frozenset(NAMES))) == ["done"] * len(NAMES)


@pytest.mark.parametrize(
    ("facts", "step"),
    [
        (FolderFacts(), None),
        (FolderFacts(unlabelled=30, has_model=True), NextStep("draft", 30)),
        (FolderFacts(unlabelled=30), None),
        (FolderFacts(unlabelled=3, texts_alone=647, has_model=True), NextStep("boxes", 647)),
        (FolderFacts(unlabelled=3, drafts=300, has_model=True), NextStep("least_sure", 300)),
        (FolderFacts(drafts=300, is_walking=True), None),
        (FolderFacts(drafts=280, known=19, reviewed=19), NextStep("least_sure", 280)),
        (FolderFacts(drafts=280, known=20, reviewed=20), NextStep("train", 20, 280)),
        (FolderFacts(drafts=280, known=20, reviewed=20, is_walking=True, learns=True), None),
        (FolderFacts(unlabelled=12, has_photographs=True, has_model=True), NextStep("crop")),
        (FolderFacts(has_foreign=True, has_scenes=True), NextStep("import")),
        (FolderFacts(unlabelled=30, drafts=5, reviewed=20, has_model=True, is_busy=True), None),
    ],
)
def test_the_first_step_that_is_due_is_offered(facts: Any, step: Any):
    assert next_step(facts) == step


def test_a_dismissed_step_makes_room_for_the_one_behind_it():
    facts = FolderFacts(unlabelled=3, texts_alone=647, has_model=True)
    assert next_step(facts, frozenset({"boxes"})) == NextStep("draft", 3)
