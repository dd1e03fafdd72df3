"""Word formation (Wan et al. 2020, "Word Formation") as a layer of the predicting model, from the maps to the word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import keras
import numpy as np
from keras import layers, ops

from core.labels.maps.certainty import EVIDENCE, MANY, UNKNOWN
from core.model.network.blocks import PACKAGE, Tensor
from core.model.network.branches import CLASS_FEATURES, CLASS_HEAD, without_class_head
from core.runs.spec import NetworkSpec

NAME = "word_formation"  # the layer's name in the predicting model

TOP_SYMBOLS = 8
"""Symbols kept for each map pixel: a picture shows the best, a tool tip the next few; all C would take gigabytes."""

TOP_CANDIDATES = 5  # candidates kept for each position

READ_SHARE = 0.5
"""Share of the map pixels at which G is computed if words are formed with a class head: those with the greatest max
H_k."""

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
    class_head : keras.layers.Layer, optional
        The network's class head, if `CLASS_FEATURES` (b, h, w, c) are given in place of `character`
        (`core.model.network.branches.without_class_head`). No model with it is saved.

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

    With a class head G is computed at `READ_SHARE` of the pixels, all sums are over these, and there are no
    `symbol_ids` and no `symbol_scores`. Of thousands of symbols G at all pixels takes longer than the rest of the
    network, and G counts for nothing at a pixel with next to no H.
    """

    def __init__(
        self,
        spec: NetworkSpec | Mapping[str, Any],
        *,
        with_shares: bool = False,
        class_head: layers.Layer | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs["dtype"] = "float32"
        super().__init__(**kwargs)
        self.with_shares = with_shares
        self.class_head = class_head
        self.spec = spec if isinstance(spec, NetworkSpec) else NetworkSpec.from_dict(spec)

    def call(self, maps: Mapping[str, Tensor]) -> dict[str, Tensor]:
        order = ops.softmax(ops.cast(maps["order"], "float32"), axis=-1)
        localization = ops.cast(maps["localization"], "float32")
        _, h, w = ops.shape(localization)
        positions = order.shape[-1] - 1

        strength = order[..., 1:] * localization[..., None]  # H
        everywhere = ops.transpose(ops.reshape(strength, (-1, h * w, positions)), (0, 2, 1))
        presence, peak = (top[..., 0] for top in ops.top_k(everywhere, 1))  # no argmax: ONNX lacks what it needs
        places = None if self.class_head is None else self._few_pixels(everywhere)

        def pixels(plane: Tensor) -> Tensor:
            """Return the pixels that count, (b, p, c), of (b, h, w, c)."""
            flat = ops.reshape(plane, (-1, h * w, plane.shape[-1]))
            return flat if places is None else ops.take_along_axis(flat, places[..., None], axis=1)

        if self.class_head is None:
            character = ops.softmax(ops.cast(maps["character"], "float32"), axis=-1)
            classes = pixels(character)
        else:
            logits = self.class_head(pixels(maps[CLASS_FEATURES])[:, None])[:, 0]
            classes = ops.softmax(ops.cast(logits, "float32"), axis=-1)
        by_pixel = pixels(strength)
        by_position = ops.transpose(by_pixel, (0, 2, 1))
        mass = ops.sum(by_pixel, axis=1)

        def under_positions(values: Tensor) -> Tensor:
            return ops.matmul(by_position, values) / ops.maximum(mass, keras.config.epsilon() ** 4)[..., None]

        # p_k(c). Background is left out behind the product: a copy of all pixels without it would take as long
        shares = under_positions(classes)[..., 1:]  # 0 if the mass is
        candidate_scores, candidates = ops.top_k(shares, min(TOP_CANDIDATES, shares.shape[-1]))

        stride = self.spec.maps.stride
        centres = ops.stack([(ops.cast(place, "float32") + 0.5) * stride for place in (peak % w, peak // w)], axis=-1)

        present = presence >= self.spec.score_threshold
        ranks = np.arange(1, positions + 1, dtype="int32")  # a constant of every graph, not a tensor that it captures
        last = ops.max(ops.where(present, ranks, 0), axis=-1, keepdims=True)
        scores = ops.where(present, candidate_scores[..., 0], 0.0)
        confidence = ops.prod(ops.where(present, scores, 1.0), axis=-1)
        more: dict[str, Tensor] = {}
        if self.class_head is None:
            symbol_scores, symbols = ops.top_k(character, min(TOP_SYMBOLS, character.shape[-1]))
            more |= {
                "symbol_ids": ops.cast(symbols, "int32"),
                "symbol_scores": ops.cast(symbol_scores, "float16"),
            }
        if self.with_shares:
            background = ops.clip(1 - ops.sum(shares, axis=-1), 0.0, 1.0)
            more |= {
                "shares": shares,
                "background": background,
                "entropy": under_positions(_entropy(classes)[..., None])[..., 0],
                "spread": _entropy(shares) + _entropy(background[..., None]),
            }
            if UNKNOWN in maps:
                more[UNKNOWN] = under_positions(pixels(ops.cast(maps[UNKNOWN], "float32")[..., None]))[..., 0]
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
        }

    def _few_pixels(self, strength: Tensor) -> Tensor:
        """Return the places of the pixels with the greatest max H_k, (b, p): `strength` is (b, n, h·w)."""
        height, width = self.spec.maps.map_size
        return ops.top_k(ops.max(strength, axis=1), round(READ_SHARE * height * width), sorted=False)[1]

    def compute_output_spec(self, maps: Mapping[str, Tensor]) -> dict[str, Tensor]:
        b, h, w, positions = maps["order"].shape
        n, symbols = positions - 1, len(self.spec.charset)
        best, top = min(TOP_CANDIDATES, symbols), min(TOP_SYMBOLS, symbols + 1)
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
        }
        if self.class_head is None:
            shapes |= {
                "symbol_ids": ((b, h, w, top), "int32"),
                "symbol_scores": ((b, h, w, top), "float16"),
            }
        if self.with_shares:
            shapes["shares"] = ((b, n, symbols), "float32")
            shapes |= dict.fromkeys((*EVIDENCE, *({UNKNOWN} & {*maps})), ((b, n), "float32"))
        return {name: keras.KerasTensor(shape, dtype=dtype) for name, (shape, dtype) in shapes.items()}

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "spec": self.spec.to_dict(), "with_shares": self.with_shares}


def for_words_alone(network: keras.Model, spec: NetworkSpec) -> tuple[keras.Model, WordFormation]:
    """Return what gives words sooner, if nobody asks for the symbols of the pixels: a network, and the layer behind it.

    For `core.labels.maps.certainty.MANY` symbols and more G is computed at few pixels.
    """
    if len(spec.charset) < MANY:
        return network, WordFormation(spec, with_shares=True)
    words = WordFormation(spec, with_shares=True, class_head=network.get_layer(CLASS_HEAD))
    return without_class_head(network), words


def _entropy(shares: Tensor) -> Tensor:
    """Return -Σ p·log p over the last axis, nats."""
    return -ops.sum(shares * ops.log(shares + _LEAST_SHARE), axis=-1)
