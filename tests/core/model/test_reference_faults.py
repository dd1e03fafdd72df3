"""Faults of the public reference implementation that no other test would notice; numbers as in its own list.

The others are tests where their subject is: mutual supervision (1), background of the order map (4) and means (5) in
test_losses, the holes of a transposed convolution (2) in test_fcn, the peak of the localization map (3) and sizes of
Gaussians (8) in test_maps, both ends of a row (7) in test_branches, resuming (10) in test_training, the threshold (11)
in test_formation.
"""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.processes.python import run_python

from core.base.errors import RunError
from core.charset import Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

pytestmark = pytest.mark.long


@pytest.mark.parametrize("stride", [1, 2, 4])
@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_character_centred_on_the_very_edge_of_the_image_is_drawn(corner: tuple[Any, ...], stride: int):
    """Fault 9: `x > w` let a centre at x = w pass, and the index was out of bounds."""
    spec = MapSpec(height=32, width=64, stride=stride, max_length=2)
    x, y = corner[0] * 64, corner[1] * 32
    label = WordLabel((CharacterLabel("a", rectangle(x - 8, y - 6, x + 8, y + 6)),), "a")
    maps = render(label, (32, 64), Charset(("a",)), spec)
    h, w = spec.map_size
    row, column = corner[1] * (h - 1), corner[0] * (w - 1)
    assert maps.order[row, column] == 1
    assert maps.character[row, column] == 1
    assert maps.localization[row, column] == maps.localization.max() > 0.5


@pytest.mark.parametrize(
    ("monitor", "better", "worse"),
    [
        ("loss", {"loss": 0.5}, {"loss": 0.7}),
        ("word_accuracy", {"word_accuracy": 0.6}, {"word_accuracy": 0.5}),
        ("one_minus_ned", {"one_minus_ned": 0.6}, {"one_minus_ned": 0.5}),
    ],
)
def test_better_is_a_lower_loss_and_a_higher_accuracy(monitor: str, better: dict[Any, Any], worse: dict[Any, Any]):
    """Fault 10: early stopping took a larger loss for the better one, and stopped when the loss improved."""
    from core.model.training.observing import Measured

    def measured(values: dict[str, float]) -> Measured:
        metrics = {"word_accuracy": 0.55, "one_minus_ned": 0.55} | {k: v for k, v in values.items() if k != "loss"}
        return Measured({"loss": values.get("loss", 0.6)}, metrics, 10)

    assert measured(better).score(monitor) > measured(worse).score(monitor)


def test_among_equally_accurate_models_the_one_with_the_lower_loss_is_better():
    from core.model.training.observing import Measured

    one, other = (Measured({"loss": loss}, {"word_accuracy": 0.0, "one_minus_ned": 0.0}, 10) for loss in (0.5, 0.7))
    assert one.score("word_accuracy") > other.score("word_accuracy")


def test_folder_that_is_trained_on_is_refused_as_validation(tmp_path: Path):
    """Fault 13: the validation's folder was the training's unless another one was named."""
    from core.model.training.trainingdata import open_data
    from core.runs.config import make_config

    words = tmp_path / "words"
    words.mkdir()
    for folder in (words, words / "." / ".." / "words"):
        config = make_config({"folder": words, "run": tmp_path / "run", "validation": str(folder)}).resolved()
        with pytest.raises(RunError, match="this is the folder that is trained on"):
            open_data(config)


LOOKING = """
import logging, os, sys
before = logging.getLogger().level, len(logging.getLogger().handlers)
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import core.model.training.training, core.model.using.jobs, core.model.training.loop, core.data.batches.pipeline
root = logging.getLogger()
assert (root.level, len(root.handlers)) == before, (root.level, root.handlers)
assert os.listdir(".") == [], os.listdir(".")
"""


def test_importing_the_recogniser_writes_nothing_and_changes_no_logger(tmp_path: Path):
    """Fault 14: `logs/` in the current folder, and the root logger at DEBUG."""
    pytest.importorskip("tensorflow")
    run_python("-B", "-c", LOOKING, folder=tmp_path)
    assert logging.getLogger().level == logging.WARNING


def test_sums_over_bytes_do_not_overflow():
    """Row C43 of the notes: a sum over uint8 stays uint8, 342 becomes 86; pixels are scaled as floats first."""
    from core.model.network.blocks import PixelScaling

    image = np.full((1, 1, 2, 3), 171, np.uint8)
    assert int(np.sum(image[0, 0, :, 0], dtype=np.uint8)) == 86
    scaled = np.asarray(PixelScaling("symmetric")(image))
    assert scaled.dtype == np.float32
    assert float(scaled[0, 0, :, 0].sum()) == pytest.approx(2 * (171 / 127.5 - 1), rel=1e-5)


def test_cross_entropy_is_the_logarithm_of_the_share_of_the_target():
    """Row C40: the definition by one number, -ln 0.95 = 0.051293; logits need not be scaled, targets are integers."""
    from core.model.network.losses import compute_loss

    shares = np.log(np.array([0.05, 0.95])) + 3.7  # any constant may be added
    batch = {
        "character": np.ones((1, 1, 1), np.int32), "order": np.ones((1, 1, 1), np.int32),
        "localization": np.zeros((1, 1, 1), np.float32), "text": np.array([[1]], np.int32),
        "has_maps": np.array([True]),
    }  # fmt: skip
    logits = shares.reshape(1, 1, 1, 2).astype(np.float32)
    outputs = {"character": logits, "order": logits, "localization": np.zeros((1, 1, 1), np.float32)}
    found = compute_loss(outputs, batch)
    for name in ("character", "order"):  # foreground carries half of the weight, there is no background
        assert float(found[name]) == pytest.approx(0.5 * 0.051293, rel=1e-4)
