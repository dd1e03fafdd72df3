import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.labels.maps.render import IGNORE
from core.labels.maps.spec import MapSpec
from core.model.metrics.map_metrics import MapCounts, count_map
from core.model.metrics.places import facts_of, place_facts
from core.model.network.formation import WordFormation
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long  # its imports load TensorFlow

TARGET = np.array([[0, 0, 1, 1], [0, 1, 1, 2], [2, 2, IGNORE, IGNORE]], np.int32)
PREDICTED = np.array([[0, 1, 1, 1], [0, 1, 2, 2], [2, 0, 2, 4]], np.int32)
# class: hits, targets, predicted - counted by eye: 0: 2, 3, 3; 1: 3, 4, 4; 2: 2, 3, 3; 3 and 4: nothing


def test_measures_are_those_computed_by_hand():
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


def test_precision_and_recall_are_told_apart():
    score = count_map(np.array([[1, 1, 1, 0]]), np.array([[1, 0, 0, 0]]), 2).score(1)
    assert (score.precision, score.recall, score.f1, score.iou) == (1.0, 1 / 3, 2 / 4, 1 / 3)


def test_class_that_does_not_occur_has_no_measure_and_no_part_in_the_means():
    counts = count_map(np.array([[1, 1]]), np.array([[1, 2]]), 4)
    assert set(counts.score(3).to_dict().values()) == {None}
    assert counts.score(2).to_dict() == {"precision": 0.0, "recall": None, "f1": 0.0, "iou": 0.0}
    assert counts.macro().recall == 1 / 2  # of class 1 alone: class 2 has no target
    assert counts.macro().precision == (1.0 + 0.0) / 2
    assert set(MapCounts.none(3).macro().to_dict().values()) == {None}


def test_counts_of_images_add_up_to_those_of_all_their_pixels():
    rng = np.random.default_rng(0)
    target, predicted = rng.integers(-1, 6, (2, 8, 9)), rng.integers(0, 6, (2, 8, 9))
    both = MapCounts.none(6) + count_map(target[0], predicted[0], 6) + count_map(target[1], predicted[1], 6)
    whole = count_map(target, predicted, 6)
    assert both.to_dict(range(6)) == whole.to_dict(range(6))


def test_document_names_the_classes_and_is_plain_json():
    document = json.loads(json.dumps(count_map(TARGET, PREDICTED, 5).to_dict([None, *"abcd"])))
    assert [entry["class"] for entry in document["classes"]] == [None, "a", "b"]
    assert [entry["pixels"] for entry in document["classes"]] == [3, 4, 3]
    assert document["micro"]["iou"] == 5 / 9


def test_maps_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="shape"):
        count_map(TARGET, PREDICTED[:2], 5)
    with pytest.raises(ValueError, match="none of the 2 classes"):
        count_map(TARGET, PREDICTED, 2)
    with pytest.raises(ValueError, match="none of the 5 classes"):
        count_map(TARGET, np.full_like(PREDICTED, -1), 5)


def test_rows_of_several_maps_add_up_to_their_counts():
    one, other = count_map(TARGET, PREDICTED, 5), count_map(np.array([[4, 1]]), np.array([[4, 4]]), 5)
    assert one.rows().tolist() == [[0, 2, 3, 3], [1, 3, 4, 4], [2, 2, 3, 3]]
    together = MapCounts.of_rows([one.rows(), other.rows()], 5)
    both = one + other
    assert together.hits.tolist() == both.hits.tolist()
    assert together.targets.tolist() == both.targets.tolist()
    assert together.predicted.tolist() == both.predicted.tolist()
    assert MapCounts.of_rows([], 5).micro().f1 is None


SPEC = NetworkSpec("small", tuple("abc"), MapSpec(height=32, width=64, stride=4, max_length=3))
H, W = SPEC.maps.map_size


def logits(random: np.random.Generator, count: int) -> NDArray[np.float32]:
    return (4 * random.standard_normal((2, H, W, count))).astype(np.float32)


def batch_of(random: np.random.Generator) -> dict[str, NDArray[Any]]:
    """Two words: one with three characters side by side, of which one is unknown; one without polygons."""
    order = np.zeros((2, H, W), np.int32)
    for k, left in enumerate((1, 6, 11), 1):
        order[0, 2:5, left : left + 3] = k
    return {"order": order, "text": np.array([[1, -1, 3], [2, 0, 0]], np.int32)}


def widened(order: NDArray[np.int32], row: int, column: int) -> int:
    if order[row, column]:
        return int(order[row, column])
    return int(order[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].max())


@pytest.mark.parametrize("seed", range(4))
def test_each_branch_is_judged_at_each_characters_place(seed: Any):
    random = np.random.default_rng(seed)
    batch = batch_of(random)
    outputs = {
        "character": logits(random, 4),
        "order": logits(random, 4),
        "localization": random.random((2, H, W), np.float32),
    }
    for k, (row, column) in enumerate(((3, 2), (4, 9), (2, 12)), 1):  # of the second, one pixel beside its place
        outputs["order"][0, row, column, k] += 20 if random.random() < 0.7 else 0
        outputs["localization"][0, row, column] = 1.0 if random.random() < 0.8 else 0.0
    words = {name: np.asarray(value) for name, value in WordFormation(SPEC)(outputs).items()}
    numbers = np.asarray(place_facts(outputs, words, batch, SPEC))
    assert numbers.shape == (2, 3, 6) and numbers.dtype == np.int32
    found, other = map(facts_of, numbers)
    assert found.ids.tolist() == words["ids"][0].tolist()
    np.testing.assert_allclose(found.confidence, 255 * words["scores"][0], atol=0.51)
    for k in (1, 2, 3):
        place = [(i, j) for i in range(H) for j in range(W) if widened(batch["order"][0], i, j) == k]
        peak = max(place, key=lambda at: outputs["localization"][0][at])
        x, y = (words["centres"][0, k - 1] / 4).astype(int)
        in_order = words["presence"][0, k - 1] >= SPEC.score_threshold and (y, x) in place
        symbol = words["ids"][0, k - 1] if in_order else 1 + outputs["character"][0][peak][1:].argmax()
        assert found.placed[k - 1]
        assert found.found[k - 1] == (outputs["localization"][0][peak] >= SPEC.score_threshold)
        assert found.in_order[k - 1] == in_order
        assert found.known[k - 1] == (symbol == batch["text"][0, k - 1]), "an unknown symbol is never known"
    assert not (other.placed | other.found | other.in_order | other.known).any(), (
        "a label without polygons has no places"
    )


def test_a_network_that_is_not_finite_has_no_score_and_finds_nothing():
    random = np.random.default_rng(0)
    outputs = {
        "character": logits(random, 4),
        "order": logits(random, 4),
        "localization": np.full((2, H, W), np.nan, np.float32),
    }
    words = WordFormation(SPEC)(outputs)
    found = facts_of(np.asarray(place_facts(outputs, words, batch_of(random), SPEC))[0])
    assert not found.found.any() and not found.in_order.any()
    assert ((found.confidence >= 0) & (found.confidence <= 255)).all()
