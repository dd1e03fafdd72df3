"""Computes the loss of one image, term by term, with the loss function of training."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from keras import ops

from core.base.errors import Sentence
from core.base.images import read_image
from core.data.batches.batches import collate
from core.data.samples.samples import LabelledWord, Preparation, prepare
from core.labels.label import WordLabel
from core.model.network.losses import compute_loss
from core.model.network.saving import Recogniser
from core.runs.spec import LossKind, LossWeights

_FORMULAS: Mapping[str, str] = {
    "localization": Sentence("L_l = mean of the smooth L1 of Q − Q*, over all map pixels"),
    "order": Sentence("L_o = ½ (mean over the background + mean over the characters) of −log S_k"),
    "character": Sentence("L_s = ½ (mean over the background + mean over the characters) of −log G_c"),
    "mutual": Sentence("L_m = Φ_g^γ · mean over k of mean −log S_k + λ Φ_h^γ · mean over k of mean −log G_c"),
}

# in place of the formulas above, by the way of the paper that a loss takes
_OF_PAPER: Mapping[LossKind, Mapping[str, str]] = {
    "plain": {
        "order": Sentence("L_o = mean over all map pixels of −log S_k"),
        "character": Sentence("L_s = mean over background and characters of −log G_c"),
    },
    "order-map": {"order": Sentence("L_o = ½ mean over the characters of −Z_k log (Q S_k)")},
    "foreground": {"character": Sentence("L_s = mean over the characters of −log G_c")},
    "paper": {"order": Sentence("L_o = mean over all map pixels of −Z_k log (Q S_k)")},
}


def _formulas(weights: LossWeights) -> Mapping[str, str]:
    """Return the formula of each term, as the loss computes it."""
    ways = [of_way for way, of_way in _OF_PAPER.items() if weights.takes(way)]
    return {name: formula for of_way in (_FORMULAS, *ways) for name, formula in of_way.items()}


def loss_of_image(recogniser: Recogniser, path: Path, label: WordLabel, weights: LossWeights) -> tuple[str, ...]:
    """Return a sentence for the loss of an image by its label, and one for each term with its formula.

    Parameters
    ----------
    recogniser : Recogniser
        The model.
    path : Path
        The image.
    label : WordLabel
        The label, normalised, in the image's pixels.
    weights : LossWeights
        The constants of the loss.

    Raises
    ------
    ImageError
        If the image cannot be read.
    LabelError
        If the label cannot be used.
    """
    spec = recogniser.spec
    word = LabelledWord(path.name, read_image(path), label)
    sample = prepare(word, Preparation(recogniser.charset, spec.maps, padding=spec.padding))
    batch = {name: ops.convert_to_tensor(value) for name, value in collate([sample], spec.maps).items()}
    losses = compute_loss(recogniser.network.predict_on_batch(batch["image"]), batch, weights)
    factors = {name: getattr(weights, name) for name in ("localization", "order", "character")}
    factors["loss"] = float(losses["loss"])
    whole = Sentence("L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m = {loss:.3g}", **factors)
    terms = (
        Sentence("{formula} = {value:.3g}", formula=formula, value=float(losses[name]))
        for name, formula in _formulas(weights).items()
        if (name == "mutual") != sample.has_maps
    )
    if not weights.term:
        return whole, *terms
    whole = Sentence(
        "L = {localization:g} L_l + {order:g} L_o + {character:g} L_s + L_m + {term:g} T = {loss:.3g}",
        term=weights.term_weight,
        **factors,
    )
    return whole, *terms, Sentence("T, {name} = {value:.3g}", name=weights.term, value=float(losses["term"]))
