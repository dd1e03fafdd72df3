"""Budgets of the recogniser: the first training step of `paper` in 15 s, 4,100 symbols at batch 16 in 16 GB.

Figures without budget beside them: images a second of training and prediction, time to the first step, memory.
Targets are random, which costs what real ones do; input pipelines have a benchmark of their own.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

if TYPE_CHECKING:
    from core.data.batches.batches import Batch
    from core.model.network.network import NetworkSpec

HEIGHT, WIDTH = 64, 256
ALNUM = 62
WIDE = 4100  # symbols: the Chinese charset of the reference implementation


def spec_of(preset: str, symbols: int, size: tuple[int, int] = (HEIGHT, WIDTH)) -> NetworkSpec:
    """A network for so many symbols, at the preset's own stride."""
    from core.charset import Charset
    from core.labels.maps.spec import MapSpec
    from core.model.network.network import NetworkSpec

    charset = Charset(tuple(chr(0x4E00 + number) for number in range(symbols)))
    return NetworkSpec.of(preset, charset, MapSpec(*size))  # type: ignore[arg-type]


def batch_of(spec: NetworkSpec, size: int) -> Batch:
    """Random images with random targets, an eighth of them word-level labels."""
    import numpy as np

    rng = np.random.default_rng(0)
    (h, w), most = spec.maps.map_size, spec.maps.max_length
    lengths = rng.integers(3, 11, (size, 1))
    text = np.where(np.arange(most) < lengths, rng.integers(1, len(spec.charset) + 1, (size, most)), 0)
    drawn = rng.random((size, h, w)) < 0.3
    return {
        "image": rng.integers(0, 256, (size, spec.maps.height, spec.maps.width, 3), np.uint8),
        "character": np.where(drawn, rng.integers(-1, len(spec.charset) + 1, (size, h, w)), 0).astype(np.int32),
        "order": np.where(drawn, rng.integers(0, 11, (size, h, w)), 0).astype(np.int32),
        "localization": (drawn * rng.random((size, h, w))).astype(np.float32),
        "text": text.astype(np.int32),
        "has_maps": np.arange(size) % 8 != 7,
    }


class OneBatch:
    """A loader, as far as a dataset asks for one, of random batches."""

    is_even = True

    def __init__(self, spec: NetworkSpec, size: int) -> None:
        self.spec, self.batch_size, self.feed = spec, size, SimpleNamespace(spec=spec.maps, replaces=True)

    def __iter__(self) -> Iterator[Batch]:
        yield batch_of(self.spec, self.batch_size)


class Training:
    """Our training step, in a child, as a training has it: on a batch of a dataset (ADR 77)."""

    def __init__(
        self,
        preset: str,
        symbols: int,
        batch: int,
        size: tuple[int, int] = (HEIGHT, WIDTH),
        precision: str = "float32",
    ) -> None:
        import tensorflow as tf

        from core.data.batches.pipeline import dataset
        from core.model.network.losses import compute_loss
        from core.model.network.network import build_network
        from core.model.steps.hardware import policy
        from core.model.steps.tensorflow_step import TensorFlowStep
        from core.model.steps.updating import OptimizerSettings

        spec = self.spec = spec_of(preset, symbols, size)
        with policy(precision):
            self.network = build_network(spec)
        self.training = TensorFlowStep(self.network, compute_loss, tf.distribute.get_strategy(), OptimizerSettings())
        self.batch, self.size = next(iter(dataset(OneBatch(spec, batch)))), batch
        self.steps = 0

    def step(self) -> float:
        """One step; the first one compiles. Gives the loss."""
        outcome = self.training(self.batch, 1e-3, 1.0, self.steps)
        self.steps += 1
        if not outcome.finite:
            raise RuntimeError("the step did not stay finite")
        return outcome.losses["loss"]

    def parameters(self) -> int:
        """Trainable numbers."""
        return sum(int(variable.value.shape.num_elements()) for variable in self.network.trainable_variables)

    def estimate(self) -> float:
        """Return the GB that the estimate before a training gives for this size."""
        from core.model.training.memory import estimate

        return estimate(self.network, self.spec, self.size).total / 1e9


class Predicting:
    """The predicting model, in a child; image sizes are those of words in photographs."""

    def __init__(self, preset: str, symbols: int, batch: int) -> None:
        import numpy as np

        from core.model.network.saving import build_recogniser
        from core.model.using.prediction import Predictor

        rng = np.random.default_rng(0)
        self.predictor = Predictor(build_recogniser(spec_of(preset, symbols)), batch)
        self.images = [rng.integers(0, 256, (40, 120, 3), np.uint8) for _ in range(batch)]

    def read(self) -> int:
        """One batch; the first one compiles."""
        return len(self.predictor.read(self.images))


def _median(child: Child, method: str, count: int) -> tuple[float, float]:
    """Median wall and CPU seconds of a call."""
    calls = [child.call(method) for _ in range(count)]
    return statistics.median(c.wall for c in calls), statistics.median(c.cpu for c in calls)


def _train(steps: int, **arguments: Any) -> dict[str, float]:
    with Child("benchmarks.model:Training", **arguments) as child:
        parameters = child.call("parameters").value
        first = child.call("step")
        wall, cpu = _median(child, "step", steps)
        peak = child.call("parameters").peak
        estimate = child.call("estimate").value
    return {
        "parameters": parameters / 1e6,
        "start": child.start.wall + first.wall,
        "first": first.wall,
        "first_cpu": first.cpu,
        "step": wall,
        "step_cpu": cpu,
        "peak": peak,
        "estimate": estimate,
    }


def _memory(name: str, found: dict[str, float], budget: float | None = None) -> Row:
    """Return the peak memory beside the estimate before a training."""
    announced, peak = found["estimate"], found["peak"]
    other = f"the estimate before the start ({announced:.2f} GB)"
    return row(f"{name}: peak memory of training", peak, "GB", budget, compared_with=other, ratio=peak / announced)


def _small() -> list[Row]:
    name, batch = f"small, {ALNUM} symbols, batch 16", 16
    found = _train(10, preset="small", symbols=ALNUM, batch=batch)
    rows = [
        row("small, parameters", found["parameters"], "million", 1.0),
        row(f"{name}: training", batch / found["step"], "images/s"),
        row(f"{name}: training, CPU", found["step_cpu"] / batch * 1e3, "ms CPU/img"),
        row(f"{name}: first training step (compiles)", found["first"], "s"),
        row(f"{name}: import, build and first step", found["start"], "s"),
        _memory(name, found),
    ]
    for images in (16, 1):
        with Child("benchmarks.model:Predicting", preset="small", symbols=ALNUM, batch=images) as child:
            child.call("read")
            wall, cpu = _median(child, "read", 20)
            peak = child.call("read").peak
        if images == 1:
            rows.append(row("small: one image read", wall * 1e3, "ms"))
            rows.append(row("small: one image read, CPU", cpu * 1e3, "ms CPU"))
        else:
            rows.append(row(f"small, batch {images}: prediction", images / wall, "images/s"))
            rows.append(row(f"small, batch {images}: peak memory of prediction", peak, "GB"))
    return rows


def _paper() -> list[Row]:
    found = _train(3, preset="paper", symbols=ALNUM, batch=8)
    name = f"paper, {ALNUM} symbols, batch 8"
    rows = [
        row("paper, parameters", found["parameters"], "million"),
        row(f"{name}: first training step (compiles)", found["first"], "s", 15),
        row(f"{name}: first training step, CPU", found["first_cpu"], "s CPU"),
        row(f"{name}: import, build and first step", found["start"], "s"),
        row(f"{name}: a step", found["step"], "s"),
        row(f"{name}: a step, CPU", found["step_cpu"], "s CPU"),
    ]
    for symbols, budget in ((36, None), (WIDE, 16)):
        found = _train(1, preset="paper", symbols=symbols, batch=16)
        name = f"paper, {symbols:,} symbols, batch 16"
        rows.append(_memory(name, found, budget))
        rows.append(row(f"{name}: a step", found["step"], "s"))
    return rows


_PRECISIONS = ("float32", "mixed_bfloat16")
_WORDS = (32, 128)  # pixels of the bundled models' input


def _precisions() -> list[Row]:
    """The processor time of an image, in float32 and in what `auto` takes: the faster of the two.

    The budget is for processors that compute in bfloat16 (AVX512-BF16, AMX).
    """
    rows: list[Row] = []
    for preset, batch, size, budget in (
        ("small", 64, _WORDS, None),
        ("reader", 64, _WORDS, 5.6),
        ("paper", 8, (HEIGHT, WIDTH), None),
    ):
        found = {
            precision: _train(6, preset=preset, symbols=ALNUM, batch=batch, size=size, precision=precision)
            for precision in _PRECISIONS
        }
        cost = {precision: measured["step_cpu"] / batch * 1e3 for precision, measured in found.items()}
        name = f"{preset}, {size[0]} × {size[1]}, batch {batch}: training, CPU"
        taken = min(found, key=lambda precision: found[precision]["step"])
        rows.append(row(f"{name}, float32", cost["float32"], "ms CPU/img"))
        rows.append(
            row(
                f"{name}, auto ({taken})",
                cost[taken],
                "ms CPU/img",
                budget,
                compared_with="float32",
                ratio=cost[taken] / cost["float32"],
            )
        )
    return rows


def rows() -> list[Row]:
    """All figures, one child after the other."""
    return _small() + _paper() + _precisions()


if __name__ == "__main__":
    report(rows())
