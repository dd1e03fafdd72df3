"""The child process that prunes one model: it reads the validation words twice, and writes the new model.

Apart from the process that predicts: there the image on screen would have to wait for those words.
"""

from __future__ import annotations

from app.workers.child import Channel, checking_on
from app.workers.messages import Refused
from app.workers.tensorflow import load_tensorflow
from core.base.errors import StudioError
from core.base.progress import Cancelled
from core.model.inside.saliency import PruneJob


def main(channel: Channel, job: PruneJob) -> None:
    """Prune. The argument of `app.workers.process.Worker.start` is what is to be pruned."""
    load_tensorflow()
    from core.model.inside.pruning import prune_model  # imports Keras

    try:
        channel.send(prune_model(job, checking_on(channel)), keep="end")
    except Cancelled:
        return
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")
