"""A child process that checks nothing, for tests of the window's side: it tells what a check would, at once.

The configuration's `seed` says what it finds: 1 something that cannot be trained, 2 images that are left out,
3 that all words have polygons.
"""

from app.workers.child import Channel
from app.workers.messages import Checked, Checking, Estimated, Refused, Timed
from core.runs.config import TrainConfig


def main(channel: Channel, config: TrainConfig) -> None:
    config = config.resolved()
    if config.seed == 1:
        channel.send(Refused("words: no image of it can be used. Label some."))
        return
    left_out = (("word_3.png", "word_3.png: it has no label. Label it."),) if config.seed == 2 else ()
    warnings = ("Only few words are there.",) if config.seed == 2 else ()
    channel.send(Checking(4, 8))
    channel.send(
        Checked(
            {"charset": "0123456789"},
            config.steps or 0,
            config.batch or 0,
            1234,
            1234 if config.seed == 3 else 7,
            56,
            left_out,
            warnings,
            config.synthetic,
        )
    )
    channel.send(Estimated("CPU", "float32", 850_000, 1_300_000_000, 8_000_000_000))
    channel.send(Timed(9.0, 0.25, 754.0 if config.minutes is None else 60 * config.minutes))
