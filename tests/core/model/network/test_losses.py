"""The loss against the formulas written out pixel by pixel in float64, and its gradient against finite differences."""

import math
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from support.networks.loss_cases import CLASSES, LENGTH, Arrays, log_softmax, losses, mean, random_case

from core.labels.maps.render import NO_SYMBOL
from core.model.network.branches import CLASS_FEATURES
from core.model.network.losses import PIXEL_SHARE, compute_loss
from core.runs.spec import LossWeights


def expected(outputs: Arrays, batch: Arrays, weights: LossWeights, mutual_weight: float) -> dict[str, float]:
    """Section 6 of the design, in loops."""
    smooth: list[float] = []
    parts: dict[str, list[float]] = {name: [] for name in ("s0", "s1", "g0", "g1")}
    mutual: list[float] = []
    unknown: list[tuple[bool, float]] = []
    for b, has_maps in enumerate(batch["has_maps"]):
        g, s, q = (outputs[name][b] for name in ("character", "order", "localization"))
        pixels = [(i, j) for i in range(q.shape[0]) for j in range(q.shape[1])]
        if has_maps:
            for p in pixels:
                d = abs(q[p] - batch["localization"][b][p])
                smooth.append(0.5 * d * d if d < 1 else d - 0.5)
                k, c = batch["order"][b][p], batch["character"][b][p]
                parts["s1" if k else "s0"].append(-log_softmax(s[p], k))
                if c == NO_SYMBOL:  # the class is background, the weight a symbol's
                    parts["g1"].append(-log_softmax(g[p], 0))
                elif c >= 0:
                    parts["g1" if c else "g0"].append(-log_softmax(g[p], c))
                if "unknown" in outputs and (c == NO_SYMBOL or c > 0):
                    u = outputs["unknown"][b][p]
                    unknown.append((c == NO_SYMBOL, -math.log(u if c == NO_SYMBOL else 1 - u)))
            continue
        text = [int(c) for c in batch["text"][b] if c]
        if not text:
            continue
        sum_g = sum_h = 0.0
        found_h = found_g = once = 0
        for k, symbol in enumerate(text, 1):
            psi_h = [p for p in pixels if np.argmax(s[p]) == k and q[p] > weights.confidence]
            found_h += bool(psi_h)
            sum_g += mean([-log_softmax(g[p], symbol) for p in psi_h])
            if text.count(symbol) == 1:
                once += 1
                psi_g = [p for p in pixels if np.argmax(g[p]) == symbol and q[p] > weights.confidence]
                found_g += bool(psi_g)
                sum_h += mean([-log_softmax(s[p], k) for p in psi_g])
        phi_h, phi_g = found_h / len(text), found_g / once if once else 0.0
        mutual.append(
            phi_g**weights.agreement / len(text) * sum_h
            + weights.mutual_share * phi_h**weights.agreement / len(text) * sum_g
        )
    result = {
        "localization": mean(smooth),
        "order": 0.5 * mean(parts["s0"]) + 0.5 * mean(parts["s1"]),
        "character": 0.5 * mean(parts["g0"]) + 0.5 * mean(parts["g1"]),
        "mutual": mean(mutual),
    }
    if any(is_unknown for is_unknown, _ in unknown):
        result["character"] += mean([entropy for _, entropy in unknown])
    result["loss"] = (
        weights.localization * result["localization"]
        + weights.order * result["order"]
        + weights.character * result["character"]
        + mutual_weight * result["mutual"]
    )
    return result


def one_word(text: list[int], order: list[int], character: list[int], q: float = 0.9) -> tuple[Arrays, Arrays]:
    """A word-level sample of one row of pixels whose argmaxes are `order` and `character`."""
    logits_s, logits_g = np.zeros((1, 1, len(order), LENGTH + 1)), np.zeros((1, 1, len(order), CLASSES + 1))
    for j, (k, c) in enumerate(zip(order, character, strict=True)):
        logits_s[0, 0, j, k] = logits_g[0, 0, j, c] = 1.0
    padded = np.zeros((1, LENGTH), np.int32)
    padded[0, : len(text)] = text
    shape = (1, 1, len(order))
    batch = {
        "character": np.zeros(shape, np.int32),
        "order": np.zeros(shape, np.int32),
        "localization": np.zeros(shape, np.float32),
        "text": padded,
        "has_maps": np.array([False]),
    }
    return {"character": logits_g, "order": logits_s, "localization": np.full(shape, q)}, batch


HIT = -log_softmax(np.array([1.0] + [0.0] * CLASSES), 0)
MISS = -log_softmax(np.array([1.0] + [0.0] * CLASSES), 1)
HIT_ORDER = -log_softmax(np.array([1.0] + [0.0] * LENGTH), 0)
MISS_ORDER = -log_softmax(np.array([1.0] + [0.0] * LENGTH), 1)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1.0, 0.3]))
def test_every_part_equals_the_formulas_written_out(seed: int, mutual_weight: Any):
    outputs, batch = random_case(seed)
    weights = LossWeights(10, 7, 1.5, 0.2, 2, 0.2)
    found = losses(outputs, batch, weights=weights, mutual_weight=mutual_weight)
    assert found == pytest.approx(expected(outputs, batch, weights, mutual_weight), rel=2e-5, abs=1e-6)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_map_of_unknown_symbols_takes_part_in_the_loss_of_the_characters(seed: int):
    outputs, batch = random_case(seed)
    outputs["unknown"] = np.random.default_rng(seed).uniform(0.05, 0.95, outputs["localization"].shape)
    found = losses(outputs, batch)
    assert found == pytest.approx(expected(outputs, batch, LossWeights(), 1.0), rel=2e-5, abs=1e-6)


def test_words_without_an_unknown_symbol_do_not_teach_that_there_is_none():
    outputs, batch = random_case(7)
    batch["character"] = np.maximum(batch["character"], -1)
    batch["has_maps"] = np.ones(len(batch["has_maps"]), bool)
    unknown = tf.Variable(np.full(outputs["localization"].shape, 0.3, np.float32))
    logits = {name: value.astype(np.float32) for name, value in outputs.items()}
    with tf.GradientTape() as tape:
        loss = compute_loss({**logits, "unknown": unknown}, batch)["loss"]
    assert float(loss) == pytest.approx(losses(outputs, batch)["loss"])
    assert np.count_nonzero(tape.gradient(loss, unknown)) == 0


@pytest.mark.parametrize("seed", range(4))
def test_gradient_equals_finite_differences_with_sets_and_shares_held(seed: Any):
    outputs, batch = random_case(seed)
    batch["has_maps"] = np.array([True, False, False, True])
    batch["text"][1, :3] = [1, 2, 1]
    weights = LossWeights()
    variables = {name: tf.Variable(value.astype(np.float32)) for name, value in outputs.items()}
    with tf.GradientTape() as tape:
        loss = compute_loss(variables, batch)["loss"]
    gradients = dict(zip(variables, tape.gradient(loss, list(variables.values())), strict=True))
    rng = np.random.default_rng(seed)
    step = 1e-5
    for name, value in outputs.items():
        for flat in rng.choice(value.size, 25, replace=False):
            place = np.unravel_index(flat, value.shape)
            ends = []
            for sign in (1, -1):
                moved = {key: array.copy() for key, array in outputs.items()}
                moved[name][place] += sign * step
                ends.append(expected(moved, batch, weights, 1.0)["loss"])
            assert float(gradients[name][place]) == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-3, abs=1e-5)


def test_localization_loss_is_smooth_l1_and_a_mean():
    outputs, batch = random_case(0, size=1)
    batch["has_maps"] = np.array([True])
    batch["localization"][:] = 0
    outputs["localization"][:] = 0.5
    assert losses(outputs, batch)["localization"] == pytest.approx(0.125)
    outputs["localization"][:] = 3.0
    assert losses(outputs, batch)["localization"] == pytest.approx(2.5)
    assert losses(outputs, batch, weights=LossWeights(delta=0.25))["localization"] == pytest.approx(0.25 * (3 - 0.125))
    doubled = {k: np.concatenate([v, v]) for k, v in outputs.items()}
    twice = {k: np.concatenate([v, v]) for k, v in batch.items()}
    assert losses(doubled, twice) == pytest.approx(losses(outputs, batch))
    maps = batch["localization"].shape[1:]
    large, larger = (
        {k: np.tile(v, (1, 2, 3) + (1,) * (v.ndim - 3)) if v.shape[1:3] == maps else v for k, v in each.items()}
        for each in (outputs, batch)
    )
    assert larger["localization"].shape == (1, 2 * maps[0], 3 * maps[1])
    assert losses(large, larger)["localization"] == pytest.approx(losses(outputs, batch)["localization"])


def test_foreground_and_background_carry_half_the_weight_each():
    outputs, batch = random_case(1, size=1)
    batch["has_maps"] = np.array([True])
    batch["order"][:] = 0
    batch["order"][0, 0, 0] = 2  # one pixel against eleven
    outputs["order"][:] = 0
    outputs["order"][0, 0, 0, 2] = 1.0
    everywhere = math.log(LENGTH + 1)
    assert losses(outputs, batch)["order"] == pytest.approx(0.5 * everywhere + 0.5 * HIT_ORDER)


@pytest.mark.parametrize("name", ["character", "order"])
def test_batch_without_foreground_or_without_background_gives_a_number(name: str):
    outputs, batch = random_case(2, size=2)
    batch["has_maps"][:] = True
    for value in (0, 1):
        batch[name][:] = value
        assert all(math.isfinite(v) for v in losses(outputs, batch).values())


def test_batch_of_nothing_but_ignored_pixels_has_no_character_loss():
    outputs, batch = random_case(2, size=2)
    batch["has_maps"][:] = True
    batch["character"][:] = -1
    assert losses(outputs, batch)["character"] == 0


def test_logits_at_ignored_pixels_do_not_matter():
    outputs, batch = random_case(3, size=2)
    batch["has_maps"][:] = True
    before = losses(outputs, batch)
    outputs["character"][batch["character"] == -1] += 5 * np.arange(CLASSES + 1)
    assert losses(outputs, batch) == before


def test_maps_of_word_level_samples_and_texts_of_the_others_do_not_matter():
    outputs, batch = random_case(4)
    batch["has_maps"] = np.array([True, False, True, False])
    before = losses(outputs, batch)
    for name in ("character", "order", "localization"):
        batch[name][~batch["has_maps"]] = 1
    batch["text"][batch["has_maps"]] = 1
    assert losses(outputs, batch) == before


@pytest.mark.parametrize("has_maps", [True, False])
def test_batch_of_one_kind_of_label_has_none_of_the_other_kind_of_loss(has_maps: bool):
    outputs, batch = random_case(5)
    batch["has_maps"][:] = has_maps
    batch["text"][:, 0] = 1
    found = losses(outputs, batch)
    for name in ("localization", "order", "character"):
        assert (found[name] > 0) is has_maps
    assert (found["mutual"] > 0) is not has_maps


def test_branches_that_agree_confirm_each_other():
    outputs, batch = one_word([2, 3], order=[1, 2, 0], character=[2, 3, 0])
    assert losses(outputs, batch)["mutual"] == pytest.approx(HIT_ORDER + 0.2 * HIT)


def test_position_without_pixels_lowers_the_share_of_the_character_part_only():
    outputs, batch = one_word([2, 3], order=[1, 0, 0], character=[2, 3, 0])
    seen = (HIT_ORDER + MISS_ORDER) / 2  # both symbols are seen, and the second's pixel is called "no character"
    assert losses(outputs, batch)["mutual"] == pytest.approx(seen + 0.2 * 0.5**2 * HIT / 2)


def test_repeated_symbol_teaches_the_character_map_but_not_the_order():
    outputs, batch = one_word([2, 2], order=[1, 2, 0], character=[2, 3, 0])
    assert losses(outputs, batch)["mutual"] == pytest.approx(0.2 * (HIT + MISS) / 2)


def test_pixels_without_confidence_take_no_part():
    outputs, batch = one_word([2, 3], order=[1, 2, 0], character=[2, 3, 0], q=0.2)
    assert losses(outputs, batch)["mutual"] == 0


def test_localization_map_gets_no_gradient_from_mutual_supervision():
    outputs, batch = one_word([2, 3], order=[1, 2, 0], character=[2, 3, 0])
    q = tf.Variable(outputs["localization"].astype(np.float32))
    with tf.GradientTape() as tape:
        maps = {name: tf.constant(value, tf.float32) for name, value in outputs.items()} | {"localization": q}
        loss = compute_loss(maps, batch)["loss"]
    gradient = tape.gradient(loss, q)
    assert gradient is None or not np.any(gradient)


def test_losses_and_gradients_of_uneven_replicas_add_up_to_those_of_the_whole_batch():
    outputs, batch = random_case(6)
    batch["has_maps"] = np.array([True, False, True, False])
    batch["text"][:, 0] = 1
    counts: list[Any] = []
    shares = [slice(0, 1), slice(1, 4)]

    def run(part: slice, total: Any) -> tuple[dict[str, float], np.ndarray]:
        logits = {name: tf.Variable(value[part].astype(np.float32)) for name, value in outputs.items()}
        with tf.GradientTape() as tape:
            found = compute_loss(logits, {name: value[part] for name, value in batch.items()}, total=total)
        return {k: float(v) for k, v in found.items()}, tape.gradient(found["loss"], logits["character"]).numpy()

    def remember(count: Any) -> Any:
        counts.append(count)
        return count

    for part in shares:
        run(part, remember)
    pieces = [run(part, lambda _: counts[0] + counts[1]) for part in shares]
    whole, gradient = run(slice(0, 4), lambda count: count)
    assert {k: sum(p[0][k] for p in pieces) for k in whole} == pytest.approx(whole, rel=1e-5)
    np.testing.assert_allclose(np.concatenate([p[1] for p in pieces]), gradient, rtol=1e-4, atol=1e-7)


def test_half_precision_outputs_are_computed_in_single():
    outputs, batch = random_case(7)
    halves = {name: value.astype(np.float16) for name, value in outputs.items()}
    assert compute_loss(halves, batch)["loss"].dtype == tf.float32


def test_class_head_at_some_pixels_sees_every_character_and_estimates_the_background():
    outputs, batch = random_case(7, size=20)
    batch["has_maps"] = np.ones(20, bool)
    pixels = batch["character"].size
    ids = np.zeros(pixels, np.int32)
    ids[: round(0.6 * PIXEL_SHARE * pixels)] = 1 + np.arange(round(0.6 * PIXEL_SHARE * pixels)) % CLASSES
    ids[-pixels // 4 :] = -1
    ids[:5] = NO_SYMBOL
    batch["character"] = np.random.default_rng(0).permutation(ids).reshape(batch["character"].shape)
    outputs["unknown"] = np.random.default_rng(2).uniform(0.05, 0.95, outputs["localization"].shape)
    outputs["character"][batch["character"] == 0] = [1.0, 0.5, 0.0, 0.0, -1.0]  # any of them tells the mean of all
    kernel = np.linalg.qr(np.random.default_rng(1).normal(size=(CLASSES + 1, CLASSES + 1)))[0].astype(np.float32)

    def head(features: tf.Tensor) -> tf.Tensor:
        return features @ kernel

    parts = {name: value for name, value in outputs.items() if name != "character"}
    features = {**parts, CLASS_FEATURES: outputs["character"] @ kernel.T}
    assert losses(features, batch, head=head) == pytest.approx(losses(outputs, batch), rel=1e-5)
