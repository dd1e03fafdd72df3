"""What the tests of actions share: a window that notes what it is asked."""

import pytest
from support.window.asking_window import AskingWindow
from support.window.showing import added

from app.actions.action_set import ActionSet


@pytest.fixture
def window(qtbot, session) -> AskingWindow:
    return added(qtbot, AskingWindow(session))


@pytest.fixture
def actions(window) -> ActionSet:
    return window.actions_of_it
