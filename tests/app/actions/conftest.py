"""What the tests of actions share: a window that notes what it is asked."""

import pytest
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow

from app.actions.action_set import ActionSet
from app.session import Session


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> AskingWindow:
    window = AskingWindow(session)
    qtbot.addWidget(window)
    return window


@pytest.fixture
def actions(window: AskingWindow) -> ActionSet:
    return window.actions_of_it
