"""Budget: `paper`, 62 symbols, batch 8, trains ≥ 10 × as many images a second as the reference's way, side by side.

The reference is the public TextScanner implementation in Keras (piginzoo/textscanner). Its way, written anew around the
same layers with the same numbers of weights: operation by operation (`run_eagerly=True`) through Keras' own step; the
class branch on features at full resolution; one-hot targets of full resolution, made each step; smooth L1 summed over
the batch; word formation by a loop over the positions in Python. What it does besides (metrics, a Gaussian filter a
character for its targets) is left out, in its favour; so is that its geometry branch works at full resolution too,
which stands in a row of its own.

Without a GPU the budget is out of reach: an image takes 3.4 billion multiplications and additions forwards in our
network, 5.4 in the reference's (7.5 with all maps full), and both leave them to the same oneDNN. Where that does 240
billion operations a CPU second, our step could not take less than 0.7 CPU seconds, were there nothing but convolutions,
and the reference's takes some 4. Running operation by operation costs it less than twice the compiled time at this
size.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import Row, report, row
from benchmarks.model import batch_of, spec_of
from benchmarks.processes import Child, Measured

if TYPE_CHECKING:
    import keras

    from core.model.network.network import NetworkSpec

SYMBOLS, BATCH, STEPS = 62, 8, 3
DELTA = 0.5  # of its smooth L1


def reference_network(spec: NetworkSpec, *, everything_full: bool) -> keras.Model:
    """The layers of `build_network`, with maps of full resolution and the words as a fourth output.

    The geometry branch has features of full resolution too, or else its maps are enlarged.
    """
    import keras
    from keras import layers, ops

    from core.model.network.backbones import build_backbone
    from core.model.network.blocks import PixelScaling
    from core.model.network.branches import class_branch, localization_branch, order_branch
    from core.model.network.network import decode_features

    sizes, positions = spec.sizes, spec.maps.max_length

    class WordFormation(layers.Layer):  # type: ignore[misc]  # Keras carries no types
        """p_k = Σ G·H_k, one position after the other."""

        def call(self, inputs: Any) -> Any:
            character, order, localization = inputs
            words = []
            for k in range(1, positions + 1):
                strength = order[..., k] * localization
                words.append(ops.sum(character * strength[..., None], axis=(1, 2)))
            return ops.stack(words, axis=1)

    def enlarged(x: Any, name: str) -> Any:
        return layers.UpSampling2D(spec.maps.stride, interpolation="nearest", name=f"{name}_full")(x)

    image = keras.Input((spec.maps.height, spec.maps.width, 3), name="image")
    backbone = build_backbone(sizes.backbone)
    features = backbone.model(PixelScaling(sizes.scaling, name="pixels")(image))
    x = decode_features(features, backbone.strides, spec.maps.stride, sizes.decoder)
    full = enlarged(x, "features")
    character = layers.Softmax(name="character")(class_branch(full, sizes, len(spec.charset)))
    geometry = full if everything_full else x
    logits, q = order_branch(geometry, sizes, positions), localization_branch(geometry, sizes)
    if not everything_full:
        logits = enlarged(logits, "order")
        q = enlarged(layers.Reshape((*spec.maps.map_size, 1), name="localization_planes")(q), "localization")
    order = layers.Softmax(name="order")(logits)
    localization = layers.Reshape((spec.maps.height, spec.maps.width), name="localization")(q)
    words = WordFormation(name="words")([character, order, localization])
    outputs = {"character": character, "order": order, "localization": localization, "words": words}
    return keras.Model(image, outputs, name="reference")


class ReferenceTraining:
    """The reference's training step, in a child."""

    def __init__(self, preset: str, symbols: int, batch: int, *, everything_full: bool = False) -> None:
        import keras
        from keras import ops

        spec = spec_of(preset, symbols)
        self.network = reference_network(spec, everything_full=everything_full)
        self.batch = batch_of(spec, batch)
        for name in ("character", "order", "localization"):
            self.batch[name] = self.batch[name].repeat(spec.maps.stride, 1).repeat(spec.maps.stride, 2)
        self.classes, self.positions = symbols + 1, spec.maps.max_length + 1

        def smooth_l1(target: Any, predicted: Any) -> Any:
            x = ops.abs(target - predicted)
            return ops.sum(ops.where(x < DELTA, 0.5 * x**2, DELTA * (x - 0.5 * DELTA)))

        self.network.compile(
            keras.optimizers.Adam(),
            loss={
                "character": "categorical_crossentropy",
                "order": "categorical_crossentropy",
                "localization": smooth_l1,
            },
            loss_weights={"character": 1, "order": 10, "localization": 10},
            run_eagerly=True,
        )

    def step(self) -> float:
        """One step with the one-hot targets that it needs. Gives the loss."""
        from keras.utils import to_categorical

        targets = {
            "character": to_categorical(self.batch["character"].clip(0), self.classes),
            "order": to_categorical(self.batch["order"], self.positions),
            "localization": self.batch["localization"],
        }
        return float(self.network.train_on_batch(self.batch["image"], targets, return_dict=True)["loss"])

    def parameters(self) -> int:
        """Trainable numbers."""
        return sum(int(variable.value.shape.num_elements()) for variable in self.network.trainable_variables)


def _in_turn(ours: Child, theirs: Child) -> tuple[list[Measured], list[Measured]]:
    """Some steps of each, one after the other, after one of each to warm up."""
    if ours.call("parameters").value != theirs.call("parameters").value:
        raise RuntimeError("the two networks differ")
    ours.call("step"), theirs.call("step")
    pairs = [(ours.call("step"), theirs.call("step")) for _ in range(STEPS)]
    return [first for first, _ in pairs], [second for _, second in pairs]


def rows() -> list[Row]:
    """Both ways, one step each in turn."""
    arguments: dict[str, Any] = {"preset": "paper", "symbols": SYMBOLS, "batch": BATCH}
    other = "benchmarks.reference:ReferenceTraining"
    with Child("benchmarks.model:Training", **arguments) as ours:
        with Child(other, **arguments) as theirs:
            mine, its = _in_turn(ours, theirs)
        with Child(other, **arguments, everything_full=True) as theirs:
            again, full = _in_turn(ours, theirs)
    seconds, its_seconds, again_seconds, full_seconds = (
        statistics.median(step.wall for step in steps) for steps in (mine, its, again, full)
    )
    cpu, its_cpu = (statistics.median(step.cpu for step in steps) for steps in (mine, its))
    peak, its_peak = mine[-1].peak, its[-1].peak
    name = f"paper, {SYMBOLS} symbols, batch {BATCH}"
    way = f"the reference's way ({BATCH / its_seconds:.2f} images/s)"
    all_full = f"the same with all maps at full resolution ({BATCH / full_seconds:.2f} images/s)"
    times, cpu_times, full_times = its_seconds / seconds, its_cpu / cpu, full_seconds / again_seconds
    return [
        row(f"{name}: training", BATCH / seconds, "images/s"),
        row(f"{name}: ratio", times, "×", 10, at_least=True, compared_with=way, ratio=times),
        row(f"{name}: ratio of CPU time", cpu_times, "×", compared_with=way, ratio=cpu_times),
        row(f"{name}: ratio, the reference's maps all full", full_times, "×", compared_with=all_full, ratio=full_times),
        row(
            f"{name}: peak memory",
            peak,
            "GB",
            compared_with=f"the reference's way ({its_peak:.2f} GB)",
            ratio=peak / its_peak,
        ),
    ]


if __name__ == "__main__":
    report(rows())
