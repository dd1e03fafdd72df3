"""Images without a label to type words of, and what the line over the picture says."""

from PySide6.QtTest import QTest

from app.session import Session
from app.views.canvas.typing_line import TypingLine
from app.views.main_window.window import MainWindow
from core.labels.label import WordLabel


def unlabelled(session: Session, *rows: int) -> list[str]:
    """Take the labels of some images away; the first is on screen."""
    images = [str(session.catalog.image_at(row)) for row in rows]
    for image in reversed(images):
        session.show(image)
        QTest.qWait(0)
        while session.editor.image != image:
            QTest.qWait(5)
        session.editor.commit("Empty", None)
    return images


def line_of(window: MainWindow) -> str:
    """What the line on the picture says, "" if it is not there."""
    line = window.centre.canvas.findChild(TypingLine)
    return line.text() if line.isVisible() else ""


def reviewed(session: Session) -> WordLabel:
    """Give the image on screen a text and mark it reviewed."""
    session.settings.set("label.after_review", "stay")
    session.editor.commit("Text", WordLabel(text="5554"))
    session.editor.mark_reviewed("Mark reviewed")
    return session.editor.committed_label
