"""A process that compares no models: the name of the new one's run says how it fares."""

import threading

from app.workers.child import Channel
from app.workers.messages import Checking, Refused
from core.base.errors import Sentence
from core.runs.adoption import Adoption, AdoptionJob, Paired

_OWN = {"worse": Paired(60, 50, 40, 0, 10), "same": Paired(600, 500, 501, 1, 0)}
_SAME = Paired(200, 160, 160, 0, 0)


def main(channel: Channel, job: AdoptionJob) -> None:
    kind = job.new.name.rpartition("-")[2]
    if kind == "waits":  # until it is stopped
        channel.send(Checking(4, 10, Sentence("{done} of {total} {total:|word|words}", done=4, total=10)))
        threading.Event().wait()
    if kind == "damaged":
        channel.send(Refused("model.keras: the file is damaged."), keep="end")
        return
    channel.send(Adoption(_OWN.get(kind, Paired(60, 40, 52, 12, 0)), _SAME), keep="end")
