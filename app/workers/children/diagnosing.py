"""The child process that diagnoses a training: it reads words, tries networks, and writes nothing.

Apart from the process that predicts: there the image on screen would have to wait for minutes.
"""

from __future__ import annotations

from app.workers.child import Channel, checking_on
from app.workers.messages import Refused
from app.workers.tensorflow import load_tensorflow
from core.base.errors import StudioError
from core.base.progress import Cancelled
from core.model.diagnosing.findings import DiagnoseJob


def main(channel: Channel, job: DiagnoseJob) -> None:
    """Diagnose. The argument of `app.workers.process.Worker.start` is the training that does not learn."""
    progress = checking_on(channel)
    progress(0, 100)
    load_tensorflow()
    from core.model.diagnosing.diagnosing import diagnose  # imports Keras

    try:
        channel.send(diagnose(job, progress), keep="end")
    except Cancelled:
        return
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")
