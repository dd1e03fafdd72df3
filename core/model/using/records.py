"""Writes a project's labelled words to record files, and checks them for the trainings that will read them."""

from __future__ import annotations

import math

from core.base.errors import DataError
from core.base.progress import Progress, ignore_news
from core.data.records.job import RecordsJob
from core.data.records.writing import PER_SHARD, write_words
from core.data.samples.samples import labels_of
from core.data.samples.sources import read_project
from core.labels.formats.conversion import Conversion
from core.labels.formats.record import Refusal
from core.model.training.trainingdata import check_records
from core.project.project import Project


def write_records(job: RecordsJob, progress: Progress = ignore_news) -> Conversion:
    """Write the record files and check their words, so that a training begins at once, and refuse unusable words.

    Raises
    ------
    DataError
        If no label has a text, or the folder holds other records.
    FileWriteError
        If the folder cannot be written.
    """
    folder = job.config.folder
    reader = read_project(Project.open(folder), progress=progress)
    if not any(label.word for label in labels_of(reader)):
        raise DataError("{folder}: no label in it has a text. Label some images first.", folder=folder)
    per_shard = PER_SHARD if job.shards is None else max(1, math.ceil(reader.size / job.shards))
    write_words(job.out, reader, per_shard=per_shard, progress=progress)
    refusals = tuple(Refusal(left.name, left.reason) for left in check_records(job.config.resolved(), progress))
    read = reader.size + len(reader.passed_over)
    return Conversion(
        read_as="labelme",
        written_as="tfrecord",
        folder=job.out,
        read=read,
        written=read - len(refusals),
        unchanged=0,
        copied=0,
        refusals=refusals,
        notes=(),
    )
