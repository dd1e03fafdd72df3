"""The loss of one image, term by term."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from support.networks.tiny_network import tiny_spec
from support.words.boxes import boxed

from core.labels.label import WordLabel
from core.model.network.saving import build_recogniser
from core.model.using.image_loss import loss_of_image
from core.runs.spec import LossWeights

pytestmark = pytest.mark.long


@pytest.mark.parametrize("kind", ["balanced", "paper", "foreground", "order-map", "plain"])
@pytest.mark.parametrize(
    ("label", "terms"),
    [(WordLabel(boxed("ab", 4, 4, 20, 24, 4)), {"L_l": 3, "L_o": 2, "L_s": 1}), (WordLabel(text="ab"), {"L_m": 1})],
)
def test_the_terms_with_their_weights_are_the_whole(label: Any, terms: dict[Any, Any], kind: str, tmp_path: Path):
    noise = np.random.default_rng(0).integers(0, 256, (32, 64, 3)).astype(np.uint8)
    recogniser, path, weights = build_recogniser(tiny_spec()), tmp_path / "word.png", LossWeights(3.0, 2.0, kind=kind)
    said = []
    for pixels in (noise // 2, noise):
        Image.fromarray(pixels).save(path)
        said.append(loss_of_image(recogniser, path, label, weights))
    assert "L_m" in terms or said[0] != said[1]  # untrained, all words of a text without boxes are as likely
    found = {each[1]: float(each[2]) for each in (re.fullmatch(r"(\w+) = .*= ([\d.e-]+)", one) for one in said[1])}
    assert [*found] == ["L", *terms]
    assert found["L"] == pytest.approx(sum(weight * found[term] for term, weight in terms.items()), rel=0.01)


def test_formulas_are_those_of_the_loss_that_a_run_chose(tmp_path: Path):
    path = tmp_path / "word.png"
    Image.fromarray(np.zeros((32, 64, 3), np.uint8)).save(path)
    label, recogniser = WordLabel(boxed("ab", 4, 4, 20, 24, 4)), build_recogniser(tiny_spec())
    said = "\n".join(loss_of_image(recogniser, path, label, LossWeights(kind="paper")))
    assert "L_o = mean over all map pixels of −Z_k log (Q S_k) = " in said
    assert "L_s = mean over the characters of −log G_c = " in said
