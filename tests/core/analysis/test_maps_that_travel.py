"""What a real model puts out fits into the maps that travel."""

from __future__ import annotations

import pytest
from support.networks.painted_words import MAPS, SYMBOLS, paint, painted_reader

from core.analysis.predicted_maps import PredictedMaps
from core.analysis.spots import find_spots
from core.charset import Charset
from core.labels.maps.decoding import form_word
from core.model.using.prediction import Predictor
from tests.support.words.evidence import evidence_of


@pytest.mark.parametrize("text", ["A1b", "签", ""])
def test_word_formed_of_the_maps_that_travel_is_the_models(text: str) -> None:
    (prediction,) = Predictor(painted_reader(), 1, with_maps=True).read([paint(text)])
    assert prediction.maps is not None
    kept = PredictedMaps.of(prediction.maps, prediction.word, len(SYMBOLS))
    assert form_word(evidence_of(kept), Charset(SYMBOLS), MAPS, prediction.size).text == kept.word.text == text
    assert kept.map_size == MAPS.map_size
    spots = find_spots(kept, prediction.size, MAPS, every_position=True)
    assert [spot.position for spot in spots] == list(range(1, len(text) + 1))
