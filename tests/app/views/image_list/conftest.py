import pytest
from pytestqt.qtbot import QtBot
from support.window.image_lists import shown

from app.session import Session
from app.views.image_list.panel import ImageList


@pytest.fixture
def image_list(session: Session, qtbot: QtBot) -> ImageList:
    return shown(session, qtbot)
