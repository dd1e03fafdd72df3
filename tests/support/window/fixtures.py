"""What the tests of the window share: a small project, and a session on it."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QObject, QPoint
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.project.workspace import FollowUp, Workspace
from app.session import Session
from core.runs.bundled import BundledModel
from support.telling import told_by
from support.words.synthetic_project import synthetic_project

_NOWHERE = QPoint(10_000, 10_000)  # beyond every window


@pytest.fixture(autouse=True)
def garbage_is_collected_here() -> Iterator[None]:
    """As in the window: a cycle with a widget in it must not be collected by a background thread."""
    gc.disable()
    QLocale.setDefault(QLocale.c())  # whatever language the test before has left
    yield
    gc.collect()
    gc.freeze()  # what has survived will be passed over, so that the next collection is short
    gc.enable()


@pytest.fixture(autouse=True)
def nothing_is_painted_amiss(qtlog: Any) -> Iterator[None]:
    """Qt only warns of a painter that has nothing to paint on, or was left open; here it is a fault."""
    yield
    faults = ("QPainter", "QPixmap", "QImage")
    assert [record.message for record in qtlog.records if (record.message or "").startswith(faults)] == []


@pytest.fixture(autouse=True)
def mouse_is_elsewhere() -> None:
    """What is shown at the mouse must not depend on where the test before has left it."""
    if QGuiApplication.instance() is not None:
        QCursor.setPos(_NOWHERE)


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """Whatever is made from now on is in Chinese."""
    from app.language.languages import set_language

    set_language("zh_CN")
    yield
    set_language("en")


@pytest.fixture
def owner(qapp: QApplication) -> QObject:
    """Owns what a test makes, and takes it along at the end."""
    return QObject()


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    """Eight synthetic words with labels."""
    return synthetic_project(tmp_path / "words")


@pytest.fixture
def workspace(qapp: QApplication, tmp_path: Path) -> Iterator[Workspace]:
    """A workspace with nothing in it, for a part without a session."""
    from app.settings.settings import Settings

    workspace = Workspace(Settings(tmp_path / "settings.json"))
    yield workspace
    workspace.background.shutdown()


@pytest.fixture
def prediction_entry() -> str:
    """The module that the process that predicts begins with; "": there is no process, and a test answers for it."""
    return ""


@pytest.fixture
def along(tmp_path: Path) -> BundledModel:
    """A file of 1.5 MB that passes for the bundled model: a test that asks for it has it in its sessions."""

    model = BundledModel(tmp_path / "along")
    model.folder.mkdir()
    model.path.write_bytes(bytes(1_500_000))
    model.card.write_text("---\nversion: 7\n---\n", encoding="utf-8")
    return model


@pytest.fixture
def bundled(request: pytest.FixtureRequest) -> tuple[BundledModel, ...]:
    """The bundled models: none if a test does not ask for one, and a project begins with no model."""
    return (request.getfixturevalue("along"),) if "along" in request.fixturenames else ()


@pytest.fixture
def training_entry() -> str:
    """The module that the process that trains begins with."""
    return "app.workers.children.training"


@pytest.fixture
def check_entry() -> str:
    """The module that the process begins with that checks what a training would use."""
    return "app.workers.children.check"


@pytest.fixture
def adopting_entry() -> str:
    """The module that the process begins with that compares a model that has learned with the one before."""
    return "support.processes.adopting_entry"


@pytest.fixture
def make_session(
    qtbot: QtBot,
    tmp_path: Path,
    bundled: tuple[BundledModel, ...],
    prediction_entry: str,
    training_entry: str,
    check_entry: str,
    adopting_entry: str,
) -> Iterator[Callable[[Path | None], Session]]:
    """Makes sessions with settings of their own, on a folder whose list and first image are there; ends them after."""
    from app.settings.settings import Settings
    from support.processes.fake_client import FakeClient

    made: list[Session] = []

    def make(folder: Path | None) -> Session:
        client = FakeClient(prediction_entry, tmp_path / "prediction.log")
        session = Session(
            Settings(tmp_path / f"settings-{len(made)}.json"),
            bundled=bundled,
            prediction_client=client,
            training_entry=training_entry,
            check_entry=check_entry,
            adopting_entry=adopting_entry,
        )
        made.append(session)
        if folder is not None:
            session.open(folder)
            qtbot.waitUntil(
                lambda: (
                    session.editor.loaded is not None
                    and not session.catalog.is_listing
                    and not session.workspace.background.jobs
                )
            )
        return session

    yield make
    for session in made:
        session.shutdown()


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], project_folder: Path) -> Session:
    """A session on `project_folder`, with its first image on screen."""
    return make_session(project_folder)


@pytest.fixture
def sentences(session: Session) -> list[str]:
    return told_by(session)


@pytest.fixture
def offers(session: Session) -> list[tuple[FollowUp, ...]]:
    """What the session offers with its sentences."""
    found: list[tuple[FollowUp, ...]] = []
    session.workspace.notified.connect(lambda severity, sentence, offers: found.append(offers))
    return found
