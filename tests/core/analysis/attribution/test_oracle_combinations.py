import numpy as np
from support.words.synthetic_maps import CHARSETS, SPEC, seen, synthetic_word

from core.analysis.attribution.oracle_combinations import (
    COMBINATIONS,
    PREDICTED,
    TARGET,
    OracleCombination,
    repairs,
    words_of_combinations,
)
from core.labels.maps.decoding import upper_bound
from core.labels.maps.render import render

G, S, Q = (frozenset((branch,)) for branch in ("class", "order", "localization"))


def right(*combinations: OracleCombination) -> dict[OracleCombination, bool]:
    return {combination: combination in combinations for combination in COMBINATIONS}


def test_there_are_eight_combinations_from_nothing_to_everything():
    assert len(set(COMBINATIONS)) == 8
    assert not PREDICTED
    assert {"class", "order", "localization"} == TARGET


def test_repair_that_holds_a_smaller_one_is_left_out():
    assert repairs(right(S, G | S, S | Q, TARGET)) == (S,)


def test_two_branches_that_only_mend_it_together_are_one_repair():
    assert repairs(right(G | S, TARGET)) == (G | S,)


def test_nothing_mends_what_even_the_targets_do_not_read():
    assert repairs(right()) == ()


def test_of_two_repairs_the_branch_that_spoils_the_word_by_itself_comes_first():
    # with S and G exchanged, so with Q predicted alone, the word is wrong; with Q and G exchanged it is right
    assert repairs(right(S, Q, G | Q, S | Q, TARGET)) == (Q, S)
    assert repairs(right(S, Q, G | S, S | Q, TARGET)) == (S, Q)


def test_all_targets_read_as_the_upper_bound_and_no_exchange_reads_as_the_network():
    charset = CHARSETS["alnum"]
    label, size = synthetic_word(2)
    predicted = seen(label, size, charset, np.random.default_rng(2))
    words = words_of_combinations(predicted, render(label, size, charset, SPEC), size, charset, SPEC)
    assert tuple(words) == COMBINATIONS
    assert words[PREDICTED] is predicted.word
    assert words[TARGET] == upper_bound(label, size, charset, SPEC).word
