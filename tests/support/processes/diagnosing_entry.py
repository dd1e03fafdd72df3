"""A process that diagnoses nothing: it names two causes of a run, refuses the next training, or takes its time."""

import time

from app.workers.child import Channel
from app.workers.messages import Checking, Refused
from core.base.errors import Sentence
from core.model.diagnosing.findings import DiagnoseJob, Examined, Finding

FINDINGS = (
    Finding(
        "rate-high", "error", Sentence("{rate:g} is too high.", rate=0.2), -0.5, "Lower it.", {"learning_rate": None}
    ),
    Finding("polygon-shift", "error", "Off.", 0.5, "Look at them.", images=("word_00002.png",)),
)


def main(channel: Channel, job: DiagnoseJob) -> None:
    if job.run is None:
        channel.send(Refused("There is nothing to train with."), keep="end")
        return
    if job.run.name == "slow":
        time.sleep(60)
    channel.send(Checking(100, 100))
    channel.send(Examined(FINDINGS, 12.0, measured=("Much.",)), keep="end")
