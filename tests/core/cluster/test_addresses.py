"""Addresses of workers, as command lines and TF_CONFIG name them."""

from __future__ import annotations

import json
import socket

import pytest

from core.base.errors import RunError
from core.cluster.addresses import Address, ClusterSpec, from_tf_config, is_alone

TWO = ("127.0.0.1:5001", "127.0.0.1:5002")


def test_an_address_is_a_host_and_a_port() -> None:
    assert Address.parse("gpu-1.lan:5001") == Address("gpu-1.lan", 5001)
    assert Address.parse("[::1]:5001") == Address("::1", 5001)
    assert str(Address("::1", 5001)) == "[::1]:5001"


@pytest.mark.parametrize("text", ["host", "host:", ":5001", "host:port", "host:0", "host:70000"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(RunError, match="is no address"):
        Address.parse(text)


def test_one_address_for_two_workers_is_refused() -> None:
    with pytest.raises(RunError, match=r"127\.0\.0\.1:5001 stands twice"):
        ClusterSpec.of((TWO[0], TWO[0]), 0)


def test_an_index_that_no_worker_has_is_refused() -> None:
    with pytest.raises(RunError, match="index: 2 is none of the 2 workers"):
        ClusterSpec.of(TWO, 2)


def test_one_worker_is_no_cluster() -> None:
    with pytest.raises(RunError, match="at least two"):
        ClusterSpec.of(TWO[:1], 0)


def test_a_machine_that_others_reach_needs_a_permission_also_for_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0")])
    for addresses in (TWO, (TWO[0], "192.0.2.1:5001")):
        cluster_spec = ClusterSpec.of(addresses, 0)
        with pytest.raises(RunError, match=r"port 5001 on all addresses.*neither encrypted.*--allow-network.*unshare"):
            cluster_spec.refuse_strangers(allow_network=False)
        cluster_spec.refuse_strangers(allow_network=True)


def test_a_machine_with_nothing_but_loopback_needs_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo")])
    ClusterSpec.of(("localhost:5001", *TWO), 0).refuse_strangers(allow_network=False)


@pytest.mark.parametrize(
    ("interfaces", "alone"), [(["lo"], True), (["lo0"], True), (["lo", "tun0"], False), ([], False)]
)
def test_only_loopback_is_alone(interfaces: list[str], alone: bool) -> None:
    assert is_alone(interfaces) is alone


def test_an_address_that_does_not_resolve_is_named() -> None:
    cluster_spec = ClusterSpec.of((TWO[0], "nowhere.invalid:5001"), 0)
    with pytest.raises(RunError, match=r"nowhere\.invalid:5001 is unknown"):
        cluster_spec.refuse_strangers(allow_network=True)


def test_tf_config_is_written_as_it_is_read() -> None:
    assert from_tf_config(ClusterSpec.of(TWO, 1).tf_config()) == (TWO, 1)


def test_the_chief_of_tf_config_is_worker_0() -> None:
    cluster_spec = {"chief": [TWO[0]], "worker": [TWO[1]]}
    assert from_tf_config(json.dumps({"cluster": cluster_spec, "task": {"type": "worker", "index": 0}})) == (TWO, 1)
    assert from_tf_config(json.dumps({"cluster": cluster_spec, "task": {"type": "chief", "index": 0}})) == (TWO, 0)


def test_tf_config_of_one_process_is_none() -> None:
    assert from_tf_config(json.dumps({"cluster": {"worker": [TWO[0]]}, "task": {"type": "worker", "index": 0}})) is None
    assert from_tf_config("{}") is None


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"cluster": 3}', '{"task": {"index": "x"}}'])
def test_a_tf_config_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RunError, match="TF_CONFIG: not as TensorFlow wants it"):
        from_tf_config(text)


def test_parameter_servers_of_tf_config_are_refused() -> None:
    with pytest.raises(RunError, match='tasks of the kind "ps"'):
        from_tf_config(json.dumps({"cluster": {"worker": list(TWO), "ps": ["127.0.0.1:5003"]}, "task": {}}))
