from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from core.labels.maps.render import IGNORE
from core.model.diagnosing.learning import (
    Activity,
    ByHeart,
    Tried,
    branch_findings,
    constant_losses,
    heart_findings,
    is_suspect,
    measured_sentences,
    normalisation_findings,
    rate_findings,
    tried_rates,
)

USUAL = 0.002
WEIGHTS = {"character": 1.0, "order": 10.0, "localization": 10.0}
PARTS = ("backbone/conv1", "backbone/conv2", "decoder", "character", "order", "localization")
NORMS = dict.fromkeys(PARTS, 1.0)


def tried(rate: float, gain: float) -> list[Tried]:
    losses = (gain, 0.3, 0.6)
    return [Tried(each, 10.0, 10 * (1 - g)) for each, g in zip(tried_rates(rate, USUAL), losses, strict=True)]


@pytest.mark.parametrize(
    ("rate", "gain", "expected"),
    [(0.2, -0.5, ["rate-high"]), (2e-6, 0.01, ["rate-low"]), (0.2, 0.5, []), (2e-5, 0.3, []), (0.004, 0.0, [])],
)
def test_a_rate_is_accused_where_it_is_unusual_and_learns_much_less(
    rate: float, gain: float, expected: list[str]
) -> None:
    assert [found.id for found in rate_findings(tried(rate, gain), USUAL)] == expected


def test_a_trial_that_breaks_down_gains_nothing_and_a_usual_rate_is_not_tried_at_others() -> None:
    assert Tried(0.2, 10.0, math.nan).gain == -1 == Tried(0.2, math.nan, 1.0).gain
    assert not is_suspect(USUAL, USUAL) and is_suspect(USUAL * 100, USUAL) and is_suspect(USUAL / 1000, USUAL)
    assert rate_findings([Tried(0.2, 10.0, math.nan), Tried(0.02, 10.0, math.nan)], USUAL) == []  # another cause


def test_branch_without_gradient_is_unused_and_part_without_any_is_frozen() -> None:
    assert branch_findings(NORMS, PARTS, WEIGHTS) == []
    (unused,) = branch_findings(NORMS | {"order": 0.0}, PARTS, WEIGHTS | {"order": 0.0})
    assert (unused.id, unused.seen, unused.choices) == ("unused-branch", 0.0, {"loss.order": 10.0})
    without = {part: norm for part, norm in NORMS.items() if part != "order"}
    (frozen,) = branch_findings(without, PARTS, WEIGHTS, is_pretrained=True)
    assert (frozen.id, frozen.severity) == ("frozen-branch", "error") and "order" in frozen.sentence


@pytest.mark.parametrize(
    ("missing", "is_pretrained", "thaws", "expected"),
    [
        ({"backbone/conv1"}, True, False, []),
        ({"backbone/conv1"}, False, False, ["error"]),
        ({"backbone/conv1", "backbone/conv2"}, True, False, ["warning"]),
        ({"backbone/conv1", "backbone/conv2"}, False, True, []),
    ],
)
def test_frozen_stages_are_accused_where_they_know_nothing_or_are_all(
    missing: set[str], is_pretrained: bool, thaws: bool, expected: list[str]
) -> None:
    norms: Mapping[str, float] = {part: norm for part, norm in NORMS.items() if part not in missing}
    found = branch_findings(norms, PARTS, WEIGHTS, is_pretrained=is_pretrained, thaws=thaws)
    assert [each.severity for each in found] == expected


def normalised(
    momentum: float = 0.97, kept: float | None = 1.0, batch: float | None = 1.0, frozen: bool = False
) -> list[str]:
    found = normalisation_findings(
        frozen_at_random=frozen, momentum=momentum, steps=3000, kept_loss=kept, batch_loss=batch
    )
    return [each.id for each in found]


def test_statistics_that_cannot_follow_or_do_not_or_never_will_are_accused() -> None:
    assert normalised() == normalised(kept=None, batch=None) == normalised(kept=2.0) == []
    assert normalised(0.9999) == normalised(kept=5.0) == normalised(frozen=True) == ["normalisation"]


def test_best_constant_answer_is_half_background_and_the_classes_by_their_frequency() -> None:
    character = np.zeros((1, 2, 4), np.int32)
    character[0, 0] = [1, 1, 2, IGNORE]
    localization = np.zeros((1, 2, 4), np.float32)
    localization[0, 0, :] = 1.0
    found = constant_losses(character, np.zeros((1, 2, 4), np.int32), localization)
    entropy = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))
    assert found["character"] == pytest.approx(math.log(2) + entropy / 2)
    assert found["order"] == 0.0  # nothing but background
    assert found["localization"] == pytest.approx(0.5 * 0.25)


def test_words_that_are_not_read_are_not_learnt_however_far_the_losses_fell() -> None:
    constants = {"character": 2.0, "order": 1.0}
    assert heart_findings(ByHeart(110, {"character": 1.0, "order": 0.2}, 8, 8), constants) == []
    losses = {"character": 1.0, "order": 0.6, "localization": 9.0}
    (found,) = heart_findings(ByHeart(300, losses, 8, 6), constants)
    assert (found.id, found.seen) == ("not-learnt", 0.75)
    assert "6 of them are read" in found.sentence and "“order” is 60%" in found.sentence


def test_what_was_measured_is_said_and_what_was_not_tried_is_not() -> None:
    activity = Activity(0.25, 0.5, 0.75)
    gradient, units = measured_sentences({"order": 1.25}, activity, {}, None)
    assert gradient == "Gradient of the first step by part: order 1.2."
    assert "25% of the units are dead" in units and "50%" in units and "75%" in units
    *_, heart = measured_sentences({}, activity, {"order": 1.0}, ByHeart(40, {"order": 0.5}, 8, 7))
    assert heart.endswith("after 40 steps 7 are read, and the losses are, of the best constant answer's, order 50%.")
