"""A child process that trains three steps on noise, and prints the estimated and the measured memory in bytes."""

import sys

from support.networks.peak_memory import peak_bytes


def main() -> None:
    preset, batch, symbols = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    import tensorflow as tf

    from core.labels.maps.spec import MapSpec
    from core.model.network.losses import compute_loss
    from core.model.network.network import build_network
    from core.model.steps.tensorflow_step import TensorFlowStep
    from core.model.steps.updating import OptimizerSettings
    from core.model.training import memory
    from core.runs.spec import PRESETS, NetworkSpec
    from support.networks.tiny_network import noise_batch

    charset = tuple(chr(0x4E00 + i) for i in range(symbols))
    spec = NetworkSpec(preset, charset, MapSpec(stride=PRESETS[preset].stride))  # type: ignore[arg-type]
    network = build_network(spec)
    estimate = memory.estimate(network, spec, batch)
    step = TensorFlowStep(network, compute_loss, tf.distribute.get_strategy(), OptimizerSettings())
    noise = noise_batch(spec, batch)
    for number in range(3):
        step(step.distributed(noise), 1e-3, 1.0, number)
    print(estimate.total, peak_bytes())


if __name__ == "__main__":
    main()
