"""The panel of the label, shown."""

import pytest
from support.window.showing import exposed

from app.views.label_panel.panel import LabelPanel


@pytest.fixture
def panel(session, qtbot) -> LabelPanel:
    made = exposed(qtbot, LabelPanel(session), 320, 500)
    made.activateWindow()
    return made
