"""Terms of the loss as a plug-in brings them: one that is right, and wrong ones."""

from typing import Any

from keras import ops


def unsteady(outputs: Any, batch: Any, total: Any) -> Any:
    """Compute the mean step of the centre map from a pixel to the one below it."""
    centres = outputs["localization"]
    steps = ops.abs(centres[:, 1:] - centres[:, :-1])
    return ops.sum(steps) / total(ops.cast(ops.size(steps), "float32"))


def each(outputs: Any, batch: Any, total: Any) -> Any:
    """Return a number for each word."""
    return ops.mean(outputs["localization"], axis=(1, 2))


def whole(outputs: Any, batch: Any, total: Any) -> Any:
    """Return a count, which has no gradient."""
    return ops.sum(ops.cast(batch["text"], "int32"))


def nothing(outputs: Any, batch: Any, total: Any) -> Any:
    """Return nothing."""


def failing(outputs: Any, batch: Any, total: Any) -> Any:
    """Fail as code does."""
    return outputs["no_such_output"]
