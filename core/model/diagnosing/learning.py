"""Instruments that judge a network by trials: learning rate, branches, normalisations, eight words learned by heart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.base.phrases import listed
from core.labels.maps.render import IGNORE, NO_SYMBOL
from core.model.diagnosing.findings import Finding, finding

BRANCHES = ("character", "order", "localization")
"""The branches by the names of their losses, of their choices and of their parts of the network."""

BAND = 4.0  # a rate within this factor of the usual one is not suspected, and no range test is made

_LEARNS = 0.2  # share of the loss that a good rate takes off in the few steps of a trial
_MUCH_LESS = 0.4
_MOST = 1e6  # times the loss of the best rate; more, and infinity, count as this
_NO_GRADIENT = 1e-6  # of the whole gradient's norm
_FEWEST_STEPS = 1000  # momentum is not judged by a shorter training


@dataclass(frozen=True, slots=True)
class Tried:
    """The loss before and after a few steps at one learning rate, from the same weights and words each time."""

    rate: float
    """The learning rate of all these steps."""
    before: float
    """The loss before the trial. NaN or infinite if the trial broke down."""
    after: float
    """The loss after the trial. NaN or infinite if the trial broke down."""

    @property
    def gain(self) -> float:
        """The share of the loss that the steps removed, from -1 to 1, or -1 if the trial broke down."""
        if not (math.isfinite(self.after) and math.isfinite(self.before)) or self.before <= 0:
            return -1.0
        return max(-1.0, 1 - self.after / self.before)


def is_suspect(rate: float, usual: float) -> bool:
    """Return True if a learning rate is so far from the usual one that a range test is worth its time."""
    return not usual / BAND <= rate <= usual * BAND


def tried_rates(rate: float, usual: float) -> tuple[float, ...]:
    """Return the learning rates of a range test: the chosen one, the usual one, and one between the two."""
    return rate, math.sqrt(rate * usual), usual


def rate_findings(tried: Sequence[Tried], usual: float) -> list[Finding]:
    """Judge the chosen learning rate by the results of a range test.

    Parameters
    ----------
    tried : sequence of Tried
        The trials, that of the chosen rate first.
    usual : float
        The rate that the preset and the start usually take.
    """
    if len(tried) < 2 or not is_suspect(tried[0].rate, usual):
        return []
    chosen, best = tried[0], max(tried[1:], key=lambda trial: trial.gain)
    if best.gain < _LEARNS or chosen.gain >= _MUCH_LESS * best.gain:
        return []
    is_high = chosen.rate > usual
    times = min(chosen.after / max(best.after, 1e-9), _MOST) if math.isfinite(chosen.after) else _MOST
    name, meaning = (
        ("rate-high", Sentence("the steps are too large, and each undoes what the one before has learned"))
        if is_high
        else ("rate-low", Sentence("the steps are too small to get far within the training"))
    )
    sentence = Sentence(
        "In the same few steps from the same weights, the loss goes from {before:.3g} to {after:.3g} with the learning "
        "rate {rate:g}, and to {best:.3g} with {other:g}: {meaning}.",
        before=chosen.before,
        after=chosen.after,
        rate=chosen.rate,
        best=best.after,
        other=best.rate,
        meaning=meaning,
    )
    return [finding(name, sentence, times, usual=usual)]


def branch_findings(
    norms: Mapping[str, float],
    parts: Sequence[str],
    weights: Mapping[str, float],
    *,
    is_pretrained: bool = False,
    thaws: bool = False,
) -> list[Finding]:
    """Judge by the gradient norms whether every part of the network is trained.

    Parameters
    ----------
    norms : mapping of float
        Norm of the first step's gradient in each part that is trained.
    parts : sequence of str
        All parts (`core.model.steps.groups.parts_of`).
    weights : mapping of float
        Of the losses.
    is_pretrained : bool
        True if the backbone's weights come from a model or a file, so that a frozen stage knows something.
    thaws : bool
        True if frozen parts are trained later on.
    """
    whole = math.sqrt(sum(norm**2 for norm in norms.values() if math.isfinite(norm)))
    findings = [
        _unused(branch, norms[branch], weights.get(branch, 1.0))
        for branch in BRANCHES
        if branch in norms and norms[branch] <= _NO_GRADIENT * whole
    ]
    frozen = [part for part in dict.fromkeys(parts) if part not in norms]
    stages = [part for part in parts if part.startswith("backbone/")]
    is_whole = bool(stages) and set(stages) <= set(frozen)
    harmless = thaws or (is_pretrained and not is_whole)
    held = [part for part in frozen if part not in stages or not harmless]
    if held:
        findings.append(_frozen(held, frozen, is_error=not is_pretrained or any(part not in stages for part in held)))
    return findings


def _unused(branch: str, norm: float, weight: float) -> Finding:
    return finding(
        "unused-branch",
        Sentence(
            "The gradient of the branch “{branch}” is {norm:g}, and the weight of its loss {weight:g}: this branch "
            "is not trained, and no word is formed without it.",
            branch=branch,
            norm=norm,
            weight=weight,
        ),
        norm,
        choices={f"loss.{branch}": 1.0 if branch == "character" else 10.0},
        branch=branch,
    )


def _frozen(held: Sequence[str], frozen: Sequence[str], *, is_error: bool) -> Finding:
    return finding(
        "frozen-branch",
        Sentence(
            "Parts of the network get no gradient, because they are frozen: {parts}. Frozen random weights stay "
            "random, and a frozen backbone cannot adapt to other pictures.",
            parts=listed(dict.fromkeys(held)),
        ),
        len(frozen),
        severity="error" if is_error else "warning",
    )


def normalisation_findings(*, frozen_at_random: bool, momentum: float, steps: int) -> list[Finding]:
    """Judge by the choices of a training whether the statistics of batch normalisation can follow the pictures.

    Parameters
    ----------
    frozen_at_random : bool
        True if normalisations are frozen that no training has ever set.
    momentum : float
        The momentum of the normalisations that move. 0 if none moves.
    steps : int
        The steps of the whole training.
    """
    follows = 1 / max(1 - momentum, 1e-9)
    if frozen_at_random:
        sentence = Sentence(
            "The normalisations are frozen, and the weights random: mean 0 and variance 1, which no picture has "
            "set, stay for the whole training."
        )
        return [finding("normalisation", sentence, 0.0)]
    if steps >= _FEWEST_STEPS and follows > steps:
        sentence = Sentence(
            "The statistics of the normalisations follow those of the batches over {follows:,.0f} steps (momentum "
            "{momentum:g}), and the training has {steps:,}: it predicts with statistics of its random beginning.",
            follows=follows,
            momentum=momentum,
            steps=steps,
        )
        return [finding("normalisation", sentence, momentum)]
    return []


def constant_losses(
    character: NDArray[np.int32], order: NDArray[np.int32], localization: NDArray[np.float32]
) -> dict[str, float]:
    """Return the losses, by branch, of the best prediction that is the same at every pixel.

    Parameters
    ----------
    character, order : (n, h, w) int32
        Target maps. IGNORE counts nowhere in `character`.
    localization : (n, h, w) float32
        The target localization map.

    Returns
    -------
    dict of str to float
        The losses as `core.model.network.losses.compute_loss` has them, without their weights.
    """
    difference = np.abs(localization - localization.mean())
    smooth = np.where(difference < 1, 0.5 * difference**2, difference - 0.5)
    return {
        "character": _constant_entropy(character[character != IGNORE]),
        "order": _constant_entropy(order.ravel()),
        "localization": float(smooth.mean()),
    }


def _constant_entropy(classes: NDArray[np.int32]) -> float:
    """Return the balanced cross-entropy of the best constant: one half background, the classes by their frequency.

    Pixels of NO_SYMBOL weigh as the classes do, and are background.
    """
    front = classes[classes != 0]
    if not len(front) or len(front) == len(classes):
        return 0.0
    named = np.unique(front[front != NO_SYMBOL], return_counts=True)[1] / (2 * len(front))
    best = np.append(named, 1 - named.sum())
    return float(-(best * np.log(best)).sum())


@dataclass(frozen=True, slots=True)
class ByHeart:
    """The result of learning a few words by heart."""

    steps: int
    """The number of steps that were made."""
    losses: Mapping[str, float]
    """The losses of the last step, by branch."""
    words: int
    """The number of words to learn."""
    read: int
    """The number of words that the network reads as they are labelled."""


def heart_findings(heart: ByHeart, constants: Mapping[str, float]) -> list[Finding]:
    """Judge whether the network learned a few words by heart.

    Parameters
    ----------
    heart : ByHeart
        The outcome of learning.
    constants : mapping of str to float
        The losses of the best constant answer, without branches that are not taught.
    """
    if heart.read == heart.words:
        return []
    ratios = {
        branch: heart.losses[branch] / constants[branch]
        for branch in BRANCHES
        if branch in heart.losses and constants.get(branch, 0.0) > 0
    }
    worst = max(ratios, key=lambda branch: ratios[branch], default="")
    return [
        finding(
            "not-learnt",
            Sentence(
                "After {steps} {steps:|step|steps} on only {words} {words:|word|words}, {read} {read:|is|are} read. "
                "The loss of the branch “{branch}” is {ratio:.0%} of the loss of the best constant answer: not even "
                "a few words are memorised.",
                steps=heart.steps,
                words=heart.words,
                read=heart.read,
                branch=worst,
                ratio=ratios.get(worst, 0.0),
            ),
            heart.read / heart.words,
        )
    ]


@dataclass(frozen=True, slots=True)
class Activity:
    """Signs of a network's health on a few words: dead units, saturated pixels, and the share of background."""

    dead: float
    """Share of the units behind a ReLU that are 0 at every pixel of every word, mean over the layers."""
    saturated: float
    """Share of the localization map's pixels whose sigmoid is within a hundredth of 0 or 1."""
    background: float
    """Share of the target pixels that hold no character."""


def measured_sentences(
    norms: Mapping[str, float], activity: Activity, constants: Mapping[str, float], heart: ByHeart | None
) -> tuple[str, ...]:
    """Return sentences that report the measurements, whether or not they explain anything.

    Parameters
    ----------
    norms : mapping of float
        Norm of the first step's gradient by part.
    activity : Activity
        Of the network's units and maps.
    constants : mapping of float
        The losses of the best constant answer.
    heart : ByHeart or None
        The trial of learning a few words by heart; None if there was none.
    """
    sentences: list[str] = [
        Sentence(
            "Gradient of the first step by part: {norms}.",
            norms=listed(f"{part} {norm:.2g}" for part, norm in norms.items()),
        ),
        Sentence(
            "{dead:.0%} of the units are dead (0 everywhere), {saturated:.0%} of the centre map is saturated, "
            "{background:.0%} of the target pixels are background.",
            dead=activity.dead,
            saturated=activity.saturated,
            background=activity.background,
        ),
    ]
    if heart is not None:
        ratios = (f"{name} {100 * heart.losses[name] / value:.0f} %" for name, value in constants.items() if value > 0)
        sentences.append(
            Sentence(
                "Learning {words} {words:|word|words} by heart: after {steps} {steps:|step|steps} {read} "
                "{read:|is|are} read, and the losses, as shares of those of the best constant answer, are {ratios}.",
                words=heart.words,
                steps=heart.steps,
                read=heart.read,
                ratios=listed(ratios),
            )
        )
    return tuple(sentences)
