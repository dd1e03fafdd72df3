"""Finds by experiment the reason that a word is misread: a branch of the network, or the label itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from core.analysis.attribution.corrections import Correction, Corrections, corrections
from core.analysis.attribution.oracle_combinations import (
    COMBINATIONS,
    PREDICTED,
    OracleCombination,
    repairs,
    words_of_combinations,
)
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import LabelError
from core.charset import Charset
from core.labels.edits.alignment import Step, align
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.decoding import L_SCORE, ReadCharacter, ReadWord
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

Verdict = Literal["right", "branches", "aid", "upper-bound", "charset", "label"]
"""The result of a diagnosis.

`right`: nothing is wrong. `branches`: those at fault. `aid`: the network reads the word right, and a language, expected
words or further looks made another one of it. `upper-bound`: even the three targets do not read so, the label or the
size of the maps is at fault. `charset`: the model does not know the symbol. `label`: no maps can be rendered.
"""

Kind = Literal["wrong", "missing", "extra"]


@dataclass(frozen=True, slots=True)
class MapOutcome:
    """The part of a diagnosis that is counted over a folder, and has few different values."""

    right: frozenset[OracleCombination]
    """The oracle combinations that give the text. Empty if the model does not know one of its symbols."""
    verdict: Verdict
    """The verdict, which is "charset" also if branches misread other symbols of the word."""
    is_mended: bool = False
    """True if the network misreads the word, and the aid to reading makes it right."""

    def is_repaired_by(self, combination: OracleCombination) -> bool:
        """Return True if the word is misread, but would be read right with perfect maps of these branches."""
        return PREDICTED not in self.right and combination in self.right

    @property
    def at_fault(self) -> frozenset[str]:
        """The branches at fault: those of the smallest repairs, or the verdict, or nothing for a word read right.

        If one branch or another would mend it, both are named.
        """
        match self.verdict:
            case "right":
                return frozenset()
            case _ if self.is_mended:
                return frozenset()
            case "branches":
                least = repairs({combination: combination in self.right for combination in COMBINATIONS})
                return frozenset(branch for combination in least for branch in combination)
            case reason:
                return frozenset((reason,))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A symbol that a position may have."""

    symbol: str
    """One symbol of the charset."""
    score: float
    """The share of the position's weight that votes for the symbol, p_k(c)/Σ H_k, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One difference between the label and the reading."""

    kind: Kind
    """The kind: another symbol was read, none was, or one that the label does not have."""
    rank: int
    """The rank of the label's character, from 1. Of an extra character, the rank that it would have."""
    order: int | None
    """The position k whose H_k shows the mistake: of the character that was read, else the rank while there is such a
    position."""
    wanted: str | None
    """The label's symbol. None if there is none."""
    read: str | None
    """The symbol that was read. None if there is none."""
    verdict: Verdict
    """The verdict on the mistake, never "right"."""
    at_fault: OracleCombination
    """The branches whose exchange mends this place with the fewest others. Empty unless the verdict is "branches"."""
    repairs: tuple[OracleCombination, ...]
    """All least exchanges that mend this place, the one at fault first."""
    readings: Mapping[OracleCombination, str]
    """The symbols that each oracle combination reads there, "" for nothing."""
    candidates: tuple[Candidate, ...]
    """The best symbols of position `order`, best first."""
    correction: Correction | None
    """An edit of the label after which this is no mistake, if the maps are confident and consistent."""


class Pair(NamedTuple):
    """One column of the target and the decoded text side by side."""

    character: CharacterLabel | None
    """The label's character. None beside an extra one."""
    read: ReadCharacter | None
    """The character that was read. None if there is none."""


class OtherCase(NamedTuple):
    """A character that differs from the symbol read there only in case."""

    rank: int
    """The rank of the label's character, from 1."""
    wanted: str
    """The label's symbol."""
    read: str
    """The symbol that was read."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The diagnosis of one word, with its oracle combinations and mistakes."""

    target: str
    """The text of the label's characters."""
    words: Mapping[OracleCombination, ReadWord]
    """The word that each oracle combination reads, or only the network's own word if the verdict is "label"."""
    right: frozenset[OracleCombination]
    """The oracle combinations that give the text, passing over a symbol that the model does not know."""
    verdict: Verdict
    """The verdict on the whole word."""
    repairs: tuple[OracleCombination, ...]
    """The least exchanges that give the text, fewest branches first."""
    alignment: tuple[Pair, ...]
    """Label and network's word side by side, in reading order."""
    mistakes: tuple[Mistake, ...]
    """The mistakes in reading order."""
    unknown: tuple[str, ...] = ()
    """The label's symbols that the model does not know, each once."""
    reason: str = ""
    """The reason why no maps can be rendered, if the verdict is "label". Empty for any other verdict."""
    is_mended: bool = False
    """True if the network misreads the word, and the aid to reading makes it right."""
    correction: Correction | None = None
    """An edit of several symbols of the label at once, if the maps suggest one."""
    other_case: tuple[OtherCase, ...] = ()
    """The label's characters that the network, or an aid to reading, reads in the other case."""

    @property
    def word(self) -> ReadWord:
        """The word that the network itself formed, with which every exchange is compared."""
        return self.words[PREDICTED]

    @property
    def at_fault(self) -> OracleCombination:
        """The fewest branches whose exchange gives the right text, or none unless these are the verdict."""
        return self.repairs[0] if self.verdict == "branches" else PREDICTED

    @property
    def outcome(self) -> MapOutcome:
        """The part of this diagnosis that is counted over a folder."""
        if self.unknown:
            return MapOutcome(frozenset(), "charset" if self.verdict in {"branches", "aid"} else self.verdict)
        return MapOutcome(self.right, self.verdict, self.is_mended)


def attribute_error(
    label: WordLabel,
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    *,
    charset: Charset,
    spec: MapSpec,
    score_threshold: float = L_SCORE,
    name: str = "label",
) -> Diagnosis:
    """Diagnose why a word is read as it is, by forming it from all oracle combinations of predicted and target maps.

    The network's own reading is diagnosed, `PredictedMaps.own`. If the word was made of it by a language or its like,
    the verdict says whether that spoilt or mended it.

    Parameters
    ----------
    label : WordLabel
        Normalised as the project compares it (`WordLabel.normalised`), with characters. An ignored character matches
        any one symbol.
    image_size : (height, width)
        After EXIF orientation.
    charset, spec, score_threshold
        The model's, not the project's: its symbols, the geometry of its maps, its L_score.

    Raises
    ------
    LabelError
        If the label has no characters, so that it has no target maps.
    """
    characters = label.in_order
    if not characters:
        raise LabelError("{name}: the label has no characters to compare with. Prelabel or draw them first.", name=name)
    unknown = tuple(dict.fromkeys(c.symbol for c in characters if not c.is_ignored and charset.id_of(c.symbol) is None))
    # what the model cannot know is no branch's fault: for the experiment it matches any one symbol
    asked = [replace(c, ignore=True) if c.symbol in unknown else c for c in characters]
    try:
        targets = render(label, image_size, charset, spec, name=name)
    except LabelError as error:
        reading = _Reading.of(asked, predicted.own)
        pairs = _side_by_side(reading, characters)
        return Diagnosis(
            target=label.reading,
            words={PREDICTED: predicted.own},
            right=frozenset(),
            verdict="label",
            repairs=(),
            alignment=pairs,
            mistakes=(),
            unknown=unknown,
            reason=str(error),
            other_case=_in_other_case(characters, reading),
        )
    words = words_of_combinations(predicted, targets, image_size, charset, spec, score_threshold)
    by_text: dict[tuple[ReadCharacter, ...], _Reading] = {}
    readings = {
        combination: by_text.get(word.characters) or by_text.setdefault(word.characters, _Reading.of(asked, word))
        for combination, word in words.items()
    }
    right = {combination: reading.is_right for combination, reading in readings.items()}
    least = repairs(right)
    proposed = corrections(label, predicted, words, image_size, spec)
    mistakes = _mistakes(readings, characters, unknown, predicted, charset, proposed)
    own = readings[PREDICTED]
    final = own if predicted.aid is None else _Reading.of(asked, predicted.word)
    is_right = final.is_right
    return Diagnosis(
        target=label.reading,
        words=words,
        right=frozenset(combination for combination in COMBINATIONS if right[combination]),
        verdict="aid" if right[PREDICTED] and not (is_right or unknown) else _verdict(least, bool(unknown)),
        repairs=least,
        alignment=_side_by_side(own, characters),
        mistakes=mistakes,
        unknown=unknown,
        is_mended=is_right and not right[PREDICTED],
        correction=proposed.word,
        other_case=_in_other_case(characters, own, final),
    )


def _verdict(least: tuple[OracleCombination, ...], has_unknown: bool) -> Verdict:
    if not least:
        return "upper-bound"
    if least[0]:
        return "branches"
    return "charset" if has_unknown else "right"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A word beside the characters that it should have.

    `at` holds the symbol at each character, `extra` the symbols read before each, the last entry those behind all.
    """

    steps: tuple[Step, ...]
    word: ReadWord
    at: tuple[ReadCharacter | None, ...]
    holds: tuple[bool, ...]
    extra: tuple[tuple[ReadCharacter, ...], ...]

    @classmethod
    def of(cls, characters: Sequence[CharacterLabel], word: ReadWord) -> _Reading:
        steps = align(characters, word.text)
        at: list[ReadCharacter | None] = [None] * len(characters)
        extra: list[tuple[ReadCharacter, ...]] = [()] * (len(characters) + 1)
        behind = 0
        for i, j in steps:
            if i is None and j is not None:
                extra[behind] += (word.characters[j],)
            elif i is not None:
                behind = i + 1
                at[i] = None if j is None else word.characters[j]
        holds = tuple(
            read is not None and (c.is_ignored or unicodedata.normalize("NFC", c.symbol) == read.symbol)
            for c, read in zip(characters, at, strict=True)
        )
        return cls(tuple(steps), word, tuple(at), holds, tuple(extra))

    @property
    def is_right(self) -> bool:
        return all(self.holds) and not any(self.extra)


def _in_other_case(characters: Sequence[CharacterLabel], *readings: _Reading) -> tuple[OtherCase, ...]:
    pairs = {
        OtherCase(rank, unicodedata.normalize("NFC", character.symbol), read.symbol)
        for reading in readings
        for rank, (character, read) in enumerate(zip(characters, reading.at, strict=True), 1)
        if read is not None and not character.is_ignored
    }
    return tuple(
        sorted(pair for pair in pairs if pair.wanted != pair.read and pair.wanted.casefold() == pair.read.casefold())
    )


def _side_by_side(reading: _Reading, characters: Sequence[CharacterLabel]) -> tuple[Pair, ...]:
    return tuple(
        Pair(None if i is None else characters[i], None if j is None else reading.word.characters[j])
        for i, j in reading.steps
    )


def _mistakes(
    readings: Mapping[OracleCombination, _Reading],
    characters: Sequence[CharacterLabel],
    unknown: tuple[str, ...],
    predicted: PredictedMaps,
    charset: Charset,
    proposed: Corrections,
) -> tuple[Mistake, ...]:
    own = readings[PREDICTED]
    mistakes = []
    behind = 0
    for i, j in own.steps:
        read = None if j is None else own.word.characters[j]
        if i is None:
            assert read is not None
            least = repairs({m: not reading.extra[behind] for m, reading in readings.items()})
            texts = {m: "".join(c.symbol for c in reading.extra[behind]) for m, reading in readings.items()}
            correction = proposed.added.get(read.order)
            verdict = _verdict(least, has_unknown=False)
            kind: Kind = "extra"
            rank, wanted = behind + 1, None
        else:
            behind = i + 1
            rank, wanted = i + 1, characters[i].symbol
            is_unknown = wanted in unknown
            if own.holds[i] and not is_unknown:
                continue
            least = repairs({m: reading.holds[i] for m, reading in readings.items()})
            texts = {m: c.symbol if (c := reading.at[i]) else "" for m, reading in readings.items()}
            correction = proposed.reordered.get(rank) or proposed.retyped.get(rank)
            verdict = _verdict(least, is_unknown)
            kind = "missing" if read is None else "wrong"
        order = read.order if read else rank if rank <= len(predicted.candidate_ids) else None
        mistakes.append(
            Mistake(
                kind=kind,
                rank=rank,
                order=order,
                wanted=wanted,
                read=read.symbol if read else None,
                verdict=verdict,
                at_fault=least[0] if verdict == "branches" else PREDICTED,
                repairs=least,
                readings=texts,
                candidates=_candidates(predicted, order, charset),
                correction=correction,
            )
        )
    return tuple(mistakes)


def _candidates(predicted: PredictedMaps, order: int | None, charset: Charset) -> tuple[Candidate, ...]:
    if order is None:
        return ()
    best = zip(predicted.candidate_ids[order - 1], predicted.candidate_scores[order - 1], strict=True)
    return tuple(Candidate(charset.symbol_of(int(number)), float(score)) for number, score in best)


@dataclass(frozen=True, slots=True)
class PotentialGains:
    """The potential gain of each branch over a folder, in words."""

    words: int
    """The number of words that were diagnosed."""
    right: int
    """The number of words that the network itself reads right."""
    right_with_aid: int
    """The number of words that are read right in the end. A language, expected words or further looks mend words, and
    spoil some."""
    gains: Mapping[OracleCombination, int]
    """The number of words more that would be right with these branches' perfect maps (fewer if target and prediction go
    badly together): "perfect G +n" is that of {"class"}."""
    repaired: Mapping[OracleCombination, int]
    """The number of misread words that would be right with these branches' perfect maps: the gain and the words that
    these maps spoil."""
    out_of_reach: Mapping[Verdict, int]
    """The number of words that no branch can mend, by verdict: "upper-bound", "charset" and "label"."""


OUT_OF_REACH: tuple[Verdict, ...] = ("upper-bound", "charset", "label")  # the verdicts on words that no branch can mend


def potential_gains(outcomes: Mapping[MapOutcome, int]) -> PotentialGains:
    """Add up the outcomes of a folder to the potential gains.

    Parameters
    ----------
    outcomes : mapping of MapOutcome to int
        The number of words with each outcome.
    """

    def count(combination: OracleCombination) -> int:
        return sum(times for outcome, times in outcomes.items() if combination in outcome.right)

    right = count(PREDICTED)
    exchanges = [combination for combination in COMBINATIONS if combination]
    return PotentialGains(
        sum(outcomes.values()),
        right,
        right + sum((o.is_mended - (o.verdict == "aid")) * times for o, times in outcomes.items()),
        {combination: count(combination) - right for combination in exchanges},
        {
            combination: sum(times for outcome, times in outcomes.items() if outcome.is_repaired_by(combination))
            for combination in exchanges
        },
        {
            verdict: sum(times for outcome, times in outcomes.items() if outcome.verdict == verdict)
            for verdict in OUT_OF_REACH
        },
    )
