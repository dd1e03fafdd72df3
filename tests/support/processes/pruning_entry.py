"""A process that prunes no network: it writes an empty file, or says that there is one already."""

import time

from app.workers.child import Channel
from app.workers.messages import Checking, Refused
from core.plugins.pruning.strengths import Pruned, PruneJob


def main(channel: Channel, job: PruneJob) -> None:
    if job.out.exists():
        channel.send(Refused(f"{job.out.name}: there is a file of this name already."), keep="end")
        return
    if job.out.name == "slow.keras":
        time.sleep(60)
    channel.send(Checking(8, 8))
    job.out.touch()
    measures = {"word_accuracy": 0.75}
    channel.send(Pruned(job.out, (("network/conv", (1, 4)),), 4, measures, measures), keep="end")
