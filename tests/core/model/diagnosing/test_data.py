from __future__ import annotations

import numpy as np
import pytest

from core.model.diagnosing.data import (
    augmentation_findings,
    mutual_findings,
    padding_findings,
    upper_bound_findings,
    validation_findings,
)


@pytest.mark.parametrize(
    ("polygons", "synthetic", "from_model", "accused"),
    [(0, 0.0, False, True), (1, 0.0, False, False), (0, 0.5, False, False), (0, 0.0, True, False)],
)
def test_texts_alone_teach_no_places_unless_something_else_does(
    polygons: int, synthetic: float, from_model: bool, accused: bool
) -> None:
    found = mutual_findings(100, polygons, synthetic, from_model=from_model, mutual_start=0)
    assert [each.id for each in found] == (["mutual-start"] if accused else [])


def test_padding_is_judged_by_the_ground_of_the_images_and_a_better_grey_is_named() -> None:
    light, padded = np.full(20, 230.0), np.full(20, 0.4)
    (found,) = padding_findings(light, padded, 0)
    assert (found.id, found.seen, found.choices) == ("padding", 230.0, {"padding": 230})
    assert padding_findings(light, padded, 200) == []
    assert padding_findings(light, np.full(20, 0.02), 0) == []  # next to nothing is padded
    both = np.array([20.0, 230.0] * 10)
    assert padding_findings(both, padded, 128) == []  # no grey suits dark and light grounds


def test_augmentation_is_judged_by_characters_cut_away_words_lost_and_readings_lost() -> None:
    assert augmentation_findings([1.0, 0.9, 1.0] * 10, 0, 0.9, 0.75) == []
    assert augmentation_findings([], 0, None, None) == []
    for kept, lost, after in (([1.0, 0.2, 1.0] * 10, 0, 0.8), ([1.0] * 10, 5, 0.8), ([1.0] * 10, 0, 0.3)):
        (found,) = augmentation_findings(kept, lost, 0.9, after, ["a.png"])
        assert found.id == "augmentation-crop" and found.choices == {"augmentation": "mild"}


def test_upper_bound_and_shared_validation_are_shares_of_words() -> None:
    assert upper_bound_findings(100, ["a.png"]) == [] == validation_findings(100, ["a.png"])
    (upper_bound,) = upper_bound_findings(100, [f"{k}.png" for k in range(60)])
    assert (upper_bound.id, upper_bound.severity, upper_bound.seen) == ("labels-upper-bound", "error", 0.6)
    (shared,) = validation_findings(20, ["a.png", "b.png"])
    assert (shared.id, shared.severity, shared.images) == ("validation-shared", "warning", ("a.png", "b.png"))
    assert upper_bound_findings(0, []) == [] == validation_findings(0, [])
