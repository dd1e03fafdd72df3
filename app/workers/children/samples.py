"""The child process that prepares samples as for a training, but neither trains nor writes anything.

It is a module of its own because a worker names the module that its process begins with.
"""

from __future__ import annotations

from app.workers.child import Channel, checking_on, refusing
from app.workers.messages import MoreSamples, Samples
from core.data.batches.seen import COUNT
from core.model.training.trainingdata import TrainingData, open_to_look
from core.runs.config import TrainConfig


def main(channel: Channel, config: TrainConfig) -> None:
    """Prepare the first samples, and more on request.

    The argument of `app.workers.process.Worker.start` is the configuration.
    """
    progress = checking_on(channel)

    def prepare(data: TrainingData, first: int) -> None:
        samples = data.seen(first, COUNT, progress)
        channel.send(Samples(config.resolved(), first, samples, len(data.spec.charset), data.warnings))

    with refusing(channel):
        data = open_to_look(config, progress)
        first = 0
        prepare(data, first)
        for message in channel:
            if isinstance(message, MoreSamples):
                first += COUNT
                prepare(data, first)
