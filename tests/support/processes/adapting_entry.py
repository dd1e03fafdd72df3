"""A process that adapts no network: it writes empty files, or says that there is one already."""

from pathlib import Path

from app.workers.child import Channel
from app.workers.messages import Refused
from core.model.network.transferred import SymbolChange, Transfer
from core.plugins.adapting.job import Adapted, AdaptJob, SavedWeights, SaveJob, card_of


def main(channel: Channel, job: AdaptJob | SaveJob) -> None:
    if job.out is not None and job.out.exists():
        channel.send(Refused(f"{job.out.name}: there is a file of this name already."), keep="end")
        return
    if isinstance(job, SaveJob):
        job.out.touch()
        channel.send(SavedWeights(job.out, 7), keep="end")
        return
    if job.out is not None:
        job.out.touch()
        card_of(job.out).touch()
    change = SymbolChange.of(("a", "b"), job.charset or ("a", "b"))
    own = Transfer(("order_logits",), ("character_logits",), ())
    given = Transfer((f"{job.layers}/{Path(job.weights).name}",), (), (("conv", "why"),)) if job.weights else None
    channel.send(Adapted(job.out, change, own, given, "# New"), keep="end")
