"""The loss of one image, term by term."""

import re

import numpy as np
import pytest
from PIL import Image
from support.networks.tiny_network import tiny_spec
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.labels.label import WordLabel
from core.model.network.losses import LossWeights
from core.model.network.saving import build_recogniser
from core.model.using.image_loss import loss_of_image

POLYGONS = WordLabel(boxed("ab", 4, 4, 20, 24, 4))


@pytest.fixture
def terms(tmp_path):
    path = tmp_path / "word.png"
    Image.fromarray(np.random.default_rng(0).integers(0, 256, (32, 64, 3)).astype(np.uint8)).save(path)
    recogniser = build_recogniser(tiny_spec())

    def of(label: WordLabel) -> dict[str, float]:
        sentences = loss_of_image(recogniser, path, label, LossWeights(localization=3.0, order=2.0))
        found = [re.fullmatch(r"(\w+) = .*= ([\d.e-]+)", sentence) for sentence in sentences]
        return {each[1]: float(each[2]) for each in found if each}

    return of


def test_the_terms_with_their_weights_are_the_whole(terms):
    found = terms(POLYGONS)
    assert [*found] == ["L", "L_l", "L_o", "L_s"] and min(found.values()) > 0
    assert found["L"] == pytest.approx(3 * found["L_l"] + 2 * found["L_o"] + found["L_s"], rel=0.01)


def test_a_word_without_polygons_has_the_mutual_loss_alone(terms):
    found = terms(WordLabel(text="ab"))
    assert [*found] == ["L", "L_m"] and found["L"] == found["L_m"]


def test_a_label_that_cannot_be_used_is_refused(terms):
    with pytest.raises(LabelError):
        terms(WordLabel())
