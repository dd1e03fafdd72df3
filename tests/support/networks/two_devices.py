"""A child process with two logical CPUs, which can be made only before TensorFlow starts; prints one JSON object."""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

RATE = 0.01
"""Learning rate: how far a step moves a weight, whatever its gradient."""


def main() -> None:
    from core.base.errors import RunError
    from core.model.steps import tensorflow_devices as devices
    from core.runs.config import make_config
    from support.networks.tiny_training import TINY, make_project

    found: dict[str, Any] = {}
    folder = Path(tempfile.mkdtemp())
    choices = {**TINY, "folder": make_project(folder / "words"), "run": folder / "run", "devices": ["CPU:0", "CPU:1"]}
    config = make_config(choices | {"batch": 4, "steps": 2})
    hardware = devices.prepare(config)
    found["replicas"] = hardware.strategy.num_replicas_in_sync
    found |= compare(hardware.strategy)
    try:
        devices.prepare(make_config(choices | {"batch": 3}))
    except RunError as error:
        found["refused"] = str(error)

    found["statistics"] = statistics(hardware.strategy)
    found["placed"] = {feed: placed(feed) for feed in ("tf.data", "pydataset")}
    from core.model.training.training import train
    from core.runs.events import Started, Step

    events = list(train(config.model_copy(update={"eager": True})))  # the step that is compared is compiled
    found["events"] = [type(event).__name__ for event in events]
    found["steps"] = [event.step for event in events if isinstance(event, Step)]
    found["device"] = next(event.device for event in events if isinstance(event, Started))
    print(json.dumps(found))


def compare(strategy: Any) -> dict[str, Any]:
    """The same steps and the same validation on one device and on two, with a network that normalises nothing.

    Mutual supervision weighs pixels by which class is the largest and by which localization is over its threshold, so
    that its loss jumps where a last bit decides. It takes part in the validation and in the first step, which see the
    same weights on both sides, and not in the steps after, whose weights have been rounded differently.
    """
    import keras
    import tensorflow as tf

    from core.model.network.losses import compute_loss
    from core.model.network.saving import build_recogniser
    from core.model.steps.tensorflow_step import TensorFlowStep
    from core.model.steps.updating import OptimizerSettings
    from core.model.training.observing import Observer
    from support.networks.tiny_network import noise_batch, tiny_spec

    keras.utils.set_random_seed(0)
    spec = tiny_spec()
    h, w = spec.maps.map_size

    def network() -> keras.Model:
        image = keras.Input((None, None, 3), dtype="uint8", name="image")
        x = keras.layers.Rescaling(1 / 255)(image)
        x = keras.layers.Conv2D(6, 5, strides=4, padding="same", activation="relu", name="conv")(x)
        q = keras.layers.Conv2D(1, 1, activation="sigmoid", name="q")(x)
        outputs = {
            "character": keras.layers.Conv2D(3, 1, name="g")(x),
            "order": keras.layers.Conv2D(5, 1, name="s")(x),
            "localization": keras.layers.Reshape((h, w), name="drop")(q),
        }
        return keras.Model(image, outputs, name="network")

    training = [noise_batch(spec, 8, seed) for seed in range(3)]
    validation = [([f"word {k}" for k in range(count)], noise_batch(spec, count)) for count in (8, 5)]
    results = []
    initial: list[Any] = []
    for chosen in (tf.distribute.OneDeviceStrategy("CPU:0"), strategy):
        with chosen.scope():
            model = network()
        if initial:
            model.set_weights(initial)
        initial = model.get_weights()
        step = TensorFlowStep(model, compute_loss, chosen, OptimizerSettings(average=0.5))
        with chosen.scope():
            recogniser = build_recogniser(spec, model)
        measured = Observer(recogniser, step, 8).validate(validation, 1.0)
        losses = [step(step.distributed(b), RATE, 0.0 if n else 1.0, n).losses["loss"] for n, b in enumerate(training)]
        state = step.state()
        results.append((losses, state["weights"], state["average"], measured))
    (losses, weights, average, one), (losses2, weights2, average2, two) = results

    def distance(a: dict[str, Any], b: dict[str, Any]) -> float:
        return max(float(np.abs(a[name] - b[name]).max()) for name in a)

    start = dict(zip([v.path for v in model.variables], initial, strict=True))
    return {
        "losses": [[float(loss) for loss in each] for each in (losses, losses2)],
        "weight difference": distance(weights, weights2),
        "average difference": distance(average, average2),
        "weights changed by": distance(weights, start),
        "validation losses": [one.losses["loss"], two.losses["loss"]],
        "images": [one.images, two.images],
    }


def placed(feed: str) -> list[str]:
    """The devices of two batches that a step on the second device is given, before it uses them."""
    import keras
    import tensorflow as tf

    from core.data.batches.loading import BatchLoader
    from core.model.steps.tensorflow_step import TensorFlowStep
    from core.model.steps.updating import OptimizerSettings
    from support.networks.noise import noise

    strategy = tf.distribute.OneDeviceStrategy("CPU:1")
    with strategy.scope():
        image = keras.Input((1,), name="image")
        model = keras.Model(image, {"y": keras.layers.Dense(1, name="out")(image)})
    step = TensorFlowStep(model, lambda *_, **__: {}, strategy, OptimizerSettings())
    with BatchLoader(noise().training, 2, workers=1) as loader:
        batches = step.batches(loader, feed)
        taken = [next(batches) for _ in range(2)]
    return [value.device for batch in taken for value in batch.values()]


def statistics(strategy: Any) -> list[list[float]]:
    """The moving mean that each of two devices has after a step, whose images are all 2 on one and all 6 on the other.

    The norm of one device alone would move its mean towards 2, the other's towards 6.
    """
    import keras
    import tensorflow as tf

    from core.model.steps.tensorflow_step import TensorFlowStep
    from core.model.steps.updating import OptimizerSettings

    def error(outputs: Any, batch: Any, **_: Any) -> dict[str, Any]:
        return {"loss": tf.reduce_sum(tf.square(outputs["y"]))}

    with strategy.scope():
        image = keras.Input((1,), name="image")
        y = keras.layers.BatchNormalization(momentum=0.5, name="norm")(image)
        model = keras.Model(image, {"y": keras.layers.Dense(1, name="out")(y)})
    step = TensorFlowStep(model, error, strategy, OptimizerSettings())
    step(step.distributed({"image": np.array([[2.0], [2.0], [6.0], [6.0]], np.float32)}), RATE, 1.0, 0)
    moved = strategy.experimental_local_results(model.get_layer("norm").moving_mean.value)
    return [value.numpy().tolist() for value in moved]


if __name__ == "__main__":
    main()
