import pytest
from support.window.image_lists import shown

from app.views.image_list.panel import ImageList


@pytest.fixture
def image_list(session, qtbot) -> ImageList:
    return shown(session, qtbot)
