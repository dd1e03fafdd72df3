"""A run judged by its own curves, which are written out here."""

from typing import Any

import numpy as np
import pytest

from core.model.diagnosing.curves import length_findings, part_norms, rate_of_run_findings, split_findings
from core.runs.curves import Curves

USUAL = 0.002


def curves(
    last: float = 1.0, *, ratio: float = 1.0, first: float = 1.0, read: tuple[float, float] = (0.9, 0.95)
) -> Curves:
    """A loss that falls from 16 to `last`, with a validation every tenth step.

    `ratio`: of the loss in validation to that in training, and `first` of the first validation. `read`: the words read
    in the middle and at the end.
    """
    made = Curves()
    for step, loss in enumerate(np.geomspace(16, last, 200), 1):
        norms = {"decoder": 1.0, "order": 0.0 if step > 1 else 5.0}
        made.add_line({"kind": "step", "step": step, "loss": float(loss), "gradient_norms": norms})
        if step % 10 == 0:
            losses = {"loss": float(loss) * (first if step == 10 else ratio)}
            accuracy = {"word_accuracy": float(np.interp(step, (0, 100, 200), (0, *read)))}
            made.add_line({"kind": "validation", "step": step, "losses": losses, "metrics": accuracy})
    return made


@pytest.mark.parametrize(
    ("times", "run", "expected"),
    [
        (1, curves(8.0), []),  # whatever it looks like: another cause
        (1 / 5, curves(4.0, read=(0.1, 0.2)), ["error rate-low"]),
        (1 / 5, curves(0.5, read=(0.8, 0.81)), []),  # more steps would not help
        (1 / 5, curves(4.0, read=(0.9, 0.96)), []),  # there is little to gain
        (1 / 2, curves(0.5, read=(0.5, 0.7)), ["error rate-low"]),
        (5, curves(first=20), ["warning rate-high"]),
        (5, curves(first=20, read=(0.6, 0.5)), ["error rate-high"]),
        (5, curves(15.0), []),  # it reads nearly all words
        (2, curves(first=20), []),
        (2, curves(15.0, read=(0.1, 0.2)), ["error rate-high"]),
        (100, curves(float("nan"), read=(0.0, 0.0)), ["error rate-high"]),
    ],
)
def test_a_rate_is_judged_by_how_far_it_is_off_and_by_what_the_run_shows(times: Any, run: Any, expected: list[Any]):
    found = rate_of_run_findings(run, USUAL * times, USUAL)
    assert [f"{each.severity} {each.id}" for each in found] == expected


def test_the_sentence_says_what_the_run_has_shown():
    (low,) = rate_of_run_findings(curves(4.0, read=(0.1, 0.2)), USUAL / 5, USUAL)
    assert "5.0 times below" in low.sentence and "reads 20 % of the words, +9 points since the middle" in low.sentence
    assert low.choices == {"learning_rate": None}


@pytest.mark.parametrize(
    ("run", "is_own", "expected"),
    [
        (curves(), True, []),
        (curves(first=50), True, []),  # at the beginning alone
        (curves(ratio=12), False, ["normalisation"]),
        (curves(ratio=4), True, ["augmentation-crop"]),
        (curves(ratio=0.2), True, ["augmentation-crop"]),
        (curves(ratio=0.2), False, []),  # synthetic words may be harder than those of the validation
        (Curves(), True, []),
    ],
)
def test_validation_and_training_that_differ_all_the_time_are_accused(run: Any, is_own: bool, expected: list[Any]):
    assert [each.id for each in split_findings(run, is_own=is_own)] == expected


def test_the_usual_norm_of_a_part_shows_that_nothing_teaches_it():
    assert part_norms(curves()) == {"decoder": 1.0, "order": 0.0}


@pytest.mark.parametrize(
    ("usual", "read", "expected"),
    [
        (3000, (0.0, 0.0), ["steps-few"]),
        (3000, (0.9, 0.95), []),
        (300, (0.0, 0.0), []),
        (3000, (0.2, 0.49), ["steps-few"]),
    ],
)
def test_short_run_that_reads_little_needs_more_steps(usual: int, read: tuple[Any, ...], expected: list[Any]):
    findings = length_findings(curves(8.0, read=read), usual)
    assert [finding.id for finding in findings] == expected
    assert all("200 steps, the usual number is 3,000" in finding.sentence for finding in findings)


def test_run_without_a_validation_is_not_judged_by_its_length():
    assert length_findings(Curves(), 3000) == []
