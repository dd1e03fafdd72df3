import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.words.held_words import held_words

from core.base.errors import DataError
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.feeds import Mix, OnePass, Part
from core.data.batches.loading import BatchLoader
from core.data.drawing.synthesis import Synthesis
from core.data.samples.samples import Preparation, Words
from core.data.samples.sources import SyntheticReader
from core.labels.maps.spec import MapSpec

keras = pytest.importorskip("keras")
from core.data.batches.sequence import WordSequence  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[4]
SPEC = MapSpec(height=32, width=64, stride=4, max_length=8)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)


@pytest.fixture(scope="module")
def mix(configure: Callable[..., Synthesis]) -> Mix:
    stream = Words(SyntheticReader(configure(symbols=ALNUM), seed=1), PREPARATION, FULL)
    return Mix([Part(stream, 2), Part(some_arrays(5))], seed=3)


def some_arrays(count: int) -> Words:
    images = np.random.default_rng(0).integers(0, 256, (count, 20, 50, 3)).astype(np.uint8)
    return Words(held_words(images, [f"w{k}" for k in range(count)]), PREPARATION, FULL)


def test_both_back_ends_give_identical_arrays(mix: Mix):
    pytest.importorskip("tensorflow")
    from core.data.batches.pipeline import dataset  # only where TensorFlow is

    with BatchLoader(mix, 2, workers=2) as ours, BatchLoader(mix, 2) as theirs:
        sequence = WordSequence(ours)
        for number, batch in enumerate(dataset(theirs).take(5).as_numpy_iterator()):
            image, targets = sequence[number]
            assert np.array_equal(image, batch["image"])
            assert set(targets) == set(batch) - {"image"}
            for key, value in targets.items():
                assert np.array_equal(value, batch[key]), key
                assert value.dtype == batch[key].dtype


class Brightness(keras.Model):
    """The least model: predicts the share of samples with maps."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, image: Any) -> Any:
        return self.dense(keras.ops.mean(keras.ops.cast(image, "float32") / 255, axis=(1, 2)))

    def compute_loss(self, x: Any = None, y: Any = None, y_pred: Any = None, *_: Any, **__: Any) -> Any:
        return keras.ops.mean(keras.ops.square(y_pred[:, 0] - keras.ops.cast(y["has_maps"], "float32")))


def test_keras_trains_and_validates_on_it(mix: Mix):
    model = Brightness()
    model.compile(optimizer="sgd")
    training, validation = WordSequence(BatchLoader(mix, 2)), WordSequence(BatchLoader(OnePass(some_arrays(3)), 2))
    with training.surfacing(), validation.surfacing():
        history = model.fit(training, steps_per_epoch=2, epochs=2, shuffle=False, validation_data=validation, verbose=0)
    assert len(history.history["val_loss"]) == 2
    assert len(validation) == validation.num_batches == 2
    assert training.num_batches is None


FAILING = """
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import sys
import numpy as np
import keras
from core.charset import Charset
from core.data.batches.feeds import Mix, Part
from core.data.batches.loading import BatchLoader
from core.data.samples.samples import Preparation, Words
from core.data.batches.sequence import WordSequence
from pathlib import Path
from core.data.samples.sources import FileReader
from core.base.images import encode_png
from core.labels.label import WordLabel
from core.base.errors import StudioError
from core.labels.maps.spec import MapSpec

class Broken(Words):
    def sample(self, index, rng):
        if index == 3:
            raise ZeroDivisionError("of all things")
        return super().sample(index, rng)

picture = encode_png(np.zeros((20, 50, 3), np.uint8))
reader = FileReader.of("words", Path(), [(text, WordLabel(text=text)) for text in "abcd"], pictures=4 * [picture])
preparation = Preparation(Charset(("a", "b", "c", "d")), MapSpec(height=32, width=32, stride=4))
source = Broken(reader, preparation)
model = keras.Sequential([keras.layers.Rescaling(1 / 255), keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(optimizer="sgd")
model.compute_loss = lambda x=None, y=None, y_pred=None, sample_weight=None, training=True: keras.ops.mean(y_pred)
words = WordSequence(BatchLoader(Mix([Part(source)], shuffle=False), 1, workers=2))
try:
    with words.surfacing():
        model.fit(words, steps_per_epoch=50, shuffle=False, verbose=0)
except StudioError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
"""


@pytest.mark.long
def test_an_error_in_a_loader_thread_is_one_sentence_and_the_process_ends():
    pytest.importorskip("tensorflow")
    done = subprocess.run(
        [sys.executable, "-c", FAILING],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("d: preparing it failed (ZeroDivisionError: of all things)")
    assert "Traceback" not in done.stderr


def test_a_batch_that_does_not_come_ends_in_an_error(mix: Mix):
    class Slow(Words):
        def sample(self, index: int, rng: Any) -> Any:
            time.sleep(20)

    source = Slow(some_arrays(2).reader, PREPARATION)
    sequence = WordSequence(BatchLoader(Mix([Part(source)]), 1, workers=1, patience=0.2))
    with pytest.raises(DataError, match=r"nothing was read or computed for 0\.2 s"), sequence.surfacing():
        sequence[0]


def test_an_endless_sequence_has_no_length(mix: Mix):
    with pytest.raises(TypeError, match="steps_per_epoch"):
        len(WordSequence(BatchLoader(mix, 2)))


def test_another_error_than_the_loaders_passes_unchanged(mix: Mix):
    sequence = WordSequence(BatchLoader(mix, 2))
    with pytest.raises(KeyError, match="mine"), sequence.surfacing():
        raise KeyError("mine")
