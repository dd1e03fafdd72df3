"""Maps that travel: what is kept of them forms the same word, and what a real model puts out fits into them."""

import pickle

import numpy as np
import pytest
from support.networks.painted_words import MAPS, SYMBOLS, paint, painted_reader
from support.words.synthetic_maps import CHARSETS, SPEC, compact, noisy, probabilities, seen, synthetic_word

from core.analysis.peaks import find_peaks
from core.analysis.predicted_maps import PredictedMaps, SymbolMap
from core.charset import Charset
from core.labels.maps.decoding import form_word, target_evidence
from core.labels.maps.render import render
from core.model.using.prediction import Predictor
from tests.support.words.evidence import dense, evidence, evidence_of

ALL = CHARSETS["alnum"]


@pytest.mark.parametrize("amount", [0.1, 0.5])
def test_what_is_kept_forms_the_same_word_unless_two_symbols_are_as_good_as_equal(amount: float):
    compared = 0
    for index in range(15):
        label, size = synthetic_word(index)
        rng = np.random.default_rng(index)
        whole = noisy(probabilities(render(label, size, ALL, SPEC), len(ALL), sure=0.9), rng, amount)
        kept = compact(whole, ALL, size)
        scores = np.sort(evidence(*whole).votes / evidence(*whole).mass[:, None], axis=1)[: len(kept.word.characters)]
        if (scores[:, -1] - scores[:, -2] < 0.01).any():
            continue
        compared += 1
        again = form_word(evidence_of(kept), ALL, SPEC, size)
        assert again.text == kept.word.text
        assert again.confidence == pytest.approx(kept.word.confidence, rel=0.02)
    assert compared > 10


def test_probability_that_was_not_kept_is_shared_out_evenly():
    label, size = synthetic_word(0)
    whole = noisy(probabilities(render(label, size, ALL, SPEC), len(ALL)), np.random.default_rng(0), 0.5)
    symbols, order, localization = dense(compact(whole, ALL, size))
    np.testing.assert_allclose(symbols.sum(axis=-1), 1, atol=1e-3)
    np.testing.assert_allclose(order, whole.order, atol=1e-3)
    np.testing.assert_allclose(localization, whole.localization, atol=1e-6)
    best = np.argsort(-whole.character, axis=-1)
    lost = np.take_along_axis(symbols, best[..., 8:], axis=-1)
    assert np.ptp(lost, axis=-1).max() == pytest.approx(0, abs=1e-9)
    kept = np.take_along_axis(whole.character, best[..., :8], axis=-1).sum(axis=-1)
    np.testing.assert_allclose(lost.sum(axis=-1), 1 - kept, atol=5e-3)


def test_charset_of_fewer_symbols_than_are_kept_loses_nothing():
    digits = CHARSETS["digits"]
    few = type(digits)(digits.symbols[:3])
    label, size = synthetic_word(0, charset="digits")
    whole = noisy(probabilities(render(label, size, few, SPEC), len(few)), np.random.default_rng(0), 0.5)
    np.testing.assert_allclose(dense(compact(whole, few, size))[0], whole.character, atol=1e-3)


def test_votes_of_sparse_symbols_are_those_of_the_dense_ones():
    label, size = synthetic_word(3)
    kept = seen(label, size, ALL, np.random.default_rng(3))
    np.testing.assert_allclose(evidence_of(kept).votes, evidence(*dense(kept)).votes, atol=1e-9)


def test_symbols_of_targets_vote_as_the_upper_bound_does():
    label, size = synthetic_word(5)
    maps = render(label, size, ALL, SPEC)
    known = target_evidence(maps, len(ALL))
    positions = np.eye(len(known.mass) + 1)[maps.order.ravel()][:, 1:] * maps.localization.reshape(-1, 1)
    np.testing.assert_allclose(SymbolMap.of_targets(maps.character, len(ALL)).votes(positions), known.votes, atol=1e-6)


def test_one_image_travels_in_some_hundred_kilobytes():
    label, size = synthetic_word(0)
    kept = seen(label, size, ALL, np.random.default_rng(0))
    evidence_of(kept)  # what is worked out from the maps may not be sent as well
    assert len(pickle.dumps(kept)) < 100_000


@pytest.mark.parametrize("text", ["A1b", "签", ""])
def test_word_formed_of_the_maps_that_travel_is_the_models(text: str):
    (prediction,) = Predictor(painted_reader(), 1, with_maps=True).read([paint(text)])
    kept = PredictedMaps.of(prediction.maps, prediction.word, len(SYMBOLS))
    assert form_word(evidence_of(kept), Charset(SYMBOLS), MAPS, prediction.size).text == kept.word.text == text
    assert kept.map_size == MAPS.map_size
    peaks = find_peaks(kept, prediction.size, MAPS, every_position=True)
    assert [peak.position for peak in peaks] == list(range(1, len(text) + 1))
