"""The addresses of workers that train together, from a command line or TF_CONFIG."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from core.base.errors import DAMAGED, RunError, Sentence, reason_of
from core.base.json_text import parse_json

OPEN_NETWORK = Sentence(
    "Messages between the workers are neither encrypted nor authenticated: whoever can reach their ports can read the "
    "training, change it, and run code in it. Use a network of your own."
)
"""The warning to a person before workers talk over a network."""

_PORTS = range(1, 65_536)
_LOOPBACK = frozenset({"lo", "lo0", "loopback_0"})


@dataclass(frozen=True, slots=True)
class Address:
    """The address on which a worker listens."""

    host: str
    """A name or an IP address that the other workers reach the machine by, without brackets."""
    port: int
    """The TCP port on which TensorFlow listens, from 1 to 65535."""

    def __str__(self) -> str:
        """HOST:PORT, the host in brackets if it has colons of its own."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Address:
        """Parse an address HOST:PORT.

        Raises
        ------
        RunError
            If the text is no such address.
        """
        host, _, port = text.strip().rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not port.isdecimal() or len(port) > 5 or int(port) not in _PORTS:
            raise RunError('workers: "{text}" is not an address. Write HOST:PORT, such as 127.0.0.1:5001.', text=text)
        return cls(host, int(port))

    def resolved(self) -> str:
        """Return the numeric address of the host, after looking up its name.

        Raises
        ------
        RunError
            If the name is unknown.
        """
        try:
            return str(socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0][4][0])
        except OSError as error:
            raise RunError(
                "workers: the address {address} is unknown ({why}). Write the machine's name or IP address as the "
                "network knows it.",
                address=str(self),
                why=error.strerror or error,
            ) from error


@dataclass(frozen=True, slots=True)
class ClusterSpec:
    """The addresses of the workers that train together, and the index of this process among them."""

    addresses: tuple[Address, ...]
    """The addresses in the order of the workers, the same for all."""
    index: int
    """This process's place among the workers. Worker 0 leads: only worker 0 has the run's folder."""

    def __post_init__(self) -> None:
        if len(self.addresses) < 2:
            raise RunError(
                "workers: training on several machines needs at least two addresses. Write HOST:PORT,HOST:PORT."
            )
        twice = [str(address) for address in self.addresses if self.addresses.count(address) > 1]
        if twice:
            raise RunError("workers: {address} occurs twice. Give each worker a port of its own.", address=twice[0])
        if not 0 <= self.index < len(self.addresses):
            raise RunError(
                "index: {index} is none of the {count} {count:|worker|workers}. They are numbered from 0 to {last}.",
                index=self.index,
                count=len(self.addresses),
                last=len(self.addresses) - 1,
            )

    @classmethod
    def of(cls, workers: Sequence[str], index: int) -> ClusterSpec:
        """Make the spec of a cluster from addresses HOST:PORT.

        Raises
        ------
        RunError
            If a text is no address, or the addresses and the index make no cluster.
        """
        return cls(tuple(Address.parse(text) for text in workers), index)

    @property
    def leads(self) -> bool:
        """True if this process is worker 0."""
        return self.index == 0

    @property
    def own(self) -> Address:
        """The address at which this process listens."""
        return self.addresses[self.index]

    def tf_config(self) -> str:
        """Return the value of TensorFlow's environment variable TF_CONFIG for this process."""
        workers = [str(address) for address in self.addresses]
        return json.dumps({"cluster": {"worker": workers}, "task": {"type": "worker", "index": self.index}})

    def refuse_strangers(self, *, allow_network: bool) -> None:
        """Refuse unknown addresses and, unless the network is allowed, a machine that others can reach.

        TensorFlow cannot bind to loopback only, so an address of loopback says nothing of who can reach its port.

        Raises
        ------
        RunError
            If an address is unknown, or others may reach this machine and `allow_network` is False.
        """
        for address in self.addresses:
            address.resolved()
        if not allow_network and not is_alone():
            raise RunError(
                "workers: TensorFlow listens on port {port} at all addresses of this machine, even if a loopback "
                "address is given. {why} Then add --allow-network; or close the port to other machines with a "
                "firewall, or start the workers in a network namespace that has only loopback (unshare --net).",
                port=self.own.port,
                why=OPEN_NETWORK,
            )


def is_alone(interfaces: Sequence[str] | None = None) -> bool:
    """Return True if the machine, or this network namespace, has no network interface except loopback.

    `interfaces`: their names, in place of the system's.
    """
    if interfaces is None:
        try:
            interfaces = [name for _, name in socket.if_nameindex()]
        except (AttributeError, OSError):  # a system that does not tell
            return False
    return bool(interfaces) and all(name in _LOOPBACK for name in interfaces)


def from_tf_config(text: str) -> tuple[tuple[str, ...], int] | None:
    """Return the workers and the index from a TF_CONFIG, or None if it names no cluster of several.

    A `chief` is worker 0, as in TensorFlow.

    Raises
    ------
    RunError
        If the text is no TF_CONFIG, or names tasks of another kind.
    """
    try:
        values = parse_json(text)
        cluster_spec, task = dict(values.get("cluster", {})), dict(values.get("task", {}))
        chief, workers = [list(map(str, cluster_spec.pop(kind, []))) for kind in ("chief", "worker")]
        kind, index = str(task.get("type", "worker")), int(task.get("index", 0))
    except DAMAGED as error:
        raise RunError(
            'TF_CONFIG: not as TensorFlow wants it ({error}). Write {{"cluster": {{"worker": ["HOST:PORT", …]}}, '
            '"task": {{"type": "worker", "index": 0}}}}, or unset it.',
            error=reason_of(error),
        ) from error
    if cluster_spec or kind not in ("chief", "worker"):
        other_kind = min(cluster_spec, default=kind)
        raise RunError(
            'TF_CONFIG: it has tasks of the kind "{other}", but a training has only workers. Leave these tasks out.',
            other=other_kind,
        )
    every = (*chief, *workers)
    return (every, index + len(chief) * (kind == "worker")) if len(every) > 1 else None
