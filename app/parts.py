"""The parts of a session in two groups: those about the images of the open folder, and those about its models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.bulk.bulk import Bulk
from app.bulk.noticing import Noticing
from app.drafting.drafting import Drafting
from app.drafting.learning import Learning
from app.editing.reconciling import Reconciler
from app.problems.repairs import Repairs
from app.project.loading import Loader
from app.project.remembered_view import RememberedView
from app.project.saved_filters import SavedFilters
from app.project.thumbnails import Thumbnails
from app.reading.aids import ReadingAids
from app.reading.client import PredictionClient
from app.reading.others import OtherReadings
from app.reading.own_writing import OwnWriting
from app.reading.remembered import RememberedModel
from app.reviewing.agreeing import Agreeing
from app.reviewing.cross_check import CrossChecking
from core.runs.bundled import BundledModel


@dataclass(frozen=True, slots=True)
class FolderParts:
    """The parts that read the images of the open folder, and edit many of them."""

    loader: Loader
    reconciler: Reconciler
    thumbnails: Thumbnails
    bulk: Bulk
    repairs: Repairs
    noticing: Noticing
    saved_filters: SavedFilters
    remembered_view: RememberedView


@dataclass(frozen=True, slots=True)
class ModelParts:
    """The parts that read images with a model, and make a new model from a person's corrections."""

    bundled: Sequence[BundledModel]
    """The bundled models. A project without a model begins with one of them."""
    client: PredictionClient
    remembered: RememberedModel
    drafting: Drafting
    cross_checking: CrossChecking
    learning: Learning
    other_readings: OtherReadings
    """The readings of readers other than ours in the folder."""
    agreeing: Agreeing
    aids: ReadingAids
    """Aids of the network: a language, expected words, further looks."""
    own_writing: OwnWriting
    """Traits that the folder's texts have in common."""
