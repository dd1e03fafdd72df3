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
    """Reads the images and labels that are shown, or may be shown next."""
    reconciler: Reconciler
    """Adopts changes that others have made in the files of open labels."""
    thumbnails: Thumbnails
    """Makes the small pictures of the image list."""
    bulk: Bulk
    """Edits the label files of many images."""
    repairs: Repairs
    """Fixes problems of the label on screen and of the charset."""
    noticing: Noticing
    """Finds labels of other programs that belong to the images."""
    saved_filters: SavedFilters
    """The filters that a person has saved for the project."""
    remembered_view: RememberedView
    """Stores image, view and choices of each project."""


@dataclass(frozen=True, slots=True)
class ModelParts:
    """The parts that read images with a model, and make a new model from a person's corrections."""

    bundled: Sequence[BundledModel]
    """The bundled models. A project without a model begins with one of them."""
    client: PredictionClient
    """The connection to the process that predicts."""
    remembered: RememberedModel
    """Stores the chosen model of each project."""
    drafting: Drafting
    """Drafts labels from the model's readings."""
    cross_checking: CrossChecking
    """Runs the cross-check of the project."""
    learning: Learning
    """Makes a new model from corrected drafts, and compares it with the one in use."""
    other_readings: OtherReadings
    """The readings of readers other than ours in the folder."""
    agreeing: Agreeing
    """Finds the words on which several readers agree."""
    aids: ReadingAids
    """Aids of the network: a language, expected words, further looks."""
    own_writing: OwnWriting
    """Traits that the folder's texts have in common."""
