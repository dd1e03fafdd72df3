"""The loss of the network: L = 10·L_l + 10·L_o + L_s + λ_m·L_m.

After Wan et al. 2020, "Loss" and "Mutual-Supervision Mechanism". docs/paper.md says how it differs from theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from keras import ops, random

from core.labels.maps.render import NO_SYMBOL
from core.model.network.blocks import Tensor
from core.model.network.branches import CLASS_FEATURES
from core.model.network.loss_terms import brought_term
from core.runs.spec import LossWeights

Batch = Mapping[str, Any]
"""`image`, `character`, `order`, `localization`, `text`, `has_maps`; integers are targets, never one-hot."""

PIXEL_SHARE = 0.25
"""Share of the map pixels of a batch at which the class head is computed if only `CLASS_FEATURES` are given."""

Total = Callable[[Tensor], Tensor]

_LEAST_STRENGTH = 1e-7  # so that the logarithm of Q is a number


def compute_loss(
    outputs: Mapping[str, Tensor],
    batch: Batch,
    weights: LossWeights | None = None,
    mutual_weight: float | Tensor = 1.0,
    total: Total = lambda counts: counts,
    head: Callable[[Tensor], Tensor] | None = None,
) -> dict[str, Tensor]:
    """Compute the loss of a batch, which may mix character-level and word-level labels.

    Every part is a mean over its own pixels, so that the weights mean the same for every size of image and batch; a
    part without pixels is 0. In L_o and L_s background and characters carry half of the weight each, unless the
    weights' kind is another one: with "foreground" L_s is of only the characters' pixels, with "order-map"
    L_o is of -Z_k·log H_k with H = Q·S, with "plain" every pixel counts alike, and "paper" is all three.

    Parameters
    ----------
    outputs : dict
        Of the network: `character` (b, h, w, C + 1) and `order` (b, h, w, n + 1) logits, `localization` (b, h, w), and
        `unknown` (b, h, w) if it has that map.
        With `CLASS_FEATURES` (b, h, w, c) in place of `character`, L_s is estimated at `PIXEL_SHARE` of the pixels, and
        all samples have to have maps, and no term of a plug-in is taken.
    batch : dict
        `character` (b, h, w) integer, -1 = IGNORE, -2 = NO_SYMBOL, which wants background and weighs like
        a symbol; `order` (b, h, w) integer; `localization` (b, h, w) float; `text`
        (b, n) integer symbol ids, 0 behind the end; `has_maps` (b,) bool. If `has_maps` is false, the maps are
        ignored, and only the text supervises; if it is true, the text is ignored.
    weights : LossWeights or None
        Which loss, and its constants. None: the defaults.
    mutual_weight : float or scalar tensor
        λ_m.
    total : callable
        Sum of a small tensor over all replicas. With it, the losses of the replicas *add up* to the loss of the whole
        batch, and so do their gradients, also if they hold unequal numbers of characters or samples.
    head : callable, optional
        The class head: features (1, 1, k, c) to logits (1, 1, k, C + 1). Needed with `CLASS_FEATURES`.

    Returns
    -------
    dict of str to scalar float32
        `loss`, the weighted sum; its parts without their weights: `localization` L_l, `order` L_o, `character` L_s, to
        which the cross-entropy of U at characters is added if the network has that map and the batch an unknown symbol,
        `mutual` L_m; and `term`, if the weights name one of a plug-in. L_m is not continuous: which pixels take part
        follows from the largest logit and from Q > ε, each decided in float32, so that if two logits or Q and ε are
        equal but for rounding, another processor or another size of the batch may give another L_m. The other parts of
        ours change by no more than their rounding.
    """
    weights = weights or LossWeights()
    s, q = (ops.cast(outputs[name], "float32") for name in ("order", "localization"))
    text, has_maps = ops.cast(batch["text"], "int32"), ops.cast(batch["has_maps"], "bool")
    with_maps = has_maps[:, None, None]
    character, order = ops.cast(batch["character"], "int32"), ops.cast(batch["order"], "int32")
    is_unknown = ops.logical_and(with_maps, ops.equal(character, NO_SYMBOL))
    if CLASS_FEATURES in outputs:
        assert head is not None
        features = outputs[CLASS_FEATURES]
        whole = _kinds(character)
        places = _sampled_pixels(whole)
        chosen = ops.take(ops.reshape(features, (-1, features.shape[-1])), places, axis=0)
        g = head(chosen[None, None])[0, 0]
        character = ops.take(ops.reshape(character, (-1,)), places)
        classified = ops.ones_like(character, dtype="bool")
        per_word = ops.zeros_like(has_maps, dtype="float32")
    else:
        g, classified = ops.cast(outputs["character"], "float32"), with_maps
        whole = _kinds(character)
        mutual_targets = _mutual_targets(g, s, q, text, weights.confidence)
        # One cross-entropy a pixel and branch serves both kinds of label: with C in the thousands, a second would
        # double the memory. Pixels outside all sets get class 0 and count nowhere.
        character = ops.where(with_maps, character, mutual_targets.character)
        order = ops.where(with_maps, order, mutual_targets.order)
    kinds = _kinds(character)
    character_entropy = _cross_entropy(character, g)
    order_entropy = _cross_entropy(order, s)
    if CLASS_FEATURES not in outputs:
        per_word = _mutual_losses(mutual_targets, character_entropy, order_entropy, text, weights)

    centres = ops.cast(batch["localization"], "float32")
    if weights.takes("order-map"):
        # Z_k is Ŷ_k at the pixels of order k, and 0 elsewhere. The logarithm of H = Q·S falls into two
        strength = ops.log(ops.maximum(q, _LEAST_STRENGTH))
        order_entropy = ops.where(order > 0, centres * (order_entropy - strength), 0.0)
    parts = [
        (_smooth_l1(q - centres, weights.delta), ops.broadcast_to(with_maps, ops.shape(q))),
        (order_entropy, ops.logical_and(with_maps, ops.equal(order, 0))),
        (order_entropy, ops.logical_and(with_maps, ops.greater(order, 0))),
        (character_entropy, ops.logical_and(classified, ops.equal(kinds, 0))),
        (character_entropy, ops.logical_and(classified, ops.greater(kinds, 0))),
    ]
    worded = ops.logical_and(ops.logical_not(has_maps), ops.any(text > 0, axis=-1))
    parts.append((per_word, worded))
    if "unknown" in outputs:
        entropy = ops.binary_crossentropy(ops.cast(is_unknown, "float32"), ops.cast(outputs["unknown"], "float32"))
        parts.append((entropy, ops.logical_and(with_maps, ops.greater(whole, 0))))
    sums = ops.stack([ops.sum(ops.where(mask, value, 0.0)) for value, mask in parts])
    # the class head may be computed at some pixels alone, which hold more characters than the map does
    pixels = [ops.logical_and(with_maps, side) for side in (ops.equal(whole, 0), ops.greater(whole, 0))]
    masks = [*(mask for _, mask in parts), *pixels, is_unknown]
    counts = ops.stop_gradient(total(ops.stack([ops.sum(ops.cast(mask, "float32")) for mask in masks])))
    means = sums / ops.maximum(counts[: len(parts)], 1.0)
    localization, mutual = means[0], means[5]
    order_loss = _over_both(means[1:3], counts[1:3], weights)
    character_loss = means[4] if weights.takes("foreground") else _over_both(means[3:5], counts[-3:-1], weights)
    if "unknown" in outputs:  # a batch without such a symbol would teach that there is none
        character_loss += ops.where(counts[-1] > 0, means[6], 0.0)
    loss = (
        weights.localization * localization
        + weights.order * order_loss
        + weights.character * character_loss
        + ops.cast(mutual_weight, "float32") * mutual
    )
    losses = {
        "loss": loss,
        "localization": localization,
        "order": order_loss,
        "character": character_loss,
        "mutual": mutual,
    }
    if weights.term:
        losses["term"] = brought_term(weights.term, outputs, batch, total)
        losses["loss"] = loss + weights.term_weight * losses["term"]
    return losses


def _over_both(means: Tensor, counts: Tensor, weights: LossWeights) -> Tensor:
    """Weigh the means over background and characters, (2,): by half each, or by their pixels."""
    if not weights.takes("plain"):
        return 0.5 * ops.sum(means)
    return ops.sum(means * counts) / ops.maximum(ops.sum(counts), 1.0)


def _kinds(character: Tensor) -> Tensor:
    """Return the kind of each pixel of a character map: 1 of a character, 0 background, -1 ignored."""
    return ops.sign(ops.where(ops.equal(character, NO_SYMBOL), 1, character))


def _sampled_pixels(kinds: Tensor) -> Tensor:
    """Choose `PIXEL_SHARE` of the pixels of a batch: those of characters first, then any of the background.

    The order of choice is fixed by the place in the batch: a word comes to another place each time, so that the choice
    is as good as random, and a resumed run makes the same one. `kinds`: (b, h, w), of the target map. Returns (k,)
    int32: places in the flattened target. Ignored pixels are among them only if there are too few others.
    """
    flat = ops.reshape(kinds, (-1,))
    size = flat.shape[0]  # JAX takes no traced number for `count`
    count = (
        ops.cast(PIXEL_SHARE * ops.cast(ops.size(flat), "float32"), "int32")
        if size is None
        else int(PIXEL_SHARE * size)
    )
    rank = random.uniform(ops.shape(flat), seed=0)
    return ops.top_k(rank + ops.cast(flat, "float32"), count, sorted=False)[1]


def _smooth_l1(difference: Tensor, delta: float) -> Tensor:
    # Huber 1964; with delta 1 it is Girshick 2015, eq. 3
    size = ops.abs(difference)
    return ops.where(size < delta, 0.5 * size * size, delta * (size - 0.5 * delta))


def _cross_entropy(target: Tensor, logits: Tensor) -> Tensor:
    # IGNORE is no class, and every mean leaves its pixels out. The class of NO_SYMBOL is background
    return ops.sparse_categorical_crossentropy(ops.maximum(target, 0), logits, from_logits=True)


@dataclass(frozen=True, slots=True)
class _Mutual:
    """The targets that each branch gives the other, p = h·w pixels, n = max_length positions, without gradients."""

    read: Tensor  # (b, p, n) float32: Ψ_h: 1 if the order segmentation places character k
    # (b, p, n) float32: Ψ_g: 1 if the character map sees the symbol of character k, for symbols that occur once in the
    # text
    seen: Tensor
    once: Tensor  # (b, n) float32: 1 if character k's symbol occurs once
    character: Tensor  # (b, h, w) int32: T(k) at the pixels of Ψ_h^k, else 0
    order: Tensor  # (b, h, w) int32: k at the pixels of Ψ_g^k, else 0


def _mutual_targets(g: Tensor, s: Tensor, q: Tensor, text: Tensor, confidence: float) -> _Mutual:
    b, h, w = ops.shape(q)
    n = text.shape[1]
    g, s, q = (ops.stop_gradient(x) for x in (g, s, q))
    confident = ops.reshape(q, (b, h * w, 1)) > confidence
    symbol = ops.reshape(ops.cast(ops.argmax(g, axis=-1), "int32"), (b, h * w, 1))
    place = ops.reshape(ops.cast(ops.argmax(s, axis=-1), "int32"), (b, h * w, 1))
    ranks = ops.arange(1, n + 1, dtype="int32")[None, None, :]
    there = text > 0
    same = ops.equal(text[:, :, None], text[:, None, :])
    once = ops.logical_and(there, ops.equal(ops.sum(ops.cast(same, "int32"), axis=-1), 1))
    # n is some 30: membership of every pixel in every set costs less than the logits, and needs no loop over k
    read = ops.logical_and(ops.equal(place, ranks), ops.logical_and(confident, there[:, None, :]))
    seen = ops.logical_and(ops.equal(symbol, text[:, None, :]), ops.logical_and(confident, once[:, None, :]))
    read_count, seen_count = ops.cast(read, "int32"), ops.cast(seen, "int32")
    # a pixel is in one Ψ_h^k at most, and in one Ψ_g^k at most since its symbol occurs once: sums pick the one
    return _Mutual(
        read=ops.cast(read, "float32"),
        seen=ops.cast(seen, "float32"),
        once=ops.cast(once, "float32"),
        character=ops.reshape(ops.sum(read_count * text[:, None, :], axis=-1), (b, h, w)),
        order=ops.reshape(ops.sum(seen_count * ranks, axis=-1), (b, h, w)),
    )


def _mutual_losses(
    mutual: _Mutual, character_entropy: Tensor, order_entropy: Tensor, text: Tensor, weights: LossWeights
) -> Tensor:
    """Compute L_m of every sample, (b,), which has no meaning for samples with maps."""
    b, p = ops.shape(mutual.read)[0], ops.shape(mutual.read)[1]
    length = ops.sum(ops.cast(text > 0, "float32"), axis=-1)

    def agree(members: Tensor, entropy: Tensor, candidates: Tensor) -> Tensor:
        """Φ^γ/|T| · Σ_k mean of the entropy over Ψ^k."""
        size = ops.sum(members, axis=1)  # |Ψ^k|
        sums = ops.squeeze(ops.matmul(ops.reshape(entropy, (b, 1, p)), members), axis=1)
        share = ops.sum(ops.cast(size > 0, "float32"), axis=-1) / ops.maximum(candidates, 1.0)
        over_characters = ops.sum(sums / ops.maximum(size, 1.0), axis=-1)
        return share**weights.agreement * over_characters / ops.maximum(length, 1.0)

    order = agree(mutual.seen, order_entropy, ops.sum(mutual.once, axis=-1))
    return order + weights.mutual_share * agree(mutual.read, character_entropy, length)
