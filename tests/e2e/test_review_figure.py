"""How well the review queue finds label errors: real trainings, over which 2,000 words with planted ones are judged."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from core.charset import DIGITS, Charset
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.planted_errors import KINDS, PLANTED_NAME
from core.runs.cross_check import FOLDS, choices_of_folds, default_steps

WORDS, SHARE = 2000, 0.02
FRONT = WORDS // 20
PATIENCE = 4 * 3600 * 1000  # ms: three trainings on whatever machine this is


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Iterator[Session]:
    from app.settings.settings import Settings

    session = Session(Settings(tmp_path / "settings.json"))
    yield session
    session.training.cancel()
    session.shutdown()


@pytest.mark.slow
def test_front_of_the_queue_holds_nine_of_ten_planted_errors(session: Session, tmp_path: Path, qtbot: QtBot):
    folder = tmp_path / "words"
    write_demo(folder, prepare(Charset(tuple(DIGITS))).config, count=WORDS, seed=0, errors=SHARE)
    kinds = {entry["image"]: entry["kind"] for entry in json.loads((folder / PLANTED_NAME).read_bytes())}
    planted = {image: kind for image, kind in kinds.items() if kind in KINDS}
    assert Counter(planted.values()) == dict.fromkeys(KINDS, 10)
    session.open(folder)
    qtbot.waitUntil(lambda: session.editor.loaded is not None and not session.catalog.is_listing, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not session.workspace.background.jobs, timeout=PATIENCE)
    checking = session.models.cross_checking
    assert checking.start(FOLDS, choices_of_folds({}, default_steps({}, FOLDS)))
    qtbot.waitUntil(lambda: checking.state in {"done", "stopped"}, timeout=PATIENCE)
    assert checking.state == "done", session.training.state.result
    qtbot.waitUntil(lambda: len(session.reviewing.queue) == WORDS, timeout=PATIENCE)
    assert not any(queued.was_trained_on for queued in session.reviewing.queue)
    front = [queued.image for queued in session.reviewing.queue[:FRONT]]
    found = Counter(planted[image] for image in front if image in planted)
    assert found.total() >= 0.9 * len(planted), found
