"""A process that trains ten steps with Keras' `fit` on the backend that TEXTSCANNER_BACKEND names."""

import json
import sys
from pathlib import Path

import keras
import numpy as np

from core.data.batches.batches import Batch
from core.data.batches.sequence import WordSequence
from core.model.network.network import build_network
from core.model.network.saving import build_recogniser, save_model
from core.model.steps.fitting import PARTS, FitModel
from support.networks.tiny_network import noise_batch, tiny_spec

STEPS, BATCH, MUTUAL_START = 10, 4, 5
SPEC = tiny_spec("ab")


class Noise:
    """What a `WordSequence` takes of a loader."""

    batches, failure = None, None

    def get(self, number: int) -> Batch:
        """Return a batch, the same each time."""
        return noise_batch(SPEC, BATCH, number)

    def close(self) -> None:
        """Nothing is open."""


def start(network: keras.Model) -> None:
    rng = np.random.default_rng(0)
    for weight in network.weights:
        if weight.path.endswith("kernel"):
            fan_in = max(1, int(np.prod(weight.shape[:-1])))
            weight.assign(rng.normal(0, (2 / fan_in) ** 0.5, weight.shape).astype(np.float32))


def main(folder: Path) -> None:
    """Train, and write `losses.json`, `model.keras` and `word.npz` into a folder."""
    network = build_network(SPEC)
    start(network)
    model = FitModel(network, mutual_start=MUTUAL_START)
    model.compile(optimizer=keras.optimizers.AdamW(2e-4, global_clipnorm=5.0))
    words = WordSequence(Noise())  # type: ignore[arg-type]
    with words.surfacing():
        history = model.fit(words, steps_per_epoch=1, epochs=STEPS, shuffle=False, verbose=0).history
    names = ("loss", *(f"{part}_loss" for part in PARTS))
    (folder / "losses.json").write_text(json.dumps({name: [float(v) for v in history[name]] for name in names}))
    recogniser = build_recogniser(SPEC, network)
    save_model(folder / "model.keras", recogniser)
    read = recogniser.model(noise_batch(SPEC, BATCH)["image"], training=False)
    np.savez(folder / "word.npz", **{name: keras.ops.convert_to_numpy(value) for name, value in read.items()})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
