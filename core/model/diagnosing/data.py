"""Instruments that judge samples: padding, augmentation, the labels' upper bound, pictures in both splits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Sentence
from core.model.diagnosing.findings import Finding, finding

_FAR, _AVOIDABLE = 80.0, 40.0  # grey levels
_MUCH = 0.1  # share of the input that is padding
_CUT = 0.5  # of a character: with less of it in the picture it cannot be read
_CUT_AWAY = 0.1  # share of characters
_LESS_READ = 0.3  # 1 - NED that augmentation may cost a model
_UNREADABLE = 0.05  # share of words
_SHARED = 0.02
_FEW = 20  # validation words: of fewer, one is more than five points


def mutual_findings(
    words: int, character_level: int, synthetic: float, *, from_model: bool, mutual_start: int
) -> list[Finding]:
    """Judge whether the training words teach the network the places of characters before it learns from texts only.

    Parameters
    ----------
    words, character_level : int
        Training words, and how many of them have polygons.
    synthetic : float
        Share of synthetic words, which all have polygons.
    from_model : bool
        True if the training starts from a model.
    mutual_start : int
        The step with which the learning from texts begins.
    """
    if character_level or synthetic > 0 or from_model or not words:
        return []
    return [
        finding(
            "mutual-start",
            Sentence(
                "0 of {words:,} training {words:|word has|words have} polygons, none is synthetic, and the network "
                "starts from random weights; mutual supervision begins at step {start:,}. A network that knows no "
                "positions yet cannot learn them from texts alone: each branch waits for the other.",
                words=words,
                start=mutual_start,
            ),
            0.0,
        )
    ]


def padding_findings(grounds: NDArray[np.float64], padded: NDArray[np.float64], padding: int) -> list[Finding]:
    """Judge the grey value of the pixels that resized images leave empty.

    Parameters
    ----------
    grounds : (n,) float64
        Grey value of each image's edge, 0 to 255.
    padded : (n,) float64
        Share of each input that is padding.
    padding : int
        The grey value of the padding, 0 to 255.
    """
    if not len(grounds) or float(padded.mean()) < _MUCH:
        return []
    off = float(np.median(np.abs(grounds - padding)))
    best = int(np.median(grounds))
    if off < _FAR or off - float(np.median(np.abs(grounds - best))) < _AVOIDABLE:
        return []
    return [
        finding(
            "padding",
            Sentence(
                "{share:.0%} of the input is padding of grey {padding}, usually {off:.0f} levels from the "
                "images' own background: the edge between the two is stronger than the strokes, and "
                "normalisation follows the edge instead of the strokes.",
                share=float(padded.mean()),
                padding=padding,
                off=off,
            ),
            off,
            choices={"padding": best},
            best=best,
        )
    ]


def augmentation_findings(
    kept: Sequence[float], lost: int, before: float | None, after: float | None, names: Sequence[str] = ()
) -> list[Finding]:
    """Judge whether augmentation leaves the characters in the picture.

    Parameters
    ----------
    kept : sequence of float
        The share of each character that is in the picture.
    lost : int
        The number of words that cannot be used once they are augmented.
    before, after : float or None
        The agreement of labels with the readings of a model, without and with augmentation. None: no model judges.
    names : sequence of str
        Names of words with characters that are cut away.
    """
    share = float(np.mean(np.array([*kept, *[0.0] * lost]) < _CUT)) if kept or lost else 0.0
    drop = 0.0 if before is None or after is None else before - after
    if share < _CUT_AWAY and drop < _LESS_READ:
        return []
    if share >= _CUT_AWAY:
        sentence = Sentence(
            "{share:.0%} of the characters lie outside the cropped picture, but their targets remain: the "
            "network has to find what is not there.",
            share=share,
        )
    else:
        sentence = Sentence(
            "Without augmentation, labels agree with the readings to {before:.0%}, and with augmentation to "
            "{after:.0%}: it moves characters out of the picture or off their polygons.",
            before=before,
            after=after,
        )
    return [finding("augmentation-crop", sentence, max(share, drop), names)]


def upper_bound_findings(words: int, unreadable: Sequence[str]) -> list[Finding]:
    """Judge the labels' own upper bound by the words whose text cannot be decoded from their target maps."""
    share = len(unreadable) / words if words else 0.0
    if share < _UNREADABLE:
        return []
    return [
        finding(
            "labels-upper-bound",
            Sentence(
                "The target maps of {count:,} of {words:,} training {words:|word|words} ({share:.0%}) do not give "
                "their own text back: no network can learn to read them with maps of this size.",
                count=len(unreadable),
                words=words,
                share=share,
            ),
            share,
            unreadable,
            severity="error" if share > 0.5 else "warning",
        )
    ]


def validation_findings(validation: int, shared: Sequence[str]) -> list[Finding]:
    """Judge whether the validation words are enough, and new enough to the network, to show how well it reads.

    Parameters
    ----------
    validation : int
        The number of validation words that were looked at.
    shared : sequence of str
        The names of those that are pictures of the training, too.
    """
    findings = []
    if 0 < validation < _FEW:
        sentence = Sentence(
            "The validation has {count} {count:|word: it is|words: each is} {points:.0%}, so neither the best step "
            "nor a better choice can be distinguished from chance.",
            count=validation,
            points=1 / validation,
        )
        findings.append(finding("validation-few", sentence, validation))
    share = len(shared) / validation if validation else 0.0
    if share >= _SHARED:
        sentence = Sentence(
            "{count:,} of {validation:,} validation {validation:|word|words} ({share:.0%}) {count:|is|are} also "
            "among the training pictures: validation says how well they are known by heart, not how well words are "
            "read.",
            count=len(shared),
            validation=validation,
            share=share,
        )
        findings.append(finding("validation-shared", sentence, share, shared))
    return findings
