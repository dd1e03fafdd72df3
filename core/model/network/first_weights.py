"""Draws the first weights of a network with NumPy, so that a seed gives the same ones on each of Keras' backends.

Keras' own initialisers draw by the generator of the backend: a seed would mean another start on each, and JAX would
compile each shape for itself, for a minute.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from keras import initializers, ops
from numpy.typing import NDArray

_CUT = 0.87962566103423978  # standard deviation of a normal distribution that is cut at two of its own


@contextmanager
def drawn_by_numpy() -> Iterator[None]:
    """Let Keras' initialisers draw with NumPy within the context, from NumPy's own seed, which Keras sets as well."""
    rng = np.random.default_rng(np.random.randint(1 << 31))

    def drawing(draw: Callable[..., NDArray[np.float32]]) -> Callable[..., Any]:
        def call(self: Any, shape: tuple[int, ...], dtype: Any = None, **_: Any) -> Any:
            return ops.convert_to_tensor(draw(self, tuple(shape), rng), dtype)

        return call

    # a class of our own would be named in every model file, and earlier versions would not know it
    kept = {kind: kind.__call__ for kind in _DRAWN}
    for kind, draw in _DRAWN.items():
        kind.__call__ = drawing(draw)
    try:
        yield
    finally:
        for kind, call in kept.items():
            kind.__call__ = call


def _of_scaled_variance(initializer: Any, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    # Glorot & Bengio 2010; He et al. 2015
    pixels = math.prod(shape[:-2])
    fan_in, fan_out = pixels * shape[-2], pixels * shape[-1]
    fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[initializer.mode]
    variance = initializer.scale / max(1.0, fan)
    if initializer.distribution == "uniform":
        limit = math.sqrt(3 * variance)
        return rng.uniform(-limit, limit, shape).astype(np.float32)
    deviation = math.sqrt(variance)
    if initializer.distribution == "untruncated_normal":
        return rng.normal(0, deviation, shape).astype(np.float32)
    values = rng.standard_normal(shape, np.float32)
    while (far := np.abs(values) > 2).any():
        values[far] = rng.standard_normal(int(far.sum()), np.float32)
    return np.asarray(values * (deviation / _CUT), np.float32)


def _normal(initializer: Any, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    return rng.normal(initializer.mean, initializer.stddev, shape).astype(np.float32)


def _orthogonal(initializer: Any, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    # Saxe et al. 2014
    rows, columns = math.prod(shape[:-1]), shape[-1]
    q, r = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    q = q * np.sign(np.diag(r))
    return np.asarray(initializer.gain * (q if rows >= columns else q.T).reshape(shape), np.float32)


_DRAWN: dict[Any, Callable[[Any, tuple[int, ...], np.random.Generator], NDArray[np.float32]]] = {
    initializers.VarianceScaling: _of_scaled_variance,
    initializers.RandomNormal: _normal,
    initializers.OrthogonalInitializer: _orthogonal,
}
