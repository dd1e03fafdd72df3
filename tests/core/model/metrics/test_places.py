"""What the maps show at the places of characters, against an oracle that goes through them pixel by pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.labels.maps.spec import MapSpec
from core.model.metrics.places import facts_of, place_facts
from core.model.network.formation import WordFormation
from core.runs.spec import NetworkSpec

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
def test_each_branch_is_judged_at_each_characters_place(seed: int) -> None:
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


def test_a_network_that_is_not_finite_has_no_score_and_finds_nothing() -> None:
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
