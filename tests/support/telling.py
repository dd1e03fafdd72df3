"""What a session tells."""

from app.session import Session


def told_by(session: Session) -> list[str]:
    """The sentences, as they come."""
    sentences: list[str] = []
    session.workspace.notified.connect(lambda severity, sentence: sentences.append(sentence))
    return sentences
