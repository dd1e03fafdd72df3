"""Puts a diagnosis into words."""

from __future__ import annotations

from collections.abc import Mapping

from app.language.languages import translate
from app.language.sentences import in_a_list, one_after_another, translated
from app.language.words import explained
from core.analysis.attribution.corrections import Correction
from core.analysis.attribution.error_attribution import Diagnosis, Mistake, Verdict
from core.analysis.attribution.oracle_combinations import BRANCHES, PREDICTED, TARGET, Branch, OracleCombination
from core.analysis.predicted_maps import Aid, PredictedMaps
from core.labels.checks.problems import printable
from core.labels.maps.decoding import ReadWord

_MOST = 12  # symbols of a text in a sentence


def maps_of(combination: OracleCombination) -> str:
    """Return the names of the maps that an oracle combination exchanges: "character map", "characters + centres"."""
    names: Mapping[Branch, str] = {
        "class": translate("Why", "characters"),
        "order": translate("Why", "order"),
        "localization": translate("Why", "centres"),
    }
    maps: Mapping[Branch, str] = {
        "class": translate("Why", "character map"),
        "order": translate("Why", "order map"),
        "localization": translate("Why", "centre map"),
    }
    branches = [branch for branch in BRANCHES if branch in combination]
    if len(branches) == 1:
        return maps[branches[0]]
    return " + ".join(names[branch] for branch in branches)  # as long as a column is wide


def explanation(before: str = "") -> str:
    """Return a tooltip that explains G, S and Q, as HTML, behind the sentence `before`."""
    return explained("character map", "order map", "localization map", "oracle combination", before=before)


def exchange(combination: OracleCombination) -> str:
    """Return the name of an oracle combination, made of its maps."""
    if combination == PREDICTED:
        return translate("Why", "Predicted maps")
    if combination == TARGET:
        return translate("Why", "All three targets")
    return translate("Why", "Target's {maps}").format(maps=maps_of(combination))


def perfect(combination: OracleCombination) -> str:
    """Return the title of an oracle combination over a folder: "Perfect character map"."""
    if combination == PREDICTED:
        return translate("Why", "As predicted")
    if combination == TARGET:
        return translate("Why", "All three: the upper bound")
    return translate("Why", "Perfect {maps}").format(maps=maps_of(combination))


def out_of_reach(reason: Verdict) -> str:
    """Return the reason why no branch can mend some words."""
    match reason:
        case "charset":
            return translate("Why", "Symbols that the model does not know")
        case "label":
            return translate("Why", "Labels without target maps")
        case _:
            return translate("Why", "Even the target maps give another text")


def culprits(combination: OracleCombination) -> str:
    """Return the names of a combination's branches in words."""
    return translate("Why", " and ").join(maps_of(frozenset({branch})) for branch in BRANCHES if branch in combination)


def name_of(aid: Aid) -> str:
    """Return the name of a reading aid in words."""
    match aid:
        case "language":
            return translate("Why", "the language")
        case "expected":
            return translate("Why", "the expected words")
        case "looks":
            return translate("Why", "further looks")
        case _:
            return translate("Why", "reading without regard to case")


def two_readings(maps: PredictedMaps, verdict: Verdict | None = None, *, is_mended: bool = False) -> str:
    """Return a sentence with the network's own reading and the final one, or "" if they are the same.

    `verdict`, `is_mended`: of the diagnosis, if there is one.
    """
    if maps.aid is None:
        return ""
    both = translate("Why", "The network reads {own}; with {aid}: {read}.")
    sentence = both.format(own=_printed(maps.own), read=_printed(maps.word), aid=name_of(maps.aid))
    further = ""
    if verdict == "aid":
        further = translate("Why", "At fault: {aid}.").format(aid=name_of(maps.aid))
    elif is_mended:
        further = translate("Why", "That is right; what follows is about the network's own reading.")
    elif verdict is not None:
        further = translate("Why", "What follows is about the network's own reading.")
    return one_after_another((sentence, further))


def _printed(word: ReadWord) -> str:
    return printable(word.text, _MOST) or "–"


def verdict(diagnosis: Diagnosis) -> str:
    """Return a sentence about the whole word, or "" if `two_readings` has said everything."""
    match diagnosis.verdict:
        case "aid":
            return ""
        case "right":
            return translate("Why", "The word is read right.")
        case "upper-bound":
            return translate(
                "Why",
                "Even the three target maps do not give this text: the label is wrong, or the maps are too small.",
            )
        case "charset":
            unknown = " ".join(printable(symbol, 6) for symbol in diagnosis.unknown)
            return translate("Why", "The model does not know {symbols}; everything else is read right.").format(
                symbols=unknown
            )
        case "label":
            return translate(
                "Why", "No target maps can be made of this label, so nothing can be exchanged. {reason}"
            ).format(reason=translated(diagnosis.reason))
        case "branches":
            sentence = (
                translate("Why", "At fault: the {branches}.")
                if len(diagnosis.at_fault) == 1
                else translate("Why", "At fault together: the {branches}.")
            )
            read = printable(diagnosis.words[diagnosis.at_fault].text, _MOST)
            proof = translate("Why", "With the target's {maps} it reads “{word}”.").format(
                maps=maps_of(diagnosis.at_fault), word=read
            )
            return one_after_another((sentence.format(branches=culprits(diagnosis.at_fault)), proof))


def other_case(diagnosis: Diagnosis) -> str:
    """Return a sentence about the characters that differ from the reading only in case, or "" if there is none."""
    places = [str(rank) for rank in dict.fromkeys(one.rank for one in diagnosis.other_case)]
    pairs = dict.fromkeys(f"{one.wanted}/{one.read}" for one in diagnosis.other_case)
    if not places:
        return ""
    text = (
        translate(
            "Why", "Only the case differs at character {ranks} ({pairs}): check that the label is as in the picture."
        )
        if len(places) == 1
        else translate(
            "Why", "Only the case differs at characters {ranks} ({pairs}): check that the label is as in the picture."
        )
    )
    return text.format(ranks=in_a_list(places), pairs=in_a_list(pairs))


def cause(mistake: Mistake) -> str:
    """Return the place of a mistake and its cause in words."""
    return one_after_another((_place(mistake), *_causes(mistake)))


def _place(mistake: Mistake) -> str:
    wanted, read = printable(mistake.wanted or "", 6), printable(mistake.read or "", 6)
    match mistake.kind:
        case "wrong":
            text = translate("Why", "Character {rank}, “{wanted}”, is read as “{read}”.")
        case "missing":
            text = translate("Why", "Character {rank}, “{wanted}”, is not read.")
        case "extra":
            text = translate("Why", "“{read}” is read at position {position}, where the label has nothing.")
    return text.format(rank=mistake.rank, wanted=wanted, read=read, position=mistake.order)


def _causes(mistake: Mistake) -> list[str]:
    if mistake.verdict == "upper-bound":
        return [
            translate(
                "Why", "Even the target maps do not give this symbol: check the label here, or make the maps larger."
            )
        ]
    if mistake.verdict == "charset":
        unknown = translate("Why", "The model's charset has no “{symbol}”: it can never read it.")
        return [unknown.format(symbol=printable(mistake.wanted or "", 6))]
    sentence = (
        translate("Why", "The {branches}: with the target's {maps} this place is right.")
        if len(mistake.at_fault) == 1
        else translate("Why", "The {branches} together: only with the target's {maps} this place is right.")
    )
    texts = [sentence.format(branches=culprits(mistake.at_fault), maps=maps_of(mistake.at_fault))]
    alternatives = [maps_of(combination) for combination in mistake.repairs[1:]]
    if alternatives:
        more = translate("Why", "The target's {maps} would do as well.")
        texts.append(more.format(maps=translate("Why", " or ").join(alternatives)))
    if mistake.correction is not None:
        texts.append(translate("Why", "But the maps are sure and agree: the label may be wrong."))
    return texts


def correction(remedy: Correction) -> str:
    """Return the title of a correction, for its button and the undo menu."""
    match remedy.kind:
        case "retype":
            return translate("Why", "Retype as “{symbol}”").format(symbol=printable(remedy.symbol, 6))
        case "retype-word":
            return translate("Why", "Retype as “{symbol}”").format(symbol=printable(remedy.word, _MOST))
        case "reorder":
            return translate("Why", "Read in the model's order")
        case "add":
            return translate("Why", "Add “{symbol}” as character {rank}").format(
                symbol=printable(remedy.symbol, 6), rank=remedy.rank
            )
