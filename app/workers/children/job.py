"""The child process that does one job and ends, such as comparing models, diagnosing, or writing figures or records.

Apart from the process that predicts: there the image on screen would have to wait for it. And apart from the window,
which matplotlib in one of its threads would make wait for Python's lock.
"""

from __future__ import annotations

from app.workers.child import Channel, checking_on, refusing
from app.workers.messages import WriteFigures
from app.workers.tensorflow import load_named_backend, load_tensorflow
from core.base.plugins.active import plugins
from core.base.plugins.asked import PluginJob
from core.base.progress import Progress
from core.data.records.job import RecordsJob
from core.labels.formats.turned_crops import TurnedJob
from core.model.diagnosing.findings import DiagnoseJob
from core.runs.adoption import AdoptionJob

Job = WriteFigures | PluginJob | AdoptionJob | DiagnoseJob | RecordsJob | TurnedJob


def main(channel: Channel, job: Job) -> None:
    """Do the job, which is the argument of `app.workers.process.Worker.start`, and send its result."""
    with refusing(channel):
        channel.send(_result(job, checking_on(channel)), keep="end")


def _result(job: Job, progress: Progress) -> object:
    if isinstance(job, WriteFigures):
        from core.model.metrics.figures import write_figures

        write_figures(job.folder, job.words, job.maps)
        return job.folder
    if isinstance(job, DiagnoseJob):
        progress(0, 100)
        load_named_backend(job.backend)
    elif isinstance(job, AdoptionJob | TurnedJob):
        load_named_backend()
    else:  # records and plug-ins need TensorFlow itself
        load_tensorflow()
    match job:  # the modules import Keras
        case DiagnoseJob():
            from core.model.diagnosing.diagnosing import diagnose

            return diagnose(job, progress)
        case AdoptionJob():
            from core.model.using.adopting import compare_models

            return compare_models(job, progress)
        case PluginJob():
            return plugins().call(job.plugin, job.work, job, progress)
        case TurnedJob():
            from core.model.using.turned_crops import find_turned_crops

            return find_turned_crops(job, progress)
        case RecordsJob():
            from core.model.using.records import write_records

            return write_records(job, progress)
