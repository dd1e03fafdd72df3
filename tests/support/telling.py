"""What a session tells."""

from app.session import Session


def told_by(session: Session) -> list[str]:
    """The sentences, as they come."""
    sentences: list[str] = []
    session.workspace.told.connect(lambda severity, sentence: sentences.append(sentence))
    return sentences
