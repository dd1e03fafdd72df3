"""Decides from which model a training starts if nobody has chosen, and which choices follow from the start.

Command line, window and recipes ask here, so that the same project gets the same training from each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.base.errors import Sentence
from core.runs.bundled import BUNDLED, BundledModel

LEAST_KNOWN = 0.5
"""Least share of a project's characters that a model has to know for a training to start from it unasked."""

RANDOM: Mapping[str, Any] = MappingProxyType(
    {
        "synthetic": 0.0,
        "effects": "mild",
        "style": "general",
        "normalisation": "moving",
        "known_symbols": "trained",
        "warmup": 100,
        "minutes": None,
        "start_share": 0.0,
        "start_rate": 1.0,
    }
)
"""Values of the choices left open, where a training starts from random weights."""

FINE_TUNING: Mapping[str, Any] = MappingProxyType(
    {
        "synthetic": 0.5,
        "effects": "scene",
        "style": "project",
        "normalisation": "moving",
        "known_symbols": "kept",
        "warmup": 50,
        "minutes": 10.0,
        "start_share": 0.5,
        "start_rate": 0.5,  # the known is moved a little, not learned again
    }
)
"""The same, where a training starts from a model; docs/adr has the reasons."""

LEAST_READ = 0.75
"""Least 1 - NED of the start on the validation words, in any case, for its weights to be part of the saved mean, and
for the factor `start_rate` of the learning rate.

Labels of some folders are all in capitals, whatever the pictures show."""

STEPS = 3000
"""Most steps of a training that starts from a model and has no time limit of its own: twenty times 2,000 words."""

_NAMED = 6  # symbols


def as_the_start_demands(*, from_model: bool) -> Mapping[str, Any]:
    """Return the values for choices that depend on the start and were left open."""
    return FINE_TUNING if from_model else RANDOM


@dataclass(frozen=True, slots=True)
class Known:
    """The share of a project's characters that a model knows, and the symbols that it does not know."""

    share: float
    """The share of all characters of the labels that the model knows, 0 to 1. A frequent symbol counts more than a rare
    one."""
    unknown: tuple[str, ...]
    """Symbols that the model cannot read, the most frequent first."""


def known(used: Mapping[str, int], symbols: Iterable[str]) -> Known:
    """Compare the symbols in a project with those that a model reads.

    `used`: count of each symbol in the project's labels; if it has none, its charset with 1 each.
    """
    readable = frozenset(symbols)
    total = sum(used.values())
    unknown = sorted((symbol for symbol in used if symbol not in readable), key=lambda s: (-used[s], s))
    share = 1 - sum(used[symbol] for symbol in unknown) / total if total else 0.0
    return Known(share, tuple(unknown))


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a training for which nobody has chosen one."""

    choices: Mapping[str, Any]
    """The choices to add: `start` and `preset`. Empty for random weights."""
    said: str = ""
    """The reason in one sentence. Empty if there was nothing to decide."""


NOTHING = Start(MappingProxyType({}))  # random weights, without a reason to be told


def best_known(used: Mapping[str, int], bundled: Sequence[BundledModel] = BUNDLED) -> BundledModel | None:
    """Return the bundled model that knows the largest share of a project's characters, or None without models.

    `used`: see `known`; if it is empty, the first model is taken.
    """
    models = [model for model in bundled if model.exists]
    return max(
        models, key=lambda model: known(used, model.symbols).share, default=None
    )  # max takes the first of equals


def start_of(given: Mapping[str, Any], used: Mapping[str, int], bundled: Sequence[BundledModel] = BUNDLED) -> Start:
    """Decide from which weights a training starts.

    `given`: the choices that were made, by the names of `core.runs.config.TrainConfig`. A chosen start, None for random
    weights among them, other weights, another preset and a resumed run leave nothing to decide. `used`: see `known`;
    empty if the project says nothing of its symbols. `bundled`: the one that knows most of the project's characters is
    taken.
    """
    if "start" in given or given.get("weights") is not None or given.get("resume"):
        return NOTHING
    model = best_known(used, bundled)
    if model is None or not used or not model.symbols or given.get("preset", model.preset) != model.preset:
        return NOTHING
    share = known(used, model.symbols)
    if share.share < LEAST_KNOWN:
        sentence = Sentence(
            "“{model}” knows only {share:.0%} of the characters in this project's labels (not: {symbols}), so the "
            "training starts from random weights.",
            model=model.word,
            share=share.share,
            symbols=_some(share.unknown),
        )
        return Start(MappingProxyType({}), sentence)
    sentence = Sentence(
        "The training starts from “{model}”, which knows all characters in this project's labels.", model=model.word
    )
    if share.unknown:
        sentence = Sentence(
            "The training starts from “{model}”, which knows {share:.0%} of the characters in this project's labels; "
            "new to it are {symbols}.",
            model=model.word,
            share=share.share,
            symbols=_some(share.unknown),
        )
    return Start(MappingProxyType({"start": model.path, "preset": model.preset}), sentence)


def kept_and_changed(choices: Mapping[str, Any], wanted: Iterable[str], readable: Iterable[str]) -> tuple[str, str]:
    """Return two sentences on a training that starts from a model: what it keeps of the model, and what it changes.

    `choices`: of `core.runs.config.TrainConfig.resolved`, with a start. `wanted`: the symbols that the network is to
    read. `readable`: the symbols that the model reads.
    """
    ours, theirs = tuple(wanted), tuple(readable)
    stays = sum(symbol in theirs for symbol in ours)
    new = tuple(symbol for symbol in ours if symbol not in theirs)
    gone = len(theirs) - stays
    kept = Sentence("Kept: what it knows of {count:,} {count:|symbol|symbols}", count=stays)
    if choices["normalisation"] == "frozen":
        kept = Sentence("{kept}, and its normalisations as they are", kept=kept)
    if choices["start_share"]:
        kept = Sentence(
            "{kept}; so that it forgets less, each saved weight is {share:.0%} the old one and the rest the learned "
            "one (only the learned one if it reads too few of your words at first)",
            kept=kept,
            share=choices["start_share"],
        )
    if gone:
        kept = Sentence(
            "{kept}; {count:,} {count:|symbol|symbols} that the project does not use {count:|is|are} dropped, and "
            "pictures with {count:|it|them} read worse",
            kept=kept,
            count=gone,
        )
    if new:
        kept = Sentence("{kept}; learned from scratch: {symbols}", kept=kept, symbols=_some(new))
    style = (
        Sentence("in the style of this folder") if choices["style"] == "project" else Sentence("as words in general")
    )
    whole = choices["learning_rate"]
    changed = Sentence("Changed: its weights, at a learning rate of {rate:g}", rate=whole * choices["start_rate"])
    if choices["start_share"] and choices["start_rate"] < 1:
        changed = Sentence(
            "{changed} ({whole:g} if it reads too few of your words at first)", changed=changed, whole=whole
        )
    if choices["minutes"] is not None:
        changed = Sentence("{changed}, for {minutes:g} minutes", changed=changed, minutes=choices["minutes"])
    if choices["synthetic"]:
        changed = Sentence(
            "{changed}; {share:.0%} of the words are synthetic, {style}",
            changed=changed,
            share=choices["synthetic"],
            style=style,
        )
    return Sentence("{what}.", what=kept), Sentence("{what}.", what=changed)


def _some(symbols: tuple[str, ...]) -> str:
    return " ".join(symbols[:_NAMED]) + (" …" if len(symbols) > _NAMED else "")
