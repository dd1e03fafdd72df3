"""The child process that serves TensorBoard for one run to this machine only."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from app.workers.child import Channel


@dataclass(frozen=True, slots=True)
class Serving:
    """The message that TensorBoard is serving its pages."""

    url: str
    """Address of the pages, which only this machine can open."""


def main(channel: Channel, folder: Path) -> None:
    """Serve the event files of a folder at a free port of the loopback address, until the child is asked to end."""
    # It then reads event files by itself, and does not load TensorFlow, which takes seconds and half a gigabyte
    sys.modules["tensorboard.compat.notf"] = types.ModuleType("tensorboard.compat.notf")
    from tensorboard import program
    from werkzeug.exceptions import SecurityError
    from werkzeug.sansio.utils import host_is_trusted

    def server(pages: WSGIApplication, flags: argparse.Namespace) -> program.WerkzeugServer:
        def own_host(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            # A page of another site, whose name leads here, would else read the run
            trusted = host_is_trusted(environ.get("HTTP_HOST"), ("127.0.0.1", "localhost"))
            return (pages if trusted else SecurityError("This host's name is not TensorBoard's."))(environ, start)

        return program.WerkzeugServer(own_host, flags)

    board = program.TensorBoard(server_class=server)
    board.configure(argv=["tensorboard", "--logdir", str(folder), "--host", "127.0.0.1", "--port", "0"])
    channel.send(Serving(board.launch()), keep="serving")
    for _ in channel:
        pass  # nothing is ever asked of it
