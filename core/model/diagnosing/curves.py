"""Instruments that judge a run by its curves: learning rate, parts, normalisations and augmentation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.model.diagnosing.findings import Finding, Severity, finding
from core.runs.curves import GRADIENT, PARTS, Curve, smoothed, value_at

FEWEST = 40
"""Steps from which on a run's curves are judged."""

# times the usual rate, or below it
_DOUBLE = 1.8
_FAR = 4.0
_WILD = 10.0
_JUMPS = 3.0  # times the loss in training: of a validation, if steps are too large for the kept statistics to follow
_LEFT = 0.15  # of the first loss at the end: the training has not arrived
_ARRIVED, _POINTS = 0.95, 0.05  # share of words: read at the end, so that little is to gain; read more, or no more
# times the loss in training, of every validation behind the first quarter: a network that learns by heart begins at 1
_OUT_OF_STEP, _OTHER = 10.0, 2.0
_HALF, _SHORT = 0.5, 0.5  # of the words read, below which a run has not arrived; of the usual steps
_HARDER = 3.0  # times the loss in validation: in training, at the end


def part_norms(curves: Mapping[str, Curve]) -> dict[str, float]:
    """Return the usual gradient norm of each part of the network that a run has trained."""
    norms = {part: curves[GRADIENT + part][1] for part in PARTS if GRADIENT + part in curves}
    return {part: float(np.median(values[np.isfinite(values)])) for part, values in norms.items() if len(values)}


def rate_of_run_findings(curves: Mapping[str, Curve], rate: float, usual: float) -> list[Finding]:
    """Judge the learning rate of a run by its losses and by the words that its validations read.

    Parameters
    ----------
    curves : mapping of str to Curve
        The curves of the run, by name.
    rate : float
        The rate of the run.
    usual : float
        The rate that the preset and the start usually take.
    """
    times = max(rate / usual, usual / rate)
    if times < _DOUBLE:
        return []
    losses = curves["loss"][1]
    eighth = len(losses) // 8
    left = float(np.nan_to_num(losses[-eighth:].mean() / losses[:eighth].mean(), nan=1.0))
    read = curves["word_accuracy"][1] if "word_accuracy" in curves else np.zeros(1)
    if rate < usual:
        risen = float(read[-1] - read[len(read) // 2])
        if read[-1] >= _ARRIVED or (left < _LEFT and risen < _POINTS):
            return []
        sentence = Sentence(
            "With the learning rate {rate:g}, {times:.1f} times below the usual one, {left:.0%} of the first loss is "
            "left at the end, and the validation reads {read:.0%} of the words, {risen:+.0f} points since the "
            "middle: the steps are too small to converge within the training.",
            rate=rate,
            times=times,
            left=left,
            read=float(read[-1]),
            risen=100 * risen,
        )
        return [finding("rate-low", sentence, left, usual=usual)]
    jump = float(_ratios(curves).max(initial=0.0))
    lost = float(read.max() - read[-1])
    is_worse = lost >= _POINTS or (left > 0.5 and read[-1] < _ARRIVED)
    if not is_worse and (times < _FAR or jump < _JUMPS):
        return []
    sentence = Sentence(
        "With the learning rate {rate:g}, {times:.1f} times the usual one, the loss of a validation was up to "
        "{jump:.1f} times that in training, {left:.0%} of the first loss is left at the end, and {lost:.0%} of the "
        "words are no longer read: such large steps make the training unstable.",
        rate=rate,
        times=times,
        jump=jump,
        left=left,
        lost=lost,
    )
    severity: Severity = "error" if is_worse or times >= _WILD else "warning"
    return [finding("rate-high", sentence, jump, severity=severity, usual=usual)]


def length_findings(curves: Mapping[str, Curve], usual: int) -> list[Finding]:
    """Judge whether a run that reads less than half of its words is too short, once nothing else explains it.

    Parameters
    ----------
    curves : mapping of str to Curve
        The curves of the run, by name.
    usual : int
        The steps that the preset and the start usually take.
    """
    read = curves["word_accuracy"][1] if "word_accuracy" in curves else np.zeros(0)
    losses = curves["loss"][1] if "loss" in curves else np.zeros(0)
    steps = int(curves["loss"][0][-1]) if len(losses) else 0
    if not len(read) or not steps or read[-1] >= _HALF or steps >= _SHORT * usual:
        return []
    sentence = Sentence(
        "The run ended after {steps:,} {steps:|step|steps}, the usual number is {usual:,}, and the validation "
        "reads {read:.0%} of the words.",
        steps=steps,
        usual=usual,
        read=float(read[-1]),
    )
    return [finding("steps-few", sentence, steps / usual, usual=usual)]


def split_findings(curves: Mapping[str, Curve], *, is_own: bool) -> list[Finding]:
    """Judge by the validation and training losses whether the normalisations lag or the two splits look different.

    Parameters
    ----------
    curves : mapping of str to Curve
        The curves of the run, by name.
    is_own : bool
        True if training and validation have words of the same kind, but for augmentation.
    """
    ratios = _ratios(curves)
    behind = ratios[len(ratios) // 4 :]
    if len(behind) < 2:
        return []
    least, last = float(behind.min()), float(behind[-1])
    if least > _OUT_OF_STEP:
        sentence = Sentence(
            "After the first quarter of the run, the loss in validation is at least {least:.0f} times that in "
            "training: the moving statistics with which the network predicts do not fit the pictures.",
            least=least,
        )
        return [finding("normalisation", sentence, least)]
    if is_own and (least > _OTHER or last < 1 / _HARDER):
        sentence = Sentence(
            "The loss in validation is {least:.1f} times that in training at least, and {last:.1f} times at the end: "
            "the training has other pictures, such as ones that were cut or moved without their labels.",
            least=least,
            last=last,
        )
        return [finding("augmentation-crop", sentence, least, severity="warning")]
    return []


def _ratios(curves: Mapping[str, Curve]) -> NDArray[np.float64]:
    """Return the loss of each validation against that of the steps before it."""
    if "validation_loss" not in curves:
        return np.zeros(0)
    usual = curves["loss"][0], smoothed(curves["loss"][1], 0.9)
    pairs = ((value, value_at(usual, step)) for step, value in zip(*curves["validation_loss"], strict=True))
    return np.array([value / near[1] for value, near in pairs if near and near[1] > 0 and np.isfinite(value)])
