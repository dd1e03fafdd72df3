"""The loss of one image, term by term."""

import re

import numpy as np
import pytest
from PIL import Image
from support.networks.tiny_network import tiny_spec
from support.words.boxes import boxed

from core.labels.label import WordLabel
from core.model.network.losses import LossWeights
from core.model.network.saving import build_recogniser
from core.model.using.image_loss import loss_of_image


@pytest.mark.parametrize(
    ("label", "terms"),
    [(WordLabel(boxed("ab", 4, 4, 20, 24, 4)), {"L_l": 3, "L_o": 2, "L_s": 1}), (WordLabel(text="ab"), {"L_m": 1})],
)
def test_the_terms_with_their_weights_are_the_whole(label, terms, tmp_path):
    path = tmp_path / "word.png"
    Image.fromarray(np.random.default_rng(0).integers(0, 256, (32, 64, 3)).astype(np.uint8)).save(path)
    sentences = loss_of_image(build_recogniser(tiny_spec()), path, label, LossWeights(localization=3.0, order=2.0))
    found = {each[1]: float(each[2]) for each in (re.fullmatch(r"(\w+) = .*= ([\d.e-]+)", said) for said in sentences)}
    assert [*found] == ["L", *terms]
    assert found["L"] == pytest.approx(sum(weight * found[term] for term, weight in terms.items()), rel=0.01)
