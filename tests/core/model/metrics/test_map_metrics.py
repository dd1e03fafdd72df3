from __future__ import annotations

import json

import numpy as np
import pytest

from core.labels.maps.render import IGNORE
from core.model.metrics.map_metrics import MapCounts, count_map

TARGET = np.array([[0, 0, 1, 1], [0, 1, 1, 2], [2, 2, IGNORE, IGNORE]], np.int32)
PREDICTED = np.array([[0, 1, 1, 1], [0, 1, 2, 2], [2, 0, 2, 4]], np.int32)
# class: hits, targets, predicted - counted by eye: 0: 2, 3, 3; 1: 3, 4, 4; 2: 2, 3, 3; 3 and 4: nothing


def test_measures_are_those_computed_by_hand() -> None:
    counts = count_map(TARGET, PREDICTED, 5)
    assert counts.hits.tolist() == [2, 3, 2, 0, 0]
    assert counts.targets.tolist() == [3, 4, 3, 0, 0]
    assert counts.predicted.tolist() == [3, 4, 3, 0, 0]
    assert counts.score(1).to_dict() == {"precision": 3 / 4, "recall": 3 / 4, "f1": 6 / 8, "iou": 3 / 5}
    assert counts.score(2).to_dict() == {"precision": 2 / 3, "recall": 2 / 3, "f1": 4 / 6, "iou": 2 / 4}
    assert counts.micro().to_dict() == {"precision": 5 / 7, "recall": 5 / 7, "f1": 10 / 14, "iou": 5 / 9}
    assert counts.macro().f1 == pytest.approx((3 / 4 + 2 / 3) / 2)
    assert counts.macro().iou == pytest.approx((3 / 5 + 1 / 2) / 2)
    assert counts.occurring(first=0) == (0, 1, 2)


def test_precision_and_recall_are_told_apart() -> None:
    score = count_map(np.array([[1, 1, 1, 0]]), np.array([[1, 0, 0, 0]]), 2).score(1)
    assert (score.precision, score.recall, score.f1, score.iou) == (1.0, 1 / 3, 2 / 4, 1 / 3)


def test_class_that_does_not_occur_has_no_measure_and_no_part_in_the_means() -> None:
    counts = count_map(np.array([[1, 1]]), np.array([[1, 2]]), 4)
    assert set(counts.score(3).to_dict().values()) == {None}
    assert counts.score(2).to_dict() == {"precision": 0.0, "recall": None, "f1": 0.0, "iou": 0.0}
    assert counts.macro().recall == 1 / 2  # of class 1 alone: class 2 has no target
    assert counts.macro().precision == (1.0 + 0.0) / 2
    assert set(MapCounts.none(3).macro().to_dict().values()) == {None}


def test_counts_of_images_add_up_to_those_of_all_their_pixels() -> None:
    rng = np.random.default_rng(0)
    target, predicted = rng.integers(-1, 6, (2, 8, 9)), rng.integers(0, 6, (2, 8, 9))
    both = MapCounts.none(6) + count_map(target[0], predicted[0], 6) + count_map(target[1], predicted[1], 6)
    whole = count_map(target, predicted, 6)
    assert both.to_dict(range(6)) == whole.to_dict(range(6))


def test_document_names_the_classes_and_is_plain_json() -> None:
    document = json.loads(json.dumps(count_map(TARGET, PREDICTED, 5).to_dict([None, *"abcd"])))
    assert [entry["class"] for entry in document["classes"]] == [None, "a", "b"]
    assert [entry["pixels"] for entry in document["classes"]] == [3, 4, 3]
    assert document["micro"]["iou"] == 5 / 9


def test_maps_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        count_map(TARGET, PREDICTED[:2], 5)
    with pytest.raises(ValueError, match="none of the 2 classes"):
        count_map(TARGET, PREDICTED, 2)
    with pytest.raises(ValueError, match="none of the 5 classes"):
        count_map(TARGET, np.full_like(PREDICTED, -1), 5)


def test_rows_of_several_maps_add_up_to_their_counts() -> None:
    one, other = count_map(TARGET, PREDICTED, 5), count_map(np.array([[4, 1]]), np.array([[4, 4]]), 5)
    assert one.rows().tolist() == [[0, 2, 3, 3], [1, 3, 4, 4], [2, 2, 3, 3]]
    together = MapCounts.of_rows([one.rows(), other.rows()], 5)
    both = one + other
    assert together.hits.tolist() == both.hits.tolist()
    assert together.targets.tolist() == both.targets.tolist()
    assert together.predicted.tolist() == both.predicted.tolist()
    assert MapCounts.of_rows([], 5).micro().f1 is None
