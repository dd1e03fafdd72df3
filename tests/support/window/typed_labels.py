"""Labels to try the window on, and what has become of them."""

from app.session import Session
from core.labels.label import CharacterLabel, WordLabel


def square(symbol: str, left: float) -> CharacterLabel:
    """A character of 8 × 10 pixels."""
    return CharacterLabel(symbol, ((left, 2.0), (left + 8, 2.0), (left + 8, 12.0), (left, 12.0)))


def start(session: Session, text: str | None, characters: str) -> None:
    """Make the label on screen another one: this text, and characters side by side."""
    label = WordLabel(tuple(square(symbol, 10.0 * place) for place, symbol in enumerate(characters)), text, "draft")
    session.editor.commit("Start", label, ())


def text_of(session: Session) -> str:
    """The committed text; "" for none."""
    return session.editor.committed_label.text or ""


def reading_of(session: Session) -> str:
    return session.editor.committed_label.reading
