"""Word formation (Wan et al. 2020, "Word Formation") as a layer of the predicting model, from the maps to the word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import keras
import numpy as np
from keras import layers, ops

from core.labels.maps.certainty import EVIDENCE, UNKNOWN
from core.model.network.blocks import PACKAGE, Tensor
from core.runs.spec import NetworkSpec

NAME = "word_formation"  # the layer's name in the predicting model

TOP_SYMBOLS = 8
"""Symbols kept for each map pixel: a picture shows the best, a tool tip the next few; all C would take gigabytes."""

TOP_CANDIDATES = 5  # candidates kept for each position

_LEAST_SHARE = 1e-9  # so that the logarithm of 0 is a number


@keras.saving.register_keras_serializable(package=PACKAGE)
class WordFormation(layers.Layer):  # type: ignore[misc]  # Keras carries no types
    """Decodes the maps into the characters that are present, with their symbols and scores.

    The layer's configuration describes the whole model, so that a model file by itself says how to feed the model and
    read its outputs. The layer computes in float32. `core.labels.maps.decoding` does the same in NumPy; a test compares
    the two.

    Parameters
    ----------
    spec : NetworkSpec, or the dict that its `to_dict` gives
    with_shares : bool
        Give `shares` as well: p_k(c)/Σ H_k of all symbols, for those who choose among them in another way; and
        `EVIDENCE`. A model file's outputs are without: their number is part of the file.

    Notes
    -----
    Input: the network's dict of `character` (b, h, w, C + 1) and `order` (b, h, w, n + 1) logits and `localization`
    (b, h, w). With H_k = Q·S_k and p_k(c) = Σ G_c·H_k, output a dict; index k - 1 is position k:

    - `ids` (b, n) int32: the symbol's id, argmax_c p_k(c); 0 in a gap, behind the end. A position is present if
      `presence` ≥ L_score, both of them float32. How the softmax of a presence rounds depends on the processor, so a
      presence nearer to L_score than (n + 5)·2⁻²³ of L_score may be decided either way.
    - `scores` (b, n) float32: max_c p_k(c)/Σ H_k; 0 if the id is.
    - `presence` (b, n) float32: max H_k, also below L_score.
    - `centres` (b, n, 2) float32: (x, y) of H_k's largest pixel, resized input pixels (`MapSpec.to_image` leads on).
    - `gaps` (b, n) bool: before the last present position, but not present itself.
    - `confidence` (b,) float32: product of the scores of the read symbols, 0 for an empty word.
    - `candidate_ids` (b, n, 5) int32, `candidate_scores` (b, n, 5) float32: the best symbols of each position, present
      or not, with p_k(c)/Σ H_k. Fewer than 5 with a smaller charset.
    - `order_map` (b, h, w, n + 1) float16: S, probabilities.
    - `localization_map` (b, h, w) float32: Q.
    - `symbol_ids` (b, h, w, 8) int32, `symbol_scores` (b, h, w, 8) float16: the best ids of each map pixel, background
      0 among them, with their probabilities. Fewer than 8 with a smaller charset.
    - `shares` (b, n, C) float32, if asked for.
    - `EVIDENCE`, each (b, n) float32, with the shares: `background` is Σ G_0·H_k/Σ H_k, the share of background under
      a position; `entropy` the mean entropy of G's pixels there, weighed by H_k, in nats; `spread` the entropy of their
      mean, background among the classes. A symbol that the model does not know leaves all three high.
    - `UNKNOWN` (b, n) float32, with the evidence, of a network with a map `unknown`: Σ U·H_k/Σ H_k.
    """

    def __init__(self, spec: NetworkSpec | Mapping[str, Any], *, with_shares: bool = False, **kwargs: Any) -> None:
        kwargs["dtype"] = "float32"
        super().__init__(**kwargs)
        self.with_shares = with_shares
        self.spec = spec if isinstance(spec, NetworkSpec) else NetworkSpec.from_dict(spec)

    def call(self, maps: Mapping[str, Tensor]) -> dict[str, Tensor]:
        character = ops.softmax(ops.cast(maps["character"], "float32"), axis=-1)
        order = ops.softmax(ops.cast(maps["order"], "float32"), axis=-1)
        localization = ops.cast(maps["localization"], "float32")
        _, h, w = ops.shape(localization)
        positions, classes = order.shape[-1] - 1, character.shape[-1]

        strength = ops.reshape(order[..., 1:] * localization[..., None], (-1, h * w, positions))  # H
        by_position = ops.transpose(strength, (0, 2, 1))
        # p_k(c). Background is left out behind the product: a copy of all pixels without it would take as long
        votes = ops.matmul(by_position, ops.reshape(character, (-1, h * w, classes)))[..., 1:]
        mass = ops.sum(strength, axis=1)
        shares = votes / ops.maximum(mass, keras.config.epsilon() ** 4)[..., None]  # votes are 0 if the mass is
        candidate_scores, candidates = ops.top_k(shares, min(TOP_CANDIDATES, classes - 1))

        presence, peak = (top[..., 0] for top in ops.top_k(by_position, 1))  # no argmax: ONNX lacks what it needs
        stride = self.spec.maps.stride
        centres = ops.stack([(ops.cast(place, "float32") + 0.5) * stride for place in (peak % w, peak // w)], axis=-1)

        present = presence >= self.spec.score_threshold
        ranks = np.arange(1, positions + 1, dtype="int32")  # a constant of every graph, not a tensor that it captures
        last = ops.max(ops.where(present, ranks, 0), axis=-1, keepdims=True)
        scores = ops.where(present, candidate_scores[..., 0], 0.0)
        confidence = ops.prod(ops.where(present, scores, 1.0), axis=-1)
        symbol_scores, symbols = ops.top_k(character, min(TOP_SYMBOLS, classes))
        more: dict[str, Tensor] = {}
        if self.with_shares:

            def under_positions(plane: Tensor) -> Tensor:
                sums = ops.matmul(by_position, ops.reshape(plane, (-1, h * w, 1)))[..., 0]
                return sums / ops.maximum(mass, keras.config.epsilon() ** 4)

            background = ops.clip(1 - ops.sum(shares, axis=-1), 0.0, 1.0)
            more = {
                "shares": shares,
                "background": background,
                "entropy": under_positions(_entropy(character)),
                "spread": _entropy(shares) + _entropy(background[..., None]),
            }
            if UNKNOWN in maps:
                more[UNKNOWN] = under_positions(ops.cast(maps[UNKNOWN], "float32"))
        return more | {
            "ids": ops.where(present, ops.cast(candidates[..., 0], "int32") + 1, 0),
            "scores": scores,
            "presence": presence,
            "centres": centres,
            "gaps": ops.logical_and(ops.logical_not(present), ops.less(ranks, last)),
            "confidence": ops.where(last[:, 0] > 0, confidence, 0.0),
            "candidate_ids": ops.cast(candidates, "int32") + 1,
            "candidate_scores": candidate_scores,
            "order_map": ops.cast(order, "float16"),
            "localization_map": localization,
            "symbol_ids": ops.cast(symbols, "int32"),
            "symbol_scores": ops.cast(symbol_scores, "float16"),
        }

    def compute_output_spec(self, maps: Mapping[str, Tensor]) -> dict[str, Tensor]:
        b, h, w, classes = maps["character"].shape
        n = maps["order"].shape[-1] - 1
        best, top = min(TOP_CANDIDATES, classes - 1), min(TOP_SYMBOLS, classes)
        shapes = {
            "ids": ((b, n), "int32"),
            "scores": ((b, n), "float32"),
            "presence": ((b, n), "float32"),
            "centres": ((b, n, 2), "float32"),
            "gaps": ((b, n), "bool"),
            "confidence": ((b,), "float32"),
            "candidate_ids": ((b, n, best), "int32"),
            "candidate_scores": ((b, n, best), "float32"),
            "order_map": ((b, h, w, n + 1), "float16"),
            "localization_map": ((b, h, w), "float32"),
            "symbol_ids": ((b, h, w, top), "int32"),
            "symbol_scores": ((b, h, w, top), "float16"),
        }
        if self.with_shares:
            shapes["shares"] = ((b, n, classes - 1), "float32")
            shapes |= dict.fromkeys((*EVIDENCE, *({UNKNOWN} & {*maps})), ((b, n), "float32"))
        return {name: keras.KerasTensor(shape, dtype=dtype) for name, (shape, dtype) in shapes.items()}

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "spec": self.spec.to_dict(), "with_shares": self.with_shares}


def _entropy(shares: Tensor) -> Tensor:
    """Return -Σ p·log p over the last axis, nats."""
    return -ops.sum(shares * ops.log(shares + _LEAST_SHARE), axis=-1)
