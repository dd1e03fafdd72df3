"""How the first steps stand, from what is known."""

from __future__ import annotations

from app.checklist.steps import NAMES, Facts, steps_of


def states(facts: Facts) -> list[str]:
    return [step.state for step in steps_of(facts)]


def test_the_first_step_is_next_and_the_others_come_later() -> None:
    assert states(Facts()) == ["now", "later", "later", "later", "later"]


def test_the_next_step_is_the_first_that_is_neither_done_nor_skipped() -> None:
    facts = Facts(done=frozenset({"mend", "why"}), skipped=frozenset({"label"}))
    assert states(facts) == ["done", "skipped", "now", "done", "later"]


def test_a_skipped_step_that_is_done_after_all_counts_as_done() -> None:
    assert states(Facts(done=frozenset({"label"}), skipped=frozenset({"label"})))[1] == "done"


def test_no_step_is_next_after_the_last() -> None:
    assert states(Facts(done=frozenset(NAMES))) == ["done"] * len(NAMES)
