"""The child process that makes one new model of an existing one, or writes a model's weights into a file.

Apart from the process that predicts: there the image on screen would have to wait for it.
"""

from __future__ import annotations

from app.workers.child import Channel
from app.workers.messages import Refused
from app.workers.tensorflow import load_tensorflow
from core.base.errors import StudioError
from core.model.adapting.job import AdaptJob, SaveJob


def main(channel: Channel, job: AdaptJob | SaveJob) -> None:
    """Do the job. The argument of `app.workers.process.Worker.start`."""
    load_tensorflow()
    from core.model.adapting.adapting import adapt_model  # imports Keras
    from core.model.adapting.weight_files import save_weights
    from core.model.using.opening import open_recogniser

    try:
        result = adapt_model(job) if isinstance(job, AdaptJob) else save_weights(open_recogniser(job.model), job)
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")
    else:
        channel.send(result, keep="end")
