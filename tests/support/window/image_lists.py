"""The image list on screen, and long lists in its catalogue."""

from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.image_list.panel import ImageList
from core.index.table import ImageTable
from support.window.showing import exposed


def shown(session: Session, qtbot: QtBot) -> ImageList:
    return exposed(qtbot, ImageList(session), 320, 300)


def fill(session: Session, count: int) -> None:
    """Put a long list into the catalogue, without a file to any image but the one on screen."""
    assert session.image is not None
    names = [session.image, *(f"word_{number:05d}.jpg" for number in range(count - 1))]
    session.catalog.table = ImageTable(names)
    session.catalog.set_filter("")
