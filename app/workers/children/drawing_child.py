"""The child process that draws curves: matplotlib in a thread of the window would make it wait for Python's lock."""

from __future__ import annotations

from app.workers.child import Channel
from app.workers.children.figures import DrawingAnswer, Request, draw


def main(channel: Channel, argument: None) -> None:
    """Draw what is asked for, until the window is gone."""
    for request in channel:
        if isinstance(request, Request):
            channel.send(DrawingAnswer(request.number, draw(request.panels, request.look)))
