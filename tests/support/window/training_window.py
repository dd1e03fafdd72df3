"""A window without a screen that trains, to be killed; its only argument is the project.

It prints the number of the training's process as soon as that one has begun, and then the steps it is told.
"""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.project.workspace import Workspace
from app.settings.settings import Settings
from app.training.runs import Runs
from app.training.training import Training
from core.project.project import Project
from core.runs.events import Started, Step


def main() -> None:
    application = QCoreApplication(sys.argv)
    workspace = Workspace(Settings(Path(sys.argv[1]) / "settings.json"))
    runs = Runs(workspace, workspace)
    training = Training(workspace, runs, entry="support.processes.replayed_training")
    runs.set_project(Project.open(Path(sys.argv[1])))
    training.set_folder(Path(sys.argv[1]))

    def give_up(*told: str) -> None:
        print(*told, file=sys.stderr, flush=True)
        os._exit(1)  # an exception would not leave the slot

    def tell(event: object) -> None:
        match event:
            case Started():
                print(training.pid, training.state.run, flush=True)
            case Step(step=step):
                print(step, flush=True)

    training.news.connect(tell)
    training.notified.connect(give_up)
    training.start({"steps": 1_000_000})
    application.exec()
