"""Lets workers meet: worker 0 listens, the others connect, and all learn whether they can train together.

TensorFlow listens at the same addresses afterwards: the meeting is over before it starts.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import time
from collections.abc import Callable, Mapping
from functools import partial

from core.base.errors import RunError, Sentence, from_json, to_json
from core.base.progress import Cancelled
from core.cluster.addresses import Address, ClusterSpec
from core.cluster.cluster import Cluster, differing
from core.cluster.link import SILENT, LinkError, PeerLink

LANGUAGE = 1  # version of what the workers say to each other

PATIENCE = 600.0  # seconds to wait for the others, unless without end

_POLL = 0.5
_GREETING = 10.0  # seconds for a worker that has connected to say who it is

Look = Callable[[str], None]


def meet(
    cluster_spec: ClusterSpec,
    versions: Mapping[str, str | None],
    look: Look = lambda missing: None,
    *,
    patience: float | None = PATIENCE,
    silent: float = SILENT,
) -> Cluster:
    """Wait until all workers have met, and return their cluster.

    Parameters
    ----------
    versions : mapping
        Of the program and of what it computes with; they have to be the same for all.
    look : callable
        Called twice a second with the workers that are missing, such as "1 (127.0.0.1:5002)"; may raise Cancelled.
    patience : float or None
        Seconds to wait; None: without end.
    silent : float
        Seconds without a sign of life after which a worker counts as gone.

    Raises
    ------
    RunError
        If this worker cannot listen at its address, is not wanted, or others do not come.
    """
    deadline = None if patience is None else time.monotonic() + patience

    def waiting(missing: str) -> None:
        look(missing)
        if deadline is not None and time.monotonic() > deadline:
            raise RunError(
                "Worker {missing} did not connect within {seconds:.0f} s. Start it, or use --wait to wait "
                "without a limit.",
                missing=missing,
                seconds=patience or 0.0,
            )

    if cluster_spec.leads:
        return Cluster(cluster_spec, _gathered(cluster_spec, versions, waiting, silent))
    _listening(cluster_spec.own).close()  # TensorFlow needs this port
    return Cluster(cluster_spec, {0: _joined(cluster_spec, versions, waiting, silent)})


def _listening(address: Address) -> socket.socket:
    number = address.resolved()
    listener = socket.socket(socket.AF_INET6 if ":" in number else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((number, address.port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise RunError(
                "workers: the port of {address} is in use, maybe by another worker of this index. Stop that worker, "
                "or choose another port.",
                address=str(address),
            ) from error
        raise RunError(
            "workers: cannot listen on {address} ({why}). The address that --index chooses has to be an address of "
            "this machine.",
            address=str(address),
            why=error.strerror or error,
        ) from error
    return listener


def _gathered(
    cluster_spec: ClusterSpec, versions: Mapping[str, str | None], waiting: Callable[[str], None], silent: float
) -> dict[int, PeerLink]:
    links: dict[int, PeerLink] = {}
    listener = _listening(cluster_spec.own)
    listener.settimeout(_POLL)
    try:
        while len(links) < len(cluster_spec.addresses) - 1:
            missing = [
                f"{at} ({address})" for at, address in enumerate(cluster_spec.addresses) if at and at not in links
            ]
            waiting(", ".join(missing))
            links = {index: link for index, link in links.items() if link.gone is None}  # it may come again
            with contextlib.suppress(TimeoutError):
                _welcome(cluster_spec, versions, PeerLink(listener.accept()[0], silent=silent), links)
        for link in links.values():
            link.send({"kind": "welcome"})
    except BaseException as error:
        reason = str(error) if isinstance(error, RunError) else Sentence("Worker 0 has stopped.")
        for link in links.values():
            link.send({"kind": "refused", "sentence": to_json(reason)})
            link.close()
        raise
    finally:
        listener.close()  # before TensorFlow takes the port
    return links


def _welcome(
    cluster_spec: ClusterSpec, versions: Mapping[str, str | None], link: PeerLink, links: dict[int, PeerLink]
) -> None:
    """Take a worker in, or send it the reason why not.

    RunError is raised if the reason concerns worker 0 as well.
    """
    link.begin()
    try:
        hello = link.receive(_GREETING)
    except LinkError:
        return
    if not isinstance(hello, dict) or hello.get("language") != LANGUAGE:
        link.close()
        return
    index, theirs = hello.get("index"), hello.get("versions")
    if not isinstance(index, int) or not isinstance(theirs, dict) or not 0 < index < len(cluster_spec.addresses):
        link.close()
        return
    refusal: Sentence | None = None
    ours = [str(address) for address in cluster_spec.addresses]
    if index in links:
        refusal = Sentence("There is a worker {index} already. Give this one another --index.", index=index)
        link.send({"kind": "refused", "sentence": to_json(refusal)})
        link.close()
        return
    refusal = differing({"--workers": ",".join(ours), **versions}, {"--workers": hello.get("workers"), **theirs}, index)
    if refusal is not None:
        link.send({"kind": "refused", "sentence": to_json(refusal)})
        link.close()
        raise RunError(refusal)
    links[index] = link


def _joined(
    cluster_spec: ClusterSpec, versions: Mapping[str, str | None], waiting: Callable[[str], None], silent: float
) -> PeerLink:
    chief = cluster_spec.addresses[0]
    workers = ",".join(str(address) for address in cluster_spec.addresses)
    hello = {"kind": "hello", "language": LANGUAGE, "index": cluster_spec.index, "workers": workers}
    number = chief.resolved()
    missing = f"0 ({chief})"
    while True:
        waiting(missing)
        try:
            connection = socket.create_connection((number, chief.port), timeout=_POLL)
        except OSError:
            time.sleep(_POLL)
            continue
        if connection.getsockname() == connection.getpeername():  # the system has connected this socket to itself
            connection.close()
            continue
        link = PeerLink(connection, silent=silent)
        link.begin()
        link.send({**hello, "versions": dict(versions)})
        try:
            if _answered(link, partial(waiting, missing), str(chief)):
                return link
        except (Cancelled, RunError):
            link.close()
            raise
        except LinkError:  # it has ended, or is just beginning to train
            time.sleep(_POLL)


def _answered(link: PeerLink, waiting: Callable[[], None], chief: str) -> bool:
    while True:
        message = link.receive(_POLL)
        if isinstance(message, dict) and message.get("kind") == "welcome":
            return True
        if isinstance(message, dict) and message.get("kind") == "refused":
            raise RunError(from_json(message.get("sentence", "")))
        if message is not None:
            raise RunError(
                "workers: what answers at {address} is not worker 0 of this program. Check the address and the port.",
                address=chief,
            )
        waiting()
