"""The devices for a training, and TensorFlow's ways to divide a training that are not offered, with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from core.base.errors import Sentence

ALL = "all"  # all GPUs of this machine, or its CPU if it has none: what a training takes if nothing is chosen

NOT_OFFERED: Mapping[str, tuple[str, Sentence]] = {
    "central-storage": (
        "CentralStorageStrategy",
        Sentence(
            "CentralStorageStrategy is not offered: it keeps all weights on one device and copies them to the others "
            "in every step, where all devices of this machine (MirroredStrategy) have copies of their own."
        ),
    ),
    "parameter-server": (
        "ParameterServerStrategy",
        Sentence(
            "ParameterServerStrategy is not offered: its workers learn from weights that others have changed "
            "meanwhile, so that no run can be repeated, and Keras 3 does not support it. Take several machines."
        ),
    ),
    "tpu": (
        "TPUStrategy",
        Sentence(
            "TPUStrategy is not offered: TensorFlow for TPUs runs in Google's cloud alone, where this program has "
            "never been tested."
        ),
    ),
    "estimator": (
        "Estimator",
        Sentence(
            "Estimator is not offered: TensorFlow has removed it (tf.estimator). Take all devices of this machine, or "
            "several machines."
        ),
    ),
}
"""By the word that a person writes: TensorFlow's name, and the sentence that says why not."""


def devices_of(text: str) -> tuple[str, ...]:
    """Return the devices that a text names, such as `GPU:0,GPU:1`. None, which is all of them, for `all`.

    Raises ValueError if the text names a way that is not offered; the sentence says why.
    """
    names = tuple(name for part in text.split(",") if (name := part.strip()))
    for name in names:
        if name.casefold() in NOT_OFFERED:
            raise ValueError(NOT_OFFERED[name.casefold()][1])
    return () if names == (ALL,) else names
