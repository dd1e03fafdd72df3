"""The parts of a session that examine the inside of its model, each made when it is first used.

The panel, the actions and the child's questions ask for them here, so that none of the three imports the others.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.plugins.inside.layers import Inside
from app.plugins.inside.probing import Probing
from app.reading.client import PredictionClient
from app.session import Session


def inside_of(session: Session) -> Inside:
    """Return the part that requests the layers of the chosen model."""

    def make(client: PredictionClient, parent: QObject) -> Inside:
        return Inside(session.workspace, session.predictions, session.instruments.chosen_layer, client, parent)

    return session.instruments.brought(Inside, make)


def probing_of(session: Session) -> Probing:
    """Return the part that requests the maps of the chosen layer."""

    def make(client: PredictionClient, parent: QObject) -> Probing:
        chosen = session.instruments.chosen_layer
        return Probing(session.workspace, chosen, session.predictions, session.training, client, parent)

    return session.instruments.brought(Probing, make)
