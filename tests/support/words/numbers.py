"""Samples that are nothing but numbers, for what deals with them and does not look at them."""

from dataclasses import dataclass

import numpy as np

from core.charset import DIGITS, Charset
from core.data.samples.samples import LeftOut, Preparation, Prepared
from core.labels.maps.spec import MapSpec

SPEC = MapSpec(height=32, width=32, stride=4, max_length=3)
PREPARATION = Preparation(Charset(tuple(DIGITS)), SPEC)


@dataclass(frozen=True)
class Numbers:
    """A source whose samples' texts say what they are."""

    size: int | None
    name: str = "numbers"
    preparation: Preparation = PREPARATION
    passed_over: tuple[LeftOut, ...] = ()

    def name_of(self, index: int) -> str:
        return f"{self.name} {index}"

    def sample(self, index: int, rng: np.random.Generator | None) -> Prepared | LeftOut:
        drawn = -1 if rng is None else int(rng.integers(1 << 30))
        text = np.array([index % (1 << 30), drawn, 0], np.int32)
        h, w = SPEC.map_size
        zeros = np.zeros((h, w), np.int32)
        image = np.zeros((32, 32, 3), np.uint8)
        return Prepared(self.name_of(index), image, zeros, zeros, zeros.astype(np.float32), text, True)
