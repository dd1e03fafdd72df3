"""A child process that trains three steps on noise, and prints the estimated and the measured memory in bytes."""

import sys
from typing import Any

import numpy as np

from support.networks.peak_memory import peak_bytes


def main() -> None:
    preset, batch, symbols = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    import tensorflow as tf

    from core.labels.maps.spec import MapSpec
    from core.model.network.losses import compute_loss
    from core.model.network.network import build_network
    from core.model.training import memory
    from core.model.training.step import OptimizerSettings, TrainingStep
    from core.runs.spec import PRESETS, NetworkSpec

    charset = tuple(chr(0x4E00 + i) for i in range(symbols))
    spec = NetworkSpec(preset, charset, MapSpec(stride=PRESETS[preset].stride))  # type: ignore[arg-type]
    network = build_network(spec)
    estimate = memory.estimate(network, spec, batch)
    step = TrainingStep(network, compute_loss, tf.distribute.get_strategy(), OptimizerSettings())
    rng, (h, w) = np.random.default_rng(0), spec.maps.map_size
    noise: dict[str, Any] = {
        "image": rng.integers(0, 256, (batch, spec.maps.height, spec.maps.width, 3)).astype(np.uint8),
        "character": rng.integers(-1, symbols, (batch, h, w)).astype(np.int32),
        "order": rng.integers(0, 9, (batch, h, w)).astype(np.int32),
        "localization": rng.random((batch, h, w)).astype(np.float32),
        "text": rng.integers(0, symbols, (batch, spec.maps.max_length)).astype(np.int32),
        "has_maps": np.arange(batch) % 2 == 0,
    }
    for number in range(3):
        step(step.distributed(noise), 1e-3, 1.0, number)
    print(estimate.total, peak_bytes())


if __name__ == "__main__":
    main()
