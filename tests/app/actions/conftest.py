"""What the tests of actions share: a window that notes what it is asked."""

import pytest
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow
from support.window.showing import added

from app.actions.action_set import ActionSet
from app.session import Session


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> AskingWindow:
    return added(qtbot, AskingWindow(session))


@pytest.fixture
def actions(window: AskingWindow) -> ActionSet:
    return window.actions_of_it
