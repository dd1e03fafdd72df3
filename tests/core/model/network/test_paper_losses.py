"""The paper's loss against its formulas written out pixel by pixel in float64, and the paper's constants."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from support.networks.loss_cases import CLASSES, Arrays, log_softmax, losses, mean, random_case

from core.labels.maps.render import IGNORE, NO_SYMBOL
from core.model.network.branches import CLASS_FEATURES
from core.model.network.losses import compute_loss
from core.runs.config import LossConfig
from core.runs.spec import PRESETS, LossWeights

PAPER = LossWeights(kind="paper")


def over_pixels(batch: Arrays, cost: Callable[..., float | None]) -> list[float]:
    """The costs of all pixels of the samples with maps. None: the pixel is left out."""
    h, w = batch["order"].shape[1:]
    with_maps = np.flatnonzero(batch["has_maps"])
    costs = [cost(b, i, j) for b in with_maps for i in range(h) for j in range(w)]
    return [value for value in costs if value is not None]


def order_loss(outputs: Arrays, batch: Arrays) -> float:
    """L_o: the mean over all pixels of -Σ_k Z_k·log H_k, with H_k = Q·S_k.

    Z_k is Ŷ_k at the pixels of order k, and 0 elsewhere.
    """

    def cost(b: int, i: int, j: int) -> float:
        q, s = outputs["localization"][b, i, j], outputs["order"][b, i, j]
        total = 0.0
        for k in range(1, len(s)):
            z = float(batch["localization"][b, i, j]) if batch["order"][b, i, j] == k else 0.0
            total -= z * (math.log(max(q, 1e-7)) + log_softmax(s, k))
        return total

    return mean(over_pixels(batch, cost))


def character_loss(outputs: Arrays, batch: Arrays) -> float:
    """L_s: the mean over the pixels inside some P′ of -log G_c."""

    def cost(b: int, i: int, j: int) -> float | None:
        c = batch["character"][b, i, j]
        return -log_softmax(outputs["character"][b, i, j], max(c, 0)) if c > 0 or c == NO_SYMBOL else None

    return mean(over_pixels(batch, cost))


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1.0]))
def test_the_papers_loss_equals_its_formulas_written_out(seed: int, mutual_weight: Any):
    outputs, batch = random_case(seed)
    found = losses(outputs, batch, weights=PAPER, mutual_weight=mutual_weight)
    usual = losses(outputs, batch)
    wanted = {
        "localization": usual["localization"],  # L_l and L_m are those of the usual loss
        "mutual": usual["mutual"],
        "order": order_loss(outputs, batch),
        "character": character_loss(outputs, batch),
    }
    wanted["loss"] = (
        10 * wanted["localization"] + 10 * wanted["order"] + wanted["character"] + mutual_weight * wanted["mutual"]
    )
    assert found == pytest.approx(wanted, rel=2e-5, abs=1e-6)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_each_way_of_the_paper_changes_its_own_part_alone(seed: int):
    outputs, batch = random_case(seed)
    usual = losses(outputs, batch)
    foreground = losses(outputs, batch, weights=LossWeights(kind="foreground"))
    assert foreground["character"] == pytest.approx(character_loss(outputs, batch), rel=2e-5, abs=1e-6)
    assert (foreground["order"], foreground["localization"]) == (usual["order"], usual["localization"])
    placed = losses(outputs, batch, weights=LossWeights(kind="order-map"))
    share = 0.5 * order_loss(outputs, batch) * batch["order"][batch["has_maps"]].size
    inside = np.count_nonzero(batch["order"][batch["has_maps"]])
    assert placed["order"] == pytest.approx(share / max(inside, 1), rel=2e-5, abs=1e-6)
    assert (placed["character"], placed["localization"]) == (usual["character"], usual["localization"])


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_plain_means_count_each_pixel_alike(seed: int):
    outputs, batch = random_case(seed)
    found = losses(outputs, batch, weights=LossWeights(kind="plain"))

    def of_order(b: int, i: int, j: int) -> float:
        return -log_softmax(outputs["order"][b, i, j], batch["order"][b, i, j])

    def of_character(b: int, i: int, j: int) -> float | None:
        c = batch["character"][b, i, j]
        return -log_softmax(outputs["character"][b, i, j], max(c, 0)) if c != IGNORE else None

    assert found["order"] == pytest.approx(mean(over_pixels(batch, of_order)), rel=2e-5, abs=1e-6)
    assert found["character"] == pytest.approx(mean(over_pixels(batch, of_character)), rel=2e-5, abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_gradient_of_the_papers_loss_equals_finite_differences(seed: Any):
    outputs, batch = random_case(seed)
    batch["has_maps"][:] = True
    outputs["localization"] = 0.1 + 0.8 * outputs["localization"]
    variables = {name: tf.Variable(value.astype(np.float32)) for name, value in outputs.items()}
    with tf.GradientTape() as tape:
        loss = compute_loss(variables, batch, PAPER)["loss"]
    gradients = dict(zip(variables, tape.gradient(loss, list(variables.values())), strict=True))

    def whole(maps: Arrays) -> float:
        distance = (maps["localization"] - batch["localization"]) ** 2 / 2  # both lie in 0 … 1
        return 10 * float(distance.mean()) + 10 * order_loss(maps, batch) + character_loss(maps, batch)

    rng, step = np.random.default_rng(seed), 1e-5
    for name, value in outputs.items():
        for flat in rng.choice(value.size, 10, replace=False):
            place = np.unravel_index(flat, value.shape)
            ends = []
            for sign in (1, -1):
                moved = {key: array.copy() for key, array in outputs.items()}
                moved[name][place] += sign * step
                ends.append(whole(moved))
            assert float(gradients[name][place]) == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-3, abs=1e-5)


def test_centre_map_of_nothing_gives_a_finite_loss():
    outputs, batch = random_case(1)
    batch["has_maps"][:] = True
    outputs["localization"][:] = 0
    assert all(math.isfinite(value) for value in losses(outputs, batch, weights=PAPER).values())


@pytest.mark.parametrize("name", ["character", "order"])
@pytest.mark.parametrize("value", [0, 1])
def test_batch_of_one_side_alone_gives_a_number(name: str, value: int):
    outputs, batch = random_case(2)
    batch["has_maps"][:] = True
    batch[name][:] = value
    assert all(math.isfinite(value) for value in losses(outputs, batch, weights=PAPER).values())


def test_plain_means_of_uneven_replicas_add_up_to_those_of_the_whole_batch():
    outputs, batch = random_case(6)
    batch["has_maps"] = np.array([True, False, True, True])
    counts = []

    def remember(count: tf.Tensor) -> tf.Tensor:
        counts.append(count)
        return count

    def part(places: slice, total: Callable[[tf.Tensor], tf.Tensor]) -> dict[str, float]:
        pieces = [{name: value[places] for name, value in each.items()} for each in (outputs, batch)]
        return losses(*pieces, weights=PAPER, total=total)

    shares = [slice(0, 1), slice(1, 4)]
    for share in shares:
        part(share, remember)
    pieces = [part(share, lambda _: counts[0] + counts[1]) for share in shares]
    whole = losses(outputs, batch, weights=PAPER)
    assert {name: sum(piece[name] for piece in pieces) for name in whole} == pytest.approx(whole, rel=1e-5)


def test_plain_mean_over_some_pixels_estimates_that_of_all():
    outputs, batch = random_case(7, size=20)
    batch["has_maps"] = np.ones(20, bool)
    batch["character"][batch["character"] < 0] = 0
    batch["character"][np.random.default_rng(0).random(batch["character"].shape) < 0.9] = 0
    outputs["character"][batch["character"] == 0] = [1.0, 0.5, 0.0, 0.0, -1.0]  # any of them tells the mean of all
    kernel = np.linalg.qr(np.random.default_rng(1).normal(size=(CLASSES + 1, CLASSES + 1)))[0].astype(np.float32)
    parts = {name: value for name, value in outputs.items() if name != "character"}
    features = {**parts, CLASS_FEATURES: outputs["character"] @ kernel.T}
    for weights in (PAPER, LossWeights(kind="plain")):
        sampled = losses(features, batch, weights=weights, head=lambda some: some @ kernel)
        assert sampled == pytest.approx(losses(outputs, batch, weights=weights), rel=1e-5)


def test_constants_are_those_of_the_paper():
    weights = LossConfig()
    assert (weights.localization, weights.order, weights.character) == (10, 10, 1)
    assert (weights.agreement, weights.mutual_share, weights.confidence) == (2, 0.2, 0.2)


def test_order_branch_of_the_papers_network_has_the_channels_of_the_paper():
    assert PRESETS["paper"].order == (16, 32, 64)
    assert PRESETS["paper"].order_strides == ((2, 2), (2, 2), (2, 2))
