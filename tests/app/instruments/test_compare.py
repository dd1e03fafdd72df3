"""What two runs see in one word. The process that predicts has no network."""

import os
import signal
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import client_of

from app.instruments.compare import ComparedMaps
from app.reading.predicted import Predicted
from app.session import Session
from app.workers.prediction_messages import Compare
from core.charset import Charset
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, serialise_label
from core.runs.info import RunInfo

ONE, OTHER = RunInfo(Path("/runs/001-small"), best_step=3), RunInfo(Path("/runs/002-other"), best_step=5)


pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def compared(session: Session, project_folder: Path) -> ComparedMaps:
    for image in session.catalog.table.images:
        path = project_folder / image
        label = read_label(label_path(path)).label
        wrong = next(symbol for symbol in Charset.named("alnum") if symbol not in label.word)
        said = edits.retype(label, (label.ranking[0],), wrong)
        path.with_suffix(".truth").write_bytes(serialise_label(said, path.name, (32, 100), None))
    compared = session.instruments.compared
    compared.set_runs((ONE, OTHER))
    compared.want(True)
    return compared


def read(compared: ComparedMaps, run: RunInfo) -> str:
    found = compared.prediction_of(run)
    return found.maps.word.text if isinstance(found, Predicted) else ""


def until_read(compared: ComparedMaps, session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: read(compared, ONE) == session.editor.label.word)
    qtbot.waitUntil(lambda: bool(read(compared, OTHER)))


def test_both_runs_are_predicted_with_where_no_model_is_chosen(session: Session, compared: ComparedMaps, qtbot: QtBot):
    assert compared.prediction_of(ONE) == "The image is being predicted…"
    until_read(compared, session, qtbot)
    assert read(compared, OTHER) != session.editor.label.word
    assert read(compared, OTHER)[1:] == session.editor.label.word[1:]
    assert not session.predictions.is_on


def test_another_word_is_predicted_when_it_is_opened_and_a_known_one_is_not_asked_for_again(
    session: Session, compared: ComparedMaps, qtbot: QtBot
):
    until_read(compared, session, qtbot)
    first, client = session.image, client_of(session)
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image not in (None, first))
    until_read(compared, session, qtbot)
    session.step(-1)
    assert isinstance(compared.prediction_of(ONE), Predicted)
    session.step(2)
    qtbot.waitUntil(lambda: len(client.sent(Compare)) == 6)
    until_read(compared, session, qtbot)
    images = session.catalog.table.images
    assert [asked.image for asked in client.sent(Compare)][::2] == [*images[:3]]


def test_model_that_predicts_is_left_alone(session: Session, compared: ComparedMaps, qtbot: QtBot):
    session.in_use.choose(Path("/models/good.keras"))
    qtbot.waitUntil(lambda: session.predictions.current is not None)
    until_read(compared, session, qtbot)
    assert session.predictions.state == "ready"
    assert session.predictions.model == Path("/models/good.keras")
    session.in_use.choose(None)  # its process goes, and with it what it was asked for
    session.step(1)
    until_read(compared, session, qtbot)


def test_run_whose_model_cannot_be_used_says_why_and_the_other_is_shown(compared: ComparedMaps, qtbot: QtBot):
    bad = RunInfo(Path("/runs/bad"), best_step=1)
    compared.set_runs((ONE, bad))
    qtbot.waitUntil(lambda: compared.prediction_of(bad) == "model.keras: no model file. Choose another one.")
    qtbot.waitUntil(lambda: isinstance(compared.prediction_of(ONE), Predicted))


def test_run_without_a_model_is_not_asked_for(compared: ComparedMaps, qtbot: QtBot):
    young = RunInfo(Path("/runs/003-young"))
    compared.set_runs((ONE, young))
    assert compared.prediction_of(young) == "003-young has no model yet."
    qtbot.waitUntil(lambda: isinstance(compared.prediction_of(ONE), Predicted))


def test_better_model_of_a_run_is_asked_anew(session: Session, compared: ComparedMaps, qtbot: QtBot):
    until_read(compared, session, qtbot)
    compared.set_runs((ONE, RunInfo(OTHER.path, best_step=9)))
    assert isinstance(compared.prediction_of(OTHER), str)
    until_read(compared, session, qtbot)


def test_nothing_is_asked_while_nobody_wants_it(session: Session, compared: ComparedMaps, qtbot: QtBot):
    client = client_of(session)
    compared.want(False)
    session.step(1)
    compared.set_runs((ONE,))
    compared.want(True)  # one run is compared with nothing
    session.step(1)
    compared.set_runs((ONE, OTHER))
    qtbot.waitUntil(lambda: bool(client.sent(Compare)))
    assert [asked.image for asked in client.sent(Compare)] == [session.image] * 2


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
def test_process_that_dies_is_said_and_started_again_with_the_next_word(
    session: Session, compared: ComparedMaps, qtbot: QtBot
):
    until_read(compared, session, qtbot)
    pid, client = session.models.client.pid, client_of(session)
    os.kill(pid, signal.SIGSTOP)  # it takes the question and never answers
    first, count = session.image, len(client.sent(Compare))
    session.step(1)
    qtbot.waitUntil(lambda: len(client.sent(Compare)) > count and session.editor.image not in (None, first))
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "killed by signal 9" in str(compared.prediction_of(ONE)))
    session.step(1)
    until_read(compared, session, qtbot)
