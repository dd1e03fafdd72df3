"""The page that adapts a model; no network is loaded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.plugins.adapting.page import AdaptingPage
from app.session import Session
from app.views.exchange.changing_model import ChangeModelDialog
from core.model.network.transferred import SymbolChange, Transfer
from core.plugins.adapting.job import Adapted


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> Iterator[AdaptingPage]:
    show_prediction(session, predicted_for(session))
    dialog = exposed(qtbot, ChangeModelDialog(session))
    (page,) = (page for _, page in dialog.brought if isinstance(page, AdaptingPage))
    dialog.pages.setCurrentWidget(page)
    yield page  # the dialog lives so long


def test_what_an_adaptation_gives_is_shown_layer_by_layer_and_symbol_by_symbol(page: AdaptingPage):
    adapting = page.adapting
    assert not page.preview_button.isEnabled() and page.save_button.isEnabled()
    assert not page.symbols[0].isVisible() and not page.names_button.isVisible()
    page.charset.setCurrentIndex(page.charset.findData("digits"))
    page.charset.activated.emit(page.charset.currentIndex())
    assert page.preview_button.isEnabled() and page.symbols[1].isVisible()
    adapting.choose_weights(Path("/weights/foreign.npz"))
    assert page.weights_button.text() == "foreign.npz" and page.names_button.isVisible()
    page.clear_button.click()
    assert adapting.weights is None and not page.names_button.isVisible()
    given = Transfer(("conv",), ("character_logits",), (("bn", "it lacks beta"),), ("fc.weight",))
    adapting.adapted = Adapted(None, SymbolChange(("1",), ("x", " "), ()), given, given, "")
    adapting.changed.emit()
    assert [label.text() for label in page.symbols] == ["Kept, 1: 1", "New, 2: x ", "Lost, 0: "]
    assert page.symbols[1].toolTip() == 'x "" (U+0020)', "a space is told by its code point"
    assert page.result.text() == ("Preview, nothing is written: 1 layer taken over whole, 1 in part, 1 not")
    cells = [[page.rows.index(place, column).data() for column in range(3)] for place in range(4)]
    assert cells == [
        ["bn", "not taken over", "it lacks beta"],
        ["fc.weight", "only in the file", ""],
        ["character_logits", "by symbol or position", ""],
        ["conv", "taken over", ""],
    ]
    assert not page.undo_button.isVisible()
