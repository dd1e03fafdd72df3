"""Budget: `reader` reads 150 words a second in batches on two cores; beside it, in the same run, an ordinary CRNN.

From decoded pictures of a usual size to texts: resizing, network and word formation, or the CRNN's decoding. The CRNN
(Shi, Bai and Yao 2015: convolutions, two bidirectional LSTMs, CTC) has as many parameters and the same input; neither
is trained, which changes nothing about the time.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

if TYPE_CHECKING:
    import keras
    import numpy as np
    from numpy.typing import NDArray

    from core.labels.maps.spec import MapSpec

BATCH = 32
LEAST = 150  # words a second
WORDS = 4 * BATCH  # of one call
ROUNDS = 7  # of which the quickest counts: on a busy machine the others measure the other programs
HEIGHT, WIDTH, SYMBOLS, LENGTH = 32, 128, 62, 24


class Reading:
    """A model that reads words, in a child.

    Parameters
    ----------
    kind : str
        `reader`, the preset of that name; `crnn`; or the path of a model file.
    batch : int
        Images at once.
    cores : int
        Processors that the child may use, where the system lets it choose.
    """

    def __init__(self, kind: str, batch: int, cores: int) -> None:
        if hasattr(os, "sched_setaffinity"):  # before TensorFlow counts them
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
        import numpy as np

        rng = np.random.default_rng(0)
        self.images: list[NDArray[np.uint8]] = [rng.integers(0, 256, (28, 96, 3), np.uint8) for _ in range(WORDS)]
        self._reader = Crnn(batch) if kind == "crnn" else Ours(batch, kind)
        self._reader.read(self.images[:batch])  # compiles

    def read(self) -> int:
        """Read all words."""
        return len(self._reader.read(self.images))

    def parameters(self) -> float:
        """Millions of trainable numbers."""
        return sum(float(variable.value.shape.num_elements()) for variable in self._reader.trainable) / 1e6


class Crnn:
    """A CRNN as it is usually built, scaled to the parameters of `reader`."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.model = crnn()
        self.trainable: list[keras.Variable] = self.model.trainable_variables

    def read(self, images: list[NDArray[np.uint8]]) -> list[str]:
        """The best path of each word, collapsed."""
        import numpy as np

        from core.data.samples.samples import fit_image

        maps, texts = _maps(), list[str]()
        for start in range(0, len(images), self.batch):
            fitted = np.stack([fit_image(image, maps, 0) for image in images[start : start + self.batch]])
            for path in self.model.predict_on_batch(fitted).argmax(axis=-1):
                steps = path[np.append(True, path[1:] != path[:-1])]
                texts.append("".join(chr(0x30 + symbol) for symbol in steps[steps < SYMBOLS]))
        return texts


def crnn() -> keras.Model:
    """Six convolutions down to a height of 1, then two bidirectional LSTMs; one output every 4 pixels of the width."""
    from keras import Input, Model, layers

    image = Input((HEIGHT, WIDTH, 3), dtype="uint8")
    x = layers.Rescaling(1 / 127.5, offset=-1.0)(image)
    for channels, pool in ((32, (2, 2)), (64, (2, 2)), (128, None), (128, (2, 1)), (256, None), (256, (2, 1))):
        x = layers.Conv2D(channels, 3, padding="same", use_bias=False)(x)
        x = layers.ReLU()(layers.BatchNormalization()(x))
        if pool is not None:
            x = layers.MaxPooling2D(pool)(x)
    x = layers.ReLU()(layers.Conv2D(256, (2, 1))(x))
    x = layers.Reshape((WIDTH // 4, 256))(x)
    for _ in range(2):
        x = layers.Bidirectional(layers.LSTM(128, return_sequences=True))(x)
    return Model(image, layers.Dense(SYMBOLS + 1, activation="softmax")(x))


def _maps() -> MapSpec:
    from core.labels.maps.spec import MapSpec

    return MapSpec(height=HEIGHT, width=WIDTH, max_length=LENGTH)


class Ours:
    """The preset `reader`, or the model of a file, as every command uses it."""

    def __init__(self, batch: int, kind: str) -> None:
        from core.charset import Charset
        from core.model.network.saving import build_recogniser, load_model
        from core.model.using.prediction import Predictor
        from core.runs.spec import NetworkSpec

        if kind == "reader":
            recogniser = build_recogniser(NetworkSpec.of(kind, Charset.named("alnum"), _maps()))
        else:
            recogniser = load_model(Path(kind))
        self.trainable: list[keras.Variable] = recogniser.model.trainable_variables
        self._predictor = Predictor(recogniser, batch)

    def read(self, images: list[NDArray[np.uint8]]) -> list[str]:
        """The text of each word."""
        return [found.word.text for found in self._predictor.read(images)]


def words_a_second(batch: int, cores: int) -> tuple[float, float]:
    """Words a second of `reader` and of the CRNN, over rounds in turn."""
    with (
        Child("benchmarks.reading:Reading", kind="reader", batch=batch, cores=cores) as ours,
        Child("benchmarks.reading:Reading", kind="crnn", batch=batch, cores=cores) as other,
    ):
        times = [(ours.call("read").wall, other.call("read").wall) for _ in range(ROUNDS)]
    first, second = (WORDS / min(found) for found in zip(*times, strict=True))
    return first, second


def _sizes() -> Row:
    with (
        Child("benchmarks.reading:Reading", kind="reader", batch=1, cores=1) as ours,
        Child("benchmarks.reading:Reading", kind="crnn", batch=1, cores=1) as other,
    ):
        first, second = ours.call("parameters").value, other.call("parameters").value
    said = f"the CRNN ({second:.2f} million)"
    return row("reader, parameters", first, "million", 2.2, compared_with=said, ratio=first / second)


def rows() -> list[Row]:
    """The sizes, then words a second one by one and in batches on two cores."""
    found = [_sizes()]
    for batch, name, least in ((1, "one by one", None), (BATCH, f"in batches of {BATCH}", LEAST)):
        ours, other = words_a_second(batch, 2)
        found.append(
            row(
                f"reader, words read {name}, two cores",
                ours,
                "words/s",
                least,
                at_least=True,
                compared_with=f"a CRNN ({other:.0f} words/s)",
                ratio=ours / other,
            )
        )
    return found


if __name__ == "__main__":
    report(rows())
