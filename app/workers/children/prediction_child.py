"""The process that predicts; loaded by its name in a child process only, because TensorFlow lives there."""

from __future__ import annotations

from app.workers.child import Channel
from app.workers.tensorflow import load_tensorflow


def main(channel: Channel, argument: object) -> None:
    """Predict for the windows that are connected, until none of them is left."""
    load_tensorflow()
    from app.workers.children.prediction import serve  # noqa: PLC0415  TensorFlow is set up first

    serve(channel)
