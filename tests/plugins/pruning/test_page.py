"""The page of weak channels; no network is loaded."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.pruning.page import PruningPage
from app.session import Session
from app.views.exchange.changing_model import ChangeModelDialog
from app.workers.prediction_messages import Answered, AskPlugin
from core.plugins.pruning.strengths import LayerSaliency, Pruned

CHANNELS = (LayerSaliency("network/conv", (2.0, 0.001, 1.0, 0.5, 0.0, 1.5, 1.0, 1.0)),)


@pytest.fixture
def changing(session: Session, qtbot: QtBot) -> ChangeModelDialog:
    show_prediction(session, predicted_for(session))
    dialog = exposed(qtbot, ChangeModelDialog(session))
    dialog.pages.setCurrentWidget(page_of(dialog))
    client = client_of(session)
    qtbot.waitUntil(lambda: len(client.sent(AskPlugin)) == 1)
    client.answer(Answered(client.sent(AskPlugin)[-1].number, CHANNELS))
    return dialog


def page_of(dialog: ChangeModelDialog) -> PruningPage:
    (page,) = (page for _, page in dialog.brought if isinstance(page, PruningPage))
    return page


def test_weak_channels_follow_the_threshold_and_are_written_as_a_table(
    changing: ChangeModelDialog, session: Session, tmp_path: Path
):
    page = page_of(changing)
    changing.pages.setCurrentWidget(page)
    assert page.summary.text() == "2 of 8 weak"
    page.threshold.setValue(0.01)
    assert page.summary.text() == "1 of 8 weak"
    page.threshold.setValue(30)
    assert [page.rows.index(0, place).data() for place in range(4)] == ["conv", "3 / 8", "0", "2"]
    page.table.setCurrentIndex(page.table.model().index(0, 0))
    assert session.instruments.chosen_layer.name == "network/conv"
    assert page.bars.text_at(QPoint(10, 0)).startswith("0: 2 (100.00 %)"), "the strongest stands first"
    page.write_table(tmp_path / "channels.csv")
    assert (tmp_path / "channels.csv").read_text(encoding="utf-8").splitlines()[4] == "network/conv,3,0.5,0.25,1"
    assert page.prune_button.isEnabled()
    page.threshold.setValue(0)
    assert page.summary.text() == "1 of 8 weak", "what is 0 already"


def test_what_pruning_gave_is_shown_with_a_way_back(changing: ChangeModelDialog, session: Session):
    page = page_of(changing)
    pruning = page.pruning
    changing.pages.setCurrentWidget(page)
    assert not page.undo_button.isVisible()
    pruning.pruned = Pruned(
        Path("/models/pruned.keras"), (("network/conv", (1, 4)),), 57, {"word_accuracy": 0.605}, {"word_accuracy": 0.6}
    )
    pruning.out = pruning.pruned.out
    pruning.changed.emit()
    assert page.result.text() == (
        "pruned.keras: 2 channels set to 0. Words read exactly, of 57 for validation: 60.5 % → 60.0 %"
    )
    assert page.undo_button.isVisible() and page.choose_button.isEnabled()
    page.choose_button.click()
    assert session.predictions.model == Path("/models/pruned.keras")
    assert not page.choose_button.isEnabled()
