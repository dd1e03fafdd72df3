"""The child process that compares a model that has learned with the one that it started from.

Apart from the process that predicts: there the image on screen would have to wait for it.
"""

from __future__ import annotations

from app.workers.child import Channel, checking_on
from app.workers.messages import Refused
from app.workers.tensorflow import load_tensorflow
from core.base.errors import StudioError
from core.base.progress import Cancelled
from core.runs.adoption import AdoptionJob


def main(channel: Channel, job: AdoptionJob) -> None:
    """Compare. The argument of `app.workers.process.Worker.start`."""
    load_tensorflow()
    from core.model.using.adopting import compare_models  # imports Keras

    try:
        channel.send(compare_models(job, checking_on(channel)), keep="end")
    except Cancelled:
        return
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")
