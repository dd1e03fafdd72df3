"""The panel of the label, shown."""

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.session import Session
from app.views.label_panel.panel import LabelPanel


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> LabelPanel:
    made = exposed(qtbot, LabelPanel(session), 320, 500)
    made.activateWindow()
    return made
