from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from support.words.spoilt_maps import SPOILS, another_symbol, faded, merged_positions, swapped_positions
from support.words.synthetic_maps import CHARSETS, SPEC, compact, noisy, probabilities, seen, synthetic_word

from core.analysis.attribution.error_attribution import Diagnosis, MapOutcome, attribute_error, potential_gains
from core.analysis.attribution.oracle_combinations import BRANCHES, PREDICTED, TARGET
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import LabelError
from core.charset import Charset
from core.labels.edits.edits import retype, set_ignored
from core.labels.label import WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

ALL = CHARSETS["alnum"]


def diagnosed(
    label: WordLabel, size: tuple[int, int], spoils: Sequence, seed: int, charset: Charset = ALL
) -> Diagnosis:
    rng = np.random.default_rng(seed)
    targets = render(label, size, charset, SPEC)
    maps = noisy(probabilities(targets, len(charset), sure=0.98), rng)
    for spoil in spoils:
        maps = spoil(maps, targets, rng)
    return attribute_error(label, compact(maps, charset, size), size, charset=charset, spec=SPEC)


@pytest.mark.long
@pytest.mark.parametrize(
    "branches",
    [("class",), ("order",), ("localization",), ("class", "order"), ("class", "localization")],
    ids=" and ".join,
)
def test_spoilt_branches_are_found_in_at_least_95_of_100_words(branches: tuple[Any, ...]):
    hits, count = 0, 0
    ways = list(product(*(SPOILS[branch] for branch in branches)))
    words = [synthetic_word(index, charset="digits") for index in range(240 // len(ways))]
    for spoils in ways:
        for index, (label, size) in enumerate(words):
            if len(set(label.word)) == 1:  # no two symbols to exchange
                continue
            found = diagnosed(label, size, spoils, seed=index, charset=CHARSETS["digits"])
            if found.verdict == "right":  # two equal neighbours taken for one, as when nothing is spoilt
                continue
            count += 1
            hits += found.at_fault == frozenset(branches)
    assert count >= 200
    assert hits / count >= 0.95


def test_word_read_right_has_no_branch_at_fault():
    label, size = synthetic_word(0)
    found = diagnosed(label, size, (), seed=0)
    assert (found.verdict, found.at_fault, found.mistakes) == ("right", PREDICTED, ())
    assert found.word.text == found.target == label.text


def test_each_wrong_position_has_its_own_cause():
    label, size = synthetic_word(1)  # BRWzKLXG
    targets = render(label, size, ALL, SPEC)
    maps = probabilities(targets, len(ALL))
    character, localization = maps.character.copy(), maps.localization.copy()
    character[targets.order == 2] = np.eye(63)[ALL.id_of("Q") or 0]
    localization[targets.order == 5] *= 0.2
    found = attribute_error(
        label,
        compact(maps._replace(character=character, localization=localization), ALL, size),
        size,
        charset=ALL,
        spec=SPEC,
    )
    assert found.at_fault == {"class", "localization"}
    assert [(m.kind, m.rank, m.wanted, m.read, m.at_fault) for m in found.mistakes] == [
        ("wrong", 2, "R", "Q", {"class"}),
        ("missing", 5, "K", None, {"localization"}),
    ]
    assert found.mistakes[0].candidates[0].symbol == "Q"
    assert found.mistakes[0].readings[frozenset(("class",))] == "R"
    assert found.mistakes[1].candidates[0].symbol == "K"


def test_characters_that_differ_only_in_case_are_named_whoever_reads_them():
    label, size = synthetic_word(1)  # BRWzKLXG
    shown = compact(probabilities(render(label, size, ALL, SPEC), len(ALL)), ALL, size)
    lower = retype(label, (label.ranking[1],), "r")

    def of(predicted: PredictedMaps, charset: Charset = ALL, label: WordLabel = lower) -> list[tuple[int, str, str]]:
        return [*attribute_error(label, predicted, size, charset=charset, spec=SPEC).other_case]

    assert of(shown) == [(2, "r", "R")]
    assert of(shown, label=label) == []
    assert of(shown, label=set_ignored(lower, [lower.ranking[1]])) == []
    word = shown.word
    changed = tuple(replace(c, symbol="w" if c.order == 3 else c.symbol) for c in word.characters)
    aided = replace(word, text="".join(c.symbol for c in changed), characters=changed)
    assert of(replace(shown, word=aided, alone=word, aid="language")) == [(2, "r", "R"), (3, "W", "w")]


def test_extra_character_is_attributed_to_the_branch_that_made_it_up():
    label, size = synthetic_word(1)
    maps = probabilities(render(label, size, ALL, SPEC), len(ALL))
    order = maps.order.copy()
    order[:, -2:] = np.eye(SPEC.max_length + 1)[9]
    localization = maps.localization.copy()
    localization[:, -2:] = 0.9
    shown = compact(maps._replace(order=order, localization=localization), ALL, size)
    found = attribute_error(label, shown, size, charset=ALL, spec=SPEC)
    assert [(m.kind, m.rank, m.order, m.wanted) for m in found.mistakes] == [("extra", 9, 9, None)]
    assert found.mistakes[0].verdict == "branches"
    assert found.mistakes[0].readings[TARGET] == ""


def test_ignored_character_stands_for_any_one_symbol():
    label, size = synthetic_word(1)
    found = diagnosed(set_ignored(label, [0]), size, (), seed=1)
    assert found.verdict == "right"


def test_symbol_that_the_model_does_not_know_is_the_charsets_fault():
    label, size = synthetic_word(1)
    found = diagnosed(label, size, (), seed=1, charset=ALL.without("R"))
    assert (found.verdict, found.unknown, found.at_fault) == ("charset", ("R",), PREDICTED)
    assert [(m.rank, m.verdict) for m in found.mistakes] == [(2, "charset")]


def test_word_too_long_for_its_maps_is_above_the_upper_bound():
    label, size = synthetic_word(1)
    small = MapSpec(height=32, width=32, stride=4, max_length=12)
    shown = seen(label, size, ALL, spec=small)
    found = attribute_error(label, shown, size, charset=ALL, spec=small)
    assert (found.verdict, found.at_fault, found.repairs) == ("upper-bound", PREDICTED, ())


def test_label_longer_than_the_model_can_read_says_why_it_has_no_maps():
    label, size = synthetic_word(1)
    short = SPEC.with_(max_length=3)
    first = WordLabel(label.in_order[:3])
    found = attribute_error(label, seen(first, size, ALL, spec=short), size, charset=ALL, spec=short, name="word.png")
    assert found.verdict == "label"
    assert "max_length" in found.reason
    assert [pair.read is None for pair in found.alignment] == [False] * 3 + [True] * 5


def test_label_without_characters_cannot_be_compared():
    label, size = synthetic_word(1)
    with pytest.raises(LabelError, match=r"word\.png: the label has no characters"):
        attribute_error(
            WordLabel(text=label.text), seen(label, size, ALL), size, charset=ALL, spec=SPEC, name="word.png"
        )


def test_gains_of_a_folder_say_how_many_words_each_perfect_branch_would_add():
    planned = [()] * 4 + [(another_symbol,)] * 3 + [(merged_positions,)] * 2 + [(faded,), (another_symbol, faded)]
    found = []
    for index, spoils in enumerate(planned):
        label, size = synthetic_word(index)
        found.append(diagnosed(label, size, spoils, seed=index))
    label, size = synthetic_word(1)
    found.append(diagnosed(label, size, (), seed=1, charset=ALL.without("R")))
    gains = potential_gains(Counter(diagnosis.outcome for diagnosis in found))
    assert (gains.words, gains.right) == (12, 4)
    single = {branch: gains.gains[frozenset((branch,))] for branch in BRANCHES}
    assert single == {"class": 3, "order": 2, "localization": 1}
    assert gains.gains[frozenset(("class", "localization"))] == 5
    assert gains.gains[TARGET] == 7
    assert gains.repaired == gains.gains
    assert gains.out_of_reach == {"upper-bound": 0, "charset": 1, "label": 0}


def test_words_that_perfect_maps_spoil_count_against_their_gain_and_not_against_what_they_repair():
    symbols = frozenset(("class",))
    mended = MapOutcome(frozenset((symbols, TARGET)), "branches")
    spoilt = MapOutcome(frozenset((PREDICTED, TARGET)), "right")
    gains = potential_gains({mended: 3, spoilt: 1})
    assert (gains.words, gains.right, gains.gains[symbols], gains.repaired[symbols]) == (4, 1, 2, 3)
    assert mended.is_repaired_by(symbols)
    assert not mended.is_repaired_by(frozenset(("order",)))
    assert not spoilt.is_repaired_by(TARGET)


def test_word_with_a_symbol_that_the_model_does_not_know_is_repaired_by_no_branch():
    label, size = synthetic_word(1)
    targets = render(label, size, ALL.without("R"), SPEC)
    spoilt = swapped_positions(probabilities(targets, len(ALL) - 1), targets, np.random.default_rng(0))
    charset = ALL.without("R")
    outcome = attribute_error(label, compact(spoilt, charset, size), size, charset=charset, spec=SPEC).outcome
    assert (outcome.right, outcome.verdict) == (frozenset(), "charset")


def test_confident_reading_suggests_to_retype_a_wrong_label():
    label, size = synthetic_word(1)
    wrong = retype(label, [2], "V")
    found = attribute_error(wrong, seen(label, size, ALL, np.random.default_rng(0)), size, charset=ALL, spec=SPEC)
    (mistake,) = found.mistakes
    assert mistake.correction.apply(wrong) == label


def in_another_case(label: WordLabel, word: str) -> WordLabel:
    """The label with the symbols of a word, place by place."""
    for rank, symbol in enumerate(word):
        label = retype(label, [label.ranking[rank]], symbol)
    return label


def test_label_that_is_wrong_in_several_places_is_corrected_by_one_edit():
    label, size = synthetic_word(1)  # BRWzKLXG
    wrong = in_another_case(label, "BQWzKVXG")
    found = attribute_error(wrong, seen(label, size, ALL, np.random.default_rng(0)), size, charset=ALL, spec=SPEC)
    assert len(found.mistakes) == 2
    assert found.correction is not None and found.correction.word == "BRWzKLXG"
    assert found.correction.apply(wrong) == label


def test_label_that_is_wrong_in_one_place_has_no_correction_of_the_word():
    label, size = synthetic_word(1)
    wrong = retype(label, [2], "V")
    found = attribute_error(wrong, seen(label, size, ALL, np.random.default_rng(0)), size, charset=ALL, spec=SPEC)
    assert found.correction is None


@pytest.mark.parametrize(("wrong", "corrected"), [("BRWZKLXG", "Brwzklxg"), ("BQwzklxG", None)])
def test_a_word_typed_in_another_case_follows_the_case_that_is_read_where_the_maps_are_unsure_too(
    wrong: str, corrected: str | None
):
    label, size = synthetic_word(1)
    truth, typed = in_another_case(label, "Brwzklxg"), in_another_case(label, wrong)
    targets = render(truth, size, ALL, SPEC)
    maps = probabilities(targets, len(ALL), sure=0.98)
    symbols = np.eye(len(ALL) + 1)
    character = maps.character.copy()
    for rank, read in ((5, "x"), (8, "g")):  # k and g, of which one is misread and the other unsure
        character[targets.order == rank] = 0.5 * (symbols[ALL.id_of(read) or 0] + symbols[0])
    shown = compact(maps._replace(character=character), ALL, size)
    found = attribute_error(typed, shown, size, charset=ALL, spec=SPEC)
    assert found.word.text == "Brwzxlxg"
    assert (None if found.correction is None else found.correction.word) == corrected


def test_confident_reading_suggests_the_right_order():
    label, size = synthetic_word(1)
    targets = render(label, size, ALL, SPEC)
    shown = swapped_positions(probabilities(targets, len(ALL)), targets, np.random.default_rng(0))
    found = attribute_error(label, compact(shown, ALL, size), size, charset=ALL, spec=SPEC)
    assert found.at_fault == {"order"}
    suggested = {m.correction for m in found.mistakes if m.correction}
    (correction,) = suggested
    assert correction.kind == "reorder"
    assert correction.apply(label).reading == found.word.text


def test_confident_reading_beside_all_polygons_suggests_to_add_the_character():
    label, size = synthetic_word(1)
    less = WordLabel(tuple(c for c in label.characters if c.symbol != "W"), label.word.replace("W", ""))
    found = attribute_error(less, seen(label, size, ALL), size, charset=ALL, spec=SPEC)
    (mistake,) = found.mistakes
    assert (mistake.kind, mistake.correction and mistake.correction.kind) == ("extra", "add")
    mended = mistake.correction.apply(less)
    assert (mended.reading, mended.text) == (label.text, label.text)


def test_unsure_reading_suggests_nothing():
    label, size = synthetic_word(1)
    wrong = retype(label, [2], "V")
    maps = probabilities(render(label, size, ALL, SPEC), len(ALL), sure=0.6)
    found = attribute_error(wrong, compact(maps, ALL, size), size, charset=ALL, spec=SPEC)
    assert [m.correction for m in found.mistakes] == [None]


# With a language, expected words or further looks


def read_with(label: WordLabel, size: tuple[int, int], own: WordLabel, read: WordLabel) -> Diagnosis:
    """The diagnosis of maps that show one word, of which a language makes another."""
    maps = seen(own, size, ALL)
    made = replace(maps, word=seen(read, size, ALL).word, alone=maps.word, aid="language")
    return attribute_error(label, made, size, charset=ALL, spec=SPEC)


def test_word_that_the_network_reads_right_and_a_language_spoils_is_no_branchs_fault():
    label, size = synthetic_word(1)
    found = read_with(label, size, label, retype(label, [0], "Q"))
    assert (found.verdict, found.at_fault, found.mistakes) == ("aid", PREDICTED, ())
    assert found.word.text == label.word
    assert found.outcome.at_fault == {"aid"}


def test_word_that_a_language_mends_is_diagnosed_as_the_network_reads_it():
    label, size = synthetic_word(1)
    wrong = retype(label, [0], "Q")
    found = read_with(label, size, wrong, label)
    assert found.is_mended and found.at_fault == {"class"}
    assert found.words[PREDICTED].text == wrong.word
    assert found.outcome.at_fault == frozenset(), "the word is read right in the end"


def test_gains_compare_the_network_with_the_network_whatever_a_language_makes_of_it():
    label, size = synthetic_word(1)
    wrong = retype(label, [0], "Q")
    outcomes = [read_with(label, size, label, label), read_with(label, size, wrong, label)]
    outcomes += [read_with(label, size, label, wrong), read_with(label, size, wrong, wrong)]
    gains = potential_gains(Counter(diagnosis.outcome for diagnosis in outcomes))
    assert (gains.right, gains.right_with_aid) == (2, 2)
    assert all(gain >= 0 for gain in gains.gains.values()) and gains.gains[frozenset(("class",))] == 2
    gains = potential_gains(Counter((outcomes[0].outcome, outcomes[1].outcome)))
    assert (gains.right, gains.right_with_aid) == (1, 2)


def test_symbol_that_the_model_does_not_know_stays_the_charsets_fault_with_a_language():
    label, size = synthetic_word(1)
    charset = ALL.without("R")
    maps = seen(label, size, charset)
    made = replace(maps, word=seen(retype(label, [0], "Q"), size, charset).word, alone=maps.word, aid="language")
    assert attribute_error(label, made, size, charset=charset, spec=SPEC).outcome.verdict == "charset"
